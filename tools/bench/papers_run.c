// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "kernels/gpu/ctr_shared.h"
#include "kernels/gpu/launch.h"
#include "tools/bench/papers_cipher.h"
#include "tools/bench/report.h"
#include "tools/bench/util.h"

/* Runs end early when they have taken this long together. */
#define ENOUGH_MS	60.0
#define RUNS_LEAST	3u
/* Once, for profilers. */
#define ONCE		(64u << 20)
#define ONCE_EMULATED	(8u << 10)
#define ONCE_BLOCK	256u

/* A launch that can be repeated. */
struct prepared {
	struct paper_kernel fn;
	struct paper_job job;	/* a paper's */
	struct paper_launch l;
	void *args[6];		/* ours; what they are follows */
	paper_ptr jobs;
	paper_ptr slots;
	paper_ptr in;
	paper_ptr out;
	uint32_t count;
	uint32_t threads;
};

static void prepare_paper(struct prepared *p, struct papers_cipher *c,
			  const struct papers_run *run)
{
	const struct paper_variant *v = run->v;
	struct paper_job *job = &p->job;
	uint32_t fit;

	p->fn = papers_dev->kernel(v->module, v->entry);
	job->in = (const struct wc_block *)(uintptr_t)p->in;
	job->out = (struct wc_block *)(uintptr_t)p->out;
	job->pi = (const uint8_t *)(uintptr_t)c->pi;
	/* What goes to shared memory: pi, if that is what the paper varies. */
	job->tables = (const void *)(uintptr_t)c->tables;
	if (v->decrypt)
		job->tables = (const void *)(uintptr_t)
			(c->pi ? c->pi : c->tables + PAPER_T_BYTES);
	job->texture = c->texture;
	job->blocks = (uint32_t)(run->bytes / 16);
	job->teams = paper_teams(v, job->blocks);
	job->rounds = c->rounds;
	job->iv = c->iv;
	memcpy(job->rk, c->rk[v->decrypt], sizeof(job->rk));
	p->l = (struct paper_launch){
		.kernel = &p->fn, .threads = job->teams * v->team,
		.block = run->block, .team = v->team,
		.shared = v->shared + v->keys +
			  4 * v->scratch * (run->block / v->team),
		.job = job,
	};
	if (v->shared < PAPER_LS_BYTES)
		return;
	/* 64 KiB are copied once by each block of threads that fits; they loop. */
	fit = (uint32_t)(papers_dev->resident(&p->l) * papers_dev->sms);
	p->l.grid = (p->l.threads + run->block - 1) / run->block;
	if (p->l.grid > fit)
		p->l.grid = fit;
}

static void prepare_ours(struct prepared *p, struct papers_cipher *c,
			 const struct papers_run *run)
{
	int kind = run->mode == PAPER_CTR ? WC_CTR :
		   run->decrypt ? WC_ECB_DEC : WC_ECB_ENC;
	const struct wc_kernel *k = &wc_kernels[c->ours][kind];
	char module[32], entry[64];
	uint32_t shared = k->shared;
	struct wc_job job;

	snprintf(module, sizeof(module), "our_%s", c->name);
	snprintf(entry, sizeof(entry), "%s", k->name);
	/* As encryption: kernels/gpu/ctr_data.h. */
	if (run->mode == PAPER_CTR) {
		shared = k->shared ? k->shared : ctr_wide_shared(c->ours);
		snprintf(module, sizeof(module), "our_ctr_%s", c->name);
		snprintf(entry, sizeof(entry), "wc_%s_ctr_data%s", c->name,
			 k->shared ? "" : "_one_key");
	}
	memset(&job, 0, sizeof(job));
	job.len = (uint32_t)run->bytes;
	job.iv = c->iv;
	papers_dev->upload(c->jobs, &job, sizeof(job));
	papers_dev->wait();
	p->fn = papers_dev->kernel(module, entry);
	p->jobs = c->jobs;
	p->slots = c->slots;
	p->count = 1;
	p->threads = wc_kernel_threads(k, (uint32_t)(run->bytes / 16));
	p->args[0] = &p->jobs;
	p->args[1] = &p->count;
	p->args[2] = &p->threads;
	p->args[3] = &p->slots;
	p->args[4] = &p->in;
	p->args[5] = &p->out;
	p->l = (struct paper_launch){
		.kernel = &p->fn, .threads = p->threads, .block = k->block,
		.grid = wc_kernel_blocks(k, p->threads,
					 (uint32_t)papers_dev->sms),
		.team = 1, .shared = shared, .args = p->args,
	};
}

static void prepare(struct prepared *p, struct papers_cipher *c,
		    const struct papers_run *run, paper_ptr in, paper_ptr out)
{
	memset(p, 0, sizeof(*p));
	p->in = in;
	p->out = out;
	if (run->bytes > c->max || run->bytes % 16)
		die("%zu bytes of at most %zu", run->bytes, c->max);
	if (run->v)
		prepare_paper(p, c, run);
	else
		prepare_ours(p, c, run);
}

static int want_of(const struct papers_run *run)
{
	if (run->v ? run->v->decrypt : run->decrypt)
		return WANT_DECRYPT;
	return (run->v ? run->v->mode : run->mode) == PAPER_CTR ? WANT_CTR :
								  WANT_ECB;
}

static void compare(struct papers_cipher *c, const struct papers_run *run,
		    const uint8_t *got)
{
	papers_cipher_compare(c, want_of(run), run->bytes, got,
			      run->v ? run->v->entry : c->name);
}

/* How long it took. */
struct papers_time {
	double ms;	/* the kernel, mean of the runs */
	int registers;	/* of a thread */
	int local;	/* bytes of a thread that are spilled */
	int resident;	/* blocks of threads that fit a multiprocessor */
};

/*
 * Run a kernel, compare all it gives, and time it: at least 3 times, and until it took 60 ms.
 * Data are in device memory before and after.
 */
static struct papers_time timed(struct papers_cipher *c, const struct papers_run *run)
{
	struct papers_time t = { 0, 0, 0, 0 };
	double total = 0, ms;
	struct prepared p;
	unsigned int i;

	prepare(&p, c, run, c->dev_in, c->dev_out);
	t.registers = p.fn.registers;
	t.local = p.fn.local;
	t.resident = papers_dev->resident(&p.l);
	papers_dev->fill(c->dev_out, 0xee, run->bytes);
	papers_dev->launch(&p.l);
	papers_dev->download(c->out, c->dev_out, run->bytes);
	compare(c, run, c->out);
	for (i = 0; i < run->runs && (i < RUNS_LEAST || total < ENOUGH_MS); i++) {
		papers_dev->mark(0);
		papers_dev->launch(&p.l);
		papers_dev->mark(1);
		ms = papers_dev->marked_ms(0, 1);
		total += ms;
	}
	t.ms = i ? total / i : 0;
	return t;
}

/*
 * Run a kernel and compare all it gives; its rate, GB/s, with a row of the report. 0, and no row:
 * ours, where the GPU is emulated.
 */
double papers_cipher_rate(struct papers *p, const char *paper,
			  const char *table, struct papers_cipher *c,
			  const struct papers_run *run)
{
	const struct paper_variant *v = run->v;
	struct json_object *row;
	struct papers_time t;
	double rate;

	if (!v && papers_dev->emulated)
		return 0;
	t = timed(c, run);
	rate = papers_gb_per_s(run->bytes, t.ms);
	row = papers_row(p, paper, table);
	put_text(row, "cipher", c->name);
	put_text(row, "variant", v ? v->entry : "ours");
	put_text(row, "mode", papers_mode_name(run->mode));
	put_text(row, "direction", run->decrypt ? "decrypt" : "encrypt");
	put_text(row, "design", v ? v->design : "ours");
	put_text(row, "memory", v ? v->memory : "ours");
	put_int(row, "key_bits", 8 * c->len);
	put_int(row, "bytes", run->bytes);
	put_int(row, "block", v ? run->block : 0);
	put_int(row, "registers", (uint64_t)t.registers);
	put_int(row, "resident", (uint64_t)t.resident);
	put_real(row, "ms", t.ms);
	put_real(row, "gb_per_s", rate);
	return rate;
}

/*
 * The same with data in host memory before and after: means of the runs, but for the first. Mapped
 * memory is read and written by the kernel itself: all of it is @compute. 0: ours, where the GPU is
 * emulated.
 */
struct papers_transfer papers_cipher_transfer(struct papers_cipher *c,
					      const struct papers_run *run,
					      enum paper_memory memory)
{
	struct papers_transfer t = { 0, 0, 0, 0 };
	uint8_t *in, *out;
	paper_ptr dev_in = c->dev_in, dev_out = c->dev_out;
	bool mapped = memory == PAPER_MAPPED;
	struct prepared p;
	unsigned int i;
	uint64_t start;

	if (!run->v && papers_dev->emulated)
		return t;
	in = papers_dev->host_alloc(memory, run->bytes);
	out = papers_dev->host_alloc(memory, run->bytes);
	memcpy(in, c->in, run->bytes);
	memset(out, 0xee, run->bytes);
	if (mapped) {
		dev_in = papers_dev->host_address(in);
		dev_out = papers_dev->host_address(out);
	}
	prepare(&p, c, run, dev_in, dev_out);
	for (i = 0; i <= run->runs; i++) {
		start = now_ns();
		papers_dev->mark(0);
		if (!mapped)
			papers_dev->upload(dev_in, in, run->bytes);
		papers_dev->mark(1);
		papers_dev->launch(&p.l);
		papers_dev->mark(2);
		if (!mapped)
			papers_dev->download(out, dev_out, run->bytes);
		papers_dev->mark(3);
		papers_dev->wait();
		if (!i)
			continue;
		t.total += (double)(now_ns() - start) / 1e6 / run->runs;
		t.load += papers_dev->marked_ms(0, 1) / run->runs;
		t.compute += papers_dev->marked_ms(1, 2) / run->runs;
		t.store += papers_dev->marked_ms(2, 3) / run->runs;
	}
	compare(c, run, out);
	papers_dev->host_free(in);
	papers_dev->host_free(out);
	return t;
}

/* Every kernel of a cipher once, and ours; no times. */
void papers_cipher_once(enum paper_cipher which)
{
	const size_t bytes = papers_dev->emulated ? ONCE_EMULATED : ONCE;
	struct papers_run run = { NULL, PAPER_ECB, 0, bytes, ONCE_BLOCK, 0 };
	struct papers_cipher c;
	size_t i;

	papers_cipher_open(&c, which, which == PAPER_AES ? 16 : 32, bytes);
	for (i = 0; i < PAPER_VARIANTS; i++) {
		run.v = &paper_variants[i];
		if (run.v->cipher == which)
			timed(&c, &run);
	}
	run.v = NULL;
	if (!papers_dev->emulated) {
		timed(&c, &run);
		run.mode = PAPER_CTR;
		timed(&c, &run);
	}
	papers_cipher_close(&c);
}
