// SPDX-License-Identifier: GPL-2.0-only
/*
 * How fast a GPU does 25519, and whether it does it right: every result of
 * every variant is compared with the CPU's. Batches of a million in device
 * memory, and the time of a batch of 10,000 with both copies. Needs nothing but
 * nvcc; from the top of the tree:
 *
 *	nvcc -O3 -std=c++17 -arch=native -I. -Xcompiler -pthread \
 *		-o gpu-bench-25519 kernels/bench/gpu-bench-25519.cu \
 *		kernels/cpu/25519_i51.c kernels/cpu/25519_table.c
 *
 * Usage: gpu-bench-25519 [PART OF A NAME]    only rows whose name contains it
 */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "kernels/bench/cuda-must.h"
#include "kernels/gpu/x25519.cu"
#include "kernels/gpu/ed25519.cu"
#include "kernels/gpu/launch.h"

extern "C" {
#include "kernels/cpu/25519_engine.h"
extern const struct wc25519_engine wc25519_i51;
}

static const uint32_t BATCH = 1000000, SMALL = 10000;
static const int RUNS = 7, SMALL_RUNS = 31;

/* What is on the device. */
static struct {
	uint64_t *scalars, *points, *out, *x, *y, *den, *work;
	uint64_t *table, *vartime_table;
	uint8_t *status;
} dev;

static int sms;

/* Blocks, and threads of each. */
struct shape {
	uint32_t blocks, block;
};

static struct shape shape_of(uint32_t threads)
{
	uint32_t block = wc_group_block(threads, (uint32_t)sms);

	return { (threads + block - 1) / block, block };
}

enum op { SHARED, PUBLIC, BASE, MULT, OPS };

static const char *const op_names[] = { "x25519", "x25519-public",
					"ed25519-base", "ed25519-mult" };

struct row {
	enum op op;
	const char *variant;
	std::function<void(uint32_t n)> run;
	double rate, latency;
	uint64_t wrong;
};

/* A kernel of @threads threads. */
#define LAUNCH(kernel, threads, ...) do {				\
	struct shape shape_ = shape_of(threads);			\
									\
	kernel<<<shape_.blocks, shape_.block>>>(__VA_ARGS__);		\
} while (0)

#define X_FINISH(f) LAUNCH(x25519_finish_##f, \
	wc_finish_threads(WC_SHARED, n), \
	dev.out, dev.status, dev.x, dev.den, dev.work, n)
#define ED_FINISH(f, kind, status, form) \
	LAUNCH(ed25519_finish_##f, wc_finish_threads(kind, n), \
	dev.out, status, dev.x, dev.y, dev.den, dev.work, n, form)
#define X_ARGS dev.x, dev.den, dev.scalars, dev.points, n
#define RUN_BASE(kernel, table, form) LAUNCH(kernel, n, \
	dev.x, dev.y, dev.den, dev.scalars, table, n, form)
#define RUN_MULT(kernel) LAUNCH(kernel, n, \
	dev.x, dev.y, dev.den, dev.status, dev.scalars, dev.points, n)

static std::vector<row> rows()
{
	std::vector<row> r;
	auto add = [&](enum op op, const char *variant,
		       std::function<void(uint32_t)> run) {
		r.push_back({ op, variant, run, 0, 0, 0 });
	};
	add(SHARED, "dpf", [](uint32_t n) {
		LAUNCH(x25519_ladder_dpf, n, X_ARGS);
		X_FINISH(dpf);
	});
	add(SHARED, "i32", [](uint32_t n) {
		LAUNCH(x25519_ladder_i32, n, X_ARGS);
		X_FINISH(i32);
	});
	add(SHARED, "4 dpf, 8 i32", [](uint32_t n) {
		x25519_ladder_roles_1<<<sms, ROLES_THREADS>>>(X_ARGS);
		X_FINISH(dpf);
	});
	add(SHARED, "8 dpf, 4 i32", [](uint32_t n) {
		x25519_ladder_roles_2<<<sms, ROLES_THREADS>>>(X_ARGS);
		X_FINISH(dpf);
	});
	add(PUBLIC, "dpf", [](uint32_t n) {
		RUN_BASE(ed25519_base_dpf, dev.table, GPU_MONTGOMERY);
		ED_FINISH(dpf, WC_PUBLIC, NULL, GPU_MONTGOMERY);
	});
	add(PUBLIC, "i32", [](uint32_t n) {
		RUN_BASE(ed25519_base_i32, dev.table, GPU_MONTGOMERY);
		ED_FINISH(i32, WC_PUBLIC, NULL, GPU_MONTGOMERY);
	});
	add(BASE, "dpf", [](uint32_t n) {
		RUN_BASE(ed25519_base_dpf, dev.table, GPU_EDWARDS);
		ED_FINISH(dpf, WC_BASE, NULL, GPU_EDWARDS);
	});
	add(BASE, "i32", [](uint32_t n) {
		RUN_BASE(ed25519_base_i32, dev.table, GPU_EDWARDS);
		ED_FINISH(i32, WC_BASE, NULL, GPU_EDWARDS);
	});
	add(BASE, "dpf vartime", [](uint32_t n) {
		RUN_BASE(ed25519_base_vartime_dpf, dev.vartime_table, GPU_EDWARDS);
		ED_FINISH(dpf, WC_BASE, NULL, GPU_EDWARDS);
	});
	add(BASE, "i32 vartime", [](uint32_t n) {
		RUN_BASE(ed25519_base_vartime_i32, dev.vartime_table, GPU_EDWARDS);
		ED_FINISH(i32, WC_BASE, NULL, GPU_EDWARDS);
	});
	add(MULT, "dpf ladder", [](uint32_t n) {
		RUN_MULT(ed25519_ladder_dpf);
		ED_FINISH(dpf, WC_MULT, dev.status, GPU_EDWARDS);
	});
	add(MULT, "dpf window", [](uint32_t n) {
		RUN_MULT(ed25519_mult_dpf);
		ED_FINISH(dpf, WC_MULT, dev.status, GPU_EDWARDS);
	});
	add(MULT, "i32 ladder", [](uint32_t n) {
		RUN_MULT(ed25519_ladder_i32);
		ED_FINISH(i32, WC_MULT, dev.status, GPU_EDWARDS);
	});
	add(MULT, "i32 window", [](uint32_t n) {
		RUN_MULT(ed25519_mult_i32);
		ED_FINISH(i32, WC_MULT, dev.status, GPU_EDWARDS);
	});
	return r;
}

/* The CPU's answers, in as many threads as it has. */
static void on_cpu(enum op op, std::vector<uint8_t> &out,
		   std::vector<uint8_t> &status, const uint8_t *scalars,
		   const uint8_t *points, const uint64_t *table)
{
	uint32_t cpus = std::max(1u, std::thread::hardware_concurrency());
	uint32_t each = (BATCH + cpus - 1) / cpus;
	std::vector<std::thread> threads;

	for (uint32_t i = 0; i < BATCH; i += each) {
		uint32_t n = std::min(each, BATCH - i);
		uint8_t *o = &out[32ull * i], *s = &status[i];
		const uint8_t *k = scalars + 32ull * i, *p = points + 32ull * i;

		threads.emplace_back([=]() {
			const struct wc25519_engine *e = &wc25519_i51;

			if (op == SHARED)
				e->shared(o, k, p, n, s);
			else if (op == MULT)
				e->mult(o, k, p, n, s);
			else
				e->base(o, k, n, op == PUBLIC ?
					WC25519_MONTGOMERY : WC25519_EDWARDS,
					table);
		});
	}
	for (auto &t : threads)
		t.join();
}

static uint64_t *upload(const void *from, size_t bytes)
{
	uint64_t *p;

	MUST(cudaMalloc(&p, bytes));
	if (from)
		MUST(cudaMemcpy(p, from, bytes, cudaMemcpyHostToDevice));
	return p;
}

static uint64_t compare(enum op op, const std::vector<uint8_t> &want,
			const std::vector<uint8_t> &status)
{
	std::vector<uint8_t> got(32ull * BATCH), s(BATCH);
	uint64_t wrong = 0;

	MUST(cudaMemcpy(got.data(), dev.out, got.size(), cudaMemcpyDeviceToHost));
	MUST(cudaMemcpy(s.data(), dev.status, BATCH, cudaMemcpyDeviceToHost));
	for (uint32_t i = 0; i < BATCH; i++) {
		wrong += memcmp(&got[32ull * i], &want[32ull * i], 32) ||
			 ((op == SHARED || op == MULT) && s[i] != status[i]);
	}
	return wrong;
}

static double median(std::vector<double> v)
{
	std::sort(v.begin(), v.end());
	return v[v.size() / 2];
}

/* Operations a second, device memory to device memory. */
static double rate(const row &r)
{
	std::vector<double> times;
	cudaEvent_t a, b;

	MUST(cudaEventCreate(&a));
	MUST(cudaEventCreate(&b));
	for (int i = 0; i < RUNS; i++) {
		float ms;

		MUST(cudaEventRecord(a));
		r.run(BATCH);
		MUST(cudaEventRecord(b));
		MUST(cudaEventSynchronize(b));
		MUST(cudaEventElapsedTime(&ms, a, b));
		times.push_back(ms / 1e3);
	}
	return BATCH / median(times);
}

/* Seconds for a small batch, from pinned host memory and back; points follow the scalars. */
static double latency(const row &r, uint8_t *pinned)
{
	const size_t bytes = 32ull * SMALL;
	const bool two = r.op == SHARED || r.op == MULT;
	uint64_t *points = dev.points;
	std::vector<double> times;

	dev.points = dev.scalars + 4 * SMALL;
	for (int i = 0; i < SMALL_RUNS; i++) {
		auto t = std::chrono::steady_clock::now();

		MUST(cudaMemcpyAsync(dev.scalars, pinned, two ? 2 * bytes : bytes,
				     cudaMemcpyHostToDevice));
		r.run(SMALL);
		MUST(cudaMemcpyAsync(pinned + 2 * bytes, dev.out, bytes,
				     cudaMemcpyDeviceToHost));
		MUST(cudaDeviceSynchronize());
		times.push_back(std::chrono::duration<double>(
			std::chrono::steady_clock::now() - t).count());
	}
	dev.points = points;
	return median(times);
}

static void fill(std::vector<uint8_t> &v, uint64_t seed)
{
	for (size_t i = 0; i < v.size(); i += 8) {
		uint64_t z = seed += 0x9e3779b97f4a7c15ull;

		z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
		z = (z ^ z >> 27) * 0x94d049bb133111ebull;
		z ^= z >> 31;
		memcpy(&v[i], &z, 8);
	}
}

int main(int argc, char **argv)
{
	const char *only = argc > 1 ? argv[1] : "";
	std::vector<uint8_t> scalars(32ull * BATCH), u(32ull * BATCH);
	std::vector<uint8_t> points(32ull * BATCH), want(32ull * BATCH);
	std::vector<uint8_t> status(BATCH);
	std::vector<uint64_t> cpu_table(ED_TABLE_WORDS(ED_BASE_W));
	std::vector<uint64_t> table(ED_TABLE_WORDS(ED_GPU_BASE_W));
	std::vector<uint64_t> vartime(ED_TABLE_WORDS(ED_GPU_VARTIME_W));
	std::vector<row> all = rows();
	uint8_t *pinned;
	uint64_t wrong = 0;
	cudaDeviceProp prop;

	MUST(cudaGetDeviceProperties(&prop, 0));
	sms = prop.multiProcessorCount;
	fill(scalars, 1);
	fill(u, 2);
	/* Some points of small order, and some encodings of no point. */
	for (uint32_t i = 0; i < BATCH; i += 1000)
		memset(&u[32ull * i], 0, 32);
	wc25519_make_table(cpu_table.data(), ED_BASE_W);
	wc25519_make_table(table.data(), ED_GPU_BASE_W);
	wc25519_make_table(vartime.data(), ED_GPU_VARTIME_W);
	dev.scalars = upload(scalars.data(), scalars.size());
	dev.points = upload(u.data(), u.size());
	dev.out = upload(NULL, 32ull * BATCH);
	dev.x = upload(NULL, 32ull * BATCH);
	dev.y = upload(NULL, 32ull * BATCH);
	dev.den = upload(NULL, 32ull * BATCH);
	dev.work = upload(NULL, 32ull * BATCH);
	dev.status = (uint8_t *)upload(NULL, BATCH);
	dev.table = upload(table.data(), 8 * table.size());
	dev.vartime_table = upload(vartime.data(), 8 * vartime.size());
	MUST(cudaMallocHost(&pinned, 3 * 32ull * SMALL));

	/* The points of [k]P: [k]B for other scalars, one in 16 random bytes. */
	fprintf(stderr, "making points on the CPU\n");
	on_cpu(BASE, points, status, u.data(), u.data(),
	       cpu_table.data());
	for (uint32_t i = 0; i < BATCH; i += 16)
		memcpy(&points[32ull * i], &u[32ull * i], 32);

	for (int op = 0; op < OPS; op++) {
		const std::vector<uint8_t> &in = op == MULT ? points : u;
		bool first = true;

		for (auto &r : all) {
			std::string name = std::string(op_names[op]) + " " +
					   r.variant;

			if (r.op != op || name.find(only) == std::string::npos)
				continue;
			if (first) {
				fprintf(stderr, "%s on the CPU\n", op_names[op]);
				on_cpu((enum op)op, want, status, scalars.data(),
				       in.data(), cpu_table.data());
				first = false;
			}
			fprintf(stderr, "%s on the GPU\n", name.c_str());
			MUST(cudaMemcpy(dev.scalars, scalars.data(),
					scalars.size(), cudaMemcpyHostToDevice));
			MUST(cudaMemcpy(dev.points, in.data(), in.size(),
					cudaMemcpyHostToDevice));
			MUST(cudaMemset(dev.out, 0xa5, 32ull * BATCH));
			r.run(BATCH);
			MUST(cudaDeviceSynchronize());
			r.wrong = compare(r.op, want, status);
			wrong += r.wrong;
			r.rate = rate(r);
			memcpy(pinned, scalars.data(), 32ull * SMALL);
			memcpy(pinned + 32ull * SMALL, in.data(), 32ull * SMALL);
			r.latency = latency(r, pinned);
		}
	}

	printf("%s, %d SMs; unsigned limbs %d, skipped reduction %d, merged carries %d, "
	       "mixed addition %d, coalesced %d, register reuse %d; base segments %d and %d, "
	       "window %d\n", prop.name, sms, DPF_UNSIGNED, FE_SKIP_REDUCTION,
	       FE_MERGED_CARRIES, ED_MIXED_ADD, GPU_COALESCED, FE_REGISTER_REUSE,
	       ED_GPU_BASE_W, ED_GPU_VARTIME_W, ED_WINDOW);
	printf("%-16s %-16s %10s %16s %10s\n", "operation", "arithmetic",
	       "M/s", "10,000 in ms", "wrong");
	for (auto &r : all)
		if (r.rate > 0)
			printf("%-16s %-16s %10.2f %16.3f %10llu\n",
			       op_names[r.op], r.variant, r.rate / 1e6,
			       r.latency * 1e3, (unsigned long long)r.wrong);
	return wrong != 0;
}
