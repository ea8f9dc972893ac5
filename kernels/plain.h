/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes one header C for the CPU and CUDA for the GPU. The cores in kernels/block/
 * are written with these macros in the common subset of C and C++, and both
 * compilers compile them; so does the kernel, for they are freestanding.
 * Little-endian machines only (x86-64, arm64, GPUs).
 */
#ifndef WARPCRYPT_KERNELS_PLAIN_H
#define WARPCRYPT_KERNELS_PLAIN_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdint.h>
#endif

#ifdef __CUDACC__
/* A function that lives in a header. */
#define WC_FN		static __device__ __host__ inline
/* The same, whose arguments must be constants where it is used. */
#define WC_INLINE	static __device__ __host__ __forceinline__
/* Before a loop over an array in registers: its indices must be constants. */
#define WC_UNROLL	_Pragma("unroll")
/* The same before a short loop, which is unrolled on CPUs, too. */
#define WC_UNROLL_SHORT	_Pragma("unroll")
#else
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "kernels/ is for little-endian machines"
#endif
#define WC_FN		static inline __attribute__((unused))
#define WC_INLINE	static inline __attribute__((always_inline, unused))
#define WC_UNROLL
#define WC_UNROLL_SHORT	_Pragma("GCC unroll 32")
#endif

/*
 * A mask, of one lane or of many, of which compilers must not know that it has two values:
 * from that they could make a branch.
 */
#if defined(__CUDACC__)
#define WC_HIDE(mask)		(mask)
#else
#if defined(__KERNEL__)
#define WC_REGISTER		"r"
#elif defined(__AVX512F__)
#define WC_REGISTER		"rv"
#elif defined(__x86_64__)
#define WC_REGISTER		"rx"
#elif defined(__aarch64__)
#define WC_REGISTER		"rw"
#else
#define WC_REGISTER		"r"
#endif
#define WC_HIDE(mask) __extension__({					\
	__typeof__(mask) hidden_ = (mask);				\
									\
	__asm__("" : "+" WC_REGISTER(hidden_));				\
	hidden_;							\
})
#endif

/**
 * struct wc_block - 16 bytes of a payload
 * @w: the bytes in order, four to a word, the first in bits 0 to 7
 *
 * Aligned, so that a GPU thread moves it with one instruction.
 */
struct wc_block {
	uint32_t w[4];
} __attribute__((aligned(16), may_alias));

/* @x turned left by @bits, 0 to 31. */
WC_FN uint32_t wc_rotl32(uint32_t x, int bits)
{
	return bits ? x << bits | x >> (32 - bits) : x;
}

/* A word with its bytes in reverse. */
WC_FN uint32_t wc_swap32(uint32_t x)
{
	return (x >> 24) | ((x >> 8) & 0xff00u) | ((x & 0xff00u) << 8) |
	       (x << 24);
}

WC_FN uint64_t wc_swap64(uint64_t x)
{
	return (uint64_t)wc_swap32((uint32_t)x) << 32 |
	       wc_swap32((uint32_t)(x >> 32));
}

#endif /* WARPCRYPT_KERNELS_PLAIN_H */
