/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Routes: which engine does a request, or software.
 */
#ifndef _WC_ROUTE_H
#define _WC_ROUTE_H

#include <linux/types.h>

#include "stats.h"

struct wc_request;

bool wc_route(struct wc_request *rq, bool decrypt, bool here,
	      enum wc_reason *why);
void wc_route_end(struct wc_request *rq);
void wc_route_undone(struct wc_request *rq);
void wc_route_end_all(struct list_head *requests);

int wc_route_init(void);
void wc_route_exit(void);

#endif /* _WC_ROUTE_H */
