// SPDX-License-Identifier: GPL-2.0-only
/*
 * Helpers: they attach through the device, serve with several tasks, err in
 * every way that the UAPI has an answer to, and leave at any time. What they
 * commit with status 0 is right. They keep keys, as engines keep expanded keys, and
 * must hear of each that has lost its slot.
 */
#include "kmod/uapi/warpcrypt.h"

#include "kmod/params.h"
#include "tests/core/model.h"

#define WORKERS_MAX	3u
#define HELD_MAX	4u

#define SLOTS		WARPCRYPT_KEY_SLOTS_MIN

/**
 * struct kept - a key that a task keeps
 * @generation: of its slot; 0: none
 * @key: the key
 */
struct kept {
	u32 generation;
	u8 key[16];
};

/**
 * struct keys - the keys that a task keeps
 * @releases: &warpcrypt_enter.releases, up to which it has wiped keys
 * @count: how many it keeps
 * @slot: for each slot the key of it that it has used
 */
struct keys {
	u32 releases;
	int count;
	struct kept slot[SLOTS];
};

/**
 * struct test_helper - a helper
 * @file: the device
 * @attach: what it asked for
 * @arena: its memory
 * @workers: how many of its tasks have not ended
 * @task: its tasks, under the sim's lock; NULL when one has ended
 * @ends: they must
 * @held_up: of its tasks, as in struct sim_task
 * @patient: its tasks wait without a timeout
 * @slow: each call takes so many ms more, less than the deadline
 * @endless: it goes on until it is told to end
 * @calls: or ENTERs that are left, of all
 * @earlier: a frame that was committed
 * @errs: one step in so many is an error, 0: none
 * @keys: of each task
 */
struct test_helper {
	struct file file;
	struct warpcrypt_attach attach;
	u8 *arena;
	int workers;
	struct sim_task *task[WORKERS_MAX];
	bool ends;
	u32 held_up;
	bool patient;
	u32 slow;
	bool endless;
	int calls;
	u64 earlier;
	u32 errs;
	struct keys keys[WORKERS_MAX];
};

static bool err_now(const struct test_helper *h)
{
	return h->errs && !sim_random(h->errs);
}

static const u8 *frame_end(const struct test_helper *h,
			   const struct warpcrypt_frame *frame)
{
	return h->arena + (size_t)(frame->index + 1) * h->attach.frame_size;
}

static void read_slot(const struct test_helper *h, u32 slot,
		      struct warpcrypt_key *key)
{
	const u8 *keys = h->arena + (size_t)h->attach.frame_size *
			 h->attach.frame_count;

	arena_copy(key, keys + (size_t)slot * sizeof(*key), sizeof(*key));
}

/* The key that a descriptor names. */
static const u8 *get_key(const struct test_helper *h, struct keys *keys,
			 const struct warpcrypt_desc *desc)
{
	struct kept *kept = &keys->slot[desc->key_slot];
	struct warpcrypt_key key;

	if (kept->generation == desc->key_generation)
		return kept->key;
	read_slot(h, desc->key_slot, &key);
	/* 0: the link is dead, and its slots are wiped. */
	if (key.generation && key.generation != desc->key_generation)
		broken("a request's key has lost its slot: generation %u, now %u",
		       desc->key_generation, key.generation);
	if (!kept->generation != !key.generation)
		__atomic_add_fetch(&keys->count, key.generation ? 1 : -1,
				   __ATOMIC_RELAXED);
	kept->generation = key.generation;
	memcpy(kept->key, key.key, sizeof(kept->key));
	return kept->key;
}

/* How many of the keys that a task keeps are in their slots no longer. */
static int count_stale(const struct test_helper *h, const struct keys *keys)
{
	struct warpcrypt_key key;
	int stale = 0;
	u32 i;

	for (i = 0; i < SLOTS && keys->count; i++) {
		if (!keys->slot[i].generation)
			continue;
		read_slot(h, i, &key);
		stale += key.generation != keys->slot[i].generation;
	}
	return stale;
}

static void wipe_stale(const struct test_helper *h, struct keys *keys)
{
	struct warpcrypt_key key;
	u32 i;

	for (i = 0; i < SLOTS; i++) {
		if (!keys->slot[i].generation)
			continue;
		read_slot(h, i, &key);
		if (key.generation == keys->slot[i].generation)
			continue;
		keys->slot[i].generation = 0;
		__atomic_sub_fetch(&keys->count, 1, __ATOMIC_RELAXED);
		tally_add(wiped, 1);
	}
}

static void do_payload(struct test_helper *h, struct keys *keys,
		       const struct warpcrypt_frame *frame,
		       const struct warpcrypt_desc *desc)
{
	const u8 *key;
	u8 *at = (u8 *)frame_end(h, frame) - h->attach.frame_size +
		 desc->offset;
	u8 *copy = malloc(desc->len);

	if (desc->offset % WARPCRYPT_PAYLOAD_ALIGN || !desc->len ||
	    desc->offset + desc->len > frame->payload ||
	    desc->key_slot >= h->attach.key_slots)
		broken("a frame whose descriptor makes no sense");
	key = get_key(h, keys, desc);
	arena_copy(copy, at, desc->len);
	model_transform(copy, desc->len, key, desc->iv, desc->block);
	arena_copy(at, copy, desc->len);
	free(copy);
}

/* What a helper did not do, and says so. */
static void spoil_frame(struct test_helper *h,
			const struct warpcrypt_frame *frame)
{
	static const u8 junk[64] = { 0x5a };

	arena_copy((u8 *)frame_end(h, frame) - h->attach.frame_size, junk,
		   min(sizeof(junk), (size_t)frame->payload));
}

/* A dead link's arena may be wiped at any time: what it has makes no sense. */
static void do_frame(struct test_helper *h, struct keys *keys,
		     const struct warpcrypt_frame *frame)
{
	struct warpcrypt_desc desc;
	u32 i;

	if (frame->index >= h->attach.frame_count || !frame->requests)
		broken("a frame that makes no sense");
	for (i = 0; i < frame->requests; i++) {
		arena_copy(&desc, frame_end(h, frame) - (i + 1) * sizeof(desc),
			   sizeof(desc));
		if (!desc.len)
			return;
		do_payload(h, keys, frame, &desc);
	}
}

static long enter(struct test_helper *h, struct warpcrypt_enter *e)
{
	return sim_fops->unlocked_ioctl(&h->file, WARPCRYPT_IOC_ENTER,
					(uintptr_t)e);
}

/* ENTER; then wipes the keys that it must not keep. */
static long enter_and_wipe(struct test_helper *h, struct keys *keys,
			   struct warpcrypt_enter *e)
{
	int stale = count_stale(h, keys);
	long ret;

	e->releases = keys->releases;
	ret = enter(h, e);
	if (ret)
		return ret;
	if (stale && e->releases == keys->releases)
		broken("%d keys have lost their slots, and ENTER does not say so",
		       stale);
	if (e->releases != keys->releases)
		wipe_stale(h, keys);
	keys->releases = e->releases;
	return 0;
}

static void do_frames(struct test_helper *h, struct keys *keys,
		      struct warpcrypt_commit *commits,
		      u32 *held, const struct warpcrypt_frame *frames, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++) {
		int status = 0;

		do_frame(h, keys, &frames[i]);
		if (err_now(h)) {
			spoil_frame(h, &frames[i]);
			status = -EIO;
		}
		/* Never given back. */
		if (err_now(h) && !sim_random(16))
			continue;
		if (err_now(h) && !sim_random(8))
			nap_ms(sim_random(100));
		commits[*held] = (struct warpcrypt_commit){
			.id = frames[i].id, .status = status,
		};
		/* Of a frame that nobody has, or had. */
		if (err_now(h))
			commits[*held].id ^= 1ull << sim_random(60);
		else if (err_now(h))
			commits[*held].id =
				__atomic_load_n(&h->earlier, __ATOMIC_SEQ_CST);
		else if (!status)
			__atomic_store_n(&h->earlier, frames[i].id,
					 __ATOMIC_SEQ_CST);
		++*held;
	}
}

/* A signal that does not end a task: it calls again. */
static void interrupt_worker(struct test_helper *h)
{
	struct sim_task *task;

	sim_enter();
	task = h->task[sim_random(WORKERS_MAX)];
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

static void worker(void *arg)
{
	struct test_helper *h = arg;
	struct warpcrypt_commit commits[HELD_MAX];
	struct warpcrypt_frame frames[HELD_MAX];
	u32 held = 0, me;
	long ret;

	sim_enter();
	for (me = 0; h->task[me]; me++)
		;
	h->task[me] = sim_current();
	h->task[me]->held_up = h->held_up;
	sim_leave();
	while (goes_on(h)) {
		struct warpcrypt_enter e = {
			.commit_addr = (uintptr_t)commits,
			.commit_count = held,
			.fetch_addr = (uintptr_t)frames,
			.fetch_max = 1 + sim_random(HELD_MAX),
			.fill = sim_random(2) * sim_random(60000),
			.queue = sim_random(h->attach.engines[0].queues),
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
		if ((calm || err_now(h)) && !sim_random(16))
			e.fetch_addr = 8;
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
		if (ret == -ESHUTDOWN || ret == -EBADMSG)
			break;
		if (ret && ret != -ESTALE && ret != -EFAULT && ret != -EINTR)
			broken("ENTER: %ld", ret);
		if (ret)
			continue;
		do_frames(h, &h->keys[me], commits, &held, frames, e.fetched);
		if (held && h->slow)
			nap_ms(sim_random(h->slow));
	}
	__atomic_store_n(&h->ends, true, __ATOMIC_RELAXED);
	sim_enter();
	h->task[me] = NULL;
	sim_leave();
	__atomic_sub_fetch(&h->workers, 1, __ATOMIC_SEQ_CST);
}

static void choose_engines(struct warpcrypt_attach *a)
{
	a->engine_count = 1;
	strcpy(a->engines[0].name, "one");
	a->engines[0].kind = WARPCRYPT_ENGINE_CPU;
	a->engines[0].queues = 1 + sim_random(a->frame_count / 2);
	a->engines[0].parallel = sim_random(4);
	a->engines[0].modes[WARPCRYPT_CIPHER_AES] =
		WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_ECB);
}

static void choose_arena(struct test_helper *h)
{
	struct warpcrypt_attach *a = &h->attach;

	*a = (struct warpcrypt_attach){
		.version = WARPCRYPT_ABI_VERSION,
		.frame_size = WARPCRYPT_FRAME_SIZE_MIN,
		.frame_count = 2 + sim_random(6),
		.key_slots = SLOTS,
	};
	choose_engines(a);
	a->arena_len = (u64)a->frame_size * a->frame_count +
		       PAGE_ALIGN(a->key_slots * sizeof(struct warpcrypt_key));
	h->arena = user_memory_get(a->arena_len);
	a->arena_addr = (uintptr_t)h->arena;
}

static void end_workers(struct test_helper *h)
{
	u32 i;

	__atomic_store_n(&h->ends, true, __ATOMIC_RELAXED);
	sim_enter();
	for (i = 0; i < WORKERS_MAX; i++) {
		if (h->task[i]) {
			h->task[i]->killed = true;
			sim_wake(h->task[i]);
		}
	}
	sim_leave();
}

/* In a calm story, not before its tasks have wiped all keys. */
static bool may_end(const struct test_helper *h)
{
	u32 i;

	for (i = 0; i < WORKERS_MAX && calm; i++)
		if (__atomic_load_n(&h->keys[i].count, __ATOMIC_RELAXED))
			return false;
	return true;
}

static void serve(struct test_helper *h)
{
	u32 i, n = 1 + sim_random(WORKERS_MAX);

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
	h->slow = sim_random(3) ? 0 : wc_param_deadline_ms / 2;
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
	(void)arg;
	while (!model_ends()) {
		attach_once();
		nap_ms(sim_random(5));
	}
}
