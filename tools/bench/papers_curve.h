/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * 25519's kernels, the paper's and ours, on the same elements: what they give is
 * compared with the CPU engine's, and they are timed.
 */
#ifndef WARPCRYPT_BENCH_PAPERS_CURVE_H
#define WARPCRYPT_BENCH_PAPERS_CURVE_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/bench/papers_device.h"

/* An operation. */
enum papers_curve_op {
	CURVE_X25519,		/* unknown points of Curve25519 */
	CURVE_KNOWN,		/* the base point of Edwards25519, in constant time */
	CURVE_KNOWN_ADDRESS,	/* the same with our tables, read by address */
	CURVE_UNKNOWN,		/* unknown points of Edwards25519, by our formulas */
	CURVE_KNOWN_PAPER,	/* the base point as the paper has it, with mixed additions */
	CURVE_KNOWN_FULL,	/* the same, but no addition is mixed */
	CURVE_UNKNOWN_PAPER,	/* unknown points as the paper has it */
	CURVE_OPS,
};

/* Bits a segment of the paper's table, where nothing else is said. */
#define PAPER_WIDTH	8u

/* One thing to be run. */
struct papers_curve_run {
	int op;			/* enum papers_curve_op */
	const char *design;	/* one of PAPER_DPF_SWITCHES, or NULL: ours */
	uint32_t n;		/* elements */
	uint32_t block;		/* threads of a block */
	bool own_inversions;	/* an inversion for each element */
	bool once;		/* only compare, take no times */
	uint32_t width;		/* bits a segment of the paper's table; 0: PAPER_WIDTH */
	/*
	 * One of PAPER_REGISTERS; 0: as all others. In place of @design's, the multiplication is
	 * that of the image dpf_registers.
	 */
	uint32_t registers;
};

/* How long it took. */
struct papers_curve_time {
	double ms;		/* both launches */
	double latency_ms;	/* with both copies, by the CPU's clock */
	int registers;		/* of a thread of the multiplication */
	int local;		/* bytes of it that are in local memory */
	/* Blocks of threads that fit a multiprocessor; 0: none, and nothing was run. */
	int resident;
};

/* Elements, on the host and on the device. */
struct papers_curve {
	uint32_t max;			/* elements */
	uint8_t *scalars;		/* 32 bytes each */
	uint8_t *points[CURVE_OPS];	/* by papers_curve_kind(), or NULL */
	uint8_t *want[CURVE_OPS];	/* results, by papers_curve_kind() */
	uint8_t *got;			/* from the device */
	paper_ptr dev[6];		/* scratch and results of the paper's */
	paper_ptr dev_scalars;		/* on the device */
	paper_ptr dev_points[CURVE_OPS];	/* by papers_curve_kind() */
	paper_ptr table[2];	/* tables of the base point: by whether additions are not mixed */
	paper_ptr known;		/* the paper's table of the base point, or 0 */
	uint32_t width;			/* bits a segment of @known */
	paper_ptr our_units[CURVE_OPS];	/* on the device, by papers_curve_kind() */
	paper_ptr our_scratch;		/* struct wc_units */
	paper_ptr our_job;		/* a struct wc_job */
};

int papers_curve_kind(int op);
struct paper_kernel papers_curve_kernel(const char *prefix, const char *design,
					const char *entry);
uint8_t *papers_curve_room(size_t size);
void papers_curve_fill(uint8_t *at, size_t size, uint64_t seed);
bool papers_curve_open(struct papers_curve *c, uint32_t max);
void papers_curve_close(struct papers_curve *c);
struct papers_curve_time papers_curve_time(struct papers_curve *c,
					   const struct papers_curve_run *run);
double papers_curve_latency(struct papers_curve *c,
			    const struct papers_curve_run *run);
void papers_curve_once(void);

#endif /* WARPCRYPT_BENCH_PAPERS_CURVE_H */
