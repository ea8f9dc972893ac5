/* SPDX-License-Identifier: GPL-2.0-only */
/* Many requests for libwarpcrypt, of all kinds. */
#ifndef WARPCRYPT_TESTS_UNIT_LIB_MIXTURE_H
#define WARPCRYPT_TESTS_UNIT_LIB_MIXTURE_H

#include "tests/unit/lib_sample.h"

#define MIXTURE_KEYS		40
#define MIXTURE_REQUESTS	600
#define MIXTURE_LEAST		180
/* So many are longer than a frame of 64 KiB: each of three threads has frames. */
#define MIXTURE_LONG		6

/* Keys of all kinds, and requests with them in random order. */
struct mixture {
	struct test_key key[MIXTURE_KEYS];
	struct sample sample[MIXTURE_REQUESTS];
	struct warpcrypt_request request[MIXTURE_REQUESTS];	/* the samples' */
	size_t count;	/* of requests */
};

/* With keys of @ciphers, a bit for each of enum warpcrypt_cipher. */
void mixture_init(struct mixture *x, struct warpcrypt *w, struct test_rand *r,
		  uint32_t ciphers);
/* Compare the results, and free keys and memory. */
void mixture_check(struct warpcrypt *w, struct mixture *x);

#endif /* WARPCRYPT_TESTS_UNIT_LIB_MIXTURE_H */
