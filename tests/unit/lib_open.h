/* SPDX-License-Identifier: GPL-2.0-only */
/* libwarpcrypt's engines as tests open them, and calls that it refuses. */
#ifndef WARPCRYPT_TESTS_UNIT_LIB_OPEN_H
#define WARPCRYPT_TESTS_UNIT_LIB_OPEN_H

#include "helper/lib/libwarpcrypt.h"
#include "tests/unit/unit.h"

/*
 * Memory for two threads with the smallest frames, one for each, or two if the engine has
 * two at a time: long requests are cut.
 */
#define LIB_SMALL		(2 * 65536)
#define LIB_SMALL_SHARED	(4 * 65536)

/* With these options, such as LIB_OPEN(.backend = "cpu", .threads = 2). */
#define LIB_OPEN(...)							\
	lib_open_with(&(const struct warpcrypt_options){		\
		.size = sizeof(struct warpcrypt_options), __VA_ARGS__	\
	})

struct warpcrypt *lib_open_with(const struct warpcrypt_options *o);
/* With two threads that have the smallest frames; "cpu", or an engine that they share. */
struct warpcrypt *lib_open(const char *backend);
/* All batches are done: no bytes wait by the queue's count. */
void lib_close(struct warpcrypt *w);

/* A test with @w, which lib_open() has opened; @backend may be LIB_EITHER. */
#define TEST_LIB(test, backend)						\
static void opened_##test(struct warpcrypt *w);				\
TEST(test)								\
{									\
	lib_test(backend, opened_##test);				\
}									\
static void opened_##test(struct warpcrypt *w)

/* With the CPU engine, then with one that is shared. */
#define LIB_EITHER	NULL

void lib_test(const char *backend, void (*test)(struct warpcrypt *w));

/* @call fails with @code and says why. */
#define REFUSED(code, call) do {					\
	assert_int_equal(call, code);					\
	assert_true(warpcrypt_error()[0]);				\
} while (0)

#endif /* WARPCRYPT_TESTS_UNIT_LIB_OPEN_H */
