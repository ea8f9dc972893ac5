// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kuznyechik with its tables in constant memory: they are all 64 KiB that a program
 * may have there, so nothing else can be in this file's image. NOT in constant
 * time; for comparison only.
 */
#include "kernels/papers/kuznyechik.h"

PAPER_CONSTANT(uint4, paper_ls, PAPER_LS_BLOCKS)

struct ls_constant {
	static const uint32_t shared = 0;

	PAPER_FN uint4 look(const struct paper_team *t, uint32_t i)
	{
		(void)t;
		return paper_ls[i];
	}
};

LS_ENTRIES(constant)
