/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of `warpcrypt-bench lib` about signatures: how many of each scheme libwarpcrypt
 * checks, and how many OpenSSL does.
 */
#ifndef WARPCRYPT_BENCH_LIB_SIGNATURES_H
#define WARPCRYPT_BENCH_LIB_SIGNATURES_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"

/* The most batches that can be in progress. */
#define LIB_SIGNATURES_BATCHES	2u

void lib_signatures_measure(struct warpcrypt *w, uint32_t count, uint32_t in_flight, uint32_t runs,
			    uint64_t ns);
void lib_signatures_put(bool gpu, uint32_t runs, struct json_object *report);

#endif /* WARPCRYPT_BENCH_LIB_SIGNATURES_H */
