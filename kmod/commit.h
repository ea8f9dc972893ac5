/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commits: the helper gives a frame back, and its results are delivered.
 */
#ifndef _WC_COMMIT_H
#define _WC_COMMIT_H

#include <linux/types.h>

struct wc_link;
struct wc_queue;

void wc_commit_take_over(struct wc_queue *queue, unsigned long limit);
bool wc_commit(struct wc_link *link, u64 id, int status);

#endif /* _WC_COMMIT_H */
