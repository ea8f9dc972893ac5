// SPDX-License-Identifier: GPL-2.0-only
/*
 * From which size on a GPU wins: one request of CTR with both transfers, against one
 * core and all cores of the CPU on the same data. AES is by libcrypto there, the others
 * by the CPU engine.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <openssl/evp.h>

#include "kernels/cpu/modes.h"
#include "tools/bench/papers_cipher.h"
#include "tools/bench/papers_common.h"
#include "tools/bench/report.h"
#include "tools/bench/stats.h"
#include "tools/bench/util.h"

#define RUNS		15u
#define SMALLEST	512u
#define THREADS_MAX	256u
/* A core's part is a multiple of this. */
#define STEP		512u

/* Threads that wait for work without sleeping. */
struct pool {
	struct papers_cipher *c;
	size_t bytes;		/* of the request */
	unsigned int parts;	/* how many cores share it */
	uint64_t request;	/* counts requests; all bits: the threads end */
	unsigned int done;	/* how many parts of this one are done */
	unsigned int count;	/* of threads */
	unsigned int next;	/* numbers the threads */
	pthread_t threads[THREADS_MAX];
};

static void evp_ctr(const struct papers_cipher *c, struct wc_block iv,
		    EVP_CIPHER_CTX *ctx, size_t at, size_t len)
{
	int n;

	EVP_EncryptInit_ex(ctx, NULL, NULL, NULL, (const uint8_t *)&iv);
	EVP_EncryptUpdate(ctx, c->out + at, &n, c->in + at, (int)len);
}

static EVP_CIPHER_CTX *new_ctx(const struct papers_cipher *c)
{
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

	if (!ctx || !EVP_EncryptInit_ex(ctx, EVP_aes_128_ctr(), NULL, c->bytes,
					NULL))
		die("libcrypto has no AES-128");
	return ctx;
}

/* Part @i of the request. */
static void do_part(struct pool *p, EVP_CIPHER_CTX *ctx, unsigned int i)
{
	size_t each = (p->bytes / p->parts + STEP - 1) / STEP * STEP;
	size_t at = i * each, len = each;
	struct wc_block iv = wc_counter(p->c->iv, (uint32_t)(at / 16));

	if (at >= p->bytes)
		return;
	if (len > p->bytes - at)
		len = p->bytes - at;
	if (p->c->which == PAPER_AES)
		evp_ctr(p->c, iv, ctx, at, len);
	else
		wc_cipher_ctr(&p->c->key, (uint8_t *)&iv, p->c->out + at,
			      p->c->in + at, len);
}

static void *pool_thread(void *arg)
{
	struct pool *p = arg;
	unsigned int me = __atomic_add_fetch(&p->next, 1, __ATOMIC_RELAXED);
	EVP_CIPHER_CTX *ctx = new_ctx(p->c);
	uint64_t seen = 0, now;

	for (;;) {
		now = __atomic_load_n(&p->request, __ATOMIC_ACQUIRE);
		if (now == seen)
			continue;
		if (now == UINT64_MAX)
			break;
		seen = now;
		if (me < p->parts)
			do_part(p, ctx, me);
		__atomic_add_fetch(&p->done, 1, __ATOMIC_RELEASE);
	}
	EVP_CIPHER_CTX_free(ctx);
	return NULL;
}

/* Milliseconds for a request shared by @parts cores: the median of the runs. */
static double pool_ms(struct pool *p, EVP_CIPHER_CTX *ctx, size_t bytes,
		      unsigned int parts)
{
	double ms[RUNS];
	unsigned int i;

	for (i = 0; i < RUNS; i++) {
		uint64_t start = now_ns();

		p->bytes = bytes;
		p->parts = parts;
		if (parts > 1) {
			__atomic_store_n(&p->done, 0, __ATOMIC_RELAXED);
			__atomic_add_fetch(&p->request, 1, __ATOMIC_RELEASE);
		}
		do_part(p, ctx, 0);
		while (parts > 1 &&
		       __atomic_load_n(&p->done, __ATOMIC_ACQUIRE) < p->count)
			;
		ms[i] = (double)(now_ns() - start) / 1e6;
	}
	return median(ms, RUNS);
}

/* Of one size, ms. */
struct times {
	double core;
	double cores;
	double gpu;	/* ours with both transfers; 0 where there is no GPU */
};

static void by_size(struct papers *p, struct pool *pool, EVP_CIPHER_CTX *ctx,
		    const char *paper)
{
	uint64_t over_core = 0, over_cores = 0;
	size_t bytes;

	printf("\n%s CTR, one request: one core of the CPU, %u cores, and our kernel with both transfers, microseconds\n\n%-9s%12s%12s%12s\n",
	       pool->c->name, pool->count + 1, "", "one core", "all cores",
	       "GPU");
	for (bytes = SMALLEST; bytes <= pool->c->max; bytes *= 2) {
		const struct papers_run run = { NULL, PAPER_CTR, 0, bytes, 0,
						RUNS };
		struct json_object *row = papers_row(p, paper, "crossover");
		struct times t;

		t.core = pool_ms(pool, ctx, bytes, 1);
		t.cores = pool_ms(pool, ctx, bytes, pool->count + 1);
		t.gpu = papers_cipher_transfer(pool->c, &run, PAPER_PINNED).total;
		/* The first size after the last at which the CPU won. */
		if (t.gpu >= t.core)
			over_core = 0;
		else if (!over_core)
			over_core = bytes;
		if (t.gpu >= t.cores)
			over_cores = 0;
		else if (!over_cores)
			over_cores = bytes;
		printf("%-9s%12.1f%12.1f%12.1f\n", papers_size(bytes), 1e3 * t.core,
		       1e3 * t.cores, 1e3 * t.gpu);
		put_int(row, "bytes", bytes);
		put_int(row, "cores", pool->count + 1);
		put_real(row, "core_ms", t.core);
		put_real(row, "cores_ms", t.cores);
		put_real(row, "gpu_ms", t.gpu);
	}
	if (papers_dev->emulated)
		return;
	printf("the GPU wins over one core from %s on, ",
	       over_core ? papers_size(over_core) : "no size");
	printf("over all from %s on\n", over_cores ? papers_size(over_cores) : "no size");
}

/* From which size on the GPU wins, with rows for the report of @paper. */
void papers_crossover(struct papers *p, const char *paper, int which)
{
	const size_t most = p->brief ? 4 << 10 : 64 << 20;
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct papers_cipher c;
	struct pool pool = { .c = &c };
	EVP_CIPHER_CTX *ctx;
	long i;

	papers_cipher_open(&c, (enum paper_cipher)which,
			   which == PAPER_AES ? 16 : 32, most);
	ctx = new_ctx(&c);
	/* Emulated, in sanitizers: other processes need the CPUs. */
	if (p->brief && cpus > 2)
		cpus = 2;
	for (i = 1; i < cpus && i < (long)THREADS_MAX; i++)
		pool.count += !pthread_create(&pool.threads[pool.count], NULL,
					      pool_thread, &pool);
	by_size(p, &pool, ctx, paper);
	__atomic_store_n(&pool.request, UINT64_MAX, __ATOMIC_RELEASE);
	for (i = 0; i < (long)pool.count; i++)
		pthread_join(pool.threads[i], NULL);
	EVP_CIPHER_CTX_free(ctx);
	papers_cipher_close(&c);
}
