/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * AES (FIPS 197), bitsliced with a plane to every bit of the block: see
 * kernels/block/bitslice.h for the layout. (kernels/block/aes_table.h is faster on GPUs that
 * have the memory for it.)
 * In constant time: no tables are indexed by secrets.
 *
 * The state's bytes are numbered down its columns:
 *
 *	 0  4  8 12
 *	 1  5  9 13
 *	 2  6 10 14
 *	 3  7 11 15
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_AES_H
#define WARPCRYPT_KERNELS_BLOCK_AES_H

#include "kernels/block/aes_sbox.h"
#include "kernels/block/bitslice.h"
#include "kernels/block/byte_lanes.h"

#define AES_KEYS_MAX	15

/* @rounds: 10, 12 or 14; the keys of later ones are zero. */
struct aes_schedule {
	uint32_t rounds;
	uint32_t reserved[3];
	struct wc_block rk[AES_KEYS_MAX];
};

/* @rk: masks (bs_key_masks()) of the round keys; unused ones are zero. */
struct aes_key {
	bs_key_mask rk[AES_KEYS_MAX][BS_PLANES];
	struct aes_schedule plain;
} __attribute__((aligned(16)));

/* The planes of row @r, column @c. */
#define AES_BYTE(s, r, c)	((s) + 8 * (4 * ((c) & 3) + ((r) & 3)))

/* FIPS 197, 5.1.1: SubBytes on the whole state. */
WC_FN void aes_sub(bs_word *s)
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
WC_FN void aes_mix(bs_word *t, const bs_word *s, const bs_key_mask *rk, int c)
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
WC_FN void aes_last(bs_word *t, const bs_word *s, const bs_key_mask *rk)
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

/* See kernels/block/ciphers.h; FIPS 197, 5.1. */
WC_FN void aes_encrypt(const struct aes_key *key, bs_word *buf)
{
	bs_word *other = buf + BS_PLANES;
	uint32_t r;
	int c;

	bs_add_masks(buf, key->rk[0], BS_PLANES);
	for (r = 1; r + 1 < key->plain.rounds; r += 2) {
		aes_sub(buf);
		WC_UNROLL
		for (c = 0; c < 4; c++)
			aes_mix(other, buf, key->rk[r], c);
		aes_sub(other);
		WC_UNROLL
		for (c = 0; c < 4; c++)
			aes_mix(buf, other, key->rk[r + 1], c);
	}
	aes_sub(buf);
	WC_UNROLL
	for (c = 0; c < 4; c++)
		aes_mix(other, buf, key->rk[r], c);
	aes_sub(other);
	aes_last(buf, other, key->rk[r + 1]);
}

/*
 * FIPS 197, 5.3.3, on column @c, in place: {0e} {0b} {0d} {09} = ({02} {03}
 * {01} {01}) times ({05} {00} {04} {00}), and 5a + 4c = a + 4(a + c), where 4
 * times bits 6 and 7 come back as x^4 + x^3 + x + 1 and x times it.
 */
WC_FN void aes_times5(bs_word *a, bs_word *b)
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
WC_FN void aes_inv_mix(bs_word *t, bs_word *s, const bs_key_mask *rk, int c)
{
	bs_word u[4][8];
	int r, j;

	bs_add_masks(AES_BYTE(s, 0, c), rk + 32 * c, 32);
	aes_times5(AES_BYTE(s, 0, c), AES_BYTE(s, 2, c));
	aes_times5(AES_BYTE(s, 1, c), AES_BYTE(s, 3, c));
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
WC_FN void aes_inv_last(bs_word *t, const bs_word *s, const bs_key_mask *rk)
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

WC_FN void aes_inv_sub(bs_word *s)
{
	int i;

	WC_UNROLL
	for (i = 0; i < 16; i++)
		aes_inv_sbox(s + 8 * i);
}

/* FIPS 197, 5.3. */
WC_FN void aes_decrypt(const struct aes_key *key, bs_word *buf)
{
	bs_word *other = buf + BS_PLANES;
	uint32_t r = key->plain.rounds;
	int c;

	aes_inv_last(other, buf, key->rk[r]);
	aes_inv_sub(other);
	for (r--; r > 1; r -= 2) {
		WC_UNROLL
		for (c = 0; c < 4; c++)
			aes_inv_mix(buf, other, key->rk[r], c);
		aes_inv_sub(buf);
		WC_UNROLL
		for (c = 0; c < 4; c++)
			aes_inv_mix(other, buf, key->rk[r - 1], c);
		aes_inv_sub(other);
	}
	WC_UNROLL
	for (c = 0; c < 4; c++)
		aes_inv_mix(buf, other, key->rk[r], c);
	aes_inv_sub(buf);
	bs_add_masks(buf, key->rk[0], BS_PLANES);
}

/*
 * A column as a word, row 0 in the lowest byte: every byte times x, MixColumns
 * and InvMixColumns, for which see aes_times5().
 */
WC_FN uint32_t aes_column_twice(uint32_t x)
{
	return (x << 1 & 0xfefefefeu) ^ (x >> 7 & 0x01010101u) * 0x1b;
}

WC_FN uint32_t aes_column_mix(uint32_t x)
{
	uint32_t u = x ^ wc_rotl32(x, 24);

	return aes_column_twice(u) ^ wc_rotl32(x, 24) ^ wc_rotl32(u, 16);
}

WC_FN uint32_t aes_column_inv_mix(uint32_t x)
{
	uint32_t t = x ^ wc_rotl32(x, 16);

	return aes_column_mix(x ^ aes_column_twice(aes_column_twice(t)));
}

#if WC_WORD_BITS <= 64

/* SubWord() of FIPS 197, 5.2. */
WC_FN uint32_t aes_sub_word(uint32_t x)
{
	uint64_t block[2] = { x, 0 };
	bs_word b[8];

	bs_bytes_in(b, block);
	aes_sbox(b);
	bs_bytes_out(block, b);
	return (uint32_t)block[0];
}

/* FIPS 197, 5.2. A key has 16, 24 or 32 bytes. */
WC_FN void aes_schedule(struct aes_schedule *schedule, const uint8_t *bytes,
			uint32_t len)
{
	uint32_t *w = (uint32_t *)(void *)schedule->rk;
	uint32_t words = len / 4, rcon = 1, i;

	__builtin_memset(schedule, 0, sizeof(*schedule));
	schedule->rounds = words + 6;
	__builtin_memcpy(w, bytes, len);
	for (i = words; i < 4 * (schedule->rounds + 1); i++) {
		uint32_t t = w[i - 1];

		if (i % words == 0) {
			t = aes_sub_word(wc_rotl32(t, 24)) ^ rcon;
			rcon = (rcon << 1) ^ ((rcon >> 7) * 0x11b);
		} else if (words > 6 && i % words == 4) {
			t = aes_sub_word(t);
		}
		w[i] = w[i - words] ^ t;
	}
}

/* Round key @i, sliced, if there is such a round. */
WC_FN void aes_put_key(struct aes_key *key, uint32_t i)
{
	if (i <= key->plain.rounds)
		bs_key_masks(key->rk[i], (const uint8_t *)&key->plain.rk[i],
			     16);
}

WC_FN void aes_expand(struct aes_key *key, const uint8_t *bytes, uint32_t len)
{
	uint32_t i;

	__builtin_memset(key->rk, 0, sizeof(key->rk));
	aes_schedule(&key->plain, bytes, len);
	for (i = 0; i <= key->plain.rounds; i++)
		aes_put_key(key, i);
}

/* SubBytes, or its inverse, on a block of four columns. */
WC_FN void aes_sub_block(struct wc_block *s, int back)
{
	uint64_t block[2];
	bs_word b[8];

	__builtin_memcpy(block, s, sizeof(block));
	bs_bytes_in(b, block);
	if (back)
		aes_inv_sbox(b);
	else
		aes_sbox(b);
	bs_bytes_out(block, b);
	__builtin_memcpy(s, block, sizeof(block));
}

/* ShiftRows: row r comes from r columns to the right; back: to the left. */
WC_FN void aes_shift_block(struct wc_block *s, int back)
{
	const struct wc_block from = *s;
	int r, c;

	for (c = 0; c < 4; c++) {
		s->w[c] = from.w[c] & 0xff;
		for (r = 1; r < 4; r++)
			s->w[c] |= from.w[(c + (back ? 4 - r : r)) & 3] &
				   0xffu << (8 * r);
	}
}

WC_FN void aes_add_block(struct wc_block *s, const struct wc_block *rk)
{
	int c;

	for (c = 0; c < 4; c++)
		s->w[c] ^= rk->w[c];
}

/* FIPS 197, 5.1, 5.3. */
WC_FN void aes_one(const struct aes_schedule *schedule, int decrypt,
		   uint8_t *dst, const uint8_t *src)
{
	uint32_t rounds = schedule->rounds, r, c;
	struct wc_block s;

	__builtin_memcpy(&s, src, sizeof(s));
	aes_add_block(&s, &schedule->rk[decrypt ? rounds : 0]);
	for (r = 1; r <= rounds; r++) {
		aes_sub_block(&s, decrypt);
		aes_shift_block(&s, decrypt);
		for (c = 0; c < 4 && !decrypt && r < rounds; c++)
			s.w[c] = aes_column_mix(s.w[c]);
		aes_add_block(&s, &schedule->rk[decrypt ? rounds - r : r]);
		for (c = 0; c < 4 && decrypt && r < rounds; c++)
			s.w[c] = aes_column_inv_mix(s.w[c]);
	}
	__builtin_memcpy(dst, &s, sizeof(s));
}

#endif /* WC_WORD_BITS <= 64 */

#endif /* WARPCRYPT_KERNELS_BLOCK_AES_H */
