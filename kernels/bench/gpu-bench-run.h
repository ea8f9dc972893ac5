/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One run of gpu-bench: its cipher, jobs and keys, whoever does them.
 */
#ifndef WARPCRYPT_GPU_BENCH_RUN_H
#define WARPCRYPT_GPU_BENCH_RUN_H

#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <functional>
#include <thread>
#include <vector>

#include "kernels/block/aes.h"
#include "kernels/bench/gpu-bench-specs.h"
#include "kernels/block/kuznyechik.h"
#include "kernels/block/skinny.h"
#include "kernels/block/sm4.h"

#define BYTES		(256u << 20)
#define SECTOR		4096u

/* The ciphers: for the host 32 blocks at once, for the GPU a row of wc_kernels. */
typedef void (*core_fn)(const void *key, bs_word *buf);

struct cipher {
	const char *name;
	size_t key_size;
	void (*expand)(void *key, const uint8_t *bytes, uint32_t len);
	core_fn encrypt, decrypt;
	enum wc_gpu_cipher gpu;
};

#define HOST_CORE(name, key_type)					\
static void host_##name##_encrypt(const void *key, bs_word *buf)	\
{									\
	name##_encrypt((const key_type *)key, buf);			\
}									\
									\
static void host_##name##_decrypt(const void *key, bs_word *buf)	\
{									\
	name##_decrypt((const key_type *)key, buf);			\
}

HOST_CORE(aes_wide, struct aes_wide_key)
HOST_CORE(kuznyechik, struct kuznyechik_key)
HOST_CORE(skinny, struct skinny_key)
HOST_CORE(sm4, struct sm4_key)

static void expand_aes(void *key, const uint8_t *bytes, uint32_t len)
{
	aes_wide_expand((struct aes_wide_key *)key, bytes, len);
}

static void expand_kuznyechik(void *key, const uint8_t *bytes, uint32_t len)
{
	(void)len;
	kuznyechik_expand((struct kuznyechik_key *)key, bytes);
}

static void expand_skinny(void *key, const uint8_t *bytes, uint32_t len)
{
	skinny_expand((struct skinny_key *)key, bytes, len);
}

static void expand_sm4(void *key, const uint8_t *bytes, uint32_t len)
{
	(void)len;
	sm4_expand((struct sm4_key *)key, bytes);
}

static const struct cipher ciphers[] = {
	{ "aes", sizeof(struct aes_wide_key), expand_aes,
	  host_aes_wide_encrypt, host_aes_wide_decrypt, WC_GPU_AES },
	{ "kuznyechik", sizeof(struct kuznyechik_key), expand_kuznyechik,
	  host_kuznyechik_encrypt, host_kuznyechik_decrypt,
	  WC_GPU_KUZNYECHIK },
	{ "skinny", sizeof(struct skinny_key), expand_skinny,
	  host_skinny_encrypt, host_skinny_decrypt, WC_GPU_SKINNY },
	{ "sm4", sizeof(struct sm4_key), expand_sm4, host_sm4_encrypt,
	  host_sm4_decrypt, WC_GPU_SM4 },
};

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
	bool whole = r->spec->mode != WC_CTR && r->spec->mode < WC_XTS_ENC;
	uint32_t len;

	if (r->spec->cut != ODD)
		return r->spec->cut == SMALL ? 512 : SECTOR;
	len = 16 + (uint32_t)(mix64(i) % 9000);
	return whole ? len / 16 * 16 : len;
}

static uint32_t job_threads(const struct run *r, uint32_t len)
{
	bool xts = r->spec->mode >= WC_XTS_ENC;
	const struct wc_kernel *kernel =
		&wc_kernels[r->cipher->gpu][r->spec->mode];

	return wc_kernel_threads(kernel, xts ? wc_xts_whole(len) :
					       (len + 15) / 16);
}

static void make_jobs(struct run *r)
{
	bool many = r->spec->cut == KEYS || r->spec->cut == FRESH;
	uint32_t at = 0, i, keys = 1;

	r->bytes = many ? 10000 * SECTOR : BYTES;
	if (many)
		keys = 10000;
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
	r->tweak_key.resize(keys * r->cipher->key_size);
	r->fresh.resize(keys);
	parallel(keys, [&](uint32_t k) {
		struct wc_fresh *fresh = &r->fresh[k];
		uint8_t bytes[96];

		for (uint32_t b = 0; b < sizeof(bytes); b++)
			bytes[b] = (uint8_t)mix64(1000 * k + b + 7);
		memset(fresh, 0, sizeof(*fresh));
		fresh->slot = k;
		fresh->cipher = r->cipher->gpu;
		fresh->len = r->spec->key_len;
		fresh->xts = r->spec->mode >= WC_XTS_ENC;
		memcpy(fresh->key, bytes, fresh->len);
		if (fresh->xts)
			memcpy(fresh->key + fresh->len, bytes + 48, fresh->len);
		r->cipher->expand(&r->keys[k * r->cipher->key_size], bytes,
				  r->spec->key_len);
		r->cipher->expand(&r->tweak_key[k * r->cipher->key_size],
				  bytes + 48, r->spec->key_len);
	});
}

#endif /* WARPCRYPT_GPU_BENCH_RUN_H */
