/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the arithmetics of all fields have in common: how functions are declared, so
 * that one text is C for CPUs and CUDA for GPUs, and the names of what each offers.
 *
 * Formulas are written once, over the names below, and are instantiated for an
 * arithmetic by defining FE(name) and including them. The names mean what the field
 * says: fe25519.h for 2^255 - 19, fe256.h for primes of 256 bits.
 *
 * With FE_CHECKED an arithmetic asserts its bounds at every step.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_FE_H
#define WARPCRYPT_KERNELS_CURVE_FE_H

#include "kernels/plain.h"

#if defined(__CUDACC__)
#define FE_FN		static __device__ __forceinline__
/* A large function, which is not inlined on CPUs. */
#define FE_BIG_FN	FE_FN
/*
 * A function that is called on GPUs, too, its arguments and result in registers: for
 * loops whose code would otherwise not fit the instruction cache.
 */
#define FE_CALLED_FN	static __device__ __noinline__
#define FE_UNROLL	_Pragma("unroll")
#define FE_ROLLED	_Pragma("unroll 1")
#else
#define FE_FN		static inline __attribute__((always_inline, unused))
#define FE_BIG_FN	static __attribute__((__noinline__, unused))
#define FE_CALLED_FN	FE_BIG_FN
#define FE_UNROLL	_Pragma("GCC unroll 16")
#define FE_ROLLED	_Pragma("GCC unroll 1")
#endif

#ifdef FE_CHECKED
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
#define fe_cmov		FE(cmov)
#define fe_invert	FE(invert)

/* The names of fe_common.h. */
#define fe_below	FE(below)
#define fe_constant	FE(constant)
#define fe_sqrn		FE(sqrn)
#define fe_is_zero	FE(is_zero)
#define fe_is_equal	FE(is_equal)
#define fe_parity	FE(parity)
#define fe_neg_if	FE(neg_if)
#define mask_zero	FE(mask_zero)
#define mask_equal	FE(mask_equal)

#endif /* WARPCRYPT_KERNELS_CURVE_FE_H */
