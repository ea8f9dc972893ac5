/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Frames: requests gather in them, and a helper works on one as a whole.
 */
#ifndef _WC_FRAME_H
#define _WC_FRAME_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/list.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "arena.h"
#include "request.h"

struct wc_link;
struct wc_queue;
struct wc_share;

/**
 * enum wc_frame_state - who owns a frame
 * @WC_FRAME_FREE: no owner; on its queue's free list
 * @WC_FRAME_OPEN: the queue; takes requests. At most one frame of a share is open
 * @WC_FRAME_SEALED: the queue; takes no more requests, waits to be fetched
 * @WC_FRAME_HELPER: the helper
 * @WC_FRAME_WAITING: the queue; committed or expired, but other pieces of the same long
 *	request are not
 * @WC_FRAME_COMPLETING: the thread or work that delivers it
 * @WC_FRAME_DEAD: the threads that were still copying into it when the link
 *	died, or when it had waited too long; the last of them frees it
 *
 * Every change is made under the queue's lock. A frame leaves HELPER once: by a
 * commit with its current id, or by the death of the link, whichever takes the
 * lock first. So no request is completed twice.
 */
enum wc_frame_state {
	WC_FRAME_FREE,
	WC_FRAME_OPEN,
	WC_FRAME_SEALED,
	WC_FRAME_HELPER,
	WC_FRAME_WAITING,
	WC_FRAME_COMPLETING,
	WC_FRAME_DEAD,
};

/**
 * struct wc_frame - one frame of a link's arena
 * @data: its memory
 * @queue: the queue that it belongs to
 * @share: of the queue, whose requests it takes
 * @node: on the queue's free or the share's sealed list
 * @requests: the short requests in it, in order of arrival
 * @whole: the long request that it holds a piece of, else NULL
 * @next: the frame with the next piece of that request
 * @id: identifies it from fetch to commit; 0 before it is fetched
 * @born: of the oldest request in it (&wc_request.born)
 * @since: jiffies when it could be fetched first (of short requests: when it got the
 *	first), when it was handed out, or when it was committed: whichever came last
 * @index: its place in the arena
 * @state: who owns it
 * @used: bytes of payload, from the start, gaps included
 * @bytes: bytes of payload, gaps not included
 * @count: number of descriptors, which grow from the end
 * @copying: number of requests whose source is still being copied in. Grows
 *	under the lock; see wc_frame_filled()
 * @fetchable: in SEALED: nothing is being copied in any more
 * @cpu: the CPU that submitted its first request; read without the lock, too
 * @deliver: delivers it
 * @turn: changes when a thread begins to deliver the frame; a thread that has
 *	not seen the last change must not go on
 * @delivered: in COMPLETING: bytes of @whole that were taken
 * @due: in COMPLETING: no thread has begun to deliver it
 * @slow: the requests in it are slow (&wc_request.slow)
 * @weight: bytes that it adds to &wc_share.held and &wc_share.delivering, from the time
 *	when it is handed out on
 * @head: in COMPLETING: its delivery includes the frames that follow it in @next
 * @failed: in COMPLETING: there are no results
 * @why: in COMPLETING, if @failed, and in DEAD: why its requests are lost
 * @delivering: in COMPLETING: a step of the delivery is under way
 *
 * @data, @queue and @index do not change. The queue's lock protects the rest, but
 * during a step of the delivery (@delivering) @requests, @whole and @delivered are the
 * thread's that delivers; @state is read without it, too.
 */
struct wc_frame {
	u8 __arena *data;
	struct wc_queue *queue;
	struct wc_share *share;
	struct list_head node;
	struct list_head requests;
	struct wc_request *whole;
	struct wc_frame *next;
	u64 id;
	unsigned long born;
	unsigned long since;
	u32 index;
	enum wc_frame_state state;
	u32 used;
	u32 bytes;
	u32 count;
	u32 weight;
	atomic_t copying;
	int cpu;
	struct work_struct deliver;
	u32 turn;
	u32 delivered;
	bool due;
	bool fetchable;
	bool slow;
	bool head;
	bool failed;
	bool delivering;
	enum wc_reason why;
} ____cacheline_aligned_in_smp;

/* Bytes of one descriptor. */
#define WC_DESC_SIZE	((u32)sizeof(struct warpcrypt_desc))

/**
 * wc_frame_fill_level() - how much of a frame is in use, bytes
 * @frame: the frame
 *
 * Context: any, under the queue's lock.
 */
static inline u32 wc_frame_fill_level(const struct wc_frame *frame)
{
	return frame->used + frame->count * WC_DESC_SIZE;
}

/**
 * wc_frame_is_filled() - has the last copy into a frame ended?
 * @frame: the frame. If it has, what was copied is there
 *
 * Context: any, under the queue's lock, which wc_frame_filled() does not take.
 */
static inline bool wc_frame_is_filled(const struct wc_frame *frame)
{
	return !atomic_read_acquire(&frame->copying);
}

u32 wc_frame_capacity(const struct wc_link *link);
u32 wc_frame_pieces(const struct wc_link *link, u32 len);

bool wc_frame_join(struct wc_queue *queue, struct wc_request *rq);
bool wc_frame_reserve(struct wc_queue *queue, struct wc_request *rq);
void wc_frame_seal(struct wc_queue *queue, struct wc_frame *frame);
void wc_frame_check(struct wc_queue *queue, struct wc_frame *frame);
void wc_frame_delist(struct wc_queue *queue, struct wc_frame *frame);
void wc_frame_close(struct wc_share *share);
bool wc_frame_release(struct wc_queue *queue, struct wc_frame *frame);

/* fill.c */
void wc_frame_fill(struct wc_request *rq);
void wc_frame_drop_key(struct wc_link *link, struct wc_request *rq);
void wc_frame_wipe(struct wc_request *rq);
void wc_frame_lose(struct wc_link *link, struct list_head *lost,
		   enum wc_reason reason);
bool wc_frame_end(struct wc_queue *queue, struct wc_frame *frame,
		  enum wc_reason why, struct list_head *lost);
bool wc_frames_abandon(struct wc_queue *queue, enum wc_reason why,
		       struct list_head *lost);

#endif /* _WC_FRAME_H */
