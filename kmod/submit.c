// SPDX-License-Identifier: GPL-2.0-only
/*
 * Submission: a request is admitted to a link, or refused with a reason.
 *
 * Nothing here sleeps or allocates memory: it may run in softirq, and for
 * requests that write to the swap device.
 */
#include "submit.h"

#include <linux/lockdep.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "frame.h"
#include "keys.h"
#include "link.h"

/* Can this link do this request at all? */
static bool wc_submit_fits(const struct wc_link *link,
			   const struct wc_request *rq, enum wc_reason *why)
{
	u32 n = wc_frame_pieces(link, rq->len);

	if (!(link->modes[rq->cipher] & WARPCRYPT_MODE_BIT(rq->mode)))
		*why = WC_UNSUPPORTED;
	else if (n > 1 && !rq->splittable)
		*why = WC_CBC_LONG;
	else if (n > 1 && n > link->frame_count / 2)
		*why = WC_LARGE;
	else
		return true;
	return false;
}

/* Has the request's key put into a slot, which the request holds. BH off. */
static bool wc_submit_hold_key(struct wc_link *link, struct wc_request *rq,
			       enum wc_reason *why)
{
	int err;

	if (!rq->key)
		return true;
	err = wc_key_slot_get(&link->keys, rq->key, link->generation,
			      &rq->held);
	switch (err) {
	case 0:
		return true;
	case -ENODEV:
		*why = WC_NO_HELPER;
		return false;
	case -ENOSPC:
		wc_count(WC_KEYSLOTS_EXHAUSTED, 1);
		*why = WC_NO_SLOT;
		return false;
	default:
		wc_link_tell_later(link);
		return true;
	}
}

static void wc_submit_drop_key(struct wc_link *link, struct wc_request *rq)
{
	if (rq->key)
		wc_key_slot_drop(&link->keys, &rq->held);
}

/*
 * Under the lock. -EINPROGRESS: @rq has room, and the caller must fill it;
 * -EBUSY: it is in the backlog; -EAGAIN: it is refused.
 */
static int wc_submit_admit(struct wc_link *link, struct wc_request *rq,
			   bool wait, enum wc_reason *why)
{
	lockdep_assert_held(&link->lock);
	if (link->state == WC_LINK_DEAD) {
		*why = WC_NO_HELPER;
		return -EAGAIN;
	}
	rq->link = link->generation;
	/* No request overtakes those in the backlog. */
	if (list_empty(&link->backlog) && wc_frame_reserve(link, rq))
		return -EINPROGRESS;
	if (!wait) {
		*why = WC_FULL;
		return -EAGAIN;
	}
	rq->backlogged = true;
	list_add_tail(&rq->node, &link->backlog);
	wc_count(WC_BACKLOG_QUEUED, 1);
	return -EBUSY;
}

/* BH off. Returns as wc_submit_to(). */
static int wc_submit_put(struct wc_link *link, struct wc_request *rq, bool wait,
			 enum wc_reason *why)
{
	int err;

	if (!wc_submit_hold_key(link, rq, why))
		return -EAGAIN;
	spin_lock(&link->lock);
	err = wc_submit_admit(link, rq, wait, why);
	spin_unlock(&link->lock);
	if (err == -EINPROGRESS)
		wc_frame_fill(link, rq);
	else if (err == -EAGAIN)
		wc_submit_drop_key(link, rq);
	return err;
}

/**
 * wc_submit_to() - submit a request to a given link
 * @link: the link; the caller has a reference or is under RCU
 * @rq: the request
 * @wait: when there is no room, put it into the backlog
 * @why: set to the reason when the request is not taken
 *
 * Context: any but hard interrupts. Never sleeps, never allocates.
 * Return: -EINPROGRESS (taken), -EBUSY (taken, waits for room) or -EAGAIN
 * (not taken).
 */
int wc_submit_to(struct wc_link *link, struct wc_request *rq, bool wait,
		 enum wc_reason *why)
{
	int err;

	rq->backlogged = false;
	rq->frame = NULL;
	if (!wc_submit_fits(link, rq, why))
		return -EAGAIN;

	local_bh_disable();
	err = wc_submit_put(link, rq, wait, why);
	local_bh_enable();
	return err;
}

/**
 * wc_submit_expects() - would the live link admit this request, if it has room?
 * @rq: the request, ready to be submitted
 *
 * For what is to be done before that and costs something. Takes no lock, so the
 * answer may be outdated.
 *
 * Context: any.
 */
bool wc_submit_expects(const struct wc_request *rq)
{
	const struct wc_link *link;
	enum wc_reason why;
	bool fits;

	rcu_read_lock();
	link = wc_link_live();
	fits = link && !wc_link_is_suspended() &&
	       wc_submit_fits(link, rq, &why);
	rcu_read_unlock();
	return fits;
}

/**
 * wc_submit() - submit a request to the live link
 * @rq: the request
 * @wait: when there is no room, put it into the backlog
 * @why: set to the reason when the request is not taken
 *
 * Context and return value as for wc_submit_to().
 */
int wc_submit(struct wc_request *rq, bool wait, enum wc_reason *why)
{
	struct wc_link *link;
	int err = -EAGAIN;

	rcu_read_lock();
	link = wc_link_live();
	if (!link)
		*why = WC_NO_HELPER;
	else if (wc_link_is_suspended())
		*why = WC_SUSPENDED;
	else
		err = wc_submit_to(link, rq, wait, why);
	rcu_read_unlock();
	return err;
}

/**
 * wc_submit_withdraw() - take a request out of the backlog
 * @rq: the request; wc_submit() returned -EBUSY for it, and the caller keeps it
 *	from being freed until this returns
 *
 * Context: any but hard interrupts.
 * Return: true when the owner has the request again, and none of its functions in
 * @ops will be called; false when it has got room or the link has died, and so
 * @ops->done or @ops->lost will be called.
 */
bool wc_submit_withdraw(struct wc_request *rq)
{
	struct wc_link *link;
	bool ok = false;

	rcu_read_lock();
	link = wc_link_live();
	/* Otherwise the link of @rq is dead, and has lost it or is about to. */
	if (link && link->generation == rq->link) {
		spin_lock_bh(&link->lock);
		ok = link->state != WC_LINK_DEAD && !rq->frame;
		if (ok) {
			list_del(&rq->node);
			wc_submit_drop_key(link, rq);
		}
		spin_unlock_bh(&link->lock);
		/* Suspend waits for an empty backlog. */
		if (ok)
			wake_up_all(&link->idle);
	}
	rcu_read_unlock();
	return ok;
}

/**
 * wc_submit_waiting() - give freed room to requests in the backlog
 * @link: the link; the caller has a reference
 *
 * Context: process context, unlocked.
 */
void wc_submit_waiting(struct wc_link *link)
{
	struct wc_request *rq;

	/* A request that joins after this check has seen the room freed before it. */
	while (!list_empty_careful(&link->backlog)) {
		spin_lock_bh(&link->lock);
		rq = list_first_entry_or_null(&link->backlog,
					      struct wc_request, node);
		if (rq) {
			/* Reserving puts the node into a frame's list. */
			list_del(&rq->node);
			if (!wc_frame_reserve(link, rq)) {
				list_add(&rq->node, &link->backlog);
				rq = NULL;
			}
		}
		/* BH stay off until the copy is done. */
		spin_unlock(&link->lock);
		if (rq) {
			rq->backlogged = false;
			rq->ops->started(rq);
			wc_frame_fill(link, rq);
		}
		local_bh_enable();
		if (!rq)
			return;
		cond_resched();
	}
}
