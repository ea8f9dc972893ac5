/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commits: the helper gives a frame back, and its delivery is due.
 */
#ifndef _WC_COMMIT_H
#define _WC_COMMIT_H

#include <linux/types.h>

struct wc_link;
struct wc_queue;

bool wc_commit(struct wc_link *link, u64 id, int status,
	       const struct wc_queue *from);

#endif /* _WC_COMMIT_H */
