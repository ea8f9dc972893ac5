/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The argument of the kernels for curves, the paper's switches, and what the host makes
 * for them (curve_host.c). Plain C.
 */
#ifndef WARPCRYPT_KERNELS_PAPERS_CURVE_JOB_H
#define WARPCRYPT_KERNELS_PAPERS_CURVE_JOB_H

#include <stddef.h>
#include <stdint.h>

/*
 * F(name, what it is, whether it has the paper's own points). Each is an image of its
 * own, of dpf.cu compiled with the switch that kernels/papers/Makefile.inc has for it.
 */
#define PAPER_DPF_SWITCHES(F)						\
	F(paper, "as the paper has it: unsigned limbs, carries one after the other", 1) \
	F(simplified, "the same, but columns are simplified before they are folded", 1) \
	F(parallel, "as the paper has it, but all carries at the same time", 1) \
	F(signed, "signed limbs (ours), all optimizations on", 0)	\
	F(reduced, "the same, but sums are reduced before products", 0)	\
	F(carries, "the same, but carries are not merged", 0)		\
	F(projective, "the same, but no mixed addition", 0)		\
	F(uncoalesced, "the same, but scratch memory is not coalesced", 0) \
	F(separate, "the same, but half-products are added at the end", 0)

/*
 * F(registers): the paper's shape with at most so many registers a thread, image
 * dpf_registers. All are of the ladder (entry x25519_64), few of the others, too.
 */
#define PAPER_REGISTERS_FEW(F)	F(64) F(128) F(168) F(255)
#define PAPER_REGISTERS(F)						\
	F(64) F(80) F(96) F(112) F(128) F(144) F(168) F(208) F(255)

/* Bits a digit of the fixed window; 64-bit words of an entry: x, y, x y, 1. */
#define PAPER_WINDOW		4
#define PAPER_KNOWN_WORDS	16
#define PAPER_KNOWN_ENTRIES(w)	((size_t)((256 + (w) - 1) / (w)) << (w))

/* Pairs of products, or of squares, one after the other: p256.cu. */
#define PAPER_CHAIN		128

/**
 * struct paper_curve - one launch
 * @scalars: 32 bytes an element, as all other arrays of elements
 * @points: of multiplications; P-256's have 64 bytes, and so have its results
 * @table: of the base point: kernels/curve/ed25519_base.h, or paper_known_table()
 * @x: scratch, as @y, @den and @work: kernels/gpu/25519_gpu.h
 * @y: scratch
 * @den: scratch
 * @work: scratch
 * @out: results
 * @status: 0, or why there is no result
 * @n: elements
 * @step: threads that share the inversions; @n: one inversion each
 * @width: bits a segment of paper_known_table()
 * @reserved: 0
 */
struct paper_curve {
	const uint64_t *scalars;
	const uint64_t *points;
	const uint64_t *table;
	uint64_t *x;
	uint64_t *y;
	uint64_t *den;
	uint64_t *work;
	uint64_t *out;
	uint8_t *status;
	uint32_t n;
	uint32_t step;
	uint32_t width;
	uint32_t reserved;
};

#ifdef __cplusplus
extern "C" {
#endif
void paper_known_table(uint64_t *table, uint32_t w);
void paper_p256_chain(uint64_t out[4], const uint64_t x[4],
		      const uint64_t y[4], int squares);
#ifdef __cplusplus
}
#endif

#endif /* WARPCRYPT_KERNELS_PAPERS_CURVE_JOB_H */
