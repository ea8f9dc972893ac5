/* SPDX-License-Identifier: GPL-2.0-only */
/* Any sequence of libwarpcrypt's calls. */
#ifndef WARPCRYPT_TESTS_UNIT_LIB_CALLS_H
#define WARPCRYPT_TESTS_UNIT_LIB_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "helper/lib/libwarpcrypt.h"

/* How many keys two threads have at a time; what each has of memory, bytes. */
#define LIB_CALLS_KEYS		8
#define LIB_CALLS_MEMORY	(2 << 18)

/* The number of the sequence is printed when the program aborts. */
#define MUST(condition) do {						\
	if (!(condition)) {						\
		fprintf(stderr, "%s:%d: not %s; error: %s\n", __FILE__,	\
			__LINE__, #condition, warpcrypt_error());	\
		abort();						\
	}								\
} while (0)

enum lib_calls_fault {
	LIB_CALLS_NO_FAULT,
	LIB_CALLS_BREAKS,
	LIB_CALLS_HANGS,
};

/**
 * struct lib_calls - the calls of a thread
 * @w: the engine
 * @seed: says which calls
 * @memory: page aligned
 * @fault: what the engine may be told to do; then this thread has it alone
 * @two: another thread takes part
 * @leaves: keys and registrations are left to warpcrypt_close()
 * @requests: how many were done
 * @bytes: of these
 * @cancelled: how many requests were cancelled
 * @failures: how many have failed with the engine
 *
 * At the end all batches have been waited for.
 */
struct lib_calls {
	struct warpcrypt *w;
	uint64_t seed;
	uint8_t *memory;
	enum lib_calls_fault fault;
	bool two;
	bool leaves;
	uint64_t requests;
	uint64_t bytes;
	uint64_t cancelled;
	uint64_t failures;
};

/* For pthread_create(); @calls: a struct lib_calls. */
void *lib_calls_play(void *calls);

#endif /* WARPCRYPT_TESTS_UNIT_LIB_CALLS_H */
