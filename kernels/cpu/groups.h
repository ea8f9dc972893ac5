/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the engines of 25519_batch.c and wei_batch.c have alike. A batch is done in groups of
 * vectors, which share an inversion. ENGINE_DOUBLES says whether the arithmetic is one of
 * doubles.
 */
#ifndef WARPCRYPT_KERNELS_CPU_GROUPS_H
#define WARPCRYPT_KERNELS_CPU_GROUPS_H

#include "kernels/cpu/lanes.h"

#define GROUP		32	/* vectors */
#define GROUP_ELEMENTS	((size_t)GROUP * FE(lanes))

/* Each group of a batch of @n elements: @m of them, from element @i on. */
#define for_each_group(i, m, n)						\
	for (size_t i = 0, m; i < (n) &&				\
	     (m = (n) - i < GROUP_ELEMENTS ? (n) - i : GROUP_ELEMENTS);	\
	     i += GROUP_ELEMENTS)

/* Doubles change the rounding mode of the thread. */
static unsigned int engine_enter(void)
{
#if ENGINE_DOUBLES
	return dpf_enter();
#else
	return 0;
#endif
}

static void engine_leave(unsigned int mode)
{
#if ENGINE_DOUBLES
	dpf_leave(mode);
#else
	(void)mode;
#endif
}

static int usable(void)
{
	return ENGINE_CPU;
}

#endif /* WARPCRYPT_KERNELS_CPU_GROUPS_H */
