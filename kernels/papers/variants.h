/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The papers' variants of the ciphers: one table, for the benchmark and for the
 * test. Plain C. Entries are those of the .cu files of this folder.
 */
#ifndef WARPCRYPT_KERNELS_PAPERS_VARIANTS_H
#define WARPCRYPT_KERNELS_PAPERS_VARIANTS_H

#include "kernels/papers/job.h"

enum paper_cipher { PAPER_AES, PAPER_SKINNY, PAPER_KUZNYECHIK, PAPER_CIPHERS };

/**
 * struct paper_variant - a design of a paper
 * @entry: its entry point
 * @module: the image that has it
 * @memory: where the tables that the paper varies are
 * @cipher: whose
 * @mode: PAPER_ECB or PAPER_CTR
 * @decrypt: the direction
 * @team: threads that do a block together
 * @many: blocks that a thread does
 * @half_warps: whether those are 16 apart
 * @shared: bytes of tables that each block of threads copies to shared memory
 * @scratch: words of shared memory a team has besides
 */
struct paper_variant {
	const char *entry;
	const char *module;
	const char *memory;
	enum paper_cipher cipher;
	int mode;
	int decrypt;
	uint32_t team;
	uint32_t many;
	int half_warps;
	uint32_t shared;
	uint32_t scratch;
};

#define PAPER_T_SHARED		(4 * PAPER_T_WORDS)

#define PAPER_T(NAME, name, bytes, memory, shared, mode, MODE, team, scratch) \
	{ #name "_" #bytes "_" #memory "_" #mode, #name, #memory,	\
	  PAPER_##NAME, PAPER_##MODE, 0, team, 1, 0, shared, scratch },

#define PAPER_T_MODES(NAME, name, bytes, memory, shared, team, scratch)	\
	PAPER_T(NAME, name, bytes, memory, shared, ecb, ECB, team, scratch) \
	PAPER_T(NAME, name, bytes, memory, shared, ctr, CTR, team, scratch)

#define PAPER_AES_MEMORY(memory, shared)				\
	PAPER_T_MODES(AES, aes, 16, memory, shared, 1, 0)		\
	PAPER_T_MODES(AES, aes, 4, memory, shared, 4, 8)		\
	PAPER_T_MODES(AES, aes, 1, memory, shared, 16, 20)

#define PAPER_SKINNY_MEMORY(memory, shared)				\
	PAPER_T_MODES(SKINNY, skinny, 16, memory, shared, 1, 0)		\
	PAPER_T_MODES(SKINNY, skinny, 4, memory, shared, 4, 8)

#define PAPER_LS(module, memory, shared, many, name, half)		\
	{ "kuznyechik_" #memory "_" name, module, #memory,		\
	  PAPER_KUZNYECHIK, PAPER_ECB, 0, 1, many, half, shared, 0 },

#define PAPER_LS_MEMORY(module, memory, shared)				\
	PAPER_LS(module, memory, shared, 1, "1", 0)			\
	PAPER_LS(module, memory, shared, 2, "2", 0)			\
	PAPER_LS(module, memory, shared, 2, "2_half", 1)		\
	PAPER_LS(module, memory, shared, 4, "4", 0)			\
	PAPER_LS(module, memory, shared, 4, "4_half", 1)

#define PAPER_LS_DECRYPT(memory, shared)				\
	{ "kuznyechik_decrypt_" #memory, "kuznyechik", #memory,		\
	  PAPER_KUZNYECHIK, PAPER_ECB, 1, 1, 1, 0, shared, 0 },

static const struct paper_variant paper_variants[] = {
	PAPER_AES_MEMORY(constant, 0)
	PAPER_AES_MEMORY(texture, 0)
	PAPER_AES_MEMORY(shared, PAPER_T_SHARED)
	PAPER_SKINNY_MEMORY(constant, 0)
	PAPER_SKINNY_MEMORY(shared, PAPER_T_SHARED)
	PAPER_LS_MEMORY("kuznyechik", global, 0)
	PAPER_LS_MEMORY("kuznyechik_constant", constant, 0)
	PAPER_LS_MEMORY("kuznyechik", texture, 0)
	PAPER_LS_MEMORY("kuznyechik", shared, PAPER_LS_BYTES)
	PAPER_LS_DECRYPT(global, 0)
	PAPER_LS_DECRYPT(constant, 0)
	PAPER_LS_DECRYPT(shared, PAPER_PI_BYTES)
};

#define PAPER_VARIANTS	(sizeof(paper_variants) / sizeof(paper_variants[0]))

/* How many teams a launch has for @blocks. */
WC_FN uint32_t paper_teams(const struct paper_variant *v, uint32_t blocks)
{
	uint32_t teams = (blocks + v->many - 1) / v->many;

	/* In half-warp order a half-warp's last blocks may be the first to lack. */
	if (v->half_warps)
		teams = (blocks + PAPER_HALF * v->many - 1) /
			(PAPER_HALF * v->many) * PAPER_HALF;
	return teams;
}

#endif /* WARPCRYPT_KERNELS_PAPERS_VARIANTS_H */
