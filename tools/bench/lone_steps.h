/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the steps of a small frame take on a GPU, each by itself: launches, copies,
 * kernels that read device memory or memory of the host.
 */
#ifndef WARPCRYPT_BENCH_LONE_STEPS_H
#define WARPCRYPT_BENCH_LONE_STEPS_H

#include <json-c/json.h>
#include <stdint.h>

void lone_steps(unsigned int gpu, uint32_t bytes, uint32_t times,
		struct json_object *results);

#endif /* WARPCRYPT_BENCH_LONE_STEPS_H */
