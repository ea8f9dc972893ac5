/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SM4 (GB/T 32907-2016), bitsliced: see kernels/block/bitslice.h for the layout. In
 * constant time: no tables are indexed by secrets.
 *
 * The standard sees a block as four 32-bit words, most significant byte first:
 *
 *	byte		 0  1  2  3   4  5  6  7   8  9 10 11  12 13 14 15
 *	word		     X0           X1           X2           X3
 *	bits of it	31..24 .. 7..0
 *
 * The S-box circuit leaves out S(0). After the linear transformation that is a
 * difference of SM4_LEFT_OUT in every byte of the new word. Four rounds later the
 * same difference is added to this word again, and they cancel. In between,
 * expanded keys contain it; a block has eight times four rounds, so none is left
 * at the end.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_SM4_H
#define WARPCRYPT_KERNELS_BLOCK_SM4_H

#include "kernels/block/bitslice.h"
#include "kernels/block/byte_lanes.h"
#include "kernels/block/sm4_sbox.h"

#define SM4_ROUNDS	32
#define SM4_KEY_BYTES	16
/* S(0) turned left by 18 bits, or by 2 within each byte. */
#define SM4_LEFT_OUT	0x5b

/* Words of the standard. */
struct sm4_schedule {
	uint32_t rk[SM4_ROUNDS];
};

/*
 * @rk: masks (bs_key_masks()) of the round keys, most significant byte first, with what
 * the S-boxes leave out.
 */
struct sm4_key {
	bs_key_mask rk[SM4_ROUNDS][32];
	struct sm4_schedule plain;
} __attribute__((aligned(16)));

/* Which of a word's planes holds its bit @n (31 is the most significant). */
#define SM4_BIT(n)	(8 * (3 - (((n) & 31) >> 3)) + ((n) & 7))

/*
 * A round: X_i+4 into the place of X_i. With v = B + (B <<< 8) the linear
 * transformation is (v <<< 2) + (B <<< 18) + (v <<< 24).
 */
WC_FN void sm4_round(bs_word *x0, const bs_word *x1, const bs_word *x2,
		     const bs_word *x3, const bs_key_mask *rk)
{
	bs_word b[32], v[32];
	int n;

	WC_UNROLL_SHORT
	for (n = 0; n < 32; n++)
		b[n] = bs_xor3(x1[n], x2[n], x3[n]) ^ bs_mask(rk[n]);
	WC_UNROLL_SHORT
	for (n = 0; n < 32; n += 8)
		sm4_sbox(b + n);
	WC_UNROLL_SHORT
	for (n = 0; n < 32; n++)
		v[SM4_BIT(n)] = b[SM4_BIT(n)] ^ b[SM4_BIT(n + 24)];
	WC_UNROLL_SHORT
	for (n = 0; n < 32; n++)
		x0[SM4_BIT(n)] = bs_xor3(x0[SM4_BIT(n)], v[SM4_BIT(n + 30)],
					 v[SM4_BIT(n + 8)]) ^
				 b[SM4_BIT(n + 14)];
}

/* The output has the last four words in reverse. */
WC_FN void sm4_reverse(bs_word *s)
{
	int i;

	WC_UNROLL
	for (i = 0; i < 32; i++) {
		bs_word t = s[i], u = s[32 + i];

		s[i] = s[96 + i];
		s[32 + i] = s[64 + i];
		s[64 + i] = u;
		s[96 + i] = t;
	}
}

/* On 128 planes. */
WC_FN void sm4_encrypt(const struct sm4_key *key, bs_word *buf)
{
	bs_word *x0 = buf, *x1 = buf + 32, *x2 = buf + 64, *x3 = buf + 96;
	int r;

	for (r = 0; r < SM4_ROUNDS; r += 4) {
		sm4_round(x0, x1, x2, x3, key->rk[r]);
		sm4_round(x1, x2, x3, x0, key->rk[r + 1]);
		sm4_round(x2, x3, x0, x1, key->rk[r + 2]);
		sm4_round(x3, x0, x1, x2, key->rk[r + 3]);
	}
	sm4_reverse(buf);
}

/*
 * The same with the round keys in reverse; the differences in them are the same from both
 * ends.
 */
WC_FN void sm4_decrypt(const struct sm4_key *key, bs_word *buf)
{
	bs_word *x0 = buf, *x1 = buf + 32, *x2 = buf + 64, *x3 = buf + 96;
	int r;

	for (r = SM4_ROUNDS; r > 0; r -= 4) {
		sm4_round(x0, x1, x2, x3, key->rk[r - 1]);
		sm4_round(x1, x2, x3, x0, key->rk[r - 2]);
		sm4_round(x2, x3, x0, x1, key->rk[r - 3]);
		sm4_round(x3, x0, x1, x2, key->rk[r - 4]);
	}
	sm4_reverse(buf);
}

#if WC_WORD_BITS <= 64

/* S on each byte of a word. */
WC_FN uint32_t sm4_sbox_word(uint32_t x)
{
	uint64_t block[2] = { x, 0 };
	bs_word b[8];

	bs_bytes_in(b, block);
	sm4_sbox(b);
	bs_bytes_out(block, b);
	return (uint32_t)block[0] ^ SM4_S_0 * 0x01010101u;
}

/* GB/T 32907-2016, 7.3. */
WC_FN void sm4_schedule(struct sm4_schedule *schedule, const uint8_t *bytes,
			uint32_t len)
{
	static const uint32_t fk[4] = {
		0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc
	};
	uint32_t k[4], t, ck, i, j;

	(void)len;
	for (i = 0; i < 4; i++)
		k[i] = fk[i] ^ ((uint32_t)bytes[4 * i] << 24 |
				(uint32_t)bytes[4 * i + 1] << 16 |
				(uint32_t)bytes[4 * i + 2] << 8 |
				bytes[4 * i + 3]);
	for (i = 0; i < SM4_ROUNDS; i++) {
		/* Byte j of CK_i is 7 * (4i + j) modulo 256. */
		ck = 0;
		for (j = 0; j < 4; j++)
			ck = ck << 8 | ((4 * i + j) * 7 & 0xff);
		t = sm4_sbox_word(k[1] ^ k[2] ^ k[3] ^ ck);
		t ^= k[0] ^ wc_rotl32(t, 13) ^ wc_rotl32(t, 23);
		k[0] = k[1];
		k[1] = k[2];
		k[2] = k[3];
		k[3] = t;
		schedule->rk[i] = t;
	}
	wc_wipe(k, sizeof(k));
}

/* Round key @i, sliced, if there is such a round. */
WC_FN void sm4_put_key(struct sm4_key *key, uint32_t i)
{
	uint32_t t;

	if (i >= SM4_ROUNDS)
		return;
	t = key->plain.rk[i];
	/* Which of the three words have a difference. */
	if (((i >> 2) ^ i) & 1)
		t ^= SM4_LEFT_OUT * 0x01010101u;
	t = wc_swap32(t);
	bs_key_masks(key->rk[i], (const uint8_t *)&t, 4);
}

WC_FN void sm4_expand(struct sm4_key *key, const uint8_t *bytes, uint32_t len)
{
	uint32_t i;

	sm4_schedule(&key->plain, bytes, len);
	for (i = 0; i < SM4_ROUNDS; i++)
		sm4_put_key(key, i);
}

WC_FN void sm4_one(const struct sm4_schedule *schedule, int decrypt,
		   uint8_t *dst, const uint8_t *src)
{
	uint32_t x[4], t;
	int i;

	__builtin_memcpy(x, src, 16);
	for (i = 0; i < 4; i++)
		x[i] = wc_swap32(x[i]);
	for (i = 0; i < SM4_ROUNDS; i++) {
		t = sm4_sbox_word(x[(i + 1) & 3] ^ x[(i + 2) & 3] ^
				  x[(i + 3) & 3] ^
				  schedule->rk[decrypt ?
					       SM4_ROUNDS - 1 - i : i]);
		x[i & 3] ^= t ^ wc_rotl32(t, 2) ^ wc_rotl32(t, 10) ^
			    wc_rotl32(t, 18) ^ wc_rotl32(t, 24);
	}
	for (i = 0; i < 4; i++) {
		t = wc_swap32(x[3 - i]);
		__builtin_memcpy(dst + 4 * i, &t, 4);
	}
}

#endif /* WC_WORD_BITS <= 64 */

#endif /* WARPCRYPT_KERNELS_BLOCK_SM4_H */
