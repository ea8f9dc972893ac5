/* SPDX-License-Identifier: GPL-2.0-only */
/* Many requests for libwarpcrypt, of all kinds. */
#ifndef WARPCRYPT_TESTS_UNIT_LIB_MIXTURE_H
#define WARPCRYPT_TESTS_UNIT_LIB_MIXTURE_H

#include <stdatomic.h>

#include "tests/unit/lib_sample.h"

/* Run them with keys of @ciphers, a bit for each of enum warpcrypt_cipher; compare the results. */
void mixture_run(struct warpcrypt *w, struct test_rand *r, uint32_t ciphers);
/*
 * The same. When each thread has a frame, the bits @gpus, which may be 0, come to @fault:
 * fake_engine_broken or fake_engine_hangs.
 */
void mixture_run_faulty(struct warpcrypt *w, struct test_rand *r, uint32_t ciphers,
			atomic_uint *fault, unsigned int gpus);

#endif /* WARPCRYPT_TESTS_UNIT_LIB_MIXTURE_H */
