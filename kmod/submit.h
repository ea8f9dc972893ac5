/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Submission: a request is admitted to a link, or refused with a reason.
 */
#ifndef _WC_SUBMIT_H
#define _WC_SUBMIT_H

#include <linux/types.h>

#include "stats.h"

struct list_head;
struct wc_link;
struct wc_queue;
struct wc_request;

bool wc_submit_expects(const struct wc_request *rq);
int wc_submit(struct wc_request *rq, bool wait, enum wc_reason *why);
int wc_submit_to(struct wc_queue *queue, struct wc_request *rq, bool wait,
		 enum wc_reason *why);
void wc_submit_init(struct wc_link *link);
void wc_submit_exit(struct wc_link *link);
void wc_submit_waiting(struct wc_queue *queue);
void wc_submit_expire(struct wc_queue *queue, unsigned long limit,
		      struct list_head *lost);

#endif /* _WC_SUBMIT_H */
