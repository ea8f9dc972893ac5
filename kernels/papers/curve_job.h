/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The argument of DPF-ECC's kernels, and the paper's switches. Plain C.
 */
#ifndef WARPCRYPT_KERNELS_PAPERS_CURVE_JOB_H
#define WARPCRYPT_KERNELS_PAPERS_CURVE_JOB_H

#include <stdint.h>

/*
 * F(name, what it is). Each is an image of its own, of dpf.cu compiled with the
 * switch that kernels/papers/Makefile.inc has for it.
 */
#define PAPER_DPF_SWITCHES(F)						\
	F(paper, "as the paper has it: unsigned limbs, every sum carried") \
	F(signed, "signed limbs (ours), all optimizations on")		\
	F(reduced, "the same, but sums are reduced before products")	\
	F(carries, "the same, but carries are not merged")		\
	F(projective, "the same, but no mixed addition")		\
	F(uncoalesced, "the same, but scratch memory is not coalesced")	\
	F(separate, "the same, but half-products are added at the end")

/**
 * struct paper_curve - one launch
 * @scalars: 32 bytes an element, as all other arrays of elements
 * @points: of multiplications
 * @table: of the base point: kernels/curve/ed25519_base.h
 * @x: scratch, as @y, @den and @work: kernels/gpu/25519_gpu.h
 * @y: scratch
 * @den: scratch
 * @work: scratch
 * @out: results
 * @status: 0, or why there is no result
 * @n: elements
 * @step: threads that share the inversions; @n: one inversion each
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
};

#endif /* WARPCRYPT_KERNELS_PAPERS_CURVE_JOB_H */
