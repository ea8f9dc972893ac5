// SPDX-License-Identifier: GPL-2.0-only
/*
 * Helpers: they attach through the device, serve with several tasks, err in
 * every way that the UAPI has an answer to, and leave at any time. What they
 * commit with status 0 is right. They keep keys, as engines keep expanded keys, and
 * must hear of each that has lost its slot.
 */

#include "kmod/module.h"
#include "tests/core/helper_worker.h"
#include "tests/core/user.h"

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
	ret = sim_fops->unlocked_ioctl(&h->file, WARPCRYPT_IOC_RATES,
				       (uintptr_t)&r);
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
	ret = sim_fops->unlocked_ioctl(&h->file, WARPCRYPT_IOC_RETIRE,
				       (uintptr_t)&r);
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
		sim_spawn(helper_worker, h);
	while (__atomic_load_n(&h->workers, __ATOMIC_SEQ_CST)) {
		if ((model_ends() && may_end(h)) ||
		    __atomic_load_n(&h->ends, __ATOMIC_RELAXED))
			helper_end_workers(h);
		else if (!sim_random(4))
			helper_interrupt_worker(h);
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
		ret = sim_fops->unlocked_ioctl(&h->file, WARPCRYPT_IOC_ATTACH,
					       (uintptr_t)&h->attach);
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
