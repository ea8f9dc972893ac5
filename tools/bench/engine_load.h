/* SPDX-License-Identifier: GPL-2.0-only */
/* Batches for libwarpcrypt, one after the other, several in flight at a time. */
#ifndef WARPCRYPT_BENCH_ENGINE_LOAD_H
#define WARPCRYPT_BENCH_ENGINE_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"

/* The algorithm to measure. */
struct engine_alg {
	const char *name;	/* its name on the command line */
	char cipher[16];	/* a cipher, or empty for a curve */
	char mode[8];
	uint32_t key_len;	/* bytes */
	enum warpcrypt_curve curve;
	uint32_t rows;		/* how many rows of 32 bytes its points have */
	bool base;		/* multiply the base point */
};

/* How it is measured. */
struct engine_shape {
	uint32_t size;		/* bytes of a request (ciphers) */
	uint32_t count;		/* requests or points in a batch */
	uint32_t keys;		/* keys; the requests of a batch use them in turn */
	uint32_t callers;	/* threads that submit */
	uint32_t in_flight;	/* batches in flight at a time, of each */
	bool decrypt;
	bool fresh;		/* each batch has new keys */
};

/* Sources and destinations of all requests. */
struct engine_memory {
	size_t bytes;	/* of each */
	uint8_t *src;	/* sources, or scalars and points */
	uint8_t *dst;	/* destinations, or results */
};

/* The result of a run. */
struct engine_result {
	uint64_t done;		/* requests or points */
	uint64_t ns;		/* wall time */
	uint64_t cpu_ns;	/* processor time of all threads */
};

struct engine_load;

void engine_memory_get(struct warpcrypt *w, size_t bytes, struct engine_memory memory[2]);
void engine_parse(const char *name, struct engine_alg *alg);
struct engine_load *engine_load_new(struct warpcrypt *w,
				    const struct engine_alg *alg,
				    const struct engine_shape *shape,
				    const struct engine_memory *memory);
void engine_load_run(struct engine_load *load, uint64_t ns,
		     struct engine_result *result);
void engine_load_free(struct engine_load *load);

#endif /* WARPCRYPT_BENCH_ENGINE_LOAD_H */
