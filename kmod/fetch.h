/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fetching: frames are handed to the helper.
 */
#ifndef _WC_FETCH_H
#define _WC_FETCH_H

#include <linux/types.h>

#include "uapi/warpcrypt.h"

struct wc_link;
struct wc_queue;
struct wc_waiter;

bool wc_fetch_may_succeed(const struct wc_queue *queue, u32 fill);
u32 wc_fetch(struct wc_queue *queue, struct warpcrypt_frame *out, u32 max,
	     u32 fill, struct wc_waiter *waiter);
void wc_fetch_leave(struct wc_queue *queue, struct wc_waiter *waiter);
bool wc_fetch_overdue(struct wc_link *link, unsigned long limit);

#endif /* _WC_FETCH_H */
