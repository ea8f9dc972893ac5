/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the papers' kernels have in common: their argument, and the shape of an
 * entry point. NOT in constant time: addresses depend on keys and on data. Only
 * `warpcrypt-bench papers` and its test may use anything of this folder.
 *
 * A team of threads does the same blocks together: 1, 4 or 16 threads, which
 * exchange their results in shared memory. What a team does is written in steps.
 * In a step (PAPER_EACH) every member does its part, and PAPER_TOGETHER() waits for
 * all of the warp, PAPER_BLOCK_TOGETHER() for all of the block of threads: no member
 * of a warp may leave out one that another one comes to. For the CPU the members do
 * each step one after the other, so an entry is a function that emulates one team.
 */
#ifndef WARPCRYPT_KERNELS_PAPERS_PAPER_H
#define WARPCRYPT_KERNELS_PAPERS_PAPER_H

#include "kernels/papers/job.h"

#ifdef __CUDACC__

#define PAPER_FN	static __device__ __forceinline__
#define PAPER_CONSTANT(type, name, count)				\
	extern "C" { __constant__ type name[count]; }
#define PAPER_EACH(m, team)						\
	for (uint32_t m = threadIdx.x % (team), m##_once = 1; m##_once;	\
	     m##_once = 0)
/* Teams are parts of a warp. */
#define PAPER_TOGETHER()	__syncwarp()
#define PAPER_BLOCK_TOGETHER()	__syncthreads()

#else

#define PAPER_FN	static inline __attribute__((unused))
#define PAPER_EACH(m, team)	for (uint32_t m = 0; m < (team); m++)
#define PAPER_TOGETHER()
#define PAPER_BLOCK_TOGETHER()

/* Programs that emulate the GPU find all by their names: tools/bench/papers_emulated.c */
extern "C" int paper_entry_add(const char *name, paper_emulated_fn *entry);
extern "C" int paper_constant_add(const char *name, void *at, uint32_t size);

#define PAPER_CONSTANT(type, name, count)				\
static type name[count];						\
static const int name##_added __attribute__((unused)) =			\
	paper_constant_add(#name, name, sizeof(name));

#endif

/* An element of a texture, which for the CPU is an array. */
template <class Word>
PAPER_FN Word paper_texel(const struct paper_job *job, uint32_t i)
{
#ifdef __CUDACC__
	return tex1Dfetch<Word>(job->texture, (int)i);
#else
	return ((const Word *)(uintptr_t)job->texture)[i];
#endif
}

/* A word of global memory by the path for data that no thread writes. */
template <class Word>
PAPER_FN Word paper_read_only(const Word *at)
{
#ifdef __CUDACC__
	return __ldg(at);
#else
	return *at;
#endif
}

PAPER_FN struct wc_block paper_load(const struct wc_block *at)
{
	return *at;
}

/* The counter of block @n, or the block itself. */
template <int mode>
PAPER_FN struct wc_block paper_input(const struct paper_job *job, uint32_t n)
{
	return mode == PAPER_CTR ? wc_counter(job->iv, n) :
				   paper_load(&job->in[n]);
}

/* CTR adds the data to what the cipher made of the counter. */
template <int mode>
PAPER_FN void paper_output(const struct paper_job *job, uint32_t n,
			   struct wc_block b)
{
	if (mode == PAPER_CTR) {
		struct wc_block data = paper_load(&job->in[n]);

		wc_xor(&b, &data);
	}
	job->out[n] = b;
}

/**
 * struct paper_team - a team and what it works with
 * @job: the launch
 * @number: of the team, counted through the launch
 * @tables: tables in shared memory; for the CPU where they come from
 * @keys: round keys in shared memory, likewise
 * @scratch: of shared memory, the team's own part
 */
struct paper_team {
	const struct paper_job *job;
	uint32_t number;
	const uint8_t *tables;
	const struct wc_block *keys;
	uint32_t *scratch;
};

/*
 * A design has run() and what differs from this: how many threads a team is; words
 * of shared memory that it takes; bytes of tables and round keys of the job that
 * each block of threads copies there.
 */
struct paper_design {
	static const uint32_t team = 1, scratch = 0, shared = 0, keys = 0;
};

#ifdef __CUDACC__

template <class D>
static __device__ __forceinline__ void paper_run(const struct paper_job *job)
{
	extern __shared__ __align__(16) uint8_t paper_shared[];
	const uint4 *from = (const uint4 *)job->tables;
	const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
	const uint32_t teams = gridDim.x * blockDim.x / D::team;
	const int pieces = D::shared / 16, round_keys = D::keys;
	struct wc_block *keys = (struct wc_block *)(paper_shared + D::shared);
	struct paper_team t = { job, thread / D::team, paper_shared, keys,
		(uint32_t *)(keys + D::keys) +
		threadIdx.x / D::team * D::scratch };

	for (int i = (int)threadIdx.x; i < pieces; i += (int)blockDim.x)
		((uint4 *)paper_shared)[i] = from[i];
	for (int i = (int)threadIdx.x; i < round_keys; i += (int)blockDim.x)
		keys[i] = job->rk[i];
	if (D::shared || D::keys)
		__syncthreads();
	for (; t.number < job->teams; t.number += teams)
		D::run(&t);
}

#define PAPER_ENTRY(name, ...)						\
extern "C" __global__ void __launch_bounds__(1024)			\
name(const __grid_constant__ struct paper_job job)			\
{									\
	paper_run<__VA_ARGS__>(&job);					\
}

#else

template <class D>
static void paper_run(const struct paper_job *job, uint32_t team)
{
	uint32_t scratch[D::scratch ? D::scratch : 1]
		__attribute__((aligned(16)));
	struct paper_team t = { job, team, (const uint8_t *)job->tables,
				job->rk, scratch };

	D::run(&t);
}

#define PAPER_ENTRY(name, ...)						\
static void name(const struct paper_job *job, uint32_t team)		\
{									\
	paper_run<__VA_ARGS__>(job, team);				\
}									\
static const int name##_added __attribute__((unused)) =			\
	paper_entry_add(#name, name);

#endif

#endif /* WARPCRYPT_KERNELS_PAPERS_PAPER_H */
