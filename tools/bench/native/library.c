// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/native/library.h"

#include <stdlib.h>
#include <string.h>

#include "tools/bench/util.h"

#define BYTES		((size_t)64 << 20)
/* Batches, of a buffer each. */
#define IN_FLIGHT	2u

/**
 * native_library_open() - open libwarpcrypt; exits if that fails
 * @l: filled in
 * @engine: cpu or cuda
 */
void native_library_open(struct native_library *l, const char *engine)
{
	const struct warpcrypt_options options = {
		.size = sizeof(options), .backend = engine,
	};
	struct engine_memory *own = &l->memory[0], *registered = &l->memory[1];
	void *src, *dst;

	if (warpcrypt_open(&l->w, &options) ||
	    warpcrypt_alloc(l->w, BYTES, &src) ||
	    warpcrypt_alloc(l->w, BYTES, &dst))
		die("%s", warpcrypt_error());
	*registered = (struct engine_memory){ BYTES, src, dst };
	*own = (struct engine_memory){ BYTES, malloc(BYTES), malloc(BYTES) };
	if (!own->src || !own->dst)
		die("out of memory");
	fill_random(own->src, BYTES);
	memset(own->dst, 0, BYTES);
	memcpy(registered->src, own->src, BYTES);
	memset(registered->dst, 0, BYTES);
}

/**
 * native_library_load() - what engine_load_run() takes
 * @l: open
 * @alg: the algorithm; stays as it is
 * @size: bytes of a request
 * @registered: in memory that the engine reads and writes itself
 */
struct engine_load *native_library_load(struct native_library *l,
					const struct engine_alg *alg,
					uint32_t size, bool registered)
{
	const struct engine_shape shape = {
		.size = size, .count = (uint32_t)(BYTES / size), .keys = 1,
		.in_flight = IN_FLIGHT,
	};

	return engine_load_new(l->w, alg, &shape, &l->memory[registered]);
}

/**
 * native_library_close() - close it
 * @l: open, without loads
 */
void native_library_close(struct native_library *l)
{
	warpcrypt_free(l->w, l->memory[1].src);
	warpcrypt_free(l->w, l->memory[1].dst);
	free(l->memory[0].src);
	free(l->memory[0].dst);
	warpcrypt_close(l->w);
}
