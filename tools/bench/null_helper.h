/* SPDX-License-Identifier: GPL-2.0-only */
/* A helper that computes nothing, of processes instead of threads. */
#ifndef WARPCRYPT_BENCH_NULL_HELPER_H
#define WARPCRYPT_BENCH_NULL_HELPER_H

#include "helper/transport/mapping.h"

void null_helper_start(const struct wc_geometry *geo, uint32_t processes);

#endif /* WARPCRYPT_BENCH_NULL_HELPER_H */
