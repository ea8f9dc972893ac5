/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ciphers on the CPU by kernels/cpu: in constant time, as many blocks in parallel
 * as a register has bits. To fill the registers, many requests of one key are
 * done together.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CPU_WIDE_H
#define WARPCRYPT_HELPER_ENGINE_CPU_WIDE_H

#include <stdint.h>

#include "helper/transport/view.h"

/* The largest number of requests that are done together. */
#define WC_CPU_WIDE_MOST	512u

struct wc_cpu_wide;

const char *wc_cpu_wide_about(void);
struct wc_cpu_wide *wc_cpu_wide_new(void);
void wc_cpu_wide_free(struct wc_cpu_wide *wide);
unsigned int wc_cpu_wide_forget(struct wc_cpu_wide *wide,
				const struct wc_mapping *arena);
int wc_cpu_wide(struct wc_cpu_wide *wide, const struct wc_view *frame,
		const struct warpcrypt_desc *descs, uint32_t n,
		const uint32_t *which, uint32_t count);

#endif /* WARPCRYPT_HELPER_ENGINE_CPU_WIDE_H */
