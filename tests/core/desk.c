// SPDX-License-Identifier: GPL-2.0-only

#include "kmod/path.h"
#include "tests/core/desk.h"
#include "tests/core/user.h"

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
	    sim_fops->unlocked_ioctl(&d->file, WARPCRYPT_IOC_ATTACH,
				     (uintptr_t)&d->attach))
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

	return sim_fops->unlocked_ioctl(&d->file, WARPCRYPT_IOC_RETIRE,
					(uintptr_t)&r);
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
	long ret = sim_fops->unlocked_ioctl(&d->file, WARPCRYPT_IOC_ENTER,
					    (uintptr_t)&e);

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
	return sim_fops->unlocked_ioctl(&d->file, WARPCRYPT_IOC_ENTER,
					(uintptr_t)&e);
}
