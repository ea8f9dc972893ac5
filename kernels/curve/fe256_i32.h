/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Integers modulo a prime of 256 bits as eight 32-bit words, below p: the integer
 * arithmetic of the GPU, whose multiplier takes 32 x 32 + 64 bits. A template over
 * FE(name) and SW(name), see fe256.h. R = 2^256. Plain C does the same steps, so that
 * a CPU can check them.
 *
 * Sums and reduced products are below 2 p, as in fe256_i64.h.
 */
#include "kernels/curve/fe256.h"
#include "kernels/curve/i32_words.h"

typedef uint64_t FE(u64);

/**
 * struct fe - one element
 * @x: words, least significant first
 */
typedef struct {
	uint32_t x[8];
} fe;

/* The prime, where @mask. */
#define FE256_P(mask) {							\
	(mask) & (uint32_t)SW(P0), (mask) & (uint32_t)(SW(P0) >> 32),	\
	(mask) & (uint32_t)SW(P1), (mask) & (uint32_t)(SW(P1) >> 32),	\
	(mask) & (uint32_t)SW(P2), (mask) & (uint32_t)(SW(P2) >> 32),	\
	(mask) & (uint32_t)SW(P3), (mask) & (uint32_t)(SW(P3) >> 32),	\
}

FE_FN void FE(check)(const fe *a)
{
#ifdef FE_CHECKED
	const uint32_t p[8] = FE256_P(~0u);
	int i = 7;

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

/* The eight words of four. */
FE_FN void FE(split)(uint32_t x[8], const FE(u64) w[4])
{
	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		x[2 * i] = (uint32_t)w[i];
		x[2 * i + 1] = (uint32_t)(w[i] >> 32);
	}
}

/* And back. */
FE_FN void FE(join)(FE(u64) w[4], const uint32_t x[8])
{
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		w[i] = x[2 * i] | (uint64_t)x[2 * i + 1] << 32;
}

FE_FN void FE(raw)(fe *r, const FE(u64) w[4])
{
	FE(split)(r->x, w);
	FE(check)(r);
}

FE_FN void FE(zero)(fe *r)
{
	FE_UNROLL
	for (int i = 0; i < 8; i++)
		r->x[i] = 0;
}

FE_FN void FE(one)(fe *r)
{
	const uint64_t w[4] = { SW(R0), SW(R1), SW(R2), SW(R3) };

	FE(raw)(r, w);
}

/* r += p where @mask; what carries out of the top is dropped. */
FE_FN void FE(add_p)(fe *r, uint32_t mask)
{
	const uint32_t p[8] = FE256_P(mask);

	i32_add8(r->x, r->x, p);
	FE(check)(r);
}

/* r = t + top 2^256, which is below 2 p, modulo p. */
FE_FN void FE(below_p)(fe *r, const uint32_t t[8], uint32_t top)
{
	const uint32_t p[8] = FE256_P(~0u);
	uint32_t borrowed = i32_sub8(r->x, t, p);

	/* With @top there is always a borrow, and it comes from there. */
	FE_CHECK(top == 0 || (top == 1 && borrowed));
	FE(add_p)(r, (uint32_t)FE_HIDE(borrowed + top));
}

FE_FN void FE(add)(fe *r, const fe *a, const fe *b)
{
	uint32_t t[8], top = i32_add8(t, a->x, b->x);

	FE(below_p)(r, t, top);
}

FE_FN void FE(sub)(fe *r, const fe *a, const fe *b)
{
	uint32_t borrowed = i32_sub8(r->x, a->x, b->x);

	FE(add_p)(r, (uint32_t)FE_HIDE(borrowed));
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

/*
 * r = t / R modulo p, for t below p 2^256. Word m[i] is what is left of word i; it is
 * cleared by adding m[i] (p + 1) 2^(32 i) and subtracting m[i] 2^(32 i), which is a
 * word of m added or subtracted for each term of p + 1. A column is within
 * 8 * 2^32 of zero, its carry within 8.
 */
FE_FN void FE(reduce)(fe *r, const uint32_t t[16])
{
	uint32_t m[8], high[8];
	int64_t sum = 0;

	FE_UNROLL
	for (int i = 0; i < 16; i++) {
		sum += t[i];
#define FE256_ADD(e, s)							\
		if (i >= (e) / 32 && i - (e) / 32 < 8)			\
			sum += (s) * (int64_t)m[i - (e) / 32];
		SW(TERMS)(FE256_ADD)
#undef FE256_ADD
		FE_CHECK(sum > -(8LL << 32) && sum < 8LL << 32);
		if (i < 8)
			m[i] = (uint32_t)sum;
		else
			high[i - 8] = (uint32_t)sum;
		sum >>= 32;
	}
	FE(below_p)(r, high, (uint32_t)sum);
}

FE_BIG_FN void FE(mul)(fe *r, const fe *a, const fe *b)
{
	uint32_t t[16];

	FE(check)(a);
	FE(check)(b);
	i32_product(t, a->x, b->x);
	FE(reduce)(r, t);
}

FE_BIG_FN void FE(sqr)(fe *r, const fe *a)
{
	uint32_t t[16];

	FE(check)(a);
	i32_square(t, a->x);
	FE(reduce)(r, t);
}

/* Four words are below 2^256 < 2 p. */
FE_FN void FE(load)(fe *r, const FE(u64) w[4])
{
	const uint64_t rr[4] = { SW(RR0), SW(RR1), SW(RR2), SW(RR3) };
	uint32_t x[8];
	fe t, c;

	FE(split)(x, w);
	FE(below_p)(&t, x, 0);
	FE(raw)(&c, rr);
	FE(mul)(r, &t, &c);
}

FE_FN void FE(store)(FE(u64) w[4], const fe *a)
{
	uint32_t t[16] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
	fe r;

	FE(check)(a);
	FE_UNROLL
	for (int i = 0; i < 8; i++)
		t[i] = a->x[i];
	FE(reduce)(&r, t);
	FE(join)(w, r.x);
}

FE_FN void FE(cmov)(fe *r, const fe *a, FE(u64) mask)
{
	uint32_t m = (uint32_t)mask;

	FE_UNROLL
	for (int i = 0; i < 8; i++)
		r->x[i] = (a->x[i] & m) | (r->x[i] & ~m);
}

enum { FE(lanes) = 1 };

FE_FN uint64_t FE(get_lane)(const FE(u64) *u, int lane)
{
	return u[lane];
}

FE_FN void FE(set_lane)(FE(u64) *u, int lane, uint64_t value)
{
	u[lane] = value;
}

#undef FE256_P
