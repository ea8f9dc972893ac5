// SPDX-License-Identifier: GPL-2.0-only
/*
 * What may depend on secrets on the GPU: the source lanes of shuffles (25519, P-256: fe_take() in
 * kernels/curve/digits.h), the rows of tables of which each lane has a copy (kernels/block/table.h),
 * the same with 16 bytes an entry, of which every eighth lane has a copy
 * (kernels/block/kuznyechik_table.h), and, of course, the data. Does time depend on them? In
 * clocks of the multiprocessors, and in time. Needs nothing but nvcc; from the top of the tree:
 *
 *	nvcc -O3 -std=c++17 -arch=native -I. -o gpu-secrets tools/lab/gpu-secrets.cu
 *
 * A launch fills all multiprocessors with a block of 16 warps; the order of the launches is
 * random. "+-" is the standard error of the mean. The clocks have the wait for the first data in
 * them, some tens in each launch.
 */
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "kernels/bench/cuda-must.h"

#define ROUNDS	512
#define THREADS	512
#define LAUNCHES 1500
#define WARM_UPS 200
/* Entries of a table, and its bytes with all copies. */
#define ROWS	256
#define TABLE	(ROWS * 128)

struct input {
	uint32_t *index;	/* eight a thread */
	uint32_t *data;		/* a table, or eight words a thread */
};

typedef void kernel_fn(const uint32_t *index, const uint32_t *data,
		       uint32_t keep, uint32_t *out,
		       unsigned long long *clocks);

/* 64 of @op a round; x, y and k are eight values, eight indices and a number. */
#define KERNEL(name, op)						\
static __global__ void __launch_bounds__(THREADS)			\
name(const uint32_t *index, const uint32_t *data, uint32_t keep,	\
     uint32_t *out, unsigned long long *clocks)				\
{									\
	__shared__ __align__(16) uint32_t table[TABLE / 4];		\
	const uint32_t lane = threadIdx.x % 32;				\
	uint32_t x[8], y[8], sum = 0;					\
	unsigned long long start;					\
									\
	for (uint32_t i = threadIdx.x; i < TABLE / 4; i += THREADS)	\
		table[i] = data[i];					\
	for (int i = 0; i < 8; i++) {					\
		x[i] = data[threadIdx.x * 8 + i];			\
		y[i] = index[threadIdx.x * 8 + i];			\
	}								\
	__syncthreads();						\
	start = clock64();						\
	_Pragma("unroll 1")						\
	for (int round = 0; round < ROUNDS; round++)			\
		_Pragma("unroll")					\
		for (int k = 0; k < 64; k++)				\
			op;						\
	__syncthreads();						\
	if (!threadIdx.x)						\
		clocks[blockIdx.x] = clock64() - start;			\
	for (int i = 0; i < 8; i++)					\
		sum += x[i] + y[i];					\
	out[blockIdx.x * THREADS + threadIdx.x] = sum + table[lane];	\
}

static __device__ uint32_t all_of(uint4 v)
{
	return v.x ^ v.y ^ v.z ^ v.w;
}

/* The row of an index. */
#define ROW(i)	(y[(i) % 8] % ROWS)

/*
 * Each lookup needs the one before it: of what that has found, @keep keeps a bit which leaves the
 * row as it is. The compiler does not know this.
 */
KERNEL(shuffle, x[k % 8] = __shfl_sync(~0u, x[k % 8], y[k % 8]))
KERNEL(look_word, y[k % 8] ^= table[ROW(k) * 32 + lane] & keep)
KERNEL(look_16, y[k % 8] ^= all_of(((const uint4 *)table)[ROW(k) * 8 + lane % 8]) &
	       keep)

struct pattern {
	const char *name;
	int same;	/* all indices are equal */
	int zeros;	/* the data is */
};

static const pattern patterns[] = {
	{ "any indices, any data", 0, 0 },
	{ "equal indices, any data", 1, 0 },
	{ "any indices, zeros", 0, 1 },
	{ "equal indices, zeros", 1, 1 },
};

#define PATTERNS	(sizeof(patterns) / sizeof(patterns[0]))

/* Mean and standard error. */
struct mean {
	double sum = 0, squares = 0;
	unsigned int n = 0;

	void add(double v)
	{
		sum += v;
		squares += v * v;
		n++;
	}
	double value() const { return sum / n; }
	double error() const
	{
		return std::sqrt((squares / n - value() * value()) / n);
	}
};

static std::mt19937 random_word(1);
static uint32_t *out;
static unsigned long long *clocks;
static int sms;

static input make(const pattern &p)
{
	std::vector<uint32_t> index(THREADS * 8), data(TABLE / 4);
	uint32_t one = random_word();
	input in;

	for (uint32_t &i : index)
		i = p.same ? one : random_word();
	for (uint32_t &d : data)
		d = p.zeros ? 0 : random_word();
	MUST(cudaMalloc(&in.index, 4 * index.size()));
	MUST(cudaMalloc(&in.data, TABLE));
	MUST(cudaMemcpy(in.index, index.data(), 4 * index.size(),
			cudaMemcpyHostToDevice));
	MUST(cudaMemcpy(in.data, data.data(), TABLE, cudaMemcpyHostToDevice));
	return in;
}

/* A launch: clocks of the multiprocessors, on average, and us. */
static void measure(kernel_fn *kernel, const input &in, double *clock, double *us)
{
	std::vector<unsigned long long> each(sms);
	cudaEvent_t start, end;
	float ms;

	MUST(cudaEventCreate(&start));
	MUST(cudaEventCreate(&end));
	MUST(cudaEventRecord(start));
	kernel<<<sms, THREADS>>>(in.index, in.data, 1u << 31, out, clocks);
	MUST(cudaEventRecord(end));
	MUST(cudaEventSynchronize(end));
	MUST(cudaEventElapsedTime(&ms, start, end));
	MUST(cudaMemcpy(each.data(), clocks, 8 * each.size(),
			cudaMemcpyDeviceToHost));
	MUST(cudaEventDestroy(start));
	MUST(cudaEventDestroy(end));
	*clock = 0;
	for (unsigned long long c : each)
		*clock += (double)c / sms;
	*us = ms * 1e3;
}

static void table(const char *what, kernel_fn *kernel)
{
	mean clock[PATTERNS], us[PATTERNS];
	input in[PATTERNS];

	for (size_t i = 0; i < PATTERNS; i++)
		in[i] = make(patterns[i]);
	for (int n = -WARM_UPS; n < (int)PATTERNS * LAUNCHES; n++) {
		size_t i = random_word() % PATTERNS;
		double c, t;

		measure(kernel, in[i], &c, &t);
		if (n < 0)
			continue;
		clock[i].add(c);
		us[i].add(t);
	}
	printf("\n%-26s %12s %7s %9s %11s %8s %9s\n", what, "clocks", "+-",
	       "differ", "us", "+-", "differ");
	for (size_t i = 0; i < PATTERNS; i++) {
		printf("%-26s %12.1f %7.1f %+8.4f%% %11.4f %8.4f %+8.4f%%\n",
		       patterns[i].name, clock[i].value(), clock[i].error(),
		       100 * (clock[i].value() / clock[0].value() - 1),
		       us[i].value(), us[i].error(),
		       100 * (us[i].value() / us[0].value() - 1));
		MUST(cudaFree(in[i].index));
		MUST(cudaFree(in[i].data));
	}
}

int main(void)
{
	cudaDeviceProp prop;

	MUST(cudaGetDeviceProperties(&prop, 0));
	sms = prop.multiProcessorCount;
	MUST(cudaMalloc(&out, 4ul * THREADS * sms));
	MUST(cudaMalloc(&clocks, 8ul * sms));
	printf("%s, %d multiprocessors; 16 warps on each, %d operations a thread, %d launches of each\n",
	       prop.name, sms, 64 * ROUNDS, LAUNCHES);
	table("shuffles", shuffle);
	table("lookups of a word", look_word);
	table("lookups of 16 bytes", look_16);
	return 0;
}
