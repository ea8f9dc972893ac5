// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the CPU does for `warpcrypt-bench papers`: results to compare with, and the
 * papers' own tables in its threads: T-tables as the kernel has them, Kuznyechik's in
 * the CPU's registers of 16 bytes.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/cpu/modes.h"
#include "kernels/papers/tables.h"
#include "tools/bench/papers_cipher.h"
#include "tools/bench/util.h"

/* Work of a thread, a multiple of all widths. */
#define PIECE		(1u << 20)
/* Teams, or blocks. */
#define STEP		4096u

/* SSE's on x86. */
struct ls_block {
	uint64_t w __attribute__((vector_size(16)));
} __attribute__((may_alias));

/* What threads share. */
struct cpu_work {
	const struct papers_cipher *c;
	int want;			/* the engine's: enum of tools/bench/papers_cipher.h */
	uint8_t *dst;			/* the engine's result */
	const struct paper_variant *v;	/* the paper's */
	struct paper_job job;		/* the paper's */
	paper_emulated_fn *kernel;	/* the paper's, emulated */
	struct ls_block *ls;		/* Kuznyechik's tables */
	uint8_t pi[PAPER_PI_BYTES];	/* its substitution and the inverse */
};

static void do_piece(void *arg, size_t at, size_t bytes)
{
	const struct cpu_work *w = arg;
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

/* Teams of an emulated kernel. */
static void do_teams(void *arg, size_t at, size_t teams)
{
	const struct cpu_work *w = arg;
	size_t i;

	for (i = at; i < at + teams; i++)
		w->kernel(&w->job, (uint32_t)i);
}

/* The sum of table i at byte i of @x. */
static struct ls_block ls_sum(const struct ls_block *ls, struct ls_block x)
{
	struct ls_block sum = { { 0, 0 } };
	unsigned int i, w;

	for (w = 0; w < 2; w++) {
		uint64_t bytes = x.w[w];

		for (i = 8 * w; i < 8 * w + 8; i++, bytes >>= 8)
			sum.w ^= ls[256 * i + (bytes & 0xff)].w;
	}
	return sum;
}

static struct ls_block ls_pi(const uint8_t *pi, struct ls_block x)
{
	uint8_t bytes[16];
	unsigned int i;

	memcpy(bytes, &x, 16);
	for (i = 0; i < 16; i++)
		bytes[i] = pi[bytes[i]];
	memcpy(&x, bytes, 16);
	return x;
}

static struct ls_block ls_one(const struct cpu_work *w, struct ls_block x)
{
	const struct ls_block *rk = (const struct ls_block *)(const void *)
				    w->job.rk;
	unsigned int r;

	if (w->v->decrypt) {
		x = ls_pi(w->pi, x);
		for (r = 0; r < 9; r++) {
			x = ls_sum(w->ls, x);
			x.w ^= rk[r].w;
		}
		x = ls_pi(w->pi + 256, x);
	} else {
		for (r = 0; r < 9; r++) {
			x.w ^= rk[r].w;
			x = ls_sum(w->ls, x);
		}
	}
	x.w ^= rk[9].w;
	return x;
}

/* Kuznyechik's blocks. */
static void do_ls(void *arg, size_t at, size_t blocks)
{
	const struct cpu_work *w = arg;
	const struct ls_block *in = (const struct ls_block *)(const void *)
				    w->job.in;
	struct ls_block *out = (struct ls_block *)(void *)w->job.out;
	size_t i;

	for (i = at; i < at + blocks; i++)
		out[i] = ls_one(w, in[i]);
}

/*
 * What a result must be, from the CPU engine, which shares nothing with the papers'
 * kernels but how their tables are made.
 */
static const uint8_t *wanted(struct papers_cipher *c, int want)
{
	struct cpu_work w = { .c = c, .want = want };

	if (c->want[want])
		return c->want[want];
	w.dst = malloc(c->max);
	if (!w.dst)
		die("no memory for %zu bytes", c->max);
	papers_in_threads(do_piece, &w, c->max, PIECE, sysconf(_SC_NPROCESSORS_ONLN));
	c->want[want] = w.dst;
	return w.dst;
}

/* Compare a result with what it must be, and count it; @name says what made it. */
void papers_cipher_compare(struct papers_cipher *c, int want, size_t bytes,
			   const uint8_t *got, const char *name)
{
	papers_check(!memcmp(got, wanted(c, want), bytes), "%s, %zu bytes", name,
		     bytes);
}

/* Tables and keys of a T-table cipher, where the emulated kernel finds them. */
static void put_t(struct papers_cipher *c, struct cpu_work *w)
{
	static uint32_t t[2 * PAPER_T_WORDS];
	struct paper_device *dev = papers_dev;

	papers_open_emulated();
	papers_t_tables(c, w->v->module, t);
	w->job.tables = t;
	w->job.teams = paper_teams(w->v, w->job.blocks);
	w->job.rounds = c->rounds;
	w->job.iv = c->iv;
	w->kernel = (paper_emulated_fn *)(uintptr_t)
		papers_dev->kernel(w->v->module, w->v->entry).fn;
	papers_dev = dev;
}

static void put_ls(const struct papers_cipher *c, struct cpu_work *w)
{
	w->ls = aligned_alloc(64, PAPER_LS_BYTES);
	if (!w->ls)
		die("no memory");
	paper_ls_tables((uint8_t *)w->ls, w->v->decrypt);
	paper_pi_tables(w->pi);
	memcpy(w->job.rk, c->rk[w->v->decrypt], sizeof(w->job.rk));
}

/*
 * How long this machine's processor takes, ms, with the tables of @v; where they are on a GPU
 * makes no difference.
 */
double papers_cipher_cpu_ms(struct papers_cipher *c, size_t bytes,
			    const struct paper_variant *v, unsigned int threads)
{
	int want = v->decrypt ? WANT_DECRYPT :
		   v->mode == PAPER_CTR ? WANT_CTR : WANT_ECB;
	struct cpu_work w = { .c = c, .v = v };
	bool ls = v->cipher == PAPER_KUZNYECHIK;
	uint64_t start;
	double ms;

	w.job.in = (const struct wc_block *)(const void *)c->in;
	w.job.out = (struct wc_block *)(void *)c->out;
	w.job.blocks = (uint32_t)(bytes / 16);
	if (ls)
		put_ls(c, &w);
	else
		put_t(c, &w);
	memset(c->out, 0xee, bytes);
	start = now_ns();
	papers_in_threads(ls ? do_ls : do_teams, &w, ls ? w.job.blocks : w.job.teams, STEP,
			  threads);
	ms = (double)(now_ns() - start) / 1e6;
	free(w.ls);
	papers_cipher_compare(c, want, bytes, c->out, v->entry);
	return ms;
}
