// SPDX-License-Identifier: GPL-2.0-only
/*
 * How fast a GPU does P-256, on integers and on doubles, and whether it does it right:
 * every result is compared with the CPU's. A million units in device memory, and the
 * time of a batch of 10,000 with both copies. `make build/host/gpu-bench-p256`.
 *
 * Usage: gpu-bench-p256 [PART OF A NAME]    only rows whose name contains it
 */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "kernels/bench/cuda-must.h"
#include "kernels/gpu/launch.h"
#include "kernels/gpu/sw_units.h"

extern "C" {
#include "kernels/cpu/sw.h"
#include "kernels/cpu/sw_engine.h"
int wc_entry_add(const char *name, const void *entry);
}

static const uint32_t BATCH = 1000000, SMALL = 10000;
static const int RUNS = 7, SMALL_RUNS = 31;

struct named {
	const char *name;
	const void *entry;
};

static named entries[32];
static int entry_count;

int wc_entry_add(const char *name, const void *entry)
{
	if (entry_count == 32)
		abort();
	entries[entry_count] = { name, entry };
	return entry_count++;
}

static const void *find(const std::string &name)
{
	for (int i = 0; i < entry_count; i++)
		if (name == entries[i].name)
			return entries[i].entry;
	fprintf(stderr, "gpu-bench-p256: no entry %s\n", name.c_str());
	exit(1);
}

static struct {
	wc_job *job;
	uint8_t *scratch, *in, *out;
} dev;

static uint32_t sms;

static void launch(const std::string &name, uint32_t count, uint32_t threads)
{
	void *args[] = { &dev.job, &count, &threads, &dev.scratch, &dev.in,
			 &dev.out };
	uint32_t blocks = (threads + WC_THREADS - 1) / WC_THREADS;

	MUST(cudaLaunchKernel(find(name), dim3(blocks), dim3(WC_THREADS), args,
			      0, 0));
}

/* The three launches of @n units. */
static void run(const std::string &way, bool mult, uint32_t n)
{
	launch(way + (mult ? "mult" : "base"), 1, n);
	launch(way + "finish", n, wc_finish_threads(n));
	launch(way + "put", 1, n);
}

static double median(std::vector<double> v)
{
	std::sort(v.begin(), v.end());
	return v[v.size() / 2];
}

/* Operations a second, device memory to device memory. */
static double rate(const std::string &way, bool mult)
{
	std::vector<double> times;
	cudaEvent_t a, b;

	MUST(cudaEventCreate(&a));
	MUST(cudaEventCreate(&b));
	for (int i = 0; i < RUNS; i++) {
		float ms;

		MUST(cudaEventRecord(a));
		run(way, mult, BATCH);
		MUST(cudaEventRecord(b));
		MUST(cudaEventSynchronize(b));
		MUST(cudaEventElapsedTime(&ms, a, b));
		times.push_back(ms / 1e3);
	}
	return BATCH / median(times);
}

/* Seconds for a small batch, from pinned host memory and back. */
static double latency(const std::string &way, bool mult, uint8_t *pinned)
{
	const size_t bytes = (size_t)SW_UNIT_BYTES * SMALL;
	std::vector<double> times;

	for (int i = 0; i < SMALL_RUNS; i++) {
		auto t = std::chrono::steady_clock::now();

		MUST(cudaMemcpyAsync(dev.in, pinned, bytes,
				     cudaMemcpyHostToDevice));
		run(way, mult, SMALL);
		MUST(cudaMemcpyAsync(pinned + bytes, dev.out, bytes,
				     cudaMemcpyDeviceToHost));
		MUST(cudaDeviceSynchronize());
		times.push_back(std::chrono::duration<double>(
			std::chrono::steady_clock::now() - t).count());
	}
	return median(times);
}

/* The CPU's results, in as many threads as it has. */
static void on_cpu(bool mult, std::vector<uint8_t> &out,
		   std::vector<uint8_t> &status,
		   const std::vector<uint8_t> &scalars,
		   const std::vector<uint8_t> &points)
{
	uint32_t cpus = std::max(1u, std::thread::hardware_concurrency());
	uint32_t each = (BATCH + cpus - 1) / cpus;
	std::vector<std::thread> threads;

	for (uint32_t i = 0; i < BATCH; i += each)
		threads.emplace_back([&, i]() {
			uint32_t n = std::min(each, BATCH - i);

			if (mult)
				wcsw_mult(&wcsw_p256, NULL, &out[64ull * i],
					  &scalars[32ull * i],
					  &points[64ull * i], n, &status[i]);
			else
				wcsw_base(&wcsw_p256, NULL, &out[64ull * i],
					  &scalars[32ull * i], n, &status[i]);
		});
	for (auto &t : threads)
		t.join();
}

static uint64_t wrong(const std::vector<uint8_t> &want,
		      const std::vector<uint8_t> &status)
{
	std::vector<uint8_t> got((size_t)SW_UNIT_BYTES * BATCH);
	uint64_t count = 0;

	MUST(cudaMemcpy(got.data(), dev.out, got.size(),
			cudaMemcpyDeviceToHost));
	for (uint32_t i = 0; i < BATCH; i++) {
		const uint8_t *unit = &got[(size_t)SW_UNIT_BYTES * i];

		count += memcmp(unit, &want[64ull * i], 64) ||
			 unit[64] != (status[i] != WCSW_OK);
	}
	return count;
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

static void fill(std::vector<uint8_t> &v, uint64_t seed)
{
	for (size_t i = 0; i < v.size(); i++) {
		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		v[i] = seed >> 56;
	}
}

int main(int argc, char **argv)
{
	const char *only = argc > 1 ? argv[1] : "";
	const size_t bytes = (size_t)SW_UNIT_BYTES * BATCH;
	std::vector<uint8_t> scalars(32ull * BATCH), points(64ull * BATCH);
	std::vector<uint8_t> units(bytes), want(64ull * BATCH), status(BATCH);
	std::vector<uint64_t> table(SW_TABLE_WORDS(SW_GPU_BASE_W));
	wc_job job = {};
	cudaDeviceProp prop;
	uint64_t bad = 0;
	uint8_t *pinned;

	MUST(cudaGetDeviceProperties(&prop, 0));
	sms = prop.multiProcessorCount;
	fill(scalars, 1);
	on_cpu(false, points, status, scalars, points);
	fill(scalars, 2);
	/* Some without a result: one in 1000 points, and scalars of n or more. */
	for (uint32_t i = 0; i < BATCH; i += 1000)
		points[64ull * i + 40] ^= 1;
	for (uint32_t i = 500; i < BATCH; i += 1000)
		memset(&scalars[32ull * i], 0xff, 32);
	for (uint32_t i = 0; i < BATCH; i++) {
		memcpy(&units[(size_t)SW_UNIT_BYTES * i], &scalars[32ull * i], 32);
		memcpy(&units[(size_t)SW_UNIT_BYTES * i + 32],
		       &points[64ull * i], 64);
	}
	wcsw_p256.make_table(table.data(), SW_GPU_BASE_W);
	dev.scratch = upload<uint8_t>(NULL, SW_TABLE_BYTES +
				      (size_t)SW_UNIT_SCRATCH * BATCH);
	MUST(cudaMemcpy(dev.scratch, table.data(), SW_TABLE_BYTES,
			cudaMemcpyHostToDevice));
	dev.in = upload(units.data(), bytes);
	dev.out = upload<uint8_t>(NULL, bytes);
	dev.job = upload(&job, 1);
	MUST(cudaMallocHost(&pinned, 2 * (size_t)SW_UNIT_BYTES * SMALL));
	memcpy(pinned, units.data(), (size_t)SW_UNIT_BYTES * SMALL);

	printf("%s, %u multiprocessors\n%-24s %10s %12s %8s\n", prop.name, sms,
	       "", "M/s", "10,000, ms", "wrong");
	for (int mult = 0; mult < 2; mult++) {
		on_cpu(mult, want, status, scalars, points);
		for (const char *way : { "", "doubles_" }) {
			std::string name = std::string(mult ? "[k]P" : "[k]G") +
					   (*way ? " doubles" : " integers");
			std::string entry = std::string("wc_p256_") + way;
			uint64_t w;
			double r;

			if (name.find(only) == std::string::npos)
				continue;
			r = rate(entry, mult);
			w = wrong(want, status);
			bad += w;
			printf("%-24s %10.2f %12.3f %8llu\n", name.c_str(),
			       r / 1e6, 1e3 * latency(entry, mult, pinned),
			       (unsigned long long)w);
		}
	}
	return bad != 0;
}
