// SPDX-License-Identifier: GPL-2.0-only
#include "kmod/uapi/warpcrypt.h"

#include "tests/core/helper_frames.h"
#include "tests/core/helper_worker.h"

/* How many frames a task fetches at most. */
#define HELD_MAX	4u

static long enter(struct test_helper *h, struct warpcrypt_enter *e)
{
	return sim_fops->unlocked_ioctl(&h->file, WARPCRYPT_IOC_ENTER,
					(uintptr_t)e);
}

/* ENTER; then wipes the keys that it must not keep. */
static long enter_and_wipe(struct test_helper *h, struct helper_keys *keys,
			   struct warpcrypt_enter *e)
{
	int stale = helper_count_stale(h, keys);
	long ret;

	e->releases = keys->releases;
	ret = enter(h, e);
	if (ret)
		return ret;
	if (stale && e->releases == keys->releases)
		broken("%d keys have lost their slots, and ENTER does not say so",
		       stale);
	if (e->releases != keys->releases)
		helper_wipe_stale(h, keys);
	keys->releases = e->releases;
	return 0;
}

void helper_interrupt_worker(struct test_helper *h)
{
	struct sim_task *task;

	sim_enter();
	task = h->task[sim_random(HELPER_WORKERS)];
	if (task) {
		task->killed = true;
		sim_wake(task);
	}
	sim_leave();
}

static void was_interrupted(void)
{
	sim_enter();
	sim_current()->killed = false;
	sim_leave();
}

static bool goes_on(struct test_helper *h)
{
	return !__atomic_load_n(&h->ends, __ATOMIC_RELAXED) &&
	       (h->endless ||
		__atomic_sub_fetch(&h->calls, 1, __ATOMIC_RELAXED) > 0);
}

/* Any queue of an engine. */
static u32 choose_queue(const struct test_helper *h, u32 engine)
{
	const struct warpcrypt_engine *engines = h->attach.engines;
	u32 queue = sim_random(engines[engine].queues);

	while (engine--)
		queue += engines[engine].queues;
	return queue;
}

/* A thread of an engine that is out of service ends, and keeps no keys. */
static void leave_engine(struct test_helper *h, u32 engine, struct helper_keys *keys)
{
	if (calm && !model_sick &&
	    !(__atomic_load_n(&h->retiring, __ATOMIC_SEQ_CST) & 1u << engine))
		broken("engine %u is out of service, and was not retired",
		       engine);
	memset(keys->slot, 0, sizeof(keys->slot));
	__atomic_store_n(&keys->count, 0, __ATOMIC_RELAXED);
}

void helper_worker(void *arg)
{
	struct test_helper *h = arg;
	struct warpcrypt_commit commits[HELD_MAX];
	struct warpcrypt_frame frames[HELD_MAX];
	u32 held = 0, me, engine, retired;
	long ret = 0;

	sim_enter();
	for (me = 0; h->task[me]; me++)
		;
	h->task[me] = sim_current();
	h->task[me]->held_up = h->held_up;
	sim_leave();
	engine = me % h->attach.engine_count;
	while (goes_on(h)) {
		struct warpcrypt_enter e = {
			.commit_addr = (uintptr_t)commits,
			.commit_count = held,
			.fetch_addr = (uintptr_t)frames,
			.fetch_max = 1 + sim_random(HELD_MAX),
			.fill = sim_random(2) * sim_random(60000),
			.queue = choose_queue(h, engine),
			.flags = sim_random(2) * WARPCRYPT_ENTER_SPIN |
				 WARPCRYPT_ENTER_RELEASES,
			.spin_ns = sim_random(20000),
			.timeout_ns = h->patient || sim_random(3) ?
				      -1 : sim_random(20) * 1000000ll,
		};

		/* A helper that waits long for a fuller frame is late itself. */
		if (e.timeout_ns < 0 || (calm && sim_random(2)))
			e.fill = 0;
		else if (calm)
			e.timeout_ns /= 20;
		if (helper_errs_now(h))
			e.fetch_addr = 8;
		retired = __atomic_load_n(&h->retired, __ATOMIC_SEQ_CST);
		ret = enter_and_wipe(h, &h->keys[me], &e);
		if (e.committed + e.refused > held ||
		    e.fetched > e.fetch_max)
			broken("ENTER: %u commits of %u, %u frames of %u",
			       e.committed + e.refused, held, e.fetched,
			       e.fetch_max);
		tally_add(commits_refused, e.refused);
		held = 0;
		if (ret == -EINTR)
			was_interrupted();
		if (ret == -ESHUTDOWN || ret == -EBADMSG || ret == -ENODEV)
			break;
		if (retired & 1u << engine)
			broken("ENTER for a retired engine: %ld", ret);
		if (ret && ret != -ESTALE && ret != -EFAULT && ret != -EINTR)
			broken("ENTER: %ld", ret);
		if (ret)
			continue;
		helper_do_frames(h, &h->keys[me], engine, commits, &held, frames, e.fetched);
		if (held && h->slow)
			nap_ms(sim_random(h->slow));
	}
	if (ret == -ENODEV)
		leave_engine(h, engine, &h->keys[me]);
	else
		__atomic_store_n(&h->ends, true, __ATOMIC_RELAXED);
	sim_enter();
	h->task[me] = NULL;
	sim_leave();
	__atomic_sub_fetch(&h->workers, 1, __ATOMIC_SEQ_CST);
}

void helper_end_workers(struct test_helper *h)
{
	u32 i;

	__atomic_store_n(&h->ends, true, __ATOMIC_RELAXED);
	sim_enter();
	for (i = 0; i < HELPER_WORKERS; i++) {
		if (h->task[i]) {
			h->task[i]->killed = true;
			sim_wake(h->task[i]);
		}
	}
	sim_leave();
}
