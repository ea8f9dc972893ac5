// SPDX-License-Identifier: GPL-2.0-only
/*
 * The engine that any 64-bit CPU can run, as a file that needs no compiler flags:
 * for programs built without this tree's Makefile.
 */
#define ENGINE		wc25519_i51
#define ENGINE_NAME	"i51"
#define ENGINE_FIELD	FIELD_I51
#define ENGINE_CPU	1

#include "kernels/cpu/25519_batch.c"
