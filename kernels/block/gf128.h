/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * GF(2^128) as XTS has it (IEEE 1619-2018, 5.2): polynomials over GF(2) modulo
 * x^128 + x^7 + x^2 + x + 1; the first byte of a block holds x^0 to x^7 with
 * x^0 in its least significant bit. In two little-endian 64-bit words lo holds
 * x^0 to x^63 and hi x^64 to x^127.
 *
 * Field elements are secret: nothing here branches on them or indexes by them.
 * Exponents are public.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_GF128_H
#define WARPCRYPT_KERNELS_BLOCK_GF128_H

#include "kernels/plain.h"

/* @lo: the coefficients of x^0 to x^63, x^0 in bit 0; @hi: those of x^64 and above. */
struct gf128 {
	uint64_t lo;
	uint64_t hi;
};

/* a * x */
WC_FN struct gf128 gf128_xtime(struct gf128 a)
{
	uint64_t carry = WC_HIDE(0 - (a.hi >> 63));
	struct gf128 r;

	r.hi = (a.hi << 1) | (a.lo >> 63);
	r.lo = (a.lo << 1) ^ (carry & 0x87);
	return r;
}

/*
 * a * x^64: the upper word leaves the top and comes back times x^7 + x^2 + x + 1, a
 * product of at most 71 bits, so one round of folding is enough.
 */
WC_FN struct gf128 gf128_mul_x64(struct gf128 a)
{
	uint64_t c = a.hi;
	struct gf128 r;

	r.lo = c ^ (c << 1) ^ (c << 2) ^ (c << 7);
	r.hi = a.lo ^ (c >> 63) ^ (c >> 62) ^ (c >> 57);
	return r;
}

/* a * x^s, s from 0 to 63 */
WC_FN struct gf128 gf128_mul_xs(struct gf128 a, unsigned int s)
{
	/* Two shifts, because shifting by 64 is undefined. */
	uint64_t out = (a.hi >> 1) >> (63 - s);
	struct gf128 r;

	r.hi = (a.hi << s) | ((a.lo >> 1) >> (63 - s));
	r.lo = a.lo << s;
	r.lo ^= out ^ (out << 1) ^ (out << 2) ^ (out << 7);
	r.hi ^= (out >> 63) ^ (out >> 62) ^ (out >> 57);
	return r;
}

/* a * x^n, for a public and small n: one step for each 64. */
WC_FN struct gf128 gf128_mul_xn(struct gf128 a, uint32_t n)
{
	for (; n >= 64; n -= 64)
		a = gf128_mul_x64(a);
	return gf128_mul_xs(a, n);
}

/* a * b: schoolbook, from the highest coefficient of @b down, in constant time. */
WC_FN struct gf128 gf128_mul(struct gf128 a, struct gf128 b)
{
	struct gf128 r = { 0, 0 };
	int i;

	for (i = 0; i < 128; i++) {
		uint64_t take = WC_HIDE(0 - (b.hi >> 63));

		r = gf128_xtime(r);
		r.lo ^= a.lo & take;
		r.hi ^= a.hi & take;
		b.hi = (b.hi << 1) | (b.lo >> 63);
		b.lo <<= 1;
	}
	return r;
}

/*
 * x^n, for any public n: square and multiply from the highest bit, where multiplying is
 * only gf128_xtime(): at most 64 multiplications.
 */
WC_FN struct gf128 gf128_xpow(uint64_t n)
{
	struct gf128 r = { 1, 0 };
	int i;

	for (i = 63; i >= 0; i--) {
		if (n >> i > 1)
			r = gf128_mul(r, r);
		if ((n >> i) & 1)
			r = gf128_xtime(r);
	}
	return r;
}

/* The bits of each byte of @x in reverse. */
WC_FN uint64_t gf128_mirror_word(uint64_t x)
{
#if defined(__CUDA_ARCH__)
	return wc_swap64(__brevll(x));
#else
	x = (x >> 1 & 0x5555555555555555ull) | (x & 0x5555555555555555ull) << 1;
	x = (x >> 2 & 0x3333333333333333ull) | (x & 0x3333333333333333ull) << 2;
	return (x >> 4 & 0x0f0f0f0f0f0f0f0full) |
	       (x & 0x0f0f0f0f0f0f0f0full) << 4;
#endif
}

/*
 * From a block of GB/T 17964-2021 to an element, or back. That standard has the same
 * field. Its blocks hold x^0 in the most significant bit of the first byte, x^7 in the
 * least significant: each byte is the other way round.
 */
WC_FN struct gf128 gf128_mirror(struct gf128 a)
{
	a.lo = gf128_mirror_word(a.lo);
	a.hi = gf128_mirror_word(a.hi);
	return a;
}

#endif /* WARPCRYPT_KERNELS_BLOCK_GF128_H */
