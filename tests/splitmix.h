/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_TESTS_SPLITMIX_H
#define WARPCRYPT_TESTS_SPLITMIX_H

#include <stdint.h>

/* The next of a series of words: splitmix64 (Steele, Lea and Flood, 2014). */
static inline uint64_t splitmix64(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

#endif /* WARPCRYPT_TESTS_SPLITMIX_H */
