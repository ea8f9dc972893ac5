// SPDX-License-Identifier: GPL-2.0-only
/*
 * What instructions cost by the registers that they read: why 25519 is as fast
 * as it is (Documentation/curves.rst). Per clock and multiprocessor, at the clock
 * that the driver states, with 8 to 32 warps on each. Needs nothing but nvcc;
 * from the top of the tree:
 *
 *	nvcc -O3 -std=c++17 -arch=native -I. -o gpu-operands \
 *		tools/lab/gpu-operands.cu
 *
 * Each loop's result depends on all of its operations, and the compiler cannot
 * compute it in advance.
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kernels/bench/cuda-must.h"
#include "tools/lab/gpu-operands.h"

#define ROUNDS	128
#define THREADS	128
#define BUFFER	(256u << 20)

/* Eight values of a thread from @p, 8 @n after the first. */
template <class T> static __device__ void get(T v[8], const T *p, int n)
{
	FE_UNROLL
	for (int i = 0; i < 8; i++)
		v[i] = p[threadIdx.x + 8 * n + i];
}

template <class T> static __device__ void put(T *p, const T v[8])
{
	FE_UNROLL
	for (int i = 0; i < 8; i++)
		p[blockIdx.x * blockDim.x + threadIdx.x + i] = v[i];
}

/* A kernel of 64 @op a round, over x, y and z, eight of each; i and k count. */
#define EIGHT_BY_EIGHT(name, T, op)					\
static __global__ void name(T *p)					\
{									\
	T x[8], y[8], z[8];						\
									\
	get(x, p, 0);							\
	get(y, p, 1);							\
	get(z, p, 2);							\
	FE_ROLLED							\
	for (int round = 0; round < ROUNDS; round++)			\
		OP_EIGHT_BY_EIGHT(op);					\
	for (int i = 0; i < 8; i++)					\
		z[i] += x[i] + y[i];					\
	put(p, z);							\
}

EIGHT_BY_EIGHT(dfma_three, double, OP_DFMA_THREE)
EIGHT_BY_EIGHT(dfma_factor, double, OP_DFMA_FACTOR)
EIGHT_BY_EIGHT(dfma_constant, double, OP_DFMA_CONSTANT)
EIGHT_BY_EIGHT(dadd_two, double, OP_DADD_TWO)
EIGHT_BY_EIGHT(lop3, uint32_t, OP_LOP3)
EIGHT_BY_EIGHT(wide, uint64_t, OP_WIDE)

/* Rows of four products, each taking the carry of the one before. */
static __global__ void wide_carry(uint32_t *p)
{
	uint32_t a[8], b[8], acc[8];

	get(a, p, 0);
	get(b, p, 1);
	get(acc, p, 2);
	FE_ROLLED
	for (int round = 0; round < ROUNDS; round++) {
		FE_UNROLL
		for (int k = 0; k < 16; k++)
			b[k % 8] += i32_row(acc, a, b[(k + 1) % 8], 4);
	}
	put(p, acc);
}

/* Exchanges between lanes: the source lanes are in @p and do not change. */
static __global__ void shuffle(uint32_t *p)
{
	uint32_t x[8], from[8];

	get(from, p, 0);
	get(x, p, 1);
	FE_ROLLED
	for (int round = 0; round < ROUNDS; round++) {
		FE_UNROLL
		for (int k = 0; k < 64; k++)
			x[k % 8] = __shfl_sync(~0u, x[k % 8], from[k % 8]);
	}
	put(p + (BUFFER / 8), x);
}

#define FIELD(name, T, op)						\
static __global__ void name(T *p)					\
{									\
	T x = p[threadIdx.x], y = p[threadIdx.x + 1];			\
									\
	FE_ROLLED							\
	for (int round = 0; round < ROUNDS; round++)			\
		op;							\
	p[blockIdx.x * blockDim.x + threadIdx.x] = x;			\
	p[blockIdx.x * blockDim.x + threadIdx.x + 1] = y;		\
}

FIELD(field_dpf_mul, dpf_fe, dpf_mul(&x, &x, &y))
FIELD(field_dpf_sqr, dpf_fe, dpf_sqr(&x, &x))

static cudaDeviceProp prop;
static double clock_hz;
static void *buffer;

/* A row of the table: @count of what @what says in a round of @kernel. */
static void row(const char *what, const void *kernel, double count)
{
	printf("%-44s", what);
	for (int warps = 8; warps <= 32; warps += 8) {
		int blocks = warps * 32 / THREADS, fit = 0;
		/* So that no more than these share a multiprocessor. */
		int shared = (int)prop.sharedMemPerMultiprocessor / blocks - 2048;
		int grid = prop.multiProcessorCount * blocks * 4;
		void *args[] = { &buffer };
		std::vector<float> ms(5);
		cudaEvent_t start, end;

		shared = std::min(shared, (int)prop.sharedMemPerBlockOptin);
		MUST(cudaFuncSetAttribute(kernel,
			cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
		MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
			&fit, kernel, THREADS, shared));
		if (fit < blocks)
			break;
		MUST(cudaEventCreate(&start));
		MUST(cudaEventCreate(&end));
		for (float &t : ms) {
			MUST(cudaEventRecord(start));
			MUST(cudaLaunchKernel(kernel, dim3(grid), dim3(THREADS),
					      args, shared, NULL));
			MUST(cudaEventRecord(end));
			MUST(cudaEventSynchronize(end));
			MUST(cudaEventElapsedTime(&t, start, end));
		}
		std::sort(ms.begin(), ms.end());
		printf(" %8.3f", count * ROUNDS * blocks * 4 * THREADS /
		       (ms[2] * 1e-3 * clock_hz));
	}
	printf("\n");
}

/* The indices of shuffle(): @how(lane, i). */
static void fill_indices(uint32_t (*how)(uint32_t lane, uint32_t i))
{
	std::vector<uint32_t> v(THREADS + 8);

	/* from[i] of thread t is v[t + i]. */
	for (uint32_t t = 0; t < v.size(); t++)
		v[t] = how(t % 32, t);
	MUST(cudaMemcpy(buffer, v.data(), 4 * v.size(), cudaMemcpyHostToDevice));
}

#define ROW(what, kernel, count) row(what, (const void *)kernel, count)

int main(void)
{
	int khz;

	MUST(cudaGetDeviceProperties(&prop, 0));
	MUST(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
	clock_hz = khz * 1e3;
	MUST(cudaMalloc(&buffer, BUFFER));
	MUST(cudaMemset(buffer, 0x11, BUFFER));
	printf("%s, %d SMs, %.2f GHz: per clock and SM\n", prop.name,
	       prop.multiProcessorCount, clock_hz / 1e9);
	printf("%-44s %8s %8s %8s %8s\n", "warps on an SM", "8", "16", "24", "32");
	ROW("DFMA, three registers", dfma_three, 64);
	ROW("DFMA, one factor that of the one before", dfma_factor, 64);
	ROW("DFMA, two registers and a constant", dfma_constant, 64);
	ROW("DADD", dadd_two, 64);
	ROW("LOP3", lop3, 64);
	ROW("IMAD.WIDE and the addition of its product", wide, 64);
	ROW("IMAD.WIDE with carries", wide_carry, 64);
	ROW("multiplication, doubles", field_dpf_mul, 1);
	ROW("square, doubles", field_dpf_sqr, 1);
	fill_indices([](uint32_t lane, uint32_t) { return lane; });
	ROW("SHFL, each lane asks itself", shuffle, 64);
	fill_indices([](uint32_t, uint32_t) { return 0u; });
	ROW("SHFL, all ask lane 0", shuffle, 64);
	fill_indices([](uint32_t lane, uint32_t) { return lane % 2 * 16; });
	ROW("SHFL, all ask lane 0 or 16", shuffle, 64);
	fill_indices([](uint32_t, uint32_t i) { return i * 2654435761u >> 27; });
	ROW("SHFL, each asks any", shuffle, 64);
	return 0;
}
