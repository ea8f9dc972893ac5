// SPDX-License-Identifier: GPL-2.0-only
/*
 * A link: one attachment of one helper, from ATTACH until nothing of its
 * arena is in use any more.
 *
 * At most one link is attached at a time. It is killed when its file closes,
 * a frame misses its deadline, or a result proves wrong; every request that
 * it has not completed goes back to its owner then, to be done in software.
 * The memory stays for as long as somebody is still copying from or to it.
 *
 * Who finds a link: ENTER through its file, which holds a reference;
 * submitters through wc_live under RCU, who then take the lock, look whether
 * it is alive, and have a frame hold the link for them.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "link.h"

#include <linux/completion.h>
#include <linux/jiffies.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "algorithms.h"
#include "kat.h"
#include "params.h"
#include "stats.h"

struct workqueue_struct *wc_wq;
/*
 * For what may wait for long (known answers and testmgr, tearing down with
 * locks of user memory): never in the way of requests that are done again.
 */
static struct workqueue_struct *wc_slow_wq;

/* The live link. Changed under the link's lock. */
static struct wc_link __rcu *wc_live;
/* The attached link, live or testing; and the last one's generation. */
static struct wc_link *wc_attached;
static u32 wc_generation;
static DEFINE_SPINLOCK(wc_attached_lock);
/* Links not torn down yet; the module's exit waits for none. */
static atomic_t wc_links = ATOMIC_INIT(0);
static DECLARE_WAIT_QUEUE_HEAD(wc_links_gone);

static bool wc_suspended;
static bool wc_registering;

static void wc_link_start(struct work_struct *work);
static void wc_link_watch(struct work_struct *work);
static void wc_link_teardown(struct work_struct *work);

static void wc_link_release(struct kref *ref)
{
	struct wc_link *link = container_of(ref, struct wc_link, ref);

	queue_work(wc_slow_wq, &link->teardown);
}

/**
 * wc_link_get() - hold a link
 * @link: the link, already held by somebody
 *
 * Context: any.
 */
void wc_link_get(struct wc_link *link)
{
	kref_get(&link->ref);
}

/**
 * wc_link_put() - let go of a link; the last one frees it, from a workqueue
 * @link: the link
 *
 * Context: any.
 */
void wc_link_put(struct wc_link *link)
{
	kref_put(&link->ref, wc_link_release);
}

/*
 * Known answers have time enough for a machine that is slow or busy, whatever
 * its users are ready to wait for a helper that has shown what it can.
 */
#define WC_KAT_DEADLINE_MS	10000u

static unsigned long wc_deadline(const struct wc_link *link)
{
	uint ms = READ_ONCE(wc_param_deadline_ms);

	if (READ_ONCE(link->state) == WC_LINK_TESTING)
		ms = max(ms, WC_KAT_DEADLINE_MS);
	return msecs_to_jiffies(ms);
}

/* How often to look; not seldom while testing, because live comes next. */
static unsigned long wc_watch_interval(void)
{
	return msecs_to_jiffies(READ_ONCE(wc_param_deadline_ms)) / 4 + 1;
}

/**
 * wc_link_busy() - a frame is in use from now on
 * @link: the link, held for the frame and watched as long as any is in use
 *
 * Context: any, under the link's lock.
 */
void wc_link_busy(struct wc_link *link)
{
	wc_link_get(link);
	if (!link->busy++)
		queue_delayed_work(wc_wq, &link->watchdog,
				   wc_watch_interval());
}

static void wc_link_watch(struct work_struct *work)
{
	struct wc_link *link = container_of(to_delayed_work(work),
					    struct wc_link, watchdog);
	bool overdue = false, again = false;

	spin_lock_bh(&link->lock);
	if (link->state != WC_LINK_DEAD && link->busy) {
		overdue = wc_frame_overdue(link, wc_deadline(link));
		again = !overdue;
	}
	spin_unlock_bh(&link->lock);

	if (overdue)
		wc_link_kill(link, WC_DEADLINE);
	if (again)
		queue_delayed_work(wc_wq, &link->watchdog,
				   wc_watch_interval());
}

/* Sizes are what the UAPI allows; the caller has seen to that. */
static struct wc_link *wc_link_alloc(const struct warpcrypt_attach *attach)
{
	struct wc_link *link;
	u64 frames = (u64)attach->frame_size * attach->frame_count;
	int err;

	link = kzalloc(sizeof(*link), GFP_KERNEL);
	if (!link)
		return ERR_PTR(-ENOMEM);

	kref_init(&link->ref);
	spin_lock_init(&link->lock);
	link->want = U32_MAX;
	INIT_LIST_HEAD(&link->free);
	INIT_LIST_HEAD(&link->sealed);
	INIT_LIST_HEAD(&link->backlog);
	init_waitqueue_head(&link->wait);
	init_waitqueue_head(&link->idle);
	INIT_WORK(&link->start, wc_link_start);
	INIT_DELAYED_WORK(&link->watchdog, wc_link_watch);
	INIT_WORK(&link->teardown, wc_link_teardown);
	link->frame_size = attach->frame_size;
	link->frame_count = attach->frame_count;
	memcpy(link->modes, attach->modes, sizeof(link->modes));

	err = wc_arena_pin(&link->arena, attach->arena_addr, attach->arena_len);
	if (err)
		goto free_link;
	err = wc_key_slots_init(&link->keys, link->arena.data + frames,
				attach->key_slots);
	if (err)
		goto unpin;
	err = wc_frames_init(link);
	if (err)
		goto free_keys;
	return link;

free_keys:
	wc_key_slots_free(&link->keys);
unpin:
	wc_arena_unpin(&link->arena);
free_link:
	kfree(link);
	return ERR_PTR(err);
}

static void wc_link_free(struct wc_link *link)
{
	wc_frames_free(link);
	wc_key_slots_free(&link->keys);
	wc_arena_unpin(&link->arena);
	kfree(link);
}

static void wc_link_teardown(struct work_struct *work)
{
	struct wc_link *link = container_of(work, struct wc_link, teardown);
	struct completion *gone;

	cancel_delayed_work_sync(&link->watchdog);
	/* Submitters may still look at the lock of a link they just missed. */
	synchronize_rcu();
	gone = link->gone;
	wc_link_free(link);
	complete(gone);
	if (atomic_dec_and_test(&wc_links))
		wake_up_all(&wc_links_gone);
}

static bool wc_link_claim(struct wc_link *link)
{
	bool ok;

	spin_lock_bh(&wc_attached_lock);
	ok = !wc_attached;
	if (ok) {
		if (!++wc_generation)
			++wc_generation;
		link->generation = wc_generation;
		WRITE_ONCE(wc_attached, link);
	}
	spin_unlock_bh(&wc_attached_lock);
	return ok;
}

/**
 * wc_link_attach() - attach a helper
 * @attach: what it asks for, checked by the caller but for the arena
 *
 * Context: process context of the helper, may sleep.
 * Return: the link, held for the caller until wc_link_detach(); or -EBUSY
 * when another is attached, -EFAULT or -ENOMEM as wc_arena_pin() has it.
 */
struct wc_link *wc_link_attach(const struct warpcrypt_attach *attach)
{
	struct wc_link *link;

	/* Say no before pinning, and again when it is certain. */
	if (READ_ONCE(wc_attached))
		return ERR_PTR(-EBUSY);
	link = wc_link_alloc(attach);
	if (IS_ERR(link))
		return link;
	if (!wc_link_claim(link)) {
		wc_link_free(link);
		return ERR_PTR(-EBUSY);
	}
	atomic_inc(&wc_links);
	wc_count(WC_ATTACH_COUNT, 1);

	wc_link_get(link);
	queue_work(wc_slow_wq, &link->start);
	return link;
}

/**
 * wc_link_detach() - the helper's file is closed
 * @link: not to be used by the caller any more
 *
 * Waits for the last copies to and from the arena, so that the memory is wiped,
 * unpinned and off the process's account when close() returns.
 *
 * Context: process context, may sleep.
 */
void wc_link_detach(struct wc_link *link)
{
	DECLARE_COMPLETION_ONSTACK(gone);

	wc_link_kill(link, WC_HELPER_DIED);
	link->gone = &gone;
	wc_link_put(link);
	wait_for_completion(&gone);
}

static bool wc_link_go_live(struct wc_link *link)
{
	bool live = false;

	spin_lock_bh(&link->lock);
	if (link->state == WC_LINK_TESTING) {
		WRITE_ONCE(link->state, WC_LINK_LIVE);
		rcu_assign_pointer(wc_live, link);
		live = true;
	}
	spin_unlock_bh(&link->lock);
	if (live)
		pr_info("helper %u is live\n", link->generation);
	return live;
}

/* What follows ATTACH: the known answers, then business. */
static void wc_link_start(struct work_struct *work)
{
	struct wc_link *link = container_of(work, struct wc_link, start);
	bool live;

	if (READ_ONCE(wc_param_kat) && !wc_kat_run(link)) {
		wc_link_kill(link, WC_KAT_FAILED);
		wc_link_put(link);
		return;
	}
	/* Set first, so that nobody sees "live" in between. */
	WRITE_ONCE(wc_registering, true);
	live = wc_link_go_live(link);
	/* A helper that leaves need not wait for testmgr. */
	wc_link_put(link);
	if (live)
		wc_algorithms_register();
	WRITE_ONCE(wc_registering, false);
}

static void wc_link_unpublish(struct wc_link *link)
{
	spin_lock_bh(&wc_attached_lock);
	if (wc_attached == link)
		WRITE_ONCE(wc_attached, NULL);
	spin_unlock_bh(&wc_attached_lock);
}

/**
 * wc_link_kill() - end a link
 * @link: held by the caller
 * @reason: why; a closed file is the ordinary one
 *
 * All its requests that are not completed are lost. Does nothing when the
 * link is dead already.
 *
 * Context: any but hard interrupts; unlocked.
 */
void wc_link_kill(struct wc_link *link, enum wc_reason reason)
{
	LIST_HEAD(lost);
	u32 freed;

	spin_lock_bh(&link->lock);
	if (link->state == WC_LINK_DEAD) {
		spin_unlock_bh(&link->lock);
		return;
	}
	link->reason = reason;
	/* ENTER looks at both without the lock. */
	smp_wmb();
	WRITE_ONCE(link->state, WC_LINK_DEAD);
	if (rcu_access_pointer(wc_live) == link)
		RCU_INIT_POINTER(wc_live, NULL);
	freed = link->busy;
	wc_frames_abandon(link, &lost);
	freed -= link->busy;
	list_splice_tail_init(&link->backlog, &lost);
	spin_unlock_bh(&link->lock);

	/* Nobody puts a key into a dead link's slots. */
	wc_key_slots_wipe(&link->keys);
	wc_link_unpublish(link);
	wake_up_all(&link->wait);
	wake_up_all(&link->idle);
	if (reason == WC_HELPER_DIED) {
		pr_info("helper %u has left\n", link->generation);
	} else {
		wc_count(WC_LINKS_KILLED, 1);
		pr_err("helper %u is out of service: %s; its requests are done in software\n",
		       link->generation, wc_reason_name(reason));
	}
	wc_frame_lose(&lost, reason);
	while (freed--)
		wc_link_put(link);
}

/**
 * wc_link_kill_live() - end a link that may be gone already
 * @generation: its number
 * @reason: why
 *
 * Context: any but hard interrupts.
 */
void wc_link_kill_live(u32 generation, enum wc_reason reason)
{
	struct wc_link *link;

	rcu_read_lock();
	link = rcu_dereference(wc_live);
	if (link && (link->generation != generation ||
		     !kref_get_unless_zero(&link->ref)))
		link = NULL;
	rcu_read_unlock();
	if (!link)
		return;
	wc_link_kill(link, reason);
	wc_link_put(link);
}

/**
 * wc_link_live() - the live link, NULL if there is none
 *
 * Context: any, under RCU, for as long as which it stays.
 */
struct wc_link *wc_link_live(void)
{
	return rcu_dereference(wc_live);
}

/**
 * wc_link_is_suspended() - is offloading stopped?
 *
 * Context: any, under RCU, so that suspend can wait for whoever has asked.
 */
bool wc_link_is_suspended(void)
{
	return READ_ONCE(wc_suspended);
}

/**
 * wc_link_forget_key_in() - take a key out of the slot it may have in a link
 * @link: the link, held by the caller or under RCU
 * @key: the key; no request with it is in flight
 *
 * Context: any but hard interrupts.
 */
void wc_link_forget_key_in(struct wc_link *link, struct wc_key *key)
{
	spin_lock_bh(&link->lock);
	/* A slot in a dead link's arena was wiped when that died. */
	if (link->state != WC_LINK_DEAD && key->link == link->generation)
		wc_key_slot_put(&link->keys, key);
	spin_unlock_bh(&link->lock);
}

/**
 * wc_link_forget_key() - take a key out of the slot it may have
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

static bool wc_link_is_idle(struct wc_link *link)
{
	bool idle;

	spin_lock_bh(&link->lock);
	idle = !link->busy && list_empty(&link->backlog);
	spin_unlock_bh(&link->lock);
	return idle;
}

/**
 * wc_link_suspend() - stop or resume offloading
 * @suspend: stop, and wait until nothing is in flight; else resume
 *
 * Known answers count as in flight. The helper works off what is there; should
 * it stop doing so, the deadline of the oldest frame ends the wait.
 *
 * Context: may sleep.
 */
void wc_link_suspend(bool suspend)
{
	struct wc_link *link;

	WRITE_ONCE(wc_suspended, suspend);
	if (!suspend)
		return;
	/* Submitters who have not seen it yet are under RCU. */
	synchronize_rcu();
	spin_lock_bh(&wc_attached_lock);
	link = wc_attached;
	if (link && !kref_get_unless_zero(&link->ref))
		link = NULL;
	spin_unlock_bh(&wc_attached_lock);
	if (!link)
		return;
	wait_event(link->idle, wc_link_is_idle(link));
	wc_link_put(link);
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
 * wc_link_init() - get ready for links
 *
 * Return: 0 or -ENOMEM.
 */
int wc_link_init(void)
{
	/* Requests that are done again may be the way to the swap device. */
	wc_wq = alloc_workqueue("warpcrypt", WQ_MEM_RECLAIM | WQ_UNBOUND, 0);
	if (!wc_wq)
		return -ENOMEM;
	wc_slow_wq = alloc_workqueue("warpcrypt_slow", WQ_UNBOUND, 0);
	if (!wc_slow_wq) {
		destroy_workqueue(wc_wq);
		return -ENOMEM;
	}
	return 0;
}

/**
 * wc_link_exit() - wait until all links are gone
 *
 * No file is open any more, so none is attached.
 *
 * Context: may sleep.
 */
void wc_link_exit(void)
{
	wait_event(wc_links_gone, !atomic_read(&wc_links));
	destroy_workqueue(wc_slow_wq);
	destroy_workqueue(wc_wq);
}
