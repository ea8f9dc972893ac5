/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One run of gpu-bench: its jobs and keys.
 */
#ifndef WARPCRYPT_GPU_BENCH_RUN_H
#define WARPCRYPT_GPU_BENCH_RUN_H

#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <functional>
#include <thread>
#include <vector>

#include "kernels/bench/gpu-bench-specs.h"

#define BYTES		(256u << 20)
#define SECTOR		4096u

static uint64_t mix64(uint64_t x)
{
	x += 0x9e3779b97f4a7c15ull;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
	return x ^ (x >> 31);
}

/* Everything about one run; freed with the child. */
struct run {
	const struct spec *spec;
	std::vector<struct wc_job> jobs;
	std::vector<uint64_t> blocks;	/* of XTS, before each job */
	std::vector<struct wc_fresh> fresh;	/* a key a slot; job i has slot i % keys */
	uint32_t bytes, threads;
	uint8_t *host_in, *host_out, *host_want;
};

static void parallel(uint32_t count, const std::function<void(uint32_t)> &fn)
{
	unsigned int n = std::max(1u, std::thread::hardware_concurrency());
	std::vector<std::thread> threads;

	for (unsigned int t = 0; t < n; t++)
		threads.emplace_back([=, &fn] {
			for (uint32_t i = t; i < count; i += n)
				fn(i);
		});
	for (auto &t : threads)
		t.join();
}

static uint32_t job_len(const struct run *r, uint32_t i)
{
	bool whole = launch_of(r->spec->mode) != WC_CTR &&
		     !is_xts(r->spec->mode);
	uint32_t len;

	if (r->spec->cut != ODD)
		return r->spec->cut == SMALL ? 512 : SECTOR;
	len = 16 + (uint32_t)(mix64(i) % 9000);
	return whole ? len / 16 * 16 : len;
}

static uint32_t job_threads(const struct run *r, uint32_t len)
{
	bool xts = is_xts(r->spec->mode);
	const struct wc_kernel *kernel =
		&wc_kernels[row_of(r->spec, r->spec->mode)]
			   [launch_of(r->spec->mode)];

	return wc_kernel_threads(kernel, xts ? wc_xts_whole(len) :
					       (len + 15) / 16);
}

static void make_jobs(struct run *r)
{
	bool many = r->spec->cut == KEYS || r->spec->cut == FRESH;
	uint32_t at = 0, i, keys = 1;

	r->bytes = BYTES;
	if (many)
		keys = BYTES / SECTOR;
	if (r->spec->cut == ODD)
		keys = 7;
	for (i = 0; at < r->bytes; i++) {
		struct wc_job job;
		uint64_t iv[2] = { mix64(2 * i + 99), mix64(2 * i + 98) };
		uint64_t before = 0;

		memset(&job, 0, sizeof(job));
		job.first = r->threads;
		job.offset = at;
		job.len = r->spec->cut == ONE ? r->bytes : job_len(r, i);
		if (job.len > r->bytes - at)
			break;
		job.slot = i % keys;
		if (r->spec->cut == ODD && i % 5 == 0) {
			iv[1] = ~0ull;	/* a counter about to carry */
			before = i;
		}
		job.power = gf128_xpow(before);
		memcpy(&job.iv, iv, 16);
		r->threads += job_threads(r, job.len);
		at += (job.len + 63) / 64 * 64;
		r->jobs.push_back(job);
		r->blocks.push_back(before);
	}
	r->fresh.resize(keys);
	for (uint32_t k = 0; k < keys; k++) {
		struct wc_fresh *fresh = &r->fresh[k];
		uint8_t bytes[96];

		for (uint32_t b = 0; b < sizeof(bytes); b++)
			bytes[b] = (uint8_t)mix64(1000 * k + b + 7);
		memset(fresh, 0, sizeof(*fresh));
		fresh->slot = k;
		fresh->cipher = r->spec->cipher;
		fresh->len = r->spec->key_len;
		fresh->xts = is_xts(r->spec->mode);
		memcpy(fresh->key, bytes, fresh->len);
		if (fresh->xts)
			memcpy(fresh->key + fresh->len, bytes + 48, fresh->len);
	}
}

#endif /* WARPCRYPT_GPU_BENCH_RUN_H */
