/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kuznyechik as its paper has it: S and L together are 16 lookups of 16 bytes a
 * block and round, in 64 KiB of tables. NOT in constant time; for comparison only.
 *
 * A thread does 1, 2 or 4 blocks, round by round. They follow each other, or in
 * "half-warp order" are 16 apart, so that the threads of a half-warp read and write
 * adjacent blocks.
 */
#ifndef WARPCRYPT_KERNELS_PAPERS_KUZNYECHIK_H
#define WARPCRYPT_KERNELS_PAPERS_KUZNYECHIK_H

#include "kernels/papers/paper.h"

#ifndef __CUDACC__
struct uint4 {
	uint32_t x, y, z, w;
};
#endif

struct ls_global {
	static const uint32_t shared = 0;

	PAPER_FN uint4 look(const struct paper_team *t, uint32_t i)
	{
		return paper_read_only((const uint4 *)t->job->tables + i);
	}
};

struct ls_texture {
	static const uint32_t shared = 0;

	PAPER_FN uint4 look(const struct paper_team *t, uint32_t i)
	{
		return paper_texel<uint4>(t->job, i);
	}
};

/* No GPU of that time had so much. */
struct ls_shared {
	static const uint32_t shared = PAPER_LS_BYTES;

	PAPER_FN uint4 look(const struct paper_team *t, uint32_t i)
	{
		return ((const uint4 *)(const void *)t->tables)[i];
	}
};

/* @b becomes the sum of table i at byte i of @b, i = 0 to 15. */
template <class T>
PAPER_FN void ls_round(const struct paper_team *t, struct wc_block *b)
{
	uint4 sum = { 0, 0, 0, 0 };
	uint32_t i;

	WC_UNROLL
	for (i = 0; i < 16; i++) {
		uint4 e = T::look(t, 256 * i + wc_byte(b, i));

		sum.x ^= e.x;
		sum.y ^= e.y;
		sum.z ^= e.z;
		sum.w ^= e.w;
	}
	b->w[0] = sum.x;
	b->w[1] = sum.y;
	b->w[2] = sum.z;
	b->w[3] = sum.w;
}

/* Block @k of a thread's @many. */
template <int many, int half_warps>
PAPER_FN uint32_t ls_place(uint32_t thread, uint32_t k)
{
	if (!half_warps)
		return thread * many + k;
	return thread / PAPER_HALF * PAPER_HALF * many +
	       thread % PAPER_HALF + PAPER_HALF * k;
}

template <class T, int many, int half_warps>
struct ls_encrypt {
	static const uint32_t team = 1, scratch = 0, shared = T::shared;

	PAPER_FN void run(const struct paper_team *t)
	{
		const struct paper_job *job = t->job;
		struct wc_block b[many];
		uint32_t k, n, r;

		WC_UNROLL
		for (k = 0; k < many; k++) {
			n = ls_place<many, half_warps>(t->number, k);
			if (n < job->blocks)
				b[k] = paper_load(&job->in[n]);
			else
				b[k] = job->iv;
		}
		for (r = 0; r < 9; r++) {
			WC_UNROLL
			for (k = 0; k < many; k++) {
				wc_xor(&b[k], &job->rk[r]);
				ls_round<T>(t, &b[k]);
			}
		}
		WC_UNROLL
		for (k = 0; k < many; k++) {
			n = ls_place<many, half_warps>(t->number, k);
			wc_xor(&b[k], &job->rk[9]);
			if (n < job->blocks)
				job->out[n] = b[k];
		}
	}
};

#define LS_ENTRIES(memory)						\
PAPER_ENTRY(kuznyechik_##memory##_1, ls_encrypt<ls_##memory, 1, 0>)	\
PAPER_ENTRY(kuznyechik_##memory##_2, ls_encrypt<ls_##memory, 2, 0>)	\
PAPER_ENTRY(kuznyechik_##memory##_2_half, ls_encrypt<ls_##memory, 2, 1>) \
PAPER_ENTRY(kuznyechik_##memory##_4, ls_encrypt<ls_##memory, 4, 0>)	\
PAPER_ENTRY(kuznyechik_##memory##_4_half, ls_encrypt<ls_##memory, 4, 1>)

#endif /* WARPCRYPT_KERNELS_PAPERS_KUZNYECHIK_H */
