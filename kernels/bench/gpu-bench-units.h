/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the benchmarks of groups have in common (gpu-bench-curves, gpu-bench-signatures):
 * entries by their names, a million units of one job in device memory, and how long they
 * take.
 */
#ifndef WARPCRYPT_GPU_BENCH_UNITS_H
#define WARPCRYPT_GPU_BENCH_UNITS_H

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "kernels/bench/cuda-must.h"
#include "kernels/gpu/launch.h"

extern "C" int wc_entry_add(const char *name, const void *entry);

static const uint32_t BATCH = 1000000, SMALL = 10000;
static const int RUNS = 7, SMALL_RUNS = 31;

struct named {
	const char *name;
	const void *entry;
};

static named entries[64];
static int entry_count;

int wc_entry_add(const char *name, const void *entry)
{
	if (entry_count == 64)
		abort();
	entries[entry_count] = { name, entry };
	return entry_count++;
}

static const void *find(const std::string &name)
{
	for (int i = 0; i < entry_count; i++)
		if (name == entries[i].name)
			return entries[i].entry;
	fprintf(stderr, "%s: no entry %s\n", program_invocation_short_name,
		name.c_str());
	exit(1);
}

static struct {
	wc_job *job;
	uint8_t *scratch, *in, *out;
} dev;

/* @block: threads of a block; 0: as for most of them */
static void launch(const std::string &name, uint32_t count, uint32_t threads,
		   uint32_t block = 0)
{
	void *args[] = { &dev.job, &count, &threads, &dev.scratch, &dev.in,
			 &dev.out };
	static int sms;
	uint32_t blocks;

	if (!sms)
		MUST(cudaDeviceGetAttribute(&sms,
					    cudaDevAttrMultiProcessorCount, 0));
	if (!block)
		block = wc_group_block(threads, (uint32_t)sms);
	blocks = (threads + block - 1) / block;
	MUST(cudaLaunchKernel(find(name), dim3(blocks), dim3(block), args, 0, 0));
}

/* What the engine launches for @n units. */
static void run_group(enum wc_gpu_cipher group, unsigned int kind, uint32_t n)
{
	struct wc_group_launch l[WC_GROUP_LAUNCHES];
	unsigned int count = wc_group_launches(l, kind, n);

	for (unsigned int i = 0; i < count; i++) {
		const struct wc_kernel *k = &wc_kernels[group][l[i].kind];

		launch(k->name, l[i].units ? n : 1, l[i].threads,
		       k->shape == WC_EACH ? k->block : 0);
	}
}

static double median(std::vector<double> v)
{
	std::sort(v.begin(), v.end());
	return v[v.size() / 2];
}

/* The launches of so many units. */
typedef std::function<void(uint32_t units)> launches;

/* Operations a second, device memory to device memory. */
static double rate(const launches &run)
{
	std::vector<double> times;
	cudaEvent_t a, b;

	MUST(cudaEventCreate(&a));
	MUST(cudaEventCreate(&b));
	for (int i = 0; i < RUNS; i++) {
		float ms;

		MUST(cudaEventRecord(a));
		run(BATCH);
		MUST(cudaEventRecord(b));
		MUST(cudaEventSynchronize(b));
		MUST(cudaEventElapsedTime(&ms, a, b));
		times.push_back(ms / 1e3);
	}
	return BATCH / median(times);
}

/* Seconds for a small batch of units of @unit bytes, from pinned host memory and back. */
static double latency(const launches &run, const std::vector<uint8_t> &units,
		      size_t unit)
{
	const size_t bytes = unit * SMALL;
	std::vector<double> times;
	uint8_t *pinned;

	MUST(cudaMallocHost(&pinned, 2 * bytes));
	memcpy(pinned, units.data(), bytes);
	for (int i = 0; i < SMALL_RUNS; i++) {
		auto t = std::chrono::steady_clock::now();

		MUST(cudaMemcpyAsync(dev.in, pinned, bytes,
				     cudaMemcpyHostToDevice));
		run(SMALL);
		MUST(cudaMemcpyAsync(pinned + bytes, dev.out, bytes,
				     cudaMemcpyDeviceToHost));
		MUST(cudaDeviceSynchronize());
		times.push_back(std::chrono::duration<double>(
			std::chrono::steady_clock::now() - t).count());
	}
	MUST(cudaFreeHost(pinned));
	return median(times);
}

/* @work for all units, in as many threads as there are CPUs. */
static void on_cpus(const std::function<void(uint32_t first, uint32_t n)> &work)
{
	uint32_t cpus = std::max(1u, std::thread::hardware_concurrency());
	uint32_t each = (BATCH + cpus - 1) / cpus;
	std::vector<std::thread> threads;

	for (uint32_t i = 0; i < BATCH; i += each)
		threads.emplace_back(work, i, std::min(each, BATCH - i));
	for (auto &t : threads)
		t.join();
}

template <class T>
static T *upload(const T *from, size_t n)
{
	T *p;

	MUST(cudaMalloc(&p, n * sizeof(T)));
	if (from)
		MUST(cudaMemcpy(p, from, n * sizeof(T),
				cudaMemcpyHostToDevice));
	return p;
}

/*
 * Device memory with @units, and scratch memory: @table, and @scratch bytes. What was there
 * before is freed.
 */
static void put_units(const std::vector<uint8_t> &units,
		      const std::vector<uint64_t> &table, size_t scratch)
{
	const size_t tables = table.size() * 8;
	wc_job job = {};

	for (void *p : std::initializer_list<void *>{ dev.job, dev.scratch,
						      dev.in, dev.out })
		MUST(cudaFree(p));
	dev.scratch = upload<uint8_t>(NULL, tables + scratch);
	MUST(cudaMemcpy(dev.scratch, table.data(), tables,
			cudaMemcpyHostToDevice));
	dev.in = upload(units.data(), units.size());
	dev.out = upload<uint8_t>(NULL, units.size());
	dev.job = upload(&job, 1);
}

static void fill(std::vector<uint8_t> &v, uint64_t seed)
{
	for (size_t i = 0; i < v.size(); i++) {
		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		v[i] = seed >> 56;
	}
}

/* The line above all rows. */
static void put_head(void)
{
	cudaDeviceProp prop;

	MUST(cudaGetDeviceProperties(&prop, 0));
	printf("%s, %d multiprocessors\n%-24s %10s %12s %8s\n", prop.name,
	       prop.multiProcessorCount, "", "M/s", "10,000, ms", "wrong");
}

static void put_row(const std::string &name, double per_second, double seconds,
		    uint64_t wrong)
{
	printf("%-24s %10.2f %12.3f %8llu\n", name.c_str(), per_second / 1e6,
	       1e3 * seconds, (unsigned long long)wrong);
}

#endif /* WARPCRYPT_GPU_BENCH_UNITS_H */
