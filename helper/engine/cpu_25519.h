/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * X25519 and edwards25519 on the CPU by kernels/cpu/x25519.h, in constant time.
 * The units of many requests are one batch.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CPU_25519_H
#define WARPCRYPT_HELPER_ENGINE_CPU_25519_H

#include <stdint.h>

#include "helper/transport/view.h"

struct wc_cpu_25519;

struct wc_cpu_25519 *wc_cpu_25519_new(void);
void wc_cpu_25519_free(struct wc_cpu_25519 *groups);
void wc_cpu_25519(struct wc_cpu_25519 *groups, const struct wc_view *frame,
		  const struct warpcrypt_desc *descs, const uint32_t *which,
		  uint32_t count);

#endif /* WARPCRYPT_HELPER_ENGINE_CPU_25519_H */
