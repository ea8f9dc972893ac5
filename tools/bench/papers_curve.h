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

/**
 * enum papers_curve_op - an operation
 * @CURVE_X25519: unknown points of Curve25519
 * @CURVE_KNOWN: the base point of Edwards25519, in constant time
 * @CURVE_KNOWN_ADDRESS: the same with our tables, read by address
 * @CURVE_UNKNOWN: unknown points of Edwards25519, by our formulas
 * @CURVE_KNOWN_PAPER: the base point as the paper has it, with mixed additions
 * @CURVE_KNOWN_FULL: the same, but no addition is mixed
 * @CURVE_UNKNOWN_PAPER: unknown points as the paper has it
 * @CURVE_OPS: how many there are
 */
enum papers_curve_op {
	CURVE_X25519,
	CURVE_KNOWN,
	CURVE_KNOWN_ADDRESS,
	CURVE_UNKNOWN,
	CURVE_KNOWN_PAPER,
	CURVE_KNOWN_FULL,
	CURVE_UNKNOWN_PAPER,
	CURVE_OPS,
};

/* Bits a segment of the paper's table, where nothing else is said. */
#define PAPER_WIDTH	8u

/**
 * struct papers_curve_run - one thing to be run
 * @op: the operation
 * @design: one of PAPER_DPF_SWITCHES, or NULL: ours
 * @n: elements
 * @block: threads of a block
 * @own_inversions: an inversion for each element
 * @once: only compare, take no times
 * @width: bits a segment of the paper's table; 0: PAPER_WIDTH
 * @registers: one of PAPER_REGISTERS; 0: as all others. In place of @design's, the
 *	multiplication is that of the image dpf_registers
 */
struct papers_curve_run {
	int op;
	const char *design;
	uint32_t n;
	uint32_t block;
	bool own_inversions;
	bool once;
	uint32_t width;
	uint32_t registers;
};

/**
 * struct papers_curve_time - how long it took
 * @ms: both launches
 * @latency_ms: with both copies, by the CPU's clock
 * @registers: of a thread of the multiplication
 * @local: bytes of it that are in local memory
 * @resident: blocks of threads that fit a multiprocessor; 0: none, and nothing was run
 */
struct papers_curve_time {
	double ms;
	double latency_ms;
	int registers;
	int local;
	int resident;
};

/**
 * struct papers_curve - elements, on the host and on the device
 * @max: how many
 * @scalars: 32 bytes each
 * @points: by papers_curve_kind(), or NULL
 * @want: results, by papers_curve_kind()
 * @got: from the device
 * @dev: scratch and results of the paper's
 * @dev_scalars: on the device
 * @dev_points: by papers_curve_kind()
 * @table: tables of the base point: by whether additions are not mixed
 * @known: the paper's table of the base point, or 0
 * @width: bits a segment of @known
 * @our_units: on the device, by papers_curve_kind()
 * @our_scratch: struct wc_units
 * @our_job: a struct wc_job
 */
struct papers_curve {
	uint32_t max;
	uint8_t *scalars;
	uint8_t *points[CURVE_OPS];
	uint8_t *want[CURVE_OPS];
	uint8_t *got;
	paper_ptr dev[6];
	paper_ptr dev_scalars;
	paper_ptr dev_points[CURVE_OPS];
	paper_ptr table[2];
	paper_ptr known;
	uint32_t width;
	paper_ptr our_units[CURVE_OPS];
	paper_ptr our_scratch;
	paper_ptr our_job;
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
