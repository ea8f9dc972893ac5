/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the unit tests of short Weierstrass curves share. The curve is that of
 * kernels/Makefile-wei.inc: its constants are WEI(name), included on the
 * compiler's command line; WEI_OF_CURVE is its
 * struct wcwei_curve, WEI_NID OpenSSL's number of it.
 */
#ifndef WARPCRYPT_TESTS_UNIT_WEI_COMMON_H
#define WARPCRYPT_TESTS_UNIT_WEI_COMMON_H

#include <openssl/bn.h>
#include <openssl/obj_mac.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cpu/wei.h"
#include "kernels/curve/wei.h"
#include "tests/reference/openssl_wei.h"
#include "tests/splitmix.h"
#include "tests/unit/unit.h"

extern const struct wcwei_curve WEI_OF_CURVE;

#define WEI_WORDS(name) { WEI(name##0), WEI(name##1), WEI(name##2), WEI(name##3) }

/* The next of a fixed series of words: failures repeat. */
static inline uint64_t random_word(void)
{
	static uint64_t state = 256;

	return splitmix64(&state);
}

/* Four words as 32 bytes, the most significant first. */
static inline void to_bytes(uint8_t b[32], const uint64_t w[4])
{
	for (int i = 0; i < 32; i++)
		b[i] = w[3 - i / 8] >> (56 - i % 8 * 8);
}

/*
 * A number of 256 bits: random, or of words and half words that are all zeros or all
 * ones, at whose borders carries are lost.
 */
static inline void random_number(uint64_t w[4])
{
	uint64_t kind = random_word();

	for (int i = 0; i < 4; i++) {
		w[i] = random_word();
		for (int half = 0; half < 64; half += 32, kind >>= 2)
			if (kind >> 40 & 1)
				w[i] = kind & 1 ? w[i] | 0xffffffffULL << half :
						  w[i] & ~(0xffffffffULL << half);
	}
	if (kind % 8 == 0)
		w[random_word() % 4] += random_word() % 3 - 1;
}

/* A scalar that has a result: in [1, n - 1]. */
static inline void random_scalar(uint8_t b[32])
{
	static const uint64_t n[4] = WEI_WORDS(N);
	uint8_t order[32];
	uint64_t w[4];

	to_bytes(order, n);
	do {
		random_number(w);
		to_bytes(b, w);
	} while (memcmp(b, order, 32) >= 0 || !(w[0] | w[1] | w[2] | w[3]));
}

/* A point of the curve, with an x as random_number() makes them. */
static inline void random_point(uint8_t point[64])
{
	uint64_t w[4];
	uint8_t x[32];

	do {
		random_number(w);
		to_bytes(x, w);
	} while (!openssl_wei_lift(WEI_NID, point, x, random_word() & 1));
}

#endif /* WARPCRYPT_TESTS_UNIT_WEI_COMMON_H */
