// SPDX-License-Identifier: GPL-2.0-only
/*
 * Threads of a helper that wait in ENTER, and which of them a frame wakes.
 *
 * A frame wakes one thread, one that it is full enough for. Who that is, is
 * decided under the link's lock; the thread is woken after the lock is dropped.
 * No frame is forgotten, because this always holds under the lock:
 *
 *   If a frame is ready for a thread on the list, then a chosen thread is on its
 *   way.
 *
 * A thread joins the list only when no frame is ready for it. When a frame
 * becomes ready, a thread is chosen, unless as many are on their way as there are
 * frames. A chosen thread that comes, or leaves because of a signal or a timeout,
 * has another one chosen if frames are left.
 */
#include "wait.h"

#include <linux/lockdep.h>
#include <linux/sched.h>

#include "link.h"

/* @key: the waiter that is meant; NULL: all. */
static int wc_wait_woken(struct wait_queue_entry *entry, unsigned int mode,
			 int flags, void *key)
{
	if (key && key != container_of(entry, struct wc_waiter, entry))
		return 0;
	return autoremove_wake_function(entry, mode, flags, key);
}

/**
 * wc_wait_init() - prepare the calling thread to wait
 * @waiter: filled in
 *
 * Context: process context.
 */
void wc_wait_init(struct wc_waiter *waiter)
{
	init_wait(&waiter->entry);
	waiter->entry.func = wc_wait_woken;
	waiter->listed = false;
	waiter->chosen = false;
}

/**
 * wc_wait_enlist() - have a thread chosen when a frame is ready for it
 * @link: the link; now no frame is ready for the thread
 * @waiter: the thread, in &wc_link.wait already; not on the list
 * @fill: how full an open frame must be, bytes
 *
 * Context: process context, under the link's lock.
 */
void wc_wait_enlist(struct wc_link *link, struct wc_waiter *waiter, u32 fill)
{
	lockdep_assert_held(&link->lock);
	waiter->fill = fill;
	waiter->listed = true;
	list_add_tail(&waiter->node, &link->waiters);
}

/**
 * wc_wait_delist() - a thread has come for a frame, or leaves
 * @link: the link
 * @waiter: the thread, on the list or not, chosen or not; neither afterwards
 *
 * The caller must call wc_wait_choose() before it drops the lock: frames for
 * which this thread was chosen may be left.
 *
 * Context: process context, under the link's lock.
 */
void wc_wait_delist(struct wc_link *link, struct wc_waiter *waiter)
{
	lockdep_assert_held(&link->lock);
	if (waiter->listed)
		list_del(&waiter->node);
	if (waiter->chosen)
		link->chosen--;
	waiter->listed = false;
	waiter->chosen = false;
}

/* The first thread for which an open frame with @level bytes is full enough. */
static struct wc_waiter *wc_wait_find(struct wc_link *link, u32 level)
{
	struct wc_waiter *waiter;

	list_for_each_entry(waiter, &link->waiters, node)
		if (waiter->fill <= level)
			return waiter;
	return NULL;
}

/**
 * wc_wait_choose() - choose a thread to wake
 * @link: the link
 * @level: how full the open frame is, bytes; 0 if it cannot be fetched now
 *
 * Context: any, under the link's lock.
 * Return: the thread, for wc_wait_wake() after the lock was dropped; NULL when
 * nobody must be woken.
 */
struct wc_waiter *wc_wait_choose(struct wc_link *link, u32 level)
{
	struct wc_waiter *waiter = NULL;

	lockdep_assert_held(&link->lock);
	if (list_empty(&link->waiters))
		return NULL;
	if (link->chosen < link->ready)
		waiter = wc_wait_find(link, U32_MAX);
	else if (level && link->chosen == link->ready)
		waiter = wc_wait_find(link, level);
	if (!waiter)
		return NULL;
	list_del(&waiter->node);
	waiter->listed = false;
	waiter->chosen = true;
	link->chosen++;
	return waiter;
}

/**
 * wc_wait_wake() - wake a thread
 * @link: the link; it cannot be freed meanwhile
 * @waiter: the thread that wc_wait_choose() returned, or NULL; it may have left
 *	since, and is only compared
 *
 * Context: any, not under the link's lock.
 */
void wc_wait_wake(struct wc_link *link, struct wc_waiter *waiter)
{
	if (waiter)
		__wake_up(&link->wait, TASK_NORMAL, 0, waiter);
}
