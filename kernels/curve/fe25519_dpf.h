/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Integers modulo p = 2^255 - 19 on double-precision floating point.
 *
 * After DPF-ECC: L. Gao, F. Zheng, N. Emmart, J. Dong, J. Lin, C. Weems,
 * "DPF-ECC: Accelerating Elliptic Curve Cryptography with Floating-Point
 * Computing Power of GPUs", IPDPS 2020.
 *
 * An element is five limbs x_0..x_4, doubles that hold integers; it stands for
 * the sum of x_i 2^(51 i). A product of limbs is split by two fused
 * multiply-adds that round towards zero:
 *
 *	h = fma_rz(x, y, A)		A is so large that the last bit of h
 *					weighs 2^s
 *	l = fma_rz(x, y, A + 2^52 - h)	exact: 2^52 + (x y mod 2^s)
 *
 * The exponents of h and l never change, so that, read as 64-bit integers,
 * they are a constant plus floor(x y / 2^s), and a constant plus x y mod 2^s.
 * Columns of them are summed up as integers; the constants go in one
 * subtraction a limb (the "negative start value", DPF_START).
 *
 * Signed limbs (the default): A = 1.5 * 2^104, s = 52. One bit more than a limb
 * has, so high halves count twice in the column above. x y may be anything
 * within +-2^103, so that sums and differences are multiplied as they are.
 *
 *	T = 2^50 + 2^21: above a limb after fe_mul, fe_sqr (see below) by what
 *		fe_a24_add needs.
 *	|x| <= a T, |y| <= b T, a b <= 7: |x y| <= 7 * 2^100 (1 + 2^-29)^2 < 2^103
 *	high half |h| < 7.001 * 2^48, low half 0 <= l < 2^52
 *	column k folded with column k + 5, largest for k = 0:
 *		low	(1 + 19 * 4) 2^52		= 1232 * 2^48
 *		high	19 * 5 * 2 * 7.001 * 2^48	< 1331 * 2^48
 *		sum	< 2563 * 2^48			< 2^59.4
 *	plus 2^61 (so that shifts may be logical) and 2^50 (to centre): in
 *	(2^61 - 2^59.4, 2^61 + 2^59.5), below 2^64
 *	carry	that / 2^51 - 2^10: |carry| <= 321 (2563 * 2^48 / 2^51 and one)
 *	limb	[-2^50, 2^50) + carry from below; from the top 19 * 321 = 6099
 *		so |x_0| <= 2^50 + 6099, |x_i| <= 2^50 + 321: within T
 *	fe_sqr2_add: 2 z^2 + a - b, 1 T each: twice (1232 + 19 * 5 * 2 + 1) * 2^48,
 *		plus 2^51.01: < 2855 * 2^48, |carry| <= 357, 19 * 357 = 6783
 *
 * Unsigned limbs (DPF_UNSIGNED, the paper's own shape): A = 2^103, s = 51,
 * 0 <= x y < 2^103; T = 2^51 + 2^21, only 1 T by 1 T may be multiplied, and so
 * every sum and difference is carried. A folded column is below
 * (77 + 95) 2^51 + 95 * 2^22, a carry at most 173, 19 * 173 = 3287.
 *
 * DPF_RIPPLE: carries go from limb to limb, as in the paper, and not one step each at
 * the same time: only x_0 may then be 2^51 or more. No column is negative there, so
 * none needs a bias. DPF_SIMPLIFY: all ten columns are brought to 51 bits before the
 * upper ones come down, which the paper leaves out. Both for unsigned limbs only.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_FE25519_DPF_H
#define WARPCRYPT_KERNELS_CURVE_FE25519_DPF_H

#include "kernels/curve/fe25519.h"
#include "kernels/curve/fe_lanes.h"

#ifndef DPF_UNSIGNED
#define DPF_UNSIGNED	0
#endif
#ifndef DPF_RIPPLE
#define DPF_RIPPLE	0
#endif
#ifndef DPF_SIMPLIFY
#define DPF_SIMPLIFY	0
#endif
#if (DPF_RIPPLE || DPF_SIMPLIFY) && !DPF_UNSIGNED
#error "DPF_RIPPLE and DPF_SIMPLIFY are for unsigned limbs"
#endif

#if DPF_UNSIGNED
#define DPF_A		0x1p103
#define DPF_S		0x1p51
#define DPF_A_BITS	0x4660000000000000ULL
#define DPF_HIGH	1		/* what a high half counts */
#define DPF_CENTRE	0
#define DPF_T		(0x1p51 + 0x1p21)
#define DPF_TT		1
#else
#define DPF_A		0x1.8p104
#define DPF_S		0x1p52
#define DPF_A_BITS	0x4678000000000000ULL
#define DPF_HIGH	2
#define DPF_CENTRE	(1ULL << 50)
#define DPF_T		(0x1p50 + 0x1p21)
#define DPF_TT		7
#endif
#define DPF_ONE_BITS	0x4330000000000000ULL	/* 2^52 */
#define DPF_MASK	((1ULL << 51) - 1)
/* What keeps columns positive, and its share of a carry. */
#define DPF_BIAS	(DPF_RIPPLE ? 0 : 1ULL << 61)
#define DPF_BIAS_CARRY	(DPF_RIPPLE ? 0 : 1ULL << 10)

/* How many products column k has. */
#define DPF_COUNT(k)	((k) < 0 || (k) > 8 ? 0 : (k) < 5 ? (k) + 1 : 9 - (k))
/* The constants that the exponents leave in column k. */
#define DPF_EXPONENTS(k) (DPF_COUNT(k) * DPF_ONE_BITS + \
			  DPF_HIGH * DPF_COUNT((k) - 1) * DPF_A_BITS)
#define DPF_START(k)	(DPF_CENTRE + DPF_BIAS - DPF_EXPONENTS(k) - \
			 19 * DPF_EXPONENTS((k) + 5))

/* DPF_LANES elements. @t: the limbs' bound in units of T, kept by check builds only. */
typedef struct {
	dpf_d x[5];
	FE_TRACK(int t;)
} dpf_fe;

/* Asserts what @a says about its limbs. */
FE_FN void dpf_check(const dpf_fe *a)
{
#if defined(FE_CHECKED) && DPF_LANES == 1
	for (int i = 0; i < 5; i++) {
		assert(a->x[i] == __builtin_rint(a->x[i]));
		assert(__builtin_fabs(a->x[i]) <= a->t * DPF_T);
		assert(!DPF_UNSIGNED || a->x[i] >= 0);
	}
#else
	(void)a;
#endif
}

FE_FN dpf_u64 dpf_set1(uint64_t u)
{
#if DPF_LANES == 1
	return u;
#else
	return u - (dpf_u64){ 0 };
#endif
}

/* 19 u, modulo 2^64. */
FE_FN dpf_u64 dpf_mul19(dpf_u64 u)
{
#if DPF_LANES == 4
	return (u << 4) + (u << 1) + u;
#else
	return 19 * u;
#endif
}

/*
 * A carry round in floating point, for sums. Rounding towards zero at a large
 * positive constant is rounding down: limbs come out within [0, 2^51) plus a
 * carry of at most 19 * 8; 2 T (signed), 1 T (unsigned).
 */
FE_FN void dpf_carry(dpf_fe *r)
{
	const dpf_d big = dpf_broadcast(0x1.8p103);
	dpf_d c[5];

	FE_CHECK(r->t <= (DPF_UNSIGNED ? 3 : 7));
	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		c[i] = dpf_add_rz(r->x[i], big) - big;
		r->x[i] = r->x[i] - c[i];
	}
	r->x[0] = dpf_fma_rz(c[4], dpf_broadcast(19 * 0x1p-51), r->x[0]);
	FE_UNROLL
	for (int i = 1; i < 5; i++)
		r->x[i] = dpf_fma_rz(c[i - 1], dpf_broadcast(0x1p-51), r->x[i]);
	FE_TRACK(r->t = DPF_UNSIGNED ? 1 : 2;)
	dpf_check(r);
}

FE_FN void dpf_zero(dpf_fe *r)
{
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		r->x[i] = dpf_broadcast(0);
	FE_TRACK(r->t = 0;)
}

FE_FN void dpf_one(dpf_fe *r)
{
	dpf_zero(r);
	r->x[0] = dpf_broadcast(1);
	FE_TRACK(r->t = 1;)
}

FE_FN void dpf_add(dpf_fe *r, const dpf_fe *a, const dpf_fe *b)
{
	FE_TRACK(r->t = a->t + b->t;)
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		r->x[i] = a->x[i] + b->x[i];
	if (DPF_UNSIGNED || !FE_SKIP_REDUCTION)
		dpf_carry(r);
	dpf_check(r);
}

FE_FN void dpf_sub(dpf_fe *r, const dpf_fe *a, const dpf_fe *b)
{
	FE_TRACK(r->t = a->t + b->t;)
	FE_UNROLL
	for (int i = 0; i < 5; i++) {
#if DPF_UNSIGNED
		/* 2 p in limbs, so that nothing falls below zero. */
		r->x[i] = a->x[i] + (dpf_broadcast(i ? 0x1p52 - 2 : 0x1p52 - 38) -
				     b->x[i]);
#else
		r->x[i] = a->x[i] - b->x[i];
#endif
	}
	FE_TRACK(r->t += DPF_UNSIGNED;)
	if (DPF_UNSIGNED || !FE_SKIP_REDUCTION)
		dpf_carry(r);
	dpf_check(r);
}

/*
 * Both halves of one product, as integers with the constants of their
 * exponents.
 */
FE_FN void dpf_product(dpf_u64 *lo, dpf_u64 *hi, dpf_d x, dpf_d y)
{
	const dpf_d a = dpf_broadcast(DPF_A);
	dpf_d h = dpf_fma_rz(x, y, a);
	dpf_d l = dpf_fma_rz(x, y, dpf_broadcast(DPF_A + 0x1p52) - h);

	*hi = dpf_bits(h);
	*lo = dpf_bits(l);
#if defined(FE_CHECKED) && DPF_LANES == 1
	assert(*hi >> 52 == DPF_A_BITS >> 52);
	assert(*lo >> 52 == DPF_ONE_BITS >> 52);
	assert(*lo - DPF_ONE_BITS < (uint64_t)DPF_S);
#endif
}

/*
 * One carry round over five columns and the way back to doubles.
 *
 * @c: the columns plus DPF_CENTRE + DPF_BIAS; lost
 */
FE_FN void dpf_finish(dpf_fe *r, dpf_u64 c[5])
{
	dpf_u64 up[5];

#if defined(FE_CHECKED) && DPF_LANES == 1
	for (int i = 0; i < 5; i++) {
		const uint64_t least = DPF_UNSIGNED ? 0 : 2855 * (1ULL << 48);

		assert(c[i] - DPF_BIAS + least < least + 2859 * (1ULL << 48));
	}
#endif
#if DPF_RIPPLE
	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		up[i] = c[i] >> 51;
		c[i] &= DPF_MASK;
		if (i < 4)
			c[i + 1] += up[i];
	}
	c[0] += dpf_mul19(up[4]);
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		r->x[i] = dpf_from_bits(c[i] | DPF_ONE_BITS) -
			  dpf_broadcast(0x1p52);
#else
	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		up[i] = c[i] >> 51;
		c[i] = (c[i] & DPF_MASK) | DPF_ONE_BITS;
	}
	/* The bias of a carry leaves with the exponent. */
	c[0] += dpf_mul19(up[4]);
	r->x[0] = dpf_from_bits(c[0]) -
		  dpf_broadcast(0x1p52 + DPF_CENTRE + 19 * DPF_BIAS_CARRY);
	FE_UNROLL
	for (int i = 1; i < 5; i++) {
		c[i] += up[i - 1];
		r->x[i] = dpf_from_bits(c[i]) -
			  dpf_broadcast(0x1p52 + DPF_CENTRE + DPF_BIAS_CARRY);
	}
#endif
	FE_TRACK(r->t = 1;)
	dpf_check(r);
}

#if DPF_SIMPLIFY
/* dpf_fold() from columns of 51 bits. */
FE_FN void dpf_fold(dpf_u64 c[5], const dpf_u64 lo[9], const dpf_u64 hi[9])
{
	dpf_u64 all[10];

	FE_UNROLL
	for (int k = 0; k < 10; k++) {
		all[k] = dpf_set1(0 - DPF_EXPONENTS(k));
		if (k < 9)
			all[k] += lo[k];
		if (k > 0) {
			all[k] += hi[k - 1] + (all[k - 1] >> 51);
			all[k - 1] &= DPF_MASK;
		}
	}
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] = all[i] + dpf_mul19(all[i + 5]) + DPF_BIAS;
}
#else

/* Columns 5 to 9 come down to 0 to 4: 2^255 is 19. */
FE_FN void dpf_fold(dpf_u64 c[5], const dpf_u64 lo[9], const dpf_u64 hi[9])
{
	dpf_u64 up[5];

	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		up[i] = DPF_HIGH * hi[i + 4];
		if (i < 4)
			up[i] += lo[i + 5];
		c[i] = lo[i];
		if (i > 0)
			c[i] += DPF_HIGH * hi[i - 1];
	}
#if FE_MERGED_CARRIES
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] += dpf_mul19(up[i]) + (uint64_t)DPF_START(i);
#else
	/* The upper columns have a carry round of their own; the last one keeps all bits. */
	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		up[i] += DPF_BIAS - DPF_EXPONENTS(i + 5);
		if (i > 0)
			up[i] += (up[i - 1] >> 51) - DPF_BIAS_CARRY;
		if (i > 0)
			up[i - 1] &= DPF_MASK;
	}
	up[4] -= DPF_BIAS;
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] += dpf_mul19(up[i]) + DPF_CENTRE + DPF_BIAS -
			DPF_EXPONENTS(i);
#endif
}
#endif

FE_FN void dpf_mul(dpf_fe *r, const dpf_fe *a, const dpf_fe *b)
{
	dpf_u64 lo[9], hi[9], c[5];

	FE_CHECK(a->t * b->t <= DPF_TT);
	dpf_check(a);
	dpf_check(b);
#if FE_REGISTER_REUSE
	/*
	 * Every other row from the right to the left, so that each product has a factor
	 * in common with the one before, also where a row begins: GPUs read that register
	 * once (Documentation/curves.rst).
	 */
	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		FE_UNROLL
		for (int k = 0; k < 5; k++) {
			const int j = i % 2 ? 4 - k : k;
			dpf_u64 l, h;

			dpf_product(&l, &h, a->x[i], b->x[j]);
			/* The first of its column? */
			if (i == 0 || j == 4) {
				lo[i + j] = l;
				hi[i + j] = h;
			} else {
				lo[i + j] += l;
				hi[i + j] += h;
			}
		}
	}
#else
	dpf_u64 l[25], h[25];

	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		FE_UNROLL
		for (int j = 0; j < 5; j++)
			dpf_product(&l[5 * i + j], &h[5 * i + j], a->x[i],
				    b->x[j]);
	}
	FE_UNROLL
	for (int k = 0; k < 9; k++) {
		int first = k < 5 ? 0 : k - 4;

		lo[k] = l[4 * first + k];
		hi[k] = h[4 * first + k];
		FE_UNROLL
		for (int i = first + 1; i <= (k < 5 ? k : 4); i++) {
			lo[k] += l[4 * i + k];
			hi[k] += h[4 * i + k];
		}
	}
#endif
	dpf_fold(c, lo, hi);
	dpf_finish(r, c);
}

/* The columns of a square: 15 products; the ten that appear twice once. */
FE_FN void dpf_square_columns(dpf_u64 lo[9], dpf_u64 hi[9], const dpf_fe *a)
{
	dpf_u64 l, h;

	FE_CHECK(a->t * a->t <= DPF_TT);
	dpf_check(a);
	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		FE_UNROLL
		for (int j = i + 1; j < 5; j++) {
			dpf_product(&l, &h, a->x[i], a->x[j]);
			if (i == 0 || j == 4) {
				lo[i + j] = l;
				hi[i + j] = h;
			} else {
				lo[i + j] += l;
				hi[i + j] += h;
			}
		}
	}
	dpf_product(&lo[0], &hi[0], a->x[0], a->x[0]);
	dpf_product(&lo[8], &hi[8], a->x[4], a->x[4]);
	FE_UNROLL
	for (int k = 1; k < 8; k++) {
		lo[k] += lo[k];
		hi[k] += hi[k];
		if (k % 2 == 0) {
			dpf_product(&l, &h, a->x[k / 2], a->x[k / 2]);
			lo[k] += l;
			hi[k] += h;
		}
	}
}

FE_FN void dpf_sqr(dpf_fe *r, const dpf_fe *a)
{
	dpf_u64 lo[9], hi[9], c[5];

	dpf_square_columns(lo, hi, a);
	dpf_fold(c, lo, hi);
	dpf_finish(r, c);
}

/*
 * 2 z^2 + a - b, 1 T (2 T without merged carries), of 1 T each. Limbs become integers by
 * the exponent of 1.5 * 2^52, which holds +-2^51: 1 T, and not 2 T. Hence @a and @b one by
 * one.
 */
FE_FN void dpf_sqr2_add(dpf_fe *r, const dpf_fe *z, const dpf_fe *a,
			const dpf_fe *b)
{
#if FE_MERGED_CARRIES && !DPF_UNSIGNED
	dpf_u64 lo[9], hi[9], c[5];

	FE_CHECK(z->t <= 1 && a->t <= 1 && b->t <= 1);
	dpf_check(a);
	dpf_check(b);
	dpf_square_columns(lo, hi, z);
	dpf_fold(c, lo, hi);
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] += c[i] - (DPF_CENTRE + DPF_BIAS) +
			dpf_bits(a->x[i] + dpf_broadcast(0x1.8p52)) -
			dpf_bits(b->x[i] + dpf_broadcast(0x1.8p52));
	dpf_finish(r, c);
#else
	dpf_fe zz;

	dpf_sqr(&zz, z);
	dpf_add(&zz, &zz, &zz);
	dpf_add(&zz, &zz, a);
	dpf_sub(r, &zz, b);
	if (!DPF_UNSIGNED && FE_SKIP_REDUCTION)
		dpf_carry(r);
#endif
}

/*
 * 121665 e + a, the step that the ladder needs: 3 T (unsigned: 1 T), of e 2 T and a 1 T.
 * Without integers: a product is below 2^68, its upper part is a multiple of 2^51 up to
 * 121666 * 2^51. The lower part lies in [0, 2^51), a carry is at most 19 * 121666 <
 * 2^21.2; with @a below 2^51 + 2^50 + 2^22.1 < 3 T.
 */
FE_FN void dpf_a24_add(dpf_fe *r, const dpf_fe *e, const dpf_fe *a)
{
	const dpf_d big = dpf_broadcast(0x1.8p103), a24 = dpf_broadcast(121665);
	dpf_d c[5], x[5];

	FE_CHECK(e->t <= 2 && a->t == 1);
	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		c[i] = dpf_fma_rz(e->x[i], a24, big) - big;
		x[i] = dpf_fma_rz(e->x[i], a24, -c[i]);
	}
	x[0] = dpf_fma_rz(c[4], dpf_broadcast(19 * 0x1p-51), x[0]);
	FE_UNROLL
	for (int i = 1; i < 5; i++)
		x[i] = dpf_fma_rz(c[i - 1], dpf_broadcast(0x1p-51), x[i]);
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		r->x[i] = x[i] + a->x[i];
	FE_TRACK(r->t = 3;)
	if (DPF_UNSIGNED || !FE_MERGED_CARRIES)
		dpf_carry(r);
	dpf_check(r);
}

enum { dpf_lanes = DPF_LANES };

#define FE(name)	dpf_##name
#include "kernels/curve/fe25519_pack51.h"
#undef FE

FE_FN void dpf_load(dpf_fe *r, const dpf_u64 w[4])
{
	dpf_u64 l[5];

	dpf_unpack51(l, w);
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		r->x[i] = dpf_from_bits(l[i] | DPF_ONE_BITS) -
			  dpf_broadcast(0x1p52);
	FE_TRACK(r->t = DPF_UNSIGNED ? 1 : 2;)
	dpf_check(r);
}

/*
 * A carry round brings limbs to within [-2^8, 2^51 + 2^8], which the exponent of
 * 1.25 * 2^52 holds; with p added they are positive.
 */
FE_FN void dpf_store(dpf_u64 w[4], const dpf_fe *a)
{
	dpf_fe t = *a;
	dpf_u64 l[5];

	FE_CHECK(a->t <= 3);
	dpf_check(a);
	dpf_carry(&t);
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		l[i] = dpf_bits(t.x[i] + dpf_broadcast(0x1.4p52)) -
		       0x4334000000000000ULL + (1ULL << 51) - (i ? 1 : 19);
	dpf_pack51(w, l);
}

FE_FN void dpf_cmov(dpf_fe *r, const dpf_fe *a, dpf_u64 mask)
{
	FE_TRACK(r->t = r->t > a->t ? r->t : a->t;)
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		r->x[i] = dpf_from_bits((dpf_bits(a->x[i]) & mask) |
					(dpf_bits(r->x[i]) & ~mask));
}

FE_FN void dpf_cswap(dpf_fe *a, dpf_fe *b, dpf_u64 mask)
{
	FE_TRACK(a->t = b->t = a->t > b->t ? a->t : b->t;)
	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		dpf_u64 x = dpf_bits(a->x[i]), y = dpf_bits(b->x[i]);
		dpf_u64 d = (x ^ y) & mask;

		a->x[i] = dpf_from_bits(x ^ d);
		b->x[i] = dpf_from_bits(y ^ d);
	}
}

#endif /* WARPCRYPT_KERNELS_CURVE_FE25519_DPF_H */
