/* SPDX-License-Identifier: GPL-2.0-only */
/* The part of `warpcrypt-bench lib` about signatures: all schemes, beside OpenSSL. */
#ifndef WARPCRYPT_BENCH_LIB_SCHEMES_H
#define WARPCRYPT_BENCH_LIB_SCHEMES_H

#include <json-c/json.h>
#include <stdbool.h>

#include "helper/lib/libwarpcrypt.h"

void lib_schemes_measure(struct warpcrypt *w, uint32_t count,
			 uint32_t in_flight, uint32_t runs, uint64_t ns);
void lib_schemes_put(bool gpu, uint32_t runs, struct json_object *report);

#endif /* WARPCRYPT_BENCH_LIB_SCHEMES_H */
