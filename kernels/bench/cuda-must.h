/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For benchmarks: where a CUDA call fails, MUST(call) ends the program with one
 * line that says which call it was, and why.
 */
#ifndef WARPCRYPT_CUDA_MUST_H
#define WARPCRYPT_CUDA_MUST_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void must(cudaError_t e, const char *what)
{
	if (e == cudaSuccess)
		return;
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what,
		cudaGetErrorString(e));
	exit(1);
}

#define MUST(call) must(call, #call)

#endif /* WARPCRYPT_CUDA_MUST_H */
