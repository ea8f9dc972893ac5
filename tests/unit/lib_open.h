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

struct warpcrypt *lib_open_with(const struct warpcrypt_options *o);
/* With two threads; @memory 0: as much as libwarpcrypt chooses. */
struct warpcrypt *lib_open(const char *backend, size_t memory);
/* All batches are done: no bytes wait by the queue's count. */
void lib_close(struct warpcrypt *w);

/* A test with the CPU engine, then with one that is shared: @backend. */
#define TEST_EITHER(test)						\
static void either_##test(const char *backend);				\
TEST(test)								\
{									\
	either_##test("cpu");						\
	either_##test("cuda");						\
}									\
static void either_##test(const char *backend)

/* @call fails with @code and says why. */
#define REFUSED(code, call) do {					\
	assert_int_equal(call, code);					\
	assert_true(warpcrypt_error()[0]);				\
} while (0)

#endif /* WARPCRYPT_TESTS_UNIT_LIB_OPEN_H */
