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

/* The calls of a thread. At the end all batches have been waited for. */
struct lib_calls {
	struct warpcrypt *w;
	uint64_t seed;		/* says which calls */
	uint8_t *memory;	/* page aligned */
	/* What the engine may be told to do; then this thread has it alone. */
	enum lib_calls_fault fault;
	bool two;		/* another thread takes part */
	bool leaves;		/* keys and registrations are left to warpcrypt_close() */
	uint64_t requests;	/* how many were done */
	uint64_t bytes;		/* of these */
	uint64_t cancelled;	/* how many requests were cancelled */
	uint64_t failures;	/* how many have failed with the engine */
};

/* For pthread_create(); @calls: a struct lib_calls. */
void *lib_calls_play(void *calls);

#endif /* WARPCRYPT_TESTS_UNIT_LIB_CALLS_H */
