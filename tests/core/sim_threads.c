// SPDX-License-Identifier: GPL-2.0-only
/* See sim.h. Tasks are threads. */
#include "tests/core/sim.h"
#include "tests/splitmix.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct task {
	struct sim_task sim;	/* what others see of it; first */
	pthread_cond_t wake;	/* signalled when @sim.running becomes true */
	struct task *next;	/* on the list of all tasks that have not ended */
	void (*fn)(void *arg);	/* what it does */
	void *arg;		/* for @fn */
	uint64_t random;	/* state of its random numbers */
};

/* Protects the list of tasks and what sim_enter() is for. */
static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static struct task *tasks;
static uint64_t seeds;
uint32_t sim_stalls;
void (*sim_after_step)(void);
const bool sim_time_is_ours;
static _Thread_local struct task *current_task;

struct sim_task *sim_current(void)
{
	return &current_task->sim;
}

uint32_t sim_random(uint32_t n)
{
	return (uint32_t)((splitmix64(&current_task->random) >> 32) * n >> 32);
}

static void *task_main(void *arg)
{
	struct task *t = arg, **at;

	current_task = t;
	t->fn(t->arg);
	pthread_mutex_lock(&big);
	for (at = &tasks; *at != t; at = &(*at)->next)
		;
	*at = t->next;
	pthread_cond_broadcast(&ended);
	pthread_mutex_unlock(&big);
	pthread_cond_destroy(&t->wake);
	free(t);
	return NULL;
}

void sim_spawn(void (*fn)(void *arg), void *arg)
{
	struct task *t = calloc(1, sizeof(*t));
	pthread_condattr_t attr;
	pthread_t thread;

	t->sim.running = true;
	t->fn = fn;
	t->arg = arg;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&t->wake, &attr);
	pthread_condattr_destroy(&attr);
	pthread_mutex_lock(&big);
	t->random = ++seeds << 32;
	t->next = tasks;
	tasks = t;
	pthread_mutex_unlock(&big);
	if (pthread_create(&thread, NULL, task_main, t)) {
		fprintf(stderr, "sim: no thread\n");
		abort();
	}
	pthread_detach(thread);
}

void sim_step(void)
{
	if (!sim_random(64))
		sched_yield();
}

bool sim_sleep(int64_t until)
{
	struct timespec at = { until / 1000000000, until % 1000000000 };
	bool late = false;

	pthread_mutex_lock(&big);
	while (!current_task->sim.running && !late) {
		if (until == SIM_NEVER)
			pthread_cond_wait(&current_task->wake, &big);
		else
			late = pthread_cond_timedwait(&current_task->wake,
						      &big, &at) == ETIMEDOUT;
	}
	late = !current_task->sim.running;
	current_task->sim.running = true;
	pthread_mutex_unlock(&big);
	return late;
}

void sim_wake(struct sim_task *task)
{
	task->running = true;
	pthread_cond_signal(&((struct task *)task)->wake);
}

void sim_lock(struct sim_lock *lock)
{
	pthread_mutex_lock(&lock->mutex);
}

void sim_unlock(struct sim_lock *lock)
{
	pthread_mutex_unlock(&lock->mutex);
}

bool sim_is_held(const struct sim_lock *lock)
{
	return true;
}

void sim_enter(void)
{
	pthread_mutex_lock(&big);
}

void sim_leave(void)
{
	pthread_mutex_unlock(&big);
}

int64_t sim_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

bool sim_rcu_readers(uint64_t grace)
{
	struct task *t;
	bool any = false;

	pthread_mutex_lock(&big);
	for (t = tasks; t; t = t->next)
		any |= __atomic_load_n(&t->sim.rcu_nesting, __ATOMIC_SEQ_CST) &&
		       __atomic_load_n(&t->sim.rcu_since,
				       __ATOMIC_SEQ_CST) < grace;
	pthread_mutex_unlock(&big);
	return any;
}

void sim_run(uint64_t seed, void (*fn)(void *arg), void *arg)
{
	seeds = seed;
	sim_spawn(fn, arg);
	pthread_mutex_lock(&big);
	while (tasks)
		pthread_cond_wait(&ended, &big);
	pthread_mutex_unlock(&big);
}
