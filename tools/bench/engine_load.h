/* SPDX-License-Identifier: GPL-2.0-only */
/* Batches for libwarpcrypt, one after the other, several in flight at a time. */
#ifndef WARPCRYPT_BENCH_ENGINE_LOAD_H
#define WARPCRYPT_BENCH_ENGINE_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"

/**
 * struct engine_alg - the algorithm to measure
 * @name: its name on the command line
 * @cipher: a cipher, or empty for a curve
 * @mode: the cipher's mode
 * @key_len: length of its keys, bytes
 * @curve: the curve
 * @rows: how many rows of 32 bytes its points have
 * @base: multiply the base point
 */
struct engine_alg {
	const char *name;
	char cipher[16];
	char mode[8];
	uint32_t key_len;
	enum warpcrypt_curve curve;
	uint32_t rows;
	bool base;
};

/**
 * struct engine_shape - how it is measured
 * @size: bytes of a request (ciphers)
 * @count: requests or points in a batch
 * @keys: keys; the requests of a batch use them in turn
 * @callers: threads that submit
 * @in_flight: batches in flight at a time, of each
 * @decrypt: the direction
 * @fresh: each batch has new keys
 */
struct engine_shape {
	uint32_t size;
	uint32_t count;
	uint32_t keys;
	uint32_t callers;
	uint32_t in_flight;
	bool decrypt;
	bool fresh;
};

/**
 * struct engine_memory - sources and destinations of all requests
 * @bytes: length of each
 * @src: sources, or scalars and points
 * @dst: destinations, or results
 */
struct engine_memory {
	size_t bytes;
	uint8_t *src;
	uint8_t *dst;
};

/**
 * struct engine_result - the result of a run
 * @done: requests or points
 * @ns: wall time
 * @cpu_ns: processor time of all threads
 */
struct engine_result {
	uint64_t done;
	uint64_t ns;
	uint64_t cpu_ns;
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
