/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signatures checked on the CPU by kernels/cpu/x25519.h and kernels/cpu/wei.h. The units
 * of many requests are one batch. Nothing in it is secret.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CPU_CHECK_H
#define WARPCRYPT_HELPER_ENGINE_CPU_CHECK_H

#include <stdint.h>

#include "helper/transport/view.h"

struct wc_cpu_check;

struct wc_cpu_check *wc_cpu_check_new(void);
void wc_cpu_check_free(struct wc_cpu_check *check);
int wc_cpu_check(struct wc_cpu_check *check, const struct wc_view *frame,
		 const struct warpcrypt_desc *descs, const uint32_t *which,
		 uint32_t count);

#endif /* WARPCRYPT_HELPER_ENGINE_CPU_CHECK_H */
