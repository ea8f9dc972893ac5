/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A link: one attachment of one helper, from ATTACH until nothing uses its arena
 * any more.
 */
#ifndef _WC_LINK_H
#define _WC_LINK_H

#include <linux/cache.h>
#include <linux/jiffies.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "arena.h"
#include "engine.h"
#include "keys.h"
#include "params.h"
#include "stats.h"
#include "uapi/warpcrypt.h"

struct wc_frame;
struct wc_queue;

/**
 * enum wc_link_state - the state of a link
 * @WC_LINK_TESTING: tested with known answers; takes no other requests
 * @WC_LINK_LIVE: takes requests
 * @WC_LINK_DEAD: takes no requests and hands out no frames; waits for its last
 *	reference to be dropped
 */
enum wc_link_state {
	WC_LINK_TESTING,
	WC_LINK_LIVE,
	WC_LINK_DEAD,
};

/**
 * struct wc_link - one attachment of a helper
 * @generation: number of the attachment
 * @since: jiffies when it was attached
 * @frame_size: bytes of a frame
 * @frame_count: number of frames
 * @pieces_max: the most frames that a request may need
 * @queue_count: number of queues
 * @engine_count: number of engines
 * @queues: the queues, among which the frames are divided; each engine has some
 * @frames: the frames
 * @arena: the memory
 * @keys: the key slots, which have a lock of their own
 * @lock: protects what follows, up to @reason, and of @engines the budgets and
 *	which are retired; taken with BH off, also within a queue's lock. Only who
 *	changes something takes it, which is seldom
 * @state: the state; read without the lock, too
 * @reason: why it is dead; written before @state
 * @ref: references: of the helper's file, of each queue that has frames in use, of
 *	the start work
 * @idle: suspend waits here until nothing is in flight, and for the end of @state
 *	WC_LINK_TESTING
 * @start: work that runs the known answers and makes the link live
 * @watchdog: work that checks deadlines while any frame is in use
 * @tell: work that wakes ENTER because keys have lost their slots
 * @teardown: work that frees the link
 * @gone: completed after that; set before the file's reference is dropped
 *
 * @engines: the engines
 *
 * What comes before @keys does not change while the link is attached.
 */
struct wc_link {
	u32 generation;
	unsigned long since;
	u32 frame_size;
	u32 frame_count;
	u32 pieces_max;
	u32 queue_count;
	u32 engine_count;
	struct wc_queue *queues;
	struct wc_frame *frames;
	struct wc_arena arena;

	struct wc_key_slots keys ____cacheline_aligned_in_smp;

	spinlock_t lock ____cacheline_aligned_in_smp; /* see above */
	enum wc_link_state state;
	enum wc_reason reason;
	struct kref ref;
	wait_queue_head_t idle;

	struct work_struct start;
	struct delayed_work watchdog;
	struct delayed_work tell;
	struct work_struct teardown;
	struct completion *gone;

	struct wc_engine engines[WARPCRYPT_ENGINES_MAX];
};

/* How many deadlines all known answers together may take. */
#define WC_TESTING_MAX	4u

/* For work that must make progress when memory is short. */
extern struct workqueue_struct *wc_wq;
/* The same, on the CPU on which it is queued. */
extern struct workqueue_struct *wc_cpu_wq;
/*
 * For work that may take long: known answers and testmgr, freeing a link with
 * locks of user memory. It must not delay the lost requests on wc_wq.
 */
extern struct workqueue_struct *wc_slow_wq;

/*
 * The shortest deadline for known answers: enough for a machine that is slow or
 * busy, even if deadline_ms is short because the helper is known to be fast.
 */
#define WC_KAT_DEADLINE_MS	10000u

/* A request of a 16th of the deadline is old. */
#define WC_OLD_SHARE	16u

/**
 * wc_link_deadline() - how long a link's helper may take for a frame
 * @link: the link
 *
 * Context: any.
 * Return: jiffies.
 */
static inline unsigned long wc_link_deadline(const struct wc_link *link)
{
	uint ms = READ_ONCE(wc_param_deadline_ms);

	if (READ_ONCE(link->state) == WC_LINK_TESTING)
		ms = max(ms, WC_KAT_DEADLINE_MS);
	return msecs_to_jiffies(ms);
}

/**
 * wc_link_is_old() - is a request so old that it goes out whatever its frame lacks?
 * @link: its link
 * @born: &wc_request.born
 *
 * Context: any.
 */
static inline bool wc_link_is_old(const struct wc_link *link,
				  unsigned long born)
{
	return time_after(jiffies,
			  born + wc_link_deadline(link) / WC_OLD_SHARE);
}

void wc_link_get(struct wc_link *link);
void wc_link_put(struct wc_link *link);
void wc_link_watch_later(struct wc_link *link);
void wc_link_busy(struct wc_link *link);
void wc_link_tell_later(struct wc_link *link);
void wc_link_tell(struct work_struct *work);

bool wc_link_is_attached(void);
bool wc_link_claim(struct wc_link *link);
void wc_link_unclaim(struct wc_link *link);
void wc_link_freed(void);
void wc_link_publish(struct wc_link *link);
void wc_link_unpublish(struct wc_link *link);

struct wc_link *wc_link_live(void);
bool wc_link_is_suspended(void);
void wc_link_forget_key_in(struct wc_link *link, struct wc_key *key);
void wc_link_forget_key(struct wc_key *key);

struct wc_link *wc_link_get_attached(void);
void wc_link_suspend(void);
void wc_link_resume(void);
void wc_link_set_registering(bool registering);
const char *wc_link_state_name(void);

int wc_link_init(void);
void wc_link_exit(void);

#endif /* _WC_LINK_H */
