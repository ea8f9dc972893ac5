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

/**
 * wc_totals_init() - prepare the counts
 * @stats: filled in
 * @backend: the engine's name; must outlive @stats
 * @modes: the engine's modes
 * @workers: the number of workers
 *
 * Return: 0 or -ENOMEM
 */
int wc_totals_init(struct wc_totals *stats, const char *backend,
		   const uint16_t modes[WARPCRYPT_CIPHER_COUNT],
		   unsigned int workers)
{
	size_t len = workers * sizeof(struct wc_counts);
	struct wc_counts *counts = aligned_alloc(64, len);

	memset(stats, 0, sizeof(*stats));
	if (!counts)
		return -ENOMEM;
	memset(counts, 0, len);
	wc_totals_use(stats, backend, modes, workers, counts);
	return 0;
}

/**
 * wc_totals_use() - prepare counts that are in the caller's memory
 * @stats: filled in; not for wc_totals_free()
 * @backend: as for wc_totals_init()
 * @modes: as for wc_totals_init()
 * @workers: the number of workers
 * @counts: one for each worker; counting goes on from what they are
 */
void wc_totals_use(struct wc_totals *stats, const char *backend,
		   const uint16_t modes[WARPCRYPT_CIPHER_COUNT],
		   unsigned int workers, struct wc_counts *counts)
{
	memset(stats, 0, sizeof(*stats));
	stats->backend = backend;
	memcpy(stats->modes, modes, sizeof(stats->modes));
	stats->threads = workers;
	stats->workers = workers;
	stats->counts = counts;
}

/**
 * wc_totals_free() - free the counts
 * @stats: initialised or zeroed; no workers are left
 */
void wc_totals_free(struct wc_totals *stats)
{
	free(stats->counts);
	memset(stats, 0, sizeof(*stats));
}

/* Only one thread writes: the addition need not be atomic. */
static void add(_Atomic uint64_t *count, uint64_t n)
{
	uint64_t old = atomic_load_explicit(count, memory_order_relaxed);

	atomic_store_explicit(count, old + n, memory_order_relaxed);
}

/**
 * wc_counts_step() - the worker is about to do something, or has done it
 * @counts: the worker's counts
 */
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

/**
 * wc_counts_commit() - count a frame before its commit
 * @counts: the worker's counts
 * @tally: requests and bytes of the frame
 * @status: the status of the commit
 *
 * Before the commit, because ENTER completes the requests and then may wait: a
 * reader of the counts must find completed requests counted.
 */
void wc_counts_commit(struct wc_counts *counts, const struct wc_tally *tally,
		      int status)
{
	add_frame(counts, tally, status, 1);
}

/**
 * wc_counts_refused() - subtract a frame whose commit was refused
 * @counts: the worker's counts
 * @tally: as in wc_counts_commit()
 * @status: as in wc_counts_commit()
 */
void wc_counts_refused(struct wc_counts *counts, const struct wc_tally *tally,
		       int status)
{
	add_frame(counts, tally, status, (uint64_t)-1);
	add(&counts->refused, 1);
}

/**
 * wc_counts_wiped() - count expanded keys that were wiped
 * @counts: the worker's counts
 * @keys: how many
 */
void wc_counts_wiped(struct wc_counts *counts, unsigned int keys)
{
	add(&counts->wiped, keys);
}

static uint64_t sum(const struct wc_totals *stats, size_t offset)
{
	uint64_t total = 0;
	unsigned int i;

	for (i = 0; i < stats->workers; i++) {
		char *at = (char *)&stats->counts[i] + offset;

		total += atomic_load_explicit((_Atomic uint64_t *)(void *)at,
					      memory_order_relaxed);
	}
	return total;
}

static void print_one(FILE *f, const struct wc_totals *stats, int c, int m,
		      uint64_t *requests, uint64_t *bytes)
{
	uint64_t r = sum(stats, offsetof(struct wc_counts, requests[c][m]));
	uint64_t b = sum(stats, offsetof(struct wc_counts, bytes[c][m]));
	const char *cipher = wc_name_of_cipher(c), *mode;

	*requests += r;
	*bytes += b;
	if (!cipher || !(stats->modes[c] & WARPCRYPT_MODE_BIT(m)))
		return;
	mode = wc_name_of_mode(c, m);
	fprintf(f, "alg.%s-%s.requests %" PRIu64 "\n", mode, cipher, r);
	fprintf(f, "alg.%s-%s.bytes %" PRIu64 "\n", mode, cipher, b);
}

static void print(FILE *f, const struct wc_totals *stats)
{
	uint64_t requests = 0, bytes = 0;
	int c, m;

	fprintf(f, "backend %s\n", stats->backend);
	fprintf(f, "threads %u\n", stats->threads);
	fprintf(f, "attaches %" PRIu64 "\n", atomic_load(&stats->attaches));
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
			print_one(f, stats, c, m, &requests, &bytes);
	fprintf(f, "requests %" PRIu64 "\n", requests);
	fprintf(f, "bytes %" PRIu64 "\n", bytes);
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

/**
 * wc_totals_write() - write all counts to a file
 * @stats: the counts; workers may change them at the same time
 * @path: the file, replaced atomically
 * @err: why it failed
 *
 * Allocates: workers must not call it.
 *
 * Return: 0 or a negative errno
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
			       "cannot write statistics to %s: %s; give another --stats",
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
			       "cannot write statistics to %s: %s; give another --stats",
			       path, strerror(-ret));
	}
	return 0;
}
