/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * AES on the CPU by libcrypto, for processors with AES instructions. One request
 * at a time is enough to keep their pipelines full.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CPU_AES_H
#define WARPCRYPT_HELPER_ENGINE_CPU_AES_H

#include <stdbool.h>

#include "helper/engine/evp_cache.h"
#include "helper/transport/view.h"

bool wc_cpu_aes_wanted(void);
int wc_cpu_aes(struct wc_evp_cache *cache, const struct wc_view *frame,
	       const struct warpcrypt_desc *desc);

#endif /* WARPCRYPT_HELPER_ENGINE_CPU_AES_H */
