// SPDX-License-Identifier: GPL-2.0-only
/*
 * ENTER: frames are handed to the helper, and come back.
 *
 * A thread takes the frames of the queue that it serves: of root and of other users in
 * turns, and of each the one with the oldest request first. If there are none, and after
 * every few that there were, it takes frames of the same engine's other queues: a helper
 * may have fewer threads than queues, and threads that serve a queue may all be busy
 * while others have nothing to do.
 *
 * A request's age counts from its birth and from nothing else. The times at which a frame
 * is handed out and committed change what the helper is charged with, and not the age of
 * what is in it. An old request is handed out before its frame is full; and what has waited
 * for a deadline is taken back, for software (deliver.c).
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "path.h"

#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/nospec.h>
#include <linux/sched/signal.h>
#include <linux/uaccess.h>

#include "trace.h"

/* After so many ENTERs that found frames here, a thread looks at other queues first. */
#define WC_FETCH_STREAK		8u

/* The oldest sealed frame of a share into which no request is being copied. */
static struct wc_frame *wc_fetch_sealed(const struct wc_share *share)
{
	struct wc_frame *frame;

	if (share->ready)
		list_for_each_entry(frame, &share->sealed, node)
			if (frame->fetchable)
				return frame;
	return NULL;
}

/*
 * The next frame of a share to hand out: the oldest sealed one; or the open one, if that
 * is older, or full enough and there is no other. If a request is being copied into
 * the open one, it is sealed anyway, so that it is ready soon.
 */
static struct wc_frame *wc_fetch_from(struct wc_queue *queue,
				      struct wc_share *share, u32 fill)
{
	struct wc_frame *frame = wc_fetch_sealed(share), *open = share->open;

	lockdep_assert_held(&queue->lock);
	if (!open)
		return frame;
	if (frame ? !time_before(open->born, frame->born) :
		    !wc_queue_offers(queue, share, fill))
		return frame;
	wc_frame_seal(queue, open);
	return open->fetchable ? open : frame;
}

/* The next frame to hand out, of one share and the other in turns. */
static struct wc_frame *wc_fetch_next(struct wc_queue *queue, u32 fill)
{
	u32 whose = queue->fetches, i;
	struct wc_frame *frame = NULL;

	for (i = 0; i < WC_SHARES && !frame; i++) {
		frame = wc_fetch_from(queue, &queue->share[whose], fill);
		whose = (whose + 1) % WC_SHARES;
	}
	if (frame)
		queue->fetches = whose;
	return frame;
}

/*
 * The time from which a frame's deadline counts. For a frame that the helper holds, this
 * is when it got it. For one that it could fetch, it is at the earliest when the engine
 * last gave results back: so a long queue alone does not end the link.
 */
static unsigned long wc_fetch_since(const struct wc_frame *frame)
{
	unsigned long progress = READ_ONCE(frame->queue->engine->progress);

	if (frame->state != WC_FRAME_HELPER &&
	    time_after(progress, frame->since))
		return progress;
	return frame->since;
}

/* Takes a frame from the list of sealed ones and hands it out. Locked. */
static void wc_fetch_hand_out(struct wc_queue *queue, struct wc_frame *frame,
			      struct warpcrypt_frame *out)
{
	struct wc_share *share = frame->share;
	struct wc_link *link = queue->link;

	wc_frame_delist(queue, frame);
	/*
	 * Others do not wait for a slow one; nor for one of a long request: as many of them
	 * may follow as there are frames.
	 */
	frame->weight = frame->slow || frame->whole ?
			0 : wc_frame_fill_level(frame);
	WRITE_ONCE(share->handed, share->handed + frame->weight);
	wc_engine_waited(queue->engine, wc_fetch_since(frame));
	WRITE_ONCE(frame->state, WC_FRAME_HELPER);
	frame->since = jiffies;
	queue->sequence++;
	frame->id = (u64)link->generation << 48 | (u64)queue->sequence << 16 |
		    frame->index;
	trace_warpcrypt_fetch(frame);
	*out = (struct warpcrypt_frame) {
		.id = frame->id,
		.index = frame->index,
		.requests = frame->count,
		.payload = frame->used,
	};
}

/* Hands out frames of one queue. Locked. */
static u32 wc_fetch_locked(struct wc_queue *queue, struct warpcrypt_frame *out,
			   u32 max, u32 fill)
{
	struct wc_frame *frame;
	u32 n = 0;

	if (queue->dead)
		return 0;
	while (n < max && (frame = wc_fetch_next(queue, fill)))
		wc_fetch_hand_out(queue, frame, &out[n++]);
	return n;
}

/* A thread no longer waits for frames. If it was woken for one, another thread is woken. */
static void wc_fetch_leave(struct wc_queue *queue, struct wc_waiter *waiter)
{
	struct wc_queue *summoned;

	spin_lock_bh(&queue->lock);
	summoned = wc_wait_delist(queue, waiter);
	wc_wait_unlock(queue);
	wc_wait_answered(summoned);
}

/*
 * Hands out frames of the first other queue that has any; the next time it begins after
 * that one. So each queue gets its turn. @waiter is delisted if it gets a frame.
 */
static u32 wc_fetch_elsewhere(struct wc_queue *queue,
			      struct warpcrypt_frame *out, u32 max, u32 fill,
			      struct wc_waiter *waiter)
{
	struct wc_queue *other = READ_ONCE(queue->looked);
	u32 n = 0, i;

	for (i = 0; !n && i < queue->engine->queue_count; i++) {
		other = wc_queue_next(other);
		if (other == queue || !wc_queue_may_be_ready(other, fill))
			continue;
		spin_lock_bh(&other->lock);
		n = wc_fetch_locked(other, out, max, fill);
		wc_wait_unlock(other);
	}
	if (n)
		WRITE_ONCE(queue->looked, other);
	if (n && waiter)
		wc_fetch_leave(queue, waiter);
	return n;
}

/* Hands out frames of the queue. If there are none, @waiter waits for the next. */
static u32 wc_fetch_here(struct wc_queue *queue, struct warpcrypt_frame *out,
			 u32 max, u32 fill, struct wc_waiter *waiter)
{
	struct wc_queue *summoned = NULL;
	u32 n;

	spin_lock_bh(&queue->lock);
	if (waiter)
		summoned = wc_wait_delist(queue, waiter);
	n = wc_fetch_locked(queue, out, max, fill);
	if (n)
		WRITE_ONCE(queue->streak, READ_ONCE(queue->streak) + 1);
	else if (waiter && !queue->dead)
		wc_wait_enlist(queue, waiter, fill);
	wc_wait_unlock(queue);
	wc_wait_answered(summoned);
	return n;
}

/* Is it worth while to call wc_fetch()? Takes no lock, so the answer may be outdated. */
static bool wc_fetch_may_succeed(const struct wc_queue *queue, u32 fill)
{
	const struct wc_queue *other = queue;

	do {
		if (wc_queue_may_be_ready(other, fill))
			return true;
		other = wc_queue_next(other);
	} while (other != queue);
	return false;
}

/*
 * Hands frames, at most @max, to the helper; returns how many. @fill: how full an open frame
 * must be for that, bytes. @waiter: NULL; or the calling thread, which is woken when a frame is
 * ready if none is now. It must call wc_fetch_leave() if it gives up.
 */
static u32 wc_fetch(struct wc_queue *queue, struct warpcrypt_frame *out,
		    u32 max, u32 fill, struct wc_waiter *waiter)
{
	bool others_first = READ_ONCE(queue->streak) >= WC_FETCH_STREAK;
	u32 n = 0;

	if (others_first) {
		WRITE_ONCE(queue->streak, 0);
		n = wc_fetch_elsewhere(queue, out, max, fill, waiter);
		/* What the caller has delivered may have made this queue's frame full enough. */
		if (n && !waiter)
			wc_wait_pass_on(queue);
	}
	if (!n)
		n = wc_fetch_here(queue, out, max, fill, waiter);
	if (!n)
		n = wc_fetch_elsewhere(queue, out, max, fill, waiter);
	wc_count(WC_FRAMES_FETCHED, n);
	return n;
}

/* Could the helper have this frame, or has it? A copy that takes long is not its fault. */
static bool wc_fetch_concerns(const struct wc_frame *frame)
{
	switch (frame->state) {
	case WC_FRAME_OPEN:
		return wc_frame_is_filled(frame);
	case WC_FRAME_SEALED:
		return frame->fetchable;
	default:
		return frame->state == WC_FRAME_HELPER;
	}
}

/**
 * wc_fetch_overdue() - is a frame past its deadline?
 * @link: the link
 * @limit: the deadline, jiffies: for a frame that the helper holds from its
 *	hand-out, for one that it could fetch from then on or from the engine's last
 *	commit with results, whichever is later
 *
 * Context: any but hard interrupts.
 */
bool wc_fetch_overdue(struct wc_link *link, unsigned long limit)
{
	const struct wc_frame *frame;
	struct wc_queue *queue;
	bool overdue = false;

	wc_for_each_queue(queue, link) {
		spin_lock_bh(&queue->lock);
		for (frame = queue->frames; frame < queue->frames + queue->count; frame++)
			overdue |= wc_fetch_concerns(frame) &&
				   time_after(jiffies, wc_fetch_since(frame) + limit);
		spin_unlock_bh(&queue->lock);
	}
	return overdue;
}

/* --- commits: the helper gives a frame back, and its delivery is due */

/*
 * Takes a frame out of the helper's ownership. Returns as wc_deliver_accept(). Under the
 * queue's lock.
 */
static struct wc_frame *wc_commit_take_back(struct wc_queue *queue,
					    struct wc_frame *frame, int status)
{
	struct wc_engine *engine = queue->engine;
	struct wc_share *share = frame->share;

	lockdep_assert_held(&queue->lock);
	trace_warpcrypt_commit(frame, status);
	if (status) {
		wc_count(WC_FRAMES_FAILED, 1);
	} else {
		wc_count(WC_FRAMES_COMMITTED, 1);
		wc_count(WC_REQUESTS_COMMITTED, frame->count);
		wc_count(WC_BYTES_COMMITTED, frame->bytes);
		this_cpu_add(wc_stats->engine_requests[engine->index], frame->count);
		this_cpu_add(wc_stats->engine_bytes[engine->index], frame->bytes);
	}
	wc_engine_came_back(engine, status);
	wc_engine_waited(engine, frame->since);
	/* All CPUs read it: once a tick is enough. */
	if (!status && time_after(jiffies, READ_ONCE(engine->progress)))
		WRITE_ONCE(engine->progress, jiffies);
	WRITE_ONCE(share->handed, share->handed - frame->weight);
	atomic64_sub(wc_frame_fill_level(frame), &engine->ahead);
	return wc_deliver_accept(queue, frame, status, WC_FRAME_ERROR);
}

/*
 * Takes a frame back from the helper: delivers its results, now or soon. Retires the engine if
 * it has used up its budget. @status: not 0: the frame failed. @from: the queue from which the
 * caller fetches next, or NULL. Returns false when the helper does not hold a frame with this
 * id.
 */
static bool wc_commit(struct wc_link *link, u64 id, int status,
		      const struct wc_queue *from)
{
	u32 index = id & 0xffff;
	struct wc_frame *frame;
	struct wc_queue *queue;
	enum wc_reason why;
	bool begun;

	if (index >= link->frame_count)
		return false;
	/* The helper chose it: no speculative access beyond the array. */
	frame = &link->frames[array_index_nospec(index, link->frame_count)];
	queue = frame->queue;
	spin_lock_bh(&queue->lock);
	if (frame->id != id || frame->state != WC_FRAME_HELPER) {
		spin_unlock_bh(&queue->lock);
		return false;
	}
	frame = wc_commit_take_back(queue, frame, status);
	begun = wc_deliver_begin(frame);
	/* A frame that was not full enough may be now. */
	wc_wait_unlock(queue);

	wc_deliver(frame, begun, from == queue);
	if (wc_engine_spent(queue->engine, &why))
		wc_link_retire(queue->engine, why);
	return true;
}

/* --- the call */

/* How many frames ENTER fetches at a time, into an array on its stack. */
#define WC_ENTER_BATCH	16u

/* Were key slots released since the number that the caller has in @releases? */
static bool wc_enter_has_news(struct wc_link *link,
			      const struct warpcrypt_enter *e)
{
	return e->flags & WARPCRYPT_ENTER_RELEASES &&
	       wc_key_slots_released(&link->keys) != e->releases;
}

/* What ENTER returns if the link is dead or the queue's engine retired, else 0. */
static int wc_enter_death(const struct wc_queue *queue)
{
	const struct wc_link *link = queue->link;

	if (READ_ONCE(link->state) != WC_LINK_DEAD)
		return wc_engine_is_retired(queue->engine) ? -ENODEV : 0;
	/* wc_link_kill() writes the reason before the state. */
	smp_rmb();
	return link->reason == WC_MISMATCH || link->reason == WC_KAT_FAILED ?
	       -EBADMSG : -ESHUTDOWN;
}

/* Reads and checks all entries before it commits the first. */
static noinline_for_stack int wc_enter_commit(struct wc_queue *queue,
					      struct warpcrypt_enter *e)
{
	struct warpcrypt_commit commits[WARPCRYPT_ENTER_MAX];
	u32 i;

	if (copy_from_user(commits, u64_to_user_ptr(e->commit_addr),
			   e->commit_count * sizeof(*commits)))
		return -EFAULT;
	for (i = 0; i < e->commit_count; i++)
		if (commits[i].reserved)
			return wc_refuse(-EINVAL,
					 "ENTER: reserved fields of a commit are not zero");
	for (i = 0; i < e->commit_count; i++) {
		if (wc_commit(queue->link, commits[i].id, commits[i].status,
			      e->fetch_max ? queue : NULL)) {
			e->committed++;
			continue;
		}
		e->refused++;
		wc_count(WC_COMMIT_REFUSED, 1);
		wc_refuse(-ESTALE, "ENTER: commit of frame %#llx, which this helper does not hold",
			  commits[i].id);
	}
	if (!e->refused)
		return 0;
	/* If what they are for has ended, the commits were right when they were sent. */
	return wc_enter_death(queue) ?: -ESTALE;
}

/* Fetches the frames that are ready. If none is, @waiter is woken for the next. */
static int wc_enter_fetch(struct wc_queue *queue, struct warpcrypt_enter *e,
			  struct wc_waiter *waiter)
{
	struct warpcrypt_frame __user *to = u64_to_user_ptr(e->fetch_addr);
	struct warpcrypt_frame batch[WC_ENTER_BATCH];

	while (e->fetched < e->fetch_max) {
		u32 max = min(e->fetch_max - e->fetched, WC_ENTER_BATCH);
		u32 n = wc_fetch(queue, batch, max, e->fill,
				 e->fetched ? NULL : waiter);

		if (!n)
			break;
		/* No longer waiting; copy_to_user() may sleep. */
		__set_current_state(TASK_RUNNING);
		if (copy_to_user(to + e->fetched, batch, n * sizeof(*batch))) {
			/* The helper's address was bad: it has not got them. */
			while (n--)
				wc_commit(queue->link, batch[n].id, -EFAULT, NULL);
			return -EFAULT;
		}
		e->fetched += n;
	}
	return 0;
}

/* Polls for frames for up to spin_ns. */
static int wc_enter_spin(struct wc_queue *queue, struct warpcrypt_enter *e)
{
	u64 end = ktime_get_ns() + min_t(u64, e->spin_ns, NSEC_PER_SEC);
	struct wc_link *link = queue->link;
	int err = 0;

	if (!(e->flags & WARPCRYPT_ENTER_SPIN) || num_online_cpus() == 1)
		return 0;
	while (!err && !e->fetched && !wc_enter_death(queue) &&
	       !wc_enter_has_news(link, e) && !signal_pending(current) &&
	       ktime_get_ns() < end) {
		cond_resched();
		cpu_relax();
		/* Without the locks, which submitters take. */
		if (wc_fetch_may_succeed(queue, e->fill))
			err = wc_enter_fetch(queue, e, NULL);
	}
	return err;
}

static int wc_enter_sleep(struct wc_queue *queue, struct warpcrypt_enter *e)
{
	struct wc_link *link = queue->link;
	ktime_t until = KTIME_MAX;
	struct wc_waiter waiter;
	int err;

	wc_wait_init(&waiter);
	if (e->timeout_ns >= 0)
		until = ktime_add_safe(ktime_get(), e->timeout_ns);

	for (;;) {
		bool late = e->timeout_ns >= 0 && ktime_get() >= until;

		prepare_to_wait(&queue->wait, &waiter.entry,
				TASK_INTERRUPTIBLE);
		err = wc_enter_death(queue) ?: wc_enter_fetch(queue, e, &waiter);
		if (err || e->fetched || late || wc_enter_has_news(link, e))
			break;
		if (signal_pending(current)) {
			err = -EINTR;
			break;
		}
		schedule_hrtimeout_range(&until, 0, HRTIMER_MODE_ABS);
	}
	finish_wait(&queue->wait, &waiter.entry);
	if (!e->fetched)
		wc_fetch_leave(queue, &waiter);
	return err;
}

/* Submitters look at the threads that wait, one after the other: there are not too many. */
static int wc_enter_wait(struct wc_queue *queue, struct warpcrypt_enter *e)
{
	atomic_t *threads = &queue->engine->threads;
	int err;

	if (atomic_inc_return(threads) <= (int)WARPCRYPT_WAITERS_MAX)
		err = wc_enter_sleep(queue, e);
	else
		err = wc_refuse(-EBUSY, "ENTER: more than %u threads wait for one engine",
				WARPCRYPT_WAITERS_MAX);
	atomic_dec(threads);
	return err;
}

/**
 * wc_enter() - what ENTER does: commit, then fetch, and wait if there is nothing to fetch
 * @queue: the queue that the calling thread serves
 * @e: checked; the numbers of frames are added up in it, also if there is an error
 *
 * Return: 0 or the errno that ENTER returns.
 */
int wc_enter(struct wc_queue *queue, struct warpcrypt_enter *e)
{
	int err;

	/* A thread of a retired engine may hold frames of others. */
	err = wc_enter_death(queue);
	if (err && (err != -ENODEV || !e->commit_count))
		return err;
	if (e->commit_count) {
		err = wc_enter_commit(queue, e);
		if (err) {
			wc_wait_pass_on(queue);
			return err;
		}
	}
	if (!e->fetch_max)
		return 0;
	err = wc_enter_death(queue) ?: wc_enter_fetch(queue, e, NULL);
	if (err || e->fetched)
		return err;
	err = wc_enter_spin(queue, e);
	if (err || e->fetched)
		return err;
	return wc_enter_wait(queue, e);
}
