/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Points of Edwards25519 as DPF-ECC has them: its formulas, step by step in its order
 * and with its use of variables; known points by segments of unsigned digits, unknown
 * ones by a fixed window of them. A template over FE(name), for unsigned limbs, where
 * each sum is carried. NOT in constant time: tables are read by address.
 *
 * (U, V, Z, T) of the paper is (X, Y, Z, T) of an ed_point: x = U / Z, y = V / Z,
 * x y = T / Z. Numbers in comments are those of the paper's steps. Two of its steps
 * cannot be as they are listed: the addition's 11 is the same sum as 14, and has to be the
 * difference; the doubling's 8 and 9 lack a factor of 2 of Z^2.
 */
#include "kernels/papers/curve_job.h"

#define paper_add_on	FE(paper_add_on)
#define paper_add	FE(paper_add)
#define paper_add_mixed	FE(paper_add_mixed)
#define paper_double	FE(paper_double)
#define paper_digit	FE(paper_digit)
#define paper_entry	FE(paper_entry)
#define paper_known	FE(paper_known)
#define paper_unknown	FE(paper_unknown)

/* Steps 3 to 18, from 2 Z1 Z2 in p1->Z. 8 multiplications; p1 is lost. */
FE_FN void paper_add_on(ed_point *p2, ed_point *p1)
{
	fe d2;

	fe_constant(&d2, 0xebd69b9426b2f159ULL, 0x00e0149a8283b156ULL,
		    0x198e80f2eef3d130ULL, 0x2406d9dc56dffce7ULL);
	fe_mul(&p2->Z, &p1->T, &p2->T);		/* 3 */
	fe_mul(&p2->T, &d2, &p2->Z);
	fe_sub(&p2->Z, &p2->Y, &p2->X);
	fe_add(&p1->T, &p2->Y, &p2->X);		/* 6 */
	fe_sub(&p2->X, &p1->Y, &p1->X);
	fe_mul(&p2->Y, &p2->Z, &p2->X);
	fe_add(&p2->Z, &p1->Y, &p1->X);		/* 9 */
	fe_mul(&p2->X, &p1->T, &p2->Z);
	fe_sub(&p1->X, &p2->X, &p2->Y);		/* 11 */
	fe_sub(&p1->Y, &p1->Z, &p2->T);
	fe_add(&p1->T, &p1->Z, &p2->T);
	fe_add(&p1->Z, &p2->X, &p2->Y);		/* 14 */
	fe_mul(&p2->X, &p1->X, &p1->Y);
	fe_mul(&p2->Y, &p1->T, &p1->Z);
	fe_mul(&p2->Z, &p1->Y, &p1->T);
	fe_mul(&p2->T, &p1->X, &p1->Z);		/* 18 */
}

/* p2 += p1, which is lost: 9 multiplications, 8 variables. */
FE_BIG_FN void paper_add(ed_point *p2, ed_point *p1)
{
	fe_mul(&p2->Z, &p2->Z, &p1->Z);		/* 1 */
	fe_add(&p1->Z, &p2->Z, &p2->Z);		/* 2 */
	paper_add_on(p2, p1);
}

/* The same for Z1 = 1, T1 = U1 V1: 9 multiplications, 6 variables of input. */
FE_BIG_FN void paper_add_mixed(ed_point *p2, ed_point *p1)
{
	fe_mul(&p1->T, &p1->X, &p1->Y);
	fe_add(&p1->Z, &p2->Z, &p2->Z);
	paper_add_on(p2, p1);
}

/* 2 p: 4 multiplications, 4 squarings, 6 variables. */
FE_BIG_FN void paper_double(ed_point *p)
{
	fe m, n;

	fe_sqr(&m, &p->X);			/* 1 */
	fe_sqr(&n, &p->Y);
	fe_add(&p->T, &p->X, &p->Y);
	fe_add(&p->X, &m, &n);			/* 4 */
	fe_sub(&p->Y, &m, &n);
	fe_sqr(&m, &p->T);
	fe_sub(&n, &p->X, &m);			/* 7 */
	fe_sqr(&p->T, &p->Z);
	fe_add(&p->T, &p->T, &p->T);
	fe_add(&m, &p->T, &p->Y);		/* 9 */
	fe_mul(&p->Z, &m, &p->Y);
	fe_mul(&p->T, &n, &p->X);
	fe_mul(&p->Y, &p->Y, &p->X);
	fe_mul(&p->X, &m, &n);			/* 13 */
}

/* The lowest @w bits of @k, which moves down by them; 0 < @w < 64. */
FE_FN uint32_t paper_digit(uint64_t k[4], uint32_t w)
{
	uint32_t digit = (uint32_t)(k[0] & ((1ULL << w) - 1));

	FE_UNROLL
	for (int i = 0; i < 3; i++)
		k[i] = k[i] >> w | k[i + 1] << (64 - w);
	k[3] >>= w;
	return digit;
}

/* x, y, and with @all x y and 1 of an entry of a table. */
FE_FN void paper_entry(ed_point *r, const uint64_t *e, int all)
{
	uint64_t w[4];

	gpu_get(w, e);
	fe_load(&r->X, w);
	gpu_get(w, e + 4);
	fe_load(&r->Y, w);
	if (!all)
		return;
	gpu_get(w, e + 8);
	fe_load(&r->T, w);
	gpu_get(w, e + 12);
	fe_load(&r->Z, w);
}

/*
 * [k]B by segments of unsigned digits (paper_known_table()): their number less 1
 * additions. @mixed is a constant.
 */
FE_BIG_FN void paper_known(ed_point *r, const uint64_t k[4],
			   const uint64_t *table, uint32_t w, int mixed)
{
	uint64_t s[4] = { k[0], k[1], k[2], k[3] };
	const uint32_t segments = (256 + w - 1) / w;
	ed_point p;

	paper_entry(r, table + PAPER_KNOWN_WORDS * paper_digit(s, w), 1);
	FE_ROLLED
	for (uint32_t i = 1; i < segments; i++) {
		table += (uint64_t)PAPER_KNOWN_WORDS << w;
		paper_entry(&p, table + PAPER_KNOWN_WORDS * paper_digit(s, w),
			    !mixed);
		if (mixed)
			paper_add_mixed(r, &p);
		else
			paper_add(r, &p);
	}
}

/*
 * [k]P by a window of PAPER_WINDOW bits; @r is P before. 2^w - 1 additions for the table
 * of 0, P, 2 P, ...; then, with n digits, (n - 1) w doublings and n - 1 additions.
 */
FE_BIG_FN void paper_unknown(ed_point *r, const uint64_t k[4])
{
	ed_point table[1 << PAPER_WINDOW], t;

	t = *r;
	ed_identity(&table[0]);
	FE_ROLLED
	for (int j = 1; j < 1 << PAPER_WINDOW; j++) {
		ed_point p = t;

		table[j] = table[j - 1];
		paper_add(&table[j], &p);
	}
	FE_ROLLED
	for (int i = 256 - PAPER_WINDOW; i >= 0; i -= PAPER_WINDOW) {
		const uint32_t digit = (uint32_t)(k[i / 64] >> i % 64) &
				       ((1u << PAPER_WINDOW) - 1);

		t = table[digit];
		if (i == 256 - PAPER_WINDOW) {
			*r = t;
			continue;
		}
		FE_ROLLED
		for (int j = 0; j < PAPER_WINDOW; j++)
			paper_double(r);
		paper_add(r, &t);
	}
}
