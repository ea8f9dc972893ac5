/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tasks, locks, sleep and time for kernel code that runs in a process. Three
 * implementations of the same functions:
 *
 *	sim_order.c	one task at a time; a seed decides at every step which
 *			goes on, so that an order of events can be repeated.
 *			Time is simulated
 *	sim_threads.c	a thread for each task, for ThreadSanitizer. Time is real
 *	sim_native.c	the same as fast as it goes, for measurements: locks spin, sleepers
 *			sleep on futexes; most of it is inline (sim_native.h, SIM_NATIVE)
 *
 * sim_kernel.c builds the kernel's primitives from these.
 */
#ifndef WARPCRYPT_TESTS_CORE_SIM_H
#define WARPCRYPT_TESTS_CORE_SIM_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* No end. */
#define SIM_NEVER	INT64_MAX

/* A task's part that the kernel's primitives use. */
struct sim_task {
	/*
	 * The kernel's TASK_RUNNING: 0 from the moment at which it prepares to sleep until it is
	 * woken; changed with the sim's own lock held.
	 */
	uint32_t running;
	int atomic;		/* how often it has forbidden that another task gets its CPU */
	/*
	 * One of its steps in so many takes up to a second, unless @atomic (sim_order.c); 0: none.
	 */
	uint32_t held_up;
	bool killed;		/* a signal has come that ends it */
	uint64_t locks;		/* how many spinlocks it has taken */
	uint64_t wakes;		/* how often it was woken from a wait queue */
	uint32_t rcu_nesting;	/* how deep in RCU read sections it is */
	uint64_t rcu_since;	/* the grace period in which the outermost began */
	/* Whose per-CPU variables it uses; no two tasks that use any have the same. */
	uint32_t cpu;
};

#ifdef SIM_NATIVE
#include "tests/core/sim_native.h"
#else

/* Nothing is measured. */
#define SIM_CACHELINE
#define SIM_CPUS	7u

/* A lock. All zeroes: no thread holds it. */
struct sim_lock {
	bool held;		/* by a task (sim_order.c) */
	pthread_mutex_t mutex;	/* the same (sim_threads.c) */
};

struct sim_task *sim_current(void);
void sim_spawn(void (*fn)(void *arg), void *arg);

/* A point at which another task may go on. */
void sim_step(void);

/* Sleep while @running is false, until @until (ns); true: it was time. */
bool sim_sleep(int64_t until);
void sim_wake(struct sim_task *task);

void sim_lock(struct sim_lock *lock);
void sim_unlock(struct sim_lock *lock);
/* By any task; sim_threads.c does not know and says yes. */
bool sim_is_held(const struct sim_lock *lock);

/* The sim's own lock, for lists of tasks; no sim_step() while it is held. */
void sim_enter(void);
void sim_leave(void);

/* The same for one list, which has a lock of its own if they are to be fast. */
static inline void sim_list_enter(struct sim_lock *lock)
{
	sim_enter();
}

static inline void sim_list_leave(struct sim_lock *lock)
{
	sim_leave();
}

int64_t sim_now(void);
static inline unsigned long sim_jiffies(void)
{
	return (unsigned long)(sim_now() / 1000000);
}

/* Nothing but the order of steps decides how late it is. */
extern const bool sim_time_is_ours;
/* Is any task in an RCU read section that began before @grace? */
bool sim_rcu_readers(uint64_t grace);

/* A random number below @n, in an order that the seed decides. */
uint32_t sim_random(uint32_t n);

/* Tasks move to another CPU between any two steps. */
static inline uint32_t sim_cpu(void)
{
	return sim_random(SIM_CPUS);
}

static inline void sim_relax(void)
{
	sim_step();
}

/*
 * One step in so many is a long one, 0: none (sim_order.c): the task goes on
 * after up to 60 ms, as one whose CPU was taken away.
 */
extern uint32_t sim_stalls;

/* Called after each step of a task, if it is set (sim_order.c). */
extern void (*sim_after_step)(void);

/*
 * Run tasks until all have ended, from @fn on; @seed is of the order of steps, and of sim_random().
 * Aborts the process with a message when all tasks sleep for ever.
 */
void sim_run(uint64_t seed, void (*fn)(void *arg), void *arg);

#endif /* SIM_NATIVE */

#endif /* WARPCRYPT_TESTS_CORE_SIM_H */
