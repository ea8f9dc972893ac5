/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Entry points of a cipher by tables: what a lane does is in
 * kernels/gpu/table_job.h. They have the arguments of kernels/gpu/entry.h, but a
 * launch has one block of TABLE_THREADS lanes for each multiprocessor (fewer if
 * there is less to do) and dynamic shared memory as kernels/gpu/launch.h says:
 * making the tables takes a microsecond, so it is done once, and lanes loop.
 *
 * For the CPU an entry emulates one thread, with all the parts that it can have.
 */
#ifndef WARPCRYPT_KERNELS_GPU_TABLE_ENTRY_H
#define WARPCRYPT_KERNELS_GPU_TABLE_ENTRY_H

#include "kernels/gpu/entry.h"
#include "kernels/gpu/table_job.h"

/* A lane's share of a launch, or of one job. */
typedef void table_fn(const struct wc_args *a, const struct table_lane *lane);

#ifdef __CUDACC__

#define TABLE_WARPS	(TABLE_THREADS / 32)

/*
 * The number of this lane, so that consecutive warps are on different
 * multiprocessors: however few warps have one piece more than others, they do
 * not share one.
 */
static __device__ inline uint32_t table_number(void)
{
	return 32 * (threadIdx.x / 32 * gridDim.x + blockIdx.x) +
	       threadIdx.x % 32;
}

/*
 * Make the tables. A warp makes the entries of 256 / TABLE_WARPS rows, one in
 * each lane, and then puts each into all 32 banks.
 */
template <class C>
static __device__ inline void table_make(uint8_t *base, int back)
{
	const uint32_t rows = 256 / TABLE_WARPS;
	uint32_t first = threadIdx.x / 32 * rows, i;
	uint32_t lane = threadIdx.x % 32, mine;

	C::more(base, threadIdx.x, TABLE_THREADS, back);
	mine = C::entry(first + lane % rows, back);
	for (i = 0; i < rows; i++)
		C::fill(base, first + i, lane,
			__shfl_sync(0xffffffffu, mine, i), back);
	__syncthreads();
}

/*
 * All that a lane does in a launch. @back says which tables @work needs; @most
 * is how many lanes at most a thread's work is dealt out to.
 */
template <class C, int back, uint32_t most, table_fn *work>
static __device__ __forceinline__ void table_run(const struct wc_args *a)
{
	extern __shared__ __align__(16) uint8_t base[];
	const uint32_t lanes = gridDim.x * TABLE_THREADS;
	const uint32_t parts = most > 1 ? table_parts(a->threads, lanes) : 1;
	const uint32_t number = table_number();
	struct table_lane lane = {
		{ base, threadIdx.x % 32 * 4 }, 0, number % parts, parts
	};

	if (!a->threads)
		return;
	table_make<C>(base, back);
	for (lane.thread = number / parts; lane.thread < a->threads;
	     lane.thread += lanes / parts)
		work(a, &lane);
}

#else

/* Tables for one launch after another, of either direction. */
template <class C>
static const uint8_t *table_emulated(int back)
{
	static uint8_t base[2][TABLE_FOUR + TABLE_NARROW]
		__attribute__((aligned(16)));
	static int made[2];
	uint32_t i, bank;

	if (__atomic_load_n(&made[back], __ATOMIC_ACQUIRE))
		return base[back];
	/* Threads that come together write the same. */
	for (i = 0; i < 256; i++)
		for (bank = 0; bank < TABLE_BANKS; bank++)
			C::fill(base[back], i, bank, C::entry(i, back), back);
	for (i = 0; i < TABLE_THREADS; i++)
		C::more(base[back], i, TABLE_THREADS, back);
	__atomic_store_n(&made[back], 1, __ATOMIC_RELEASE);
	return base[back];
}

template <class C, int back, uint32_t most, table_fn *work>
static void table_run(const struct wc_args *a)
{
	const uint32_t parts = 1u << a->thread % 3 < most ?
			       1u << a->thread % 3 : most;
	uint32_t part;

	for (part = 0; part < parts && a->thread < a->threads; part++) {
		const struct table_lane lane = {
			{ table_emulated<C>(back),
			  (a->thread + part) % TABLE_BANKS * 4 },
			a->thread, part, parts
		};

		work(a, &lane);
	}
}

#endif

/* Many threads to a job: @... is the table_fn; @cipher's tables for @back. */
#define TABLE_SHARE_ENTRY(entry, cipher, back, ...)			\
WC_ENTRY_POINT(entry, TABLE_THREADS, 1,					\
	       table_run<cipher, back, TABLE_PARTS, __VA_ARGS__>)

/* One thread to a job. */
#define TABLE_JOB_ENTRY(entry, cipher, back, ...)			\
WC_ENTRY_POINT(entry, TABLE_THREADS, 1,					\
	       table_run<cipher, back, 1, __VA_ARGS__>)

/* All entry points of a cipher by tables. */
#define TABLE_ENTRIES(NAME, name)					\
TABLE_CIPHER(NAME, name)						\
WC_ENTRY(wc_##name##_schedule, 1, one_schedule<name##_cipher>)		\
TABLE_SHARE_ENTRY(wc_##name##_ecb_encrypt, name##_cipher, 0,		\
		  table_ecb<name##_cipher, 0>)				\
TABLE_SHARE_ENTRY(wc_##name##_ecb_decrypt, name##_cipher, 1,		\
		  table_ecb<name##_cipher, 1>)				\
TABLE_SHARE_ENTRY(wc_##name##_ctr, name##_cipher, 0, table_ctr<name##_cipher, 0>) \
TABLE_SHARE_ENTRY(wc_##name##_cbc_decrypt, name##_cipher, 1,		\
		  table_cbc_decrypt<name##_cipher>)			\
TABLE_JOB_ENTRY(wc_##name##_cbc_encrypt, name##_cipher, 0,		\
		table_one<name##_cipher, ONE_CBC>)			\
TABLE_XTS_ENTRIES(name)

/* Those of XTS. */
#define TABLE_XTS_ENTRIES(name)						\
TABLE_SHARE_ENTRY(wc_##name##_xts_encrypt, name##_cipher, 0,		\
		  table_xts<name##_cipher, 0>)				\
TABLE_SHARE_ENTRY(wc_##name##_xts_decrypt, name##_cipher, 1,		\
		  table_xts<name##_cipher, 1>)				\
TABLE_JOB_ENTRY(wc_##name##_xts_tweak, name##_cipher, 0,		\
		table_one<name##_cipher, ONE_TWEAK>)			\
TABLE_JOB_ENTRY(wc_##name##_xts_steal_encrypt, name##_cipher, 0,	\
		table_one<name##_cipher, ONE_STEAL_ENC>)		\
TABLE_JOB_ENTRY(wc_##name##_xts_steal_decrypt, name##_cipher, 1,	\
		table_one<name##_cipher, ONE_STEAL_DEC>)

#endif /* WARPCRYPT_KERNELS_GPU_TABLE_ENTRY_H */
