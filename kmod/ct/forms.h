/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The forms of a core: the same bitsliced source (NAME_wide.c), compiled for different
 * registers, and for GFNI another one (NAME_gfni.c). Which of them are used is decided
 * when a cipher is loaded: one in general registers, and one in vector registers where
 * the CPU has them.
 */
#ifndef _WCCT_FORMS_H
#define _WCCT_FORMS_H

#include <linux/kconfig.h>
#include <linux/types.h>

struct gf128;

/*
 * _do(FORM, form, lanes, least, title): the name is that of Kbuild and of the parameter
 * simd; lanes are the blocks that are done at once; least is how many blocks make a
 * vector form worth it: up to 64, one in general registers takes less time. Of those
 * that a CPU has, the last one is the fastest.
 *
 * With AVX-512 words have 256 bits, too: the requests that matter have 4 KiB, which
 * is 256 blocks. What makes it faster than AVX2 is vpternlogq and 32 registers. GFNI
 * is not bitsliced, and not all ciphers have that form.
 */
#define WCCT_GENERAL_FORMS(_do, ...)					\
	_do(ANY, any, 64, 1, "general registers", ##__VA_ARGS__)	\
	_do(BMI, bmi, 64, 1, "BMI1", ##__VA_ARGS__)
#define WCCT_VECTOR_FORMS(_do, ...)					\
	_do(NEON, neon, 128, 65, "NEON", ##__VA_ARGS__)			\
	_do(AVX2, avx2, 256, 65, "AVX2", ##__VA_ARGS__)			\
	_do(AVX512, avx512, 256, 65, "AVX-512", ##__VA_ARGS__)		\
	_do(GFNI, gfni, 64, 1, "AVX-512 with GFNI", ##__VA_ARGS__)
#define WCCT_FORMS(_do, ...)						\
	WCCT_GENERAL_FORMS(_do, ##__VA_ARGS__)				\
	WCCT_VECTOR_FORMS(_do, ##__VA_ARGS__)

#define WCCT_FORM_NUMBER(_FORM, ...)	WCCT_##_FORM,
enum wcct_form_number {
	WCCT_FORMS(WCCT_FORM_NUMBER)
	WCCT_FORM_COUNT
};

/* Blocks that general registers do at once, and the most that any form does. */
#define WCCT_LANES	64u
#define WCCT_LANES_MAX	256u

/**
 * struct wcct_form - a form
 * @name: as the parameter simd spells it
 * @title: in the log
 * @lanes: blocks that it does at once
 * @least: so many blocks or more are done by it
 * @vectors: it uses vector registers
 */
struct wcct_form {
	const char *name;
	const char *title;
	unsigned int lanes;
	unsigned int least;
	bool vectors;
};

/**
 * typedef wcct_wide_fn - encrypt or decrypt as many blocks as a form has lanes
 * @wide: the expanded key
 * @decrypt: the direction
 * @planes: scratch memory, aligned to WCCT_PLANES_ALIGN: for each lane of the form
 *	WCCT_PLANES bits
 * @dst: destination
 * @src: source; may be @dst
 *
 * Vector registers must be the caller's, and are wiped.
 */
typedef void wcct_wide_fn(const void *wide, bool decrypt, void *planes, u8 *dst,
			  const u8 *src);

/**
 * typedef wcct_one_fn - encrypt or decrypt one block
 * @schedule: the round keys
 * @decrypt: the direction
 * @dst: destination
 * @src: source; may be @dst
 */
typedef void wcct_one_fn(const void *schedule, bool decrypt, u8 *dst,
			 const u8 *src);

/**
 * typedef wcct_tweaks_fn - the tweaks of consecutive blocks in XTS
 * @to: where they go
 * @tweak: the first one; becomes the one after the last
 * @blocks: how many
 */
typedef void wcct_tweaks_fn(struct gf128 *to, struct gf128 *tweak,
			    unsigned int blocks);

/**
 * struct wcct_code - a cipher in one form
 * @wide: many blocks; NULL if it was not compiled
 * @one: one block, if vector registers do that faster than general ones, or NULL
 * @tweaks: many tweaks, likewise
 */
struct wcct_code {
	wcct_wide_fn *wide;
	wcct_one_fn *one;
	wcct_tweaks_fn *tweaks;
};

/* Planes for the state and temporaries of a core. */
#define WCCT_PLANES		256u
#define WCCT_PLANES_ALIGN	32
#define WCCT_PLANES_MAX		(WCCT_PLANES * WCCT_LANES_MAX / 8)

/* forms.c */
extern const struct wcct_form wcct_forms[WCCT_FORM_COUNT];

bool wcct_form_allowed(enum wcct_form_number number);
int wcct_forms_init(void);

#endif /* _WCCT_FORMS_H */
