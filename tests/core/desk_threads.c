// SPDX-License-Identifier: GPL-2.0-only
#include "kmod/uapi/warpcrypt.h"

#include "tests/core/desk_threads.h"
#include "tests/core/must.h"

static void thread_main(void *arg)
{
	struct desk_thread *t = arg;
	struct warpcrypt_frame frame;
	struct warpcrypt_enter e;
	long ret;

	t->task = sim_current();
	do {
		e = (struct warpcrypt_enter){
			.fetch_addr = (uintptr_t)&frame,
			.fetch_max = 1,
			.fill = t->fill,
			.queue = t->queue,
			.timeout_ns = -1,
		};
		t->waits = true;
		ret = sim_fops->unlocked_ioctl(&t->desk->file,
					       WARPCRYPT_IOC_ENTER,
					       (uintptr_t)&e);
		t->waits = false;
		if (!ret && e.fetched)
			desk_commit(t->desk, &frame, 1, 0);
	} while (!ret);
	t->task = NULL;
	t->desk->tasks--;
}

void desk_thread_start(struct desk *d, struct desk_thread *t)
{
	t->desk = d;
	d->tasks++;
	sim_spawn(thread_main, t);
}

void desk_threads_start(struct desk *d, struct desk_thread threads[DESK_THREADS], u32 n)
{
	u32 i;

	memset(threads, 0, DESK_THREADS * sizeof(*threads));
	for (i = 0; i < n; i++) {
		threads[i].queue = i % (d->attach.engines[0].queues +
					d->attach.engines[1].queues);
		desk_thread_start(d, &threads[i]);
	}
	for (i = 0; i < n; i++)
		must_within(100, threads[i].waits, "a thread");
	nap_ms(1);
}

void desk_thread_kill(struct desk_thread *t)
{
	if (t->task) {
		t->task->killed = true;
		sim_wake(t->task);
	}
}

void desk_threads_end(struct desk_thread threads[DESK_THREADS])
{
	u32 i;

	for (i = 0; i < DESK_THREADS; i++)
		desk_thread_kill(&threads[i]);
}
