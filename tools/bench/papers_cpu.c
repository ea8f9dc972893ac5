// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the CPU does for `warpcrypt-bench papers`: results to compare with, and the
 * papers' own tables in its threads.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/cpu/modes.h"
#include "kernels/papers/tables.h"
#include "tools/bench/papers_cipher.h"
#include "tools/bench/util.h"

#define THREADS_MAX	64u
/* Work of a thread, a multiple of all widths. */
#define PIECE		(1u << 20)

struct cpu_work {
	const struct papers_cipher *c;
	int want;
	uint8_t *dst;
	size_t bytes;
	size_t at;
	const struct paper_variant *v;
	struct paper_job job;
};

static void do_piece(const struct cpu_work *w, size_t at, size_t bytes)
{
	const struct papers_cipher *c = w->c;
	struct wc_block iv;

	if (w->want == WANT_CTR) {
		iv = wc_counter(c->iv, (uint32_t)(at / 16));
		wc_cipher_ctr(&c->key, (uint8_t *)&iv, w->dst + at,
			      c->in + at, bytes);
	} else {
		wc_cipher_ecb(&c->key, w->want == WANT_DECRYPT, w->dst + at,
			      c->in + at, bytes);
	}
}

static void *cpu_thread(void *arg)
{
	struct cpu_work *w = arg;
	size_t at, bytes;

	while ((at = __atomic_fetch_add(&w->at, PIECE, __ATOMIC_RELAXED)) <
	       w->bytes) {
		bytes = w->bytes - at < PIECE ? w->bytes - at : PIECE;
		do_piece(w, at, bytes);
	}
	return NULL;
}

/* The teams of a played kernel, in turn by the threads. */
static void *team_thread(void *arg)
{
	struct cpu_work *w = arg;
	paper_play_fn *fn = (paper_play_fn *)(uintptr_t)
		papers_dev->kernel(w->v->module, w->v->entry).fn;
	const size_t step = 4096;
	size_t at, i;

	while ((at = __atomic_fetch_add(&w->at, step, __ATOMIC_RELAXED)) <
	       w->job.teams)
		for (i = at; i < at + step && i < w->job.teams; i++)
			fn(&w->job, (uint32_t)i);
	return NULL;
}

static void in_threads(void *(*fn)(void *), struct cpu_work *w,
		       unsigned int count)
{
	pthread_t threads[THREADS_MAX];
	unsigned int i, made = 0;

	if (count > THREADS_MAX)
		count = THREADS_MAX;
	for (i = 1; i < count; i++)
		made += !pthread_create(&threads[made], NULL, fn, w);
	fn(w);
	for (i = 0; i < made; i++)
		pthread_join(threads[i], NULL);
}

/**
 * papers_cipher_wanted() - what a result must be, from the CPU engine
 * @c: the cipher
 * @want: enum of tools/bench/papers_cipher.h
 *
 * The engine shares nothing with the papers' kernels but how their tables are made.
 *
 * Return: as many bytes as there are data
 */
const uint8_t *papers_cipher_wanted(struct papers_cipher *c, int want)
{
	struct cpu_work w = { .c = c, .want = want, .bytes = c->max };

	if (c->want[want])
		return c->want[want];
	w.dst = malloc(c->max);
	if (!w.dst)
		die("no memory for %zu bytes", c->max);
	in_threads(cpu_thread, &w, (unsigned int)sysconf(_SC_NPROCESSORS_ONLN));
	c->want[want] = w.dst;
	return w.dst;
}

/* The paper's tables and keys, where the played kernel finds them. */
static const void *put_tables(const struct papers_cipher *c,
			      const struct paper_variant *v)
{
	static uint32_t t[PAPER_T_WORDS], keys[PAPER_KEY_WORDS];
	static uint8_t ls[PAPER_LS_BYTES] __attribute__((aligned(16)));

	if (v->cipher == PAPER_KUZNYECHIK) {
		paper_ls_tables(ls, 0);
		return ls;
	}
	if (v->cipher == PAPER_AES) {
		paper_aes_tables(t);
		paper_aes_keys(keys, c->bytes, c->len);
	} else {
		paper_skinny_tables(t);
		paper_skinny_keys(keys, c->bytes, c->len);
	}
	papers_dev->constant(v->module, "paper_t_tables", t, sizeof(t));
	papers_dev->constant(v->module, "paper_t_keys", keys, sizeof(keys));
	return t;
}

/* The same of a paper's kernel, played. */
static double played_ms(struct papers_cipher *c, size_t bytes,
			const struct paper_variant *v, unsigned int threads)
{
	struct cpu_work w = { .c = c, .bytes = bytes, .v = v };
	struct paper_device *dev = papers_dev;
	uint64_t start;

	papers_open_play();
	w.job.tables = put_tables(c, v);
	w.job.in = (const struct wc_block *)(const void *)c->in;
	w.job.out = (struct wc_block *)(void *)c->out;
	w.job.blocks = (uint32_t)(bytes / 16);
	w.job.teams = paper_teams(v, w.job.blocks);
	w.job.rounds = c->rounds;
	w.job.iv = c->iv;
	memcpy(w.job.rk, c->rk[0], sizeof(w.job.rk));
	start = now_ns();
	in_threads(team_thread, &w, threads);
	papers_dev = dev;
	return (double)(now_ns() - start) / 1e6;
}

/**
 * papers_cipher_cpu_ms() - how long this machine's processor takes
 * @c: the cipher
 * @bytes: of the data
 * @v: the paper's own tables, played
 * @threads: how many
 *
 * Return: milliseconds
 */
double papers_cipher_cpu_ms(struct papers_cipher *c, size_t bytes,
			    const struct paper_variant *v, unsigned int threads)
{
	double ms = played_ms(c, bytes, v, threads);
	int want = v->mode == PAPER_CTR ? WANT_CTR : WANT_ECB;

	papers_cipher_compare(c, want, bytes, c->out, v->entry);
	return ms;
}
