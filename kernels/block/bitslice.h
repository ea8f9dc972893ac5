/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Blocks into bit planes and back.
 *
 * A block's bytes are numbered 0 to 15 as they lie in memory, their bits 0
 * (least significant) to 7. Plane 8 * i + j holds bit j of byte i of every
 * block, one block to each bit of the word:
 *
 *	            lane     n-1   ...    1     0
 *	plane   0 (byte 0, bit 0)  +-----+-- --+-----+-----+
 *	plane   1 (byte 0, bit 1)  |     |     |     |     |
 *	...                        |block|     |block|block|
 *	plane   8 (byte 1, bit 0)  | n-1 |     |  1  |  0  |
 *	...                        |     |     |     |     |
 *	plane 127 (byte 15, bit 7) +-----+-- --+-----+-----+
 *
 * so moving bytes or bits within blocks means using other planes, and costs
 * nothing.
 *
 * Which block is in which lane depends on the width; no other file may rely on it.
 * bs_unslice() is the exact inverse of bs_slice().
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_BITSLICE_H
#define WARPCRYPT_KERNELS_BLOCK_BITSLICE_H

#include "kernels/block/word.h"

/*
 * Exchange the bits of @a at @mask << @s with those of @b at @mask; bits of
 * either mask are all there are. Two shifts and two selections where those are
 * instructions (on GPUs whole bytes are one each), else three XORs and an AND.
 */
#if defined(__CUDA_ARCH__)
#define BS_SWAP(a, b, mask, s) do {					\
	bs_word bs_a_ = (a), bs_b_ = (b);				\
	if ((s) == 16) {						\
		(a) = __byte_perm(bs_a_, bs_b_, 0x5410);		\
		(b) = __byte_perm(bs_a_, bs_b_, 0x7632);		\
	} else if ((s) == 8) {						\
		(a) = __byte_perm(bs_a_, bs_b_, 0x6240);		\
		(b) = __byte_perm(bs_a_, bs_b_, 0x7351);		\
	} else {							\
		(a) = bs_lut3(mask, bs_a_, bs_b_ << (s), 0xca);		\
		(b) = bs_lut3(mask, bs_a_ >> (s), bs_b_, 0xca);		\
	}								\
} while (0)
#elif BS_HAS_LUT3
#define BS_SWAP(a, b, mask, s) do {					\
	bs_word bs_a_ = (a), bs_b_ = (b), bs_m_ = (bs_word){ 0 } + (mask); \
									\
	(a) = bs_lut3(bs_m_, bs_a_, bs_b_ << (s), 0xca);		\
	(b) = bs_lut3(bs_m_, bs_a_ >> (s), bs_b_, 0xca);		\
} while (0)
#else
#define BS_SWAP(a, b, mask, s) do {					\
	bs_word bs_swap_ = (((a) >> (s)) ^ (b)) & (mask);		\
	(b) ^= bs_swap_;						\
	(a) ^= bs_swap_ << (s);						\
} while (0)
#endif

/*
 * Transpositions of BS_TILE by BS_TILE bits: bit i of word j becomes bit j of
 * word i. In vectors every 64-bit element is a tile of its own. Level s
 * exchanges the off-diagonal quarters of every 2s by 2s square, which are in
 * words s apart; the levels may come in any order.
 */
#if WC_WORD_BITS == 32

#define BS_TILE		32

/* A level, of words that are all in registers. */
#define BS_LEVEL(q, s, mask) do {					\
	int bs_i_, bs_j_;						\
	WC_UNROLL_SHORT							\
	for (bs_i_ = 0; bs_i_ < BS_TILE; bs_i_ += 2 * (s)) {		\
		WC_UNROLL_SHORT						\
		for (bs_j_ = bs_i_; bs_j_ < bs_i_ + (s); bs_j_++)	\
			BS_SWAP((q)[bs_j_], (q)[bs_j_ + (s)],		\
				mask, s);				\
	}								\
} while (0)

WC_FN void bs_transpose(bs_word *q)
{
	BS_LEVEL(q, 16, 0x0000ffffu);
	BS_LEVEL(q, 8, 0x00ff00ffu);
	BS_LEVEL(q, 4, 0x0f0f0f0fu);
	BS_LEVEL(q, 2, 0x33333333u);
	BS_LEVEL(q, 1, 0x55555555u);
}

#else

#define BS_TILE		64

/* Words that lie anywhere, as blocks do. */
typedef bs_word bs_word_any __attribute__((aligned(1), may_alias));

/*
 * Levels @s, 2 @s and 4 @s of eight words, as many as there are registers for.
 * They are read from @from, @from + @from_step and so on, and written to @to,
 * @to + @to_step and so on. @s and the masks are constants.
 */
WC_INLINE void bs_three_levels(bs_word_any *to, int to_step,
			       const bs_word_any *from, int from_step, int s,
			       uint64_t mask, uint64_t mask2, uint64_t mask4)
{
	bs_word q[8];
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < 8; i++)
		q[i] = from[i * from_step];
	WC_UNROLL_SHORT
	for (i = 0; i < 4; i++)
		BS_SWAP(q[i], q[i + 4], mask4, 4 * s);
	WC_UNROLL_SHORT
	for (i = 0; i < 2; i++) {
		BS_SWAP(q[i], q[i + 2], mask2, 2 * s);
		BS_SWAP(q[i + 4], q[i + 6], mask2, 2 * s);
	}
	WC_UNROLL_SHORT
	for (i = 0; i < 8; i += 2)
		BS_SWAP(q[i], q[i + 1], mask, s);
	WC_UNROLL_SHORT
	for (i = 0; i < 8; i++)
		to[i * to_step] = q[i];
}

/* From every @from_step words to @to: levels 8, 16 and 32, which come first. */
WC_FN void bs_transpose_in(bs_word *to, const bs_word_any *from, int from_step)
{
	int i;

	for (i = 0; i < 8; i++)
		bs_three_levels(to + i, 8, from + i * from_step, 8 * from_step,
				8, 0x00ff00ff00ff00ffull, 0x0000ffff0000ffffull,
				0x00000000ffffffffull);
}

/* Levels 1, 2 and 4, of @from and to every @to_step words. */
WC_FN void bs_transpose_out(bs_word_any *to, int to_step, const bs_word *from)
{
	int i;

	for (i = 0; i < 64; i += 8)
		bs_three_levels(to + i * to_step, to_step, from + i, 1, 1,
				0x5555555555555555ull, 0x3333333333333333ull,
				0x0f0f0f0f0f0f0f0full);
}

WC_FN void bs_transpose(bs_word *q)
{
	bs_transpose_in(q, q, 1);
	bs_transpose_out(q, 1, q);
}

#endif

/*
 * The whole state of 128 words. 32-bit words come in as the four quarters of
 * 32 blocks, 64-bit words as the two halves of 64 blocks, a quarter or half
 * after the other.
 */
WC_FN void bs_transpose_state(bs_word s[BS_PLANES])
{
	int i;

	WC_UNROLL
	for (i = 0; i < BS_PLANES; i += BS_TILE)
		bs_transpose(s + i);
}

#if WC_WORD_BITS == 32

/* In @s[32 * w + i] word w of block i, see bs_transpose_state(). */
WC_FN void bs_slice(bs_word s[BS_PLANES], const uint8_t *src)
{
	const struct wc_block *b = (const struct wc_block *)(const void *)src;
	int i, w;

	WC_UNROLL
	for (i = 0; i < BS_LANES; i++) {
		WC_UNROLL
		for (w = 0; w < 4; w++)
			s[32 * w + i] = b[i].w[w];
	}
	bs_transpose_state(s);
}

WC_FN void bs_unslice(uint8_t *dst, bs_word s[BS_PLANES])
{
	struct wc_block *b = (struct wc_block *)(void *)dst;
	int i, w;

	bs_transpose_state(s);
	WC_UNROLL
	for (i = 0; i < BS_LANES; i++) {
		WC_UNROLL
		for (w = 0; w < 4; w++)
			b[i].w[w] = s[32 * w + i];
	}
}

#elif WC_WORD_BITS == 64

WC_FN void bs_slice(bs_word s[BS_PLANES], const uint8_t *src)
{
	int half;

	for (half = 0; half < 2; half++) {
		bs_word *q = s + 64 * half;

		bs_transpose_in(q, (const bs_word_any *)src + half, 2);
		bs_transpose_out(q, 1, q);
	}
}

WC_FN void bs_unslice(uint8_t *dst, bs_word s[BS_PLANES])
{
	int half;

	for (half = 0; half < 2; half++) {
		bs_word *q = s + 64 * half;

		bs_transpose_in(q, q, 1);
		bs_transpose_out((bs_word_any *)dst + half, 2, q);
	}
}

#else /* vectors */

/*
 * A vector holds whole blocks: 64-bit elements lo, hi, lo, hi... Put the low
 * halves of vectors i and i + 64 into the first and the high halves into the
 * second. Doing it twice changes nothing.
 */
WC_FN void bs_halves(bs_word s[BS_PLANES])
{
#if WC_WORD_BITS == 128
	const bs_word low = { 0, 2 }, high = { 1, 3 };
#elif WC_WORD_BITS == 256
	const bs_word low = { 0, 4, 2, 6 }, high = { 1, 5, 3, 7 };
#else
	const bs_word low = { 0, 8, 2, 10, 4, 12, 6, 14 };
	const bs_word high = { 1, 9, 3, 11, 5, 13, 7, 15 };
#endif
	int i;

	for (i = 0; i < 64; i++) {
		bs_word a = s[i], b = s[i + 64];

		s[i] = __builtin_shuffle(a, b, low);
		s[i + 64] = __builtin_shuffle(a, b, high);
	}
}

WC_FN void bs_slice(bs_word s[BS_PLANES], const uint8_t *src)
{
	__builtin_memcpy(s, src, BS_PLANES * sizeof(bs_word));
	bs_halves(s);
	bs_transpose_state(s);
}

WC_FN void bs_unslice(uint8_t *dst, bs_word s[BS_PLANES])
{
	bs_transpose_state(s);
	bs_halves(s);
	__builtin_memcpy(dst, s, BS_PLANES * sizeof(bs_word));
}

#endif

/* Add a round key: as many masks (bs_key_masks()) as planes, a constant. */
WC_FN void bs_add_masks(bs_word *s, const bs_key_mask *mask, int planes)
{
	int i;

	WC_UNROLL
	for (i = 0; i < planes; i++)
		s[i] ^= bs_mask(mask[i]);
}

#endif /* WARPCRYPT_KERNELS_BLOCK_BITSLICE_H */
