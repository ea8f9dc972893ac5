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
#include "path.h"

#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/rcupdate.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "compat.h"

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

/* Takes a reference to a link; there is at least one. */
void wc_link_get(struct wc_link *link)
{
	kref_get(&link->ref);
}

/* Drops a reference to a link. After the last one a work frees it. */
void wc_link_put(struct wc_link *link)
{
	kref_put(&link->ref, wc_link_release);
}

/* The deadlines of a link are checked in a while. */
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

/*
 * How long after a key has lost its slot an idle helper hears of it. So keys that
 * come and go fast wake the helper's threads fifty times a second and not more.
 */
#define WC_TELL_MS	20

/*
 * Tells the helper soon that keys have lost their slots. One that calls ENTER meanwhile hears of
 * it there. The caller has a reference or is under RCU.
 */
void wc_link_tell_later(struct wc_link *link)
{
	queue_delayed_work(wc_wq, &link->tell, msecs_to_jiffies(WC_TELL_MS));
}

/* &wc_link.tell: wakes the threads that wait in ENTER, because they may have keys to wipe. */
void wc_link_tell(struct work_struct *work)
{
	struct wc_link *link = container_of(to_delayed_work(work),
					    struct wc_link, tell);
	struct wc_queue *queue;

	wc_for_each_queue(queue, link)
		wake_up_all(&queue->wait);
}

/* Is any link attached? The answer may be outdated; wc_link_claim() has the final one. */
bool wc_link_is_attached(void)
{
	return READ_ONCE(wc_attached);
}

/*
 * Makes a new link the attached one, and gives it its generation. Returns false when another is
 * attached, or the system is going to sleep. Not in hard interrupts.
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

/* Lets another link be attached. Not in hard interrupts. */
void wc_link_unclaim(struct wc_link *link)
{
	spin_lock_bh(&wc_attached_lock);
	if (wc_attached == link)
		WRITE_ONCE(wc_attached, NULL);
	spin_unlock_bh(&wc_attached_lock);
}

/* A link that was claimed has been freed. */
void wc_link_freed(void)
{
	if (atomic_dec_and_test(&wc_links))
		wake_up_all(&wc_links_gone);
}

/* Submitters find the link, which is live now. */
void wc_link_publish(struct wc_link *link)
{
	lockdep_assert_held(&link->lock);
	rcu_assign_pointer(wc_live, link);
}

/* Submitters no longer find the link, which is dead now and may never have been live. */
void wc_link_unpublish(struct wc_link *link)
{
	lockdep_assert_held(&link->lock);
	if (rcu_access_pointer(wc_live) == link)
		RCU_INIT_POINTER(wc_live, NULL);
}

/*
 * The link that requests may be submitted to; NULL: there is none that is live, or offloading is
 * stopped: @why. Under RCU, until the request is submitted: suspend waits for all who have read
 * the old answer.
 */
struct wc_link *wc_link_usable(enum wc_reason *why)
{
	struct wc_link *link = rcu_dereference(wc_live);

	*why = WC_NO_HELPER;
	if (!link || !READ_ONCE(wc_suspended))
		return link;
	*why = WC_SUSPENDED;
	return NULL;
}

/*
 * Frees the slot that a key, with which no request is in flight, may have in a link. Not in
 * hard interrupts. The caller has a reference to the link or is under RCU.
 */
void wc_link_forget_key_in(struct wc_link *link, struct wc_key *key)
{
	/* The slots of a dead link are wiped when it dies. */
	local_bh_disable();
	if (wc_key_slot_release(&link->keys, key, link->generation))
		wc_link_tell_later(link);
	local_bh_enable();
}

/* The same, in the live link. */
void wc_link_forget_key(struct wc_key *key)
{
	struct wc_link *link;

	rcu_read_lock();
	link = rcu_dereference(wc_live);
	if (link)
		wc_link_forget_key_in(link, key);
	rcu_read_unlock();
	key->link_gen = 0;
}

/*
 * Takes a reference to the attached link, live or testing; NULL: there is none. Not in hard
 * interrupts.
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

/*
 * Stops offloading, and waits until nothing is in flight. No link can be attached until
 * wc_link_resume(). Waits for the known answers of a link that is being tested, no longer than
 * WC_TESTING_MAX deadlines; and for what is in flight, no longer than any request is.
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

/*
 * Lets links be attached and requests be offloaded again. The caller has killed the link that
 * was attached during suspend.
 */
void wc_link_resume(void)
{
	WRITE_ONCE(wc_suspended, false);
}

/* Says whether wc_algorithms_register() runs after going live. */
void wc_link_set_registering(bool registering)
{
	WRITE_ONCE(wc_registering, registering);
}

/* What /sys/class/misc/warpcrypt/state says. */
const char *wc_link_state_name(void)
{
	const char *name;

	spin_lock_bh(&wc_attached_lock);
	if (!wc_attached || READ_ONCE(wc_attached->state) == WC_LINK_DEAD)
		name = "down";
	else if (READ_ONCE(wc_attached->state) == WC_LINK_TESTING)
		name = "testing";
	else if (READ_ONCE(wc_suspended))
		name = "suspended";
	else if (READ_ONCE(wc_registering))
		name = "registering";
	else
		name = "live";
	spin_unlock_bh(&wc_attached_lock);
	return name;
}

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

/*
 * Waits until all links are freed. No file of the device is open any more, so no link is
 * attached.
 */
void wc_link_exit(void)
{
	wait_event(wc_links_gone, !atomic_read(&wc_links));
	destroy_workqueue(wc_slow_wq);
	destroy_workqueue(wc_cpu_wq);
	destroy_workqueue(wc_wq);
}

/*
 * --- What a helper may cost its users before it is taken out of service.
 *
 * A helper that misses the deadline is out of service at once. One that fails
 * frames, or answers just before the deadline, costs its users time as well: up
 * to a deadline for each request. So there are two accounts, with the same limit.
 *
 * Errors are charged by the frame and paid back by the frame. A helper stays in service
 * while it fails no more than one frame in nine. If it fails all of them, it is out after 8 frames;
 * if every second, after 18; if every third, after 33. A frame of which the helper
 * could not be told, because it gave ENTER a bad address, has failed.
 *
 * Time is charged by the time: for a wait of more than half of the deadline, 16
 * units for each deadline that it took. Waits at the same time are charged once: a whole
 * machine may stop for a moment, for a migration for example. A unit is paid back when a
 * frame comes in time, but only once in each deadline: thousands of frames in time do not
 * pay for one that the helper holds back meanwhile. So a helper stays in service while its
 * users wait no more than a 16th of the time, and no wait is longer than a deadline;
 * what takes no more than half of it is not charged. (The module itself may hold a frame
 * back for 5/16: until it is old, and the watchdog looks.) If all its answers are late, it is
 * out after about four deadlines.
 */

/* What is charged for a frame that failed, and for a deadline's time; and the limit. */
#define WC_BUDGET_ERROR		8u
#define WC_BUDGET_TIME		16u
#define WC_BUDGET_LIMIT		64u

/* Users have waited since @since, @late or in time. Under the link's lock. */
static void wc_budget_wait(struct wc_budget *budget, unsigned long since,
			   unsigned long deadline, bool late)
{
	u32 units;

	if (!late) {
		if (!budget->late ||
		    !time_after(jiffies, budget->refilled + deadline))
			return;
		WRITE_ONCE(budget->late, budget->late - 1);
	} else {
		/* A part of it may be charged already. */
		if (budget->late && time_before(since, budget->charged))
			since = budget->charged;
		units = (jiffies - since) * WC_BUDGET_TIME / deadline;
		if (!units)
			return;
		WRITE_ONCE(budget->late, budget->late + units);
		budget->charged = jiffies;
	}
	budget->refilled = jiffies;
}

/*
 * --- Engines: the helper's CPUs and GPUs, each with queues of its own.
 *
 * A frame belongs to its queue, and so to an engine: only threads that serve one of
 * that engine's queues get it. An engine that fails is retired (kill.c), and the
 * link goes on with the others.
 */

/* Initializes an engine, but for its queues. @from: what the helper has said of it, checked. */
void wc_engine_init(struct wc_link *link, struct wc_engine *engine,
		    const struct warpcrypt_engine *from)
{
	engine->link = link;
	engine->index = engine - link->engines;
	memcpy(engine->name, from->name, sizeof(engine->name));
	engine->kind = from->kind;
	engine->parallel = from->parallel;
	engine->queue_count = from->queues;
	memcpy(engine->modes, from->modes, sizeof(engine->modes));
	engine->progress = jiffies;
}

static void wc_engine_set_rate(struct wc_engine *engine,
			       const struct warpcrypt_rate *from)
{
	struct wc_rate *rate = &engine->rates[from->cipher][from->mode]
				[!!(from->flags & WARPCRYPT_RATE_DECRYPT)];
	u64 mib_ns = div64_u64((u64)NSEC_PER_SEC << 20, from->bytes_per_s);

	WRITE_ONCE(rate->mib_ns, min_t(u64, mib_ns, U32_MAX));
	WRITE_ONCE(rate->chain_ns, from->chain_ns);
	WRITE_ONCE(rate->lone_ns, from->lone_ns);
}

static void wc_engine_forget_rates(struct wc_engine *engine)
{
	struct wc_rate *rates = (struct wc_rate *)engine->rates;
	size_t i;

	for (i = 0; i < sizeof(engine->rates) / sizeof(*rates); i++) {
		WRITE_ONCE(rates[i].lone_ns, 0);
		WRITE_ONCE(rates[i].chain_ns, 0);
	}
}

/*
 * Says how fast the engines of a link are. @rates: checked; one that is not among them is unknown
 * from now on. One caller at a time.
 */
void wc_engines_set_rates(struct wc_link *link,
			  const struct warpcrypt_rate *rates, u32 count)
{
	struct wc_engine *engine;
	u32 i;

	wc_for_each_engine(engine, link)
		wc_engine_forget_rates(engine);
	for (i = 0; i < count; i++)
		wc_engine_set_rate(&link->engines[rates[i].engine], &rates[i]);
}

/**
 * wc_engine_waited() - users have waited for something that is the helper's to do
 * @engine: the engine; the wait is charged to it if the link is live
 * @since: jiffies when the wait began; it has ended now
 *
 * Context: any, BH off; a queue's lock may be held.
 */
void wc_engine_waited(struct wc_engine *engine, unsigned long since)
{
	struct wc_link *link = engine->link;
	unsigned long deadline = wc_link_deadline(link);
	/* Rounded up: a tick may be a large part of a short deadline. */
	bool late = time_after(jiffies, since + DIV_ROUND_UP(deadline, 2));

	/* Most waits change nothing. What is read without the lock may be outdated. */
	if (!late && !READ_ONCE(engine->budget.late))
		return;
	spin_lock(&link->lock);
	if (link->state == WC_LINK_LIVE)
		wc_budget_wait(&engine->budget, since, deadline, late);
	spin_unlock(&link->lock);
}

/**
 * wc_engine_came_back() - the helper has given a frame back
 * @engine: the engine; the frame is charged to it if the link is live. (A single
 *	known answer that is not right ends the link anyway.)
 * @failed: without results
 *
 * Context: any, BH off; a queue's lock may be held.
 */
void wc_engine_came_back(struct wc_engine *engine, bool failed)
{
	struct wc_budget *budget = &engine->budget;
	struct wc_link *link = engine->link;

	/* Most frames change nothing. What is read without the lock may be outdated. */
	if (!failed && !READ_ONCE(budget->errors))
		return;
	spin_lock(&link->lock);
	if (link->state == WC_LINK_LIVE) {
		if (failed)
			WRITE_ONCE(budget->errors,
				   budget->errors + WC_BUDGET_ERROR);
		else if (budget->errors)
			WRITE_ONCE(budget->errors, budget->errors - 1);
	}
	spin_unlock(&link->lock);
}

/*
 * Has an engine used up its budget, so that it must be retired, for @why? Not if it is retired, or
 * the link is not live.
 */
bool wc_engine_spent(const struct wc_engine *engine, enum wc_reason *why)
{
	if (READ_ONCE(engine->link->state) != WC_LINK_LIVE ||
	    wc_engine_is_retired(engine))
		return false;
	if (READ_ONCE(engine->budget.errors) >= WC_BUDGET_LIMIT)
		*why = WC_ERRORS;
	else if (READ_ONCE(engine->budget.late) >= WC_BUDGET_LIMIT)
		*why = WC_LATE;
	else
		return false;
	return true;
}
