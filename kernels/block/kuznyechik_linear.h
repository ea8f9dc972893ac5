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
 * As a circuit over bits l has 165 two-input or 90 three-input XORs. Each input bit
 * is added to one of the 256 sets of output bits. Input bits with the same set (45
 * sets have more than one) are summed first; then each set is split into two
 * smaller sets that are needed anyway. Clocking sixteen times is 2640 gates; a
 * matrix of 128 by 128 bits has over 8000 ones.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_LINEAR_H
#define WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_LINEAR_H

#include "kernels/block/word.h"

/* l(a15, ..., a0), eight planes. @a15: its planes, with those of a14, ... a1 behind them. */
WC_INLINE void kuznyechik_feedback(bs_word *out, const bs_word *a15,
				   const bs_word *a0)
{
	const bs_word *a14 = a15 + 8, *a13 = a15 + 16, *a12 = a15 + 24;
	const bs_word *a11 = a15 + 32, *a10 = a15 + 40, *a9 = a15 + 48;
	const bs_word *a8 = a15 + 56, *a7 = a15 + 64, *a6 = a15 + 72;
	const bs_word *a5 = a15 + 80, *a4 = a15 + 88, *a3 = a15 + 96;
	const bs_word *a2 = a15 + 104, *a1 = a15 + 112;

#if BS_HAS_LUT3
	bs_word fb7 = a10[6] ^ a6[6];
	bs_word f6b = a8[4];
	bs_word f6a = a8[2];
	bs_word f37 = bs_xor3(a11[6], a5[6], fb7);
	bs_word fa8 = bs_xor3(a15[5], a1[5], f6b) ^ f6a;
	bs_word fe5 = a15[7] ^ a1[7];
	bs_word fa2 = bs_xor3(a13[3], a3[3], fe5);
	bs_word fba = a10[5] ^ a6[5];
	bs_word feb = bs_xor3(a15[1], a1[1], fa8);
	bs_word fb2 = bs_xor3(a13[7], a3[7], feb);
	bs_word f6f = a8[6] ^ fa2;
	bs_word f2a = bs_xor3(a15[3], a1[3], f6f);
	bs_word f35 = a8[1];
	bs_word f6e = bs_xor3(a11[7], a5[7], f37);
	bs_word ffa = bs_xor3(bs_xor3(a11[5], a5[5], fba), f35, f6e);
	bs_word fad = a10[7] ^ a6[7];
	bs_word ffb = a8[0];
	bs_word f6d = bs_xor3(a14[7], a2[7], f2a) ^ fad;
	bs_word f15 = a15[2] ^ a1[2];
	bs_word f7d = bs_xor3(bs_xor3(a11[4], a5[4], fb2), ffa, ffb) ^ f6d;
	bs_word f5d = bs_xor3(a10[4], a6[4], f7d);
	bs_word fd6 = a8[5];
	bs_word f93 = bs_xor3(a15[6], a1[6], f15);
	bs_word fd4 = a8[3];
	bs_word f94 = bs_xor3(a15[0], a1[0], f6e);
	bs_word f51 = bs_xor3(a13[2], a3[2], f93);
	bs_word fd7 = bs_xor3(bs_xor3(bs_xor3(a14[6], a12[7], a4[7]),
		a2[6], f5d), fd6, f51);
	bs_word f59 = bs_xor3(bs_xor3(a13[6], a3[6], f37), feb, f94);
	bs_word f54 = bs_xor3(a15[4], a1[4], fd4);
	bs_word fde = bs_xor3(a8[7], f59, f54);
	bs_word fdf = bs_xor3(a11[3], a5[3], fd7) ^ fde;
	bs_word fcf = bs_xor3(bs_xor3(a10[3], a6[3], fb2), f35, fdf);
	bs_word fcd = bs_xor3(bs_xor3(a13[5], a3[5], fa2), f94, fcf);
	bs_word f8a = bs_xor3(bs_xor3(bs_xor3(a14[5], a12[6], a4[6]),
		a2[5], f5d), f54, fcd);
	bs_word f45 = bs_xor3(bs_xor3(a14[4], a12[5], a4[5]), a2[4],
		f6f);
	bs_word fc9 = bs_xor3(a13[1], a3[1], f8a);
	bs_word f8e = bs_xor3(a11[2], a5[2], fc9);
	bs_word f85 = a13[0] ^ a3[0];
	bs_word f86 = bs_xor3(bs_xor3(bs_xor3(a10[2], a6[2], ffb), f15, f51),
		f45, f8e);
	bs_word f87 = bs_xor3(bs_xor3(a13[4], a3[4], ffa), f59, f85) ^ f86;
	bs_word f47 = bs_xor3(bs_xor3(bs_xor3(a11[1], a5[1], fe5), f2a,
		fcd), fc9, f87);
	bs_word f43 = bs_xor3(bs_xor3(a10[1], a6[1], fa8), f8a, f47);
	bs_word fc3 = bs_xor3(bs_xor3(bs_xor3(a14[3], a12[4], a4[4]),
		a2[3], f6b), f45, f43);
	bs_word fc2 = bs_xor3(bs_xor3(a11[0], a5[0], f6a), f93, fc3);
	bs_word fc0 = bs_xor3(bs_xor3(a10[0], a6[0], fad), f87, fc2);

	out[0] = bs_xor3(bs_xor3(bs_xor3(a9[0], a7[0], a0[0]), fd6, fde),
		f86, fc3);
	out[1] = bs_xor3(bs_xor3(a9[1], a7[1], a0[1]), fcf, f85) ^ fc2;
	out[2] = bs_xor3(a9[2], a7[2], a0[2]) ^ f47;
	out[3] = bs_xor3(bs_xor3(a9[3], a7[3], a0[3]), fd7, f8e);
	out[4] = bs_xor3(bs_xor3(bs_xor3(a12[0], a9[4], a7[4]), a4[0],
		a0[4]), f6d, fdf);
	out[5] = bs_xor3(bs_xor3(bs_xor3(a14[0], a12[1], a9[5]), a7[5],
		a4[1]), a2[0], a0[5]) ^ f7d;
	out[6] = bs_xor3(bs_xor3(bs_xor3(bs_xor3(a14[1], a12[2], a9[6]),
		a7[6], a4[2]), a2[1], a0[6]), fba, fc0);
	out[7] = bs_xor3(bs_xor3(bs_xor3(bs_xor3(bs_xor3(a14[2], a12[3],
		a9[7]), a7[7], a4[3]), a2[2], a0[7]), fb7, fd4), f43,
		fc0);
#else
	bs_word ffa, fba, f93, f54, fad, ffb, f37, feb, f6e;
	bs_word f6d, f94, fb2, fb7, f51, fa8, f6a, f2a, fe5;
	bs_word fa2, f7d, f5d, f59, f15, fd6, fd7, fdf, fc9;
	bs_word fcd, fcf, f8a, f8e, f86, f87, f85, f45, f47;
	bs_word f43, fc3, fc2, fc0;

	ffa = a11[5] ^ a5[5];
	fba = a10[5] ^ a6[5];
	f93 = a1[6] ^ a15[6];
	f54 = a1[4] ^ a15[4];
	fad = a10[7] ^ a6[7];
	ffb = a8[0] ^ ffa;
	f37 = a8[1] ^ a11[6] ^ a5[6];
	feb = a1[1] ^ ffb ^ a15[1];
	f6e = a8[6] ^ a11[7] ^ a5[7];
	f6d = a14[7] ^ a2[7];
	f94 = a1[0] ^ a15[0] ^ f54;
	fb2 = a13[7] ^ a3[7] ^ fba ^ feb;
	fb7 = a10[6] ^ a6[6] ^ f37;
	f51 = a13[2] ^ a3[2] ^ f93;
	fa8 = a1[5] ^ a15[5];
	f6a = a8[4] ^ a8[2] ^ f6e ^ fa8;
	f2a = a1[3] ^ fad ^ a15[3] ^ f6a;
	fe5 = a1[7] ^ a15[7] ^ f2a;
	fa2 = a13[3] ^ a3[3] ^ fb7 ^ fb2 ^ fe5;
	f7d = a11[4] ^ a5[4] ^ f6d ^ fa2;
	out[5] = a14[0] ^ a12[1] ^ a9[5] ^ a7[5] ^ a4[1] ^ a2[0] ^
		a0[5] ^ f7d;
	f5d = a10[4] ^ a6[4] ^ f7d;
	f59 = feb ^ a13[6] ^ a3[6] ^ f94 ^ f51 ^ f5d;
	f15 = fb7 ^ a1[2] ^ a15[2];
	fd6 = a8[3] ^ a8[5];
	fd7 = a14[6] ^ a12[7] ^ a4[7] ^ a2[6] ^ fd6 ^ f15;
	fdf = a8[7] ^ a11[3] ^ a5[3] ^ fd7 ^ fa2 ^ f59;
	out[4] = f6d ^ a12[0] ^ a9[4] ^ a7[4] ^ a4[0] ^ a0[4] ^ ffb ^
		fb2 ^ fdf;
	fc9 = a13[1] ^ a3[1];
	fcd = f94 ^ a13[5] ^ a3[5];
	fcf = f2a ^ a10[3] ^ a6[3] ^ fcd ^ fdf;
	f8a = a14[5] ^ a12[6] ^ a4[6] ^ a2[5] ^ fc9 ^ fcf;
	f8e = a11[2] ^ a5[2] ^ f8a;
	f86 = a10[2] ^ a6[2] ^ f59 ^ f8e;
	f87 = fad ^ a13[4] ^ a3[4] ^ f86;
	f85 = a13[0] ^ a3[0] ^ f87;
	out[3] = fba ^ a9[3] ^ a7[3] ^ a0[3] ^ fd7 ^ f51 ^ f8e;
	f45 = a14[4] ^ a12[5] ^ a4[5] ^ a2[4] ^ fcf ^ f85;
	f47 = fe5 ^ a11[1] ^ a5[1] ^ f45;
	f43 = fc9 ^ a10[1] ^ a6[1] ^ f47;
	fc3 = a14[3] ^ a12[4] ^ a4[4] ^ a2[3] ^ f43;
	fc2 = f15 ^ a11[0] ^ a5[0] ^ f93 ^ fa8 ^ fc3;
	out[2] = f6e ^ a9[2] ^ a7[2] ^ a0[2] ^ f5d ^ f8a ^ f47;
	out[1] = fcd ^ a8[3] ^ a8[1] ^ a9[1] ^ a7[1] ^ a0[1] ^ f87 ^
		f45 ^ fc2;
	fc0 = f54 ^ a10[0] ^ a6[0] ^ f85 ^ fc2;
	out[7] = f37 ^ a14[2] ^ a12[3] ^ a9[7] ^ a7[7] ^ a4[3] ^
		a2[2] ^ a0[7] ^ f43 ^ fc0;
	out[0] = fd6 ^ a8[7] ^ a8[4] ^ a8[6] ^ a9[0] ^ a7[0] ^
		a0[0] ^ ffa ^ f86 ^ fc3;
	out[6] = f6a ^ a14[1] ^ a12[2] ^ a9[6] ^ a7[6] ^ a4[2] ^
		a2[1] ^ a0[6] ^ fc0;
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

/* L: the block in the upper half of the planes, the result in the lower one. */
WC_FN void kuznyechik_linear(bs_word *buf)
{
	int t;

	WC_UNROLL
	for (t = 15; t >= 0; t--)
		kuznyechik_feedback(buf + 8 * t, buf + 8 * (t + 1),
				    buf + 8 * (t + 16));
}

/* The inverse of L: the block in the lower half, the result in the upper one. */
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

/*
 * The columns of L's matrix, as two little-endian words: L of a 1 in each byte.
 */
#define KUZNYECHIK_COLUMNS {						\
	{ 0x7a486c7276a26ecfull, 0x9484dd10bd275db8ull },		\
	{ 0xe6d576f233c82098ull, 0x202d99e9959fd449ull },		\
	{ 0x4e62ec6b1087c674ull, 0x857475d05ebeb887ull },		\
	{ 0x1a170cca0c70dabfull, 0x1096cad930682f14ull },		\
	{ 0xbb06c5201c689093ull, 0xc25d97f3e91a8dcbull },		\
	{ 0x2e2dbceb1143488eull, 0xc0774494607c128dull },		\
	{ 0xf1c4af02d61c89f2ull, 0x016f5a3dbfadeeabull },		\
	{ 0xbee76ea46a2b9cf3ull, 0xfbdee0af10c9f649ull },		\
	{ 0xd4d5a38da6a1c10aull, 0x0154307bef840809ull },		\
	{ 0xafebe1d4d76364bfull, 0xc0b4a6ff392f546cull },		\
	{ 0x379990c4f630b8f6ull, 0xc28d3164eceb0f2aull },		\
	{ 0xb1785801496b2da9ull, 0x10d1d39191fef301ull },		\
	{ 0xd4520e65079f86eaull, 0x8544df527fc69860ull },		\
	{ 0x2af502dd1430448eull, 0x203c48f84848c88eull },		\
	{ 0x6e16c34ce8e3d04dull, 0x94a5640d89a27f4bull },		\
	{ 0xb87a486c7276a26eull, 0x019484dd10bd275dull },		\
}

/*
 * L of one block that is not sliced, as two little-endian words: the sum of the columns of
 * L's matrix, each times a byte of the block. Horner's rule over the bits of all bytes.
 * All of the table is read for every bit.
 */
WC_FN void kuznyechik_linear_block(uint64_t block[2])
{
	static const uint64_t column[16][2] = KUZNYECHIK_COLUMNS;
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

/*
 * The inverse of L. The register runs backwards with the same coefficients, so this is L
 * with the bytes in reverse before and after.
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
