/* SPDX-License-Identifier: GPL-2.0-only */
/* Random numbers of the searches: the same seed gives the same numbers. */
#ifndef WARPCRYPT_CIRCUITS_DRAW_H
#define WARPCRYPT_CIRCUITS_DRAW_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* The first state, which is not 0. */
static inline uint64_t draw_seed(uint64_t seed)
{
	return (seed + 1) * 0x9e3779b97f4a7c15ull;
}

/* From 0 to @limit - 1. */
static inline uint32_t draw_below(uint64_t *state, uint32_t limit)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (uint32_t)((*state >> 32) * limit >> 32);
}

/* Simulated annealing: whether to accept a step that costs @more. */
static inline bool draw_accept(uint64_t *state, int more, double temperature)
{
	return more <= 0 || exp(-more / temperature) * 1e6 >
				    draw_below(state, 1000000);
}

#endif /* WARPCRYPT_CIRCUITS_DRAW_H */
