// SPDX-License-Identifier: GPL-2.0-only
/* See sim.h and sim_native.h. */
#include "tests/core/kernel.h"

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/core/sim_kernel.h"

/* &sim_task.running of a task that sleeps in its futex. */
#define ASLEEP		2u
/* After so many tries at a lock another thread gets the CPU: there may be too few. */
#define SPINS		2000u

/* A thread that does works, one after the other. */
struct worker {
	uint32_t ready;		/* futex: it has @fn */
	void (*fn)(void *arg);	/* what to do */
	void *arg;		/* for @fn */
	struct worker *next;	/* another one that has nothing to do */
};

_Thread_local struct sim_task *sim_me;
_Thread_local struct sim_wakes sim_wakes;
unsigned long sim_tick;
bool sim_copies_by_string;
static struct sim_task tasks[SIM_CPUS];
static uint32_t next_cpu;
static struct sim_lock big, idle_lock;
static struct worker *idle;
static int64_t works_ns, tick_ns;
static char *percpu;
static size_t percpu_used;

static void fail(const char *what)
{
	fprintf(stderr, "warpcrypt-bench: %s\n", what);
	exit(1);
}

int64_t sim_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

int64_t sim_thread_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* Only for what is not measured. */
uint32_t sim_random(uint32_t n)
{
	static uint64_t state;
	uint64_t x = __atomic_add_fetch(&state, 0x9e3779b97f4a7c15ull,
					__ATOMIC_RELAXED);

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	return (uint32_t)((x >> 32) * n >> 32);
}

/* --- locks */

void sim_lock_wait(struct sim_lock *lock)
{
	uint32_t i;

	for (i = 1; ; i++) {
		if (!__atomic_load_n(&lock->held, __ATOMIC_RELAXED) &&
		    !__atomic_exchange_n(&lock->held, 1, __ATOMIC_ACQUIRE))
			return;
		if (i % SPINS)
			sim_relax();
		else
			sched_yield();
	}
}

void sim_enter(void)
{
	sim_lock(&big);
}

void sim_leave(void)
{
	sim_unlock(&big);
}

/* --- sleep */

static long futex(uint32_t *at, int op, uint32_t value, const struct timespec *until)
{
	return syscall(SYS_futex, at, op | FUTEX_PRIVATE_FLAG, value, until,
		       NULL, FUTEX_BITSET_MATCH_ANY);
}

bool sim_sleep(int64_t until)
{
	struct timespec at = { until / 1000000000, until % 1000000000 };
	struct sim_task *t = sim_me;
	uint32_t prepared = 0;
	bool late = until <= sim_now();

	if (!late && __atomic_compare_exchange_n(&t->running, &prepared, ASLEEP,
						 false, __ATOMIC_SEQ_CST,
						 __ATOMIC_SEQ_CST))
		while (__atomic_load_n(&t->running, __ATOMIC_ACQUIRE) == ASLEEP &&
		       !late)
			late = futex(&t->running, FUTEX_WAIT_BITSET, ASLEEP,
				     until == SIM_NEVER ? NULL : &at) &&
			       errno == ETIMEDOUT;
	late = __atomic_exchange_n(&t->running, 1, __ATOMIC_SEQ_CST) != 1;
	return late;
}

void sim_wake(struct sim_task *task)
{
	struct sim_wakes *w = &sim_wakes;

	if (__atomic_exchange_n(&task->running, 1, __ATOMIC_SEQ_CST) != ASLEEP)
		return;
	if (w->later && w->count < ARRAY_SIZE(w->task))
		w->task[w->count++] = task;
	else
		futex(&task->running, FUTEX_WAKE, 1, NULL);
}

void sim_wake_all(void)
{
	struct sim_wakes *w = &sim_wakes;

	while (w->count)
		futex(&w->task[--w->count]->running, FUTEX_WAKE, 1, NULL);
}

/* --- tasks */

void sim_adopt(uint32_t cpu)
{
	if (cpu == SIM_ANY_CPU)
		cpu = __atomic_fetch_add(&next_cpu, 1, __ATOMIC_RELAXED);
	if (cpu >= SIM_CPUS)
		fail("too many threads");
	sim_me = &tasks[cpu];
	sim_me->cpu = cpu;
	sim_me->killed = false;
	sim_me->running = 1;
}

static void *worker_main(void *arg)
{
	struct worker *w = arg;
	int64_t since;

	sim_adopt(SIM_ANY_CPU);
	for (;;) {
		while (!__atomic_load_n(&w->ready, __ATOMIC_ACQUIRE))
			futex(&w->ready, FUTEX_WAIT_BITSET, 0, NULL);
		since = sim_thread_ns();
		w->fn(w->arg);
		w->ready = 0;
		__atomic_add_fetch(&works_ns, sim_thread_ns() - since,
				   __ATOMIC_RELAXED);
		sim_lock(&idle_lock);
		w->next = idle;
		idle = w;
		sim_unlock(&idle_lock);
	}
	return NULL;
}

void sim_spawn(void (*fn)(void *arg), void *arg)
{
	pthread_t thread;
	struct worker *w;

	sim_lock(&idle_lock);
	w = idle;
	if (w)
		idle = w->next;
	sim_unlock(&idle_lock);
	if (w) {
		w->fn = fn;
		w->arg = arg;
		__atomic_store_n(&w->ready, 1, __ATOMIC_RELEASE);
		futex(&w->ready, FUTEX_WAKE, 1, NULL);
		return;
	}
	w = calloc(1, sizeof(*w));
	if (!w)
		fail("out of memory");
	w->fn = fn;
	w->arg = arg;
	w->ready = 1;
	if (pthread_create(&thread, NULL, worker_main, w))
		fail("no thread for a work");
	pthread_detach(thread);
}

int64_t sim_works_ns(void)
{
	return __atomic_load_n(&works_ns, __ATOMIC_RELAXED);
}

/* --- time */

static void *tick_main(void *arg)
{
	int64_t next = sim_now();

	for (;;) {
		struct timespec at;

		next += 1000000;
		at = (struct timespec){ next / 1000000000, next % 1000000000 };
		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL))
			;
		__atomic_store_n(&sim_tick, (unsigned long)(next / 1000000),
				 __ATOMIC_RELAXED);
		__atomic_store_n(&tick_ns, sim_thread_ns(), __ATOMIC_RELAXED);
	}
	return arg;
}

int64_t sim_tick_ns(void)
{
	return __atomic_load_n(&tick_ns, __ATOMIC_RELAXED);
}

/* --- RCU */

static void barrier_everywhere(void)
{
	if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0))
		fail("membarrier() does not work");
}

bool sim_rcu_readers(uint64_t grace)
{
	bool any = false;
	uint32_t i;

	barrier_everywhere();
	for (i = 0; i < SIM_CPUS && !any; i++)
		any = __atomic_load_n(&tasks[i].rcu_nesting, __ATOMIC_RELAXED) &&
		      __atomic_load_n(&tasks[i].rcu_since, __ATOMIC_RELAXED) < grace;
	barrier_everywhere();
	return any;
}

/* --- CPUs */

void *sim_percpu_alloc(size_t size)
{
	size_t at;

	size = ALIGN(size, 4096);
	at = __atomic_fetch_add(&percpu_used, size, __ATOMIC_SEQ_CST);
	if (at + size > SIM_PERCPU_STRIDE)
		fail("too many per-CPU data");
	return percpu + at;
}

/* Fast short rep movsb. */
static bool cpu_has_fsrm(void)
{
	unsigned int a = 7, b, c = 0, d = 0;

#ifdef __x86_64__
	asm volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
	(void)b;
#else
	(void)a;
	(void)b;
	(void)c;
#endif
	return d >> 4 & 1;
}

void sim_native_init(uint32_t cpus)
{
	pthread_t thread;

	next_cpu = cpus;
	sim_copies_by_string = cpu_has_fsrm();
	percpu = mmap(NULL, SIM_CPUS * SIM_PERCPU_STRIDE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (percpu == MAP_FAILED)
		fail("no memory for per-CPU data");
	if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0))
		fail("membarrier() is needed (Linux 4.14)");
	sim_tick = (unsigned long)(sim_now() / 1000000);
	if (pthread_create(&thread, NULL, tick_main, NULL))
		fail("no thread that counts time");
	pthread_detach(thread);
	sim_adopt(SIM_ANY_CPU);
}
