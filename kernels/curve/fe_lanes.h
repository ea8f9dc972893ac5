/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The few operations on doubles that C has no operator for, for one lane (a GPU
 * thread, or scalar code) and for four or eight (AVX2, AVX-512).
 *
 * Round-to-zero: the GPU and AVX-512 have it in the instruction. Elsewhere it
 * is the mode of the thread, set around a batch by dpf_enter() and dpf_leave().
 * All other additions of the arithmetics are exact, and so the same in any mode.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_FE_LANES_H
#define WARPCRYPT_KERNELS_CURVE_FE_LANES_H

#include <stdint.h>

#include "kernels/curve/fe.h"

#ifndef DPF_LANES
#define DPF_LANES 1
#endif

#if !defined(__CUDACC__)
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#else
#include <fenv.h>
#endif
#endif

#if DPF_LANES == 1
typedef double dpf_d;
typedef uint64_t dpf_u64;
#else
typedef double dpf_d __attribute__((vector_size(8 * DPF_LANES)));
typedef uint64_t dpf_u64 __attribute__((vector_size(8 * DPF_LANES)));
#endif

FE_FN dpf_u64 dpf_bits(dpf_d d)
{
#if defined(__CUDACC__)
	return (uint64_t)__double_as_longlong(d);
#elif DPF_LANES == 1
	uint64_t u;

	memcpy(&u, &d, sizeof(u));
	return u;
#else
	return (dpf_u64)d;
#endif
}

FE_FN dpf_d dpf_from_bits(dpf_u64 u)
{
#if defined(__CUDACC__)
	return __longlong_as_double((long long)u);
#elif DPF_LANES == 1
	double d;

	memcpy(&d, &u, sizeof(d));
	return d;
#else
	return (dpf_d)u;
#endif
}

/* a * b + c, rounded once, towards zero. */
FE_FN dpf_d dpf_fma_rz(dpf_d a, dpf_d b, dpf_d c)
{
#if defined(__CUDACC__)
	return __fma_rz(a, b, c);
#elif DPF_LANES == 8
	return (dpf_d)_mm512_fmadd_round_pd((__m512d)a, (__m512d)b, (__m512d)c,
				_MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
#elif DPF_LANES == 4
	return (dpf_d)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
	return __builtin_fma(a, b, c);
#endif
}

/* a + b, rounded towards zero. */
FE_FN dpf_d dpf_add_rz(dpf_d a, dpf_d b)
{
#if defined(__CUDACC__)
	return __dadd_rz(a, b);
#elif DPF_LANES == 8
	return (dpf_d)_mm512_add_round_pd((__m512d)a, (__m512d)b,
				_MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
#else
	return a + b;
#endif
}

FE_FN dpf_d dpf_broadcast(double d)
{
#if DPF_LANES == 8
	return (dpf_d)_mm512_set1_pd(d);
#elif DPF_LANES == 4
	return (dpf_d)_mm256_set1_pd(d);
#else
	return d;
#endif
}

#ifndef __CUDACC__
/* Make round-to-zero the mode of this thread. Returns the old mode, for dpf_leave(). */
static inline unsigned int dpf_enter(void)
{
#if DPF_LANES == 8
	return 0;
#elif defined(__x86_64__)
	unsigned int old = _mm_getcsr();

	/* All exceptions masked: inexact results are the rule here. */
	_mm_setcsr((old & ~_MM_ROUND_MASK) | _MM_ROUND_TOWARD_ZERO |
		   _MM_MASK_MASK);
	return old;
#else
	int old = fegetround();

	fesetround(FE_TOWARDZERO);
	return (unsigned int)old;
#endif
}

static inline void dpf_leave(unsigned int old)
{
#if DPF_LANES == 8
	(void)old;
#elif defined(__x86_64__)
	_mm_setcsr(old);
#else
	fesetround((int)old);
#endif
}
#endif

#endif /* WARPCRYPT_KERNELS_CURVE_FE_LANES_H */
