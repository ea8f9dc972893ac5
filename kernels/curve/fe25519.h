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
 *	i32	fe25519_i32.h	eight 32-bit words; GPU (PTX), CPU (plain C)
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
 * With FE25519_CHECK each fe carries its bound along and each step asserts both
 * the bound and the limbs: any path that runs once is thereby shown to keep the
 * bounds for all inputs.
 *
 * Nothing branches on, or indexes by, a limb. Masks are words of all zeros or
 * all ones for each lane.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_FE25519_H
#define WARPCRYPT_KERNELS_CURVE_FE25519_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdint.h>
#endif

#if defined(__CUDACC__)
#define FE_FN		static __device__ __forceinline__
/* A large function, which is not inlined on CPUs. */
#define FE_BIG_FN	FE_FN
#define FE_UNROLL	_Pragma("unroll")
#define FE_ROLLED	_Pragma("unroll 1")
#else
#define FE_FN		static inline __attribute__((always_inline, unused))
#define FE_BIG_FN	static __attribute__((__noinline__, unused))
#define FE_UNROLL	_Pragma("GCC unroll 16")
#define FE_ROLLED	_Pragma("GCC unroll 1")
#endif

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

#ifdef FE25519_CHECK
#include <assert.h>
#define FE_CHECK(cond)		assert(cond)
#define FE_TRACK(...)		__VA_ARGS__
#else
#define FE_CHECK(cond)		((void)0)
#define FE_TRACK(...)
#endif

#define fe		FE(fe)
#define fe_u64		FE(u64)
#define fe_set1		FE(set1)
#define fe_zero		FE(zero)
#define fe_one		FE(one)
#define fe_load		FE(load)
#define fe_store	FE(store)
#define fe_add		FE(add)
#define fe_sub		FE(sub)
#define fe_mul		FE(mul)
#define fe_sqr		FE(sqr)
#define fe_sqr2_add	FE(sqr2_add)
#define fe_a24_add	FE(a24_add)
#define fe_cswap	FE(cswap)
#define fe_cmov		FE(cmov)

/* The names of fe25519_pow.h and of the files that include it. */
#define fe_constant	FE(constant)
#define fe_sqrn		FE(sqrn)
#define fe_pow22501	FE(pow22501)
#define fe_invert	FE(invert)
#define fe_pow22523	FE(pow22523)
#define fe_is_zero	FE(is_zero)
#define fe_is_equal	FE(is_equal)
#define fe_parity	FE(parity)
#define fe_neg_if	FE(neg_if)
#define mask_zero	FE(mask_zero)
#define mask_equal	FE(mask_equal)

#endif /* WARPCRYPT_KERNELS_CURVE_FE25519_H */
