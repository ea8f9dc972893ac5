/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sim.h's functions so that what they cost is what the kernel's cost, as far as a process
 * can: tasks are threads, each with a CPU's number of its own, whose per-CPU data only
 * they write. Part of sim.h.
 */
#ifndef WARPCRYPT_TESTS_CORE_SIM_NATIVE_H
#define WARPCRYPT_TESTS_CORE_SIM_NATIVE_H

#include <stddef.h>
#include <string.h>

/* UBSan takes the head of a list for an entry that is not aligned. */
#ifdef __SANITIZE_ADDRESS__
#define SIM_CACHELINE
#else
#define SIM_CACHELINE		__attribute__((aligned(64)))
#endif
/* Threads that call into the kernel; the first are the submitters. */
#define SIM_CPUS		512u
#define SIM_PERCPU_STRIDE	((size_t)1 << 20)

struct sim_lock {
	uint32_t held;
};

extern _Thread_local struct sim_task *sim_me;
extern unsigned long sim_tick;

static inline struct sim_task *sim_current(void)
{
	return sim_me;
}

static inline void sim_step(void)
{
}

static inline void sim_relax(void)
{
#ifdef __x86_64__
	__builtin_ia32_pause();
#endif
}

void sim_lock_wait(struct sim_lock *lock);

static inline void sim_lock(struct sim_lock *lock)
{
	if (__atomic_exchange_n(&lock->held, 1, __ATOMIC_ACQUIRE))
		sim_lock_wait(lock);
}

static inline void sim_unlock(struct sim_lock *lock)
{
	__atomic_store_n(&lock->held, 0, __ATOMIC_RELEASE);
}

static inline bool sim_is_held(const struct sim_lock *lock)
{
	return __atomic_load_n(&lock->held, __ATOMIC_RELAXED);
}

/*
 * The system call of a wake-up takes longer than all that is done with a list's lock, and the
 * thread that it wakes takes the lock: so sim_list_leave() makes it, without the lock.
 */
struct sim_wakes {
	bool later;
	uint32_t count;
	struct sim_task *task[8];
};

extern _Thread_local struct sim_wakes sim_wakes;
void sim_wake_all(void);

static inline void sim_list_enter(struct sim_lock *lock)
{
	if (!lock)
		return;
	sim_lock(lock);
	sim_wakes.later = true;
}

static inline void sim_list_leave(struct sim_lock *lock)
{
	if (!lock)
		return;
	sim_unlock(lock);
	sim_wakes.later = false;
	if (sim_wakes.count)
		sim_wake_all();
}

/*
 * Readers only count: sim_rcu_readers() has each CPU that runs one of our threads
 * execute a barrier, by membarrier().
 */
extern uint64_t sim_grace;

static inline void rcu_read_lock(void)
{
	struct sim_task *t = sim_me;

	if (!t->rcu_nesting)
		__atomic_store_n(&t->rcu_since,
				 __atomic_load_n(&sim_grace, __ATOMIC_RELAXED),
				 __ATOMIC_RELAXED);
	__atomic_store_n(&t->rcu_nesting, t->rcu_nesting + 1, __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static inline void rcu_read_unlock(void)
{
	struct sim_task *t = sim_me;

	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	__atomic_store_n(&t->rcu_nesting, t->rcu_nesting - 1, __ATOMIC_RELAXED);
}

/* A thread counts the milliseconds, as the kernel's timer does. */
static inline unsigned long sim_jiffies(void)
{
	return __atomic_load_n(&sim_tick, __ATOMIC_RELAXED);
}

static inline uint32_t sim_cpu(void)
{
	return sim_me->cpu;
}

/*
 * Copies of data. The kernel's memcpy() is one instruction on CPUs that are said to be
 * fast at it, and goes by general registers on others.
 */
extern bool sim_copies_by_string;

static inline void sim_copy(void *to, const void *from, size_t len)
{
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
	if (sim_copies_by_string) {
		asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(len)
			     : : "memory");
		return;
	}
#endif
	memcpy(to, from, len);
}

/*
 * The calling thread becomes a task, for good: a submitter with a CPU's number of
 * its own, or another with the next one.
 */
#define SIM_ANY_CPU	UINT32_MAX
void sim_adopt(uint32_t cpu);
/* For all CPUs; zeroed. Never freed. */
void *sim_percpu_alloc(size_t size);
/* Processor time of the caller, ns; of threads that do works; and of the one that counts time. */
int64_t sim_thread_ns(void);
int64_t sim_works_ns(void);
int64_t sim_tick_ns(void);
/* Before all else: submitters are numbered below @cpus. */
void sim_native_init(uint32_t cpus);

uint32_t sim_random(uint32_t n);
void sim_spawn(void (*fn)(void *arg), void *arg);
bool sim_sleep(int64_t until);
void sim_wake(struct sim_task *task);
void sim_enter(void);
void sim_leave(void);
int64_t sim_now(void);
bool sim_rcu_readers(uint64_t grace);

#endif /* WARPCRYPT_TESTS_CORE_SIM_NATIVE_H */
