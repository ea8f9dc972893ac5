/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kuznyechik as its paper has it: S and L together are 16 lookups of 16 bytes a
 * block and round, in 64 KiB of tables. NOT in constant time; for comparison only.
 *
 * A thread does 1, 2 or 4 blocks, round by round, in an order of paper_order
 * (kernels/papers/job.h). Each block of threads copies the round keys to shared
 * memory, or they are the kernel's argument.
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

struct keys_shared {
	static const uint32_t keys = 10;

	PAPER_FN const struct wc_block *at(const struct paper_team *t)
	{
		return t->keys;
	}
};

struct keys_argument {
	static const uint32_t keys = 0;

	PAPER_FN const struct wc_block *at(const struct paper_team *t)
	{
		return t->job->rk;
	}
};

/* Block @k of a thread's @many. */
template <uint32_t many, int order>
PAPER_FN uint32_t ls_place(uint32_t thread, uint32_t k)
{
	const uint32_t half = PAPER_HALF;

	if (order == PAPER_EVEN_ODD)
		return thread / (2 * half) * (2 * half) + thread % half * 2 +
		       thread / half % 2;
	if (order == PAPER_APART)
		return thread / half * half * many + thread % half + half * k;
	return thread * many + k;
}

template <class T, uint32_t blocks, int order, class K>
struct ls_encrypt : paper_design {
	static const uint32_t shared = T::shared, keys = K::keys;

	PAPER_FN void run(const struct paper_team *t)
	{
		const struct paper_job *job = t->job;
		const struct wc_block *rk = K::at(t);
		struct wc_block b[blocks];
		uint32_t k, n, r;

		WC_UNROLL
		for (k = 0; k < blocks; k++) {
			n = ls_place<blocks, order>(t->number, k);
			if (n < job->blocks)
				b[k] = paper_load(&job->in[n]);
			else
				b[k] = job->iv;
		}
		for (r = 0; r < 9; r++) {
			WC_UNROLL
			for (k = 0; k < blocks; k++) {
				wc_xor(&b[k], &rk[r]);
				ls_round<T>(t, &b[k]);
			}
		}
		WC_UNROLL
		for (k = 0; k < blocks; k++) {
			n = ls_place<blocks, order>(t->number, k);
			wc_xor(&b[k], &rk[9]);
			if (n < job->blocks)
				job->out[n] = b[k];
		}
	}
};

#define LS_ENTRY(memory, name, blocks, order, keys)			\
PAPER_ENTRY(kuznyechik_##memory##_##name,				\
	    ls_encrypt<ls_##memory, blocks, order, keys>)

#define LS_ENTRIES(memory)						\
LS_ENTRY(memory, 1, 1, PAPER_IN_TURN, keys_shared)			\
LS_ENTRY(memory, 1_half, 1, PAPER_EVEN_ODD, keys_shared)		\
LS_ENTRY(memory, 1_half_argument, 1, PAPER_EVEN_ODD, keys_argument)	\
LS_ENTRY(memory, 2, 2, PAPER_IN_TURN, keys_shared)			\
LS_ENTRY(memory, 2_apart, 2, PAPER_APART, keys_shared)			\
LS_ENTRY(memory, 4, 4, PAPER_IN_TURN, keys_shared)			\
LS_ENTRY(memory, 4_apart, 4, PAPER_APART, keys_shared)

#endif /* WARPCRYPT_KERNELS_PAPERS_KUZNYECHIK_H */
