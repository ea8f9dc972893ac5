/* SPDX-License-Identifier: GPL-2.0-only */
/* How fast an engine is at each thing that it can do: measured, within some time. */
#ifndef WARPCRYPT_HELPER_ENGINE_RATES_H
#define WARPCRYPT_HELPER_ENGINE_RATES_H

#include "helper/engine/backend.h"
#include "helper/engine/rate_frame.h"

/**
 * struct wc_rates - the rates of an engine
 * @rate: each as the module wants it, with engine 0
 * @count: how many are known
 */
struct wc_rates {
	struct warpcrypt_rate rate[WC_RATE_KINDS_MAX];
	uint32_t count;
};

int wc_rates_measure(struct wc_rates *rates, struct wc_backend *backend,
		     unsigned int threads, unsigned int ms,
		     struct wc_error *err);

#endif /* WARPCRYPT_HELPER_ENGINE_RATES_H */
