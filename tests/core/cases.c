// SPDX-License-Identifier: GPL-2.0-only
/*
 * Single situations that the stories of model.c seldom meet, or where they could
 * not say what is right. Each is played in many orders. As there, whatever breaks
 * a promise aborts with its seed; time and numbers are exact, so this needs
 * sim_order.c.
 */
#include "kmod/uapi/warpcrypt.h"

#include "kmod/budget.h"
#include "kmod/device.h"
#include "kmod/keys.h"
#include "kmod/kill.h"
#include "kmod/link.h"
#include "kmod/params.h"
#include "kmod/queue.h"
#include "kmod/redo.h"
#include "kmod/request.h"
#include "kmod/submit.h"
#include "tests/core/model.h"
#include "tests/unit/share.h"

#define DEADLINE	40u
#define FRAME_FULL	((u32)(WARPCRYPT_FRAME_SIZE_MIN - sizeof(struct warpcrypt_desc)))
#define MS		1000000ll

/* --- one request, which nobody computes */

/**
 * struct item - a request
 * @rq: as links see it
 * @key: its key
 * @done: how often it came back done
 * @lost: or lost
 * @started: it got room late
 * @why: why it was lost
 */
struct item {
	struct wc_request rq;
	struct wc_key key;
	int done;
	int lost;
	int started;
	enum wc_reason why;
};

static struct item *item_of(struct wc_request *rq)
{
	return container_of(rq, struct item, rq);
}

static void item_describe(struct wc_request *rq, struct warpcrypt_desc *desc,
			  u32 pos, u32 len)
{
	(void)rq;
	(void)desc;
	(void)pos;
	(void)len;
}

static void item_fill(struct wc_request *rq, u8 *to, u32 pos, u32 len)
{
	(void)rq;
	(void)to;
	(void)pos;
	(void)len;
	sim_step();
}

static void item_drain(struct wc_request *rq, const u8 *from, u32 pos, u32 len)
{
	(void)rq;
	(void)from;
	(void)pos;
	(void)len;
	sim_step();
}

static void item_done(struct wc_request *rq)
{
	item_of(rq)->done++;
}

static void item_lost(struct wc_request *rq, enum wc_reason why)
{
	item_of(rq)->why = why;
	item_of(rq)->lost++;
}

static void item_started(struct wc_request *rq)
{
	item_of(rq)->started++;
}

static const struct wc_request_ops item_ops = {
	.describe = item_describe,
	.fill = item_fill,
	.drain = item_drain,
	.done = item_done,
	.lost = item_lost,
	.started = item_started,
};

static void item_init(struct item *item, u32 len)
{
	memset(item, 0, sizeof(*item));
	item->key.len = 16;
	item->key.cipher = WARPCRYPT_CIPHER_AES;
	item->key.mode = WARPCRYPT_MODE_ECB;
	item->rq.ops = &item_ops;
	item->rq.key = &item->key;
	item->rq.cipher = WARPCRYPT_CIPHER_AES;
	item->rq.mode = WARPCRYPT_MODE_ECB;
	item->rq.len = len;
}

static int submit_as(struct item *item, u32 len, bool slow)
{
	enum wc_reason why;

	item_init(item, len);
	item->rq.slow = slow;
	return wc_submit(&item->rq, true, &why);
}

static int submit(struct item *item, u32 len)
{
	return submit_as(item, len, false);
}

/* To an engine, as if a route led there. */
static int submit_to(struct item *item, u32 len, u32 engine)
{
	struct wc_link *link = wc_link_get_attached();
	enum wc_reason why;
	int ret;

	item_init(item, len);
	item->rq.link = link ? link->generation : 0;
	item->rq.engine = engine;
	ret = wc_submit(&item->rq, true, &why);
	if (link)
		wc_link_put(link);
	return ret;
}

static bool is_back(const struct item *item)
{
	return item->done || item->lost;
}

/* --- one attachment */

/**
 * struct desk - a helper's file
 * @file: the device
 * @attach: its arena
 * @tasks: tasks that have not ended
 */
struct desk {
	struct file file;
	struct warpcrypt_attach attach;
	int tasks;
};

static void desk_choose(struct desk *d, u32 frames, u32 queues, u32 parallel)
{
	struct warpcrypt_attach *a = &d->attach;

	memset(d, 0, sizeof(*d));
	a->version = WARPCRYPT_ABI_VERSION;
	a->frame_size = WARPCRYPT_FRAME_SIZE_MIN;
	a->frame_count = frames;
	a->key_slots = WARPCRYPT_KEY_SLOTS_MIN;
	a->engine_count = 1;
	strcpy(a->engines[0].name, "one");
	a->engines[0].kind = WARPCRYPT_ENGINE_CPU;
	a->engines[0].queues = queues;
	a->engines[0].parallel = parallel;
	a->arena_len = (u64)a->frame_size * frames +
		       PAGE_ALIGN(a->key_slots * sizeof(struct warpcrypt_key));
	a->engines[0].modes[WARPCRYPT_CIPHER_AES] =
		 WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_ECB);
	a->arena_addr = (uintptr_t)user_memory_get(a->arena_len);
}

static void desk_attach(struct desk *d)
{
	if (sim_fops->open(NULL, &d->file) ||
	    sim_fops->unlocked_ioctl(&d->file, WARPCRYPT_IOC_ATTACH,
				     (uintptr_t)&d->attach))
		broken("no attachment");
	while (wc_link_state_name()[0] != 'l')
		nap_ms(1);
}

static void desk_open_queues(struct desk *d, u32 frames, u32 queues,
			     u32 parallel)
{
	desk_choose(d, frames, queues, parallel);
	desk_attach(d);
}

/* Two engines that do the same, with a queue each. */
static void desk_open_engines(struct desk *d, u32 frames)
{
	struct warpcrypt_engine *engines = d->attach.engines;

	desk_choose(d, frames, 1, 0);
	d->attach.engine_count = 2;
	engines[1] = engines[0];
	strcpy(engines[1].name, "two");
	engines[1].kind = WARPCRYPT_ENGINE_GPU;
	desk_attach(d);
}

static long desk_retire(struct desk *d, u32 engine)
{
	struct warpcrypt_retire r = { .engine = engine };

	return sim_fops->unlocked_ioctl(&d->file, WARPCRYPT_IOC_RETIRE,
					(uintptr_t)&r);
}

static void desk_open(struct desk *d, u32 frames)
{
	desk_open_queues(d, frames, 1, 0);
}

static void desk_close(struct desk *d)
{
	while (d->tasks)
		nap_ms(1);
	sim_fops->release(NULL, &d->file);
	user_memory_put((u8 *)(uintptr_t)d->attach.arena_addr);
}

/* Fetches up to @max frames and waits for the first if @wait; their number or an error. */
static long desk_fetch(struct desk *d, struct warpcrypt_frame *frames, u32 max,
		       bool wait)
{
	struct warpcrypt_enter e = {
		.fetch_addr = (uintptr_t)frames,
		.fetch_max = max,
		.timeout_ns = wait ? -1 : 0,
	};
	long ret = sim_fops->unlocked_ioctl(&d->file, WARPCRYPT_IOC_ENTER,
					    (uintptr_t)&e);

	return ret ?: e.fetched;
}

static long desk_commit(struct desk *d, const struct warpcrypt_frame *frames,
			u32 n, int status)
{
	struct warpcrypt_commit commits[4];
	struct warpcrypt_enter e = {
		.commit_addr = (uintptr_t)commits,
		.commit_count = n,
	};
	u32 i;

	for (i = 0; i < n; i++)
		commits[i] = (struct warpcrypt_commit){
			.id = frames[i].id, .status = status,
		};
	return sim_fops->unlocked_ioctl(&d->file, WARPCRYPT_IOC_ENTER,
					(uintptr_t)&e);
}

static void module_load(void)
{
	wc_param_deadline_ms = DEADLINE;
	wc_redo_init();
	if (wc_link_init() || wc_device_init())
		broken("the module does not load");
}

static void module_unload(void)
{
	wc_device_exit();
	wc_link_exit();
}

/* Sleeps until @condition, or breaks after @ms of simulated time. */
#define must_within(ms, condition, what) do {				\
	s64 end_ = sim_now() + (ms) * MS;				\
	while (!(condition)) {						\
		if (sim_now() > end_)					\
			broken("%s: not within %d ms", what, ms);	\
		nap_ms(1);						\
	}								\
} while (0)

static bool is_live(void)
{
	return wc_link_state_name()[0] == 'l';
}

/* --- the budget by itself */

static u32 frames_until_spent(u32 every, u32 most)
{
	struct wc_budget b = { 0 };
	enum wc_reason why;
	u32 n;

	for (n = 1; n <= most; n++) {
		wc_budget_frame(&b, n % every == 0);
		if (wc_budget_spent(&b, &why)) {
			if (why != WC_ERRORS)
				broken("errors are called %d", why);
			return n;
		}
	}
	return 0;
}

/*
 * How many waits of @wait ms until the budget is spent, with @gap ms in between, in
 * which a frame in time comes each ms.
 */
static u32 waits_until_spent(u32 wait, u32 gap, u32 most)
{
	struct wc_budget b = { 0 };
	enum wc_reason why;
	unsigned long since;
	u32 n, i;

	for (n = 1; n <= most; n++) {
		since = jiffies;
		nap_ms(wait);
		/* Many at once are one pause. */
		for (i = 0; i < 40; i++)
			wc_budget_wait(&b, since, DEADLINE);
		if (wc_budget_spent(&b, &why)) {
			if (why != WC_LATE)
				broken("pauses are called %d", why);
			return n;
		}
		for (i = 0; i < gap; i++) {
			nap_ms(1);
			wc_budget_wait(&b, jiffies, DEADLINE);
		}
	}
	return 0;
}

static void must_be(const char *what, u32 got, u32 least, u32 most)
{
	if (got < least || got > most)
		broken("%s: %u, not %u to %u", what, got, least, most);
}

static void budget(void *arg)
{
	(void)arg;
	must_be("all frames fail", frames_until_spent(1, 1000), 8, 8);
	must_be("every second", frames_until_spent(2, 1000), 2, 20);
	must_be("every third", frames_until_spent(3, 1000), 3, 40);
	must_be("every ninth", frames_until_spent(9, 100000), 0, 0);
	must_be("one in 1000", frames_until_spent(1000, 100000), 0, 0);
	must_be("all are late", waits_until_spent(DEADLINE * 4 / 5, 0, 1000), 4, 4);
	must_be("late, and 30 in time", waits_until_spent(DEADLINE * 4 / 5, 30, 1000), 4, 5);
	must_be("a pause now and then",
		waits_until_spent(DEADLINE * 4 / 5, 17 * DEADLINE, 300), 0, 0);
	must_be("too often", waits_until_spent(DEADLINE * 4 / 5, 8 * DEADLINE, 300), 4, 10);
	must_be("two thirds of the deadline", waits_until_spent(DEADLINE * 2 / 3, 0, 1000), 0, 0);
}

/* --- the budget of a helper */

/* Serves @n requests, one frame each, each of them held for @ms. */
static u32 serve(struct desk *d, u32 n, u32 ms, u32 fail_every)
{
	struct warpcrypt_frame frame;
	struct item item;
	u32 i;

	for (i = 1; i <= n; i++) {
		bool fails = fail_every && i % fail_every == 0;

		if (submit(&item, 100) != -EINPROGRESS) {
			if (is_live())
				broken("a live helper is not given a request");
			return i - 1;
		}
		if (desk_fetch(d, &frame, 1, true) != 1)
			broken("a frame was not handed out");
		nap_ms(ms);
		desk_commit(d, &frame, 1, fails ? -EIO : 0);
		if (item.done != !fails || item.lost != fails)
			broken("frame %u: done %d times, lost %d times", i,
			       item.done, item.lost);
		wc_link_forget_key(&item.key);
	}
	return n;
}

/*
 * How many frames until a helper is out. It holds one more all the time, which is
 * lost then and tells why; unless @ms, because no frame may be held so long.
 */
static void put_out(u32 ms, u32 fail_every, u32 least, u32 most)
{
	struct warpcrypt_frame frame;
	struct item held = { 0 };
	struct desk d;
	u32 n;

	if (!ms)
		wc_param_deadline_ms = 600000;
	desk_open(&d, 4);
	if (!ms && (submit(&held, 100) != -EINPROGRESS ||
		    desk_fetch(&d, &frame, 1, true) != 1))
		broken("no frame");
	n = serve(&d, 2000, ms, fail_every);
	must_be("frames until it is out", n, least, most);
	must_be("links killed", model_counter(WC_LINKS_KILLED), n < 2000, n < 2000);
	if (!ms && n < 2000 && (held.lost != 1 || held.why != WC_ERRORS))
		broken("lost %d times, %s", held.lost,
		       wc_reason_name(held.why));
	desk_close(&d);
}

static void fails_all(void *arg)
{
	(void)arg;
	module_load();
	put_out(0, 1, 8, 8);
	module_unload();
}

static void fails_seldom(void *arg)
{
	(void)arg;
	module_load();
	put_out(0, 1000, 2000, 2000);
	module_unload();
}

static void always_late(void *arg)
{
	(void)arg;
	module_load();
	put_out(DEADLINE * 4 / 5, 0, 4, 5);
	module_unload();
}

/* It does not ask for frames for long, and is quick then. */
static void fetches_late(void *arg)
{
	struct warpcrypt_frame frame;
	struct item item;
	struct desk d;
	u32 n = 0;

	(void)arg;
	module_load();
	desk_open(&d, 4);
	while (is_live() && n++ < 100) {
		if (submit(&item, 100) != -EINPROGRESS)
			break;
		nap_ms(DEADLINE * 4 / 5);
		if (desk_fetch(&d, &frame, 1, false) == 1)
			desk_commit(&d, &frame, 1, 0);
		must_within(1, is_back(&item), "a request");
		wc_link_forget_key(&item.key);
	}
	must_be("frames until it is out", n, 4, 7);
	desk_close(&d);
	module_unload();
}

/* --- who is woken */

#define THREADS	3u

/**
 * struct thread - a thread of a helper that waits for a frame and commits it
 * @desk: its attachment
 * @task: itself, NULL when it has ended
 * @waits: it is in ENTER
 * @fill: of ENTER
 * @queue: of ENTER
 */
struct thread {
	struct desk *desk;
	struct sim_task *task;
	bool waits;
	u32 fill;
	u32 queue;
};

static void thread_main(void *arg)
{
	struct thread *t = arg;
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

static void start_threads(struct desk *d, struct thread threads[THREADS], u32 n)
{
	u32 i;

	memset(threads, 0, THREADS * sizeof(*threads));
	for (i = 0; i < n; i++) {
		threads[i].desk = d;
		threads[i].queue = i % (d->attach.engines[0].queues +
					d->attach.engines[1].queues);
		d->tasks++;
		sim_spawn(thread_main, &threads[i]);
	}
	for (i = 0; i < n; i++)
		must_within(100, threads[i].waits, "a thread");
	nap_ms(1);
}

static void kill_thread(struct thread *t)
{
	if (t->task) {
		t->task->killed = true;
		sim_wake(t->task);
	}
}

static void end_threads(struct thread threads[THREADS])
{
	u32 i;

	for (i = 0; i < THREADS; i++)
		kill_thread(&threads[i]);
}

static void wakes_one_of(u32 queues)
{
	struct thread threads[THREADS];
	struct item item[3];
	struct desk d;
	u64 before = 0, after = 0;
	u32 i;

	module_load();
	desk_open_queues(&d, 8, queues, 0);
	start_threads(&d, threads, THREADS);
	for (i = 0; i < THREADS; i++)
		before += threads[i].task->wakes;
	for (i = 0; i < 3; i++) {
		submit(&item[i], 100);
		must_within(1, is_back(&item[i]), "a request");
		nap_ms(1);
	}
	for (i = 0; i < THREADS; i++)
		after += threads[i].task->wakes;
	must_be("threads woken for 3 frames", after - before, 1, 3);
	end_threads(threads);
	desk_close(&d);
	module_unload();
}

static void wakes_one(void *arg)
{
	(void)arg;
	wakes_one_of(1);
}

/* Each thread serves a queue; the requests come from any CPU. */
static void wakes_one_of_three(void *arg)
{
	(void)arg;
	wakes_one_of(3);
}

static struct thread *victim;

static void killer(void *arg)
{
	struct desk *d = arg;

	/* It takes long to leave. */
	victim->task->held_up = 6;
	kill_thread(victim);
	d->tasks--;
}

/*
 * A thread is chosen for a frame when it has a signal and is about to leave. Time
 * is no matter here: a wake-up that is lost is lost for ever.
 */
static void passes_on_between(u32 queues)
{
	struct thread threads[THREADS];
	struct item item;
	struct desk d;
	u32 i;

	module_load();
	wc_param_deadline_ms = 600000;
	desk_open_queues(&d, 8, queues, 0);
	start_threads(&d, threads, 2);
	victim = &threads[sim_random(2)];
	d.tasks++;
	sim_spawn(killer, &d);
	for (i = 0; i < 4; i++) {
		submit(&item, 100);
		must_within(60000, is_back(&item), "a request");
		wc_link_forget_key(&item.key);
	}
	end_threads(threads);
	desk_close(&d);
	module_unload();
}

static void passes_on(void *arg)
{
	(void)arg;
	passes_on_between(1);
}

/* Two of four queues have no thread: one of another is summoned. */
static void passes_on_summons(void *arg)
{
	(void)arg;
	passes_on_between(4);
}

/* --- several queues */

/* Two threads, submitters on all CPUs: no frame may wait for a thread that sleeps. */
static void none_is_forgotten(void *arg)
{
	struct thread threads[THREADS];
	struct item item[4];
	struct desk d;
	u32 i, n;

	(void)arg;
	module_load();
	wc_param_deadline_ms = 600000;
	desk_open_queues(&d, 12, 3 + sim_random(4), sim_random(3));
	start_threads(&d, threads, 2);
	for (n = 0; n < 4; n++) {
		for (i = 0; i < 4; i++)
			submit(&item[i], 100);
		for (i = 0; i < 4; i++) {
			must_within(60000, is_back(&item[i]), "a request");
			wc_link_forget_key(&item[i].key);
		}
	}
	end_threads(threads);
	desk_close(&d);
	module_unload();
}

/* Whatever CPU submits, there is room as long as there is a free frame. */
static void room_elsewhere(void *arg)
{
	struct item item[7];
	struct desk d;
	u32 i;

	(void)arg;
	module_load();
	desk_open_queues(&d, 6, 1 + sim_random(3), 1);
	for (i = 0; i < 6; i++)
		if (submit(&item[i], FRAME_FULL) != -EINPROGRESS)
			broken("no room for %u", i);
	if (submit(&item[6], 100) != -EBUSY)
		broken("there is room");
	desk_close(&d);
	for (i = 0; i < 7; i++)
		must_be("lost", item[i].lost, 1, 1);
	module_unload();
}

/* While the helper has a frame, no frame with less is handed out. */
static void gathers(void *arg)
{
	struct warpcrypt_frame frame[3];
	struct item item[6];
	struct desk d;
	u32 i;

	(void)arg;
	module_load();
	desk_open_queues(&d, 4, 1, 1);
	submit(&item[0], 4096);
	submit(&item[1], 4096);
	if (desk_fetch(&d, &frame[0], 1, false) != 1 || frame[0].requests != 2)
		broken("no frame");
	submit(&item[2], 4096);
	if (desk_fetch(&d, &frame[1], 1, false))
		broken("a frame with less than the helper has");
	submit(&item[3], 4096);
	if (desk_fetch(&d, &frame[1], 1, false) != 1 || frame[1].requests != 2)
		broken("no frame with as much as the helper has");
	submit(&item[4], 4096);
	if (desk_fetch(&d, &frame[2], 1, false))
		broken("a frame with less than the helper has in two");
	desk_commit(&d, frame, 2, 0);
	if (desk_fetch(&d, &frame[2], 1, false) != 1)
		broken("no frame for an idle engine");
	desk_commit(&d, &frame[2], 1, 0);
	/* With as many engines as that, each has less. */
	desk_close(&d);
	for (i = 0; i < 5; i++)
		must_be("done", item[i].done, 1, 1);
	desk_open_queues(&d, 4, 1, 2);
	for (i = 0; i < 2; i++)
		submit(&item[i], 4096);
	if (desk_fetch(&d, &frame[0], 1, false) != 1)
		broken("no frame");
	submit(&item[2], 4096);
	if (desk_fetch(&d, &frame[1], 1, false) != 1)
		broken("no frame for the second engine");
	desk_close(&d);
	module_unload();
}

/* Requests that take long share frames with each other, not with others. */
static void slow_apart(void *arg)
{
	struct warpcrypt_frame frame[3];
	struct item item[6];
	struct desk d;
	u32 i;

	(void)arg;
	module_load();
	desk_open_queues(&d, 8, 1, 0);
	for (i = 0; i < 6; i++)
		submit_as(&item[i], 4096, i / 2 == 1);
	for (i = 0; i < 3; i++)
		if (desk_fetch(&d, &frame[i], 1, false) != 1 ||
		    frame[i].requests != 2)
			broken("slow requests and others share a frame");
	desk_commit(&d, frame, 3, 0);
	desk_close(&d);
	for (i = 0; i < 6; i++)
		must_be("done", item[i].done, 1, 1);
	module_unload();
}

/* Nor does a request wait for slow ones that the helper has. */
static void slow_does_not_gather(void *arg)
{
	struct warpcrypt_frame frame[2];
	struct item item[2];
	struct desk d;

	(void)arg;
	module_load();
	desk_open_queues(&d, 4, 1, 1);
	submit_as(&item[0], 32768, true);
	if (desk_fetch(&d, &frame[0], 1, false) != 1)
		broken("no frame");
	submit(&item[1], 100);
	if (desk_fetch(&d, &frame[1], 1, false) != 1)
		broken("a short request waits for a slow one");
	desk_commit(&d, frame, 2, 0);
	desk_close(&d);
	must_be("done", item[0].done + item[1].done, 2, 2);
	module_unload();
}

/* What is being delivered counts like what the helper has, until it is delivered. */
static void delivery_gathers(void *arg)
{
	struct warpcrypt_frame frame[2];
	struct item item[3];
	struct desk d;

	(void)arg;
	module_load();
	wc_param_deliver = WC_DELIVER_ANY;
	desk_open_queues(&d, 4, 1, 1);
	submit(&item[0], 8192);
	submit(&item[1], 8192);
	if (desk_fetch(&d, &frame[0], 1, false) != 1)
		broken("no frame");
	submit(&item[2], 100);
	desk_commit(&d, frame, 1, 0);
	if (desk_fetch(&d, &frame[1], 1, false) && !is_back(&item[1]))
		broken("a frame with less than is being delivered");
	must_within(60000, is_back(&item[1]), "a request");
	wc_param_deliver = WC_DELIVER_COMMITTER;
	desk_close(&d);
	module_unload();
}

/* The frame that the sleeping thread waits for is full enough when one comes back. */
static void gathered_wakes(void *arg)
{
	struct warpcrypt_frame frame;
	struct thread threads[THREADS];
	struct item item[3];
	struct desk d;
	u32 i;

	(void)arg;
	module_load();
	wc_param_deadline_ms = 600000;
	desk_open_queues(&d, 8, 1 + sim_random(3), 1);
	for (i = 0; i < 2; i++)
		submit(&item[i], 8192);
	if (desk_fetch(&d, &frame, 1, false) != 1)
		broken("no frame");
	start_threads(&d, threads, 1);
	submit(&item[2], 100);
	desk_commit(&d, &frame, 1, 0);
	for (i = 0; i < 3; i++)
		must_within(60000, is_back(&item[i]), "a request");
	end_threads(threads);
	desk_close(&d);
	module_unload();
}

/* Its room, and no lock more; its key is in use. */
static void takes_one_lock(void *arg)
{
	enum wc_reason why;
	struct item item[2];
	struct desk d;
	u64 locks;

	(void)arg;
	module_load();
	desk_open_queues(&d, 8, 1 + sim_random(4), 1);
	submit(&item[0], 100);
	memset(&item[1], 0, sizeof(item[1]));
	item[1].rq = item[0].rq;
	item[1].rq.len = 100;
	locks = sim_current()->locks;
	if (wc_submit(&item[1].rq, true, &why) != -EINPROGRESS)
		broken("no room");
	must_be("locks that a request takes", sim_current()->locks - locks, 1, 1);
	desk_close(&d);
	must_be("lost", item[1].lost, 1, 1);
	module_unload();
}

static void submit_with(struct item *item, struct wc_key *key, bool holds)
{
	enum wc_reason why;

	item_init(item, 100);
	item->rq.key = key;
	if (wc_submit(&item->rq, true, &why) != -EINPROGRESS)
		broken("no room");
	must_be("requests that hold a slot", item->rq.holds, holds, holds);
}

/* Requests with one key that follow each other in a frame hold its slot together. */
static void share_a_hold(void *arg)
{
	struct warpcrypt_frame frame;
	struct item item[7], other;
	struct desk d;
	u32 i;

	(void)arg;
	module_load();
	desk_open_queues(&d, 4, 1, 1);
	item_init(&other, 100);
	item_init(&item[0], 100);
	submit_with(&item[1], &item[0].key, true);
	submit_with(&item[2], &item[0].key, false);
	submit_with(&item[3], &other.key, true);
	submit_with(&item[4], &item[0].key, true);
	/* A key that is set anew is in another slot. */
	wc_link_forget_key(&item[0].key);
	submit_with(&item[5], &item[0].key, true);
	must_be("slots of one key", item[5].rq.held.slot != item[4].rq.held.slot,
		1, 1);
	submit_with(&item[6], &item[0].key, false);
	if (desk_fetch(&d, &frame, 1, false) != 1 || frame.requests != 6)
		broken("no frame");
	desk_commit(&d, &frame, 1, 0);
	for (i = 1; i < 7; i++)
		must_be("done", item[i].done, 1, 1);
	wc_link_forget_key(&item[0].key);
	wc_link_forget_key(&other.key);
	desk_close(&d);
	module_unload();
}

/* Two threads want fuller frames than there is; the third takes it as it is. */
static void start_choosy_threads(struct desk *d, struct thread threads[THREADS])
{
	u32 i;

	memset(threads, 0, THREADS * sizeof(*threads));
	for (i = 0; i < THREADS; i++) {
		threads[i].desk = d;
		threads[i].fill = i + 1 < THREADS ? 60000 : 0;
		d->tasks++;
		sim_spawn(thread_main, &threads[i]);
		must_within(100, threads[i].waits, "a thread");
		nap_ms(1);
	}
}

static void wakes_the_right_one(void *arg)
{
	struct thread threads[THREADS];
	struct item item;
	struct desk d;

	(void)arg;
	module_load();
	desk_open(&d, 4);
	start_choosy_threads(&d, threads);
	submit(&item, 100);
	must_within(2, is_back(&item), "a request");
	must_be("threads woken that want more", threads[0].task->wakes +
		threads[1].task->wakes, 0, 0);
	end_threads(threads);
	desk_close(&d);
	module_unload();
}

/* Takes a frame before the thread that was woken for it. */
static void snatcher(void *arg)
{
	struct warpcrypt_frame frame;
	struct desk *d = arg;
	u32 i;

	for (i = sim_random(20); i; i--)
		sim_step();
	if (desk_fetch(d, &frame, 1, false) == 1)
		desk_commit(d, &frame, 1, 0);
	d->tasks--;
}

/* The thread that was woken finds another frame, which is not full enough for it. */
static void finds_another(void *arg)
{
	struct thread threads[THREADS];
	struct item item[2];
	struct desk d;

	(void)arg;
	module_load();
	wc_param_deadline_ms = 600000;
	desk_open(&d, 4);
	start_choosy_threads(&d, threads);
	/* Only those that want more are left for a while. */
	threads[2].task->held_up = 3;
	d.tasks++;
	sim_spawn(snatcher, &d);
	submit(&item[0], 61000);
	submit(&item[1], 100);
	must_within(60000, is_back(&item[0]) && is_back(&item[1]), "a request");
	end_threads(threads);
	desk_close(&d);
	module_unload();
}

/* Takes a frame and cannot be told of it. */
static void faulter(void *arg)
{
	struct desk *d = arg;
	u32 i;

	for (i = sim_random(20); i; i--)
		sim_step();
	desk_fetch(d, (void *)8, 1, false);
	d->tasks--;
}

/* The thread that was woken found no frame, and then it was given back. */
static void given_back(void *arg)
{
	struct thread threads[THREADS];
	struct item item;
	struct desk d;

	(void)arg;
	module_load();
	desk_open(&d, 4);
	start_threads(&d, threads, 2);
	d.tasks++;
	sim_spawn(faulter, &d);
	submit(&item, 100);
	must_within(2, is_back(&item), "a request");
	end_threads(threads);
	desk_close(&d);
	module_unload();
}

static void spins(void *arg)
{
	struct warpcrypt_frame frame;
	struct warpcrypt_enter e = {
		.fetch_addr = (uintptr_t)&frame,
		.fetch_max = 1,
		.flags = WARPCRYPT_ENTER_SPIN,
		.spin_ns = 1000000,
	};
	struct item item;
	struct desk d;
	u64 locks;

	(void)arg;
	module_load();
	desk_open(&d, 4);
	locks = sim_current()->locks;
	if (sim_fops->unlocked_ioctl(&d.file, WARPCRYPT_IOC_ENTER,
				     (uintptr_t)&e) || e.fetched)
		broken("there is something");
	must_be("locks taken while nothing is there",
		sim_current()->locks - locks, 0, 8);
	submit(&item, 100);
	if (sim_fops->unlocked_ioctl(&d.file, WARPCRYPT_IOC_ENTER,
				     (uintptr_t)&e) || e.fetched != 1)
		broken("there is nothing");
	desk_close(&d);
	must_be("lost", item.lost, 1, 1);
	module_unload();
}

/* --- the backlog */

/* Fills both frames; a third request waits. */
static void fill_up(struct item item[3])
{
	u32 i;

	for (i = 0; i < 2; i++)
		if (submit(&item[i], FRAME_FULL) != -EINPROGRESS)
			broken("no room");
	if (submit(&item[2], 100) != -EBUSY)
		broken("there is room");
}

static bool suspended;
static struct sim_task *suspender_task;

static void suspender(void *arg)
{
	struct desk *d = arg;

	suspender_task = sim_current();
	wc_link_suspend();
	suspended = true;
	d->tasks--;
}

/* Commits a frame; may be held up at any point. */
static void committer(void *arg)
{
	struct warpcrypt_frame frame;
	struct desk *d = arg;

	if (desk_fetch(d, &frame, 1, true) != 1)
		broken("no frame");
	sim_current()->held_up = 12;
	desk_commit(d, &frame, 1, 0);
	d->tasks--;
}

/* If it is still there: serves the third request, too. */
static void serve_last(struct desk *d)
{
	struct warpcrypt_frame frame;

	if (desk_fetch(d, &frame, 1, true) == 1)
		desk_commit(d, &frame, 1, 0);
}

/* Until suspend sleeps and nothing but the backlog is in its way, or a while. */
static void wait_for_backlog_alone(void)
{
	s64 end = sim_now() + 5 * MS;
	const struct wc_link *link;
	bool alone;

	do {
		rcu_read_lock();
		link = wc_link_live();
		alone = link && !link->queues->busy &&
			!list_empty(&link->queues->backlog) &&
			suspender_task && !suspender_task->running;
		rcu_read_unlock();
		nap_ms(0);
	} while (!alone && sim_now() < end);
}

/* Suspend waits for a request in the backlog, which is withdrawn. */
static void withdrawn_in_suspend(void *arg)
{
	struct item item[3];
	struct desk d;
	u32 i;

	(void)arg;
	module_load();
	desk_open(&d, 2);
	fill_up(item);
	suspended = false;
	suspender_task = NULL;
	for (i = 0; i < 2; i++) {
		d.tasks++;
		sim_spawn(committer, &d);
	}
	d.tasks++;
	sim_spawn(suspender, &d);
	wait_for_backlog_alone();
	if (!wc_submit_withdraw(&item[2].rq))
		serve_last(&d);
	must_within(10000, suspended, "suspend");
	wc_link_resume();
	desk_close(&d);
	module_unload();
}

/* The threads whose commits made room are held up before they give it away. */
static void held_up_with_room(void *arg)
{
	struct item item[3];
	struct desk d;
	u32 i;

	(void)arg;
	module_load();
	desk_open(&d, 2);
	fill_up(item);
	for (i = 0; i < 2; i++) {
		d.tasks++;
		sim_spawn(committer, &d);
	}
	/* Or a frame of theirs has missed its deadline. */
	must_within((int)DEADLINE * 3, item[2].started || item[2].lost, "room");
	if (item[2].started)
		serve_last(&d);
	desk_close(&d);
	module_unload();
}

/* --- references */

static bool accusing;

static void accuser(void *arg)
{
	struct desk *d = arg;

	while (accusing) {
		wc_link_kill_live(d->attach.generation, WC_MISMATCH);
		nap_ms(0);
	}
	d->tasks--;
}

/* Links that are accused while they go. */
static void accused_and_gone(void *arg)
{
	struct desk d, all = { 0 };
	u32 i;

	(void)arg;
	module_load();
	accusing = true;
	for (i = 0; i < 3; i++) {
		all.tasks++;
		sim_spawn(accuser, &all);
	}
	for (i = 0; i < 10; i++) {
		desk_open(&d, 2);
		all.attach.generation = d.attach.generation;
		desk_close(&d);
	}
	accusing = false;
	while (all.tasks)
		nap_ms(1);
	module_unload();
}

/* --- lost requests */

#define QUEUES		4u
#define EACH		50u
/* As many works as the module has at a time here (num_online_cpus()). */
#define AT_ONCE		4u

/**
 * struct redo_item - a lost request
 * @rq: the request
 * @class: for whom
 * @queue: of which tfm
 */
struct redo_item {
	struct wc_request rq;
	enum wc_redo_class class;
	u32 queue;
};

static u32 redone[WC_REDO_CLASSES][QUEUES], redone_all, redo_late;
/* How many of users' were done when all were there; before that no turns. */
static u32 redone_before[QUEUES];
static bool redo_all_there;

/* Of two tfms that both have requests left, none is ahead. */
static void must_be_in_turn(void)
{
	u32 i, least = EACH, most = 0;

	for (i = 0; i < QUEUES; i++) {
		u32 n = redone[WC_REDO_USER][i] - redone_before[i];

		most = max(most, n);
		if (redone[WC_REDO_USER][i] < EACH)
			least = min(least, n);
	}
	if (redo_all_there && least < EACH && most > least + 1 + AT_ONCE)
		broken("a tfm has had %u, another %u", most, least);
}

static void redo_item_redo(struct wc_request *rq)
{
	struct redo_item *item = container_of(rq, struct redo_item, rq);

	if (item->class == WC_REDO_USER && redone[WC_REDO_KERNEL][0] < EACH)
		redo_late++;
	redone[item->class][item->queue]++;
	redone_all++;
	must_be_in_turn();
	nap_ms(1);
}

/* A user's flood first, then others, the kernel's last. */
static void redo_in_turn(void *arg)
{
	static const struct wc_request_ops ops = { .redo = redo_item_redo };
	struct redo_item *items = calloc((QUEUES + 1) * EACH, sizeof(*items));
	struct wc_redo_queue queues[QUEUES];
	u32 i, n = 0;

	(void)arg;
	module_load();
	memset(redone, 0, sizeof(redone));
	redone_all = 0;
	redo_late = 0;
	redo_all_there = false;
	for (i = 0; i < QUEUES; i++)
		wc_redo_queue_init(&queues[i]);
	for (i = 0; i < (QUEUES + 1) * EACH; i++) {
		items[i].rq.ops = &ops;
		items[i].class = i < QUEUES * EACH ? WC_REDO_USER :
						     WC_REDO_KERNEL;
		items[i].queue = i / EACH % QUEUES;
	}
	for (i = 0; i < (QUEUES + 1) * EACH; i++)
		wc_redo_later(&queues[items[i].queue], &items[i].rq,
			      items[i].class);
	memcpy(redone_before, redone[WC_REDO_USER], sizeof(redone_before));
	redo_all_there = true;
	for (i = 0; i < QUEUES; i++)
		n += redone_before[i];
	must_within(1000, redone_all == (QUEUES + 1) * EACH, "all of them");
	/* What was begun before the kernel's were lost came first, no more. */
	must_be("users' before the kernel's", redo_late, 0, n + AT_ONCE);
	free(items);
	module_unload();
}

/* --- several engines */

static void be_retired(void *arg)
{
	struct desk *d = arg;

	nap_ms(sim_random(2));
	if (desk_retire(d, 1))
		broken("RETIRE fails");
	d->tasks--;
}

/*
 * The second engine is retired while it has requests: they come back once, its thread
 * ends without being told otherwise, and what is meant for it goes to the first.
 */
static void retired_alone(void *arg)
{
	struct thread threads[THREADS];
	struct item item[4];
	struct desk d;
	u32 i;

	(void)arg;
	module_load();
	wc_param_deadline_ms = 600000;
	desk_open_engines(&d, 8);
	start_threads(&d, threads, 2);
	d.tasks++;
	sim_spawn(be_retired, &d);
	for (i = 0; i < 3; i++)
		submit_to(&item[i], 20000, 1);
	for (i = 0; i < 3; i++) {
		must_within(1000, is_back(&item[i]), "a request");
		if (item[i].lost && item[i].why != WC_RETIRED)
			broken("lost: %s", wc_reason_name(item[i].why));
	}
	must_within(1000, !threads[1].task, "the engine's thread ends");
	must_be("engines retired", model_counter(WC_ENGINES_RETIRED), 1, 1);
	if (!is_live() || !threads[0].task)
		broken("the other engine ends, too");
	if (submit_to(&item[3], 100, 1) != -EINPROGRESS)
		broken("the other engine gets no request");
	must_within(1000, item[3].done, "a request of the other engine");
	for (i = 0; i < 4; i++)
		must_be("came back", item[i].done + item[i].lost, 1, 1);
	end_threads(threads);
	desk_close(&d);
	module_unload();
}

static void retire_first(void *arg)
{
	struct desk *d = arg;

	desk_retire(d, 0);
	d->tasks--;
}

/* Both engines at the same time: the link ends, once. */
static void retired_both(void *arg)
{
	struct thread threads[THREADS];
	struct item item[2];
	struct desk d;
	u32 i;

	(void)arg;
	module_load();
	wc_param_deadline_ms = 600000;
	desk_open_engines(&d, 8);
	start_threads(&d, threads, 2);
	d.tasks += 2;
	sim_spawn(be_retired, &d);
	sim_spawn(retire_first, &d);
	for (i = 0; i < 2; i++)
		submit_to(&item[i], 100, i);
	must_within(1000, !is_live() && !d.tasks, "the link's end");
	must_be("engines retired", model_counter(WC_ENGINES_RETIRED), 1, 1);
	must_be("links killed", model_counter(WC_LINKS_KILLED), 1, 1);
	desk_close(&d);
	for (i = 0; i < 2; i++)
		must_be("came back", item[i].done + item[i].lost, 0, 1);
	module_unload();
}

/* Frames of one engine fail: the other goes on. */
static void sick_alone(void *arg)
{
	struct warpcrypt_frame frame;
	struct warpcrypt_enter e = {
		.fetch_addr = (uintptr_t)&frame, .fetch_max = 1, .queue = 1,
	};
	struct thread threads[THREADS];
	struct item item;
	struct desk d;
	u32 n;

	(void)arg;
	module_load();
	wc_param_deadline_ms = 600000;
	desk_open_engines(&d, 8);
	start_threads(&d, threads, 1);
	for (n = 0; n < 100; n++) {
		if (submit_to(&item, 100, 1) != -EINPROGRESS)
			broken("request %u is refused", n);
		e.fetched = 0;
		if (!sim_fops->unlocked_ioctl(&d.file, WARPCRYPT_IOC_ENTER,
					      (uintptr_t)&e) && e.fetched)
			desk_commit(&d, &frame, 1, -EIO);
		must_within(1000, is_back(&item), "a request");
		wc_link_forget_key(&item.key);
		if (item.done)
			break;
	}
	must_be("frames that failed before it is out", n, 8, 8);
	must_be("engines retired", model_counter(WC_ENGINES_RETIRED), 1, 1);
	must_be("links killed", model_counter(WC_LINKS_KILLED), 0, 0);
	end_threads(threads);
	desk_close(&d);
	module_unload();
}

/* --- all of them */

static const struct {
	const char *what;
	void (*story)(void *arg);
	u32 orders;
} cases[] = {
	{ "the budget: how many errors and pauses", budget, 1 },
	{ "a helper that fails all frames is put out of service", fails_all, 40 },
	{ "one that fails a frame in 1000 is not", fails_seldom, 1 },
	{ "one that is always late is", always_late, 40 },
	{ "one that fetches late is", fetches_late, 40 },
	{ "a frame wakes one thread", wakes_one, 200 },
	{ "a frame wakes one thread of all queues", wakes_one_of_three, 200 },
	{ "a thread that leaves passes its wake-up on", passes_on, 1000 },
	{ "a thread of another queue does so, too", passes_on_summons, 1500 },
	{ "no frame of any queue is forgotten", none_is_forgotten, 1500 },
	{ "a queue without room leaves requests to others", room_elsewhere, 40 },
	{ "requests gather while the helper has frames", gathers, 4 },
	{ "slow requests hold up no others in a frame", slow_apart, 4 },
	{ "nor by what the helper has of them", slow_does_not_gather, 4 },
	{ "what is being delivered counts, too", delivery_gathers, 400 },
	{ "a frame that comes back wakes a thread for the next", gathered_wakes, 400 },
	{ "a request takes one lock", takes_one_lock, 40 },
	{ "requests share a hold on their key's slot", share_a_hold, 40 },
	{ "a frame wakes a thread that it is full enough for", wakes_the_right_one, 100 },
	{ "another frame than the one it was woken for wakes the next", finds_another, 1000 },
	{ "a frame that is given back wakes one", given_back, 1000 },
	{ "polling takes no lock", spins, 20 },
	{ "suspend sees that a request was withdrawn", withdrawn_in_suspend, 1000 },
	{ "room is given away though a thread is held up", held_up_with_room, 400 },
	{ "a link is accused while it goes", accused_and_gone, 200 },
	{ "an engine is retired, the other goes on", retired_alone, 1000 },
	{ "both engines are retired at a time", retired_both, 400 },
	{ "an engine that fails is out, the other goes on", sick_alone, 40 },
	{ "lost requests: the kernel's first, users' in turn", redo_in_turn, 100 },
};

int cases_count(const char *only)
{
	int n = 0;
	u32 i;

	for (i = 0; sim_time_is_ours && i < ARRAY_SIZE(cases); i++)
		n += !!strstr(cases[i].what, only);
	return n;
}

void cases_run(int first_result, const char *only)
{
	u32 i, n, orders;

	for (i = 0; sim_time_is_ours && i < ARRAY_SIZE(cases); i++) {
		if (!strstr(cases[i].what, only))
			continue;
		orders = (u32)unit_share(cases[i].orders);
		for (n = 0; n < orders; n++)
			model_play_other(1 + n, cases[i].story, NULL);
		printf("ok %d %s # %u orders\n", first_result++,
		       cases[i].what, orders);
		fflush(stdout);
	}
}
