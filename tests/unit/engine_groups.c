// SPDX-License-Identifier: GPL-2.0-only
/* Frames with units of groups. */
#include <errno.h>

#include "helper/transport/check.h"
#include "tests/unit/either_engine.h"
#include "tests/unit/unit.h"

/*
 * Units of all groups and modes, in requests of all lengths between those of
 * block ciphers; enough of each for more than one batch.
 */
TEST_EACH(groups, 20)
{
	static const uint32_t units[] = { 1, 2, 3, 31, 1, 130, 8, 1, 200, 9 };
	uint32_t i;

	builder_key(&e->b, 1, WARPCRYPT_MODE_CTR, 16);
	builder_begin(&e->b, 0);
	for (i = 0; i < 2 * BUILDER_GROUPS * sizeof(units) / sizeof(units[0]); i++) {
		assert_true(builder_add_units(&e->b,
					      builder_groups[i % BUILDER_GROUPS],
					      i / BUILDER_GROUPS & 1,
					      units[i / (2 * BUILDER_GROUPS)]));
		assert_true(builder_add(&e->b, WARPCRYPT_MODE_CTR, false, 1, 0,
					1 + i));
	}
	engine_assert_right(e);
	/* Alone: the GPU's code has an inversion for one. */
	for (i = 0; i < 2 * BUILDER_GROUPS; i++) {
		builder_begin(&e->b, 0);
		assert_true(builder_add_units(&e->b, builder_groups[i / 2], i % 2, 1));
		engine_assert_right(e);
	}
}

/* Signature checks, between multiplications and block ciphers. */
TEST_EACH(checks, 22)
{
	static const uint32_t units[] = { 1, 2, 3, 31, 1, 70, 8, 1, 100, 9 };
	uint32_t i;

	builder_key(&e->b, 1, WARPCRYPT_MODE_CTR, 16);
	builder_begin(&e->b, 0);
	for (i = 0; i < 2 * sizeof(units) / sizeof(units[0]); i++) {
		uint8_t group = i & 1 ? WARPCRYPT_CIPHER_P256 :
					WARPCRYPT_CIPHER_EDWARDS25519;

		assert_true(builder_add_checks(&e->b, group, i % 4 == 2 ?
					       WC_CHECK_COFACTOR : WC_CHECK,
					       units[i / 2]));
		assert_true(builder_add(&e->b, WARPCRYPT_MODE_CTR, false, 1, 0,
					1 + i));
		assert_true(builder_add_units(&e->b, group, i / 2 & 1, 2));
	}
	engine_assert_right(e);
}

/* A group's descriptor that view.c refuses (unit-view has them all), and those that engines do. */
TEST_EACH(wrong_groups, 21)
{
#define WRONG(change) do {						\
	struct warpcrypt_desc *d = builder_desc(&e->b, 0);		\
	builder_begin(&e->b, 0);						\
	assert_true(builder_add_units(&e->b, WARPCRYPT_CIPHER_EDWARDS25519, \
				      WARPCRYPT_KPP_BASE, 2));		\
	change;								\
	assert_int_equal(engine_do(e), -EINVAL);			\
} while (0)
	WRONG(d->len = 192);
	WRONG(d->cipher = builder_no_cipher());
	WRONG(d->cipher = WARPCRYPT_CIPHER_SM4);
#undef WRONG
}
