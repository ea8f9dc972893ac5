// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/warpcrypt: the system calls of a helper.
 *
 * Everything from user space is copied once here and checked (check.c). The only
 * user pointer that other files see is the address of the arena.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "device.h"

#include <linux/capability.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/nospec.h>
#include <linux/sched/signal.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "attach.h"
#include "check.h"
#include "commit.h"
#include "engine.h"
#include "fetch.h"
#include "kill.h"
#include "link.h"
#include "queue.h"
#include "stats.h"
#include "sysfs.h"
#include "uapi/warpcrypt.h"
#include "wait.h"

/* How many frames ENTER fetches at a time, into an array on its stack. */
#define WC_ENTER_BATCH	16u

/**
 * struct wc_file - an open file of the device
 * @mutex: taken by ATTACH and RATES
 * @link: the link that ATTACH made, NULL before; does not change after that
 */
struct wc_file {
	struct mutex mutex; /* see above */
	struct wc_link *link;
};

static int wc_device_open(struct inode *inode, struct file *file)
{
	struct wc_file *wf;
	int err;

	/* A process with the device open can see keys of the whole kernel. */
	if (!capable(CAP_SYS_ADMIN)) {
		wc_refuse("opening the device requires CAP_SYS_ADMIN");
		return -EPERM;
	}
	/* The lockdown reason that is about keys of the crypto API. */
	err = security_locked_down(LOCKDOWN_XFRM_SECRET);
	if (err) {
		wc_refuse("no helper under lockdown=confidentiality: it would see keys");
		return err;
	}

	wf = kzalloc(sizeof(*wf), GFP_KERNEL);
	if (!wf)
		return -ENOMEM;
	mutex_init(&wf->mutex);
	file->private_data = wf;
	return nonseekable_open(inode, file);
}

static int wc_device_release(struct inode *inode, struct file *file)
{
	struct wc_file *wf = file->private_data;

	if (wf->link)
		wc_link_detach(wf->link);
	kfree(wf);
	return 0;
}

static const char *wc_attach_error(int err)
{
	switch (err) {
	case -EBUSY:
		return "a helper is attached, this file was before, or the system goes to sleep";
	case -ENOMEM:
		return "no memory, or over RLIMIT_MEMLOCK";
	case -EINVAL:
		return "fork() would copy the arena: give it madvise(MADV_DONTFORK)";
	default:
		return "the arena is not readable and writable memory";
	}
}

static struct wc_link *wc_device_link(struct wc_file *wf,
				      const struct warpcrypt_attach *a)
{
	struct wc_link *link;

	mutex_lock(&wf->mutex);
	link = wf->link ? ERR_PTR(-EBUSY) : wc_link_attach(a);
	if (!IS_ERR(link))
		/* Another thread may call ENTER as soon as it sees the link. */
		smp_store_release(&wf->link, link);
	mutex_unlock(&wf->mutex);
	return link;
}

static long wc_device_attach(struct wc_file *wf,
			     struct warpcrypt_attach __user *arg)
{
	struct warpcrypt_attach *a;
	struct wc_link *link;
	long err;

	a = memdup_user(arg, sizeof(*a));
	if (IS_ERR(a))
		return PTR_ERR(a);
	err = wc_check_attach(a);
	if (err)
		goto free;
	link = wc_device_link(wf, a);
	if (IS_ERR(link)) {
		err = PTR_ERR(link);
		wc_refuse("ATTACH: %s (error %ld)", wc_attach_error(err), err);
		goto free;
	}
	/* On -EFAULT the link stays attached until the file is closed. */
	err = put_user(link->generation, &arg->generation);
free:
	kfree(a);
	return err;
}

/* Has the caller keys to wipe that it does not know of? */
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
	for (i = 0; i < e->commit_count; i++) {
		if (commits[i].reserved) {
			wc_refuse("ENTER: reserved fields of a commit are not zero");
			return -EINVAL;
		}
	}
	for (i = 0; i < e->commit_count; i++) {
		if (wc_commit(queue->link, commits[i].id, commits[i].status,
			      e->fetch_max ? queue : NULL)) {
			e->committed++;
			continue;
		}
		e->refused++;
		wc_count(WC_COMMIT_REFUSED, 1);
		wc_refuse("ENTER: commit of frame %#llx, which this helper does not hold",
			  commits[i].id);
	}
	if (!e->refused)
		return 0;
	/* If what they are for has ended, the commits were right when they were sent. */
	return wc_enter_death(queue) ?: -ESTALE;
}

/* Frames of which the helper could not be told have failed: it gave a bad address. */
static void wc_enter_fail(struct wc_queue *queue,
			  const struct warpcrypt_frame *frames, u32 n)
{
	while (n--)
		wc_commit(queue->link, frames[n].id, -EFAULT, NULL);
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
			wc_enter_fail(queue, batch, n);
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
	int err = -EBUSY;

	if (atomic_inc_return(threads) <= (int)WARPCRYPT_WAITERS_MAX)
		err = wc_enter_sleep(queue, e);
	else
		wc_refuse("ENTER: more than %u threads wait for one engine",
			  WARPCRYPT_WAITERS_MAX);
	atomic_dec(threads);
	return err;
}

static int wc_enter_run(struct wc_queue *queue, struct warpcrypt_enter *e)
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

static long wc_device_enter(struct wc_file *wf,
			    struct warpcrypt_enter __user *arg)
{
	/* Pairs with the release in ATTACH: the link is complete. */
	struct wc_link *link = smp_load_acquire(&wf->link);
	struct warpcrypt_enter e;
	int err;

	if (copy_from_user(&e, arg, sizeof(e)))
		return -EFAULT;
	err = wc_check_enter(link, &e);
	if (err)
		return err;
	e.committed = 0;
	e.refused = 0;
	e.fetched = 0;
	wc_count(WC_ENTER_CALLS, 1);
	/* The helper chose the queue: no speculative access beyond the array. */
	e.queue = array_index_nospec(e.queue, link->queue_count);
	err = wc_enter_run(&link->queues[e.queue], &e);
	e.releases = wc_key_slots_settled(&link->keys);

	if (put_user(e.committed, &arg->committed) ||
	    put_user(e.refused, &arg->refused) ||
	    put_user(e.fetched, &arg->fetched) ||
	    put_user(e.releases, &arg->releases))
		return -EFAULT;
	return err;
}

/* Checks all entries, then stores them. */
static int wc_device_set_rates(struct wc_link *link,
			       const struct warpcrypt_rate *rates, u32 count)
{
	u32 i;
	int err;

	for (i = 0; i < count; i++) {
		err = wc_check_rate(link, &rates[i]);
		if (err)
			return err;
	}
	wc_engines_set_rates(link, rates, count);
	return 0;
}

static long wc_device_rates(struct wc_file *wf,
			    struct warpcrypt_rates __user *arg)
{
	/* Pairs with the release in ATTACH: the link is complete. */
	struct wc_link *link = smp_load_acquire(&wf->link);
	struct warpcrypt_rate *rates = NULL;
	struct warpcrypt_rates r;
	int err;

	if (copy_from_user(&r, arg, sizeof(r)))
		return -EFAULT;
	err = wc_check_rates(link, &r);
	if (err)
		return err;
	if (r.count) {
		rates = memdup_user(u64_to_user_ptr(r.addr),
				    r.count * sizeof(*rates));
		if (IS_ERR(rates))
			return PTR_ERR(rates);
	}
	mutex_lock(&wf->mutex);
	err = wc_device_set_rates(link, rates, r.count);
	mutex_unlock(&wf->mutex);
	kfree(rates);
	return err;
}

static long wc_device_retire(struct wc_file *wf,
			     struct warpcrypt_retire __user *arg)
{
	/* Pairs with the release in ATTACH: the link is complete. */
	struct wc_link *link = smp_load_acquire(&wf->link);
	struct warpcrypt_retire r;
	int err;

	if (copy_from_user(&r, arg, sizeof(r)))
		return -EFAULT;
	err = wc_check_retire(link, &r);
	if (err)
		return err;
	/* The helper chose it: no speculative access beyond the array. */
	r.engine = array_index_nospec(r.engine, link->engine_count);
	wc_link_retire(&link->engines[r.engine], WC_RETIRED);
	return 0;
}

static long wc_device_ioctl(struct file *file, unsigned int cmd,
			    unsigned long arg)
{
	struct wc_file *wf = file->private_data;
	void __user *user = (void __user *)arg;
	long err;

	switch (cmd) {
	case WARPCRYPT_IOC_ATTACH:
		err = wc_device_attach(wf, user);
		if (err)
			wc_count(WC_ATTACH_REFUSED, 1);
		return err;
	case WARPCRYPT_IOC_ENTER:
		return wc_device_enter(wf, user);
	case WARPCRYPT_IOC_RATES:
		return wc_device_rates(wf, user);
	case WARPCRYPT_IOC_RETIRE:
		return wc_device_retire(wf, user);
	default:
		return -ENOTTY;
	}
}

static const struct file_operations wc_device_fops = {
	.owner = THIS_MODULE,
	.open = wc_device_open,
	.release = wc_device_release,
	.unlocked_ioctl = wc_device_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

static struct miscdevice wc_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "warpcrypt",
	.fops = &wc_device_fops,
	.mode = 0600,
};

/**
 * wc_device_init() - register the device
 *
 * Return: 0, -ENOMEM, or the error of misc_register().
 */
int wc_device_init(void)
{
	int err;

	wc_device.groups = wc_sysfs_init();
	if (!wc_device.groups)
		return -ENOMEM;
	err = misc_register(&wc_device);
	if (err)
		wc_sysfs_exit();
	return err;
}

/**
 * wc_device_exit() - unregister the device; no file of it is open
 */
void wc_device_exit(void)
{
	misc_deregister(&wc_device);
	wc_sysfs_exit();
}
