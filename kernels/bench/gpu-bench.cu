// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every bitsliced kernel on a GPU: first right, then how fast. One program,
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

#include "kernels/aes_wide.cu"
#include "kernels/kuznyechik.cu"
#include "kernels/skinny.cu"
#include "kernels/sm4.cu"
#include "kernels/aes_table.cu"
#include "kernels/sm4_table.cu"

#define BYTES		(256u << 20)
#define LAUNCHES	9
#define SECTOR		4096u
/* What a child may take for one kernel, seconds. */
#define PATIENCE	40

enum mode { ECB_ENC, ECB_DEC, CTR, CBC_DEC, XTS_ENC, XTS_DEC };

/* How the data are cut into jobs. */
enum cut {
	ONE,		/* one job, one key */
	SECTORS,	/* jobs of 4 KiB under one key */
	KEYS,		/* 10,000 jobs of 4 KiB, each with its own key */
	ODD,		/* jobs of odd lengths under few keys: for correctness */
};

struct spec {
	const char *cipher;
	uint32_t key_len;
	enum mode mode;
	enum cut cut;
	double target;		/* GB/s on one H100, 0: none is set */
};

static const struct spec specs[] = {
	{ "kuznyechik", 32, CTR, ONE, 240 },
	{ "kuznyechik", 32, ECB_ENC, ONE, 230 },
	{ "kuznyechik", 32, ECB_DEC, ONE, 210 },
	{ "kuznyechik", 32, CBC_DEC, ONE, 0 },
	{ "kuznyechik", 32, XTS_ENC, SECTORS, 210 },
	{ "kuznyechik", 32, XTS_DEC, SECTORS, 0 },
	{ "kuznyechik", 32, CTR, KEYS, 0 },
	{ "kuznyechik", 32, CTR, ODD, 0 },
	{ "kuznyechik", 32, XTS_ENC, ODD, 0 },
	{ "kuznyechik", 32, XTS_DEC, ODD, 0 },
	{ "skinny", 32, CTR, ONE, 560 },
	{ "skinny", 32, ECB_ENC, ONE, 520 },
	{ "skinny", 32, ECB_DEC, ONE, 0 },
	{ "skinny", 32, CBC_DEC, ONE, 0 },
	{ "skinny", 32, XTS_ENC, SECTORS, 0 },
	{ "skinny", 32, XTS_DEC, SECTORS, 0 },
	{ "skinny", 32, CTR, KEYS, 0 },
	{ "skinny", 16, CTR, ONE, 0 },
	{ "skinny", 48, CTR, ONE, 0 },
	{ "skinny", 48, XTS_DEC, ODD, 0 },
	{ "sm4", 16, CTR, ONE, 700 },
	{ "sm4", 16, ECB_ENC, ONE, 0 },
	{ "sm4", 16, ECB_DEC, ONE, 0 },
	{ "sm4", 16, CBC_DEC, ONE, 0 },
	{ "sm4", 16, XTS_ENC, SECTORS, 0 },
	{ "sm4", 16, XTS_DEC, ODD, 0 },
	{ "sm4-table", 16, CTR, ONE, 700 },
	{ "sm4-table", 16, ECB_ENC, ONE, 0 },
	{ "sm4-table", 16, ECB_DEC, ONE, 0 },
	{ "aes", 16, CTR, ONE, 680 },
	{ "aes", 16, ECB_ENC, ONE, 0 },
	{ "aes", 16, ECB_DEC, ONE, 0 },
	{ "aes", 16, CBC_DEC, ONE, 0 },
	{ "aes", 32, CTR, ONE, 490 },
	{ "aes", 32, XTS_ENC, SECTORS, 440 },
	{ "aes", 32, XTS_DEC, ODD, 0 },
	{ "aes-table", 16, CTR, ONE, 680 },
	{ "aes-table", 16, ECB_ENC, ONE, 0 },
	{ "aes-table", 32, CTR, ONE, 490 },
};

#define SPECS	((int)(sizeof(specs) / sizeof(specs[0])))

static const char *const mode_names[] = {
	"ecb", "ecb-dec", "ctr", "cbc-dec", "xts", "xts-dec"
};
static const char *const cut_names[] = {
	"", "4 KiB sectors", "4 KiB, own keys", "odd lengths"
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
	const void *entry[6];	/* by mode; NULL: there is none */
	const void *tweak, *steal_enc, *steal_dec;
	bool table;
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

#define ENTRIES(name)							\
	{ (const void *)wc_##name##_ecb_encrypt,			\
	  (const void *)wc_##name##_ecb_decrypt,			\
	  (const void *)wc_##name##_ctr,				\
	  (const void *)wc_##name##_cbc_decrypt,			\
	  (const void *)wc_##name##_xts_encrypt,			\
	  (const void *)wc_##name##_xts_decrypt },			\
	(const void *)wc_##name##_xts_tweak,				\
	(const void *)wc_##name##_xts_steal_encrypt,			\
	(const void *)wc_##name##_xts_steal_decrypt, false

static const struct cipher ciphers[] = {
	{ "aes", sizeof(struct aes_wide_key), expand_aes,
	  host_aes_wide_encrypt, host_aes_wide_decrypt, ENTRIES(aes_wide) },
	{ "kuznyechik", sizeof(struct kuznyechik_key), expand_kuznyechik,
	  host_kuznyechik_encrypt, host_kuznyechik_decrypt,
	  ENTRIES(kuznyechik) },
	{ "skinny", sizeof(struct skinny_key), expand_skinny,
	  host_skinny_encrypt, host_skinny_decrypt, ENTRIES(skinny) },
	{ "sm4", sizeof(struct sm4_key), expand_sm4, host_sm4_encrypt,
	  host_sm4_decrypt, ENTRIES(sm4) },
	{ "aes-table", sizeof(struct aes_wide_key), expand_aes,
	  host_aes_wide_encrypt, host_aes_wide_decrypt,
	  { (const void *)wc_aes_table_ecb_encrypt, NULL,
	    (const void *)wc_aes_table_ctr, NULL, NULL, NULL },
	  NULL, NULL, NULL, true },
	{ "sm4-table", sizeof(struct sm4_key), expand_sm4, host_sm4_encrypt,
	  host_sm4_decrypt,
	  { (const void *)wc_sm4_table_ecb_encrypt,
	    (const void *)wc_sm4_table_ecb_decrypt,
	    (const void *)wc_sm4_table_ctr, NULL, NULL, NULL },
	  NULL, NULL, NULL, true },
};

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
	std::vector<struct wide_job> jobs;
	std::vector<uint8_t> keys;	/* expanded, one after the other */
	std::vector<uint8_t> tweak_key;
	uint32_t bytes, teams;
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
	bool whole = r->spec->mode != CTR && r->spec->mode < XTS_ENC;
	uint32_t len;

	if (r->spec->cut != ODD)
		return SECTOR;
	len = 16 + (uint32_t)(mix64(i) % 9000);
	return whole ? len / 16 * 16 : len;
}

static void make_jobs(struct run *r)
{
	uint32_t at = 0, i, keys = 1;

	r->bytes = r->spec->cut == KEYS ? 10000 * SECTOR : BYTES;
	if (r->spec->cut == KEYS)
		keys = 10000;
	if (r->spec->cut == ODD)
		keys = 7;
	for (i = 0; at < r->bytes; i++) {
		struct wide_job job;
		uint64_t iv[2] = { mix64(2 * i + 99), mix64(2 * i + 98) };

		memset(&job, 0, sizeof(job));
		job.first = r->teams;
		job.offset = at;
		job.len = r->spec->cut == ONE ? r->bytes : job_len(r, i);
		if (job.len > r->bytes - at)
			break;
		job.key = i % keys;
		job.power.lo = 1;
		if (r->spec->cut == ODD && i % 5 == 0) {
			iv[1] = ~0ull;	/* a counter about to carry */
			job.power = gf128_xpow(i);
		}
		memcpy(&job.iv, iv, 16);
		r->teams += wide_teams(job.len);
		at += (job.len + 63) / 64 * 64;
		r->jobs.push_back(job);
	}
	r->keys.resize(keys * r->cipher->key_size);
	r->tweak_key.resize(keys * r->cipher->key_size);
	parallel(keys, [&](uint32_t k) {
		uint8_t bytes[96];

		for (uint32_t b = 0; b < sizeof(bytes); b++)
			bytes[b] = (uint8_t)mix64(1000 * k + b + 7);
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

/* Blocks @from to @to of ECB, CTR, CBC or the whole blocks of XTS. */
static void host_range(const struct run *r, const struct wide_job *job,
		       struct gf128 tweak, uint32_t from, uint32_t to,
		       uint8_t *dst)
{
	const uint8_t *src = r->host_in + job->offset;
	const void *key = &r->keys[job->key * r->cipher->key_size];
	bool back = r->spec->mode == ECB_DEC || r->spec->mode == CBC_DEC ||
		    r->spec->mode == XTS_DEC;
	core_fn core = back ? r->cipher->decrypt : r->cipher->encrypt;
	uint8_t text[512];
	struct gf128 t[33];

	for (uint32_t n = from; n < to; n += 32) {
		uint32_t count = std::min(32u, to - n);

		memcpy(text, src + 16ull * n, 16 * count);
		t[0] = tweak;
		for (uint32_t i = 0; i < count; i++) {
			if (r->spec->mode == CTR) {
				uint8_t *c = text + 16 * i;
				uint64_t add = n + i;

				memcpy(c, &job->iv, 16);
				for (int k = 15; k >= 0; k--) {
					add += c[k];
					c[k] = (uint8_t)add;
					add >>= 8;
				}
			}
			if (r->spec->mode >= XTS_ENC)
				xor16(text + 16 * i, &t[i]);
			t[i + 1] = gf128_xtime(t[i]);
		}
		tweak = t[count];
		host_blocks(core, key, text, text, count);
		for (uint32_t i = 0; i < count; i++) {
			if (r->spec->mode >= XTS_ENC)
				xor16(text + 16 * i, &t[i]);
			if (r->spec->mode == CBC_DEC)
				xor16(text + 16 * i, n + i ?
				      (const void *)(src + 16ull * (n + i - 1)) :
				      (const void *)&job->iv);
		}
		memcpy(dst + 16ull * (n - from), text, 16 * count);
	}
}

/* Blocks that the host does at once; a multiple of 32. */
#define CHUNK	4096u

/* A whole job of XTS, with its tweak and its end. */
static bool host_xts(const struct run *r, const struct wide_job *job)
{
	uint32_t whole = wide_xts_whole(job->len), rest = job->len % 16;
	bool back = r->spec->mode == XTS_DEC;
	core_fn core = back ? r->cipher->decrypt : r->cipher->encrypt;
	const void *key = &r->keys[job->key * r->cipher->key_size];
	const uint8_t *src = r->host_in + job->offset;
	std::vector<uint8_t> out(job->len);
	uint8_t first[16], block[16];
	struct gf128 t, next, a, b;

	host_blocks(r->cipher->encrypt,
		    &r->tweak_key[job->key * r->cipher->key_size], first,
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

		if (r->spec->mode >= XTS_ENC)
			blocks = 1;
		for (uint32_t n = 0; n < blocks; n += CHUNK)
			work.push_back({ j, n });
	}
	parallel((uint32_t)work.size(), [&](uint32_t i) {
		const struct wide_job *job = &r->jobs[work[i].first];
		uint32_t from = work[i].second;
		uint32_t to = std::min((job->len + 15) / 16, from + CHUNK);
		struct gf128 none = { 0, 0 };
		uint64_t end = std::min<uint64_t>(job->len, 16ull * to);

		if (r->spec->mode >= XTS_ENC) {
			if (!host_xts(r, job))
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

static bool launch(const struct run *r, struct verdict *v,
		   struct wide_job *jobs, const uint8_t *keys,
		   const uint8_t *tweak_keys, const uint8_t *in, uint8_t *out)
{
	uint32_t count = (uint32_t)r->jobs.size();
	uint32_t threads = r->teams * WIDE_TEAM;
	uint32_t each = count, for32 = (count + 31) / 32;
	enum mode mode = r->spec->mode;
	void *args[] = { &jobs, &count, &threads, &keys, &in, &out };
	void *args_tweak[] = { &jobs, &count, &for32, &tweak_keys, &in, &out };
	void *args_each[] = { &jobs, &count, &each, &keys, &in, &out };
	const dim3 block(WIDE_THREADS);
	auto blocks = [](uint32_t n) {
		return dim3((n + WIDE_THREADS - 1) / WIDE_THREADS);
	};

	if (r->cipher->table) {
		uint32_t n = r->bytes / 16;
		struct wc_block iv = r->jobs[0].iv;
		void *args_table[] = { &n, &iv, &keys, &in, &out };
		int device, sms;

		CHECK(cudaGetDevice(&device));
		CHECK(cudaDeviceGetAttribute(&sms,
			cudaDevAttrMultiProcessorCount, device));
		CHECK(cudaFuncSetAttribute(r->cipher->entry[mode],
			cudaFuncAttributeMaxDynamicSharedMemorySize,
			TABLE_SHARED));
		CHECK(cudaLaunchKernel(r->cipher->entry[mode], dim3(sms),
				       dim3(TABLE_THREADS), args_table,
				       TABLE_SHARED, 0));
		return true;
	}
	if (mode >= XTS_ENC)
		CHECK(cudaLaunchKernel(r->cipher->tweak, blocks(for32), block,
				       args_tweak, 0, 0));
	CHECK(cudaLaunchKernel(r->cipher->entry[mode], blocks(threads), block,
			       args, 0, 0));
	if (mode >= XTS_ENC && r->spec->cut == ODD)
		CHECK(cudaLaunchKernel(mode == XTS_DEC ? r->cipher->steal_dec :
				       r->cipher->steal_enc, blocks(each),
				       block, args_each, 0, 0));
	return true;
}

static bool measure(struct run *r, struct verdict *v)
{
	size_t jobs_size = r->jobs.size() * sizeof(struct wide_job);
	struct wide_job *jobs, *fresh;
	uint8_t *keys, *tweak_keys, *in, *out;
	cudaEvent_t start, stop;
	std::vector<double> times;

	CHECK(cudaMalloc(&jobs, jobs_size));
	CHECK(cudaMalloc(&fresh, jobs_size));
	CHECK(cudaMalloc(&keys, r->keys.size()));
	CHECK(cudaMalloc(&tweak_keys, r->tweak_key.size()));
	CHECK(cudaMalloc(&in, BYTES));
	CHECK(cudaMalloc(&out, BYTES));
	CHECK(cudaMemcpy(fresh, r->jobs.data(), jobs_size,
			 cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(keys, r->keys.data(), r->keys.size(),
			 cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(tweak_keys, r->tweak_key.data(), r->tweak_key.size(),
			 cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(in, r->host_in, BYTES, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(out, 0xee, BYTES));
	CHECK(cudaEventCreate(&start));
	CHECK(cudaEventCreate(&stop));
	for (int i = 0; i <= LAUNCHES; i++) {
		float ms;

		/* XTS writes tweaks over IVs. */
		CHECK(cudaMemcpy(jobs, fresh, jobs_size,
				 cudaMemcpyDeviceToDevice));
		CHECK(cudaEventRecord(start));
		if (!launch(r, v, jobs, keys, tweak_keys, in, out))
			return false;
		CHECK(cudaEventRecord(stop));
		CHECK(cudaEventSynchronize(stop));
		CHECK(cudaEventElapsedTime(&ms, start, stop));
		if (i)
			times.push_back(ms);
	}
	std::sort(times.begin(), times.end());
	v->gb_per_s = r->bytes / times[times.size() / 2] / 1e6;
	CHECK(cudaMemcpy(r->host_out, out, BYTES, cudaMemcpyDeviceToHost));
	cudaFree(jobs);
	cudaFree(fresh);
	cudaFree(keys);
	cudaFree(tweak_keys);
	cudaFree(in);
	cudaFree(out);
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
