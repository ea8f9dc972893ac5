/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Integers modulo a prime of 256 bits as eight 32-bit words, below p: the integer
 * arithmetic of the GPU, whose multiplier takes 32 x 32 + 64 bits. A template over
 * FE(name) and WEI(name), see fe256.h. R = 2^256. Plain C does the same steps, so that
 * a CPU can check them.
 *
 * Sums and reduced products are below 2 p, as in fe256_i64.h.
 */
#include "kernels/curve/fe256.h"
#include "kernels/curve/i32_words.h"

typedef uint64_t FE(u64);

/* Words, least significant first. */
typedef struct {
	uint32_t x[8];
} fe;

/* The prime, where @mask. */
#define FE256_P(mask) {							\
	(mask) & (uint32_t)WEI(P0), (mask) & (uint32_t)(WEI(P0) >> 32),	\
	(mask) & (uint32_t)WEI(P1), (mask) & (uint32_t)(WEI(P1) >> 32),	\
	(mask) & (uint32_t)WEI(P2), (mask) & (uint32_t)(WEI(P2) >> 32),	\
	(mask) & (uint32_t)WEI(P3), (mask) & (uint32_t)(WEI(P3) >> 32),	\
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
	const uint64_t w[4] = { WEI(R0), WEI(R1), WEI(R2), WEI(R3) };

	FE(raw)(r, w);
}

/* r += p where @mask; what carries out of the top is dropped. */
FE_FN void FE(add_p)(fe *r, uint32_t mask)
{
	const uint32_t p[8] = FE256_P(mask);

	i32_add8(r->x, r->x, p);
	FE(check)(r);
}

/*
 * r = t + top 2^256, which is below 2 p, modulo p. A choice of words and no addition: it
 * waits for no carry.
 */
FE_FN void FE(below_p)(fe *r, const uint32_t t[8], uint32_t top)
{
	const uint32_t p[8] = FE256_P(~0u);
	uint32_t borrowed = i32_sub8(r->x, t, p), mask;

	/* With @top there is always a borrow, and it comes from there. */
	FE_CHECK(top == 0 || (top == 1 && borrowed));
	mask = (uint32_t)WC_HIDE(borrowed + top);
	FE_UNROLL
	for (int i = 0; i < 8; i++)
		r->x[i] = (t[i] & mask) | (r->x[i] & ~mask);
	FE(check)(r);
}

FE_FN void FE(add)(fe *r, const fe *a, const fe *b)
{
	uint32_t t[8], top = i32_add8(t, a->x, b->x);

	FE(below_p)(r, t, top);
}

FE_FN void FE(sub)(fe *r, const fe *a, const fe *b)
{
	uint32_t borrowed = i32_sub8(r->x, a->x, b->x);

	FE(add_p)(r, (uint32_t)WC_HIDE(borrowed));
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
	const uint32_t p[8] = FE256_P((uint32_t)WC_HIDE(0 - (a->x[0] & 1)));
	uint32_t t[8], top = i32_add8(t, a->x, p);

	FE_UNROLL
	for (int i = 0; i < 8; i++)
		r->x[i] = t[i] >> 1 | (i < 7 ? t[i + 1] : top) << 31;
	FE(check)(r);
}

/* How many of the lowest words of p + 1 are zeros. */
#define FE256_SMALLEST(e, s)	if ((e) / 32 < gap) gap = (e) / 32;

/*
 * @w, eight words and what is above them, plus m (p + 1) / 2^(32 gap), m being @gap
 * words, plus @carry in the word 8 - gap: what carried out of the eight words that ended
 * below that one. @with_carry: a constant; false: @carry is 0.
 *
 * Each term of p + 1 is a place to which m is added, or from which it is subtracted; these
 * make one number of eight words, which is added. Places do not overlap but the topmost
 * term's, 2^256.
 *
 * Return: what carries out of the eight words, 0 or 1.
 */
FE_FN uint32_t FE(add_multiple)(uint32_t *w, const uint32_t *m, int gap,
				uint32_t carry, int with_carry)
{
	uint32_t plus[8], more[8], minus[8];
	/* The lowest word that is not known to be zero: of @more, of @minus. */
	int taken[8], more_from = 8, minus_from = 8;

	FE_UNROLL
	for (int i = 0; i < 8; i++)
		plus[i] = more[i] = minus[i] = taken[i] = 0;
#define FE256_PLACE(e, s)						\
	FE_UNROLL							\
	for (int i = 7; i >= 0; i--) {					\
		int j = i - (e) / 32 + gap;				\
									\
		if (j < 0 || j >= gap)					\
			continue;					\
		if ((s) < 0) {						\
			minus[i] = m[j];				\
			minus_from = i < minus_from ? i : minus_from;	\
		} else if (!taken[i]) {					\
			plus[i] = m[j];					\
			taken[i] = 1;					\
		} else {						\
			more[i] = m[j];					\
			more_from = i < more_from ? i : more_from;	\
		}							\
	}
	WEI(TERMS)(FE256_PLACE)
#undef FE256_PLACE

	/* In between it may be 2^256 or more, or negative: only its end counts. */
	FE_CHECK(more_from >= 8 - gap);
	if (with_carry)
		i32_add_top(plus, more, carry, gap);
	else if (more_from < 8)
		i32_add_top(plus, more, 0, gap);
	if (minus_from < 4)
		i32_sub8(plus, plus, minus);
	else if (minus_from < 8)
		i32_sub4(plus + 4, plus + 4, minus + 4);
	return i32_add8(w, w, plus);
}

/*
 * r = t / R modulo p, for t below p 2^256. Its low words are cleared, as many at a
 * time as p + 1 has none: adding m p to the words m, that is m (p + 1) - m, changes
 * eight words above them and no other word below. What carries out of the eight
 * is 0 or 1, and is added with the next multiple.
 */
FE_FN void FE(reduce)(fe *r, const uint32_t t[16])
{
	uint32_t w[17], m[8], carry = 0;
	int gap = 8;

	WEI(TERMS)(FE256_SMALLEST)
	FE_UNROLL
	for (int i = 0; i < 17; i++)
		w[i] = i < 16 ? t[i] : 0;
	FE_UNROLL
	for (int i = 0; i < 8; i += gap) {
		FE_UNROLL
		for (int j = 0; j < gap; j++)
			m[j] = i + j < 8 ? w[i + j] : 0;
		carry = FE(add_multiple)(w + i + gap, m, gap, carry, i > 0);
	}
	FE(below_p)(r, w + 8, w[16] + (8 % gap ? 0 : carry));
}

#undef FE256_SMALLEST

FE_CALLED_FN fe FE(product)(fe a, fe b)
{
	uint32_t t[16];
	fe r;

	i32_product(t, a.x, b.x);
	FE(reduce)(&r, t);
	return r;
}

FE_CALLED_FN fe FE(square)(fe a)
{
	uint32_t t[16];
	fe r;

	i32_square(t, a.x);
	FE(reduce)(&r, t);
	return r;
}

FE_FN void FE(mul)(fe *r, const fe *a, const fe *b)
{
	FE(check)(a);
	FE(check)(b);
	*r = FE(product)(*a, *b);
}

FE_FN void FE(sqr)(fe *r, const fe *a)
{
	FE(check)(a);
	*r = FE(square)(*a);
}

/* Four words are below 2^256 < 2 p. */
FE_FN void FE(load)(fe *r, const FE(u64) w[4])
{
	const uint64_t rr[4] = { WEI(RR0), WEI(RR1), WEI(RR2), WEI(RR3) };
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

#undef FE256_P
