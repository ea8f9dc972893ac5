/* SPDX-License-Identifier: GPL-2.0-only */
/* Published results for P-256, a part of wei_engines.c. */
#include "tests/vectors/p256.h"

static void from_hex(uint8_t *to, const char *hex)
{
	for (; *hex; hex += 2) {
		unsigned int byte;

		assert_int_equal(sscanf(hex, "%2x", &byte), 1);
		*to++ = byte;
	}
}

static void test_published(void **state)
{
	(void)state;
	for_each_engine(e) {
		for (size_t i = 0; i < 3; i++) {
			uint8_t own[32], theirs[64], want[64], got[64];

			from_hex(own, p256_published[i].own);
			from_hex(want, p256_published[i].ours);
			assert_int_equal(wcwei_base(CURVE, e, got, own, 1, NULL),
					 0);
			assert_memory_equal(got, want, 64);
			from_hex(theirs, p256_published[i].theirs);
			from_hex(want, p256_published[i].shared);
			assert_int_equal(wcwei_mult(CURVE, e, got, own, theirs,
						    1, NULL), 0);
			assert_memory_equal(got, want, 32);
		}
	}
}
