/* SPDX-License-Identifier: GPL-2.0-only */
/* Batches for libwarpcrypt, one after the other, several under way at a time. */
#ifndef WARPCRYPT_BENCH_ENGINE_LOAD_H
#define WARPCRYPT_BENCH_ENGINE_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"

/**
 * struct engine_alg - what is measured
 * @name: as the command line has it
 * @cipher: a cipher, or empty
 * @mode: its mode
 * @key_len: its key bytes
 * @curve: where there is no cipher
 * @base: multiplies the base point
 */
struct engine_alg {
	const char *name;
	char cipher[16];
	char mode[8];
	uint32_t key_len;
	enum warpcrypt_curve curve;
	bool base;
};

/**
 * struct engine_shape - how it is measured
 * @size: bytes of a request (ciphers)
 * @count: requests or points in a batch
 * @keys: keys that the requests of a batch have in turn
 * @in_flight: batches under way at a time
 * @decrypt: the direction
 * @in_place: source and destination are the same
 * @fresh: the keys are made anew for each batch
 */
struct engine_shape {
	uint32_t size;
	uint32_t count;
	uint32_t keys;
	uint32_t in_flight;
	bool decrypt;
	bool in_place;
	bool fresh;
};

/**
 * struct engine_memory - what requests point into, used over and over
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
 * struct engine_result - what came out
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

void engine_parse(const char *name, uint32_t key_len, struct engine_alg *alg);
struct engine_load *engine_load_new(struct warpcrypt *w,
				    const struct engine_alg *alg,
				    const struct engine_shape *shape,
				    const struct engine_memory *memory);
void engine_load_run(struct engine_load *load, uint64_t ns,
		     struct engine_result *result);
void engine_load_free(struct engine_load *load);

#endif /* WARPCRYPT_BENCH_ENGINE_LOAD_H */
