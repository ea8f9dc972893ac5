/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * As much of the kernel as kmod's core needs, for a process: included before
 * everything else by kmod/{device,pm,link,frame,commit,submit,keys,kat}.c when they
 * are part of a host test. The kernel's own headers are empty files then
 * (Makefile.inc). Semantics are the kernel's; what is simpler is said here.
 */
#ifndef WARPCRYPT_TESTS_CORE_KERNEL_H
#define WARPCRYPT_TESTS_CORE_KERNEL_H

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "tests/core/sim.h"

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;
typedef int32_t s32;
typedef long long s64;
typedef s64 ktime_t;

/* --- what compilers and linkers are told */

#define __user
#define __rcu
#define __percpu
#define __init
#define __exit
#define __force
#define noinline_for_stack
#define ____cacheline_aligned_in_smp
#define likely(x)		(x)
#define unlikely(x)		(x)
#define MODULE_LICENSE(x)	struct module
#define THIS_MODULE		NULL
#define BUILD_BUG_ON(x)		_Static_assert(!(x), #x)
/* Anything may happen between this and what follows. */
#define smp_load_acquire(p) ({						\
	__typeof__(*(p)) acquired_ = __atomic_load_n(p, __ATOMIC_ACQUIRE); \
	sim_step();							\
	acquired_;							\
})
#define smp_store_release(p, v)	__atomic_store_n(p, v, __ATOMIC_RELEASE)
/* ThreadSanitizer knows no fences: there, every such access orders. */
#ifdef __SANITIZE_THREAD__
#define READ_ONCE(x)		__atomic_load_n(&(x), __ATOMIC_ACQUIRE)
#define WRITE_ONCE(x, v)	__atomic_store_n(&(x), v, __ATOMIC_RELEASE)
#define smp_mb()		do { } while (0)
#else
#define READ_ONCE(x)		__atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v)	__atomic_store_n(&(x), v, __ATOMIC_RELAXED)
#define smp_mb()		__atomic_thread_fence(__ATOMIC_SEQ_CST)
#endif
#define smp_wmb()		smp_mb()
#define smp_rmb()		smp_mb()
#define array_index_nospec(i, n)	((i) < (n) ? (i) : 0)
#define lockdep_assert_held(l) do {					\
	if (!sim_is_held(l)) {						\
		fprintf(stderr, "%s:%d: unlocked\n", __FILE__, __LINE__); \
		abort();						\
	}								\
} while (0)

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define container_of(p, type, member) \
	((type *)((char *)(p) - offsetof(type, member)))
#define min(a, b)		((a) < (b) ? (a) : (b))
#define max(a, b)		((a) > (b) ? (a) : (b))
#define list_move(n, head) do {						\
	struct list_head *move_ = (n);					\
	list_del(move_);						\
	list_add(move_, head);						\
} while (0)
#define list_move_tail(n, head) do {					\
	struct list_head *move_ = (n);					\
	list_del(move_);						\
	list_add_tail(move_, head);					\
} while (0)
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define max_t(type, a, b)	max((type)(a), (type)(b))
#define ALIGN(x, a)		(((x) + (a) - 1) / (a) * (a))
#define SZ_128K			(128u << 10)
#define SZ_1M			(1u << 20)
#define U32_MAX			UINT32_MAX
#define PAGE_SHIFT		12
#define PAGE_SIZE		(1ul << PAGE_SHIFT)
#define PAGE_ALIGN(x)		ALIGN(x, PAGE_SIZE)
#define PAGE_ALIGNED(x)		(!((x) & (PAGE_SIZE - 1)))

#define min3(a, b, c)		min(a, min(b, c))
#define clamp_t(type, x, lo, hi) min_t(type, max_t(type, x, lo), hi)
#define ilog2(x)		(31 - (u32)__builtin_clz(x))

static inline s64 div64_s64(s64 a, s64 b)
{
	return a / b;
}

static inline u64 div64_u64(u64 a, u64 b)
{
	return a / b;
}

#define WARN_ON_ONCE(x) ({						\
	bool warn_ = (x);						\
	if (warn_) {							\
		fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x);	\
		abort();						\
	}								\
	warn_;								\
})

/* --- memory: an allocation may fail, see sim_kernel.c */

#define GFP_KERNEL		0

void *sim_alloc(size_t n, size_t size);

#define kzalloc(size, gfp)	sim_alloc(1, size)
#define kcalloc(n, size, gfp)	sim_alloc(n, size)
#define kvcalloc(n, size, gfp)	sim_alloc(n, size)
#define kfree(p)		free((void *)(p))
#define kvfree(p)		free((void *)(p))
#define memzero_explicit(p, n)	memset(p, 0, n)

static inline void crypto_xor(u8 *to, const u8 *from, unsigned int n)
{
	while (n--)
		*to++ ^= *from++;
}

static inline void *memchr_inv(const void *p, int c, size_t n)
{
	const u8 *b = p;

	for (; n; n--, b++)
		if (*b != (u8)c)
			return (void *)b;
	return NULL;
}

static inline u64 get_unaligned_le64(const void *p)
{
	u64 x;

	memcpy(&x, p, sizeof(x));
	return x;
}

static inline void put_unaligned_le64(u64 x, void *p)
{
	memcpy(p, &x, sizeof(x));
}

#define crypto_memneq(a, b, n)	(memcmp(a, b, n) != 0)
/* Either the macro is 1, or it is none. */
#define IS_REACHABLE(config)	IS_REACHABLE_(config)
/* The core asks for PREEMPT_RT alone. */
#define IS_ENABLED(config)	false
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define IS_REACHABLE_(value)	IS_REACHABLE_##value
#define IS_REACHABLE_1		1

/* kmod/soft25519.c's, in unit-soft25519.c */
bool curve25519(u8 out[32], const u8 secret[32], const u8 base[32]);

#define ERR_PTR(err)		((void *)(intptr_t)(err))
#define PTR_ERR(p)		((long)(intptr_t)(p))
#define IS_ERR(p)		((uintptr_t)(p) >= (uintptr_t)-4095)

/* --- lists: circular, doubly linked, with a head */

struct list_head {
	struct list_head *next, *prev;
};

#define LIST_HEAD(name)		struct list_head name = { &name, &name }

static inline void INIT_LIST_HEAD(struct list_head *l)
{
	WRITE_ONCE(l->next, l);
	WRITE_ONCE(l->prev, l);
}

static inline void list_link(struct list_head *node, struct list_head *prev,
			     struct list_head *next)
{
	WRITE_ONCE(next->prev, node);
	WRITE_ONCE(node->next, next);
	WRITE_ONCE(node->prev, prev);
	WRITE_ONCE(prev->next, node);
}

#define list_add(n, head)	list_link(n, head, (head)->next)
#define list_add_tail(n, head)	list_link(n, (head)->prev, head)

/* Whatever uses the node afterwards crashes. */
static inline void list_del(struct list_head *n)
{
	WRITE_ONCE(n->prev->next, n->next);
	WRITE_ONCE(n->next->prev, n->prev);
	n->next = n->prev = (struct list_head *)0x100;
}

static inline void list_del_init(struct list_head *n)
{
	list_del(n);
	INIT_LIST_HEAD(n);
}

static inline bool list_empty(const struct list_head *l)
{
	return READ_ONCE(l->next) == l;
}

static inline bool list_empty_careful(const struct list_head *l)
{
	return READ_ONCE(l->next) == l && READ_ONCE(l->prev) == l;
}

static inline void list_splice_tail_init(struct list_head *from,
					 struct list_head *to)
{
	if (list_empty(from))
		return;
	from->next->prev = to->prev;
	to->prev->next = from->next;
	from->prev->next = to;
	to->prev = from->prev;
	INIT_LIST_HEAD(from);
}

#define list_splice_init(from, to) do {					\
	struct list_head rest_ = *(to);					\
	if (!list_empty(to)) {						\
		rest_.next->prev = rest_.prev->next = &rest_;		\
		INIT_LIST_HEAD(to);					\
		list_splice_tail_init(from, to);			\
		list_splice_tail_init(&rest_, to);			\
	} else {							\
		list_splice_tail_init(from, to);			\
	}								\
} while (0)

#define list_entry(p, type, member)	container_of(p, type, member)
#define list_first_entry(l, type, member) \
	list_entry((l)->next, type, member)
#define list_last_entry(head, type, member)	list_entry((head)->prev, type, member)
#define list_first_entry_or_null(l, type, member) \
	(list_empty(l) ? NULL : list_first_entry(l, type, member))
#define list_for_each(p, l) \
	for ((p) = (l)->next; (p) != (l); (p) = (p)->next)
#define list_for_each_entry(p, l, member)				\
	for ((p) = list_entry((l)->next, __typeof__(*(p)), member);	\
	     &(p)->member != (l);					\
	     (p) = list_entry((p)->member.next, __typeof__(*(p)), member))
#define list_for_each_entry_reverse(p, l, member)			\
	for ((p) = list_entry((l)->prev, __typeof__(*(p)), member);	\
	     &(p)->member != (l);					\
	     (p) = list_entry((p)->member.prev, __typeof__(*(p)), member))
#define list_for_each_entry_safe(p, n, l, member)			\
	for ((p) = list_entry((l)->next, __typeof__(*(p)), member),	\
	     (n) = list_entry((p)->member.next, __typeof__(*(p)), member); \
	     &(p)->member != (l);					\
	     (p) = (n),							\
	     (n) = list_entry((n)->member.next, __typeof__(*(n)), member))

/* --- locks; a task that holds a spinlock or has BH off keeps its CPU */

typedef struct sim_lock spinlock_t;

#define DEFINE_SPINLOCK(name)	spinlock_t name
#define spin_lock_init(l)	memset(l, 0, sizeof(*(l)))
#define spin_lock(l) \
	(sim_current()->atomic++, sim_current()->locks++, sim_lock(l))
#define spin_unlock(l)		(sim_current()->atomic--, sim_unlock(l))
#define spin_lock_bh(l)		(local_bh_disable(), spin_lock(l))
#define spin_unlock_bh(l)	(spin_unlock(l), local_bh_enable())
#define local_bh_disable()	(sim_current()->atomic++, sim_step())
#define local_bh_enable()	(sim_current()->atomic--, sim_step())

struct mutex {
	struct sim_lock lock;
};

#define mutex_init(m)		memset(m, 0, sizeof(*(m)))
#define mutex_lock(m)		sim_lock(&(m)->lock)
#define mutex_unlock(m)		sim_unlock(&(m)->lock)

/* --- atomics, references */

typedef struct {
	int counter;
} atomic_t;

#define ATOMIC_INIT(n)		{ n }
typedef struct {
	s64 counter;
} atomic64_t;

#define atomic64_read(a)	__atomic_load_n(&(a)->counter, __ATOMIC_RELAXED)
#define atomic64_read_acquire(a)	__atomic_load_n(&(a)->counter, __ATOMIC_ACQUIRE)
#define atomic64_add_return(n, a)	\
	__atomic_add_fetch(&(a)->counter, (n), __ATOMIC_SEQ_CST)
#define atomic64_add(n, a)	\
	((void)__atomic_add_fetch(&(a)->counter, n, __ATOMIC_SEQ_CST))
#define atomic64_sub(n, a)	\
	((void)__atomic_sub_fetch(&(a)->counter, n, __ATOMIC_SEQ_CST))
#define atomic_sub(n, a)	\
	((void)__atomic_sub_fetch(&(a)->counter, n, __ATOMIC_SEQ_CST))
#define atomic_read(a)		__atomic_load_n(&(a)->counter, __ATOMIC_RELAXED)
#define atomic_read_acquire(a)	__atomic_load_n(&(a)->counter, __ATOMIC_ACQUIRE)
#define atomic_set(a, n)	__atomic_store_n(&(a)->counter, n, __ATOMIC_RELAXED)
#define atomic_inc(a) \
	((void)__atomic_add_fetch(&(a)->counter, 1, __ATOMIC_SEQ_CST))
#define atomic_dec(a) \
	((void)__atomic_sub_fetch(&(a)->counter, 1, __ATOMIC_SEQ_CST))
#define atomic_dec_and_test(a) \
	(!__atomic_sub_fetch(&(a)->counter, 1, __ATOMIC_SEQ_CST))
#define atomic_inc_return(a) \
	__atomic_add_fetch(&(a)->counter, 1, __ATOMIC_SEQ_CST)

/* Adds @n unless it is @not: false. Anything may happen before. */
static inline bool atomic_add_unless(atomic_t *a, int n, int not)
{
	int was;

	sim_step();
	was = __atomic_load_n(&a->counter, __ATOMIC_RELAXED);
	while (was != not &&
	       !__atomic_compare_exchange_n(&a->counter, &was, was + n, true,
					    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		;
	return was != not;
}

#define atomic_inc_not_zero(a)	atomic_add_unless(a, 1, 0)

/* True, with the lock, when it has become 0. */
static inline bool atomic_dec_and_lock(atomic_t *a, spinlock_t *lock)
{
	if (atomic_add_unless(a, -1, 1))
		return false;
	spin_lock(lock);
	if (atomic_dec_and_test(a))
		return true;
	spin_unlock(lock);
	return false;
}

/* --- CPUs and bits */

#define SIM_CPUS		7u


#define BITS_PER_LONG		64
#define DECLARE_BITMAP(name, bits) \
	unsigned long name[((bits) + BITS_PER_LONG - 1) / BITS_PER_LONG]

static inline void set_bit(u32 bit, unsigned long *map)
{
	__atomic_or_fetch(&map[bit / BITS_PER_LONG],
			  1ul << bit % BITS_PER_LONG, __ATOMIC_SEQ_CST);
}

static inline void clear_bit(u32 bit, unsigned long *map)
{
	__atomic_and_fetch(&map[bit / BITS_PER_LONG],
			   ~(1ul << bit % BITS_PER_LONG), __ATOMIC_SEQ_CST);
}

static inline bool test_bit(u32 bit, const unsigned long *map)
{
	sim_step();
	return READ_ONCE(map[bit / BITS_PER_LONG]) >> bit % BITS_PER_LONG & 1;
}

static inline bool bitmap_empty(const unsigned long *map, u32 bits)
{
	u32 i;

	sim_step();
	for (i = 0; i < bits / BITS_PER_LONG; i++)
		if (READ_ONCE(map[i]))
			return false;
	return true;
}

#define this_cpu_add(x, n) \
	((void)__atomic_add_fetch(&(x), n, __ATOMIC_RELAXED))
#define this_cpu_inc(x)		this_cpu_add(x, 1)
#define alloc_percpu(type)	((type *)calloc(SIM_CPUS, sizeof(type)))
#define free_percpu(p)		free(p)
#define this_cpu_ptr(p)		(&(p)[sim_current()->cpu])
#define per_cpu_ptr(p, cpu)	(&(p)[cpu])
#define for_each_possible_cpu(cpu) \
	for ((cpu) = 0; (cpu) < (int)SIM_CPUS; (cpu)++)

struct kref {
	atomic_t count;
};

void kref_init(struct kref *ref);
void kref_get(struct kref *ref);
bool kref_get_unless_zero(struct kref *ref);
bool kref_put(struct kref *ref, void (*release)(struct kref *ref));

/* --- RCU */

void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);

#define rcu_dereference(p)	__atomic_load_n(&(p), __ATOMIC_SEQ_CST)
#define rcu_access_pointer(p)	__atomic_load_n(&(p), __ATOMIC_SEQ_CST)
#define rcu_assign_pointer(p, v) __atomic_store_n(&(p), v, __ATOMIC_SEQ_CST)
#define RCU_INIT_POINTER(p, v)	__atomic_store_n(&(p), v, __ATOMIC_SEQ_CST)

/* --- time */

#define HZ			1000
#define TICK_NSEC		(1000000000L / HZ)
#define NSEC_PER_SEC		1000000000ll
#define NSEC_PER_MSEC		1000000ll
#define KTIME_MAX		SIM_NEVER
#define jiffies			((unsigned long)(sim_now() / 1000000))
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

typedef struct {
	struct list_head entries;
} wait_queue_head_t;

/* @func: called with the sim's lock held; 1: it has woken the task */
struct wait_queue_entry {
	struct list_head node;
	struct sim_task *task;
	bool exclusive;
	int (*func)(struct wait_queue_entry *wait, unsigned int mode, int flags,
		    void *key);
};

#define DECLARE_WAIT_QUEUE_HEAD(name) \
	wait_queue_head_t name = { { &name.entries, &name.entries } }
#define init_waitqueue_head(q)	INIT_LIST_HEAD(&(q)->entries)
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
void prepare_to_wait_exclusive(wait_queue_head_t *q,
			       struct wait_queue_entry *wait, int state);
void finish_wait(wait_queue_head_t *q, struct wait_queue_entry *wait);
/* Wakes @n exclusive waiters, 0: all, and all that are not. */
void __wake_up(wait_queue_head_t *q, unsigned int mode, int n, void *key);
bool wq_has_sleeper(wait_queue_head_t *q);
void __set_current_state(int state);
void schedule(void);

#define wake_up(q)		__wake_up(q, TASK_NORMAL, 1, NULL)
#define wake_up_nr(q, n)	__wake_up(q, TASK_NORMAL, n, NULL)
#define wake_up_all(q)		__wake_up(q, TASK_NORMAL, 0, NULL)
#define schedule_hrtimeout_range(until, delta, mode)	sim_sleep(*(until))
#define cond_resched()		sim_step()
#define cpu_relax()		sim_step()
#define num_online_cpus()	4
/* Tasks move to another CPU between any two steps. */
#define raw_smp_processor_id()	((int)sim_random(SIM_CPUS))

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
	{ false, { { &(c).wait.entries, &(c).wait.entries } } }
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
#define WC_WQ_PERCPU		0
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

/* --- the device and its users' memory, which is ours */

struct inode;
struct attribute_group;
struct module;
struct mm_struct;
struct page;
struct file {
	void *private_data;
};

struct file_operations {
	void *owner;
	int (*open)(struct inode *inode, struct file *file);
	int (*release)(struct inode *inode, struct file *file);
	long (*unlocked_ioctl)(struct file *file, unsigned int cmd,
			       unsigned long arg);
	long (*compat_ioctl)(struct file *file, unsigned int cmd,
			     unsigned long arg);
};

struct miscdevice {
	int minor;
	const char *name;
	const struct file_operations *fops;
	int mode;
	const struct attribute_group **groups;
};

/* What misc_register() was given. */
extern const struct file_operations *sim_fops;

int misc_register(struct miscdevice *misc);
void misc_deregister(struct miscdevice *misc);

/* Copies that fail for addresses of the first page. */
unsigned long copy_from_user(void *to, const void *from, unsigned long n);
unsigned long copy_to_user(void *to, const void *from, unsigned long n);

#define MISC_DYNAMIC_MINOR	255
#define CAP_SYS_ADMIN		21
#define LOCKDOWN_XFRM_SECRET	1
#define capable(cap)		true
#define security_locked_down(what) 0
#define nonseekable_open(i, f)	0
#define compat_ptr_ioctl	NULL
#define u64_to_user_ptr(x)	((void *)(uintptr_t)(x))
void *memdup_user(const void *from, size_t n);
#define put_user(x, p) ({						\
	__typeof__(*(p)) put_ = (x);					\
	copy_to_user(p, &put_, sizeof(put_)) ? -EFAULT : 0;		\
})

/* --- tracepoints, all off */

#define trace_warpcrypt_submit(...)	do { } while (0)
#define trace_warpcrypt_complete(...)	do { } while (0)
#define trace_warpcrypt_software(...)	do { } while (0)
#define trace_warpcrypt_fetch(...)	do { } while (0)
#define trace_warpcrypt_commit(...)	do { } while (0)
#define trace_warpcrypt_link(...)	do { } while (0)

#endif /* WARPCRYPT_TESTS_CORE_KERNEL_H */
