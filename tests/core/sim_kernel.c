// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's primitives of kernel.h, by the means of sim.h. */
#include "tests/core/kernel.h"

#include <stdarg.h>

#include "tests/core/sim_kernel.h"

uint32_t sim_alloc_fails;
int sim_fence;
const struct file_operations *sim_fops;

void *sim_alloc(size_t n, size_t size)
{
	void *p;

	if (sim_alloc_fails && !sim_random(sim_alloc_fails))
		return NULL;
	/* As the kernel's cache lines. */
	if (__builtin_mul_overflow(n, size, &size) ||
	    posix_memalign(&p, 64, size))
		return NULL;
	return memset(p, 0, size);
}

void sim_print(const char *fmt, ...)
{
	va_list args;

	if (!getenv("SIM_VERBOSE"))
		return;
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
}

/* --- references */

void kref_init(struct kref *ref)
{
	atomic_set(&ref->count, 1);
}

void kref_get(struct kref *ref)
{
	sim_step();
	if (__atomic_fetch_add(&ref->count.counter, 1, __ATOMIC_RELAXED) < 1) {
		fprintf(stderr, "sim: kref_get() of something released\n");
		abort();
	}
}

bool kref_get_unless_zero(struct kref *ref)
{
	int n = atomic_read(&ref->count);

	sim_step();
	while (n && !__atomic_compare_exchange_n(&ref->count.counter, &n, n + 1,
						 true, __ATOMIC_RELAXED,
						 __ATOMIC_RELAXED))
		;
	return n;
}

bool kref_put(struct kref *ref, void (*release)(struct kref *ref))
{
	int n;

	sim_step();
	n = __atomic_sub_fetch(&ref->count.counter, 1, __ATOMIC_ACQ_REL);
	if (n < 0) {
		fprintf(stderr, "sim: kref_put() of something released\n");
		abort();
	}
	if (!n)
		release(ref);
	return !n;
}

/* --- RCU: readers note the grace period that they began in */

uint64_t sim_grace = 1;

/* sim_native.h has faster ones. */
#ifndef SIM_NATIVE
void rcu_read_lock(void)
{
	struct sim_task *t = sim_current();

	if (!t->rcu_nesting)
		__atomic_store_n(&t->rcu_since,
				 __atomic_load_n(&sim_grace, __ATOMIC_SEQ_CST),
				 __ATOMIC_SEQ_CST);
	__atomic_add_fetch(&t->rcu_nesting, 1, __ATOMIC_SEQ_CST);
	sim_step();
}

void rcu_read_unlock(void)
{
	struct sim_task *t = sim_current();

	sim_step();
	__atomic_sub_fetch(&t->rcu_nesting, 1, __ATOMIC_SEQ_CST);
}
#endif

/*
 * Two grace periods: a reader that had read the number and not yet counted
 * itself is seen in the second.
 */
void synchronize_rcu(void)
{
	int i;

	for (i = 0; i < 2; i++) {
		uint64_t g = __atomic_add_fetch(&sim_grace, 1, __ATOMIC_SEQ_CST);

		while (sim_rcu_readers(g))
			sim_nap(10000);
	}
}

/* --- sleep */

static void set_running(bool running)
{
	sim_list_enter(NULL);
	WRITE_ONCE(sim_current()->running, running);
	sim_list_leave(NULL);
}

void prepare_to_wait(wait_queue_head_t *q, struct wait_queue_entry *wait,
		     int state)
{
	sim_list_enter(&q->lock);
	if (list_empty(&wait->node))
		list_add_tail(&wait->node, &q->entries);
	WRITE_ONCE(wait->task->running, state == TASK_RUNNING);
	sim_list_leave(&q->lock);
	/* Before the caller looks at what it waits for. */
	smp_mb();
	sim_step();
}

void finish_wait(wait_queue_head_t *q, struct wait_queue_entry *wait)
{
	sim_list_enter(&q->lock);
	WRITE_ONCE(wait->task->running, true);
	if (!list_empty(&wait->node))
		list_del_init(&wait->node);
	sim_list_leave(&q->lock);
}

int autoremove_wake_function(struct wait_queue_entry *wait, unsigned int mode,
			     int flags, void *key)
{
	list_del_init(&wait->node);
	wait->task->wakes++;
	sim_wake(wait->task);
	return 1;
}

void __wake_up(wait_queue_head_t *q, unsigned int mode, int n, void *key)
{
	struct wait_queue_entry *wait, *next;

	sim_step();
	sim_list_enter(&q->lock);
	list_for_each_entry_safe(wait, next, &q->entries, node)
		wait->func(wait, mode, 0, key);
	sim_list_leave(&q->lock);
}

bool wq_has_sleeper(wait_queue_head_t *q)
{
	bool has;

	sim_step();
	sim_list_enter(&q->lock);
	has = !list_empty(&q->entries);
	sim_list_leave(&q->lock);
	return has;
}

void __set_current_state(int state)
{
	set_running(state == TASK_RUNNING);
}

bool sim_signal_pending(void)
{
	bool killed;

	sim_list_enter(NULL);
	killed = READ_ONCE(sim_current()->killed);
	sim_list_leave(NULL);
	return killed;
}

void schedule(void)
{
	sim_sleep(SIM_NEVER);
}

void init_completion(struct completion *c)
{
	c->done = false;
	init_waitqueue_head(&c->wait);
}

/* The waiter may free it as soon as it sees @done. */
void complete(struct completion *c)
{
	struct wait_queue_entry *wait, *next;

	sim_step();
	sim_list_enter(&c->wait.lock);
	__atomic_store_n(&c->done, true, __ATOMIC_SEQ_CST);
	list_for_each_entry_safe(wait, next, &c->wait.entries, node) {
		list_del_init(&wait->node);
		sim_wake(wait->task);
	}
	sim_list_leave(&c->wait.lock);
}

static bool completed(struct completion *c)
{
	bool done;

	sim_list_enter(&c->wait.lock);
	done = c->done;
	sim_list_leave(&c->wait.lock);
	return done;
}

void wait_for_completion(struct completion *c)
{
	wait_event(c->wait, completed(c));
}

/* --- work */

/* A run of a work, due or under way. */
struct sim_work_run {
	/* The work, not to be touched once its function was called: that may free it. */
	struct work_struct *work;
	int64_t at;			/* when, ns */
	bool cancelled;			/* it must not run */
	struct sim_work_run *next;	/* on the list of those under way */
};

static struct sim_work_run *under_way;

/* With the sim's lock held. */
static bool is_under_way(const struct work_struct *work)
{
	const struct sim_work_run *r;

	for (r = under_way; r; r = r->next)
		if (r->work == work)
			return true;
	return false;
}

static void wait_for_other_run(const struct work_struct *work)
{
	while (is_under_way(work)) {
		sim_leave();
		sim_nap(10000);
		sim_enter();
	}
}

static void end_run(struct sim_work_run *run)
{
	struct sim_work_run **at;

	sim_enter();
	for (at = &under_way; *at != run; at = &(*at)->next)
		;
	*at = run->next;
	sim_leave();
	free(run);
}

static void run_work(void *arg)
{
	struct sim_work_run *run = arg;
	work_func_t fn = NULL;

	while (sim_now() < run->at) {
		set_running(false);
		sim_sleep(run->at);
	}
	sim_enter();
	if (!run->cancelled) {
		wait_for_other_run(run->work);
		fn = run->cancelled ? NULL : run->work->fn;
	}
	if (!fn) {
		sim_leave();
		free(run);
		return;
	}
	run->work->run = NULL;
	run->next = under_way;
	under_way = run;
	sim_leave();
	fn(run->work);
	end_run(run);
}

bool sim_queue_work(struct work_struct *work, unsigned long delay)
{
	struct sim_work_run *run;

	sim_step();
	sim_enter();
	if (work->run) {
		sim_leave();
		return false;
	}
	run = calloc(1, sizeof(*run));
	run->work = work;
	run->at = sim_now() + (int64_t)delay * 1000000;
	work->run = run;
	sim_leave();
	sim_spawn(run_work, run);
	return true;
}

bool sim_cancel_work(struct work_struct *work)
{
	bool was;

	sim_enter();
	do {
		was = work->run;
		if (was) {
			work->run->cancelled = true;
			work->run = NULL;
		}
		wait_for_other_run(work);
		/* It may have queued itself again. */
	} while (work->run);
	sim_leave();
	return was;
}

/* --- suspend */

static struct notifier_block *pm_notifier;

int register_pm_notifier(struct notifier_block *nb)
{
	pm_notifier = nb;
	return 0;
}

int unregister_pm_notifier(struct notifier_block *nb)
{
	pm_notifier = NULL;
	return 0;
}

void sim_pm_event(unsigned long event)
{
	pm_notifier->notifier_call(pm_notifier, event, NULL);
}

/* --- the device */

int misc_register(struct miscdevice *misc)
{
	sim_fops = misc->fops;
	return 0;
}

void misc_deregister(struct miscdevice *misc)
{
	sim_fops = NULL;
}

unsigned long copy_from_user(void *to, const void *from, unsigned long n)
{
	sim_step();
	if ((uintptr_t)from < PAGE_SIZE)
		return n;
	memcpy(to, from, n);
	return 0;
}

void *memdup_user(const void *from, size_t n)
{
	void *to = sim_alloc(1, n);

	if (!to)
		return ERR_PTR(-ENOMEM);
	if (!copy_from_user(to, from, n))
		return to;
	free(to);
	return ERR_PTR(-EFAULT);
}

unsigned long copy_to_user(void *to, const void *from, unsigned long n)
{
	sim_step();
	if ((uintptr_t)to < PAGE_SIZE)
		return n;
	memcpy(to, from, n);
	return 0;
}
