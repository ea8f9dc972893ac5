/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Integers modulo a prime of 256 bits as four 64-bit words, below p: the arithmetic
 * for CPUs without wide vectors. A template over FE(name) and WEI(name), see fe256.h.
 * R = 2^256.
 *
 * Sums are below 2 p and one more bit than four words. So is a product after its
 * reduction: (a b + m p) / R < (p^2 + 2^256 p) / 2^256. One subtraction of p, undone
 * by a mask where it was too much, brings either below p.
 */
#include "kernels/curve/fe256.h"

typedef uint64_t FE(u64);
typedef unsigned __int128 FE(u128);

/* Words, least significant first. */
typedef struct {
	uint64_t x[4];
} fe;

FE_FN void FE(check)(const fe *a)
{
#ifdef FE_CHECKED
	const uint64_t p[4] = { WEI(P0), WEI(P1), WEI(P2), WEI(P3) };
	int i = 3;

	while (i > 0 && a->x[i] == p[i])
		i--;
	assert(a->x[i] < p[i]);
#else
	(void)a;
#endif
}

FE_FN FE(u64) FE(set1)(uint64_t u)
{
	return u;
}

FE_FN void FE(raw)(fe *r, const FE(u64) w[4])
{
	for (int i = 0; i < 4; i++)
		r->x[i] = w[i];
	FE(check)(r);
}

/* The way back: for the code that makes tables. */
FE_FN void FE(to_raw)(FE(u64) w[4], const fe *a)
{
	for (int i = 0; i < 4; i++)
		w[i] = a->x[i];
}

FE_FN void FE(zero)(fe *r)
{
	for (int i = 0; i < 4; i++)
		r->x[i] = 0;
}

FE_FN void FE(one)(fe *r)
{
	const uint64_t w[4] = { WEI(R0), WEI(R1), WEI(R2), WEI(R3) };

	FE(raw)(r, w);
}

/* r = a + b over four words, and the carry. */
FE_FN uint64_t FE(add4)(uint64_t r[4], const uint64_t a[4], const uint64_t b[4])
{
	FE(u128) t = 0;

	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		t += (FE(u128))a[i] + b[i];
		r[i] = (uint64_t)t;
		t >>= 64;
	}
	return (uint64_t)t;
}

/* r = a - b over four words, and the borrow. */
FE_FN uint64_t FE(sub4)(uint64_t r[4], const uint64_t a[4], const uint64_t b[4])
{
	uint64_t borrow = 0;

	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		FE(u128) t = (FE(u128))a[i] - b[i] - borrow;

		r[i] = (uint64_t)t;
		borrow = (uint64_t)(t >> 64) & 1;
	}
	return borrow;
}

/* r += p where @mask. */
FE_FN void FE(add_p)(fe *r, uint64_t mask)
{
	const uint64_t p[4] = { mask & WEI(P0), mask & WEI(P1), mask & WEI(P2),
				mask & WEI(P3) };

	FE(add4)(r->x, r->x, p);
	FE(check)(r);
}

/* r = t + top 2^256, which is below 2 p, modulo p. */
FE_FN void FE(below_p)(fe *r, const uint64_t t[4], uint64_t top)
{
	const uint64_t p[4] = { WEI(P0), WEI(P1), WEI(P2), WEI(P3) };
	uint64_t borrow = FE(sub4)(r->x, t, p);

	/* With @top there is always a borrow, and it comes from there. */
	FE_CHECK(top <= borrow);
	FE(add_p)(r, WC_HIDE(top - borrow));
}

FE_FN void FE(add)(fe *r, const fe *a, const fe *b)
{
	uint64_t t[4], top = FE(add4)(t, a->x, b->x);

	FE(below_p)(r, t, top);
}

FE_FN void FE(sub)(fe *r, const fe *a, const fe *b)
{
	uint64_t borrow = FE(sub4)(r->x, a->x, b->x);

	FE(add_p)(r, WC_HIDE(0 - borrow));
}

FE_FN void FE(sub2)(fe *r, const fe *a, const fe *b, const fe *c)
{
	fe t;

	FE(sub)(&t, a, b);
	FE(sub)(r, &t, c);
}

FE_FN void FE(triple)(fe *r, const fe *a)
{
	fe t;

	FE(add)(&t, a, a);
	FE(add)(r, &t, a);
}

/* An odd number is made even by adding p, which is odd. */
FE_FN void FE(halve)(fe *r, const fe *a)
{
	const uint64_t mask = WC_HIDE(0 - (a->x[0] & 1));
	const uint64_t p[4] = { mask & WEI(P0), mask & WEI(P1), mask & WEI(P2),
				mask & WEI(P3) };
	uint64_t t[4], top = FE(add4)(t, a->x, p);

	FE_UNROLL
	for (int i = 0; i < 4; i++)
		r->x[i] = t[i] >> 1 | (i < 3 ? t[i + 1] : top) << 63;
	FE(check)(r);
}

/*
 * r = t / R modulo p, for t below p 2^256. The word m = t[i] is cleared by adding
 * m (p + 1) 2^(64 i) and subtracting m 2^(64 i); p + 1 has no word 0.
 */
FE_FN void FE(reduce)(fe *r, uint64_t t[8])
{
	const uint64_t q[4] = { 0, WEI(P1) + 1, WEI(P2), WEI(P3) };
	uint64_t top = 0;

	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		FE(u128) sum = 0;

		FE_UNROLL
		for (int j = 1; j < 4; j++) {
			sum += (FE(u128))t[i] * q[j] + t[i + j];
			t[i + j] = (uint64_t)sum;
			sum >>= 64;
		}
		sum += (FE(u128))t[i + 4] + top;
		t[i + 4] = (uint64_t)sum;
		top = (uint64_t)(sum >> 64);
	}
	FE(below_p)(r, t + 4, top);
}

FE_BIG_FN void FE(mul)(fe *r, const fe *a, const fe *b)
{
	uint64_t t[8] = { 0, 0, 0, 0, 0, 0, 0, 0 };

	FE(check)(a);
	FE(check)(b);
	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		FE(u128) sum = 0;

		FE_UNROLL
		for (int j = 0; j < 4; j++) {
			sum += (FE(u128))a->x[i] * b->x[j] + t[i + j];
			t[i + j] = (uint64_t)sum;
			sum >>= 64;
		}
		t[i + 4] = (uint64_t)sum;
	}
	FE(reduce)(r, t);
}

FE_FN void FE(sqr)(fe *r, const fe *a)
{
	FE(mul)(r, a, a);
}

/* Four words are below 2^256 < 2 p. */
FE_FN void FE(load)(fe *r, const FE(u64) w[4])
{
	const uint64_t rr[4] = { WEI(RR0), WEI(RR1), WEI(RR2), WEI(RR3) };
	fe t, c;

	FE(below_p)(&t, w, 0);
	FE(raw)(&c, rr);
	FE(mul)(r, &t, &c);
}

FE_FN void FE(store)(FE(u64) w[4], const fe *a)
{
	uint64_t t[8] = { a->x[0], a->x[1], a->x[2], a->x[3], 0, 0, 0, 0 };
	fe r;

	FE(check)(a);
	FE(reduce)(&r, t);
	FE(to_raw)(w, &r);
}

FE_FN void FE(cmov)(fe *r, const fe *a, FE(u64) mask)
{
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		r->x[i] ^= (r->x[i] ^ a->x[i]) & mask;
}

enum { FE(lanes) = 1 };
