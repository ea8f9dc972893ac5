// SPDX-License-Identifier: GPL-2.0-only
/*
 * P-256 on doubles, which DPF-ECC names as its next step: the reduction of a Solinas
 * prime beside Montgomery's, and our kernels, which are on integers. What comes out is
 * compared with the CPU's, which has integers, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cpu/wei.h"
#include "kernels/gpu/launch.h"
#include "kernels/papers/curve_job.h"
#include "tools/bench/papers_common.h"
#include "tools/bench/papers_curve.h"
#include "tools/bench/papers_device.h"
#include "tools/bench/report.h"

#define RUNS	5u
#define BLOCK	128u

/* The parts of device memory, 64 bytes an element. */
enum { SCALARS, POINTS, X, Y, DEN, WORK, OUT, STATUS, PARTS };

/* What is timed: chains of 2 PAPER_CHAIN products or squares, and [k]P. */
enum { PRODUCT, SQUARE, MULT, OPS };

static const char *const entries[] = { "product", "square", "mult" };
static const char *const op_names[] = {
	"products", "squares", "[k]P"
};

struct p256 {
	uint32_t n;
	uint8_t *scalars;	/* 32 bytes each */
	uint8_t *points;	/* 64 bytes each */
	uint8_t *want[OPS];	/* 64 bytes each, by what is timed */
	uint8_t *got;		/* from the device */
	paper_ptr dev[PARTS];	/* on the device */
};

static void open_elements(struct p256 *c, uint32_t n)
{
	uint32_t i;
	int k;

	c->n = n;
	c->scalars = papers_curve_room(32ull * n);
	c->points = papers_curve_room(64ull * n);
	c->got = papers_curve_room(64ull * n);
	/* Points, then other scalars; one in 16 is not on the curve. */
	papers_curve_fill(c->scalars, 32ull * n, 1);
	wcwei_base(&wcwei_p256, NULL, c->points, c->scalars, n, NULL);
	papers_curve_fill(c->scalars, 32ull * n, 1ull << 40);
	for (i = 3; i < n; i += 16)
		c->points[64ull * i + 40] ^= 1;
	for (k = 0; k < OPS; k++)
		c->want[k] = papers_curve_room(64ull * n);
	wcwei_mult(&wcwei_p256, NULL, c->want[MULT], c->scalars, c->points, n,
		   NULL);
	for (i = 0; i < n; i++) {
		for (k = PRODUCT; k <= SQUARE; k++) {
			uint64_t x[4], y[4], r[4];

			memcpy(x, c->scalars + 32ull * i, 32);
			memcpy(y, c->points + 64ull * i, 32);
			paper_p256_chain(r, x, y, k == SQUARE);
			memcpy(c->want[k] + 64ull * i, r, 32);
			memcpy(c->want[k] + 64ull * i + 32, r, 32);
		}
	}
	for (k = 0; k < PARTS; k++)
		c->dev[k] = papers_dev->alloc(64ull * n);
	papers_dev->upload(c->dev[SCALARS], c->scalars, 32ull * n);
	papers_dev->upload(c->dev[POINTS], c->points, 64ull * n);
	papers_dev->wait();
}

static void close_elements(struct p256 *c)
{
	int k;

	papers_dev->wait();
	for (k = 0; k < PARTS; k++)
		papers_dev->free(c->dev[k]);
	for (k = 0; k < OPS; k++)
		free(c->want[k]);
	free(c->scalars);
	free(c->points);
	free(c->got);
}

static void launch(struct p256 *c, const char *reduction, int op)
{
	struct paper_kernel k = papers_curve_kernel("p256", reduction, entries[op]);
	struct paper_curve job = {
		.scalars = (void *)(uintptr_t)c->dev[SCALARS],
		.points = (void *)(uintptr_t)c->dev[POINTS],
		.x = (void *)(uintptr_t)c->dev[X],
		.y = (void *)(uintptr_t)c->dev[Y],
		.den = (void *)(uintptr_t)c->dev[DEN],
		.work = (void *)(uintptr_t)c->dev[WORK],
		.out = (void *)(uintptr_t)c->dev[OUT],
		.status = (void *)(uintptr_t)c->dev[STATUS],
		.n = c->n, .step = wc_finish_threads(WC_MULT, c->n),
	};
	struct paper_launch l = {
		.kernel = &k, .threads = c->n, .block = BLOCK, .team = 1, .job = &job,
	};

	papers_dev->launch(&l);
	if (op != MULT)
		return;
	k = papers_curve_kernel("p256", reduction, "finish");
	l.threads = job.step;
	papers_dev->launch(&l);
}

static void compare(struct p256 *c, const char *reduction, int op)
{
	papers_dev->download(c->got, c->dev[OUT], 64ull * c->n);
	papers_check(!memcmp(c->got, c->want[op], 64ull * c->n), "P-256's %s by %s",
		     op_names[op], reduction);
}

/* Millions of elements, or of products, a second. */
static double measured(struct papers *p, struct p256 *c, const char *reduction,
		       int op)
{
	const unsigned int runs = papers_dev->emulated ? 1 : RUNS;
	const double each = op == MULT ? 1 : 2 * PAPER_CHAIN;
	struct paper_kernel k = papers_curve_kernel("p256", reduction, entries[op]);
	struct json_object *row;
	unsigned int i;
	double ms = 0;

	papers_dev->fill(c->dev[OUT], 0xa5, 64ull * c->n);
	launch(c, reduction, op);
	compare(c, reduction, op);
	for (i = 0; i < runs; i++) {
		papers_dev->mark(0);
		launch(c, reduction, op);
		papers_dev->mark(1);
		ms += papers_dev->marked_ms(0, 1) / runs;
	}
	row = papers_row(p, "dpf", "p256");
	put_text(row, "operation", op_names[op]);
	put_text(row, "design", reduction);
	put_int(row, "batch", c->n);
	put_int(row, "registers", (uint64_t)k.registers);
	put_int(row, "local", (uint64_t)k.local);
	put_real(row, "ms", ms);
	put_real(row, "m_per_s", each * c->n / ms / 1e3);
	return each * c->n / ms / 1e3;
}

/* Both reductions. */
void papers_p256(struct papers *p)
{
	static const char *const reductions[] = { "montgomery", "solinas" };
	struct p256 c;
	size_t r;
	int op;

	open_elements(&c, p->brief ? 4 : 1 << 18);
	printf("\nP-256 on doubles, %u elements, by the reduction: millions a second\n\n%-14s",
	       c.n, "");
	for (op = 0; op < OPS; op++)
		printf("%14s", op_names[op]);
	putchar('\n');
	for (r = 0; r < sizeof(reductions) / sizeof(reductions[0]); r++) {
		printf("%-14s", reductions[r]);
		for (op = 0; op < OPS; op++)
			printf("%14.2f", measured(p, &c, reductions[r], op));
		putchar('\n');
	}
	close_elements(&c);
}
