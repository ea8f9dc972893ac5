// SPDX-License-Identifier: GPL-2.0-only
#include "tests/core/desk.h"
#include "tests/core/user.h"

void must_be(const char *what, u32 got, u32 least, u32 most)
{
	if (got < least || got > most)
		broken("%s: %u, not %u to %u", what, got, least, most);
}

/* orders of a case that have asked, and those in which it was so */
static u32 asked, happened;

void must_happen_once(bool so)
{
	asked++;
	happened += so;
}

void must_have_happened(void)
{
	if (asked)
		must_be("orders with what the case is about", happened, 1, asked);
	asked = 0;
	happened = 0;
}

/* --- the module and the helper */

void module_load(void)
{
	wc_param_deadline_ms = DEADLINE;
	wc_redo_init();
	if (wc_link_init() || wc_device_init())
		broken("the module does not load");
}

void module_unload(void)
{
	wc_device_exit();
	wc_link_exit();
}

bool module_is_live(void)
{
	return wc_link_state_name()[0] == 'l';
}

void desk_choose(struct desk *d, u32 frames, u32 queues, u32 parallel)
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

void desk_attach(struct desk *d)
{
	if (sim_fops->open(NULL, &d->file) ||
	    device_call(&d->file, ATTACH, &d->attach))
		broken("no attachment");
}

static void desk_go_live(struct desk *d)
{
	desk_attach(d);
	while (!module_is_live())
		nap_ms(1);
}

void desk_open_queues(struct desk *d, u32 frames, u32 queues, u32 parallel)
{
	desk_choose(d, frames, queues, parallel);
	desk_go_live(d);
}

void desk_open_engines(struct desk *d, u32 frames)
{
	struct warpcrypt_engine *engines = d->attach.engines;

	desk_choose(d, frames, 1, 0);
	d->attach.engine_count = 2;
	engines[1] = engines[0];
	strcpy(engines[1].name, "two");
	engines[1].kind = WARPCRYPT_ENGINE_GPU;
	desk_go_live(d);
}

long desk_retire(struct desk *d, u32 engine)
{
	struct warpcrypt_retire r = { .engine = engine };

	return device_call(&d->file, RETIRE, &r);
}

void desk_open(struct desk *d, u32 frames)
{
	desk_open_queues(d, frames, 1, 0);
}

static void do_nothing(struct work_struct *work)
{
}

void desk_unwatch(void)
{
	struct wc_link *link = wc_link_get_attached();

	cancel_delayed_work_sync(&link->watchdog);
	INIT_DELAYED_WORK(&link->watchdog, do_nothing);
	wc_link_put(link);
}

struct desk_task {
	struct desk *desk;
	void (*run)(struct desk *d);
};

static void run_task(void *arg)
{
	struct desk_task *t = arg;

	t->run(t->desk);
	t->desk->tasks--;
	free(t);
}

void desk_spawn(struct desk *d, void (*task)(struct desk *d))
{
	struct desk_task *t = calloc(1, sizeof(*t));

	if (!t)
		broken("no memory");
	t->desk = d;
	t->run = task;
	d->tasks++;
	sim_spawn(run_task, t);
}

void desk_close(struct desk *d)
{
	while (d->tasks)
		nap_ms(1);
	sim_fops->release(NULL, &d->file);
	user_memory_put((u8 *)(uintptr_t)d->attach.arena_addr);
}

long desk_fetch(struct desk *d, struct warpcrypt_frame *frames, u32 max, bool wait)
{
	struct warpcrypt_enter e = {
		.fetch_addr = (uintptr_t)frames,
		.fetch_max = max,
		.timeout_ns = wait ? -1 : 0,
	};
	long ret = device_call(&d->file, ENTER, &e);

	return ret ?: e.fetched;
}

void desk_take(struct desk *d, struct warpcrypt_frame *frame)
{
	if (desk_fetch(d, frame, 1, false) != 1)
		broken("no frame");
}

long desk_commit(struct desk *d, const struct warpcrypt_frame *frames, u32 n, int status)
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
	return device_call(&d->file, ENTER, &e);
}

u32 desk_secret_bytes(const struct desk *d)
{
	const u8 *arena = (const u8 *)(uintptr_t)d->attach.arena_addr;
	u32 n = 0;
	u64 i;

	for (i = 0; i < d->attach.arena_len; i++)
		n += arena[i] == SECRET_BYTE;
	return n;
}

/* --- threads of the helper */

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
		ret = device_call(&t->desk->file, ENTER, &e);
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

/* --- requests */

static struct item *item_of(struct wc_request *rq)
{
	return container_of(rq, struct item, rq);
}

static void item_describe(struct wc_request *rq, struct warpcrypt_desc *desc,
			  u32 pos, u32 len)
{
}

static void item_fill(struct wc_request *rq, u8 *to, u32 pos, u32 len)
{
	sim_step();
}

static void item_drain(struct wc_request *rq, const u8 *from, u32 pos, u32 len)
{
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

void item_init(struct item *item, u32 len)
{
	memset(item, 0, sizeof(*item));
	item->key.len = 16;
	item->key.cipher = WARPCRYPT_CIPHER_AES;
	item->key.mode = WARPCRYPT_MODE_ECB;
	item->ops = item_ops;
	item->rq.ops = &item->ops;
	item->rq.key = &item->key;
	item->rq.cipher = WARPCRYPT_CIPHER_AES;
	item->rq.mode = WARPCRYPT_MODE_ECB;
	item->rq.len = len;
	item->rq.born = jiffies;
}

int item_submit_made(struct item *item)
{
	enum wc_reason why;

	return submit_live(&item->rq, true, &why);
}

int item_submit_as(struct item *item, u32 len, bool slow)
{
	item_init(item, len);
	item->rq.slow = slow;
	return item_submit_made(item);
}

int item_submit_for(struct item *item, u32 len, bool limited)
{
	item_init(item, len);
	item->key.limited = limited;
	item->rq.limited = limited;
	item->rq.splittable = true;
	return item_submit_made(item);
}

int item_submit(struct item *item, u32 len)
{
	return item_submit_as(item, len, false);
}

int item_submit_to(struct item *item, u32 len, u32 engine)
{
	struct wc_link *link = wc_link_get_attached();
	enum wc_reason why;
	int ret = -EAGAIN;

	item_init(item, len);
	if (!link)
		return ret;
	ret = wc_submit(link, &link->engines[engine], &item->rq, true, &why);
	wc_link_put(link);
	return ret;
}

int item_submit_at(struct item *item, u32 len, u32 queue)
{
	struct wc_link *link = wc_link_get_attached();
	enum wc_reason why;
	int ret = -EAGAIN;

	item_init(item, len);
	if (!link)
		return ret;
	ret = wc_submit_to(&link->queues[queue], &item->rq, true, false, &why);
	wc_link_put(link);
	return ret;
}

bool item_is_back(const struct item *item)
{
	return item->done || item->lost;
}
