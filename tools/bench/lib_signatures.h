/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signatures of `warpcrypt-bench lib`: how many libwarpcrypt checks, and how many
 * OpenSSL does.
 */
#ifndef WARPCRYPT_BENCH_LIB_SIGNATURES_H
#define WARPCRYPT_BENCH_LIB_SIGNATURES_H

#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"

/**
 * struct checked - signatures checked in some time
 * @per_second: of the clock
 * @per_cpu_second: of processor time, of all threads
 */
struct checked {
	double per_second;
	double per_cpu_second;
};

/* The most batches that can be in progress. */
#define LIB_SIGNATURES_BATCHES	2u

struct lib_signatures;

struct lib_signatures *lib_signatures_new(enum warpcrypt_scheme scheme,
					  uint32_t count);
void lib_signatures_free(struct lib_signatures *s);
int lib_signatures_verify(const struct lib_signatures *s, struct warpcrypt *w);
void lib_signatures_run(const struct lib_signatures *s, struct warpcrypt *w,
			uint32_t in_flight, uint64_t ns,
			struct checked *result);
void lib_signatures_host(const struct lib_signatures *s, unsigned int threads,
			 uint64_t ns, struct checked *result);
void lib_signatures_openssl(const struct lib_signatures *s, uint64_t ns,
			    struct checked *result);

#endif /* WARPCRYPT_BENCH_LIB_SIGNATURES_H */
