/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The software path: requests that the device does not do.
 */
#ifndef _WC_FALLBACK_H
#define _WC_FALLBACK_H

#include <linux/types.h>

#include "compat.h"
#include "stats.h"

struct wc_request;
struct wc_skcipher_req;

int wc_fallback_now(struct wc_skcipher_req *ctx, enum wc_reason why);
int wc_fallback_sync(struct wc_skcipher_req *ctx, enum wc_reason why);
void wc_fallback_redo(struct wc_request *rq);

#endif /* _WC_FALLBACK_H */
