/* SPDX-License-Identifier: GPL-2.0-only */
/* What the unit tests of 25519 share. */
#ifndef WARPCRYPT_TESTS_UNIT_25519_COMMON_H
#define WARPCRYPT_TESTS_UNIT_25519_COMMON_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cpu/x25519.h"
#include "tests/hex.h"
#include "tests/reference/openssl_25519.h"
#include "tests/splitmix.h"
#include "tests/unit/unit.h"

/* The next of a fixed series of words: failures repeat. */
static inline uint64_t random_word(void)
{
	static uint64_t state = 25519;

	return splitmix64(&state);
}

static inline void random_bytes(void *to, size_t n)
{
	uint8_t *p = to;

	for (; n; n--)
		*p++ = random_word() >> 56;
}

#endif /* WARPCRYPT_TESTS_UNIT_25519_COMMON_H */
