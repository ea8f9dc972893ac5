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
#include <linux/workqueue.h>

struct wc_engine;
struct wc_frame;
struct wc_link;

/**
 * struct wc_share - the requests of root, or those of all other users, in a queue
 * @open: the frame that takes requests, or NULL
 * @sealed: frames to be fetched, the one with the oldest request first
 * @backlog: requests that wait for room, the oldest first
 * @patient: number of requests in @backlog whose callers have not asked to wait
 * @busy: number of its frames that are not free
 * @most: how large @busy may become: of users, half of the queue's frames
 * @ready: number of sealed frames that can be fetched. This and the next four are
 *	read without the lock, too, as a hint
 * @level: how full the open frame is, bytes; 0: there is none
 * @born: of the open frame, as &wc_frame.born
 * @held: bytes in the frames that the helper has; without slow ones and those of long
 *	requests, as the next
 * @delivering: bytes in the frames that it has given back and that are not free yet
 *
 * Users' requests share frames with each other and not with root's (volumes, kernel
 * threads), and are handed out and get room in turns with them. So what users have in
 * flight does not delay root's requests by more than a frame at a time. There is not one
 * share for each user, because a user can have thousands of user ids.
 */
struct wc_share {
	struct wc_frame *open;
	struct list_head sealed;
	struct list_head backlog;
	u32 patient;
	u32 busy;
	u32 most;
	u32 ready;
	u32 level;
	unsigned long born;
	u32 held;
	u32 delivering;
};

/* &wc_request.limited is the index of a request's share. */
#define WC_SHARES	2u

/**
 * struct wc_queue - a part of a link
 * @link: the link
 * @engine: the engine whose queue it is
 * @frames: its frames
 * @count: number of frames
 * @index: which queue of the link it is
 * @serve: gives room to requests in the backlogs
 * @lock: protects what follows, up to @offer; taken with BH off. Within it the
 *	link's lock and that of the key slots may be taken, but no other queue's
 * @dead: the link is dead, and this queue has given its requests back
 * @free: free frames, the last one used first, because it is in the cache. While one
 *	is not free, the queue holds a reference to the link
 * @free_count: number of frames in @free; read without the lock, too, as a hint
 * @share: root's requests, other users' requests
 * @fetches: whose frame is handed out next, if both have one
 * @gets_room: who gets room next, if both wait for it
 * @sequence: number of frames handed out, for their ids
 * @streak: how often threads that serve this queue have found frames here and not
 *	looked at others
 * @looked: the queue at which they looked last
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
	struct work_struct serve;

	spinlock_t lock ____cacheline_aligned_in_smp; /* see above */
	bool dead;
	struct list_head free;
	u32 free_count;
	struct wc_share share[WC_SHARES];
	u32 fetches;
	u32 gets_room;
	u32 sequence;
	u32 streak;
	struct wc_queue *looked;
	struct list_head waiters;
	u32 chosen;
	bool summoned;
	bool missed;
	u32 offer;
	wait_queue_head_t wait;
} ____cacheline_aligned_in_smp;

/* Each share of a queue. */
#define wc_for_each_share(_share, queue)				\
	for ((_share) = (queue)->share;					\
	     (_share) < (queue)->share + WC_SHARES; (_share)++)

/* Each queue of a link, or of an engine. */
#define wc_for_each_queue(queue, link)					\
	for ((queue) = (link)->queues;					\
	     (queue) < (link)->queues + (link)->queue_count; (queue)++)

int wc_queues_init(struct wc_link *link);
void wc_queues_free(struct wc_link *link);
struct wc_queue *wc_queue_here(const struct wc_engine *engine);
struct wc_queue *wc_queue_next(const struct wc_queue *queue);
bool wc_queue_offers(const struct wc_queue *queue, const struct wc_share *share,
		     u32 fill);
bool wc_queue_may_be_ready(const struct wc_queue *queue, u32 fill);
void wc_queue_hold(struct wc_queue *queue, struct wc_frame *frame);
void wc_queue_let_go(struct wc_queue *queue, const struct wc_frame *frame);
void wc_queue_deliver(struct wc_queue *queue, const struct wc_frame *frame,
		      bool begins);
bool wc_queues_are_idle(struct wc_link *link);
u32 wc_queues_busy(const struct wc_link *link);
void wc_queue_wake_all(struct wc_queue *queue);

#endif /* _WC_QUEUE_H */
