/* SPDX-License-Identifier: GPL-2.0-only */
/* What the options mean: which engines, how many threads, which frames. */
#ifndef WARPCRYPT_HELPER_LIB_CHOOSE_H
#define WARPCRYPT_HELPER_LIB_CHOOSE_H

#include "helper/lib/lib_types.h"

int lib_choose_engines(struct wc_engines *set,
		       const struct warpcrypt_options *o);
int lib_choose_paces(struct warpcrypt *w, const struct warpcrypt_options *o);
int lib_choose_sizes(struct warpcrypt *w, struct wc_geometry *geo,
		     const struct warpcrypt_options *o);

#endif /* WARPCRYPT_HELPER_LIB_CHOOSE_H */
