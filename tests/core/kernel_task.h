/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of kernel.h: time, sleep, work, messages, suspend. */
#ifndef WARPCRYPT_TESTS_CORE_KERNEL_TASK_H
#define WARPCRYPT_TESTS_CORE_KERNEL_TASK_H

/* --- time */

#define HZ			1000
#define TICK_NSEC		(1000000000L / HZ)
#define NSEC_PER_SEC		1000000000ll
#define NSEC_PER_MSEC		1000000ll
#define KTIME_MAX		SIM_NEVER
#define jiffies			sim_jiffies()
#define msecs_to_jiffies(ms)	((unsigned long)(ms))
#define time_after(a, b)	((long)((b) - (a)) < 0)
#define time_before(a, b)	time_after(b, a)
#define ktime_get()		sim_now()
#define ktime_get_ns()		((u64)sim_now())
#define ktime_add_safe(a, b)	((a) > KTIME_MAX - (b) ? KTIME_MAX : (a) + (b))

/* --- sleep */

#define TASK_RUNNING		0
#define TASK_INTERRUPTIBLE	1
#define TASK_UNINTERRUPTIBLE	2
#define TASK_NORMAL		3
#define HRTIMER_MODE_ABS	0

/* @lock: see sim_list_enter() */
typedef struct {
	struct list_head entries;
	struct sim_lock lock;
} wait_queue_head_t;

/* @func: called with the queue's lock held; 1: it has woken the task */
struct wait_queue_entry {
	struct list_head node;
	struct sim_task *task;
	int (*func)(struct wait_queue_entry *wait, unsigned int mode, int flags,
		    void *key);
};

#define WAIT_QUEUE_HEAD(name)	{ .entries = { &(name).entries, &(name).entries } }
#define DECLARE_WAIT_QUEUE_HEAD(name) \
	wait_queue_head_t name = WAIT_QUEUE_HEAD(name)
#define init_waitqueue_head(q) do {					\
	wait_queue_head_t *init_ = (q);					\
	memset(init_, 0, sizeof(*init_));				\
	INIT_LIST_HEAD(&init_->entries);				\
} while (0)
#define DEFINE_WAIT(name)						\
	struct wait_queue_entry name = {				\
		.node = { &name.node, &name.node },			\
		.task = sim_current(),					\
		.func = autoremove_wake_function,			\
	}
#define init_wait(wait) do {						\
	INIT_LIST_HEAD(&(wait)->node);					\
	(wait)->task = sim_current();					\
	(wait)->func = autoremove_wake_function;			\
} while (0)

int autoremove_wake_function(struct wait_queue_entry *wait, unsigned int mode,
			     int flags, void *key);
void prepare_to_wait(wait_queue_head_t *q, struct wait_queue_entry *wait,
		     int state);
void finish_wait(wait_queue_head_t *q, struct wait_queue_entry *wait);
/* Wakes all: none waits exclusively, of which it would wake @n. */
void __wake_up(wait_queue_head_t *q, unsigned int mode, int n, void *key);
bool wq_has_sleeper(wait_queue_head_t *q);
void __set_current_state(int state);
void schedule(void);

#define wake_up(q)		__wake_up(q, TASK_NORMAL, 1, NULL)
#define wake_up_all(q)		__wake_up(q, TASK_NORMAL, 0, NULL)
#define schedule_hrtimeout_range(until, delta, mode)	sim_sleep(*(until))
#define cond_resched()		sim_step()
#define cpu_relax()		sim_relax()
#define num_online_cpus()	4
#define raw_smp_processor_id()	((int)sim_cpu())

#define wait_event(q, condition) do {					\
	DEFINE_WAIT(wait_);						\
	for (;;) {							\
		prepare_to_wait(&(q), &wait_, TASK_UNINTERRUPTIBLE);	\
		if (condition)						\
			break;						\
		schedule();						\
	}								\
	finish_wait(&(q), &wait_);					\
} while (0)

struct task_struct {
	char comm[16];
	unsigned long nvcsw, nivcsw;
	struct {
		u64 sum_exec_runtime;
	} se;
};

__attribute__((weak)) struct task_struct sim_task = { .comm = "test" };

/* Signals: there is only one, which ends a task. */
#define current			(&sim_task)
#define signal_pending(task)	sim_signal_pending()

bool sim_signal_pending(void);
#define task_pid_nr(task)	1

struct completion {
	bool done;
	wait_queue_head_t wait;
};

#define COMPLETION_INITIALIZER_ONSTACK(c) \
	{ .wait = WAIT_QUEUE_HEAD((c).wait) }
#define DECLARE_COMPLETION_ONSTACK(c) \
	struct completion c = COMPLETION_INITIALIZER_ONSTACK(c)

void init_completion(struct completion *c);
void complete(struct completion *c);
void wait_for_completion(struct completion *c);

/* --- work: each run is a task of its own, but never two of one work */

struct workqueue_struct;
struct work_struct;
typedef void (*work_func_t)(struct work_struct *work);

struct sim_work_run;

/* @run: the run that is due, NULL: none is pending */
struct work_struct {
	work_func_t fn;
	struct sim_work_run *run;
};

struct delayed_work {
	struct work_struct work;
};

#define WQ_UNBOUND		0
#define WQ_MEM_RECLAIM		0
/* compat.h's, if that is left out */
#ifdef _WC_COMPAT_H
#define WC_WQ_PERCPU		0
#endif
#define WQ_PERCPU		0
#define alloc_workqueue(name, flags, max) \
	((struct workqueue_struct *)malloc(1))
#define destroy_workqueue(wq)	free(wq)
#define INIT_WORK(w, f)		(*(w) = (struct work_struct){ .fn = (f) })
#define INIT_DELAYED_WORK(w, f)	INIT_WORK(&(w)->work, f)
#define to_delayed_work(w)	container_of(w, struct delayed_work, work)

bool sim_queue_work(struct work_struct *work, unsigned long delay);
bool sim_cancel_work(struct work_struct *work);

#define queue_work(wq, w)		sim_queue_work(w, 0)
#define queue_work_on(cpu, wq, w)	((void)(cpu), sim_queue_work(w, 0))
#define cancel_work_sync(w)		sim_cancel_work(w)
#define queue_delayed_work(wq, w, d)	sim_queue_work(&(w)->work, d)
#define cancel_delayed_work_sync(w)	sim_cancel_work(&(w)->work)

/* --- messages: counted, and shown with SIM_VERBOSE in the environment */

void sim_print(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#define KBUILD_MODNAME		"warpcrypt"
#define pr_notice(fmt, ...)	sim_print(fmt, ##__VA_ARGS__)
#define pr_info(fmt, ...)	sim_print(fmt, ##__VA_ARGS__)
#define pr_err(fmt, ...)	sim_print(fmt, ##__VA_ARGS__)
#define pr_err_ratelimited(fmt, ...) sim_print(fmt, ##__VA_ARGS__)
#define pr_warn(fmt, ...)	sim_print(fmt, ##__VA_ARGS__)
#define pr_warn_ratelimited(fmt, ...) sim_print("%s" fmt, "", ##__VA_ARGS__)

/* --- suspend */

struct notifier_block {
	int (*notifier_call)(struct notifier_block *nb, unsigned long event,
			     void *data);
};

#define NOTIFY_OK		1

enum {
	PM_HIBERNATION_PREPARE = 1,
	PM_POST_HIBERNATION,
	PM_SUSPEND_PREPARE,
	PM_POST_SUSPEND,
	PM_RESTORE_PREPARE,
	PM_POST_RESTORE,
};

int register_pm_notifier(struct notifier_block *nb);
int unregister_pm_notifier(struct notifier_block *nb);
/* The machine prepares to sleep, or has slept. */
void sim_pm_event(unsigned long event);

#endif /* WARPCRYPT_TESTS_CORE_KERNEL_TASK_H */
