/* SPDX-License-Identifier: GPL-2.0-only */
/* The same requests through libwarpcrypt. */
#ifndef WARPCRYPT_BENCH_NATIVE_LIBRARY_H
#define WARPCRYPT_BENCH_NATIVE_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/bench/engine_load.h"

/**
 * struct native_library - libwarpcrypt, open
 * @w: it
 * @memory: sources and destinations: ordinary, registered
 */
struct native_library {
	struct warpcrypt *w;
	struct engine_memory memory[2];
};

void native_library_open(struct native_library *l, const char *engine);
struct engine_load *native_library_load(struct native_library *l,
					const struct engine_alg *alg,
					uint32_t size, bool registered);
void native_library_close(struct native_library *l);

#endif /* WARPCRYPT_BENCH_NATIVE_LIBRARY_H */
