/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Faults in the kernel, for one thread: the n-th allocation, or copy from or to
 * user space, that could fail does (Documentation/fault-injection in the kernel's
 * sources, fail-nth). Kernels with fault injection only: uml-smp-debug.
 */
#ifndef WARPCRYPT_TESTS_FAIL_NTH_H
#define WARPCRYPT_TESTS_FAIL_NTH_H

#include <stdbool.h>

/* For the calling thread; false: the kernel cannot. */
bool fail_nth_open(void);

/* From now on the @n-th fails; 0: none. */
void fail_nth_on(unsigned long n);

/* No more faults; whether there was one. Keeps errno. */
bool fail_nth_off(void);

#endif /* WARPCRYPT_TESTS_FAIL_NTH_H */
