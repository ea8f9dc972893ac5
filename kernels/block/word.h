/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The word that bitsliced code computes with: one bit of as many blocks as it
 * has bits. The same sources are compiled for each width:
 *
 *	WC_WORD_BITS	the word			where
 *	32 (default)	uint32_t			CUDA: one thread's blocks
 *	64		uint64_t			any CPU
 *	128		a GCC vector			arm64 with NEON
 *	256		a GCC vector			CPUs with AVX2, AVX-512VL
 *	512		a GCC vector			CPUs with AVX-512F
 *
 * Circuits use the operators & | ^ ~, and the functions below for what is one
 * instruction on some machines. On CUDA ptxas joins two operators into one LOP3 by
 * itself. Circuits that were searched for with three-input gates call bs_lut3();
 * they are used where BS_HAS_LUT3 is 1.
 *
 * Freestanding: the kernel includes this too.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_WORD_H
#define WARPCRYPT_KERNELS_BLOCK_WORD_H

#include "kernels/plain.h"

#ifndef WC_WORD_BITS
#define WC_WORD_BITS	32
#endif

#if WC_WORD_BITS == 32
typedef uint32_t bs_word;
#elif WC_WORD_BITS == 64
typedef uint64_t bs_word;
#elif WC_WORD_BITS == 128 || WC_WORD_BITS == 256 || WC_WORD_BITS == 512
typedef uint64_t bs_word
	__attribute__((vector_size(WC_WORD_BITS / 8), may_alias));
typedef int32_t bs_word_i32 __attribute__((vector_size(WC_WORD_BITS / 8)));
#else
#error "WC_WORD_BITS is 32, 64, 128, 256 or 512"
#endif

/* How many blocks are done together, and the planes of a 128-bit block. */
#define BS_LANES	WC_WORD_BITS
#define BS_PLANES	128

#if defined(__CUDA_ARCH__) || defined(WC_SOFT_LUT3) || \
	(WC_WORD_BITS == 512 && defined(__AVX512F__)) ||		\
	(WC_WORD_BITS == 256 && defined(__AVX512VL__))
#define BS_HAS_LUT3	1
#else
#define BS_HAS_LUT3	0
#endif

/* Any function of three bits, in one instruction: bit 4c + 2b + a of @table, a constant. */
#if defined(__CUDA_ARCH__)
#define bs_lut3(c, b, a, table) ({					\
	uint32_t bs_lut3_;						\
	asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(bs_lut3_)		\
	    : "r"(c), "r"(b), "r"(a), "n"(table));			\
	bs_lut3_;							\
})
#elif defined(WC_SOFT_LUT3)
/* For tests on machines without such instructions. */
WC_FN bs_word bs_lut3(bs_word c, bs_word b, bs_word a, unsigned int table)
{
	bs_word sum = 0;
	int i;

	for (i = 0; i < 8; i++)
		if (table >> i & 1)
			sum |= (i & 4 ? c : ~c) & (i & 2 ? b : ~b) &
			       (i & 1 ? a : ~a);
	return sum;
}
#elif BS_HAS_LUT3
/* As in <immintrin.h>, which the kernel cannot include. */
typedef long long bs_word_i64 __attribute__((vector_size(WC_WORD_BITS / 8)));
#if WC_WORD_BITS == 512
#define BS_TERNARY	__builtin_ia32_pternlogq512_mask
#else
#define BS_TERNARY	__builtin_ia32_pternlogq256_mask
#endif
#define bs_lut3(c, b, a, table)						\
	((bs_word)BS_TERNARY((bs_word_i64)(c), (bs_word_i64)(b),	\
			     (bs_word_i64)(a), (table), (unsigned char)-1))
#endif

/* Three-input gates, which other machines make of two two-input gates. */
WC_FN bs_word bs_xor3(bs_word a, bs_word b, bs_word c)
{
#if BS_HAS_LUT3
	return bs_lut3(a, b, c, 0x96);
#else
	return a ^ b ^ c;
#endif
}

/* x ^ (a & b) */
WC_FN bs_word bs_xor_and(bs_word x, bs_word a, bs_word b)
{
#if BS_HAS_LUT3
	return bs_lut3(x, a, b, 0x78);
#else
	return x ^ (a & b);
#endif
}

/* x ^ (a | b) */
WC_FN bs_word bs_xor_or(bs_word x, bs_word a, bs_word b)
{
#if BS_HAS_LUT3
	return bs_lut3(x, a, b, 0x1e);
#else
	return x ^ (a | b);
#endif
}

/*
 * a & ~b. Where that is one instruction, compilers must not see a complement and an
 * AND: they would compute the complement once and keep it in a register.
 */
WC_FN bs_word bs_andn(bs_word a, bs_word b)
{
#if defined(__BMI__) && WC_WORD_BITS == 64
	bs_word r;

	__asm__("andn %1, %2, %0" : "=r"(r) : "rm"(a), "r"(b));
	return r;
#else
	return a & ~b;
#endif
}

/* x ^ (a & ~b) */
WC_FN bs_word bs_xor_andn(bs_word x, bs_word a, bs_word b)
{
#if BS_HAS_LUT3
	return bs_lut3(x, a, b, 0xb4);
#else
	return x ^ bs_andn(a, b);
#endif
}

/*
 * A bit of an expanded key, as a mask: all zeroes or all ones. The kernel must have
 * words of 64 bits, so its masks have 64 bits and need no widening there; everywhere
 * else masks have 32 bits. They are the same at every width.
 */
#ifdef __KERNEL__
typedef uint64_t bs_key_mask;
#else
typedef uint32_t bs_key_mask;
#endif

/* All zeroes or all ones. */
WC_FN bs_word bs_mask(bs_key_mask mask)
{
#if WC_WORD_BITS == 32 || (WC_WORD_BITS == 64 && defined(__KERNEL__))
	return mask;
#elif WC_WORD_BITS == 64
	return (bs_word)(int64_t)(int32_t)mask;
#elif defined(__KERNEL__)
	return (bs_word){ 0 } + mask;
#else
	bs_word_i32 wide = { 0 };

	return (bs_word)(wide + (int32_t)mask);
#endif
}

#if defined(__CUDACC__)
/* Not a constant for the compiler, which would shift instead of multiplying. */
static __device__ __constant__ uint32_t bs_two = 2;
#endif

/*
 * x ^ mask, for a mask of 0 or ~0. GPUs do logic and multiplications in
 * different pipes, and the first is the narrow one here: x ^ -1 = x * -1 - 1.
 */
WC_FN bs_word bs_xor_mask(bs_word x, bs_key_mask mask)
{
#if defined(__CUDA_ARCH__)
	return x * (bs_two * mask + 1) + mask;
#else
	return x ^ bs_mask(mask);
#endif
}

/*
 * Name eight masks, aligned by 16 bytes, as @k[0] to @k[7]: on a GPU loaded
 * with two instructions.
 */
#if defined(__CUDA_ARCH__)
#define BS_MASKS8(k, mask)						\
	const struct wc_block k##_lo = ((const struct wc_block *)(mask))[0]; \
	const struct wc_block k##_hi = ((const struct wc_block *)(mask))[1]; \
	const uint32_t k[8] = {						\
		k##_lo.w[0], k##_lo.w[1], k##_lo.w[2], k##_lo.w[3],	\
		k##_hi.w[0], k##_hi.w[1], k##_hi.w[2], k##_hi.w[3]	\
	}
#else
#define BS_MASKS8(k, mask)	const bs_key_mask *k = (mask)
#endif

/* Spread @bytes of a round key over masks: bit j of byte i goes to mask 8 * i + j. */
#if defined(__KERNEL__) || defined(__CUDACC__)
WC_FN void bs_key_masks(bs_key_mask *mask, const uint8_t *key, uint32_t bytes)
{
	uint32_t i;

	for (i = 0; i < 8 * bytes; i++)
		mask[i] = 0 - ((bs_key_mask)(key[i / 8] >> (i % 8)) & 1);
}
#else
typedef uint32_t bs_masks
	__attribute__((vector_size(16), aligned(4), may_alias));

/* Four masks at a time: this is most of what a new key costs. */
WC_FN void bs_key_masks(bs_key_mask *mask, const uint8_t *key, uint32_t bytes)
{
	const bs_masks low = { 1, 2, 4, 8 }, high = { 16, 32, 64, 128 };
	uint32_t i;

	for (i = 0; i < bytes; i++) {
		bs_masks *m = (bs_masks *)(void *)(mask + 8 * i);
		bs_masks byte = (bs_masks){ 0 } + key[i];

		m[0] = (bs_masks)((byte & low) == low);
		m[1] = (bs_masks)((byte & high) == high);
	}
}
#endif

/* Overwrite secrets with zeroes. */
WC_FN void wc_wipe(void *p, uint32_t bytes)
{
#if defined(__CUDA_ARCH__)
	volatile uint8_t *b = (volatile uint8_t *)p;
	uint32_t i;

	for (i = 0; i < bytes; i++)
		b[i] = 0;
#else
	__builtin_memset(p, 0, bytes);
	/* So that the compiler does not see that nothing reads the zeroes. */
	__asm__ __volatile__("" : : "r"(p) : "memory");
#endif
}

#ifndef __CUDACC__
#ifdef __KERNEL__
#define WC_STACK_LEFT	1024
#else
#define WC_STACK_LEFT	16384
#endif

/*
 * Overwrite what a function that has returned left on the stack. To be called where keys
 * were expanded: the compiler may spill parts of them to places that the function cannot
 * name, and so cannot wipe itself.
 */
static __attribute__((__noinline__, __unused__)) void wc_wipe_stack(void)
{
	uint8_t below[WC_STACK_LEFT];

	wc_wipe(below, sizeof(below));
}
#endif

#endif /* WARPCRYPT_KERNELS_BLOCK_WORD_H */
