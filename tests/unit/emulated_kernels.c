// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GPU's entry points as functions of this machine, by their names. Each .cu
 * file is compiled as C++ and adds its own when the program starts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/emulated_gpu.h"

#define KERNELS_MAX	256u

static struct {
	const char *name;
	emulated_fn fn;
} kernels[KERNELS_MAX];
static unsigned int count;

/* kernels/gpu/entry.h */
int wc_entry_add(const char *name, const void *entry)
{
	if (count == KERNELS_MAX)
		abort();
	kernels[count].name = name;
	kernels[count].fn = (emulated_fn)(uintptr_t)entry;
	return (int)count++;
}

/* The function that emulates the kernel of this name. */
emulated_fn emulated_kernel(const char *name)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		if (!strcmp(kernels[i].name, name))
			return kernels[i].fn;
	fprintf(stderr, "emulated GPU: no kernel %s\n", name);
	abort();
}
