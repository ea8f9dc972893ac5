// SPDX-License-Identifier: GPL-2.0-only
/* Statistics: the file that is written. unit-view counts frames' requests. */
#include <errno.h>
#include <stdbool.h>
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

/* The value of a line of the file, or fail. */
static unsigned long long value(const char *path, const char *name)
{
	unsigned long long v = 0;
	char line[128], key[64];
	bool found = false;
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%63s %llu", key, &v) == 2 &&
		    !strcmp(key, name)) {
			found = true;
			break;
		}
	}
	fclose(f);
	if (!found)
		fail_msg("no line %s", name);
	return v;
}

static void assert_first_line(const char *path, const char *want)
{
	FILE *f = fopen(path, "r");
	char line[64];

	assert_non_null(f);
	assert_non_null(fgets(line, sizeof(line), f));
	fclose(f);
	assert_string_equal(line, want);
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
	assert_int_equal(value(path, "threads"), 5);
	assert_int_equal(value(path, "frames"), 2);
	assert_int_equal(value(path, "engine.cpu.threads"), 2);
	assert_int_equal(value(path, "engine.cpu.frames"), 1);
	assert_int_equal(value(path, "engine.cpu.requests"), 6);
	assert_int_equal(value(path, "engine.cpu.bytes"), 100);
	assert_int_equal(value(path, "engine.cuda0.requests"), 7);
	assert_int_equal(value(path, "engine.cuda0.bytes"), 101);
	assert_int_equal(value(path, "engine.cuda0.frames_failed"), 0);
	assert_int_equal(value(path, "requests"), 13);
	assert_first_line(path, "backend cpu,cuda0\n");
	free_engine(&stats);
	free_engine(&stats);
	unlink(path);
}

TEST(file)
{
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
	assert_int_equal(value(path, "frames"), 2);
	assert_int_equal(value(path, "frames_failed"), 1);
	assert_int_equal(value(path, "commits_refused"), 1);
	assert_int_equal(value(path, "requests"), 10);
	assert_int_equal(value(path, "bytes"), 1ull << 34);
	assert_int_equal(value(path, "alg.xts-aes.requests"), 10);
	assert_int_equal(value(path, "alg.xts-aes.bytes"), 1ull << 34);
	assert_int_equal(value(path, "alg.ctr-aes.requests"), 0);
	assert_first_line(path, "backend cpu\n");
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
