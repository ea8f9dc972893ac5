// SPDX-License-Identifier: GPL-2.0-only
/*
 * What two kinds of instructions, in different warps, cost each other: which parts of a
 * multiprocessor they share (Documentation/curves.rst). Needs nothing but nvcc; from the top
 * of the tree:
 *
 *	nvcc -O3 -std=c++17 -arch=native -I. -o gpu-beside tools/lab/gpu-beside.cu
 *
 * A block on each multiprocessor, of 8 or 12 warps: the first half do one kind, the others
 * the other, so that each quarter of the multiprocessor has both, until a fixed number of
 * cycles is over.
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kernels/bench/cuda-must.h"
#include "tools/lab/gpu-operands.h"

#define CYCLES	2000000

/* Where results go, so that the compiler keeps what leads to them; never written. */
static __device__ uint64_t sink;

/* 64 operations a round. */
#define KIND(kind, label, T, op)					\
struct kind {								\
	static constexpr const char *name = label;			\
	T x[8], y[8], z[8];						\
									\
	__device__ void start(const uint64_t *p)			\
	{								\
		for (int i = 0; i < 8; i++) {				\
			x[i] = (T)p[threadIdx.x + i];			\
			y[i] = (T)p[threadIdx.x + 8 + i];		\
			z[i] = (T)p[threadIdx.x + 16 + i];		\
		}							\
	}								\
	__device__ void round()						\
	{								\
		OP_EIGHT_BY_EIGHT(op);					\
	}								\
	__device__ uint64_t sum() const					\
	{								\
		uint64_t s = 0;						\
									\
		for (int i = 0; i < 8; i++)				\
			s += (uint64_t)(x[i] + y[i] + z[i]);		\
		return s;						\
	}								\
};

KIND(dfma_three, "DFMA, three registers", double, OP_DFMA_THREE)
KIND(dfma_one, "DFMA, one register", double, OP_DFMA_ONE)
KIND(lop3_three, "LOP3, three registers", uint32_t, OP_LOP3)
KIND(lop3_one, "LOP3, one register", uint32_t, OP_LOP3_ONE)

/* Rows of four products, each taking the carry of the one before. */
struct wide_rows {
	static constexpr const char *name = "IMAD.WIDE with carries";
	uint32_t a[8], b[8], acc[8];

	__device__ void start(const uint64_t *p)
	{
		for (int i = 0; i < 8; i++) {
			a[i] = (uint32_t)p[threadIdx.x + i];
			b[i] = (uint32_t)p[threadIdx.x + 8 + i];
			acc[i] = (uint32_t)p[threadIdx.x + 16 + i];
		}
	}
	__device__ void round()
	{
		FE_UNROLL
		for (int k = 0; k < 16; k++)
			b[k % 8] += i32_row(acc, a, b[(k + 1) % 8], 4);
	}
	__device__ uint64_t sum() const
	{
		uint64_t s = 0;

		for (int i = 0; i < 8; i++)
			s += acc[i] + b[i];
		return s;
	}
};

/* A multiplication in a round, counted as 64. */
struct field_dpf {
	static constexpr const char *name = "multiplications x 64, doubles";
	dpf_fe x, y;

	__device__ void start(const uint64_t *p)
	{
		for (int i = 0; i < 5; i++) {
			x.x[i] = p[threadIdx.x + i];
			y.x[i] = p[threadIdx.x + 5 + i];
		}
	}
	__device__ void round()
	{
		dpf_mul(&x, &x, &y);
	}
	__device__ uint64_t sum() const
	{
		return (uint64_t)x.x[0];
	}
};

/* Does @A until the time is over; how many rounds that were. */
template <class A> static __device__ uint64_t rounds(const uint64_t *p)
{
	int64_t start = clock64();
	uint64_t n = 0;
	A a;

	a.start(p);
	do {
		FE_ROLLED
		for (int i = 0; i < 16; i++)
			a.round();
		n += 16;
	} while (clock64() - start < CYCLES);
	if (a.sum() == 0x1234567)
		sink = n;
	return n;
}

template <class A, class B>
static __global__ void __launch_bounds__(384, 1) beside(const uint64_t *p,
							uint64_t *count)
{
	const bool first = threadIdx.x < blockDim.x / 2;
	uint64_t n = first ? rounds<A>(p) : rounds<B>(p);

	if (threadIdx.x == 0)
		count[2 * blockIdx.x] = n;
	if (threadIdx.x == blockDim.x - 1)
		count[2 * blockIdx.x + 1] = n;
}

static uint64_t *values, *count;
static int sms;

/* Operations per clock and multiprocessor of either. */
template <class A, class B> static void measure(int warps)
{
	const double each = 64.0 * 32 * (warps / 2) / sms / CYCLES;
	std::vector<uint64_t> n(2 * sms);
	uint64_t a = 0, b = 0;

	/* The first run is the warm-up. */
	for (int run = 0; run < 2; run++) {
		beside<A, B><<<sms, warps * 32>>>(values, count);
		MUST(cudaDeviceSynchronize());
	}
	MUST(cudaMemcpy(n.data(), count, 8 * n.size(), cudaMemcpyDeviceToHost));
	for (int i = 0; i < sms; i++) {
		a += n[2 * i];
		b += n[2 * i + 1];
	}
	printf(" %8.2f %8.2f", a * each, b * each);
}

template <class A, class B> static void pair()
{
	printf("%-34s %-34s", A::name, B::name);
	measure<A, B>(8);
	measure<A, B>(12);
	printf("\n");
}

/* Both halves do the same: what there is to be shared. */
template <class A> static void alone()
{
	pair<A, A>();
}

int main(void)
{
	std::vector<uint64_t> v(512);
	cudaDeviceProp prop;

	MUST(cudaGetDeviceProperties(&prop, 0));
	sms = prop.multiProcessorCount;
	for (size_t i = 0; i < v.size(); i++)
		v[i] = i * 0x9e3779b97f4a7c15ull >> 14;
	MUST(cudaMalloc(&values, 8 * v.size()));
	MUST(cudaMalloc(&count, 16 * sms));
	MUST(cudaMemcpy(values, v.data(), 8 * v.size(), cudaMemcpyHostToDevice));
	printf("%s: per clock and SM, of the first and of the second; 4 and 4, then 6 and 6 warps\n",
	       prop.name);
	alone<dfma_three>();
	alone<dfma_one>();
	alone<lop3_three>();
	alone<lop3_one>();
	alone<wide_rows>();
	alone<field_dpf>();
	pair<dfma_one, lop3_one>();
	pair<dfma_three, lop3_one>();
	pair<dfma_three, lop3_three>();
	pair<dfma_one, wide_rows>();
	pair<dfma_three, wide_rows>();
	pair<wide_rows, lop3_one>();
	pair<wide_rows, lop3_three>();
	pair<field_dpf, lop3_one>();
	pair<field_dpf, wide_rows>();
	return 0;
}
