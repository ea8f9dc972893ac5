// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/engine_groups.h"

#include <errno.h>

#include "helper/transport/check.h"
#include "tests/unit/either_engine.h"
#include "tests/unit/unit.h"

/*
 * Units of all groups and modes, in requests of all lengths between those of
 * block ciphers; enough of each for more than one batch.
 */
void frames_groups(bool cpu)
{
	static const uint32_t units[] = { 1, 2, 3, 31, 1, 130, 8, 1, 200, 9 };
	struct engine e;
	uint32_t i;

	engine_init(&e, cpu, 20);
	builder_key(&e.b, 1, WARPCRYPT_MODE_CTR, 16);
	builder_begin(&e.b, 0);
	for (i = 0; i < 2 * BUILDER_GROUPS * sizeof(units) / sizeof(units[0]); i++) {
		assert_true(builder_add_units(&e.b,
					      builder_groups[i % BUILDER_GROUPS],
					      i / BUILDER_GROUPS & 1,
					      units[i / (2 * BUILDER_GROUPS)]));
		assert_true(builder_add(&e.b, WARPCRYPT_MODE_CTR, false, 1, 0,
					1 + i));
	}
	engine_assert_right(&e);
	engine_free(&e);
}

/* Signature checks of both schemes, between multiplications and block ciphers. */
void frames_checks(bool cpu)
{
	static const uint32_t units[] = { 1, 2, 3, 31, 1, 70, 8, 1, 100, 9 };
	struct engine e;
	uint32_t i;

	engine_init(&e, cpu, 22);
	builder_key(&e.b, 1, WARPCRYPT_MODE_CTR, 16);
	builder_begin(&e.b, 0);
	for (i = 0; i < 2 * sizeof(units) / sizeof(units[0]); i++) {
		uint8_t group = i & 1 ? WARPCRYPT_CIPHER_P256 :
					WARPCRYPT_CIPHER_EDWARDS25519;

		assert_true(builder_add_checks(&e.b, group, units[i / 2]));
		assert_true(builder_add(&e.b, WARPCRYPT_MODE_CTR, false, 1, 0,
					1 + i));
		assert_true(builder_add_units(&e.b, group, i / 2 & 1, 2));
	}
	engine_assert_right(&e);
	engine_free(&e);
}

/* Each field of a group's descriptor, wrong one at a time. */
void frames_wrong_groups(bool cpu)
{
	struct engine e;

	engine_init(&e, cpu, 21);
#define WRONG(change) do {						\
	struct warpcrypt_desc *d = builder_desc(&e.b, 0);		\
	builder_begin(&e.b, 0);						\
	assert_true(builder_add_units(&e.b, WARPCRYPT_CIPHER_EDWARDS25519, \
				      WARPCRYPT_KPP_BASE, 2));		\
	change;								\
	assert_int_equal(engine_do(&e), -EINVAL);			\
} while (0)
	WRONG(d->mode = WARPCRYPT_KPP_COUNT);
	WRONG(d->mode = 255);
	/* Units of checks are longer, and X25519 has none. */
	WRONG(d->mode = WC_CHECK);
	WRONG((d->mode = WC_CHECK, d->cipher = WARPCRYPT_CIPHER_CURVE25519));
	WRONG(d->flags = WARPCRYPT_DESC_DECRYPT);
	WRONG(d->block = 1);
	WRONG(d->len = 64 + 63);
	WRONG(d->len = 32);
	WRONG(d->len = 192);
	WRONG(d->cipher = builder_no_cipher());
	WRONG(d->cipher = WARPCRYPT_CIPHER_SM4);
	/* Units of P-256 have 96 bytes. */
	WRONG(d->cipher = WARPCRYPT_CIPHER_P256);
	WRONG((d->cipher = WARPCRYPT_CIPHER_P256, d->len = 95));
	WRONG((d->cipher = WARPCRYPT_CIPHER_P256, d->len = 64));
#undef WRONG
	engine_free(&e);
}
