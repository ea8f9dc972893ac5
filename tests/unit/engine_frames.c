// SPDX-License-Identifier: GPL-2.0-only
/* Frames of block ciphers' requests. */
#include "tests/unit/either_engine.h"
#include "tests/unit/unit.h"

/* Lengths around all limits, in both directions, with the key in @slot. */
static void all_lengths(struct engine *e, uint8_t mode, uint32_t slot)
{
	static const uint32_t len[] = { 16, 17, 31, 32, 33, 47, 48, 63, 64, 65,
					80, 127, 128, 129, 511, 512, 513, 4080,
					4095, 4096, 4097, 16384, 16399, 16400,
					16401, 32767, 32768, 32783, 32784 };
	uint32_t i;
	int dec;

	for (i = 0; i < sizeof(len) / sizeof(len[0]); i++) {
		if ((mode == WARPCRYPT_MODE_ECB ||
		     mode == WARPCRYPT_MODE_CBC) && len[i] % 16)
			continue;
		builder_begin(&e->b, i % 2);
		for (dec = mode != WARPCRYPT_MODE_CTR; dec >= 0; dec--)
			assert_true(builder_add(&e->b, mode, dec, slot, 0,
						len[i]));
		engine_assert_right(e);
	}
	if (mode != WARPCRYPT_MODE_CTR)
		return;
	/* 1 to 15 keystream bytes. */
	builder_begin(&e->b, 0);
	for (i = 1; i < 16; i++)
		assert_true(builder_add(&e->b, mode, false, slot, 0, i));
	engine_assert_right(e);
}

/* Each cipher, mode and key size. */
TEST_EACH(lengths, 10)
{
	uint16_t sizes[BUILDER_SIZES];
	uint8_t mode;
	size_t i, n;

	for (i = 0; i < BUILDER_CIPHERS; i++) {
		e->b.cipher = builder_ciphers[i];
		for (mode = 0; mode < WARPCRYPT_MODE_COUNT; mode++) {
			n = builder_has(e->b.cipher, mode) ?
			    builder_key_sizes(e->b.cipher, sizes) : 0;
			while (n--) {
				builder_key(&e->b, 3, mode,
					    WARPCRYPT_IS_XTS(mode) ?
					    2 * sizes[n] : sizes[n]);
				all_lengths(e, mode, 3);
			}
		}
	}
}

TEST_SMALL(lengths, 10)

TEST_EACH(mixed, 11)
{
	engine_assert_mixed(e, 24);
}

TEST_SMALL(mixed, 11)

/* A slot's new key is used, not an expanded old one. */
TEST_EACH(rekey, 13)
{
	int i;

	for (i = 0; i < 100; i++) {
		/* 5 and 37 share a place in the CPU engine's cache. */
		uint32_t slot = i % 2 ? 5 : 37;

		builder_key(&e->b, slot, WARPCRYPT_MODE_CBC,
			    (uint16_t)(16 + 8 * (i % 3)));
		builder_begin(&e->b, 0);
		assert_true(builder_add(&e->b, WARPCRYPT_MODE_CBC, i % 4 == 3,
					slot, 0, 64));
		engine_assert_right(e);
	}
}

TEST_SMALL(rekey, 13)
