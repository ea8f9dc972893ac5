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
 * @design: how the work is divided: in @entry, between the cipher and the memory
 * @memory: where the tables that the paper varies are
 * @cipher: whose
 * @mode: PAPER_ECB or PAPER_CTR
 * @decrypt: the direction
 * @team: threads that exchange data
 * @many: blocks that a team does
 * @order: in which
 * @shared: bytes of tables that each block of threads copies to shared memory
 * @keys: bytes of round keys, likewise
 * @scratch: words of shared memory a team has besides
 */
struct paper_variant {
	const char *entry;
	const char *module;
	const char *design;
	const char *memory;
	enum paper_cipher cipher;
	int mode;
	int decrypt;
	uint32_t team;
	uint32_t many;
	enum paper_order order;
	uint32_t shared;
	uint32_t keys;
	uint32_t scratch;
};

#define PAPER_LS_KEYS		160

#define PAPER_T(NAME, name, design, memory, shared, mode, MODE, team, many, scratch) \
	{ #name "_" #design "_" #memory "_" #mode, #name, #design, #memory, \
	  PAPER_##NAME, PAPER_##MODE, 0, team, many, PAPER_IN_TURN, shared, 0, \
	  scratch },

#define PAPER_T_MODES(NAME, name, design, memory, shared, team, many, scratch) \
	PAPER_T(NAME, name, design, memory, shared, ecb, ECB, team, many, scratch) \
	PAPER_T(NAME, name, design, memory, shared, ctr, CTR, team, many, scratch)

#define PAPER_AES_MEMORY(memory, shared)				\
	PAPER_T_MODES(AES, aes, 16, memory, shared, 1, 1, 0)		\
	PAPER_T_MODES(AES, aes, 16_together, memory, shared, 16, 16,	\
		      T_TOGETHER_SCRATCH)				\
	PAPER_T_MODES(AES, aes, 4, memory, shared, 4, 1, 8)		\
	PAPER_T_MODES(AES, aes, 1, memory, shared, 16, 1,		\
		      T_LOOKUP_SCRATCH(1))				\
	PAPER_T_MODES(AES, aes, 1_by_4, memory, shared, 16, 4,		\
		      T_LOOKUP_SCRATCH(4))				\
	PAPER_T_MODES(AES, aes, 1_by_8, memory, shared, 16, 8,		\
		      T_LOOKUP_SCRATCH(8))

#define PAPER_SKINNY_MEMORY(memory, shared)				\
	PAPER_T_MODES(SKINNY, skinny, 16, memory, shared, 1, 1, 0)	\
	PAPER_T_MODES(SKINNY, skinny, 4, memory, shared, 4, 1, 8)	\
	{ "skinny_16_" #memory "_decrypt", "skinny", "16", #memory,	\
	  PAPER_SKINNY, PAPER_ECB, 1, 1, 1, PAPER_IN_TURN, shared, 0, 0 },

#define PAPER_LS(module, memory, shared, name, many, order, keys)	\
	{ "kuznyechik_" #memory "_" #name, module, #name, #memory,	\
	  PAPER_KUZNYECHIK, PAPER_ECB, 0, 1, many, order, shared, keys, 0 },

#define PAPER_LS_MEMORY(module, memory, shared)				\
	PAPER_LS(module, memory, shared, 1, 1, PAPER_IN_TURN, PAPER_LS_KEYS) \
	PAPER_LS(module, memory, shared, 1_half, 1, PAPER_EVEN_ODD,	\
		 PAPER_LS_KEYS)						\
	PAPER_LS(module, memory, shared, 1_half_argument, 1, PAPER_EVEN_ODD, 0) \
	PAPER_LS(module, memory, shared, 2, 2, PAPER_IN_TURN, PAPER_LS_KEYS) \
	PAPER_LS(module, memory, shared, 2_apart, 2, PAPER_APART,	\
		 PAPER_LS_KEYS)						\
	PAPER_LS(module, memory, shared, 4, 4, PAPER_IN_TURN, PAPER_LS_KEYS) \
	PAPER_LS(module, memory, shared, 4_apart, 4, PAPER_APART,	\
		 PAPER_LS_KEYS)

#define PAPER_LS_DECRYPT(memory, shared)				\
	{ "kuznyechik_decrypt_" #memory, "kuznyechik", "1_half", #memory, \
	  PAPER_KUZNYECHIK, PAPER_ECB, 1, 1, 1, PAPER_EVEN_ODD, shared,	\
	  PAPER_LS_KEYS, 0 },

static const struct paper_variant paper_variants[] = {
	PAPER_AES_MEMORY(constant, 0)
	PAPER_AES_MEMORY(texture, 0)
	PAPER_AES_MEMORY(shared, PAPER_T_BYTES)
	PAPER_SKINNY_MEMORY(constant, 0)
	PAPER_SKINNY_MEMORY(shared, PAPER_T_BYTES)
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
	/* Teams whose blocks are mixed, and all of those blocks. */
	uint32_t teams = v->order == PAPER_EVEN_ODD ? 2 * PAPER_HALF :
			 v->order == PAPER_APART ? PAPER_HALF : 1;
	uint32_t all = teams * v->many;

	return (blocks + all - 1) / all * teams;
}

#endif /* WARPCRYPT_KERNELS_PAPERS_VARIANTS_H */
