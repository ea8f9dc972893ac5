/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One run of gpu-bench: its cipher, jobs and keys, for the GPU and for the host.
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
#include "kernels/block/ciphers.h"

#define BYTES		(256u << 20)
#define SECTOR		4096u

/**
 * struct cipher - a cipher on the host
 * @key_size: bytes of an expanded key
 * @expand: expand a key
 * @encrypt: encrypt 32 blocks at once
 * @decrypt: decrypt 32 blocks at once
 */
struct cipher {
	size_t key_size;
	void (*expand)(void *key, const uint8_t *bytes, uint32_t len);
	void (*encrypt)(const void *key, bs_word *buf);
	void (*decrypt)(const void *key, bs_word *buf);
};

typedef void core_fn(const void *key, bs_word *buf);

/* The core's functions as lambdas, which hide the type of the key. */
#define HOST_CIPHER(NAME, name, ...) {					\
	sizeof(struct name##_key),					\
	[](void *key, const uint8_t *bytes, uint32_t len) {		\
		name##_expand((struct name##_key *)key, bytes, len);	\
	},								\
	[](const void *key, bs_word *buf) {				\
		name##_encrypt((const struct name##_key *)key, buf);	\
	},								\
	[](const void *key, bs_word *buf) {				\
		name##_decrypt((const struct name##_key *)key, buf);	\
	},								\
},

/* By enum wc_gpu_cipher. */
static const struct cipher ciphers[] = { WARPCRYPT_CIPHERS(HOST_CIPHER) };

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
	const struct cipher *cipher;
	std::vector<struct wc_job> jobs;
	std::vector<uint8_t> keys;	/* expanded, one after the other */
	std::vector<uint8_t> tweak_key;
	std::vector<struct wc_fresh> fresh;
	uint32_t bytes, threads;
	uint8_t *host_in, *host_out;
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

		memset(&job, 0, sizeof(job));
		job.first = r->threads;
		job.offset = at;
		job.len = r->spec->cut == ONE ? r->bytes : job_len(r, i);
		if (job.len > r->bytes - at)
			break;
		job.slot = i % keys;
		job.power.lo = 1;
		if (r->spec->cut == ODD && i % 5 == 0) {
			iv[1] = ~0ull;	/* a counter about to carry */
			job.power = gf128_xpow(i);
		}
		memcpy(&job.iv, iv, 16);
		r->threads += job_threads(r, job.len);
		at += (job.len + 63) / 64 * 64;
		r->jobs.push_back(job);
	}
	r->keys.resize(keys * r->cipher->key_size);
	if (is_xts(r->spec->mode))
		r->tweak_key.resize(keys * r->cipher->key_size);
	r->fresh.resize(keys);
	parallel(keys, [&](uint32_t k) {
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
		r->cipher->expand(&r->keys[k * r->cipher->key_size], bytes,
				  r->spec->key_len);
		if (!fresh->xts)
			return;
		r->cipher->expand(&r->tweak_key[k * r->cipher->key_size],
				  bytes + 48, r->spec->key_len);
	});
}

#endif /* WARPCRYPT_GPU_BENCH_RUN_H */
