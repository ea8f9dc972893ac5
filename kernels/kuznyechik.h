/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kuznyechik (GOST R 34.12-2015, RFC 7801), bitsliced: see kernels/bitslice.h
 * for the layout. In constant time: no tables are indexed by secrets.
 *
 * A block's first byte is a15 of the standard, its last a0. The state is the
 * lower half of a buffer of 256 planes; the other half is what the linear
 * transformation moves through (kernels/kuznyechik_linear.h).
 */
#ifndef WARPCRYPT_KERNELS_KUZNYECHIK_H
#define WARPCRYPT_KERNELS_KUZNYECHIK_H

#include "kernels/bitslice.h"
#include "kernels/byte_lanes.h"
#include "kernels/kuznyechik_linear.h"
#include "kernels/kuznyechik_sbox.h"

#define KUZNYECHIK_KEYS		10
#define KUZNYECHIK_KEY_BYTES	32

/**
 * struct kuznyechik_key - an expanded key
 * @enc: masks (see bs_key_masks()) of the round keys in their order, with what
 *	the S-boxes of the round before left out
 * @dec: the same for decryption, in the order in which it takes them
 * @plain: the round keys themselves, as two little-endian words, for blocks
 *	that come alone
 */
struct kuznyechik_key {
	uint32_t enc[KUZNYECHIK_KEYS][BS_PLANES];
	uint32_t dec[KUZNYECHIK_KEYS][BS_PLANES];
	uint64_t plain[KUZNYECHIK_KEYS][2];
} __attribute__((aligned(16)));

/**
 * kuznyechik_encrypt() - encrypt BS_LANES blocks (RFC 7801, 4.4.1)
 * @key: expanded by kuznyechik_expand()
 * @buf: 256 planes; the blocks in the first 128, the rest is scratch
 */
WC_FN void kuznyechik_encrypt(const struct kuznyechik_key *key, bs_word *buf)
{
	int round, i, j;

	for (round = 0; round < KUZNYECHIK_KEYS - 1; round++) {
		WC_UNROLL
		for (i = 0; i < BS_PLANES; i += 8) {
			bs_word *b = buf + BS_PLANES + i;

			WC_UNROLL
			for (j = 0; j < 8; j++)
				b[j] = buf[i + j] ^
				       bs_mask(key->enc[round][i + j]);
			kuznyechik_sbox(b);
		}
		kuznyechik_linear(buf);
	}
	bs_add_masks(buf, key->enc[round], BS_PLANES);
}

/**
 * kuznyechik_decrypt() - decrypt BS_LANES blocks (RFC 7801, 4.4.2)
 * @key: expanded by kuznyechik_expand()
 * @buf: 256 planes; the blocks in the first 128, the rest is scratch
 */
WC_FN void kuznyechik_decrypt(const struct kuznyechik_key *key, bs_word *buf)
{
	int round, i, j;

	bs_add_masks(buf, key->dec[0], BS_PLANES);
	for (round = 1; round < KUZNYECHIK_KEYS; round++) {
		kuznyechik_inv_linear(buf);
		WC_UNROLL
		for (i = 0; i < BS_PLANES; i += 8) {
			bs_word *b = buf + BS_PLANES + i;

			kuznyechik_inv_sbox(b);
			WC_UNROLL
			for (j = 0; j < 8; j++)
				buf[i + j] = b[j] ^
					     bs_mask(key->dec[round][i + j]);
		}
	}
}

#if WC_WORD_BITS <= 64

/* S of one block, whose sixteen bytes are so many lanes of one S-box. */
WC_FN void kuznyechik_sbox_block(uint64_t block[2])
{
	bs_word b[8];

	bs_bytes_in(b, block);
	kuznyechik_sbox(b);
	bs_bytes_out(block, b);
	block[0] ^= KUZNYECHIK_PI_0 * 0x0101010101010101ull;
	block[1] ^= KUZNYECHIK_PI_0 * 0x0101010101010101ull;
}

/* And the inverse of S. */
WC_FN void kuznyechik_inv_sbox_block(uint64_t block[2])
{
	bs_word b[8];

	bs_bytes_in(b, block);
	kuznyechik_inv_sbox(b);
	bs_bytes_out(block, b);
	block[0] ^= KUZNYECHIK_INV_PI_0 * 0x0101010101010101ull;
	block[1] ^= KUZNYECHIK_INV_PI_0 * 0x0101010101010101ull;
}

/* Round key @i, sliced for both directions. */
WC_FN void kuznyechik_put_key(struct kuznyechik_key *key, int i)
{
	const uint64_t *k = key->plain[i];
	const uint64_t ones = 0x0101010101010101ull;
	uint64_t left_out[2] = {
		KUZNYECHIK_PI_0 * ones, KUZNYECHIK_PI_0 * ones
	};
	uint64_t m[2];

	kuznyechik_linear_block(left_out);
	m[0] = k[0] ^ (i ? left_out[0] : 0);
	m[1] = k[1] ^ (i ? left_out[1] : 0);
	bs_key_masks(key->enc[i], (const uint8_t *)m, 16);

	i = KUZNYECHIK_KEYS - 1 - i;
	m[0] = k[0] ^ (i ? KUZNYECHIK_INV_PI_0 * ones : 0);
	m[1] = k[1] ^ (i ? KUZNYECHIK_INV_PI_0 * ones : 0);
	bs_key_masks(key->dec[i], (const uint8_t *)m, 16);
	wc_wipe(m, sizeof(m));
}

/**
 * kuznyechik_schedule() - the round keys (RFC 7801, 4.3)
 * @plain: the result, as two little-endian words each
 * @bytes: KUZNYECHIK_KEY_BYTES bytes
 */
WC_FN void kuznyechik_schedule(uint64_t plain[KUZNYECHIK_KEYS][2],
			       const uint8_t *bytes)
{
	/* k[0], k[1] are the left half, k[2], k[3] the right half. */
	uint64_t k[4], t[2], c[2];
	uint32_t i;

	__builtin_memcpy(k, bytes, sizeof(k));
	__builtin_memcpy(plain, k, sizeof(k));
	for (i = 1; i <= 32; i++) {
		/* C_i = L(i), with i in the last byte */
		c[0] = 0;
		c[1] = (uint64_t)i << 56;
		kuznyechik_linear_block(c);
		t[0] = k[0] ^ c[0];
		t[1] = k[1] ^ c[1];
		kuznyechik_sbox_block(t);
		kuznyechik_linear_block(t);
		t[0] ^= k[2];
		t[1] ^= k[3];
		k[2] = k[0];
		k[3] = k[1];
		k[0] = t[0];
		k[1] = t[1];
		if (i % 8 == 0)
			__builtin_memcpy(plain + i / 4, k, sizeof(k));
	}
	wc_wipe(k, sizeof(k));
	wc_wipe(t, sizeof(t));
}

/**
 * kuznyechik_expand() - expand a key
 * @key: the result
 * @bytes: KUZNYECHIK_KEY_BYTES bytes
 */
WC_FN void kuznyechik_expand(struct kuznyechik_key *key, const uint8_t *bytes)
{
	int i;

	kuznyechik_schedule(key->plain, bytes);
	for (i = 0; i < KUZNYECHIK_KEYS; i++)
		kuznyechik_put_key(key, i);
}

/**
 * kuznyechik_encrypt_one() - encrypt a block that comes alone
 * @plain: the round keys
 * @block: the block, as two little-endian words
 */
WC_FN void kuznyechik_encrypt_one(const uint64_t plain[KUZNYECHIK_KEYS][2],
				  uint64_t block[2])
{
	int i;

	for (i = 0; i < KUZNYECHIK_KEYS - 1; i++) {
		block[0] ^= plain[i][0];
		block[1] ^= plain[i][1];
		kuznyechik_sbox_block(block);
		kuznyechik_linear_block(block);
	}
	block[0] ^= plain[i][0];
	block[1] ^= plain[i][1];
}

/**
 * kuznyechik_decrypt_one() - decrypt a block that comes alone
 * @plain: the round keys
 * @block: the block, as two little-endian words
 */
WC_FN void kuznyechik_decrypt_one(const uint64_t plain[KUZNYECHIK_KEYS][2],
				  uint64_t block[2])
{
	int i = KUZNYECHIK_KEYS - 1;

	block[0] ^= plain[i][0];
	block[1] ^= plain[i][1];
	while (i--) {
		kuznyechik_inv_linear_block(block);
		kuznyechik_inv_sbox_block(block);
		block[0] ^= plain[i][0];
		block[1] ^= plain[i][1];
	}
}

#endif /* WC_WORD_BITS <= 64 */

#endif /* WARPCRYPT_KERNELS_KUZNYECHIK_H */
