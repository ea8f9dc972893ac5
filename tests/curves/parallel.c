// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tests/curves/parallel.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* A thread takes so many calls at a time. */
#define CHUNK		16u
#define THREADS_MAX	256
/* Who waits longer than this (seconds) is told, every so often. */
#define PATIENCE	5

struct work {
	const char *what;
	size_t count;
	parallel_fn fn;
	void *ctx;
	atomic_size_t next;
};

/* A clock that only goes forward. */
double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/*
 * Says on standard error how far it is, now and then; @done is 0 if that is not known. Only to
 * be called from the first thread.
 */
void progress(const char *what, size_t done, size_t count)
{
	static double first, last;
	double now = seconds();

	if (!first)
		first = last = now;
	if (now - last < PATIENCE)
		return;
	last = now;
	fprintf(stderr, "%s: [%4.0f s] %s: ",
		program_invocation_short_name, now - first, what);
	if (done)
		fprintf(stderr, "%zu of ", done);
	fprintf(stderr, "%zu\n", count);
}

/* Returns where a chunk begins: beyond the end when nothing is left. */
static size_t take(struct work *w)
{
	return atomic_fetch_add(&w->next, CHUNK);
}

static void do_chunk(struct work *w, size_t i)
{
	size_t end = i + CHUNK < w->count ? i + CHUNK : w->count;

	for (; i < end; i++)
		w->fn(w->ctx, i);
}

static void *run(void *ctx)
{
	struct work *w = ctx;
	size_t i;

	while ((i = take(w)) < w->count)
		do_chunk(w, i);
	return NULL;
}

/*
 * Call a function for 0, 1, ... below @count on all processors, in any order; @what is for
 * progress().
 */
void in_parallel(const char *what, size_t count, parallel_fn fn, void *ctx)
{
	struct work w = { .what = what, .count = count, .fn = fn, .ctx = ctx };
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	pthread_t thread[THREADS_MAX];
	int n = 0;
	size_t i;

	/* This thread is one of them. Fewer will do. */
	while (n < THREADS_MAX && n + 1 < cpus && n * CHUNK < count &&
	       !pthread_create(&thread[n], NULL, run, &w))
		n++;
	while ((i = take(&w)) < count) {
		progress(what, i, count);
		do_chunk(&w, i);
	}
	while (n--)
		pthread_join(thread[n], NULL);
}
