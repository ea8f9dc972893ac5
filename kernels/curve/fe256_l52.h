/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Integers modulo a prime of 256 bits as five 52-bit limbs in 64-bit words. A template
 * over FE(name) and WEI(name), see fe256.h. R = 2^260. The product of two limbs is
 * taken apart into floor(x y / 2^52) and x y mod 2^52, both below 2^52, by
 *
 *	AVX-512 IFMA	an instruction for each: DPF_LANES == 8
 *	doubles		L52_DOUBLES, the same trick as in fe25519_dpf.h:
 *			h = fma_rz(x, y, 2^104), l = fma_rz(x, y, 2^104 + 2^52 - h).
 *			Both have a constant exponent, so that their bit patterns
 *			are a constant plus the high half, a constant plus the low
 *			one. Limbs are exact as doubles: they are below 2^52
 *	128-bit words	otherwise, for one lane
 *
 * Elements are below 2 p, limbs below 2^52, neither ever negative.
 *
 *	product		a column is a sum of at most 5 low and 5 high halves, and of
 *			as many of the reduction's: below 20 * 2^52, and its carry
 *			below 32
 *	reduction	(a b + m p) / R < (4 p^2 + 2^260 p) / 2^260 < 1.25 p
 *	sums		see fe256_fold()
 *
 * L52_SOLINAS, to compare: elements are x itself, and products are reduced by the
 * terms of the prime (fe256_solinas()). One lane only.
 */
#include "kernels/curve/fe256.h"
#include "kernels/curve/fe_lanes.h"

#ifndef L52_DOUBLES
#define L52_DOUBLES	0
#endif
#ifndef L52_SOLINAS
#define L52_SOLINAS	0
#endif

typedef dpf_u64 FE(u64);

/* DPF_LANES elements; limbs, least significant first. */
typedef struct {
	dpf_u64 x[5];
} fe;

#define L52_MASK	((1ULL << 52) - 1)

/* Limb @i of the number whose words are @w0 to @w3. */
#define L52_LIMB(i, w0, w1, w2, w3)					\
	(L52_MASK & ((i) == 0 ? (w0) :					\
		     (i) == 1 ? (w0) >> 52 | (w1) << 12 :		\
		     (i) == 2 ? (w1) >> 40 | (w2) << 24 :		\
		     (i) == 3 ? (w2) >> 28 | (w3) << 36 : (w3) >> 16))
#define L52_P(i)	L52_LIMB(i, WEI(P0), WEI(P1), WEI(P2), WEI(P3))

FE_FN void FE(check)(const fe *a)
{
#if defined(FE_CHECKED) && DPF_LANES == 1
	int64_t left = -1;	/* 2 p - 1 - a */

	for (int i = 0; i < 5; i++) {
		assert(a->x[i] < 1ULL << 52);
		left = (left >> 52) + (int64_t)(2 * L52_P(i) - a->x[i]);
	}
	assert(left >= 0);
#else
	(void)a;
#endif
}

FE_FN FE(u64) FE(set1)(uint64_t u)
{
#if DPF_LANES == 1
	return u;
#else
	return u - (dpf_u64){ 0 };
#endif
}

/* A factor as the multiplier wants it. */
#if L52_DOUBLES
typedef dpf_d FE(factor);

FE_FN FE(factor) FE(to_factor)(dpf_u64 limb)
{
	return dpf_from_bits(limb | 0x4330000000000000ULL) -
	       dpf_broadcast(0x1p52);
}
#else
typedef dpf_u64 FE(factor);

FE_FN FE(factor) FE(to_factor)(dpf_u64 limb)
{
	return limb;
}
#endif

/* *lo += x y mod 2^52, *hi += floor(x y / 2^52). */
FE_FN void FE(multiply_add)(dpf_u64 *lo, dpf_u64 *hi, FE(factor) x,
			    FE(factor) y)
{
#if L52_DOUBLES
	dpf_d h = dpf_fma_rz(x, y, dpf_broadcast(0x1p104));
	dpf_d l = dpf_fma_rz(x, y, dpf_broadcast(0x1p104 + 0x1p52) - h);

	*hi += dpf_bits(h) - 0x4670000000000000ULL;
	*lo += dpf_bits(l) - 0x4330000000000000ULL;
#elif DPF_LANES == 8
	*lo = (dpf_u64)_mm512_madd52lo_epu64((__m512i)*lo, (__m512i)x,
					     (__m512i)y);
	*hi = (dpf_u64)_mm512_madd52hi_epu64((__m512i)*hi, (__m512i)x,
					     (__m512i)y);
#else
	unsigned __int128 t = (unsigned __int128)x * y;

	*lo += (uint64_t)t & L52_MASK;
	*hi += (uint64_t)(t >> 52);
#endif
}

/* Carries from limb to limb, and none out of the top. */
FE_FN void FE(carry)(fe *r, const dpf_u64 c[5])
{
	dpf_u64 up = FE(set1)(0);

	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		up += c[i];
		r->x[i] = up & L52_MASK;
		up >>= 52;
	}
	r->x[4] = up + c[4];
	FE(check)(r);
}

/*
 * What a sum starts from, so that no limb is ever negative: k p, and zero in the form
 * 2^54 in one limb and -4 in the next.
 */
#define L52_BIAS(k, i)							\
	((k) * L52_P(i) + ((i) < 4 ? 1ULL << 54 : 0) - ((i) > 0 ? 4 : 0))

/*
 * r = c modulo p, from limbs with L52_BIAS(k), below 2^56, whose value is
 * at least p and below 2^261.
 *
 * The top limb is positive then, as the limbs below it are less than 2^212
 * together. q = its bits from 48 on, at most 32, counts 2^256s: q p is
 * subtracted, term by term. What is left is below
 * 2^256 + 2^212 + 32 (2^256 - p) < 2 p, and not below 0.
 */
FE_FN void FE(fold)(fe *r, dpf_u64 c[5])
{
	dpf_u64 q = c[4] >> 48;

	c[0] += q;
#define L52_SUBTRACT(e, s)						\
	if ((s) > 0)							\
		c[(e) / 52] -= q << ((e) % 52);				\
	else								\
		c[(e) / 52] += q << ((e) % 52);
	WEI(TERMS)(L52_SUBTRACT)
#undef L52_SUBTRACT
	FE(carry)(r, c);
}

FE_FN void FE(zero)(fe *r)
{
	for (int i = 0; i < 5; i++)
		r->x[i] = FE(set1)(0);
}

/* The limbs of four words, shifted left by @up bits. */
FE_FN void FE(limbs)(fe *r, const FE(u64) w[4], int up)
{
	dpf_u64 c[5] = {
		w[0] << up, w[0] >> (52 - up) | w[1] << (12 + up),
		w[1] >> (40 - up) | w[2] << (24 + up),
		w[2] >> (28 - up) | w[3] << (36 + up), w[3] >> (16 - up),
	};

	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] = (c[i] & L52_MASK) + L52_BIAS(1, i);
	FE(fold)(r, c);
}

FE_FN void FE(add)(fe *r, const fe *a, const fe *b)
{
	dpf_u64 c[5];

	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] = a->x[i] + b->x[i] + L52_BIAS(1, i);
	FE(fold)(r, c);
}

FE_FN void FE(sub)(fe *r, const fe *a, const fe *b)
{
	dpf_u64 c[5];

	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] = a->x[i] - b->x[i] + L52_BIAS(3, i);
	FE(fold)(r, c);
}

FE_FN void FE(sub2)(fe *r, const fe *a, const fe *b, const fe *d)
{
	dpf_u64 c[5];

	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] = a->x[i] - b->x[i] - d->x[i] + L52_BIAS(5, i);
	FE(fold)(r, c);
}

FE_FN void FE(triple)(fe *r, const fe *a)
{
	dpf_u64 c[5];

	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] = a->x[i] + a->x[i] + a->x[i] + L52_BIAS(1, i);
	FE(fold)(r, c);
}

/*
 * An odd number is made even by adding p, which is odd: (2 p + p) / 2 < 2 p. Each limb
 * takes the lowest bit of the one above it.
 */
FE_FN void FE(halve)(fe *r, const fe *a)
{
	dpf_u64 mask = WC_HIDE(0 - (a->x[0] & 1)), c[5];

	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] = a->x[i] + (mask & L52_P(i));
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		c[i] = (c[i] >> 1) + ((c[i + 1] & 1) << 51);
	c[4] >>= 1;
	FE(carry)(r, c);
}

/*
 * r = c / R modulo p. A limb m is cleared by adding m (p + 1) 52 i bits up and
 * subtracting m there; p + 1 has no limb 0.
 */
FE_FN void FE(divide)(fe *r, dpf_u64 c[10])
{
	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		FE(factor) m = FE(to_factor)(c[i] & L52_MASK);

		c[i + 1] += c[i] >> 52;
		FE_UNROLL
		for (int j = 1; j < 5; j++) {
			const uint64_t q = L52_P(j) + (j == 1);

			if (q)
				FE(multiply_add)(&c[i + j], &c[i + j + 1], m,
						 FE(to_factor)(FE(set1)(q)));
		}
	}
	FE(carry)(r, c + 5);
}

#if L52_SOLINAS
/*
 * r = c modulo p: 2^256 is 1 - (p + 1 - 2^256), whose terms are those of p + 1 but the
 * topmost. Words of 32 bits, which the terms' places are multiples of, from the top down.
 *
 * c is below 4 p^2 < 2^514, a word below 2^32, the topmost below 2^34. Each word of the
 * upper half is the sum of itself and of up to three above it: below 2^41 in magnitude,
 * those of the lower half below 2^43. Altogether they are within (-5, 17) 2^256, for
 * the terms of P-256.
 */
FE_FN void FE(solinas)(fe *r, dpf_u64 c[10])
{
	dpf_u64 a[16];

	FE_UNROLL
	for (int i = 0; i < 9; i++) {
		c[i + 1] += c[i] >> 52;
		c[i] &= L52_MASK;
	}
	FE_UNROLL
	for (int i = 0; i < 16; i++) {
		const int at = 32 * i / 52, up = 32 * i % 52;

		a[i] = c[at] >> up;
		if (up > 20)
			a[i] |= at < 9 ? c[at + 1] << (52 - up) : 0;
		if (i < 15)
			a[i] &= 0xffffffff;
	}
	FE_UNROLL
	for (int i = 15; i > 7; i--) {
		a[i - 8] += a[i];
#define L52_TERM(e, s)							\
		if ((e) < 256 && (s) > 0)				\
			a[i - 8 + (e) / 32 % 8] -= a[i];		\
		else if ((e) < 256)					\
			a[i - 8 + (e) / 32 % 8] += a[i];
		WEI(TERMS)(L52_TERM)
#undef L52_TERM
	}
	FE_UNROLL
	for (int i = 0; i < 7; i++) {
		a[i + 1] += (dpf_u64)((int64_t)a[i] >> 32);
		a[i] &= 0xffffffff;
	}
	FE_CHECK((int64_t)a[7] >> 32 >= -5 && (int64_t)a[7] >> 32 < 17);
	c[0] = a[0] | a[1] << 32;
	c[1] = a[1] >> 20 | a[2] << 12 | a[3] << 44;
	c[2] = a[3] >> 8 | a[4] << 24;
	c[3] = a[4] >> 28 | a[5] << 4 | a[6] << 36;
	c[4] = (a[6] >> 16) + (a[7] << 16);
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] = (i < 4 ? c[i] & L52_MASK : c[i]) + L52_BIAS(6, i);
	FE(fold)(r, c);
}
#endif

/* What products are reduced by. */
FE_FN void FE(reduce)(fe *r, dpf_u64 c[10])
{
#if L52_SOLINAS
	FE(solinas)(r, c);
#else
	FE(divide)(r, c);
#endif
}

/* x 2^256 times 2^4 is x R. */
FE_FN void FE(raw)(fe *r, const FE(u64) w[4])
{
	FE(limbs)(r, w, 4);
#if L52_SOLINAS
	dpf_u64 c[10] = { 0 };

	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] = r->x[i];
	FE(divide)(r, c);
#endif
}

FE_FN void FE(one)(fe *r)
{
	const dpf_u64 w[4] = { FE(set1)(WEI(R0)), FE(set1)(WEI(R1)),
			       FE(set1)(WEI(R2)), FE(set1)(WEI(R3)) };

#if L52_SOLINAS
	(void)w;
	FE(zero)(r);
	r->x[0] = 1;
#else
	FE(raw)(r, w);
#endif
}

FE_BIG_FN void FE(mul)(fe *r, const fe *a, const fe *b)
{
	FE(factor) y[5];
	dpf_u64 c[10];

	FE(check)(a);
	FE(check)(b);
	FE_UNROLL
	for (int i = 0; i < 10; i++)
		c[i] = FE(set1)(0);
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		y[i] = FE(to_factor)(b->x[i]);
	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		FE(factor) x = FE(to_factor)(a->x[i]);

		FE_UNROLL
		for (int j = 0; j < 5; j++)
			FE(multiply_add)(&c[i + j], &c[i + j + 1], x, y[j]);
	}
	FE(reduce)(r, c);
}

/* The products of different limbs once, doubled, and the squares. */
FE_BIG_FN void FE(sqr)(fe *r, const fe *a)
{
	FE(factor) x[5];
	dpf_u64 c[10];

	FE(check)(a);
	FE_UNROLL
	for (int i = 0; i < 10; i++)
		c[i] = FE(set1)(0);
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		x[i] = FE(to_factor)(a->x[i]);
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		FE_UNROLL
		for (int j = i + 1; j < 5; j++)
			FE(multiply_add)(&c[i + j], &c[i + j + 1], x[i], x[j]);
	FE_UNROLL
	for (int i = 0; i < 10; i++)
		c[i] += c[i];
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		FE(multiply_add)(&c[2 * i], &c[2 * i + 1], x[i], x[i]);
	FE(reduce)(r, c);
}

#if L52_SOLINAS
FE_FN void FE(load)(fe *r, const FE(u64) w[4])
{
	FE(limbs)(r, w, 0);
}

/* Below 2 p: less p, unless that is negative. */
FE_FN void FE(least)(fe *r, const fe *a)
{
	dpf_u64 d = 0, below;

	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		d = a->x[i] - L52_P(i) - (d >> 63);
		r->x[i] = d & L52_MASK;
	}
	below = WC_HIDE(0 - (d >> 63));
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		r->x[i] ^= (r->x[i] ^ a->x[i]) & below;
}
#else
FE_FN void FE(load)(fe *r, const FE(u64) w[4])
{
	const dpf_u64 rr[4] = { FE(set1)(WEI(RR0)), FE(set1)(WEI(RR1)),
				FE(set1)(WEI(RR2)), FE(set1)(WEI(RR3)) };
	fe t, c;

	/* 2^4 x times 2^4 2^512, divided by 2^260: x R. */
	FE(raw)(&t, w);
	FE(raw)(&c, rr);
	FE(mul)(r, &t, &c);
}

/*
 * a / R, reduced, is at most p, and p only where a is 0 modulo p: there it is made 0.
 */
FE_FN void FE(least)(fe *r, const fe *a)
{
	dpf_u64 c[10], other = FE(set1)(0);

	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		c[i] = a->x[i];
		c[i + 5] = other;
	}
	FE(divide)(r, c);
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		other |= r->x[i] ^ L52_P(i);
	/* All ones unless other is zero. */
	other = WC_HIDE(0 - ((other | (0 - other)) >> 63));
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		r->x[i] &= other;
}
#endif

FE_FN void FE(store)(FE(u64) w[4], const fe *a)
{
	fe t;

	FE(check)(a);
	FE(least)(&t, a);
	w[0] = t.x[0] | t.x[1] << 52;
	w[1] = t.x[1] >> 12 | t.x[2] << 40;
	w[2] = t.x[2] >> 24 | t.x[3] << 28;
	w[3] = t.x[3] >> 36 | t.x[4] << 16;
}

FE_FN void FE(cmov)(fe *r, const fe *a, FE(u64) mask)
{
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		r->x[i] ^= (r->x[i] ^ a->x[i]) & mask;
}

enum { FE(lanes) = DPF_LANES };

#undef L52_BIAS
#undef L52_P
#undef L52_LIMB
#undef L52_MASK
