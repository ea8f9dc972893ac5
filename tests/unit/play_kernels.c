// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GPU's kernels as functions of this machine, by their names.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The form that GPUs run. */
#define SKINNY_IN_REGISTERS
#include "kernels/gpu/25519_units.cu"
#include "kernels/gpu/aes.cu"
#include "kernels/gpu/kuznyechik.cu"
#include "kernels/gpu/skinny.cu"
#include "kernels/gpu/sm4.cu"
#include "tests/unit/play.h"

#define KERNEL(name)	{ #name, name },

static const struct {
	const char *name;
	play_fn fn;
} kernels[] = {
	WC_ENTRY_LIST(KERNEL, aes)
	WC_ENTRY_LIST(KERNEL, skinny)
	KERNEL(wc_skinny_masks)
	WC_ENTRY_LIST(KERNEL, kuznyechik)
	KERNEL(wc_kuznyechik_masks)
	WC_ENTRY_LIST(KERNEL, sm4)
	KERNEL(wc_25519_public)
	KERNEL(wc_25519_shared)
	KERNEL(wc_25519_base)
	KERNEL(wc_25519_mult)
	KERNEL(wc_25519_public_finish)
	KERNEL(wc_25519_shared_finish)
	KERNEL(wc_25519_point_finish)
	KERNEL(wc_25519_put)
};

/**
 * play_kernel() - the function that plays a kernel
 * @name: its entry point
 *
 * Return: the function
 */
play_fn play_kernel(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++)
		if (!strcmp(kernels[i].name, name))
			return kernels[i].fn;
	fprintf(stderr, "play: no kernel %s\n", name);
	abort();
}
