/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests for libwarpcrypt at chosen places of one piece of memory, and the results
 * that the model expects.
 */
#ifndef WARPCRYPT_TESTS_LIB_PLACE_H
#define WARPCRYPT_TESTS_LIB_PLACE_H

#include "tests/unit/lib_open.h"
#include "tests/unit/lib_sample.h"

/* An engine, a key and memory. */
struct place {
	struct warpcrypt *w;	/* two threads with the smallest frames */
	struct test_rand rand;	/* of data and keys */
	struct test_key key;	/* of all requests */
	uint8_t *memory;	/* where they lie */
	size_t len;		/* bytes of @memory */
	struct expected *expected;	/* the result that each request is to have */
	size_t room;		/* entries of @expected */
};

uint8_t *place_pages(size_t len);
void place_open(struct place *p, const char *backend, size_t len);
/* @w is closed with it. */
void place_open_with(struct place *p, struct warpcrypt *w, size_t len);
/* Frees the key, too. */
void place_close(struct place *p);
void place_key(struct place *p, uint8_t cipher, uint8_t mode, uint16_t len);
void place_free(struct place *p);

/* A request with random data at @src of the memory, whose result is for @dst. */
void place_request(struct place *p, struct warpcrypt_request *q, size_t src, size_t dst,
		   size_t len, bool decrypt);

/* Compare, and forget what was expected. */
void place_check(struct place *p, const struct warpcrypt_request *q);
void place_check_all(struct place *p, const struct warpcrypt_request *q, size_t count);

/* Do the requests, all of which must succeed, and compare. */
void place_run(struct place *p, struct warpcrypt_request *q, size_t count);

/* A test with a place @p, of @len bytes, whose engine is @backend, or LIB_EITHER. */
#define TEST_PLACE(test, backend, len)					\
static void placed_##test(struct place *p);				\
TEST(test)								\
{									\
	place_test(backend, len, placed_##test);				\
}									\
static void placed_##test(struct place *p)

void place_test(const char *backend, size_t len, void (*test)(struct place *p));

#endif /* WARPCRYPT_TESTS_LIB_PLACE_H */
