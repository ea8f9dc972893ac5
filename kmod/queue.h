/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Queues: a link's frames, the requests that wait for room in them, and the
 * helper's threads that wait for them, divided so that CPUs do not share them.
 */
#ifndef _WC_QUEUE_H
#define _WC_QUEUE_H

#include <linux/cache.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>

struct wc_engine;
struct wc_frame;
struct wc_link;

/**
 * struct wc_queue - a part of a link
 * @link: the link
 * @engine: the engine whose queue it is
 * @frames: its frames
 * @count: number of frames
 * @index: which queue of the link it is
 * @lock: protects what follows, up to @offer; taken with BH off. Within it the
 *	link's lock and that of the key slots may be taken, but no other queue's
 * @dead: the link is dead, and this queue has given its requests back
 * @open: the frame that takes requests, or NULL
 * @free: free frames, the last one used first, because it is in the cache
 * @free_count: number of frames in @free; read without the lock, too, as a hint
 * @sealed: frames to be fetched, the oldest first
 * @backlog: requests that wait for room
 * @patient: number of requests in @backlog whose callers have not asked to wait
 * @busy: number of frames that are not free; while there is one, the queue holds
 *	a reference to the link
 * @sequence: number of frames handed out, for their ids
 * @ready: number of sealed frames that can be fetched. This and the next two are
 *	read without the lock, too, as a hint
 * @level: how full the open frame is, bytes; 0: there is none
 * @held: bytes in the frames that the helper has; without slow ones, as the next
 * @delivering: bytes in the frames that it has given back and that are not free yet
 * @waiters: threads that wait in ENTER and were not chosen to fetch a frame
 * @chosen: number of those that were, and have not come for it yet
 * @summoned: a thread of another queue was, or will be, and has not come for it
 *	yet
 * @missed: no thread was chosen meanwhile, because of @summoned
 * @offer: how full the frame is that it was summoned for, bytes
 * @wait: ENTER waits here for frames
 */
struct wc_queue {
	struct wc_link *link;
	struct wc_engine *engine;
	struct wc_frame *frames;
	u32 count;
	u32 index;

	spinlock_t lock ____cacheline_aligned_in_smp; /* see above */
	bool dead;
	struct wc_frame *open;
	struct list_head free;
	u32 free_count;
	struct list_head sealed;
	struct list_head backlog;
	u32 patient;
	u32 busy;
	u32 sequence;
	u32 ready;
	u32 level;
	u32 held;
	u32 delivering;
	struct list_head waiters;
	u32 chosen;
	bool summoned;
	bool missed;
	u32 offer;
	wait_queue_head_t wait;
} ____cacheline_aligned_in_smp;

/* Each queue of a link, or of an engine. */
#define wc_for_each_queue(queue, link)					\
	for ((queue) = (link)->queues;					\
	     (queue) < (link)->queues + (link)->queue_count; (queue)++)

int wc_queues_init(struct wc_link *link);
void wc_queues_free(struct wc_link *link);
struct wc_queue *wc_queue_here(const struct wc_engine *engine);
struct wc_queue *wc_queue_next(const struct wc_queue *queue);
u32 wc_queue_gather(const struct wc_queue *queue);
bool wc_queue_may_be_ready(const struct wc_queue *queue, u32 fill);
void wc_queue_hold(struct wc_queue *queue, const struct wc_frame *frame);
void wc_queue_let_go(struct wc_queue *queue, const struct wc_frame *frame);
void wc_queue_deliver(struct wc_queue *queue, const struct wc_frame *frame,
		      bool begins);
bool wc_queues_are_idle(struct wc_link *link);
u32 wc_queues_busy(const struct wc_link *link);
bool wc_queues_are_busy(struct wc_link *link);
void wc_queue_wake_all(struct wc_queue *queue);

#endif /* _WC_QUEUE_H */
