/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The structures of the transport: requests, the frames in which they gather, queues
 * of frames, engines, links. All of the transport's files (path.h) work on them.
 * Includes module.h, choice.h and arena.h.
 *
 * A link is one attachment of one helper, from ATTACH until nothing uses its arena
 * any more.
 */
#ifndef _WC_TYPES_H
#define _WC_TYPES_H

#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/cache.h>
#include <linux/jiffies.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "arena.h"
#include "choice.h"
#include "module.h"
#include "uapi/warpcrypt.h"

struct wc_frame;
struct wc_link;
struct wc_queue;
struct wc_request;

/**
 * struct wc_request_ops - functions of a request's owner, called by the link
 * @prepare: an engine is to do it, and it is submitted next; in the submitter's context,
 *	under RCU. NULL if nothing is to be prepared
 * @describe: fill in the flags, block and iv of a descriptor, for bytes @pos to
 *	@pos + @len. @desc is the kernel's own memory, and is copied into the
 *	frame afterwards. BH off
 * @fill: copy bytes @pos to @pos + @len of the source to @to. Called in order
 *	of @pos. BH off; @len at most WC_COPY_MAX
 * @drain: copy bytes @pos to @pos + @len of the result from @from. Called in
 *	order of @pos, after the last piece came back. BH off; @len at most
 *	WC_COPY_MAX
 * @done: all of the result was drained; the owner has the request again. BH off
 * @lost: the device did not do it, and nothing was drained; the owner has the
 *	request again. BH off or process context; must not call the completion
 *	callback, because the caller may be under RCU or far down a stack
 * @started: the request has left the backlog (wc_submit() returned -EBUSY);
 *	called before @fill. BH off. NULL if the owner needs no notice
 * @redo: do it in software, after wc_redo_later(); process context. NULL if the
 *	owner does not call that
 * @waits: a thread sleeps until it is back, and calls wc_route_end() when it has woken
 */
struct wc_request_ops {
	void (*prepare)(struct wc_request *rq);
	void (*describe)(struct wc_request *rq, struct warpcrypt_desc *desc,
			 u32 pos, u32 len);
	void (*fill)(struct wc_request *rq, u8 __arena *to, u32 pos, u32 len);
	void (*drain)(struct wc_request *rq, const u8 __arena *from, u32 pos,
		      u32 len);
	void (*done)(struct wc_request *rq);
	void (*lost)(struct wc_request *rq, enum wc_reason reason);
	void (*started)(struct wc_request *rq);
	void (*redo)(struct wc_request *rq);
	bool waits;
};

/*
 * The most bytes that are copied with BH off at a time. A longer request is a long one: it
 * shares no frame with others.
 */
#define WC_COPY_MAX		(64u << 10)

/**
 * struct wc_request - a request in a link
 * @node: in &wc_frame.requests, in the backlog, or in a list of the owner
 * @ops: its owner's functions
 * @key: its key; NULL for a request of a group
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode or enum warpcrypt_kpp
 * @len: bytes, at least 1
 * @born: jiffies when its user made it. Set by its owner, once: a request that is
 *	submitted again has its age
 * @limited: its user is not root: it belongs to the share of all such (struct wc_share)
 * @splittable: it may be longer than a frame (CBC encryption may not)
 * @secret: its payload holds a secret scalar, and is wiped when the frame comes
 *	back or is lost; never with @splittable
 * @backlogged: wc_submit() returned -EBUSY, and @ops->started was not called yet
 * @failed: a piece came back with an error
 * @filled: short: its descriptor and source were copied in; written without the lock
 * @implicit: when there is no room, it waits for that, even if its caller does not
 *	ask for it
 * @slow: its blocks are computed one after the other, which takes long
 * @soft_ns: software's time for it, if it has an account
 * @account: the account of the CPU that submitted it, or NULL
 * @soft: where software's time is to be noted, or NULL
 * @frame: its frame, NULL before it has room. Longer than a frame: the first of
 *	its frames, which are chained by &wc_frame.next
 * @offset: where it starts in its frame, bytes
 * @desc_index: of its descriptor in its frame
 * @key_ref: the hold on its key's slot, if it has a key: from its admission until
 *	its frame is committed, or it is lost
 * @owns_key_ref: the hold is its own, and dropped when it is delivered or lost;
 *	else that of a request before it in the same frame
 * @link_gen: generation of the link that it was submitted to
 * @queue: the queue in whose backlog it is, or was
 * @pieces: longer than a frame: pieces that are not committed yet
 * @frames: longer than a frame: frames that a dead link has not freed yet
 *
 * The queue's lock protects @frame and what follows, but for @key_ref and
 * @owns_key_ref.
 */
struct wc_request {
	struct list_head node;
	const struct wc_request_ops *ops;
	struct wc_key *key;
	u8 cipher;
	u8 mode;
	u32 len;
	unsigned long born;
	bool limited;
	bool splittable;
	bool secret;
	bool backlogged;
	bool failed;
	bool filled;
	bool implicit;
	bool slow;
	u32 soft_ns;
	struct wc_account *account;
	struct wc_soft *soft;

	struct wc_frame *frame;
	u32 offset;
	u32 desc_index;
	struct wc_key_ref key_ref;
	bool owns_key_ref;
	u32 link_gen;
	struct wc_queue *queue;
	u32 pieces;
	u32 frames;
};

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
 * @weight: bytes that it adds to &wc_share.handed and &wc_share.delivering, from the time
 *	when it is handed out on
 * @head: in COMPLETING: its delivery includes the frames that follow it in @next
 * @failed: in COMPLETING: there are no results
 * @why: in COMPLETING, if @failed, and in DEAD: why its requests are lost
 * @in_step: in COMPLETING: a step of the delivery is under way
 *
 * @data, @queue and @index do not change. The queue's lock protects the rest, but
 * during a step of the delivery (@in_step) @requests, @whole and @delivered are the
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
	bool in_step;
	enum wc_reason why;
} ____cacheline_aligned_in_smp;

/* Bytes of one descriptor. */
#define WC_DESC_SIZE	((u32)sizeof(struct warpcrypt_desc))

/* How much of a frame is in use, bytes. Under the queue's lock. */
static inline u32 wc_frame_fill_level(const struct wc_frame *frame)
{
	return frame->used + frame->count * WC_DESC_SIZE;
}

/*
 * Has the last copy into a frame ended? If so, what was copied is there. Under the queue's
 * lock, which wc_frame_filled() does not take.
 */
static inline bool wc_frame_is_filled(const struct wc_frame *frame)
{
	return !atomic_read_acquire(&frame->copying);
}

/**
 * struct wc_share - the requests of root, or those of all other users, in a queue
 * @open: the frame that takes requests, or NULL
 * @sealed: frames to be fetched, the one with the oldest request first
 * @backlog: requests that wait for room, the oldest first
 * @implicit: number of requests in @backlog whose callers have not asked to wait
 * @busy: number of its frames that are not free
 * @most: how large @busy may become: of users, half of the queue's frames
 * @ready: number of sealed frames that can be fetched. This and the next four are
 *	read without the lock, too, as a hint
 * @level: how full the open frame is, bytes; 0: there is none
 * @born: of the open frame, as &wc_frame.born
 * @handed: bytes in the frames that the helper has; without slow ones and those of long
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
	u32 implicit;
	u32 busy;
	u32 most;
	u32 ready;
	u32 level;
	unsigned long born;
	unsigned long handed;
	unsigned long delivering;
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
 *	looked at others; a hint, which they reset without the lock
 * @looked: the queue at which they looked last; read and written without the lock
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

/**
 * struct wc_engine - an engine of a link
 * @link: the link
 * @index: its number in the link, from 0
 * @name: what the helper calls it
 * @kind: enum warpcrypt_engine_kind
 * @parallel: how many frames it computes at a time, each as fast as if it were
 *	alone; 0: it gets frames however few requests they have
 * @modes: what it does, as &warpcrypt_engine.modes
 * @queues: its queues, which follow each other
 * @queue_count: number of queues
 * @retired: it is out of service; set once, under the link's lock, read without
 * @rates: how fast it is, by cipher, mode, and direction (decryption: 1); written
 *	and read without a lock, so a reader may find a part of each of two writes
 * @waiting: a bit for each queue of the link, by its index, that is this engine's
 *	and has threads on &wc_queue.waiters; changed under the queue's lock,
 *	atomically
 * @budget: what it has cost; the link's lock protects it
 * @threads: number of threads that wait in ENTER for it
 * @progress: jiffies at its last commit with results; without a lock
 * @ahead: bytes in the frames that are sealed or that the helper has: what it does
 *	before a request that comes now
 *
 * Each request reads what comes before @waiting: it hardly ever changes while the link
 * is attached. Each frame changes what comes after it.
 */
struct wc_engine {
	struct wc_link *link;
	u32 index;
	char name[WARPCRYPT_ENGINE_NAME];
	u32 kind;
	u32 parallel;
	u16 modes[WARPCRYPT_CIPHER_COUNT];
	struct wc_queue *queues;
	u32 queue_count;
	bool retired;
	struct wc_rate rates[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT][2];

	DECLARE_BITMAP(waiting, WARPCRYPT_QUEUES_MAX) ____cacheline_aligned_in_smp;

	struct wc_budget budget ____cacheline_aligned_in_smp;
	atomic_t threads;
	unsigned long progress;
	atomic64_t ahead;
} ____cacheline_aligned_in_smp;

/* Each engine of a link. */
#define wc_for_each_engine(engine, link)				\
	for ((engine) = (link)->engines;				\
	     (engine) < (link)->engines + (link)->engine_count; (engine)++)

/* Takes no lock, so the answer may be outdated. */
static inline bool wc_engine_is_retired(const struct wc_engine *engine)
{
	return READ_ONCE(engine->retired);
}

static inline bool wc_engine_does(const struct wc_engine *engine, u8 cipher,
				  u8 mode)
{
	return engine->modes[cipher] & WARPCRYPT_MODE_BIT(mode);
}

static inline bool wc_engine_may_do(const struct wc_engine *engine,
				    const struct wc_request *rq)
{
	return !wc_engine_is_retired(engine) &&
	       wc_engine_does(engine, rq->cipher, rq->mode);
}

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

/* How long a link's helper may take for a frame, jiffies. */
static inline unsigned long wc_link_deadline(const struct wc_link *link)
{
	uint ms = READ_ONCE(wc_param_deadline_ms);

	if (READ_ONCE(link->state) == WC_LINK_TESTING)
		ms = max(ms, WC_KAT_DEADLINE_MS);
	return msecs_to_jiffies(ms);
}

/* Is a request so old that it is handed out before its frame is full? @born: its own. */
static inline bool wc_link_is_old(const struct wc_link *link,
				  unsigned long born)
{
	return time_after(jiffies,
			  born + wc_link_deadline(link) / WC_OLD_SHARE);
}

#endif /* _WC_TYPES_H */
