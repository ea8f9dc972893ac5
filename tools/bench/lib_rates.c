// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/lib_rates.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tools/bench/util.h"

/* What a thread copies at a time, as the library's threads do. */
#define PIECE	(8u << 20)

/* A thread that copies in and out. */
struct copier {
	pthread_t thread;
	const uint8_t *src;	/* its part of the source */
	uint8_t *dst;		/* of the destination */
	size_t bytes;		/* of both */
	uint64_t end;		/* when to stop, by now_ns() */
	uint64_t copied;	/* bytes that went in and out */
};

static void *copy_until(void *arg)
{
	struct copier *c = arg;
	size_t most = c->bytes < PIECE ? c->bytes : PIECE, at = 0, part;
	uint8_t *own = malloc(most);

	if (!own)
		die("out of memory");
	do {
		part = c->bytes - at < most ? c->bytes - at : most;
		memcpy(own, c->src + at, part);
		/* The compiler must not copy past it. */
		__asm__ volatile("" : : "r"(own) : "memory");
		memcpy(c->dst + at, own, part);
		c->copied += part;
		at = (at + part) % c->bytes;
	} while (now_ns() < c->end);
	free(own);
	return NULL;
}

/*
 * How fast threads copy memory, which is divided among them, in and out again for @ns: bytes per
 * second that went in and out, each counted once.
 */
double rates_memcpy(uint8_t *dst, const uint8_t *src, size_t bytes,
		    unsigned int threads, uint64_t ns)
{
	struct copier *c = get_zeroed(threads, sizeof(*c));
	size_t part = bytes / threads;
	uint64_t start = now_ns(), copied = 0;
	unsigned int i;

	if (!part)
		die("the buffer is too small for %u threads; give more with --buffer", threads);
	for (i = 0; i < threads; i++) {
		c[i].src = src + i * part;
		c[i].dst = dst + i * part;
		c[i].bytes = part;
		c[i].end = start + ns;
		if (pthread_create(&c[i].thread, NULL, copy_until, &c[i]))
			die("cannot start a thread");
	}
	for (i = 0; i < threads; i++) {
		pthread_join(c[i].thread, NULL);
		copied += c[i].copied;
	}
	free(c);
	return (double)copied * 1e9 / (double)(now_ns() - start);
}
