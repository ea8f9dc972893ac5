// SPDX-License-Identifier: GPL-2.0-only
/*
 * Attaching and detaching a helper: a link is made, tested, goes live, and is
 * freed after its last reference.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "path.h"

#include <linux/completion.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kref.h>
#include <linux/minmax.h>
#include <linux/notifier.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/suspend.h>
#include <linux/wait.h>

#include "trace.h"

static void wc_link_start(struct work_struct *work);
static void wc_link_watch(struct work_struct *work);
static void wc_link_teardown(struct work_struct *work);

/* The caller has checked the sizes against the UAPI's limits. */
static struct wc_link *wc_link_alloc(const struct warpcrypt_attach *attach)
{
	u64 frames = (u64)attach->frame_size * attach->frame_count;
	struct wc_queue *queue;
	struct wc_link *link;
	u32 i;
	int err;

	link = kzalloc(sizeof(*link), GFP_KERNEL);
	if (!link)
		return ERR_PTR(-ENOMEM);

	kref_init(&link->ref);
	spin_lock_init(&link->lock);
	init_waitqueue_head(&link->idle);
	INIT_WORK(&link->start, wc_link_start);
	INIT_DELAYED_WORK(&link->watchdog, wc_link_watch);
	INIT_DELAYED_WORK(&link->tell, wc_link_tell);
	INIT_WORK(&link->teardown, wc_link_teardown);
	link->frame_size = attach->frame_size;
	link->frame_count = attach->frame_count;
	link->engine_count = attach->engine_count;
	for (i = 0; i < attach->engine_count; i++) {
		wc_engine_init(link, &link->engines[i], &attach->engines[i]);
		link->queue_count += attach->engines[i].queues;
	}
	/* Half of the smallest queue: others are to have room, too. */
	link->pieces_max = max(link->frame_count / link->queue_count / 2, 1u);

	err = wc_arena_pin(&link->arena, attach->arena_addr, attach->arena_len);
	if (err)
		goto free_link;
	err = wc_key_slots_init(&link->keys, link->arena.data + frames,
				attach->key_slots);
	if (err)
		goto unpin;
	err = wc_queues_init(link);
	if (err)
		goto free_keys;
	for (i = 0; i < link->frame_count; i++)
		INIT_WORK(&link->frames[i].deliver, wc_deliver_work);
	wc_for_each_queue(queue, link)
		INIT_WORK(&queue->serve, wc_submit_work);
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
	wc_queues_free(link);
	wc_key_slots_free(&link->keys);
	wc_arena_unpin(&link->arena);
	kfree(link);
}

static void wc_link_teardown(struct work_struct *work)
{
	struct wc_link *link = container_of(work, struct wc_link, teardown);
	const struct wc_share *share;
	struct wc_engine *engine;
	struct completion *gone;
	struct wc_queue *queue;
	u32 i;

	/* Submitters that found it under RCU may still use it, and queue @tell. */
	synchronize_rcu();
	cancel_delayed_work_sync(&link->watchdog);
	cancel_delayed_work_sync(&link->tell);
	/* These have come too late: no frame is in use, and nothing waits for room. */
	for (i = 0; i < link->frame_count; i++)
		cancel_work_sync(&link->frames[i].deliver);
	wc_for_each_queue(queue, link)
		cancel_work_sync(&queue->serve);
	/* Each frame that was sealed has come back, or was abandoned. */
	wc_for_each_engine(engine, link)
		WARN_ON_ONCE(atomic64_read(&engine->ahead));
	/* No delivery is under way: what was added for each was subtracted. */
	wc_for_each_queue(queue, link)
		wc_for_each_share(share, queue)
			WARN_ON_ONCE(share->delivering);
	gone = link->gone;
	wc_link_free(link);
	complete(gone);
	wc_link_freed();
}

/**
 * wc_link_attach() - attach a helper
 * @attach: what it asks for; the caller has checked all but the arena
 *
 * Context: process context of the helper, may sleep.
 * Return: the link, with a reference for the caller until wc_link_detach(); or
 * -EBUSY when another is attached or the system is going to sleep; or the error
 * of wc_arena_pin().
 */
struct wc_link *wc_link_attach(const struct warpcrypt_attach *attach)
{
	struct wc_link *link;

	/* Refuse early, before pinning; wc_link_claim() decides. */
	if (wc_link_is_attached())
		return ERR_PTR(-EBUSY);
	link = wc_link_alloc(attach);
	if (IS_ERR(link))
		return link;
	if (!wc_link_claim(link)) {
		wc_link_free(link);
		return ERR_PTR(-EBUSY);
	}
	wc_count(WC_ATTACH_COUNT, 1);
	trace_warpcrypt_link(link, "testing", "");

	wc_link_get(link);
	queue_work(wc_slow_wq, &link->start);
	return link;
}

/**
 * wc_link_detach() - the helper's file is closed
 * @link: the link; the caller's reference is dropped
 *
 * Waits for the last copies to and from the arena, so that the memory is wiped,
 * unpinned and no longer accounted to the process when close() returns.
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
		wc_link_publish(link);
		live = true;
	}
	spin_unlock_bh(&link->lock);
	/* Suspend waits for the end of the known answers. */
	wake_up_all(&link->idle);
	if (!live)
		return false;
	trace_warpcrypt_link(link, "live", "");
	pr_info("helper %u is live\n", link->generation);
	return true;
}

/* What follows ATTACH: the known answers, then the link goes live. */
static void wc_link_start(struct work_struct *work)
{
	struct wc_link *link = container_of(work, struct wc_link, start);
	bool live;

	if (READ_ONCE(wc_param_kat) && !wc_kat_run(link)) {
		wc_link_kill(link, WC_KAT_FAILED);
		wc_link_put(link);
		return;
	}
	/* Set first, so that the state is not "live" in between. */
	wc_link_set_registering(true);
	live = wc_link_go_live(link);
	/* So that close() does not wait for testmgr. */
	wc_link_put(link);
	/* What failed is in the log; the next helper's attachment tries it again. */
	if (live && wc_algorithms_register())
		pr_err("some algorithms are not registered; the others work\n");
	wc_link_set_registering(false);
}

/*
 * --- Deadlines: what a helper may take for a frame, what its threads may take to deliver
 * one, and how old a request may become before it is handed out (wc_expire()).
 */

/* Ends what is past its deadline or has used up its budget. */
static void wc_watch_judge(struct wc_link *link, unsigned long deadline)
{
	enum wc_link_state state = READ_ONCE(link->state);
	struct wc_engine *engine;
	enum wc_reason why;

	if (state == WC_LINK_DEAD)
		return;
	if (wc_fetch_overdue(link, deadline) ||
	    (state == WC_LINK_TESTING &&
	     time_after(jiffies, link->since + WC_TESTING_MAX * deadline))) {
		wc_link_kill(link, WC_DEADLINE);
		return;
	}
	wc_for_each_engine(engine, link)
		if (wc_engine_spent(engine, &why))
			wc_link_retire(engine, why);
}

/*
 * Acts on deadlines that were missed. A frame that the helper does
 * not give back kills the link. What has waited too long for its turn is taken back, and what
 * is old is offered to any thread. A frame that a thread of the helper does not deliver is
 * delivered here, also when the link is dead; and requests in the backlog that such a thread
 * was to give room get it here. Queues itself again while anything is in flight.
 */
static void wc_link_watch(struct work_struct *work)
{
	struct wc_link *link = container_of(to_delayed_work(work),
					    struct wc_link, watchdog);
	unsigned long deadline = wc_link_deadline(link);
	struct wc_queue *queue;

	/* Its last reference may be gone; then a work is about to free it. */
	if (!kref_get_unless_zero(&link->ref))
		return;
	wc_watch_judge(link, deadline);
	wc_for_each_queue(queue, link) {
		/* A known answer that is taken back would count as a wrong one. */
		if (READ_ONCE(link->state) != WC_LINK_TESTING)
			wc_expire(queue, deadline);
		wc_deliver_take_over(queue, deadline);
		wc_submit_serve(queue, false);
		wc_wait_pass_on(queue);
	}
	if (!wc_queues_are_idle(link))
		wc_link_watch_later(link);
	wc_link_put(link);
}

/*
 * --- Suspend: offloading stops before user space is frozen, and the helper attaches
 * anew after it.
 *
 * Otherwise requests that are submitted after that (the last writes to an
 * encrypted disk, a hibernation image) would wait for a helper that is frozen.
 * And a GPU's memory need not survive suspend: the helper would go on with
 * expanded keys, tables and code that are not there any more. A new attachment
 * loads everything again and is asked the known answers.
 */

/* Killed first: a request must not be offloaded to it once more. */
static void wc_pm_resume(void)
{
	struct wc_link *link = wc_link_get_attached();

	if (link) {
		wc_link_kill(link, WC_SUSPENDED);
		wc_link_put(link);
	}
	wc_link_resume();
}

static int wc_pm_notify(struct notifier_block *nb, unsigned long event,
			void *data)
{
	switch (event) {
	case PM_SUSPEND_PREPARE:
	case PM_HIBERNATION_PREPARE:
	case PM_RESTORE_PREPARE:
		wc_link_suspend();
		break;
	case PM_POST_SUSPEND:
	case PM_POST_HIBERNATION:
	case PM_POST_RESTORE:
		wc_pm_resume();
		break;
	}
	return NOTIFY_OK;
}

static struct notifier_block wc_pm_notifier = {
	.notifier_call = wc_pm_notify,
};

int wc_pm_init(void)
{
	return register_pm_notifier(&wc_pm_notifier);
}

void wc_pm_exit(void)
{
	unregister_pm_notifier(&wc_pm_notifier);
}
