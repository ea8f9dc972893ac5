/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Threads of a helper that wait in ENTER, and which of them a frame wakes.
 */
#ifndef _WC_WAIT_H
#define _WC_WAIT_H

#include <linux/list.h>
#include <linux/types.h>
#include <linux/wait.h>

struct wc_engine;
struct wc_queue;

/**
 * struct wc_waiter - a thread that waits in ENTER; on its stack
 * @entry: in &wc_queue.wait of the queue that it serves
 * @node: in &wc_queue.waiters of that queue, from wc_wait_enlist() until it is
 *	chosen or leaves
 * @fill: how full an open frame must be for it, bytes
 * @listed: it is in &wc_queue.waiters
 * @chosen: it was chosen for a frame of its queue, and has not come for it yet
 * @summoned: it was chosen for a frame of this queue, another one, else NULL
 *
 * The lock of the queue that it serves protects all but @entry.
 */
struct wc_waiter {
	struct wait_queue_entry entry;
	struct list_head node;
	u32 fill;
	bool listed;
	bool chosen;
	struct wc_queue *summoned;
};

void wc_wait_init(struct wc_waiter *waiter);
void wc_wait_enlist(struct wc_queue *queue, struct wc_waiter *waiter, u32 fill);
struct wc_queue *wc_wait_delist(struct wc_queue *queue,
				struct wc_waiter *waiter);
bool wc_wait_anybody(const struct wc_engine *engine);
struct wc_waiter *wc_wait_choose(struct wc_queue *queue);
void wc_wait_wake(struct wc_queue *queue, struct wc_waiter *waiter);
void wc_wait_pass_on(struct wc_queue *queue);
void wc_wait_answered(struct wc_queue *queue);

#endif /* _WC_WAIT_H */
