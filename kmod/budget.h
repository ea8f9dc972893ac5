/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a helper may cost its users before it is taken out of service.
 */
#ifndef _WC_BUDGET_H
#define _WC_BUDGET_H

#include <linux/types.h>

#include "stats.h"

/**
 * struct wc_budget - what a live helper has cost; all zeroes at first
 * @errors: for frames that failed
 * @late: for waits
 * @charged: jiffies at the end of the last that was charged; undefined while @late is 0
 * @refilled: jiffies when @late was changed last; undefined while it is 0
 *
 * The link's lock protects it. The first two are read without it, too: most frames
 * change nothing here.
 */
struct wc_budget {
	u32 errors;
	u32 late;
	unsigned long charged;
	unsigned long refilled;
};

bool wc_budget_frame_counts(const struct wc_budget *budget, bool failed);
bool wc_budget_wait_counts(const struct wc_budget *budget, unsigned long since,
			   unsigned long deadline);
void wc_budget_frame(struct wc_budget *budget, bool failed);
void wc_budget_wait(struct wc_budget *budget, unsigned long since,
		    unsigned long deadline);
bool wc_budget_spent(const struct wc_budget *budget, enum wc_reason *why);

#endif /* _WC_BUDGET_H */
