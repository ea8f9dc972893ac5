/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The groups on the CPU, in constant time: X25519 and edwards25519 by
 * kernels/cpu/x25519.h, P-256 by kernels/cpu/wei.h. The units of many requests are one
 * batch.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CPU_GROUPS_H
#define WARPCRYPT_HELPER_ENGINE_CPU_GROUPS_H

#include <stdint.h>

#include "helper/transport/view.h"

struct wc_cpu_groups;

struct wc_cpu_groups *wc_cpu_groups_new(void);
void wc_cpu_groups_free(struct wc_cpu_groups *groups);
void wc_cpu_groups(struct wc_cpu_groups *groups, const struct wc_view *frame,
		   const struct warpcrypt_desc *descs, const uint32_t *which,
		   uint32_t count);

#endif /* WARPCRYPT_HELPER_ENGINE_CPU_GROUPS_H */
