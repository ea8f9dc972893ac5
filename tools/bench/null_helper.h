/* SPDX-License-Identifier: GPL-2.0-only */
/* A helper that computes nothing, of processes instead of threads. */
#ifndef WARPCRYPT_BENCH_NULL_HELPER_H
#define WARPCRYPT_BENCH_NULL_HELPER_H

#include <stdint.h>

#include "tools/bench/device.h"

void null_helper_start(const struct geometry *geo, uint32_t processes);

#endif /* WARPCRYPT_BENCH_NULL_HELPER_H */
