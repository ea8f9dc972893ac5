/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * [k]P on edwards25519 for any P of the curve and any 256-bit k, by a fixed
 * window of signed digits. A template over FE(name), see fe25519.h.
 *
 * Let C have 2^(W-1) in every segment but the last. The segments of k + C are then
 * digit + 2^(W-1), so the digits are known from the top down, in the order in
 * which the doublings need them. All of the table P, 2 P, ... 2^(W-1) P is read
 * for each segment.
 */

#ifndef ED_WINDOW
#define ED_WINDOW	4
#endif

#if ED_WINDOW == 4
#define ED_WINDOW_C0	0x8888888888888888ULL
#define ED_WINDOW_C1	0x8888888888888888ULL
#define ED_WINDOW_C2	0x8888888888888888ULL
#define ED_WINDOW_C3	0x8888888888888888ULL
#elif ED_WINDOW == 5
#define ED_WINDOW_C0	0x0842108421084210ULL
#define ED_WINDOW_C1	0x1084210842108421ULL
#define ED_WINDOW_C2	0x2108421084210842ULL
#define ED_WINDOW_C3	0x4210842108421084ULL
#else
#error "ED_WINDOW is 4 or 5"
#endif

#define ed_add_carry	FE(ed_add_carry)
#define ed_window_scalar FE(ed_window_scalar)
#define ed_window_take	FE(ed_window_take)
#define ed_mult		FE(ed_mult)

/* a + b + carry; the new carry is 0 or 1. */
FE_FN fe_u64 ed_add_carry(fe_u64 a, uint64_t b, fe_u64 *carry)
{
	fe_u64 s = a + b + *carry;

	/* A carry: both have the top bit, or one has it and the sum does not. */
	*carry = ((a & b) | ((a | b) & ~s)) >> 63;
	return s;
}

/* k + C in five words, its topmost segment (of 65 or 52) on top of the fifth. */
FE_FN void ed_window_scalar(fe_u64 s[5], const fe_u64 k[4])
{
	const int up = 320 - ED_WINDOW * (256 / ED_WINDOW + 1);
	fe_u64 carry = fe_set1(0);

	s[0] = ed_add_carry(k[0], ED_WINDOW_C0, &carry);
	s[1] = ed_add_carry(k[1], ED_WINDOW_C1, &carry);
	s[2] = ed_add_carry(k[2], ED_WINDOW_C2, &carry);
	s[3] = ed_add_carry(k[3], ED_WINDOW_C3, &carry);
	s[4] = carry;
	FE_UNROLL
	for (int i = 4; i > 0; i--)
		s[i] = s[i] << up | s[i - 1] >> (64 - up);
	s[0] <<= up;
}

/* Entry |digit| of the table, negated where @neg; 0 is the neutral element. */
FE_BIG_FN void ed_window_take(ed_cached *r, const ed_cached *table, fe_u64 digit,
			  fe_u64 neg)
{
	ed_cached_identity(r);
	FE_ROLLED
	for (int j = 0; j < 1 << (ED_WINDOW - 1); j++)
		ed_cached_cmov(r, &table[j], mask_equal(digit, j + 1));
	ed_cached_neg_if(r, neg);
}

/**
 * ed_mult() - [k]P, for secret k and P
 * @r: result
 * @k: 256 bits, four words a lane, neither clamped nor reduced
 * @p: the point, T included
 */
FE_BIG_FN void ed_mult(ed_point *r, const fe_u64 k[4], const ed_point *p)
{
	ed_cached table[1 << (ED_WINDOW - 1)], q;
	ed_point t = *p;
	fe_u64 s[5], digit, neg;

	ed_to_cached(&table[0], &t);
	FE_ROLLED
	for (int j = 1; j < 1 << (ED_WINDOW - 1); j++) {
		ed_add(&t, &t, &table[0], 1);
		ed_to_cached(&table[j], &t);
	}

	ed_window_scalar(s, k);
	ed_identity(&t);
	FE_ROLLED
	for (int i = 0; i <= 256 / ED_WINDOW; i++) {
		/* The topmost segment is the digit itself. */
		digit = (s[4] >> (64 - ED_WINDOW)) -
			(i ? 1ULL << (ED_WINDOW - 1) : 0);
		neg = 0 - (digit >> 63);
		digit = (digit ^ neg) - neg;
		FE_UNROLL
		for (int j = 4; j > 0; j--)
			s[j] = s[j] << ED_WINDOW | s[j - 1] >> (64 - ED_WINDOW);
		s[0] <<= ED_WINDOW;

		FE_ROLLED
		for (int j = 1; j < ED_WINDOW; j++)
			ed_double(&t, &t, 0);
		ed_double(&t, &t, 1);
		ed_window_take(&q, table, digit, neg);
		ed_add(&t, &t, &q, 1);
	}
	*r = t;
}
