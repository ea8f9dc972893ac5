// SPDX-License-Identifier: GPL-2.0-only
/* Frames that are not valid: -EINVAL, and no memory errors. */
#include <errno.h>

#include "tests/unit/either_engine.h"
#include "tests/unit/unit.h"

/*
 * Fields of a descriptor and of a key, wrong one at a time: one that view.c refuses
 * (unit-view has them all), and those that engines do. Of a descriptor with a key that the
 * engine has not seen, and with one that it has kept.
 */
TEST_EACH(wrong_fields, 14)
{
	struct warpcrypt_key *key, good;
	int kept;

	builder_key(&e->b, 0, WARPCRYPT_MODE_XTS, 32);
	key = wc_mapping_key(&e->b.arena, 0);
	good = *key;
#define WRONG_DESC(change) do {						\
	struct warpcrypt_desc *d = engine_one_xts(e);			\
	if (kept)							\
		assert_int_equal(engine_do(e), 0);			\
	change;								\
	assert_int_equal(engine_do(e), -EINVAL);			\
} while (0)
	for (kept = 0; kept < 2; kept++) {
		WRONG_DESC(d->cipher = WARPCRYPT_CIPHER_NONE);
		WRONG_DESC(d->cipher = WARPCRYPT_CIPHER_SKINNY);
		WRONG_DESC(d->cipher = WARPCRYPT_CIPHER_SM4);
		WRONG_DESC(d->cipher = builder_no_cipher());
		/* AES has it not. */
		WRONG_DESC(d->mode = WARPCRYPT_MODE_XTS_GB);
		WRONG_DESC(d->key_generation++);
		WRONG_DESC(d->len = 4097);
		WRONG_DESC(d->mode = WARPCRYPT_MODE_ECB);
		WRONG_DESC(d->mode = WARPCRYPT_MODE_CTR);
		WRONG_DESC((d->mode = WARPCRYPT_MODE_CTR, d->flags = 1));
	}
#undef WRONG_DESC
#define WRONG_KEY(change) do {						\
	*key = good;							\
	key->generation++;						\
	engine_one_xts(e);						\
	good.generation++;						\
	change;								\
	assert_int_equal(engine_do(e), -EINVAL);			\
} while (0)
	WRONG_KEY(key->generation++);
	WRONG_KEY(key->cipher = WARPCRYPT_CIPHER_NONE);
	WRONG_KEY(key->cipher = WARPCRYPT_CIPHER_KUZNYECHIK);
	WRONG_KEY(key->mode = WARPCRYPT_MODE_CTR);
	WRONG_KEY(key->len = 31);
	WRONG_KEY(key->len = 33);
	WRONG_KEY(key->len = 96);
#undef WRONG_KEY
	*key = good;
	key->generation++;
	engine_one_xts(e);
	engine_assert_right(e);
}

/* Random arenas: nothing crashes, and few frames succeed. */
TEST_EACH(garbage, 16)
{
	uint32_t i, r, done = 0;

	for (i = 0; i < 2000; i++) {
		uint32_t requests = 1 + rand_below(&e->b.rand, 40);
		struct warpcrypt_desc *d;

		if (i % 100 == 0)
			builder_key(&e->b, i / 100, (uint8_t)(i / 100 % 4), 32);
		builder_begin(&e->b, i % 2);
		e->b.handed.requests = requests;
		e->b.handed.payload = rand_below(&e->b.rand, engine_geometry.frame_size -
						requests * 64 + 1);
		for (r = 0; r < requests; r++) {
			d = builder_desc(&e->b, r);
			rand_fill(&e->b.rand, d, sizeof(*d));
			/* Most are nearly valid, to pass the first check. */
			if (!rand_below(&e->b.rand, 8))
				continue;
			d->cipher = WARPCRYPT_CIPHER_AES;
			d->flags &= 1;
			d->key_slot = rand_below(&e->b.rand, 20);
			d->mode = wc_mapping_key(&e->b.arena, d->key_slot)->mode;
			d->key_generation = 1;
			d->offset = rand_below(&e->b.rand,
					       engine_geometry.frame_size) & ~63u;
			d->len = rand_below(&e->b.rand, engine_geometry.frame_size);
			d->reserved0 = 0;
			d->block = rand_below(&e->b.rand, 2) ? 0 : d->block;
			memset(d->reserved, 0, sizeof(d->reserved));
		}
		if (!engine_do(e))
			done++;
	}
	assert_true(done < 200);
}

/* Overlapping payloads cannot overrun anything. */
TEST_EACH(overlapping, 17)
{
	const uint32_t most = engine_geometry.frame_size / 64 - 64;
	struct warpcrypt_desc good;
	uint32_t i;
	int expected;

	builder_key(&e->b, 0, WARPCRYPT_MODE_XTS, 32);
	good = *engine_one_xts(e);
	e->b.handed.requests = most;
	for (i = 0; i < most; i++)
		*builder_desc(&e->b, i) = good;
	/* The CPU engine processes the same bytes repeatedly. */
	expected = e->ops && !e->ops->shared_engine ? 0 : -EINVAL;
	assert_int_equal(engine_do(e), expected);
	/* Few of them, but long: more GPU threads than a frame can need. */
	builder_key(&e->b, 1, WARPCRYPT_MODE_ECB, 16);
	builder_begin(&e->b, 0);
	assert_true(builder_add(&e->b, WARPCRYPT_MODE_ECB, false, 1, 0, 200000));
	*builder_desc(&e->b, 1) = *builder_desc(&e->b, 0);
	e->b.handed.requests = 2;
	assert_int_equal(engine_do(e), expected);
}
