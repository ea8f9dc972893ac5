/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * AES (FIPS 197), bitsliced: four blocks at a time in sixteen 32-bit words,
 * without tables and without branches on data, so in constant time on CPUs and
 * GPUs alike. Simple and correct comes first here; it is four blocks to a
 * thread to need few registers.
 *
 * The layout. AES sees a block as four columns of four bytes (rows). Word j of
 * the first eight holds bit j (0 is the least significant) of every byte in
 * columns 0 and 2, word 8 + j the same of columns 1 and 3:
 *
 *	bit        31 .. 28  27 .. 24  23 .. 20  19 .. 16    ...    7 .. 4  3 .. 0
 *	row              3         3         2         2               0       0
 *	q[0..7]   column 2  column 0  column 2  column 0        column 2 column 0
 *	q[8..15]  column 3  column 1  column 3  column 1        column 3 column 1
 *	within the four bits: blocks 3, 2, 1, 0
 *
 * So a step down a column (MixColumns) is a rotation of a word by 8, and one
 * along a row (ShiftRows) changes the half or swaps the two fours of a byte.
 */
#ifndef WARPCRYPT_KERNELS_AES_H
#define WARPCRYPT_KERNELS_AES_H

#include "kernels/aes_sbox.h"
#include "kernels/plain.h"

#define AES_ROUNDS_MAX	14
/* Blocks that are done together. */
#define AES_LANES	4

/**
 * struct aes_key - an expanded key, sliced like the state
 * @rounds: 10, 12 or 14
 * @reserved: zero
 * @rk: round keys, each the same in all four blocks
 */
struct aes_key {
	uint32_t rounds;
	uint32_t reserved[3];
	uint32_t rk[AES_ROUNDS_MAX + 1][16];
} __attribute__((aligned(16)));

/* Exchange the bits of @a at @mask << @s with those of @b at @mask. */
#define AES_SWAP(a, b, mask, s) do {					\
	uint32_t aes_swap_ = (((a) >> (s)) ^ (b)) & (mask);		\
	(b) ^= aes_swap_;						\
	(a) ^= aes_swap_ << (s);					\
} while (0)

/* Transpose the 8 by 8 bits that each byte position of @q[0..7] holds. */
WC_FN void aes_transpose(uint32_t *q)
{
	int k;

	WC_UNROLL
	for (k = 0; k < 8; k += 2)
		AES_SWAP(q[k], q[k + 1], 0x55555555u, 1);
	WC_UNROLL
	for (k = 0; k < 8; k++)
		if (!(k & 2))
			AES_SWAP(q[k], q[k + 2], 0x33333333u, 2);
	WC_UNROLL
	for (k = 0; k < 4; k++)
		AES_SWAP(q[k], q[k + 4], 0x0f0f0f0fu, 4);
}

/**
 * aes_slice() - put four blocks into the sliced layout
 * @q: the sixteen words of the state
 * @block: the blocks
 */
WC_FN void aes_slice(uint32_t q[16], const struct wc_block block[AES_LANES])
{
	int b;

	WC_UNROLL
	for (b = 0; b < AES_LANES; b++) {
		q[b] = block[b].w[0];
		q[b + 4] = block[b].w[2];
		q[b + 8] = block[b].w[1];
		q[b + 12] = block[b].w[3];
	}
	aes_transpose(q);
	aes_transpose(q + 8);
}

/**
 * aes_unslice() - take four blocks out of the sliced layout
 * @block: the blocks
 * @q: the state; used up
 */
WC_FN void aes_unslice(struct wc_block block[AES_LANES], uint32_t q[16])
{
	int b;

	aes_transpose(q);
	aes_transpose(q + 8);
	WC_UNROLL
	for (b = 0; b < AES_LANES; b++) {
		block[b].w[0] = q[b];
		block[b].w[2] = q[b + 4];
		block[b].w[1] = q[b + 8];
		block[b].w[3] = q[b + 12];
	}
}

WC_FN uint32_t aes_swap_fours(uint32_t x)
{
	return ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
}

WC_FN uint32_t aes_rows(uint32_t r0, uint32_t r1, uint32_t r2, uint32_t r3)
{
	return (r0 & 0x000000ffu) | (r1 & 0x0000ff00u) | (r2 & 0x00ff0000u) |
	       (r3 & 0xff000000u);
}

/* FIPS 197, 5.1.2: row r moves left by r columns. */
WC_FN void aes_shift_rows(uint32_t q[16])
{
	int j;

	WC_UNROLL
	for (j = 0; j < 8; j++) {
		uint32_t even = q[j], odd = q[j + 8];
		uint32_t even_s = aes_swap_fours(even);
		uint32_t odd_s = aes_swap_fours(odd);

		q[j] = aes_rows(even, odd, even_s, odd_s);
		q[j + 8] = aes_rows(odd, even_s, odd_s, even);
	}
}

/* FIPS 197, 5.3.1: and back. */
WC_FN void aes_inv_shift_rows(uint32_t q[16])
{
	int j;

	WC_UNROLL
	for (j = 0; j < 8; j++) {
		uint32_t even = q[j], odd = q[j + 8];
		uint32_t even_s = aes_swap_fours(even);
		uint32_t odd_s = aes_swap_fours(odd);

		q[j] = aes_rows(even, odd_s, even_s, odd);
		q[j + 8] = aes_rows(odd, even, odd_s, even_s);
	}
}

WC_FN uint32_t aes_down(uint32_t x, int rows)
{
	return (x >> (8 * rows)) | (x << (32 - 8 * rows));
}

/*
 * FIPS 197, 5.1.3, on one half. With a the byte in a row, b, c, d those below
 * it: 2a + 3b + c + d = 2(a + b) + b + (c + d), where 2 is a multiplication by
 * x modulo x^8 + x^4 + x^3 + x + 1.
 */
WC_FN void aes_mix_half(uint32_t *q)
{
	uint32_t t[8], top;
	int j;

	WC_UNROLL
	for (j = 0; j < 8; j++)
		t[j] = q[j] ^ aes_down(q[j], 1);
	top = t[7];
	WC_UNROLL
	for (j = 7; j >= 0; j--) {
		uint32_t twice = j ? t[j - 1] : top;

		if (j == 1 || j == 3 || j == 4)
			twice ^= top;
		q[j] = twice ^ aes_down(q[j], 1) ^ aes_down(t[j], 2);
	}
}

/*
 * FIPS 197, 5.3.3: {0e} {0b} {0d} {09} = ({02} {03} {01} {01}) times
 * ({05} {00} {04} {00}), and 5a + 4c = a + 4(a + c).
 */
WC_FN void aes_inv_mix_half(uint32_t *q)
{
	uint32_t t[8];
	int j;

	WC_UNROLL
	for (j = 0; j < 8; j++)
		t[j] = q[j] ^ aes_down(q[j], 2);
	/* t times x^2: bits 6 and 7 come back as x^4+x^3+x+1 and x times it */
	q[0] ^= t[6];
	q[1] ^= t[6] ^ t[7];
	q[2] ^= t[0] ^ t[7];
	q[3] ^= t[1] ^ t[6];
	q[4] ^= t[2] ^ t[6] ^ t[7];
	q[5] ^= t[3] ^ t[7];
	q[6] ^= t[4];
	q[7] ^= t[5];
	aes_mix_half(q);
}

WC_FN void aes_add_key(uint32_t q[16], const uint32_t rk[16])
{
	const struct wc_block *k = (const struct wc_block *)(const void *)rk;
	int i, j;

	WC_UNROLL
	for (i = 0; i < 4; i++) {
		struct wc_block b = k[i];

		WC_UNROLL
		for (j = 0; j < 4; j++)
			q[4 * i + j] ^= b.w[j];
	}
}

/**
 * aes_encrypt() - encrypt four blocks
 * @key: expanded by aes_expand()
 * @block: in: plaintext, out: ciphertext
 */
WC_FN void aes_encrypt(const struct aes_key *key,
		       struct wc_block block[AES_LANES])
{
	uint32_t q[16], r;

	aes_slice(q, block);
	aes_add_key(q, key->rk[0]);
	for (r = 1; r < key->rounds; r++) {
		aes_sbox(q);
		aes_sbox(q + 8);
		aes_shift_rows(q);
		aes_mix_half(q);
		aes_mix_half(q + 8);
		aes_add_key(q, key->rk[r]);
	}
	aes_sbox(q);
	aes_sbox(q + 8);
	aes_shift_rows(q);
	aes_add_key(q, key->rk[r]);
	aes_unslice(block, q);
}

/**
 * aes_decrypt() - decrypt four blocks
 * @key: expanded by aes_expand()
 * @block: in: ciphertext, out: plaintext
 */
WC_FN void aes_decrypt(const struct aes_key *key,
		       struct wc_block block[AES_LANES])
{
	uint32_t q[16], r;

	aes_slice(q, block);
	aes_add_key(q, key->rk[key->rounds]);
	for (r = key->rounds - 1; r > 0; r--) {
		aes_inv_shift_rows(q);
		aes_inv_sbox(q);
		aes_inv_sbox(q + 8);
		aes_add_key(q, key->rk[r]);
		aes_inv_mix_half(q);
		aes_inv_mix_half(q + 8);
	}
	aes_inv_shift_rows(q);
	aes_inv_sbox(q);
	aes_inv_sbox(q + 8);
	aes_add_key(q, key->rk[0]);
	aes_unslice(block, q);
}

/* SubWord() of FIPS 197, 5.2, by the same circuit. */
WC_FN uint32_t aes_sub_word(uint32_t word)
{
	uint32_t q[8] = { word, 0, 0, 0, 0, 0, 0, 0 };

	aes_transpose(q);
	aes_sbox(q);
	aes_transpose(q);
	return q[0];
}

/**
 * aes_expand() - expand a key (FIPS 197, 5.2)
 * @key: the result; unused round keys are zero
 * @bytes: the key
 * @len: its length, 16, 24 or 32 bytes
 */
WC_FN void aes_expand(struct aes_key *key, const uint8_t *bytes, uint32_t len)
{
	uint32_t w[4 * (AES_ROUNDS_MAX + 1)], words = len / 4, i, b;
	uint32_t rcon = 1;

	key->rounds = words + 6;
	for (i = 0; i < 3; i++)
		key->reserved[i] = 0;
	for (i = 0; i < words; i++)
		w[i] = bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 |
		       (uint32_t)bytes[4 * i + 2] << 16 |
		       (uint32_t)bytes[4 * i + 3] << 24;
	for (; i < 4 * (key->rounds + 1); i++) {
		uint32_t t = w[i - 1];

		if (i % words == 0) {
			t = aes_sub_word((t >> 8) | (t << 24)) ^ rcon;
			rcon = (rcon << 1) ^ ((rcon >> 7) * 0x11b);
		} else if (words > 6 && i % words == 4) {
			t = aes_sub_word(t);
		}
		w[i] = w[i - words] ^ t;
	}
	for (; i < 4 * (AES_ROUNDS_MAX + 1); i++)
		w[i] = 0;
	for (i = 0; i <= AES_ROUNDS_MAX; i++) {
		struct wc_block block[AES_LANES];

		for (b = 0; b < AES_LANES * 4; b++)
			block[b / 4].w[b % 4] = w[4 * i + b % 4];
		aes_slice(key->rk[i], block);
	}
	for (i = 0; i < 4 * (AES_ROUNDS_MAX + 1); i++)
		((volatile uint32_t *)w)[i] = 0;
}

#endif /* WARPCRYPT_KERNELS_AES_H */
