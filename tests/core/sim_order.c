// SPDX-License-Identifier: GPL-2.0-only
/* See sim.h. Tasks are contexts of one thread. */
#include "tests/core/sim.h"
#include "tests/splitmix.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#define STACK_BYTES	(128u << 10)
#define TASKS_MAX	256u
/* More steps than any order takes that comes to an end. */
#define STEPS_MAX	20000000u

/* Where a task, or the scheduler, goes on. */
struct place {
	ucontext_t context;	/* at first */
	jmp_buf jump;		/* later */
	bool begun;		/* it was left by a jump */
};

struct task {
	struct sim_task sim;	/* what others see of it; first */
	struct place place;	/* where it goes on */
	void *stack;		/* kept for the next task in this place */
	void (*fn)(void *arg);	/* what it does */
	void *arg;		/* for @fn */
	bool used;		/* it has not ended */
	bool asleep;		/* it is in sim_sleep() */
	int64_t until;		/* when it wakes by itself, ns */
	int64_t stalled;	/* until when it does not go on, ns */
};

static struct task tasks[TASKS_MAX];
static uint32_t tasks_end;
static struct task *current_task;
static struct place scheduler;
static int64_t now_ns;
static uint64_t steps;
static uint64_t seed_now, random_state;
uint32_t sim_stalls;
void (*sim_after_step)(void);
const bool sim_time_is_ours = true;

uint32_t sim_random(uint32_t n)
{
	return (uint32_t)((splitmix64(&random_state) >> 32) * n >> 32);
}

struct sim_task *sim_current(void)
{
	return &current_task->sim;
}

/* swapcontext() makes a system call, but AddressSanitizer knows it, and no jumps between stacks. */
static void switch_to(struct place *from, struct place *to)
{
#ifdef SIM_CONTEXTS
	swapcontext(&from->context, &to->context);
#else
	from->begun = true;
	if (_setjmp(from->jump))
		return;
	if (to->begun)
		_longjmp(to->jump, 1);
	setcontext(&to->context);
#endif
}

static void give_way(void)
{
	switch_to(&current_task->place, &scheduler);
}

static void task_main(void)
{
	current_task->fn(current_task->arg);
	current_task->used = false;
	give_way();
}

void sim_spawn(void (*fn)(void *arg), void *arg)
{
	struct task *t;
	uint32_t i;

	for (i = 0; i < TASKS_MAX && tasks[i].used; i++)
		;
	if (i == TASKS_MAX) {
		fprintf(stderr, "sim: more than %u tasks\n", TASKS_MAX);
		abort();
	}
	if (i >= tasks_end)
		tasks_end = i + 1;
	t = &tasks[i];
	if (!t->stack)
		t->stack = malloc(STACK_BYTES);
	t->sim = (struct sim_task){ .running = true };
	t->fn = fn;
	t->arg = arg;
	t->until = 0;
	t->stalled = 0;
	t->asleep = false;
	t->used = true;
	t->place.begun = false;
	getcontext(&t->place.context);
	t->place.context.uc_stack.ss_sp = t->stack;
	t->place.context.uc_stack.ss_size = STACK_BYTES;
	t->place.context.uc_link = NULL;
	makecontext(&t->place.context, task_main, 0);
}

void sim_step(void)
{
	struct sim_task *t = &current_task->sim;

	if (t->held_up && !t->atomic && !sim_random(t->held_up)) {
		current_task->stalled = now_ns + sim_random(1000000000);
		give_way();
	} else if (sim_stalls && !sim_random(sim_stalls)) {
		current_task->stalled = now_ns + sim_random(60000000);
		give_way();
	} else if (!sim_random(4)) {
		give_way();
	}
}

bool sim_sleep(int64_t until)
{
	bool late;

	current_task->until = until;
	current_task->asleep = true;
	give_way();
	current_task->asleep = false;
	late = !current_task->sim.running;
	current_task->sim.running = true;
	return late;
}

void sim_wake(struct sim_task *task)
{
	task->running = true;
}

void sim_lock(struct sim_lock *lock)
{
	sim_step();
	while (lock->held)
		give_way();
	lock->held = true;
}

void sim_unlock(struct sim_lock *lock)
{
	if (!lock->held) {
		fprintf(stderr, "sim: unlock of a lock that is not held\n");
		abort();
	}
	lock->held = false;
	sim_step();
}

bool sim_is_held(const struct sim_lock *lock)
{
	return lock->held;
}

void sim_enter(void)
{
}

void sim_leave(void)
{
}

int64_t sim_now(void)
{
	return now_ns;
}

bool sim_rcu_readers(uint64_t grace)
{
	uint32_t i;

	for (i = 0; i < tasks_end; i++)
		if (tasks[i].used && tasks[i].sim.rcu_nesting &&
		    tasks[i].sim.rcu_since < grace)
			return true;
	return false;
}

static bool can_go_on(const struct task *t)
{
	return t->used && t->stalled <= now_ns &&
	       (!t->asleep || t->sim.running || t->until <= now_ns);
}

/* Any of the tasks that can go on; NULL when there is none. */
static struct task *choose(void)
{
	uint32_t n = 0, i;
	struct task *t = NULL;

	for (i = 0; i < tasks_end; i++)
		if (can_go_on(&tasks[i]) && !sim_random(++n))
			t = &tasks[i];
	return t;
}

/* Time goes to where the next sleeper wakes. */
static bool pass_time(void)
{
	int64_t next = SIM_NEVER, at;
	uint32_t i;

	for (i = 0; i < tasks_end; i++) {
		const struct task *t = &tasks[i];

		at = t->asleep && !t->sim.running ? t->until : 0;
		if (at < t->stalled)
			at = t->stalled;
		if (t->used && at < next)
			next = at;
	}
	if (next == SIM_NEVER)
		return false;
	if (next > now_ns)
		now_ns = next;
	return true;
}

static bool any_left(void)
{
	uint32_t i;

	for (i = 0; i < tasks_end; i++)
		if (tasks[i].used)
			return true;
	return false;
}

static void stuck(const char *what)
{
	fprintf(stderr, "sim: %s, seed %llu\n", what,
		(unsigned long long)seed_now);
	abort();
}

void sim_run(uint64_t seed, void (*fn)(void *arg), void *arg)
{
	seed_now = seed;
	random_state = seed;
	now_ns = 0;
	steps = 0;
	sim_spawn(fn, arg);
	while (any_left()) {
		struct task *t = choose();

		if (!t) {
			if (!pass_time())
				stuck("all tasks sleep for ever");
			continue;
		}
		if (++steps > STEPS_MAX)
			stuck("no end");
		/* A step takes time. */
		now_ns += sim_random(1000);
		current_task = t;
		switch_to(&scheduler, &t->place);
		if (sim_after_step)
			sim_after_step();
	}
}
