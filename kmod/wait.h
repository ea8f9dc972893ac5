/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Threads of a helper that wait in ENTER, and which of them a frame wakes.
 */
#ifndef _WC_WAIT_H
#define _WC_WAIT_H

#include <linux/list.h>
#include <linux/types.h>
#include <linux/wait.h>

struct wc_link;

/**
 * struct wc_waiter - a thread that waits in ENTER; on its stack
 * @entry: in &wc_link.wait
 * @node: in &wc_link.waiters, from wc_wait_enlist() until it is chosen or leaves
 * @fill: how full an open frame must be for it, bytes
 * @listed: it is in &wc_link.waiters
 * @chosen: it was chosen, and has not come for its frame yet
 *
 * The link's lock protects all but @entry.
 */
struct wc_waiter {
	struct wait_queue_entry entry;
	struct list_head node;
	u32 fill;
	bool listed;
	bool chosen;
};

void wc_wait_init(struct wc_waiter *waiter);
void wc_wait_enlist(struct wc_link *link, struct wc_waiter *waiter, u32 fill);
void wc_wait_delist(struct wc_link *link, struct wc_waiter *waiter);
struct wc_waiter *wc_wait_choose(struct wc_link *link, u32 level);
void wc_wait_wake(struct wc_link *link, struct wc_waiter *waiter);

#endif /* _WC_WAIT_H */
