/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kuznyechik's linear transformation L (RFC 7801, 4.2 and 4.3): a shift register
 * of sixteen bytes that is clocked sixteen times. With a15 the first byte of a
 * block and a0 its last,
 *
 *	l(a15, ..., a0) = 148 a15 + 32 a14 + 133 a13 + 16 a12 + 194 a11 +
 *		192 a10 + 1 a9 + 251 a8 + 1 a7 + 192 a6 + 194 a5 + 16 a4 +
 *		133 a3 + 32 a2 + 148 a1 + 1 a0
 *
 * in GF(2^8) modulo x^8 + x^7 + x^6 + x + 1. But for the last one the
 * coefficients read the same from both ends, so the register runs backwards
 * with the same l, and inputs meet in pairs.
 *
 * As a circuit over bits l has 165 two-input or 90 three-input XORs. Each bit
 * of each byte is a multiple of one of the 256 sets of output bits; equal sets
 * (45 of them have more than one element) are summed first, and then every set is
 * split into two smaller ones that are there anyway. Clocking sixteen times
 * is 2640 gates; a matrix of 128 by 128 bits has over 8000 ones.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_LINEAR_H
#define WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_LINEAR_H

#include "kernels/block/word.h"

/**
 * kuznyechik_feedback() - l(a15, ..., a0)
 * @out: the result's eight planes
 * @from_a15: the planes of a15, a14, ... a1
 * @a0: those of a0
 */
WC_INLINE void kuznyechik_feedback(bs_word *out, const bs_word *from_a15,
				   const bs_word *a0)
{
	/* a[i][j]: bit j of the byte with the i-th coefficient from the left */
	const bs_word (*a)[8] = (const bs_word (*)[8])from_a15;

#if BS_HAS_LUT3
	bs_word fb7 = a[5][6] ^ a[9][6];
	bs_word f6b = a[7][4];
	bs_word f6a = a[7][2];
	bs_word f37 = bs_xor3(a[4][6], a[10][6], fb7);
	bs_word fa8 = bs_xor3(a[0][5], a[14][5], f6b) ^ f6a;
	bs_word fe5 = a[0][7] ^ a[14][7];
	bs_word fa2 = bs_xor3(a[2][3], a[12][3], fe5);
	bs_word fba = a[5][5] ^ a[9][5];
	bs_word feb = bs_xor3(a[0][1], a[14][1], fa8);
	bs_word fb2 = bs_xor3(a[2][7], a[12][7], feb);
	bs_word f6f = a[7][6] ^ fa2;
	bs_word f2a = bs_xor3(a[0][3], a[14][3], f6f);
	bs_word f35 = a[7][1];
	bs_word f6e = bs_xor3(a[4][7], a[10][7], f37);
	bs_word ffa = bs_xor3(bs_xor3(a[4][5], a[10][5], fba), f35, f6e);
	bs_word fad = a[5][7] ^ a[9][7];
	bs_word ffb = a[7][0];
	bs_word f6d = bs_xor3(a[1][7], a[13][7], f2a) ^ fad;
	bs_word f15 = a[0][2] ^ a[14][2];
	bs_word f7d = bs_xor3(bs_xor3(a[4][4], a[10][4], fb2), ffa, ffb) ^ f6d;
	bs_word f5d = bs_xor3(a[5][4], a[9][4], f7d);
	bs_word fd6 = a[7][5];
	bs_word f93 = bs_xor3(a[0][6], a[14][6], f15);
	bs_word fd4 = a[7][3];
	bs_word f94 = bs_xor3(a[0][0], a[14][0], f6e);
	bs_word f51 = bs_xor3(a[2][2], a[12][2], f93);
	bs_word fd7 = bs_xor3(bs_xor3(bs_xor3(a[1][6], a[3][7], a[11][7]),
		a[13][6], f5d), fd6, f51);
	bs_word f59 = bs_xor3(bs_xor3(a[2][6], a[12][6], f37), feb, f94);
	bs_word f54 = bs_xor3(a[0][4], a[14][4], fd4);
	bs_word fde = bs_xor3(a[7][7], f59, f54);
	bs_word fdf = bs_xor3(a[4][3], a[10][3], fd7) ^ fde;
	bs_word fcf = bs_xor3(bs_xor3(a[5][3], a[9][3], fb2), f35, fdf);
	bs_word fcd = bs_xor3(bs_xor3(a[2][5], a[12][5], fa2), f94, fcf);
	bs_word f8a = bs_xor3(bs_xor3(bs_xor3(a[1][5], a[3][6], a[11][6]),
		a[13][5], f5d), f54, fcd);
	bs_word f45 = bs_xor3(bs_xor3(a[1][4], a[3][5], a[11][5]), a[13][4],
		f6f);
	bs_word fc9 = bs_xor3(a[2][1], a[12][1], f8a);
	bs_word f8e = bs_xor3(a[4][2], a[10][2], fc9);
	bs_word f85 = a[2][0] ^ a[12][0];
	bs_word f86 = bs_xor3(bs_xor3(bs_xor3(a[5][2], a[9][2], ffb), f15, f51),
		f45, f8e);
	bs_word f87 = bs_xor3(bs_xor3(a[2][4], a[12][4], ffa), f59, f85) ^ f86;
	bs_word f47 = bs_xor3(bs_xor3(bs_xor3(a[4][1], a[10][1], fe5), f2a,
		fcd), fc9, f87);
	bs_word f43 = bs_xor3(bs_xor3(a[5][1], a[9][1], fa8), f8a, f47);
	bs_word fc3 = bs_xor3(bs_xor3(bs_xor3(a[1][3], a[3][4], a[11][4]),
		a[13][3], f6b), f45, f43);
	bs_word fc2 = bs_xor3(bs_xor3(a[4][0], a[10][0], f6a), f93, fc3);
	bs_word fc0 = bs_xor3(bs_xor3(a[5][0], a[9][0], fad), f87, fc2);

	out[0] = bs_xor3(bs_xor3(bs_xor3(a[6][0], a[8][0], a0[0]), fd6, fde),
		f86, fc3);
	out[1] = bs_xor3(bs_xor3(a[6][1], a[8][1], a0[1]), fcf, f85) ^ fc2;
	out[2] = bs_xor3(a[6][2], a[8][2], a0[2]) ^ f47;
	out[3] = bs_xor3(bs_xor3(a[6][3], a[8][3], a0[3]), fd7, f8e);
	out[4] = bs_xor3(bs_xor3(bs_xor3(a[3][0], a[6][4], a[8][4]), a[11][0],
		a0[4]), f6d, fdf);
	out[5] = bs_xor3(bs_xor3(bs_xor3(a[1][0], a[3][1], a[6][5]), a[8][5],
		a[11][1]), a[13][0], a0[5]) ^ f7d;
	out[6] = bs_xor3(bs_xor3(bs_xor3(bs_xor3(a[1][1], a[3][2], a[6][6]),
		a[8][6], a[11][2]), a[13][1], a0[6]), fba, fc0);
	out[7] = bs_xor3(bs_xor3(bs_xor3(bs_xor3(bs_xor3(a[1][2], a[3][3],
		a[6][7]), a[8][7], a[11][3]), a[13][2], a0[7]), fb7, fd4), f43,
		fc0);
#else
	bs_word ffa, fba, f93, f54, fad, ffb, f37, feb, f6e;
	bs_word f6d, f94, fb2, fb7, f51, fa8, f6a, f2a, fe5;
	bs_word fa2, f7d, f5d, f59, f15, fd6, fd7, fdf, fc9;
	bs_word fcd, fcf, f8a, f8e, f86, f87, f85, f45, f47;
	bs_word f43, fc3, fc2, fc0;

	ffa = a[4][5] ^ a[10][5];
	fba = a[5][5] ^ a[9][5];
	f93 = a[14][6] ^ a[0][6];
	f54 = a[14][4] ^ a[0][4];
	fad = a[5][7] ^ a[9][7];
	ffb = a[7][0] ^ ffa;
	f37 = a[7][1] ^ a[4][6] ^ a[10][6];
	feb = a[14][1] ^ ffb ^ a[0][1];
	f6e = a[7][6] ^ a[4][7] ^ a[10][7];
	f6d = a[1][7] ^ a[13][7];
	f94 = a[14][0] ^ a[0][0] ^ f54;
	fb2 = a[2][7] ^ a[12][7] ^ fba ^ feb;
	fb7 = a[5][6] ^ a[9][6] ^ f37;
	f51 = a[2][2] ^ a[12][2] ^ f93;
	fa8 = a[14][5] ^ a[0][5];
	f6a = a[7][4] ^ a[7][2] ^ f6e ^ fa8;
	f2a = a[14][3] ^ fad ^ a[0][3] ^ f6a;
	fe5 = a[14][7] ^ a[0][7] ^ f2a;
	fa2 = a[2][3] ^ a[12][3] ^ fb7 ^ fb2 ^ fe5;
	f7d = a[4][4] ^ a[10][4] ^ f6d ^ fa2;
	out[5] = a[1][0] ^ a[3][1] ^ a[6][5] ^ a[8][5] ^ a[11][1] ^ a[13][0] ^
		a0[5] ^ f7d;
	f5d = a[5][4] ^ a[9][4] ^ f7d;
	f59 = feb ^ a[2][6] ^ a[12][6] ^ f94 ^ f51 ^ f5d;
	f15 = fb7 ^ a[14][2] ^ a[0][2];
	fd6 = a[7][3] ^ a[7][5];
	fd7 = a[1][6] ^ a[3][7] ^ a[11][7] ^ a[13][6] ^ fd6 ^ f15;
	fdf = a[7][7] ^ a[4][3] ^ a[10][3] ^ fd7 ^ fa2 ^ f59;
	out[4] = f6d ^ a[3][0] ^ a[6][4] ^ a[8][4] ^ a[11][0] ^ a0[4] ^ ffb ^
		fb2 ^ fdf;
	fc9 = a[2][1] ^ a[12][1];
	fcd = f94 ^ a[2][5] ^ a[12][5];
	fcf = f2a ^ a[5][3] ^ a[9][3] ^ fcd ^ fdf;
	f8a = a[1][5] ^ a[3][6] ^ a[11][6] ^ a[13][5] ^ fc9 ^ fcf;
	f8e = a[4][2] ^ a[10][2] ^ f8a;
	f86 = a[5][2] ^ a[9][2] ^ f59 ^ f8e;
	f87 = fad ^ a[2][4] ^ a[12][4] ^ f86;
	f85 = a[2][0] ^ a[12][0] ^ f87;
	out[3] = fba ^ a[6][3] ^ a[8][3] ^ a0[3] ^ fd7 ^ f51 ^ f8e;
	f45 = a[1][4] ^ a[3][5] ^ a[11][5] ^ a[13][4] ^ fcf ^ f85;
	f47 = fe5 ^ a[4][1] ^ a[10][1] ^ f45;
	f43 = fc9 ^ a[5][1] ^ a[9][1] ^ f47;
	fc3 = a[1][3] ^ a[3][4] ^ a[11][4] ^ a[13][3] ^ f43;
	fc2 = f15 ^ a[4][0] ^ a[10][0] ^ f93 ^ fa8 ^ fc3;
	out[2] = f6e ^ a[6][2] ^ a[8][2] ^ a0[2] ^ f5d ^ f8a ^ f47;
	out[1] = fcd ^ a[7][3] ^ a[7][1] ^ a[6][1] ^ a[8][1] ^ a0[1] ^ f87 ^
		f45 ^ fc2;
	fc0 = f54 ^ a[5][0] ^ a[9][0] ^ f85 ^ fc2;
	out[7] = f37 ^ a[1][2] ^ a[3][3] ^ a[6][7] ^ a[8][7] ^ a[11][3] ^
		a[13][2] ^ a0[7] ^ f43 ^ fc0;
	out[0] = fd6 ^ a[7][7] ^ a[7][4] ^ a[7][6] ^ a[6][0] ^ a[8][0] ^
		a0[0] ^ ffa ^ f86 ^ fc3;
	out[6] = f6a ^ a[1][1] ^ a[3][2] ^ a[6][6] ^ a[8][6] ^ a[11][2] ^
		a[13][1] ^ a0[6] ^ fc0;
#endif
}

/*
 * The register, as it moves through a buffer of 32 bytes (256 planes):
 *
 *	byte 0            15 16           31
 *	    +---------------+---------------+
 *	    |   <- result   | block         |	kuznyechik_linear()
 *	    +---------------+---------------+
 *	    | block         |   result ->   |	kuznyechik_inv_linear()
 *	    +---------------+---------------+
 */

/**
 * kuznyechik_linear() - L
 * @buf: planes; the block in the upper half, the result in the lower one
 */
WC_FN void kuznyechik_linear(bs_word *buf)
{
	int t;

	WC_UNROLL
	for (t = 15; t >= 0; t--)
		kuznyechik_feedback(buf + 8 * t, buf + 8 * (t + 1),
				    buf + 8 * (t + 16));
}

/**
 * kuznyechik_inv_linear() - the inverse of L
 * @buf: planes; the block in the lower half, the result in the upper one
 */
WC_FN void kuznyechik_inv_linear(bs_word *buf)
{
	int t;

	WC_UNROLL
	for (t = 0; t < 16; t++)
		kuznyechik_feedback(buf + 8 * (t + 16), buf + 8 * (t + 1),
				    buf + 8 * t);
}

/* Multiply eight bytes of the field by x. */
WC_FN uint64_t kuznyechik_xtime(uint64_t a)
{
	uint64_t top = (a >> 7) & 0x0101010101010101ull;

	return ((a & 0x7f7f7f7f7f7f7f7full) << 1) ^ top * 0xc3;
}

/**
 * kuznyechik_linear_block() - L of one block that is not sliced
 * @block: the block, as two little-endian words
 *
 * L(a) is the sum of the columns of L's matrix, each times a byte of the
 * block: Horner's rule over the bits of all bytes. The table is read at every
 * address every time.
 */
WC_FN void kuznyechik_linear_block(uint64_t block[2])
{
	static const uint64_t column[16][2] = {
		{ 0x7a486c7276a26ecfull, 0x9484dd10bd275db8ull },
		{ 0xe6d576f233c82098ull, 0x202d99e9959fd449ull },
		{ 0x4e62ec6b1087c674ull, 0x857475d05ebeb887ull },
		{ 0x1a170cca0c70dabfull, 0x1096cad930682f14ull },
		{ 0xbb06c5201c689093ull, 0xc25d97f3e91a8dcbull },
		{ 0x2e2dbceb1143488eull, 0xc0774494607c128dull },
		{ 0xf1c4af02d61c89f2ull, 0x016f5a3dbfadeeabull },
		{ 0xbee76ea46a2b9cf3ull, 0xfbdee0af10c9f649ull },
		{ 0xd4d5a38da6a1c10aull, 0x0154307bef840809ull },
		{ 0xafebe1d4d76364bfull, 0xc0b4a6ff392f546cull },
		{ 0x379990c4f630b8f6ull, 0xc28d3164eceb0f2aull },
		{ 0xb1785801496b2da9ull, 0x10d1d39191fef301ull },
		{ 0xd4520e65079f86eaull, 0x8544df527fc69860ull },
		{ 0x2af502dd1430448eull, 0x203c48f84848c88eull },
		{ 0x6e16c34ce8e3d04dull, 0x94a5640d89a27f4bull },
		{ 0xb87a486c7276a26eull, 0x019484dd10bd275dull }
	};
	uint64_t lo = 0, hi = 0;
	int bit, i;

	for (bit = 7; bit >= 0; bit--) {
		lo = kuznyechik_xtime(lo);
		hi = kuznyechik_xtime(hi);
		for (i = 0; i < 16; i++) {
			uint64_t take = 0 - ((block[i / 8] >>
					      (8 * (i % 8) + bit)) & 1);

			lo ^= take & column[i][0];
			hi ^= take & column[i][1];
		}
	}
	block[0] = lo;
	block[1] = hi;
}

/**
 * kuznyechik_inv_linear_block() - the inverse of L on one block
 * @block: the block, as two little-endian words
 *
 * The register runs backwards with the same coefficients, so this is L with
 * the bytes in reverse before and after.
 */
WC_FN void kuznyechik_inv_linear_block(uint64_t block[2])
{
	uint64_t turned[2] = {
		wc_swap64(block[1]), wc_swap64(block[0])
	};

	kuznyechik_linear_block(turned);
	block[0] = wc_swap64(turned[1]);
	block[1] = wc_swap64(turned[0]);
}

#endif /* WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_LINEAR_H */
