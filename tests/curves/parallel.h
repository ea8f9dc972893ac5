/* SPDX-License-Identifier: GPL-2.0-only */
/* Many calls of a function on all processors, and how far they are. */
#ifndef WARPCRYPT_TESTS_CURVES_PARALLEL_H
#define WARPCRYPT_TESTS_CURVES_PARALLEL_H

#include <stddef.h>

typedef void (*parallel_fn)(void *ctx, size_t i);

void in_parallel(const char *what, size_t count, parallel_fn fn, void *ctx);
double seconds(void);
void progress(const char *what, size_t done, size_t count);

#endif /* WARPCRYPT_TESTS_CURVES_PARALLEL_H */
