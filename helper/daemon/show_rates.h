/* SPDX-License-Identifier: GPL-2.0-only */
/* warpcryptd --rates. */
#ifndef WARPCRYPT_HELPER_DAEMON_SHOW_RATES_H
#define WARPCRYPT_HELPER_DAEMON_SHOW_RATES_H

#include "helper/daemon/options.h"

int wc_show_rates(const struct wc_options *options);

#endif /* WARPCRYPT_HELPER_DAEMON_SHOW_RATES_H */
