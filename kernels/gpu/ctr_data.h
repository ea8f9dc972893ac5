/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * CTR as encryption: data in, data out. Frames of the kernel module get keystream
 * alone, because the CPU adds it while it copies; these entries are for payloads that
 * the GPU fetches and stores itself. They are images of their own (NAME_ctr.cu), and
 * the rest is that of the other entries.
 */
#ifndef WARPCRYPT_KERNELS_GPU_CTR_DATA_H
#define WARPCRYPT_KERNELS_GPU_CTR_DATA_H

#include "kernels/gpu/ctr_shared.h"
#include "kernels/gpu/table_entry.h"
#include "kernels/gpu/wide_job.h"

#ifdef __CUDACC__

typedef uint4 ctr_block;

/* Shared memory of a block of threads: kernels/gpu/ctr_shared.h. */
#define CTR_STAGE(name)		extern __shared__ __align__(16) uint4 name[]

/* Block @i of the calling thread in the stage: adjacent threads, adjacent banks. */
static __device__ __forceinline__ uint4 *ctr_staged(uint4 *stage, uint32_t i)
{
	return stage + i * WC_THREADS + threadIdx.x;
}

#if __CUDA_ARCH__ >= 800
static __device__ __forceinline__ void ctr_copy(uint4 *to, const uint4 *from)
{
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : :
		     "r"((uint32_t)__cvta_generic_to_shared(to)), "l"(from));
}

static __device__ __forceinline__ void ctr_copies_begun(void)
{
	asm volatile("cp.async.commit_group;");
}

static __device__ __forceinline__ void ctr_await(void)
{
	asm volatile("cp.async.wait_group 0;" : : : "memory");
}
#else
/* Turing copies by way of registers, and waits. */
static __device__ __forceinline__ void ctr_copy(uint4 *to, const uint4 *from)
{
	*to = *from;
}

static __device__ __forceinline__ void ctr_copies_begun(void) { }
static __device__ __forceinline__ void ctr_await(void) { }
#endif

/* Begin to copy a share's data to shared memory; the threads do not wait. */
static __device__ __forceinline__ void ctr_stage(uint4 *stage,
						 const struct wc_block *src,
						 struct wide_share share)
{
	uint32_t i;

	src += share.first;
	WC_UNROLL
	for (i = 0; i < 32; i++) {
		if (i >= share.count)
			continue;
		ctr_copy(ctr_staged(stage, i),
			 (const uint4 *)(const void *)(src + (i << share.log)));
	}
	ctr_copies_begun();
}

/* The key of a block of threads, copied to shared memory behind the stage. */
template <class C>
static __device__ __forceinline__ const typename C::key *
ctr_near_key(const typename C::key *key, uint4 *stage)
{
	const int pieces = sizeof(typename C::key) / sizeof(uint4);
	const uint4 *from = (const uint4 *)(const void *)key;
	uint4 *to = stage + CTR_STAGE_BYTES / sizeof(uint4);
	int i;

	for (i = (int)threadIdx.x; i < pieces; i += WC_THREADS)
		to[i] = from[i];
	__syncthreads();
	return (const typename C::key *)(const void *)to;
}

#else

/* An emulated thread has a stage of its own, and copies at once. */
struct ctr_block {
	uint32_t x, y, z, w;
};

#define CTR_STAGE(name)		struct ctr_block name[32] = { { 0, 0, 0, 0 } }

static inline struct ctr_block *ctr_staged(struct ctr_block *stage, uint32_t i)
{
	return stage + i;
}

static inline void ctr_stage(struct ctr_block *stage,
			     const struct wc_block *src, struct wide_share share)
{
	uint32_t i;

	src += share.first;
	for (i = 0; i < share.count; i++) {
		const struct wc_block *b = &src[i << share.log];

		stage[i] = { b->w[0], b->w[1], b->w[2], b->w[3] };
	}
}

static inline void ctr_await(void)
{
}

template <class C>
static inline const typename C::key *ctr_near_key(const typename C::key *key,
						  struct ctr_block *stage)
{
	(void)stage;
	return key;
}

#endif /* __CUDACC__ */

/* Add a share's data to keystream @s and store the sum; @s is not transposed. */
WC_GPU_FN void ctr_add_store(struct wc_block *dst, ctr_block *stage,
			     const bs_word *s, struct wide_share share)
{
	uint32_t i;

	ctr_await();
	dst += share.first;
	WC_UNROLL
	for (i = 0; i < 32; i++) {
		ctr_block d = *ctr_staged(stage, i);
		struct wc_block b = { { d.x ^ s[i], d.y ^ s[32 + i],
					d.z ^ s[64 + i], d.w ^ s[96 + i] } };

		if (i < share.count)
			dst[i << share.log] = b;
	}
}

/*
 * A bitsliced cipher's CTR. @one_key, a constant: all jobs of the launch have the same
 * key. Then round keys are read from shared memory, which takes fewer registers than
 * from global memory, where they are loaded long before they are used.
 */
template <class C, int one_key>
WC_GPU_FN void wide_ctr_data(const struct wc_args *a)
{
	CTR_STAGE(stage);
	const int any = a->thread < a->threads;

	/* Without work, and no other thread waits for this one. */
	if (!a->threads || (!one_key && !any))
		return;

	const struct wide_work<C> w =
		wide_work_of<C>(a, any ? a->thread : a->threads - 1, 0);
	const typename C::key *key = w.key;
	bs_word buf[2 * BS_PLANES];

	if (any)
		ctr_stage(stage, wc_blocks_in(a->in, w.job->offset), w.share);
	if (one_key)
		key = ctr_near_key<C>(key, stage);
	if (!any)
		return;
	wide_counters(buf, &w.job->iv, w.share);
	C::encrypt(key, buf, !one_key && w.job->len <= WIDE_ALONE);
	bs_transpose_state(buf);
	ctr_add_store(wc_blocks_out(a->out, w.job->offset), stage, buf,
		      w.share);
}

/**
 * CTR_WIDE_OF() - the entry of a bitsliced cipher, launched as kernels/gpu/launch.h says
 * @NAME: as in WARPCRYPT_CIPHERS()
 * @name: as in WIDE_ENTRIES_OF()
 * @core: the same
 */
#define CTR_WIDE_OF(NAME, name, core)					\
WIDE_CIPHER_OF(NAME, name, core)					\
WC_ENTRY_POINT(wc_##name##_ctr_data, WC_THREADS, 1,			\
	       wide_ctr_data<name##_cipher, 0>)

/* The same of a cipher that has no other form. */
#define CTR_WIDE(NAME, name)	CTR_WIDE_OF(NAME, name, name)

/* The same of a cipher by tables. */
#define CTR_TABLE(NAME, name)						\
TABLE_CIPHER(NAME, name)						\
TABLE_SHARE_ENTRY(wc_##name##_ctr_data, name##_cipher, 0,		\
		  table_ctr<name##_cipher, 1>)

/*
 * After CTR_WIDE() an entry for launches with one key, which has ctr_wide_shared()
 * bytes of shared memory. @blocks: of threads that must fit a multiprocessor.
 */
#define CTR_ONE_KEY(name, blocks)					\
WC_ENTRY_POINT(wc_##name##_ctr_data_one_key, WC_THREADS, blocks,	\
	       wide_ctr_data<name##_cipher, 1>)

#endif /* WARPCRYPT_KERNELS_GPU_CTR_DATA_H */
