/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A link: one attachment of one helper, from ATTACH until nothing uses its arena
 * any more.
 */
#ifndef _WC_LINK_H
#define _WC_LINK_H

#include <linux/kref.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "arena.h"
#include "budget.h"
#include "keys.h"
#include "stats.h"
#include "uapi/warpcrypt.h"

struct wc_frame;

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
 * @ref: references: of the helper's file, of each frame in use, of the start
 *	work
 * @lock: protects what follows, up to @sequence; taken with BH off
 * @state: the state
 * @reason: why it is dead
 * @open: the frame that takes requests, or NULL
 * @free: free frames, the last one used first, because it is in the cache
 * @free_count: number of frames in @free
 * @sealed: frames to be fetched, the oldest first
 * @backlog: requests that wait for room
 * @busy: number of frames that are not free
 * @ready: number of sealed frames that can be fetched. This and @level are
 *	read without the lock, too, as a hint
 * @level: how full the open frame is, bytes; 0: there is none
 * @waiters: threads that wait in ENTER and were not chosen to fetch a frame
 * @chosen: number of those that were, and have not come for it yet
 * @progress: jiffies at the helper's last commit
 * @budget: what the helper has cost
 * @sequence: number of frames handed out, for their ids
 * @keys: the key slots, which have a lock of their own
 * @wait: ENTER waits here for frames
 * @idle: suspend waits here for @busy to become 0, and for the end of @state
 *	WC_LINK_TESTING
 * @generation: number of the attachment
 * @frame_size: bytes of a frame
 * @frame_count: number of frames
 * @modes: what the helper does, as &warpcrypt_attach.modes
 * @frames: the frames
 * @arena: the memory
 * @start: work that runs the known answers and makes the link live
 * @watchdog: work that checks deadlines while any frame is in use
 * @tell: work that wakes ENTER because keys have lost their slots
 * @teardown: work that frees the link
 * @gone: completed after that; set before the file's reference is dropped
 */
struct wc_link {
	struct kref ref;
	spinlock_t lock; /* see above */
	enum wc_link_state state;
	enum wc_reason reason;
	struct wc_frame *open;
	struct list_head free;
	u32 free_count;
	struct list_head sealed;
	struct list_head backlog;
	u32 busy;
	u32 ready;
	u32 level;
	struct list_head waiters;
	u32 chosen;
	unsigned long progress;
	struct wc_budget budget;
	u32 sequence;
	struct wc_key_slots keys;
	wait_queue_head_t wait;
	wait_queue_head_t idle;

	u32 generation;
	u32 frame_size;
	u32 frame_count;
	u16 modes[WARPCRYPT_CIPHER_COUNT];
	struct wc_frame *frames;
	struct wc_arena arena;

	struct work_struct start;
	struct delayed_work watchdog;
	struct delayed_work tell;
	struct work_struct teardown;
	struct completion *gone;
};

/* For work that must make progress when memory is short. */
extern struct workqueue_struct *wc_wq;
/*
 * For work that may take long: known answers and testmgr, freeing a link with
 * locks of user memory. It must not delay the lost requests on wc_wq.
 */
extern struct workqueue_struct *wc_slow_wq;

void wc_link_get(struct wc_link *link);
void wc_link_put(struct wc_link *link);
unsigned long wc_link_deadline(const struct wc_link *link);
void wc_link_watch_later(struct wc_link *link);
void wc_link_busy(struct wc_link *link);
void wc_link_tell_later(struct wc_link *link);
void wc_link_tell(struct work_struct *work);
void wc_link_waited(struct wc_link *link, unsigned long since);

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
