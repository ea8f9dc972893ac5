/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kuznyechik (GOST R 34.12-2015, RFC 7801), bitsliced: see kernels/block/bitslice.h
 * for the layout. In constant time: no tables are indexed by secrets.
 *
 * A block's first byte is a15 of the standard, its last a0. The state is the
 * lower half of a buffer of 256 planes; the linear transformation needs the other
 * half (kernels/block/kuznyechik_linear.h).
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_H
#define WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_H

#include "kernels/block/bitslice.h"
#include "kernels/block/byte_lanes.h"
#include "kernels/block/kuznyechik_linear.h"
#include "kernels/block/kuznyechik_sbox.h"

#define KUZNYECHIK_KEYS		10
#define KUZNYECHIK_KEY_BYTES	32

/* Each as two little-endian words. */
struct kuznyechik_schedule {
	uint64_t rk[KUZNYECHIK_KEYS][2];
};

/*
 * @enc: masks (bs_key_masks()) of the round keys, with what the S-boxes of the round
 * before leave out; @dec: the same in the order in which decryption uses them.
 */
struct kuznyechik_key {
	bs_key_mask enc[KUZNYECHIK_KEYS][BS_PLANES];
	bs_key_mask dec[KUZNYECHIK_KEYS][BS_PLANES];
	struct kuznyechik_schedule plain;
} __attribute__((aligned(16)));

/* RFC 7801, 4.4.1. */
WC_FN void kuznyechik_encrypt(const struct kuznyechik_key *key, bs_word *buf)
{
	int round, i, j;

	for (round = 0; round < KUZNYECHIK_KEYS - 1; round++) {
		WC_UNROLL
		for (i = 0; i < BS_PLANES; i += 8) {
			bs_word b[8];
			BS_MASKS8(k, key->enc[round] + i);

			WC_UNROLL_SHORT
			for (j = 0; j < 8; j++)
				b[j] = bs_xor_mask(buf[i + j], k[j]);
			kuznyechik_sbox(b);
			WC_UNROLL_SHORT
			for (j = 0; j < 8; j++)
				buf[BS_PLANES + i + j] = b[j];
		}
		kuznyechik_linear(buf);
	}
	bs_add_masks(buf, key->enc[round], BS_PLANES);
}

/* RFC 7801, 4.4.2. */
WC_FN void kuznyechik_decrypt(const struct kuznyechik_key *key, bs_word *buf)
{
	int round, i, j;

	bs_add_masks(buf, key->dec[0], BS_PLANES);
	for (round = 1; round < KUZNYECHIK_KEYS; round++) {
		kuznyechik_inv_linear(buf);
		WC_UNROLL
		for (i = 0; i < BS_PLANES; i += 8) {
			bs_word b[8];
			BS_MASKS8(k, key->dec[round] + i);

			WC_UNROLL_SHORT
			for (j = 0; j < 8; j++)
				b[j] = buf[BS_PLANES + i + j];
			kuznyechik_inv_sbox(b);
			WC_UNROLL_SHORT
			for (j = 0; j < 8; j++)
				buf[i + j] = bs_xor_mask(b[j], k[j]);
		}
	}
}

#if WC_WORD_BITS <= 64

/* S, or its inverse, of one block: its sixteen bytes are sixteen lanes of one S-box. */
WC_FN void kuznyechik_sub_block(uint64_t block[2], int back)
{
	const uint64_t left_out = (back ? KUZNYECHIK_INV_PI_0 : KUZNYECHIK_PI_0) *
				  0x0101010101010101ull;
	bs_word b[8];

	bs_bytes_in(b, block);
	if (back)
		kuznyechik_inv_sbox(b);
	else
		kuznyechik_sbox(b);
	bs_bytes_out(block, b);
	block[0] ^= left_out;
	block[1] ^= left_out;
}

/* Round key @i, sliced for both directions; there may be no such round. */
WC_FN void kuznyechik_put_key(struct kuznyechik_key *key, uint32_t i)
{
	const uint64_t *k = key->plain.rk[i];
	const uint64_t ones = 0x0101010101010101ull;
	uint64_t m[2];

	if (i >= KUZNYECHIK_KEYS)
		return;
	/* L(S(0), S(0), ...): what the round before left out. */
	m[0] = k[0] ^ (i ? 0x05ef3180b30d4650ull : 0);
	m[1] = k[1] ^ (i ? 0x4ebc3fa1d0abd141ull : 0);
	bs_key_masks(key->enc[i], (const uint8_t *)m, 16);

	i = KUZNYECHIK_KEYS - 1 - i;
	m[0] = k[0] ^ (i ? KUZNYECHIK_INV_PI_0 * ones : 0);
	m[1] = k[1] ^ (i ? KUZNYECHIK_INV_PI_0 * ones : 0);
	bs_key_masks(key->dec[i], (const uint8_t *)m, 16);
	wc_wipe(m, sizeof(m));
}

#endif /* WC_WORD_BITS <= 64 */

/*
 * C_i (RFC 7801, 4.3), @i public, from 1 to 32: L of i in the last byte, and so the sum of
 * L of its bits. As two little-endian words.
 */
WC_FN void kuznyechik_constant(uint64_t c[2], uint32_t i)
{
	static const uint64_t of_bit[6][2] = {
		{ 0xb87a486c7276a26eull, 0x019484dd10bd275dull },
		{ 0xb3f490d8e4ec87dcull, 0x02ebcb7920b94ebaull },
		{ 0xa52be3730b1bcd7bull, 0x041555f240b19cb7ull },
		{ 0x895605e6163659f6ull, 0x082aaa2780a1fbadull },
		{ 0xd1ac0a0f2c6cb22full, 0x1054974ec3813599ull },
		{ 0x619b141e58d8a75eull, 0x20a8ed9c45c16af1ull }
	};
	int bit;

	c[0] = 0;
	c[1] = 0;
	for (bit = 0; bit < 6; bit++) {
		if (!(i >> bit & 1))
			continue;
		c[0] ^= of_bit[bit][0];
		c[1] ^= of_bit[bit][1];
	}
}

#if WC_WORD_BITS <= 64

/* RFC 7801, 4.3. */
WC_FN void kuznyechik_schedule(struct kuznyechik_schedule *schedule,
			       const uint8_t *bytes, uint32_t len)
{
	/* k[0], k[1] are the left half, k[2], k[3] the right half. */
	uint64_t k[4], t[2], c[2];
	uint32_t i;

	(void)len;
	__builtin_memcpy(k, bytes, sizeof(k));
	__builtin_memcpy(schedule->rk, k, sizeof(k));
	for (i = 1; i <= 32; i++) {
		kuznyechik_constant(c, i);
		t[0] = k[0] ^ c[0];
		t[1] = k[1] ^ c[1];
		kuznyechik_sub_block(t, 0);
		kuznyechik_linear_block(t);
		t[0] ^= k[2];
		t[1] ^= k[3];
		k[2] = k[0];
		k[3] = k[1];
		k[0] = t[0];
		k[1] = t[1];
		if (i % 8 == 0)
			__builtin_memcpy(schedule->rk + i / 4, k,
					 sizeof(k));
	}
	wc_wipe(k, sizeof(k));
	wc_wipe(t, sizeof(t));
}

WC_FN void kuznyechik_expand(struct kuznyechik_key *key, const uint8_t *bytes,
			     uint32_t len)
{
	uint32_t i;

	kuznyechik_schedule(&key->plain, bytes, len);
	for (i = 0; i < KUZNYECHIK_KEYS; i++)
		kuznyechik_put_key(key, i);
}

WC_FN void kuznyechik_add_block(uint64_t block[2], const uint64_t rk[2])
{
	block[0] ^= rk[0];
	block[1] ^= rk[1];
}

WC_FN void kuznyechik_one(const struct kuznyechik_schedule *schedule,
			  int decrypt, uint8_t *dst, const uint8_t *src)
{
	uint64_t block[2];
	int i;

	__builtin_memcpy(block, src, sizeof(block));
	for (i = 0; !decrypt && i < KUZNYECHIK_KEYS - 1; i++) {
		kuznyechik_add_block(block, schedule->rk[i]);
		kuznyechik_sub_block(block, 0);
		kuznyechik_linear_block(block);
	}
	kuznyechik_add_block(block, schedule->rk[KUZNYECHIK_KEYS - 1]);
	for (i = KUZNYECHIK_KEYS - 2; decrypt && i >= 0; i--) {
		kuznyechik_inv_linear_block(block);
		kuznyechik_sub_block(block, 1);
		kuznyechik_add_block(block, schedule->rk[i]);
	}
	__builtin_memcpy(dst, block, sizeof(block));
}

#endif /* WC_WORD_BITS <= 64 */

#endif /* WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_H */
