// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every cipher's kernels on a GPU: first right, then how fast. One program,
 * no libraries but the CUDA runtime:
 *
 *	nvcc -O3 -std=c++17 -arch=native -I. -Xcompiler -pthread \
 *		-o gpu-bench kernels/bench/gpu-bench.cu && ./gpu-bench
 *
 * Each kernel does 256 MiB of random data from one buffer of device memory to
 * another. All of the output is compared with what the host's processors make
 * of it with the same cipher cores, other circuits (two-input gates where the
 * GPU has three) and modes of their own. Then it is timed by events: the
 * median of several launches, each of which finds nothing of use in the L2
 * cache, which is smaller.
 *
 * Work is done in a child process: if a kernel crashes or hangs, that kernel
 * has failed, and a new child goes on with the next. The table comes last;
 * exit status 0 says that everything was right.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include "kernels/aes.cu"
#include "kernels/aes_wide.h"
#include "kernels/kuznyechik.cu"
#include "kernels/launch.h"
#include "kernels/skinny.cu"
#include "kernels/sm4.cu"

#define BYTES		(256u << 20)
#define LAUNCHES	9
#define SECTOR		4096u
/* What a child may take for one kernel, seconds. */
#define PATIENCE	40

/* How the data are cut into jobs. */
enum cut {
	ONE,		/* one job, one key */
	SECTORS,	/* jobs of 4 KiB under one key */
	SMALL,		/* jobs of 512 bytes under one key */
	KEYS,		/* 10,000 jobs of 4 KiB, each with its own key */
	FRESH,		/* the same, and the keys are expanded first */
	ODD,		/* jobs of odd lengths under few keys: for correctness */
};

struct spec {
	const char *cipher;
	uint32_t key_len;
	enum wc_kernel_kind mode;
	enum cut cut;
	double target;		/* GB/s on one H100, 0: none is set */
};

static const struct spec specs[] = {
	{ "kuznyechik", 32, WC_CTR, ONE, 240 },
	{ "kuznyechik", 32, WC_ECB_ENC, ONE, 230 },
	{ "kuznyechik", 32, WC_ECB_DEC, ONE, 210 },
	{ "kuznyechik", 32, WC_CBC_DEC, ONE, 0 },
	{ "kuznyechik", 32, WC_CBC_ENC, SECTORS, 0 },
	{ "kuznyechik", 32, WC_XTS_ENC, SECTORS, 210 },
	{ "kuznyechik", 32, WC_XTS_DEC, SECTORS, 0 },
	{ "kuznyechik", 32, WC_XTS_ENC, SMALL, 0 },
	{ "kuznyechik", 32, WC_CTR, SMALL, 0 },
	{ "kuznyechik", 32, WC_CTR, KEYS, 0 },
	{ "kuznyechik", 32, WC_CTR, FRESH, 0 },
	{ "kuznyechik", 32, WC_XTS_ENC, FRESH, 0 },
	{ "kuznyechik", 32, WC_CTR, ODD, 0 },
	{ "kuznyechik", 32, WC_XTS_ENC, ODD, 0 },
	{ "kuznyechik", 32, WC_XTS_DEC, ODD, 0 },
	{ "skinny", 32, WC_CTR, ONE, 560 },
	{ "skinny", 32, WC_ECB_ENC, ONE, 520 },
	{ "skinny", 32, WC_ECB_DEC, ONE, 0 },
	{ "skinny", 32, WC_CBC_DEC, ONE, 0 },
	{ "skinny", 32, WC_CBC_ENC, SECTORS, 0 },
	{ "skinny", 32, WC_XTS_ENC, SECTORS, 0 },
	{ "skinny", 32, WC_XTS_DEC, SECTORS, 0 },
	{ "skinny", 32, WC_XTS_ENC, SMALL, 0 },
	{ "skinny", 32, WC_CTR, SMALL, 0 },
	{ "skinny", 32, WC_CTR, KEYS, 0 },
	{ "skinny", 32, WC_CTR, FRESH, 0 },
	{ "skinny", 32, WC_XTS_ENC, FRESH, 0 },
	{ "skinny", 32, WC_CTR, ODD, 0 },
	{ "skinny", 32, WC_XTS_ENC, ODD, 0 },
	{ "skinny", 32, WC_XTS_DEC, ODD, 0 },
	{ "sm4", 16, WC_CTR, ONE, 700 },
	{ "sm4", 16, WC_ECB_ENC, ONE, 0 },
	{ "sm4", 16, WC_ECB_DEC, ONE, 0 },
	{ "sm4", 16, WC_CBC_DEC, ONE, 0 },
	{ "sm4", 16, WC_CBC_ENC, SECTORS, 0 },
	{ "sm4", 16, WC_XTS_ENC, SECTORS, 0 },
	{ "sm4", 16, WC_XTS_DEC, SECTORS, 0 },
	{ "sm4", 16, WC_XTS_ENC, SMALL, 0 },
	{ "sm4", 16, WC_CTR, SMALL, 0 },
	{ "sm4", 16, WC_CTR, KEYS, 0 },
	{ "sm4", 16, WC_CTR, FRESH, 0 },
	{ "sm4", 16, WC_XTS_ENC, FRESH, 0 },
	{ "sm4", 16, WC_CTR, ODD, 0 },
	{ "sm4", 16, WC_XTS_ENC, ODD, 0 },
	{ "sm4", 16, WC_XTS_DEC, ODD, 0 },
	{ "aes", 16, WC_CTR, ONE, 680 },
	{ "aes", 16, WC_ECB_ENC, ONE, 0 },
	{ "aes", 16, WC_ECB_DEC, ONE, 0 },
	{ "aes", 16, WC_CBC_DEC, ONE, 0 },
	{ "aes", 16, WC_CBC_ENC, SECTORS, 0 },
	{ "aes", 16, WC_XTS_ENC, SECTORS, 0 },
	{ "aes", 16, WC_XTS_DEC, SECTORS, 0 },
	{ "aes", 16, WC_XTS_ENC, SMALL, 0 },
	{ "aes", 16, WC_CTR, SMALL, 0 },
	{ "aes", 16, WC_CTR, KEYS, 0 },
	{ "aes", 16, WC_CTR, FRESH, 0 },
	{ "aes", 16, WC_XTS_ENC, FRESH, 0 },
	{ "aes", 16, WC_CTR, ODD, 0 },
	{ "aes", 16, WC_XTS_ENC, ODD, 0 },
	{ "aes", 16, WC_XTS_DEC, ODD, 0 },
	{ "skinny", 16, WC_CTR, ONE, 0 },
	{ "skinny", 48, WC_CTR, ONE, 0 },
	{ "skinny", 48, WC_XTS_DEC, ODD, 0 },
	{ "aes", 32, WC_CTR, ONE, 490 },
	{ "aes", 24, WC_XTS_ENC, ODD, 0 },
	{ "aes", 32, WC_XTS_ENC, SECTORS, 440 },
	{ "aes", 32, WC_XTS_DEC, SECTORS, 0 },
	{ "aes", 32, WC_CBC_ENC, ODD, 0 },
	{ "aes", 32, WC_CBC_DEC, ODD, 0 },
	{ "aes", 24, WC_ECB_DEC, ODD, 0 },
};

#define SPECS	((int)(sizeof(specs) / sizeof(specs[0])))

static const char *const mode_names[] = {
	"ecb", "ecb-dec", "ctr", "cbc", "cbc-dec", "xts", "xts-dec"
};
static const char *const cut_names[] = {
	"", "4 KiB", "512 bytes", "4 KiB, own keys", "4 KiB, fresh keys",
	"odd lengths"
};

/* What a child says of one kernel. */
struct verdict {
	int spec;
	int right;
	double gb_per_s;
	char note[96];
};

/*
 * The ciphers for the host: 32 blocks, and the entries for the GPU. Template
 * parameters, because kernels are symbols of their own types.
 */
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

#define ENTRY(name)	{ #name, (const void *)name },

static const struct {
	const char *name;
	const void *fn;
} entries[] = {
	WC_ENTRY_LIST(ENTRY, aes)
	WC_ENTRY_LIST(ENTRY, skinny)
	ENTRY(wc_skinny_masks)
	WC_ENTRY_LIST(ENTRY, kuznyechik)
	ENTRY(wc_kuznyechik_masks)
	WC_ENTRY_LIST(ENTRY, sm4)
};

static const void *find_entry(const char *name)
{
	for (const auto &e : entries)
		if (!strcmp(e.name, name))
			return e.fn;
	return NULL;
}

static uint64_t mix64(uint64_t x)
{
	x += 0x9e3779b97f4a7c15ull;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
	return x ^ (x >> 31);
}

#define CHECK(call) do {						\
	cudaError_t err_ = (call);					\
	if (err_ != cudaSuccess) {					\
		snprintf(v->note, sizeof(v->note), "%s: %s", #call,	\
			 cudaGetErrorString(err_));			\
		v->note[60] = 0;					\
		return false;						\
	}								\
} while (0)

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

/* Up to 32 blocks by the host. */
static void host_blocks(core_fn core, const void *key, uint8_t *dst,
			const uint8_t *src, uint32_t blocks)
{
	struct wc_block pad[32];
	bs_word buf[2 * BS_PLANES];

	memset(pad, 0, sizeof(pad));
	memcpy(pad, src, 16 * blocks);
	bs_slice(buf, (const uint8_t *)pad);
	core(key, buf);
	bs_unslice((uint8_t *)pad, buf);
	memcpy(dst, pad, 16 * blocks);
}

static void xor16(uint8_t *a, const void *b)
{
	for (int i = 0; i < 16; i++)
		a[i] ^= ((const uint8_t *)b)[i];
}

/* Blocks @from to @to of ECB, WC_CTR, CBC or the whole blocks of XTS. */
static void host_range(const struct run *r, const struct wc_job *job,
		       struct gf128 tweak, uint32_t from, uint32_t to,
		       uint8_t *dst)
{
	const uint8_t *src = r->host_in + job->offset;
	const void *key = &r->keys[job->slot * r->cipher->key_size];
	bool back = r->spec->mode == WC_ECB_DEC || r->spec->mode == WC_CBC_DEC ||
		    r->spec->mode == WC_XTS_DEC;
	core_fn core = back ? r->cipher->decrypt : r->cipher->encrypt;
	uint8_t text[512];
	struct gf128 t[33];

	for (uint32_t n = from; n < to; n += 32) {
		uint32_t count = std::min(32u, to - n);

		memcpy(text, src + 16ull * n, 16 * count);
		t[0] = tweak;
		for (uint32_t i = 0; i < count; i++) {
			if (r->spec->mode == WC_CTR) {
				uint8_t *c = text + 16 * i;
				uint64_t add = n + i;

				memcpy(c, &job->iv, 16);
				for (int k = 15; k >= 0; k--) {
					add += c[k];
					c[k] = (uint8_t)add;
					add >>= 8;
				}
			}
			if (r->spec->mode >= WC_XTS_ENC)
				xor16(text + 16 * i, &t[i]);
			t[i + 1] = gf128_xtime(t[i]);
		}
		tweak = t[count];
		host_blocks(core, key, text, text, count);
		for (uint32_t i = 0; i < count; i++) {
			if (r->spec->mode >= WC_XTS_ENC)
				xor16(text + 16 * i, &t[i]);
			if (r->spec->mode == WC_CBC_DEC)
				xor16(text + 16 * i, n + i ?
				      (const void *)(src + 16ull * (n + i - 1)) :
				      (const void *)&job->iv);
		}
		memcpy(dst + 16ull * (n - from), text, 16 * count);
	}
}

/* A whole job of CBC encryption. */
static bool host_chain(const struct run *r, const struct wc_job *job)
{
	const void *key = &r->keys[job->slot * r->cipher->key_size];
	const uint8_t *src = r->host_in + job->offset;
	uint8_t chain[16];

	memcpy(chain, &job->iv, 16);
	for (uint32_t n = 0; n < job->len; n += 16) {
		xor16(chain, src + n);
		host_blocks(r->cipher->encrypt, key, chain, chain, 1);
		if (memcmp(chain, r->host_out + job->offset + n, 16))
			return false;
	}
	return true;
}

/* Blocks that the host does at once; a multiple of 32. */
#define CHUNK	4096u

/* A whole job of XTS, with its tweak and its end. */
static bool host_xts(const struct run *r, const struct wc_job *job)
{
	uint32_t whole = wc_xts_whole(job->len), rest = job->len % 16;
	bool back = r->spec->mode == WC_XTS_DEC;
	core_fn core = back ? r->cipher->decrypt : r->cipher->encrypt;
	const void *key = &r->keys[job->slot * r->cipher->key_size];
	const uint8_t *src = r->host_in + job->offset;
	std::vector<uint8_t> out(job->len);
	uint8_t first[16], block[16];
	struct gf128 t, next, a, b;

	host_blocks(r->cipher->encrypt,
		    &r->tweak_key[job->slot * r->cipher->key_size], first,
		    (const uint8_t *)&job->iv, 1);
	memcpy(&t, first, 16);
	t = gf128_mul(t, job->power);
	host_range(r, job, t, 0, whole, out.data());
	if (rest) {
		for (uint32_t i = 0; i < whole; i++)
			t = gf128_xtime(t);
		next = gf128_xtime(t);
		a = back ? next : t;
		b = back ? t : next;
		memcpy(block, src + 16 * whole, 16);
		xor16(block, &a);
		host_blocks(core, key, block, block, 1);
		xor16(block, &a);
		memcpy(&out[16 * whole + 16], block, rest);
		memcpy(block, src + 16 * whole + 16, rest);
		xor16(block, &b);
		host_blocks(core, key, block, block, 1);
		xor16(block, &b);
		memcpy(&out[16 * whole], block, 16);
	}
	return !memcmp(out.data(), r->host_out + job->offset, job->len);
}

static bool host_check(const struct run *r, char *note, size_t room)
{
	std::vector<std::pair<uint32_t, uint32_t>> work;
	std::atomic<uint32_t> wrong(0);

	for (uint32_t j = 0; j < r->jobs.size(); j++) {
		uint32_t blocks = (r->jobs[j].len + 15) / 16;

		if (r->spec->mode >= WC_XTS_ENC ||
		    r->spec->mode == WC_CBC_ENC)
			blocks = 1;
		/* A tenth of the chains: they are slow here. */
		if (r->spec->mode == WC_CBC_ENC && j % 10)
			continue;
		for (uint32_t n = 0; n < blocks; n += CHUNK)
			work.push_back({ j, n });
	}
	parallel((uint32_t)work.size(), [&](uint32_t i) {
		const struct wc_job *job = &r->jobs[work[i].first];
		uint32_t from = work[i].second;
		uint32_t to = std::min((job->len + 15) / 16, from + CHUNK);
		struct gf128 none = { 0, 0 };
		uint64_t end = std::min<uint64_t>(job->len, 16ull * to);

		if (r->spec->mode >= WC_XTS_ENC) {
			if (!host_xts(r, job))
				wrong++;
			return;
		}
		if (r->spec->mode == WC_CBC_ENC) {
			if (!host_chain(r, job))
				wrong++;
			return;
		}
		std::vector<uint8_t> out(16 * (to - from));

		host_range(r, job, none, from, to, out.data());
		if (memcmp(out.data(), r->host_out + job->offset + 16ull * from,
			   end - 16ull * from))
			wrong++;
	});
	if (wrong)
		snprintf(note, room, "%u of %zu pieces are wrong",
			 wrong.load(), work.size());
	return !wrong;
}

/* What a run has on the device. */
struct device {
	struct wc_job *jobs, *fresh_jobs;
	struct wc_fresh *fresh;
	uint8_t *slots, *in, *out;
};

static bool launch_kernel(const struct run *r, struct verdict *v,
			  enum wc_kernel_kind kind, void *jobs, uint32_t count,
			  uint32_t threads, struct device *d)
{
	const struct wc_kernel *kernel = &wc_kernels[r->cipher->gpu][kind];
	void *args[] = { &jobs, &count, &threads, &d->slots, &d->in, &d->out };
	const void *entry;
	int sms;

	if (!kernel->name || !threads)
		return true;
	entry = find_entry(kernel->name);
	CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
	if (kernel->shared)
		CHECK(cudaFuncSetAttribute(entry,
			cudaFuncAttributeMaxDynamicSharedMemorySize,
			(int)kernel->shared));
	CHECK(cudaLaunchKernel(entry,
			       dim3(wc_kernel_blocks(kernel, threads, sms)),
			       dim3(kernel->block), args, kernel->shared, 0));
	return true;
}

static bool expand(const struct run *r, struct verdict *v, struct device *d)
{
	uint32_t n = (uint32_t)r->fresh.size();

	return launch_kernel(r, v, WC_SCHEDULE, d->fresh, n, n, d) &&
	       launch_kernel(r, v, WC_MASKS, d->fresh, n, n * WC_MASK_THREADS,
			     d);
}

static bool launch(const struct run *r, struct verdict *v, struct device *d)
{
	enum wc_kernel_kind mode = r->spec->mode;
	uint32_t n = (uint32_t)r->jobs.size();
	bool ok = true;

	if (r->spec->cut == FRESH)
		ok = expand(r, v, d);
	if (ok && mode >= WC_XTS_ENC)
		ok = launch_kernel(r, v, WC_TWEAK, d->jobs, n, n, d);
	ok = ok && launch_kernel(r, v, mode, d->jobs, n, r->threads, d);
	if (ok && mode >= WC_XTS_ENC && r->spec->cut == ODD)
		ok = launch_kernel(r, v, mode == WC_XTS_DEC ? WC_STEAL_DEC :
				   WC_STEAL_ENC, d->jobs, n, n, d);
	return ok;
}

static bool upload(const struct run *r, struct verdict *v, struct device *d)
{
	size_t jobs_size = r->jobs.size() * sizeof(struct wc_job);
	size_t fresh_size = r->fresh.size() * sizeof(struct wc_fresh);

	CHECK(cudaMalloc(&d->jobs, jobs_size));
	CHECK(cudaMalloc(&d->fresh_jobs, jobs_size));
	CHECK(cudaMalloc(&d->fresh, fresh_size));
	CHECK(cudaMalloc(&d->slots, r->fresh.size() * WC_SLOT_BYTES));
	CHECK(cudaMalloc(&d->in, BYTES));
	CHECK(cudaMalloc(&d->out, BYTES));
	CHECK(cudaMemcpy(d->fresh_jobs, r->jobs.data(), jobs_size,
			 cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d->fresh, r->fresh.data(), fresh_size,
			 cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d->in, r->host_in, BYTES, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(d->out, 0xee, BYTES));
	return expand(r, v, d);
}

static bool measure(struct run *r, struct verdict *v)
{
	std::vector<double> times;
	cudaEvent_t start, stop;
	struct device d = {};

	if (!upload(r, v, &d))
		return false;
	CHECK(cudaEventCreate(&start));
	CHECK(cudaEventCreate(&stop));
	for (int i = 0; i <= LAUNCHES; i++) {
		float ms;

		/* XTS writes tweaks over IVs. */
		CHECK(cudaMemcpy(d.jobs, d.fresh_jobs,
				 r->jobs.size() * sizeof(struct wc_job),
				 cudaMemcpyDeviceToDevice));
		CHECK(cudaEventRecord(start));
		if (!launch(r, v, &d))
			return false;
		CHECK(cudaEventRecord(stop));
		CHECK(cudaEventSynchronize(stop));
		CHECK(cudaEventElapsedTime(&ms, start, stop));
		if (i)
			times.push_back(ms);
	}
	std::sort(times.begin(), times.end());
	v->gb_per_s = r->bytes / times[times.size() / 2] / 1e6;
	CHECK(cudaMemcpy(r->host_out, d.out, BYTES, cudaMemcpyDeviceToHost));
	for (void *p : { (void *)d.jobs, (void *)d.fresh_jobs, (void *)d.fresh,
			 (void *)d.slots, (void *)d.in, (void *)d.out })
		cudaFree(p);
	return true;
}

static void one(int i, uint8_t *host_in, uint8_t *host_out, struct verdict *v)
{
	struct run r = {};

	memset(v, 0, sizeof(*v));
	v->spec = i;
	r.spec = &specs[i];
	r.host_in = host_in;
	r.host_out = host_out;
	for (const auto &c : ciphers)
		if (!strcmp(c.name, specs[i].cipher))
			r.cipher = &c;
	make_jobs(&r);
	if (measure(&r, v))
		v->right = host_check(&r, v->note, sizeof(v->note));
}

/* Kernels from @from on, until one breaks the CUDA context. */
static void child(int from, int pipe_end)
{
	uint8_t *host_in = (uint8_t *)aligned_alloc(4096, BYTES);
	uint8_t *host_out = (uint8_t *)aligned_alloc(4096, BYTES);

	if (!host_in || !host_out)
		_exit(2);
	parallel(256, [&](uint32_t part) {
		uint64_t *words = (uint64_t *)host_in + part * (BYTES / 8 / 256);

		for (uint32_t i = 0; i < BYTES / 8 / 256; i++)
			words[i] = mix64(((uint64_t)part << 32) + i);
	});
	for (int i = from; i < SPECS; i++) {
		struct verdict v;

		alarm(PATIENCE);
		one(i, host_in, host_out, &v);
		if (write(pipe_end, &v, sizeof(v)) != sizeof(v))
			_exit(2);
		if (cudaDeviceSynchronize() != cudaSuccess)
			_exit(3);
	}
	_exit(0);
}

static void run_all(struct verdict *verdicts)
{
	int next = 0;

	while (next < SPECS) {
		struct verdict v;
		int fd[2], status;
		pid_t pid;

		if (pipe(fd) || (pid = fork()) < 0) {
			perror("gpu-bench");
			exit(2);
		}
		if (!pid) {
			close(fd[0]);
			child(next, fd[1]);
		}
		close(fd[1]);
		while (read(fd[0], &v, sizeof(v)) == sizeof(v)) {
			verdicts[v.spec] = v;
			next = v.spec + 1;
			fprintf(stderr, "%2d of %d: %s-%s %s\n", next, SPECS,
				mode_names[specs[v.spec].mode],
				specs[v.spec].cipher,
				v.right ? "right" : v.note);
		}
		close(fd[0]);
		waitpid(pid, &status, 0);
		if (next < SPECS && !(WIFEXITED(status) &&
				      WEXITSTATUS(status) == 3)) {
			verdicts[next].spec = next;
			snprintf(verdicts[next].note,
				 sizeof(verdicts[next].note),
				 "the process died (status %#x)", status);
			fprintf(stderr, "%s\n", verdicts[next].note);
			next++;
		}
	}
}

int main(void)
{
	static struct verdict verdicts[SPECS];
	int wrong = 0;

	signal(SIGPIPE, SIG_IGN);
	run_all(verdicts);
	printf("\n%-12s%5s  %-8s%-16s%9s%9s  %s\n", "cipher", "key", "mode",
	       "jobs", "GB/s", "target", "result");
	for (int i = 0; i < SPECS; i++) {
		printf("%-12s%5u  %-8s%-16s%9.1f", specs[i].cipher,
		       8 * specs[i].key_len, mode_names[specs[i].mode],
		       cut_names[specs[i].cut], verdicts[i].gb_per_s);
		if (specs[i].target)
			printf("%9.0f", specs[i].target);
		else
			printf("%9s", "");
		printf("  %s\n", verdicts[i].right ? "right" :
							verdicts[i].note);
		wrong += !verdicts[i].right;
	}
	if (wrong)
		printf("%d of %d are WRONG\n", wrong, SPECS);
	else
		printf("all %d right, every byte compared\n", SPECS);
	return wrong != 0;
}
