/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The argument of the papers' kernels for ciphers. Plain C, for the kernels and for
 * who launches them.
 */
#ifndef WARPCRYPT_KERNELS_PAPERS_JOB_H
#define WARPCRYPT_KERNELS_PAPERS_JOB_H

#include "kernels/gpu/job.h"

/* Threads whose loads the memory of 2008 to 2012 took together. */
#define PAPER_HALF	16u

#define PAPER_ECB	0
#define PAPER_CTR	1

/**
 * enum paper_order - which blocks a thread does
 * @PAPER_IN_TURN: that follow each other
 * @PAPER_APART: that are 16 apart, so that a half-warp's threads do adjacent ones
 * @PAPER_EVEN_ODD: one; the threads of a warp's first half those with even numbers,
 *	those of the second half those with odd numbers
 */
enum paper_order { PAPER_IN_TURN, PAPER_APART, PAPER_EVEN_ODD };

/* Room for the round keys of each of them: SKINNY-128-256 has 48 rounds. */
#define PAPER_ROUNDS_MAX	48u
/* Words of round keys in constant memory: SKINNY has as many of constants. */
#define PAPER_KEY_WORDS		(8 * PAPER_ROUNDS_MAX)

/* 32-bit words of a T-table cipher's four tables. */
#define PAPER_T_WORDS		1024u
#define PAPER_T_BYTES		(4u * PAPER_T_WORDS)
/*
 * Words of shared memory of a half-warp: of its 16 blocks, or of @blocks blocks and two
 * values of each thread. So many more that two half-warps use different banks.
 */
#define T_TOGETHER_SCRATCH	(4 * PAPER_HALF + 16)
#define T_LOOKUP_SCRATCH(blocks) (((blocks) > 4 ? 64 : 32) + 16)

/* Kuznyechik's tables: 16 of 256 blocks, 64 KiB; pi and its inverse. */
#define PAPER_LS_BLOCKS		4096u
#define PAPER_LS_BYTES		(16u * PAPER_LS_BLOCKS)
#define PAPER_PI_BYTES		512u

/**
 * struct paper_job - one launch
 * @in: the data
 * @out: the result, not in the same place
 * @tables: the lookup tables, in global memory
 * @pi: Kuznyechik's substitution and its inverse, in global memory
 * @texture: a texture object of the same tables; for the CPU their address
 * @blocks: of 16 bytes
 * @teams: of threads that have work; they loop if fewer are launched
 * @rounds: of the cipher
 * @reserved: 0
 * @iv: the first counter of CTR
 * @rk: Kuznyechik's round keys: its tables may take all constant memory that a
 *	program has, and arguments lie in another part
 */
struct paper_job {
	const struct wc_block *in;
	struct wc_block *out;
	const void *tables;
	const uint8_t *pi;
	unsigned long long texture;
	uint32_t blocks;
	uint32_t teams;
	uint32_t rounds;
	uint32_t reserved;
	struct wc_block iv;
	struct wc_block rk[10];
};

/* A team of a launch, emulated by the CPU. */
typedef void paper_emulated_fn(const struct paper_job *job, uint32_t team);

#endif /* WARPCRYPT_KERNELS_PAPERS_JOB_H */
