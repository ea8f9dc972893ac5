/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers that look random and are the same in every run. */
#ifndef WARPCRYPT_TESTS_UNIT_RAND_H
#define WARPCRYPT_TESTS_UNIT_RAND_H

#include <stddef.h>
#include <stdint.h>

/* A source of numbers (a 64-bit LCG, upper bits used). */
struct test_rand {
	uint64_t state;	/* any seed */
};

static inline uint32_t rand_u32(struct test_rand *r)
{
	r->state = r->state * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(r->state >> 32);
}

static inline uint64_t rand_u64(struct test_rand *r)
{
	uint64_t upper = rand_u32(r);

	return upper << 32 | rand_u32(r);
}

/* Below @limit, which is not 0. */
static inline uint32_t rand_below(struct test_rand *r, uint32_t limit)
{
	return (uint32_t)(((uint64_t)rand_u32(r) * limit) >> 32);
}

static inline void rand_fill(struct test_rand *r, void *buf, size_t len)
{
	uint8_t *p = buf;

	while (len--)
		*p++ = (uint8_t)(rand_u32(r) >> 24);
}

#endif /* WARPCRYPT_TESTS_UNIT_RAND_H */
