// SPDX-License-Identifier: GPL-2.0-only
/*
 * Helpers: they attach through the device, serve with several tasks, err in
 * every way that the UAPI has an answer to, and leave at any time. What they
 * commit with status 0 is right. They keep keys, as engines keep expanded keys, and
 * must hear of each that has lost its slot.
 */
#include "kmod/module.h"
#include "tests/core/helper.h"
#include "tests/core/user.h"

/* --- its tasks, which call ENTER again and again */

/* How many frames a task fetches at most. */
#define HELD_MAX	4u

/* ENTER; then wipes the keys that it must not keep. */
static long enter_and_wipe(struct test_helper *h, struct helper_keys *keys,
			   struct warpcrypt_enter *e)
{
	int stale = helper_count_stale(h, keys);
	long ret;

	e->releases = keys->releases;
	ret = device_call(&h->file, ENTER, e);
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

/* A signal for any of the tasks that does not end it: it calls again. */
static void interrupt_worker(struct test_helper *h)
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

/* @arg: struct test_helper */
static void worker(void *arg)
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

static void end_workers(struct test_helper *h)
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

/* --- the helper */

/* The main one does what requests ask for; others may do only something else. */
static void choose_engine(struct warpcrypt_engine *engine, u32 index,
			  bool main, u32 queues)
{
	snprintf(engine->name, sizeof(engine->name), "engine%u", index);
	engine->kind = sim_random(2) ? WARPCRYPT_ENGINE_CPU :
				       WARPCRYPT_ENGINE_GPU;
	engine->queues = queues;
	engine->parallel = sim_random(4);
	engine->modes[WARPCRYPT_CIPHER_AES] =
		!main && !sim_random(4) ?
		WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_CTR) :
		WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_ECB);
}

/* One, or up to four. */
static void choose_engines(struct test_helper *h)
{
	struct warpcrypt_attach *a = &h->attach;
	u32 n = sim_random(2) ? 1 + sim_random(HELPER_ENGINES) : 1, i, more;

	a->engine_count = n;
	h->main = sim_random(n);
	h->sick = model_sick ? sim_random(n) : h->main;
	a->frame_count = 2 * n + sim_random(6);
	more = a->frame_count / 2 - n;
	for (i = 0; i < n; i++) {
		u32 queues = 1 + sim_random(more + 1);

		choose_engine(&a->engines[i], i, i == h->main, queues);
		more -= queues - 1;
	}
}

static void choose_arena(struct test_helper *h)
{
	struct warpcrypt_attach *a = &h->attach;

	*a = (struct warpcrypt_attach){
		.version = WARPCRYPT_ABI_VERSION,
		.frame_size = WARPCRYPT_FRAME_SIZE_MIN,
		.key_slots = HELPER_SLOTS,
	};
	choose_engines(h);
	a->arena_len = (u64)a->frame_size * a->frame_count +
		       PAGE_ALIGN(a->key_slots * sizeof(struct warpcrypt_key));
	h->arena = user_memory_get(a->arena_len);
	a->arena_addr = (uintptr_t)h->arena;
}

/* Any numbers for some of the engines, and none for the others. */
static void set_rates(struct test_helper *h)
{
	struct warpcrypt_rate rates[HELPER_ENGINES];
	struct warpcrypt_rates r = { .addr = (uintptr_t)rates };
	u32 i;
	long ret;

	for (i = 0; i < h->attach.engine_count; i++) {
		if (!sim_random(4) || h->attach.engines[i].modes[WARPCRYPT_CIPHER_AES] !=
		    WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_ECB))
			continue;
		rates[r.count++] = (struct warpcrypt_rate){
			.engine = (u8)i,
			.cipher = WARPCRYPT_CIPHER_AES,
			.mode = WARPCRYPT_MODE_ECB,
			.flags = WARPCRYPT_RATE_DECRYPT * sim_random(2),
			.lone_ns = 1 + sim_random(sim_random(2) ? 100000 :
					WARPCRYPT_RATE_LONE_MAX),
			.bytes_per_s = WARPCRYPT_RATE_BYTES_MIN <<
				       sim_random(30),
		};
	}
	ret = device_call(&h->file, RATES, &r);
	if (ret && (calm || ret != -ENOMEM))
		broken("RATES: %ld", ret);
}

/* One engine; in a calm story not the main one. */
static void retire_one(struct test_helper *h)
{
	struct warpcrypt_retire r = {
		.engine = sim_random(h->attach.engine_count),
	};
	long ret;

	if (calm && r.engine == h->main)
		return;
	__atomic_fetch_or(&h->retiring, 1u << r.engine, __ATOMIC_SEQ_CST);
	ret = device_call(&h->file, RETIRE, &r);
	if (ret)
		broken("RETIRE: %ld", ret);
	__atomic_fetch_or(&h->retired, 1u << r.engine, __ATOMIC_SEQ_CST);
}

/* In a calm story, not before its tasks have wiped all keys. */
static bool may_end(const struct test_helper *h)
{
	u32 i;

	for (i = 0; i < HELPER_WORKERS && calm; i++)
		if (__atomic_load_n(&h->keys[i].count, __ATOMIC_RELAXED))
			return false;
	return true;
}

static void serve(struct test_helper *h)
{
	u32 i, n = h->attach.engine_count +
		   sim_random(HELPER_WORKERS - HELPER_ENGINES + 1);

	tally_add(attached, 1);
	h->workers = (int)n;
	for (i = 0; i < n; i++)
		sim_spawn(worker, h);
	while (__atomic_load_n(&h->workers, __ATOMIC_SEQ_CST)) {
		if ((model_ends() && may_end(h)) ||
		    __atomic_load_n(&h->ends, __ATOMIC_RELAXED))
			end_workers(h);
		else if (!sim_random(4))
			interrupt_worker(h);
		if (!sim_random(4))
			set_rates(h);
		if (model_retires && !sim_random(16))
			retire_one(h);
		nap_ms(1 + sim_random(10));
	}
}

/* One attachment, if another helper is not in the way. */
static void attach_once(void)
{
	struct test_helper *h = calloc(1, sizeof(*h));
	long ret;

	h->errs = calm ? 0 : sim_random(2) * (2 + sim_random(60));
	h->held_up = calm || sim_random(3) ? 0 : 20 + sim_random(200);
	/* A faithful one is not so slow that it is charged for it. */
	h->slow = sim_random(3) ? 0 : wc_param_deadline_ms / (calm ? 8 : 2);
	h->patient = sim_random(2);
	h->endless = calm || sim_random(2);
	h->calls = 1 + (int)sim_random(400);
	choose_arena(h);
	ret = sim_fops->open(NULL, &h->file);
	if (!ret) {
		ret = device_call(&h->file, ATTACH, &h->attach);
		if (!ret)
			serve(h);
		else if (ret != -EBUSY && ret != -ENOMEM)
			broken("ATTACH: %ld", ret);
		sim_fops->release(NULL, &h->file);
	}
	user_memory_put(h->arena);
	free(h);
}

void helper(void *arg)
{
	while (!model_ends()) {
		attach_once();
		nap_ms(sim_random(5));
	}
}
