/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * AES (FIPS 197), bitsliced with a plane to every bit of the block: see
 * kernels/block/bitslice.h for the layout. (On GPUs kernels/block/aes_table.h is faster.)
 * In constant time: no tables are indexed by secrets.
 *
 * The state's bytes are numbered down its columns:
 *
 *	 0  4  8 12
 *	 1  5  9 13
 *	 2  6 10 14
 *	 3  7 11 15
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_AES_WIDE_H
#define WARPCRYPT_KERNELS_BLOCK_AES_WIDE_H

#include "kernels/block/aes_sbox.h"
#include "kernels/block/bitslice.h"
#include "kernels/block/byte_lanes.h"

#define AES_WIDE_KEYS_MAX	15

/**
 * struct aes_wide_key - an expanded key
 * @rounds: 10, 12 or 14
 * @reserved: zero
 * @rk: masks (see bs_key_masks()) of the round keys; unused ones are zero
 */
struct aes_wide_key {
	uint32_t rounds;
	uint32_t reserved[3];
	uint32_t rk[AES_WIDE_KEYS_MAX][BS_PLANES];
} __attribute__((aligned(16)));

/* The planes of row @r, column @c. */
#define AES_BYTE(s, r, c)	((s) + 8 * (4 * ((c) & 3) + ((r) & 3)))

/* FIPS 197, 5.1.1: SubBytes on the whole state. */
WC_FN void aes_wide_sub(bs_word *s)
{
	int i;

	WC_UNROLL
	for (i = 0; i < 16; i++)
		aes_sbox(s + 8 * i);
}

/*
 * Bit @j of x times byte @a (modulo x^8 + x^4 + x^3 + x + 1); where
 * AES_WRAPS(), bit 7 is to be added.
 */
#define AES_TWICE(a, j)		((a)[((j) + 7) & 7])
#define AES_WRAPS(j)		((j) == 1 || (j) == 3 || (j) == 4)

/*
 * FIPS 197, 5.1.2 to 5.1.4: ShiftRows, MixColumns and AddRoundKey, @t from @s,
 * for column @c of @t. With u_r = a_r + a_r+1 row r becomes
 * 2 u_r + a_r+1 + u_r+2.
 */
WC_FN void aes_wide_mix(bs_word *t, const bs_word *s, const uint32_t *rk, int c)
{
	bs_word u[4][8];
	int r, j;

	WC_UNROLL
	for (r = 0; r < 4; r++) {
		WC_UNROLL
		for (j = 0; j < 8; j++)
			u[r][j] = AES_BYTE(s, r, c + r)[j] ^
				  AES_BYTE(s, r + 1, c + ((r + 1) & 3))[j];
	}
	WC_UNROLL
	for (r = 0; r < 4; r++) {
		WC_UNROLL
		for (j = 0; j < 8; j++) {
			bs_word x = bs_xor3(AES_TWICE(u[r], j), u[(r + 2) & 3][j],
					    AES_BYTE(s, r + 1,
						     c + ((r + 1) & 3))[j]);
			bs_word k = bs_mask(rk[8 * (4 * c + r) + j]);

			if (AES_WRAPS(j))
				k ^= u[r][7];
			AES_BYTE(t, r, c)[j] = x ^ k;
		}
	}
}

/* The last round has no MixColumns. */
WC_FN void aes_wide_last(bs_word *t, const bs_word *s, const uint32_t *rk)
{
	int i, j;

	WC_UNROLL
	for (i = 0; i < 16; i++) {
		WC_UNROLL
		for (j = 0; j < 8; j++)
			t[8 * i + j] = AES_BYTE(s, i, i / 4 + i % 4)[j] ^
				       bs_mask(rk[8 * i + j]);
	}
}

/**
 * aes_wide_encrypt() - encrypt BS_LANES blocks
 * @key: expanded by aes_wide_expand()
 * @buf: 256 planes; the blocks in the first 128, the rest is scratch
 */
WC_FN void aes_wide_encrypt(const struct aes_wide_key *key, bs_word *buf)
{
	bs_word *other = buf + BS_PLANES;
	uint32_t r;
	int c;

	bs_add_masks(buf, key->rk[0], BS_PLANES);
	for (r = 1; r + 1 < key->rounds; r += 2) {
		aes_wide_sub(buf);
		WC_UNROLL
		for (c = 0; c < 4; c++)
			aes_wide_mix(other, buf, key->rk[r], c);
		aes_wide_sub(other);
		WC_UNROLL
		for (c = 0; c < 4; c++)
			aes_wide_mix(buf, other, key->rk[r + 1], c);
	}
	aes_wide_sub(buf);
	WC_UNROLL
	for (c = 0; c < 4; c++)
		aes_wide_mix(other, buf, key->rk[r], c);
	aes_wide_sub(other);
	aes_wide_last(buf, other, key->rk[r + 1]);
}

/*
 * FIPS 197, 5.3.3, on column @c, in place: {0e} {0b} {0d} {09} = ({02} {03}
 * {01} {01}) times ({05} {00} {04} {00}), and 5a + 4c = a + 4(a + c), where 4
 * times bits 6 and 7 come back as x^4 + x^3 + x + 1 and x times it.
 */
WC_FN void aes_wide_times5(bs_word *a, bs_word *b)
{
	bs_word t[8];
	int j;

	WC_UNROLL
	for (j = 0; j < 8; j++)
		t[j] = a[j] ^ b[j];
	t[7] ^= t[6];
	a[0] ^= t[6];
	b[0] ^= t[6];
	a[1] ^= t[7];
	b[1] ^= t[7];
	/* t[7] is now bits 6 and 7 together; with t[6] it is bit 7 alone. */
	a[2] = bs_xor3(a[2], t[0], t[6] ^ t[7]);
	b[2] = bs_xor3(b[2], t[0], t[6] ^ t[7]);
	a[3] = bs_xor3(a[3], t[1], t[6]);
	b[3] = bs_xor3(b[3], t[1], t[6]);
	a[4] = bs_xor3(a[4], t[2], t[7]);
	b[4] = bs_xor3(b[4], t[2], t[7]);
	a[5] = bs_xor3(a[5], t[3], t[6] ^ t[7]);
	b[5] = bs_xor3(b[5], t[3], t[6] ^ t[7]);
	a[6] ^= t[4];
	b[6] ^= t[4];
	a[7] ^= t[5];
	b[7] ^= t[5];
}

/*
 * AddRoundKey, InvMixColumns and InvShiftRows (in that order), @t from @s, from
 * column @c of @s, which is used up.
 */
WC_FN void aes_wide_inv_mix(bs_word *t, bs_word *s, const uint32_t *rk, int c)
{
	bs_word u[4][8];
	int r, j;

	bs_add_masks(AES_BYTE(s, 0, c), rk + 32 * c, 32);
	aes_wide_times5(AES_BYTE(s, 0, c), AES_BYTE(s, 2, c));
	aes_wide_times5(AES_BYTE(s, 1, c), AES_BYTE(s, 3, c));
	WC_UNROLL
	for (r = 0; r < 4; r++) {
		WC_UNROLL
		for (j = 0; j < 8; j++)
			u[r][j] = AES_BYTE(s, r, c)[j] ^
				  AES_BYTE(s, r + 1, c)[j];
	}
	WC_UNROLL
	for (r = 0; r < 4; r++) {
		WC_UNROLL
		for (j = 0; j < 8; j++) {
			bs_word x = bs_xor3(AES_TWICE(u[r], j), u[(r + 2) & 3][j],
					    AES_BYTE(s, r + 1, c)[j]);

			if (AES_WRAPS(j))
				x ^= u[r][7];
			AES_BYTE(t, r, c + r)[j] = x;
		}
	}
}

/* AddRoundKey and InvShiftRows, @t from @s. */
WC_FN void aes_wide_inv_last(bs_word *t, const bs_word *s, const uint32_t *rk)
{
	int i, j;

	WC_UNROLL
	for (i = 0; i < 16; i++) {
		WC_UNROLL
		for (j = 0; j < 8; j++)
			AES_BYTE(t, i, i / 4 + i % 4)[j] =
				s[8 * i + j] ^ bs_mask(rk[8 * i + j]);
	}
}

WC_FN void aes_wide_inv_sub(bs_word *s)
{
	int i;

	WC_UNROLL
	for (i = 0; i < 16; i++)
		aes_inv_sbox(s + 8 * i);
}

/**
 * aes_wide_decrypt() - decrypt BS_LANES blocks
 * @key: expanded by aes_wide_expand()
 * @buf: 256 planes; the blocks in the first 128, the rest is scratch
 */
WC_FN void aes_wide_decrypt(const struct aes_wide_key *key, bs_word *buf)
{
	bs_word *other = buf + BS_PLANES;
	uint32_t r = key->rounds;
	int c;

	aes_wide_inv_last(other, buf, key->rk[r]);
	aes_wide_inv_sub(other);
	for (r--; r > 1; r -= 2) {
		WC_UNROLL
		for (c = 0; c < 4; c++)
			aes_wide_inv_mix(buf, other, key->rk[r], c);
		aes_wide_inv_sub(buf);
		WC_UNROLL
		for (c = 0; c < 4; c++)
			aes_wide_inv_mix(other, buf, key->rk[r - 1], c);
		aes_wide_inv_sub(other);
	}
	WC_UNROLL
	for (c = 0; c < 4; c++)
		aes_wide_inv_mix(buf, other, key->rk[r], c);
	aes_wide_inv_sub(buf);
	bs_add_masks(buf, key->rk[0], BS_PLANES);
}

#if WC_WORD_BITS <= 64

/* SubWord() of FIPS 197, 5.2. */
WC_FN uint32_t aes_wide_sub_word(uint32_t x)
{
	uint64_t block[2] = { x, 0 };
	bs_word b[8];

	bs_bytes_in(b, block);
	aes_sbox(b);
	bs_bytes_out(block, b);
	return (uint32_t)block[0];
}

/**
 * aes_wide_expand() - expand a key (FIPS 197, 5.2)
 * @key: the result
 * @bytes: the key
 * @len: its length, 16, 24 or 32 bytes
 */
WC_FN void aes_wide_expand(struct aes_wide_key *key, const uint8_t *bytes,
			   uint32_t len)
{
	uint32_t w[4 * AES_WIDE_KEYS_MAX], words = len / 4, rcon = 1, i;

	__builtin_memset(key, 0, sizeof(*key));
	key->rounds = words + 6;
	__builtin_memcpy(w, bytes, len);
	for (i = words; i < 4 * (key->rounds + 1); i++) {
		uint32_t t = w[i - 1];

		if (i % words == 0) {
			t = aes_wide_sub_word((t >> 8) | (t << 24)) ^ rcon;
			rcon = (rcon << 1) ^ ((rcon >> 7) * 0x11b);
		} else if (words > 6 && i % words == 4) {
			t = aes_wide_sub_word(t);
		}
		w[i] = w[i - words] ^ t;
	}
	for (i = 0; i <= key->rounds; i++)
		bs_key_masks(key->rk[i], (const uint8_t *)(w + 4 * i), 16);
	wc_wipe(w, sizeof(w));
}

#endif /* WC_WORD_BITS <= 64 */

#endif /* WARPCRYPT_KERNELS_BLOCK_AES_WIDE_H */
