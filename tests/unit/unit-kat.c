// SPDX-License-Identifier: GPL-2.0-only
/*
 * The module's known answers, compared with tests/reference (which unit-matrix compares with
 * libcrypto) and, of P-256, OpenSSL: a wrong one would refuse all helpers, a missing one would
 * accept a broken one.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <openssl/obj_mac.h>

#include "kmod/uapi/warpcrypt.h"
#include "tests/reference/modes.h"
#include "tests/reference/openssl_wei.h"
#include "tests/reference/reference.h"
#include "tests/unit/unit.h"

/* What the file needs of the kernel. */
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#include "kmod/kat_vectors.c"
#include "kmod/kpp_vectors.c"

#define NAME_OF(NAME, name, number, ...)	[number] = #name,

static const char *const names[] = { WARPCRYPT_CIPHERS(NAME_OF) };
static const char *const modes[] = { WARPCRYPT_MODES(NAME_OF) WARPCRYPT_OWN_MODES(NAME_OF) };

static void compute(const struct wc_kat *kat, int decrypt, uint8_t *buf)
{
	int keys = WARPCRYPT_IS_XTS(kat->mode) ? 2 : 1;
	size_t len = kat->key_len / keys;
	struct reference_key data, tweak;

	assert_in_range(kat->mode, 0, WARPCRYPT_MODE_COUNT - 1);
	assert_true(reference_set_key(&data, names[kat->cipher], kat->key, len));
	if (keys == 2)
		assert_true(reference_set_key(&tweak, names[kat->cipher], kat->key + len, len));
	reference_mode(modes[kat->mode], reference_block, &data, &tweak, decrypt, kat->iv,
		       kat->block, buf, kat->len);
}

TEST(answers)
{
	unsigned int i;

	for (i = 0; i < wc_kat_count; i++) {
		const struct wc_kat *kat = &wc_kats[i];
		uint8_t buf[WC_KAT_MAX];

		assert_in_range(kat->len, 1, WC_KAT_MAX);
		assert_true(kat->mode == WARPCRYPT_MODE_ECB || kat->iv);
		memcpy(buf, kat->plain, kat->len);
		compute(kat, 0, buf);
		if (memcmp(buf, kat->sealed, kat->len))
			fail_msg("known answer %u is wrong", i);
		compute(kat, 1, buf);
		if (memcmp(buf, kat->plain, kat->len))
			fail_msg("known answer %u does not come back", i);
	}
}

static unsigned int count(u8 cipher, u8 mode, size_t key_len)
{
	unsigned int i, n = 0;

	for (i = 0; i < wc_kat_count; i++)
		n += wc_kats[i].cipher == cipher && wc_kats[i].mode == mode &&
		     wc_kats[i].key_len == key_len;
	return n;
}

/* In XTS there are also one that steals, and one from the middle of a data unit. */
static void check_xts(u8 cipher, u8 mode)
{
	unsigned int i, steals = 0, middle = 0;

	for (i = 0; i < wc_kat_count; i++) {
		if (wc_kats[i].cipher != cipher || wc_kats[i].mode != mode)
			continue;
		steals += wc_kats[i].len % 16 != 0;
		middle += wc_kats[i].block != 0;
	}
	if (!steals || !middle)
		fail_msg("cipher %u, mode %u: %u known answers steal, %u begin in the middle",
			 cipher, mode, steals, middle);
}

/* Every cipher, key length and mode has one, but for AES-192 in XTS: IEEE 1619. */
TEST(complete)
{
	static const struct {
		u8 number;
		size_t min, max, step;
	} ciphers[] = {
#define KEYS_OF(NAME, name, number, min, max, step) \
		{ number, min, max, step },
		WARPCRYPT_CIPHERS(KEYS_OF)
	};
	unsigned int c, mode;
	size_t key;

	for (c = 0; c < ARRAY_SIZE(ciphers); c++)
		for (key = ciphers[c].min; key <= ciphers[c].max;
		     key += ciphers[c].step)
			for (mode = 0; mode < WARPCRYPT_MODE_COUNT; mode++) {
				bool xts = WARPCRYPT_IS_XTS(mode);
				size_t len = key * (1 + xts);

				if (ciphers[c].number == WARPCRYPT_CIPHER_AES &&
				    xts && key == 24)
					continue;
				if (!(WARPCRYPT_CIPHER_MODES(ciphers[c].number) >> mode & 1))
					continue;
				if (xts)
					check_xts(ciphers[c].number, mode);
				if (!count(ciphers[c].number, mode, len))
					fail_msg("cipher %u, mode %u, key of %zu bytes: no known answer",
						 ciphers[c].number, mode, len);
			}
}

TEST(groups)
{
	static const u8 groups[] = {
#define NUMBER_OF(NAME, name, number, ...) number,
		WARPCRYPT_GROUPS(NUMBER_OF)
	};
	unsigned int g, i, n[WARPCRYPT_KPP_COUNT];

	for (g = 0; g < ARRAY_SIZE(groups); g++) {
		memset(n, 0, sizeof(n));
		for (i = 0; i < wc_kpp_kat_count; i++)
			if (wc_kpp_kats[i].cipher == groups[g])
				n[wc_kpp_kats[i].mode]++;
		if (!n[WARPCRYPT_KPP_BASE] || !n[WARPCRYPT_KPP_POINT])
			fail_msg("group %u: no known answer with the base point, or with another",
				 groups[g]);
	}
}

/* Each direction of each answer takes a key slot, one cipher at a time. */
TEST(slots)
{
	unsigned int n[WARPCRYPT_CIPHER_COUNT] = { 0 }, i;

	for (i = 0; i < wc_kat_count; i++)
		n[wc_kats[i].cipher] += 2;
	for (i = 0; i < WARPCRYPT_CIPHER_COUNT; i++)
		assert_in_range(n[i], 0, WARPCRYPT_KEY_SLOTS_MIN);
}

/* Units of P-256: good ones in both modes, and in both modes some without a result. */
TEST(p256)
{
	unsigned int n[WARPCRYPT_KPP_COUNT][2] = { { 0 } }, i;

	for (i = 0; i < wc_kpp_kat_count; i++) {
		const struct wc_kat *kat = &wc_kpp_kats[i];
		struct warpcrypt_kpp_p256_out want = { .status = 0 };
		struct warpcrypt_kpp_p256_in in;
		uint8_t result[64];

		if (kat->cipher != WARPCRYPT_CIPHER_P256)
			continue;
		assert_int_equal(kat->len, sizeof(in));
		assert_true(kat->one_way);
		memcpy(&in, kat->plain, sizeof(in));
		if (openssl_wei_mult(NID_X9_62_prime256v1, result, in.scalar,
				     kat->mode == WARPCRYPT_KPP_POINT ? in.x :
								       NULL))
			want.status = WARPCRYPT_KPP_DONE;
		else
			want.status = WARPCRYPT_KPP_NONE;
		memcpy(want.x, result, sizeof(want.x));
		memcpy(want.y, result + sizeof(want.x), sizeof(want.y));
		if (memcmp(&want, kat->sealed, sizeof(want)))
			fail_msg("known answer %u of P-256 is wrong", i);
		n[kat->mode][want.status]++;
	}
	for (i = 0; i < WARPCRYPT_KPP_COUNT; i++)
		assert_true(n[i][0] > 1 && n[i][1] > 1);
}

UNIT_MAIN("kat", NULL, NULL)
