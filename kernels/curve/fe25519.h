/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The field of integers modulo p = 2^255 - 19: what every arithmetic offers.
 *
 * Ladders and point formulas are written once, over the names below, and are
 * instantiated for an arithmetic by defining FE(name) and including them:
 *
 *	#define FE(name) dpf_##name
 *	#include "kernels/curve/x25519_ladder.h"
 *	#undef FE
 *
 * gives dpf_x25519_ladder() on the arithmetic of fe25519_dpf.h. The
 * arithmetics:
 *
 *	dpf	fe25519_dpf.h	doubles, 51-bit limbs; GPU, CPU scalar and lanes
 *	i51	fe25519_i51.h	51-bit limbs in 64-bit words; CPU
 *
 * One fe is FE_LANES field elements that are computed in parallel: 1 on the
 * GPU and in scalar code, 4 or 8 where a limb is a vector. fe_u64 is one 64-bit
 * word of each of them. C's operators on GCC vectors are element by element, so
 * that the same text serves both.
 *
 * Limbs may be larger than those of a reduced element. Bounds are counted in
 * T, the bound of a limb after a multiplication (each arithmetic states its
 * own in bits):
 *
 *	function		inputs		result
 *	fe_mul(r, a, b)		a * b <= 7 TT	1 T
 *	fe_sqr(r, a)		a <= 2 T	1 T
 *	fe_sqr2_add(r, z, a, b)	1 T		1 T	2 z^2 + a - b
 *	fe_a24_add(r, e, a)	e 2 T, a 1 T	3 T	121665 e + a
 *	fe_add, fe_sub(r, a, b)	sum <= 4 T	a + b T
 *	fe_load			any bits	2 T
 *	fe_store		a <= 3 T	canonical
 *	fe_cswap, fe_cmov	any		the larger of the two
 *
 * With FE_CHECKED each fe carries its bound along and each step asserts both
 * the bound and the limbs: any path that runs once is thereby shown to keep the
 * bounds for all inputs.
 *
 * Nothing branches on, or indexes by, a limb. Masks are words of all zeros or
 * all ones for each lane.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_FE25519_H
#define WARPCRYPT_KERNELS_CURVE_FE25519_H

#include "kernels/curve/fe.h"

/*
 * The paper's optimizations. Each can be switched off, to measure what it is
 * worth; results are the same either way. The default is 1.
 */
/* Sums and differences go into products as they are, without a carry round. */
#ifndef FE_SKIP_REDUCTION
#define FE_SKIP_REDUCTION	1
#endif
/*
 * One carry round for everything that was added up: the upper columns are
 * folded before any carry, and a sum with a product shares the product's.
 */
#ifndef FE_MERGED_CARRIES
#define FE_MERGED_CARRIES	1
#endif
/* Half-products are added to their column as they appear. */
#ifndef FE_REGISTER_REUSE
#define FE_REGISTER_REUSE	1
#endif
/* Table points in affine form: 7 multiplications an addition, not 8. */
#ifndef ED_MIXED_ADD
#define ED_MIXED_ADD		1
#endif

#define fe_sqr2_add	FE(sqr2_add)
#define fe_a24_add	FE(a24_add)
#define fe_cswap	FE(cswap)

/* The names of fe25519_pow.h. */
#define fe_pow22501	FE(pow22501)
#define fe_pow22523	FE(pow22523)

#endif /* WARPCRYPT_KERNELS_CURVE_FE25519_H */
