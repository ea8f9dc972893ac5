// SPDX-License-Identifier: GPL-2.0-only
/*
 * Links: references to them, and which link is attached and which is live.
 *
 * A link is one attachment of one helper, from ATTACH until nothing uses its
 * arena any more. attach.c makes and frees links, kill.c ends them. At most one
 * link is attached at a time; it becomes live when the known answers were right.
 *
 * ENTER finds its link through its file, which holds a reference. Submitters
 * find the live link through wc_live under RCU, then take the lock of one of its
 * queues and check that this is not dead. A queue holds a reference for as long
 * as a frame of it is in use.
 */
#include "link.h"

#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "compat.h"
#include "params.h"
#include "queue.h"

struct workqueue_struct *wc_wq;
struct workqueue_struct *wc_cpu_wq;
struct workqueue_struct *wc_slow_wq;

/* The live link. Changed under the link's lock. */
static struct wc_link __rcu *wc_live;
/* The attached link, live or testing, and the last one's generation. */
static struct wc_link *wc_attached;
static u32 wc_generation;
static DEFINE_SPINLOCK(wc_attached_lock);
/* Links that were claimed and not yet freed; wc_link_exit() waits for 0. */
static atomic_t wc_links = ATOMIC_INIT(0);
static DECLARE_WAIT_QUEUE_HEAD(wc_links_gone);

static bool wc_suspended;
static bool wc_registering;

static void wc_link_release(struct kref *ref)
{
	struct wc_link *link = container_of(ref, struct wc_link, ref);

	queue_work(wc_slow_wq, &link->teardown);
}

/**
 * wc_link_get() - take a reference to a link
 * @link: the link; there is at least one reference to it
 *
 * Context: any.
 */
void wc_link_get(struct wc_link *link)
{
	kref_get(&link->ref);
}

/**
 * wc_link_put() - drop a reference to a link
 * @link: the link; a work frees it after the last reference
 *
 * Context: any.
 */
void wc_link_put(struct wc_link *link)
{
	kref_put(&link->ref, wc_link_release);
}

/**
 * wc_link_watch_later() - have the deadlines of a link checked in a while
 * @link: the link
 *
 * Context: any.
 */
void wc_link_watch_later(struct wc_link *link)
{
	/*
	 * Four times per deadline. That is often enough for a testing link, whose
	 * deadline is longer, and it goes on when the link becomes live. And once in a
	 * second, so that a deadline that is made shorter holds soon.
	 */
	unsigned long interval =
		msecs_to_jiffies(READ_ONCE(wc_param_deadline_ms)) / 4;

	queue_delayed_work(wc_wq, &link->watchdog,
			   min_t(unsigned long, interval, HZ) + 1);
}

/**
 * wc_link_busy() - a queue has a frame in use, and had none
 * @link: the link; gets a reference for the queue, and its deadlines are checked
 *	for as long as any frame is in use
 *
 * Context: any, under the queue's lock.
 */
void wc_link_busy(struct wc_link *link)
{
	wc_link_get(link);
	wc_link_watch_later(link);
}

/*
 * How long after a key has lost its slot an idle helper hears of it. So keys that
 * come and go fast wake the helper's threads fifty times a second and not more.
 */
#define WC_TELL_MS	20

/**
 * wc_link_tell_later() - tell the helper soon that keys have lost their slots
 * @link: the link; the caller has a reference or is under RCU
 *
 * A helper that calls ENTER meanwhile hears of it there.
 *
 * Context: any.
 */
void wc_link_tell_later(struct wc_link *link)
{
	queue_delayed_work(wc_wq, &link->tell, msecs_to_jiffies(WC_TELL_MS));
}

/**
 * wc_link_tell() - wake the threads that wait in ENTER: they may have keys to wipe
 * @work: &wc_link.tell
 *
 * Context: process context.
 */
void wc_link_tell(struct work_struct *work)
{
	struct wc_link *link = container_of(to_delayed_work(work),
					    struct wc_link, tell);
	struct wc_queue *queue;

	wc_for_each_queue(queue, link)
		wc_queue_wake_all(queue);
}

/**
 * wc_link_is_attached() - is any link attached?
 *
 * Context: any. The answer may be outdated; wc_link_claim() has the final one.
 */
bool wc_link_is_attached(void)
{
	return READ_ONCE(wc_attached);
}

/**
 * wc_link_claim() - make a link the attached one
 * @link: a new link; gets its generation
 *
 * Context: any but hard interrupts.
 * Return: false when another link is attached, or the system is going to sleep.
 */
bool wc_link_claim(struct wc_link *link)
{
	bool ok;

	spin_lock_bh(&wc_attached_lock);
	/* Suspend has looked for the attached link, or will. */
	ok = !wc_attached && !READ_ONCE(wc_suspended);
	if (ok) {
		if (!++wc_generation)
			++wc_generation;
		link->generation = wc_generation;
		link->since = jiffies;
		WRITE_ONCE(wc_attached, link);
		atomic_inc(&wc_links);
	}
	spin_unlock_bh(&wc_attached_lock);
	return ok;
}

/**
 * wc_link_unclaim() - let another link be attached
 * @link: a dead link
 *
 * Context: any but hard interrupts.
 */
void wc_link_unclaim(struct wc_link *link)
{
	spin_lock_bh(&wc_attached_lock);
	if (wc_attached == link)
		WRITE_ONCE(wc_attached, NULL);
	spin_unlock_bh(&wc_attached_lock);
}

/**
 * wc_link_freed() - a link that was claimed has been freed
 *
 * Context: any.
 */
void wc_link_freed(void)
{
	if (atomic_dec_and_test(&wc_links))
		wake_up_all(&wc_links_gone);
}

/**
 * wc_link_publish() - let submitters find a link
 * @link: the link, now live
 *
 * Context: any, under the link's lock.
 */
void wc_link_publish(struct wc_link *link)
{
	lockdep_assert_held(&link->lock);
	rcu_assign_pointer(wc_live, link);
}

/**
 * wc_link_unpublish() - let submitters no longer find a link
 * @link: the link, now dead; it may never have been live
 *
 * Context: any, under the link's lock.
 */
void wc_link_unpublish(struct wc_link *link)
{
	lockdep_assert_held(&link->lock);
	if (rcu_access_pointer(wc_live) == link)
		RCU_INIT_POINTER(wc_live, NULL);
}

/**
 * wc_link_live() - find the live link
 *
 * Context: any, under RCU; the link is valid until the caller leaves that.
 * Return: the link, or NULL when there is none.
 */
struct wc_link *wc_link_live(void)
{
	return rcu_dereference(wc_live);
}

/**
 * wc_link_is_suspended() - is offloading stopped?
 *
 * Context: any, under RCU: suspend waits for all who have read the old answer.
 */
bool wc_link_is_suspended(void)
{
	return READ_ONCE(wc_suspended);
}

/**
 * wc_link_forget_key_in() - free the slot that a key may have in a link
 * @link: the link; the caller has a reference or is under RCU
 * @key: the key; no request with it is in flight
 *
 * Context: any but hard interrupts.
 */
void wc_link_forget_key_in(struct wc_link *link, struct wc_key *key)
{
	/* The slots of a dead link are wiped when it dies. */
	local_bh_disable();
	if (wc_key_slot_release(&link->keys, key, link->generation))
		wc_link_tell_later(link);
	local_bh_enable();
}

/**
 * wc_link_forget_key() - free the slot that a key may have in the live link
 * @key: the key; no request with it is in flight
 *
 * Context: any but hard interrupts.
 */
void wc_link_forget_key(struct wc_key *key)
{
	struct wc_link *link;

	rcu_read_lock();
	link = rcu_dereference(wc_live);
	if (link)
		wc_link_forget_key_in(link, key);
	rcu_read_unlock();
	key->link = 0;
}

/**
 * wc_link_get_attached() - take a reference to the attached link
 *
 * Context: any but hard interrupts.
 * Return: the link, live or testing, or NULL when there is none.
 */
struct wc_link *wc_link_get_attached(void)
{
	struct wc_link *link;

	spin_lock_bh(&wc_attached_lock);
	link = wc_attached;
	if (link && !kref_get_unless_zero(&link->ref))
		link = NULL;
	spin_unlock_bh(&wc_attached_lock);
	return link;
}

/* Between two known answers nothing is in flight, but more will be. */
static bool wc_link_is_idle(struct wc_link *link)
{
	return READ_ONCE(link->state) != WC_LINK_TESTING &&
	       wc_queues_are_idle(link);
}

/**
 * wc_link_suspend() - stop offloading, and wait until nothing is in flight
 *
 * No link can be attached until wc_link_resume(). Waits for the known answers of
 * a link that is being tested, no longer than WC_TESTING_MAX deadlines; and for what is
 * in flight, no longer than any request is.
 *
 * Context: may sleep.
 */
void wc_link_suspend(void)
{
	struct wc_link *link;

	spin_lock_bh(&wc_attached_lock);
	WRITE_ONCE(wc_suspended, true);
	spin_unlock_bh(&wc_attached_lock);
	/* Submitters that have not seen the flag yet are under RCU. */
	synchronize_rcu();
	link = wc_link_get_attached();
	if (!link)
		return;
	wait_event(link->idle, wc_link_is_idle(link));
	wc_link_put(link);
}

/**
 * wc_link_resume() - let links be attached and requests be offloaded again
 *
 * The caller has killed the link that was attached during suspend.
 *
 * Context: any.
 */
void wc_link_resume(void)
{
	WRITE_ONCE(wc_suspended, false);
}

/**
 * wc_link_set_registering() - say whether the algorithms are being registered
 * @registering: true while wc_algorithms_register() runs after going live
 *
 * Context: any.
 */
void wc_link_set_registering(bool registering)
{
	WRITE_ONCE(wc_registering, registering);
}

/**
 * wc_link_state_name() - what /sys/class/misc/warpcrypt/state says
 *
 * Context: process context.
 */
const char *wc_link_state_name(void)
{
	const char *name;

	spin_lock_bh(&wc_attached_lock);
	if (!wc_attached)
		name = "down";
	else if (READ_ONCE(wc_attached->state) == WC_LINK_TESTING)
		name = "testing";
	else if (READ_ONCE(wc_attached->state) == WC_LINK_DEAD)
		name = "down";
	else if (READ_ONCE(wc_suspended))
		name = "suspended";
	else if (READ_ONCE(wc_registering))
		name = "registering";
	else
		name = "live";
	spin_unlock_bh(&wc_attached_lock);
	return name;
}

/**
 * wc_link_init() - create the workqueues
 *
 * Return: 0 or -ENOMEM.
 */
int wc_link_init(void)
{
	/* Lost requests are done here, maybe those of the swap device. */
	wc_wq = alloc_workqueue("warpcrypt", WQ_MEM_RECLAIM | WQ_UNBOUND, 0);
	if (!wc_wq)
		return -ENOMEM;
	wc_cpu_wq = alloc_workqueue("warpcrypt_cpu",
				    WQ_MEM_RECLAIM | WC_WQ_PERCPU, 0);
	if (!wc_cpu_wq)
		goto free_wq;
	wc_slow_wq = alloc_workqueue("warpcrypt_slow", WQ_UNBOUND, 0);
	if (!wc_slow_wq)
		goto free_cpu_wq;
	return 0;

free_cpu_wq:
	destroy_workqueue(wc_cpu_wq);
free_wq:
	destroy_workqueue(wc_wq);
	return -ENOMEM;
}

/**
 * wc_link_exit() - wait until all links are freed
 *
 * No file of the device is open any more, so no link is attached.
 *
 * Context: may sleep.
 */
void wc_link_exit(void)
{
	wait_event(wc_links_gone, !atomic_read(&wc_links));
	destroy_workqueue(wc_slow_wq);
	destroy_workqueue(wc_cpu_wq);
	destroy_workqueue(wc_wq);
}
