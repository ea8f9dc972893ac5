// SPDX-License-Identifier: GPL-2.0-only
/* Statistics: the file that is written. unit-view counts frames' requests. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helper/engine/stats.h"
#include "tests/unit/unit.h"

static const uint16_t modes[WARPCRYPT_CIPHER_COUNT] = {
	[WARPCRYPT_CIPHER_AES] = WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_CTR) |
				 WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_XTS),
};

static char dir[] = "/tmp/unit-stats.XXXXXX";

static int make_dir(void **state)
{
	(void)state;
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	(void)state;
	return rmdir(dir);
}

/* The file has each of these lines, @first above all others. */
static void assert_lines(const char *path, const char *first, const char *const *lines)
{
	char text[16384] = "\n", want[64];
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	text[1 + fread(text + 1, 1, sizeof(text) - 2, f)] = '\0';
	fclose(f);
	snprintf(want, sizeof(want), "\n%s\n", first);
	assert_ptr_equal(strstr(text, want), text);
	for (; *lines; lines++) {
		snprintf(want, sizeof(want), "\n%s\n", *lines);
		if (!strstr(text, want))
			fail_msg("no line %s in%s", *lines, text);
	}
}

static void one_engine(struct wc_totals *stats, unsigned int workers)
{
	struct wc_engine_totals *e = &stats->engine[stats->engines++];

	e->name = stats->engines == 1 ? "cpu" : "cuda0";
	memcpy(e->modes, modes, sizeof(modes));
	e->threads = workers;
	e->workers = workers;
	e->counts = wc_counts_alloc(workers);
	assert_non_null(e->counts);
}

static void free_engine(struct wc_totals *stats)
{
	free(stats->engine[--stats->engines].counts);
}

/* What is of an engine, and what is of all. */
TEST(engines)
{
	static const char *const lines[] = {
		"threads 5", "frames 2", "requests 13", "engine.cpu.threads 2",
		"engine.cpu.frames 1", "engine.cpu.requests 6", "engine.cpu.bytes 100",
		"engine.cuda0.requests 7", "engine.cuda0.bytes 101",
		"engine.cuda0.frames_failed 0", NULL
	};
	struct wc_tally tally = { 0 };
	struct wc_totals stats = { 0 };
	char path[160];
	int i;

	snprintf(path, sizeof(path), "%s/engines", dir);
	one_engine(&stats, 2);
	one_engine(&stats, 3);
	for (i = 0; i < 2; i++) {
		tally.requests[1][3] = 5 + i;
		tally.bytes[1][1] = 100 + i;
		tally.requests[1][1] = 1;
		wc_counts_commit(&stats.engine[i].counts[i + 1], &tally, 0);
	}
	assert_int_equal(wc_totals_write(&stats, path, NULL), 0);
	assert_lines(path, "backend cpu,cuda0", lines);
	free_engine(&stats);
	free_engine(&stats);
	unlink(path);
}

TEST(file)
{
	/* 2^34 bytes. */
	static const char *const lines[] = {
		"frames 2", "frames_failed 1", "commits_refused 1", "requests 10",
		"bytes 17179869184", "alg.xts-aes.requests 10", "alg.xts-aes.bytes 17179869184",
		"alg.ctr-aes.requests 0", NULL
	};
	struct wc_tally tally = { 0 };
	struct wc_totals stats = { 0 };
	struct wc_counts *counts;
	char path[160], sub[128];

	snprintf(sub, sizeof(sub), "%s/made", dir);
	snprintf(path, sizeof(path), "%s/stats", sub);
	one_engine(&stats, 3);
	counts = stats.engine[0].counts;
	tally.requests[1][3] = 5;
	tally.bytes[1][3] = 1ull << 33;
	wc_counts_commit(&counts[0], &tally, 0);
	wc_counts_commit(&counts[2], &tally, 0);
	tally.requests[1][1] = 2;
	tally.bytes[1][1] = 30;
	wc_counts_commit(&counts[1], &tally, 0);
	wc_counts_refused(&counts[1], &tally, 0);
	wc_counts_commit(&counts[1], &tally, -EINVAL);
	assert_int_equal(wc_totals_write(&stats, path, NULL), 0);
	assert_lines(path, "backend cpu", lines);
	free_engine(&stats);
	unlink(path);
	rmdir(sub);
}

TEST(unwritable)
{
	struct wc_totals stats = { 0 };
	struct wc_error err = { "" };
	char path[128];

	snprintf(path, sizeof(path), "%s/no/such/stats", dir);
	one_engine(&stats, 1);
	assert_int_equal(wc_totals_write(&stats, path, &err), -ENOENT);
	assert_non_null(strstr(err.text, path));
	free_engine(&stats);
}

UNIT_MAIN("stats", make_dir, remove_dir)
