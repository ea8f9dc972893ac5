// SPDX-License-Identifier: GPL-2.0-only
/*
 * Helpers: they attach through the device, serve with several tasks, err in
 * every way that the UAPI has an answer to, and leave at any time. What they
 * commit with status 0 is right. They keep keys, as engines keep expanded keys, and
 * must hear of each that has lost its slot.
 */
#include "kmod/uapi/warpcrypt.h"

#include "kmod/link.h"
#include "kmod/params.h"
#include "tests/core/model.h"

#define ENGINES_MAX	4u
#define WORKERS_MAX	(ENGINES_MAX + 2)
#define FRAMES_MAX	(2 * ENGINES_MAX + 5)
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
 * @main: the engine that does the requests' mode, and that in a calm story goes on
 * @sick: the engine whose frames fail when the link is live; @main: none
 * @retiring: engines that it retires or has retired, bits
 * @retired: engines that it has retired, bits
 * @owner: for each frame the engine that had it, plus 1; 0: none yet
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
	u32 main;
	u32 sick;
	u32 retiring;
	u32 retired;
	u32 owner[FRAMES_MAX];
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

/*
 * Can an engine have lost its frames to the module already? Then the keys that they name
 * may have lost their slots to others.
 */
static bool may_be_retired(const struct test_helper *h, u32 engine)
{
	if (!calm)
		return h->attach.engine_count > 1;
	return (engine != h->main && engine == h->sick) ||
	       __atomic_load_n(&h->retiring, __ATOMIC_SEQ_CST) & 1u << engine;
}

/* The key that a descriptor names. */
static const u8 *get_key(const struct test_helper *h, u32 engine,
			 struct keys *keys, const struct warpcrypt_desc *desc)
{
	struct kept *kept = &keys->slot[desc->key_slot];
	struct warpcrypt_key key;

	if (kept->generation == desc->key_generation)
		return kept->key;
	read_slot(h, desc->key_slot, &key);
	/* 0: the link is dead, and its slots are wiped. */
	if (key.generation && key.generation != desc->key_generation &&
	    !may_be_retired(h, engine))
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

static void do_payload(struct test_helper *h, u32 engine, struct keys *keys,
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
	key = get_key(h, engine, keys, desc);
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
static void do_frame(struct test_helper *h, u32 engine, struct keys *keys,
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
		do_payload(h, engine, keys, frame, &desc);
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

/* A frame belongs to one engine as long as the attachment lives. */
static void must_own(struct test_helper *h, u32 engine, u32 frame)
{
	u32 was = 0;

	if (!__atomic_compare_exchange_n(&h->owner[frame], &was, engine + 1,
					 false, __ATOMIC_RELAXED,
					 __ATOMIC_RELAXED) &&
	    was != engine + 1)
		broken("engine %u gets a frame of engine %u", engine, was - 1);
}

/* Known answers must be right, or the link does not go live. */
static bool is_sick(const struct test_helper *h, u32 engine)
{
	return engine != h->main && engine == h->sick &&
	       wc_link_state_name()[0] == 'l' && sim_random(4);
}

static void do_frames(struct test_helper *h, struct keys *keys, u32 engine,
		      struct warpcrypt_commit *commits,
		      u32 *held, const struct warpcrypt_frame *frames, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++) {
		int status = 0;

		must_own(h, engine, frames[i].index);
		do_frame(h, engine, keys, &frames[i]);
		if (is_sick(h, engine) || err_now(h)) {
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
static void leave_engine(struct test_helper *h, u32 engine, struct keys *keys)
{
	if (calm && !model_sick &&
	    !(__atomic_load_n(&h->retiring, __ATOMIC_SEQ_CST) & 1u << engine))
		broken("engine %u is out of service, and nobody retired it",
		       engine);
	memset(keys->slot, 0, sizeof(keys->slot));
	__atomic_store_n(&keys->count, 0, __ATOMIC_RELAXED);
}

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
		if ((calm || err_now(h)) && !sim_random(16))
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
		do_frames(h, &h->keys[me], engine, commits, &held, frames, e.fetched);
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
	u32 n = sim_random(2) ? 1 + sim_random(ENGINES_MAX) : 1, i, more;

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
		.key_slots = SLOTS,
	};
	choose_engines(h);
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

/* Any numbers for some of the engines, and none for the others. */
static void set_rates(struct test_helper *h)
{
	struct warpcrypt_rate rates[ENGINES_MAX];
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

	for (i = 0; i < WORKERS_MAX && calm; i++)
		if (__atomic_load_n(&h->keys[i].count, __ATOMIC_RELAXED))
			return false;
	return true;
}

static void serve(struct test_helper *h)
{
	u32 i, n = h->attach.engine_count +
		   sim_random(WORKERS_MAX - ENGINES_MAX + 1);

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
