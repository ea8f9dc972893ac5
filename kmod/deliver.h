/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Delivery: results go from a frame to their destinations.
 */
#ifndef _WC_DELIVER_H
#define _WC_DELIVER_H

#include <linux/types.h>

#include "stats.h"

struct wc_frame;
struct wc_link;
struct wc_queue;

void wc_deliver_init(struct wc_link *link);
void wc_deliver_exit(struct wc_link *link);
struct wc_frame *wc_deliver_accept(struct wc_queue *queue,
				   struct wc_frame *frame, bool failed,
				   enum wc_reason why);
void wc_deliver(struct wc_frame *frame, bool fetches);
void wc_deliver_take_over(struct wc_queue *queue, unsigned long limit);

#endif /* _WC_DELIVER_H */
