/* SPDX-License-Identifier: GPL-2.0-only */
/* Are results right? Compared with those of tests/reference, byte by byte. */
#ifndef WARPCRYPT_BENCH_NATIVE_CHECK_H
#define WARPCRYPT_BENCH_NATIVE_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "tools/bench/native/road.h"

void native_expect(const struct road_job *job, uint32_t submitters, size_t bytes);
void native_check(const struct road_job *job, struct road_result *result);

#endif /* WARPCRYPT_BENCH_NATIVE_CHECK_H */
