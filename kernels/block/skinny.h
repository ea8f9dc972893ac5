/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SKINNY-128 (Beierle et al., "The SKINNY family of block ciphers and its
 * low-latency variant MANTIS", ePrint 2016/660), bitsliced: see
 * kernels/block/bitslice.h for the layout. The tweakey has 16, 32 or 48 bytes, all
 * of them key here. In constant time: no tables are indexed by secrets.
 *
 * Cells are bytes, in rows:		after ShiftRows:
 *
 *	 0  1  2  3			 0  1  2  3
 *	 4  5  6  7			 7  4  5  6
 *	 8  9 10 11			10 11  8  9
 *	12 13 14 15			13 14 15 12
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_SKINNY_H
#define WARPCRYPT_KERNELS_BLOCK_SKINNY_H

#include "kernels/block/bitslice.h"
#include "kernels/block/skinny_inplace.h"
#include "kernels/block/skinny_sbox.h"

#define SKINNY_ROUNDS_MAX	56
/* Planes that a round key is added to: the upper two rows. */
#define SKINNY_KEY_PLANES	64

/**
 * struct skinny_schedule - the round keys themselves
 * @rounds: 40, 48 or 56
 * @reserved: zero
 * @rk: cells 0 to 7 of what AddConstants and AddRoundTweakey add, as a
 *	little-endian word, but for the constant in cell 8, which is always 2;
 *	unused ones are zero
 */
struct skinny_schedule {
	uint32_t rounds;
	uint32_t reserved;
	uint64_t rk[SKINNY_ROUNDS_MAX];
};

/*
 * @rk: masks (bs_key_masks()) of the round tweakeys, with the round constants and
 * SKINNY_OFFSET in them; unused ones are zero.
 */
struct skinny_key {
	bs_key_mask rk[SKINNY_ROUNDS_MAX][SKINNY_KEY_PLANES];
	struct skinny_schedule plain;
} __attribute__((aligned(16)));

/* Put the offset on all bytes, or take it off. */
WC_FN void skinny_offset(bs_word *s)
{
	int i;

	WC_UNROLL
	for (i = 0; i < BS_PLANES; i++)
		if ((SKINNY_OFFSET >> (i % 8)) & 1)
			s[i] = ~s[i];
}

/* Tests that run the GPU's code on a CPU define it, too. */
#ifdef __CUDACC__
#define SKINNY_IN_REGISTERS
#endif

#ifdef SKINNY_IN_REGISTERS /* Moving a plane costs nothing. */

/*
 * AddConstants' c2, a constant 2 in cell 8; the others are in the masks.
 */
WC_FN void skinny_constant(bs_word *s)
{
	s[8 * 8 + 1] = ~s[8 * 8 + 1];
}

/*
 * AddRoundTweakey, ShiftRows and MixColumns, @t from @s, of all cells in column
 * @c of @t.
 */
WC_FN void skinny_mix(bs_word *t, const bs_word *s, const bs_key_mask *rk,
		      int c)
{
	const bs_word *r0 = s + 8 * c;
	const bs_word *r1 = s + 32 + 8 * ((c + 3) & 3);
	const bs_word *r2 = s + 64 + 8 * ((c + 2) & 3);
	const bs_word *r3 = s + 96 + 8 * ((c + 1) & 3);
	BS_MASKS8(k0, rk + 8 * c);
	BS_MASKS8(k1, rk + 32 + 8 * ((c + 3) & 3));
	int j;

	WC_UNROLL
	for (j = 0; j < 8; j++) {
		bs_word a0 = bs_xor_mask(r0[j], k0[j]), a2 = r2[j];

		t[8 * c + j] = bs_xor3(a0, a2, r3[j]);
		t[8 * c + 32 + j] = a0;
		t[8 * c + 64 + j] = bs_xor3(r1[j], bs_mask(k1[j]), a2);
		t[8 * c + 96 + j] = a0 ^ a2;
	}
}

/* The inverse of skinny_mix(): @t from column @c of @s. */
WC_FN void skinny_inv_mix(bs_word *t, const bs_word *s, const bs_key_mask *rk,
			  int c)
{
	bs_word *r0 = t + 8 * c;
	bs_word *r1 = t + 32 + 8 * ((c + 3) & 3);
	bs_word *r2 = t + 64 + 8 * ((c + 2) & 3);
	bs_word *r3 = t + 96 + 8 * ((c + 1) & 3);
	BS_MASKS8(k0, rk + 8 * c);
	BS_MASKS8(k1, rk + 32 + 8 * ((c + 3) & 3));
	int j;

	WC_UNROLL
	for (j = 0; j < 8; j++) {
		bs_word b0 = s[8 * c + j], b1 = s[8 * c + 32 + j];
		bs_word b2 = s[8 * c + 64 + j], b3 = s[8 * c + 96 + j];
		bs_word b13 = b1 ^ b3;

		r0[j] = bs_xor_mask(b1, k0[j]);
		r1[j] = bs_xor3(b13, bs_mask(k1[j]), b2);
		r2[j] = b13;
		r3[j] = b0 ^ b3;
	}
}

/* A round: @t from @s, which is used up. */
WC_FN void skinny_round(bs_word *t, bs_word *s, const bs_key_mask *rk)
{
	int i, c;

	WC_UNROLL
	for (i = 0; i < 16; i++)
		skinny_sbox(s + 8 * i);
	skinny_constant(s);
	WC_UNROLL
	for (c = 0; c < 4; c++)
		skinny_mix(t, s, rk, c);
}

/* A round backwards: @t from @s. */
WC_FN void skinny_inv_round(bs_word *t, const bs_word *s, const bs_key_mask *rk)
{
	int i, c;

	WC_UNROLL
	for (c = 0; c < 4; c++)
		skinny_inv_mix(t, s, rk, c);
	skinny_constant(t);
	WC_UNROLL
	for (i = 0; i < 16; i++)
		skinny_inv_sbox(t + 8 * i);
}

/* How many rounds in advance keys are prefetched; a multiple of two. */
#define SKINNY_AHEAD	4

/*
 * Prefetch the keys of two rounds, SKINNY_AHEAD rounds after @rk: 512 bytes, four
 * lines, one for each thread of four. After the last round it fetches something
 * unneeded, which does no harm.
 */
WC_FN void skinny_prefetch(const bs_key_mask *rk)
{
#ifdef __CUDA_ARCH__
	const uint32_t *line = rk + SKINNY_AHEAD * SKINNY_KEY_PLANES +
			       32 * (threadIdx.x % 4);

	asm volatile("prefetch.global.L2 [%0];" : : "l"(line));
#else
	(void)rk;
#endif
}

/**
 * skinny_encrypt_ahead() - encrypt BS_LANES blocks
 * @key: expanded by skinny_expand()
 * @buf: 256 planes; the blocks in the first 128, the rest is scratch
 * @ahead: prefetch round keys; faster only if no other thread has brought them
 *	into the cache
 */
WC_FN void skinny_encrypt_ahead(const struct skinny_key *key, bs_word *buf,
				int ahead)
{
	uint32_t r;

	skinny_offset(buf);
	for (r = 0; r < key->plain.rounds; r += 2) {
		if (ahead)
			skinny_prefetch(key->rk[r]);
		skinny_round(buf + BS_PLANES, buf, key->rk[r]);
		skinny_round(buf, buf + BS_PLANES, key->rk[r + 1]);
	}
	skinny_offset(buf);
}

/* skinny_encrypt_ahead() without @ahead. */
WC_FN void skinny_encrypt(const struct skinny_key *key, bs_word *buf)
{
	skinny_encrypt_ahead(key, buf, 0);
}

WC_FN void skinny_decrypt(const struct skinny_key *key, bs_word *buf)
{
	uint32_t r;

	skinny_offset(buf);
	for (r = key->plain.rounds; r > 0; r -= 2) {
		skinny_inv_round(buf + BS_PLANES, buf, key->rk[r - 1]);
		skinny_inv_round(buf, buf + BS_PLANES, key->rk[r - 2]);
	}
	skinny_offset(buf);
}

#else /* The state is in memory. */

/* The same on 128 planes. */
WC_FN void skinny_encrypt(const struct skinny_key *key, bs_word *buf)
{
	uint32_t r;

	skinny_offset(buf);
	for (r = 0; r < key->plain.rounds; r += 4) {
		uint32_t swap = r & 4 ? 2 : 0;

		skinny_round_inplace(buf, key->rk[r], swap, 0);
		skinny_round_inplace(buf, key->rk[r + 1], swap, 1);
		skinny_round_inplace(buf, key->rk[r + 2], swap, 2);
		skinny_round_inplace(buf, key->rk[r + 3], swap, 3);
	}
	skinny_offset(buf);
}

WC_FN void skinny_decrypt(const struct skinny_key *key, bs_word *buf)
{
	uint32_t r;

	skinny_offset(buf);
	for (r = key->plain.rounds; r > 0; r -= 4) {
		uint32_t swap = (r - 4) & 4 ? 2 : 0;

		skinny_inv_round_inplace(buf, key->rk[r - 1], swap, 3);
		skinny_inv_round_inplace(buf, key->rk[r - 2], swap, 2);
		skinny_inv_round_inplace(buf, key->rk[r - 3], swap, 1);
		skinny_inv_round_inplace(buf, key->rk[r - 4], swap, 0);
	}
	skinny_offset(buf);
}

#endif

/* Byte @from of @x as byte @to. */
#define SKINNY_BYTE(x, from, to)					\
	(((x) >> (8 * (from)) & 0xff) << (8 * (to)))

/*
 * One step of a tweakey word, rows 0 and 1 in @tk[0]: PT, which moves the upper
 * rows down as they are and the lower ones up permuted, then the LFSR of word
 * @z on what is above.
 */
WC_FN void skinny_tweakey_step(uint64_t tk[2], uint32_t z)
{
	const uint64_t ones = 0x0101010101010101ull;
	uint64_t x = tk[1];

	tk[1] = tk[0];
	/* Cells 9, 15, 8, 13, 10, 14, 12, 11. */
	x = SKINNY_BYTE(x, 1, 0) | SKINNY_BYTE(x, 7, 1) |
	    SKINNY_BYTE(x, 0, 2) | SKINNY_BYTE(x, 5, 3) |
	    SKINNY_BYTE(x, 2, 4) | SKINNY_BYTE(x, 6, 5) |
	    SKINNY_BYTE(x, 4, 6) | SKINNY_BYTE(x, 3, 7);
	if (z == 1)
		x = (x & ~(ones << 7)) << 1 | ((x >> 7 ^ x >> 5) & ones);
	else if (z == 2)
		x = (x & ~ones) >> 1 | ((x << 7 ^ x << 1) & ones << 7);
	tk[0] = x;
}

/* ePrint 2016/660, section 2.3. A key has 16, 32 or 48 bytes, TK1 first. */
WC_FN void skinny_schedule(struct skinny_schedule *schedule,
			   const uint8_t *bytes, uint32_t len)
{
	uint32_t words = len / 16, rc = 0, r, z;
	uint64_t tk[3][2], sum;

	__builtin_memset(schedule, 0, sizeof(*schedule));
	__builtin_memset(tk, 0, sizeof(tk));
	__builtin_memcpy(tk, bytes, len);
	schedule->rounds = 32 + 8 * words;
	for (r = 0; r < schedule->rounds; r++) {
		/* The constants' LFSR steps before its use. */
		rc = ((rc << 1) | ((rc >> 5 ^ rc >> 4 ^ 1) & 1)) & 0x3f;
		sum = tk[0][0] ^ tk[1][0] ^ tk[2][0];
		sum ^= (rc & 0xf) | (uint64_t)(rc >> 4) << 32;
		schedule->rk[r] = sum;
		for (z = 0; z < words; z++)
			skinny_tweakey_step(tk[z], z);
	}
	wc_wipe(tk, sizeof(tk));
}

/* Round key @r, sliced; there may be no such round. */
WC_FN void skinny_put_key(struct skinny_key *key, uint32_t r)
{
	uint64_t rk;

	if (r >= key->plain.rounds)
		return;
	rk = key->plain.rk[r] ^ SKINNY_OFFSET * 0x0101010101010101ull;
	bs_key_masks(key->rk[r], (const uint8_t *)&rk, 8);
	wc_wipe(&rk, sizeof(rk));
}

WC_FN void skinny_expand(struct skinny_key *key, const uint8_t *bytes,
			 uint32_t len)
{
	uint32_t r;

	skinny_schedule(&key->plain, bytes, len);
	for (r = 0; r < key->plain.rounds; r++)
		skinny_put_key(key, r);
	for (; r < SKINNY_ROUNDS_MAX; r++)
		__builtin_memset(key->rk[r], 0, sizeof(key->rk[r]));
}

#endif /* WARPCRYPT_KERNELS_BLOCK_SKINNY_H */
