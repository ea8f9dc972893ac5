// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/stats.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "helper/transport/names.h"

/* Zeroes, for free(), or NULL. */
struct wc_counts *wc_counts_alloc(unsigned int workers)
{
	size_t len = workers * sizeof(struct wc_counts);
	struct wc_counts *counts = aligned_alloc(64, len);

	if (counts)
		memset(counts, 0, len);
	return counts;
}

/* Only one thread writes: the addition need not be atomic. */
static void add(_Atomic uint64_t *count, uint64_t n)
{
	uint64_t old = atomic_load_explicit(count, memory_order_relaxed);

	atomic_store_explicit(count, old + n, memory_order_relaxed);
}

/* The worker is about to do something, or has done it. */
void wc_counts_step(struct wc_counts *counts)
{
	add(&counts->steps, 1);
}

static void add_frame(struct wc_counts *counts, const struct wc_tally *tally,
		      int status, uint64_t sign)
{
	int c, m;

	if (status) {
		add(&counts->failed, sign);
		return;
	}
	add(&counts->frames, sign);
	for (c = 0; c < WARPCRYPT_CIPHER_COUNT; c++) {
		for (m = 0; m < WARPCRYPT_MODE_COUNT; m++) {
			if (!tally->requests[c][m])
				continue;
			add(&counts->requests[c][m],
			    sign * tally->requests[c][m]);
			add(&counts->bytes[c][m], sign * tally->bytes[c][m]);
		}
	}
}

/*
 * Count a frame before its commit, because ENTER completes the requests and then may wait:
 * a reader of the counts must find completed requests counted.
 */
void wc_counts_commit(struct wc_counts *counts, const struct wc_tally *tally,
		      int status)
{
	add_frame(counts, tally, status, 1);
}

/* Subtract a frame whose commit was refused; the arguments are those of wc_counts_commit(). */
void wc_counts_refused(struct wc_counts *counts, const struct wc_tally *tally,
		       int status)
{
	add_frame(counts, tally, status, (uint64_t)-1);
	add(&counts->refused, 1);
}

void wc_counts_wiped(struct wc_counts *counts, unsigned int keys)
{
	add(&counts->wiped, keys);
}

static uint64_t sum_of(const struct wc_engine_totals *e, size_t offset)
{
	uint64_t total = 0;
	unsigned int i;

	for (i = 0; i < e->workers; i++) {
		const char *at = (const char *)&e->counts[i] + offset;

		total += atomic_load_explicit((const _Atomic uint64_t *)
					      (const void *)at,
					      memory_order_relaxed);
	}
	return total;
}

static uint64_t sum(const struct wc_totals *stats, size_t offset)
{
	uint64_t total = 0;
	unsigned int i;

	for (i = 0; i < stats->engines; i++)
		total += sum_of(&stats->engine[i], offset);
	return total;
}

/* The sum over all ciphers and modes; @first is the offset of an array of them. */
static uint64_t sum_all(const struct wc_engine_totals *e, size_t first)
{
	uint64_t total = 0;
	size_t i;

	for (i = 0; i < WARPCRYPT_CIPHER_COUNT * WARPCRYPT_MODE_COUNT; i++)
		total += sum_of(e, first + i * sizeof(uint64_t));
	return total;
}

static bool has_mode(const struct wc_totals *stats, int c, int m)
{
	unsigned int i;

	for (i = 0; i < stats->engines; i++)
		if (stats->engine[i].modes[c] & WARPCRYPT_MODE_BIT(m))
			return true;
	return false;
}

static void print_mode(FILE *f, const struct wc_totals *stats, int c, int m,
		       uint64_t *requests, uint64_t *bytes)
{
	uint64_t r = sum(stats, offsetof(struct wc_counts, requests[c][m]));
	uint64_t b = sum(stats, offsetof(struct wc_counts, bytes[c][m]));
	const char *cipher = wc_name_of_cipher(c), *mode;

	*requests += r;
	*bytes += b;
	if (!cipher || !has_mode(stats, c, m))
		return;
	mode = wc_name_of_mode(c, m);
	fprintf(f, "alg.%s-%s.requests %" PRIu64 "\n", mode, cipher, r);
	fprintf(f, "alg.%s-%s.bytes %" PRIu64 "\n", mode, cipher, b);
}

static void print_engine(FILE *f, const struct wc_engine_totals *e)
{
	fprintf(f, "engine.%s.threads %u\n", e->name, e->threads);
	fprintf(f, "engine.%s.frames %" PRIu64 "\n", e->name,
		sum_of(e, offsetof(struct wc_counts, frames)));
	fprintf(f, "engine.%s.frames_failed %" PRIu64 "\n", e->name,
		sum_of(e, offsetof(struct wc_counts, failed)));
	fprintf(f, "engine.%s.requests %" PRIu64 "\n", e->name,
		sum_all(e, offsetof(struct wc_counts, requests)));
	fprintf(f, "engine.%s.bytes %" PRIu64 "\n", e->name,
		sum_all(e, offsetof(struct wc_counts, bytes)));
}

static void print_first(FILE *f, const struct wc_totals *stats)
{
	unsigned int threads = 0, i;

	fputs("backend ", f);
	for (i = 0; i < stats->engines; i++) {
		fprintf(f, "%s%s", i ? "," : "", stats->engine[i].name);
		threads += stats->engine[i].threads;
	}
	fprintf(f, "\nthreads %u\n", threads);
	fprintf(f, "attaches %" PRIu64 "\n", stats->attaches);
}

static void print(FILE *f, const struct wc_totals *stats)
{
	uint64_t requests = 0, bytes = 0;
	unsigned int i;
	int c, m;

	print_first(f, stats);
	fprintf(f, "frames %" PRIu64 "\n",
		sum(stats, offsetof(struct wc_counts, frames)));
	fprintf(f, "frames_failed %" PRIu64 "\n",
		sum(stats, offsetof(struct wc_counts, failed)));
	fprintf(f, "commits_refused %" PRIu64 "\n",
		sum(stats, offsetof(struct wc_counts, refused)));
	fprintf(f, "keys_wiped %" PRIu64 "\n",
		sum(stats, offsetof(struct wc_counts, wiped)));
	for (c = 0; c < WARPCRYPT_CIPHER_COUNT; c++)
		for (m = 0; m < WARPCRYPT_MODE_COUNT; m++)
			print_mode(f, stats, c, m, &requests, &bytes);
	fprintf(f, "requests %" PRIu64 "\n", requests);
	fprintf(f, "bytes %" PRIu64 "\n", bytes);
	for (i = 0; i < stats->engines; i++)
		print_engine(f, &stats->engine[i]);
}

/* Make the directory of @path, if it does not exist. */
static void make_parent(const char *path)
{
	char dir[PATH_MAX];
	char *slash;

	if (strlen(path) >= sizeof(dir))
		return;
	strcpy(dir, path);
	slash = strrchr(dir, '/');
	if (!slash || slash == dir)
		return;
	*slash = '\0';
	/* If this fails, creating the file fails too, and that is reported. */
	mkdir(dir, 0755);
}

/*
 * Write all counts to a file, which is replaced atomically; workers may change them at the
 * same time, but must not call it, because it allocates. Returns 0 or a negative errno.
 */
int wc_totals_write(const struct wc_totals *stats, const char *path,
		    struct wc_error *err)
{
	char tmp[PATH_MAX];
	FILE *f;
	int ret = 0;

	if (snprintf(tmp, sizeof(tmp), "%s.%d", path, (int)getpid()) >=
	    (int)sizeof(tmp))
		return wc_fail(err, -ENAMETOOLONG, "%s: name too long", path);
	make_parent(path);
	f = fopen(tmp, "we");
	if (!f)
		return wc_fail(err, -errno,
			       "cannot write statistics to %s: %s; name another file",
			       tmp, strerror(errno));
	print(f, stats);
	if (ferror(f))
		ret = -EIO;
	if (fclose(f) && !ret)
		ret = -errno;
	if (!ret && rename(tmp, path))
		ret = -errno;
	if (ret) {
		unlink(tmp);
		return wc_fail(err, ret,
			       "cannot write statistics to %s: %s; name another file",
			       path, strerror(-ret));
	}
	return 0;
}
