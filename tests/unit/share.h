/* SPDX-License-Identifier: GPL-2.0-only */
/* Unit tests with sanitizers do less: WARPCRYPT_UNIT_SHARE. */
#ifndef WARPCRYPT_TESTS_UNIT_SHARE_H
#define WARPCRYPT_TESTS_UNIT_SHARE_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * @n, or with WARPCRYPT_UNIT_SHARE=N an Nth of it: how often to do what is slow
 * with sanitizers. Says so.
 */
static inline size_t unit_share(size_t n)
{
	const char *share = getenv("WARPCRYPT_UNIT_SHARE");
	size_t divisor = share ? strtoul(share, NULL, 10) : 1;

	if (divisor <= 1)
		return n;
	n = (n + divisor - 1) / divisor;
	printf("# WARPCRYPT_UNIT_SHARE=%zu: only %zu\n", divisor, n);
	return n;
}

#endif /* WARPCRYPT_TESTS_UNIT_SHARE_H */
