/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the GPU's entry points for 25519 share.
 *
 * An operation is two launches. The first does a multiplication in each thread
 * and leaves a fraction (or a point) in scratch memory; the second divides,
 * each thread GPU_INVERT elements with one inversion among them.
 *
 * Elements in scratch are canonical. Word w of element i is at GPU_AT(w, i, n): word
 * by word, so that the threads of a warp access adjacent words; or, with coalesced
 * access switched off, element by element.
 */
#ifndef WARPCRYPT_KERNELS_GPU_25519_GPU_H
#define WARPCRYPT_KERNELS_GPU_25519_GPU_H

#include <stdint.h>

#ifndef GPU_COALESCED
#define GPU_COALESCED	1
#endif

/* Elements a thread that share an inversion. */
#define GPU_INVERT	16

/* In batches below GPU_INVERT_FROM elements, and in ladders below GPU_INVERT_LADDERS. */
#define GPU_INVERT_LEAST 8
#define GPU_INVERT_FROM	32768u
#define GPU_INVERT_FEW	2
#define GPU_INVERT_LADDERS 16384u

/* Threads a block. */
#define GPU_THREADS	128
/*
 * Blocks that must fit on an SM beside each other: 168 registers, and no spills. Ladders
 * are fastest with up to 255, which leave the compiler more freedom to put next to each
 * other what reads the same register.
 */
#define GPU_DPF_BLOCKS	3
#define GPU_LADDER_BLOCKS 2

/* The form of a result: enum wc25519_form; a shared secret, which may be zeros. */
#define GPU_EDWARDS	0
#define GPU_MONTGOMERY	1
#define GPU_SHARED	2

#if GPU_COALESCED
#define GPU_AT(w, i, n)	((uint64_t)(w) * (n) + (i))
#else
#define GPU_AT(w, i, n)	((uint64_t)(i) * 4 + (w))
#endif

#ifdef __CUDACC__

/* 32 bytes, 16-byte aligned, in two loads. */
static __device__ __forceinline__ void gpu_get(uint64_t w[4], const uint64_t *a)
{
	ulonglong2 lo = ((const ulonglong2 *)a)[0];
	ulonglong2 hi = ((const ulonglong2 *)a)[1];

	w[0] = lo.x;
	w[1] = lo.y;
	w[2] = hi.x;
	w[3] = hi.y;
}

/* Element @i of an array of such. */
static __device__ __forceinline__ void gpu_put(uint64_t *a, uint32_t i,
					       const uint64_t w[4])
{
	((ulonglong2 *)a)[2 * i] = make_ulonglong2(w[0], w[1]);
	((ulonglong2 *)a)[2 * i + 1] = make_ulonglong2(w[2], w[3]);
}

static __device__ __forceinline__ uint32_t gpu_thread(void)
{
	return blockIdx.x * blockDim.x + threadIdx.x;
}

#else /* for tests, in which the CPU emulates the GPU's threads */

static inline void gpu_get(uint64_t w[4], const uint64_t *a)
{
	__builtin_memcpy(w, a, 32);
}

static inline void gpu_put(uint64_t *a, uint32_t i, const uint64_t w[4])
{
	__builtin_memcpy(a + 4 * i, w, 32);
}

#endif

#endif /* WARPCRYPT_KERNELS_GPU_25519_GPU_H */
