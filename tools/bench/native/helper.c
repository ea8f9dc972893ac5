// SPDX-License-Identifier: GPL-2.0-only
/*
 * The helper's side: engines and workers are those of warpcryptd. Its device is the
 * module in this process; or, to see the engine alone, one that always has a frame.
 */
#include "tools/bench/native/helper.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/rates.h"
#include "tools/bench/native/road.h"
#include "tools/bench/util.h"

/* As warpcryptd's defaults. */
static const struct wc_geometry geometry = { 1u << 20, 64, 1024 };
#define RATES_MS	1000u
/* The module asks its known answers meanwhile. */
#define LIVE_MS		60000u

/* --- the module's device */

static const struct wc_channel_ops module_ops = {
	.attach = road_attach,
	.enter = road_enter,
	.rates = road_rates,
	.retire = road_retire,
	.close = road_close,
	.kick = road_kick,
};

/* --- a device that always has a frame */

/* What it has. */
struct supply {
	uint32_t frames;	/* how many frames, each filled in the same way */
	atomic_uint next;	/* of them */
	uint32_t requests;	/* of a frame */
	uint32_t payload;	/* of a frame */
	atomic_ulong committed;	/* how many have come back */
	atomic_ulong failed;	/* of these, with an error */
};

static int supply_enter(void *remote, struct warpcrypt_enter *e)
{
	const struct warpcrypt_commit *c =
		(const struct warpcrypt_commit *)(uintptr_t)e->commit_addr;
	struct warpcrypt_frame *to =
		(struct warpcrypt_frame *)(uintptr_t)e->fetch_addr;
	struct supply *s = remote;

	e->committed = e->commit_count;
	e->refused = 0;
	e->fetched = 0;
	atomic_fetch_add(&s->committed, e->commit_count);
	if (e->commit_count && c->status)
		atomic_fetch_add(&s->failed, 1);
	if (!e->fetch_max)
		return 0;
	*to = (struct warpcrypt_frame){
		.id = 1,
		.index = atomic_fetch_add(&s->next, 1) % s->frames,
		.requests = s->requests,
		.payload = s->payload,
	};
	e->fetched = 1;
	return 0;
}

static void supply_close(void *remote)
{
	(void)remote;
}

static void supply_kick(void *remote)
{
	(void)remote;
}

static const struct wc_channel_ops supply_ops = {
	.enter = supply_enter,
	.close = supply_close,
	.kick = supply_kick,
};

/* --- both */

/* Open an engine, of GPUs the first one, and make an arena for it. */
void native_helper_open(struct native_helper *h, const struct wc_backend_ops *ops)
{
	struct wc_engines_limits limits = {
		.threads_max = WC_THREADS_MAX, .frames = geometry.frame_count,
	};
	struct wc_error err;

	memset(h, 0, sizeof(*h));
	if (!wc_backend_is_built_in(ops))
		die("this program was built without the %s engine", ops->name);
	if (wc_engines_add(&h->engines, ops, NULL, &err) ||
	    wc_engines_divide(&h->engines, &limits, &err) ||
	    wc_mapping_alloc(&h->arena, &geometry, &err))
		die("%s", err.text);
	h->counts = wc_counts_alloc(wc_engines_threads(&h->engines));
	if (!h->counts)
		die("out of memory");
	memset(h->arena.base, 0, h->arena.len);
}

static void start(struct native_helper *h)
{
	const struct wc_open_engine *e = &h->engines.engine[0];
	const struct wc_sched_job job = {
		.channel = &h->channel,
		.arena = &h->arena,
		.backend = e->backend,
		.queues = e->queues,
		.depth = wc_backend_depth(e->backend),
		.counts = h->counts,
		.threads = e->threads,
		.wake = -1,
	};
	struct wc_error err;

	if (wc_sched_start(&h->sched, &job, &err))
		die("%s", err.text);
}

static void stop(struct native_helper *h)
{
	struct wc_error err;

	wc_sched_stop(&h->sched);
	if (wc_sched_join(&h->sched, &err))
		die("%s", err.text);
}

static void add_arena(struct native_helper *h)
{
	struct wc_error err;
	unsigned int failed;

	if (wc_engines_arena_add(&h->engines, &h->arena, &failed, &err))
		die("%s", err.text);
}

/*
 * Attach to the module and serve, until it is live. @measure: the engine's rates, and tell the
 * module.
 */
void native_helper_attach(struct native_helper *h, bool measure)
{
	static struct wc_rates known;
	struct warpcrypt_engine engine;
	struct wc_error err;
	unsigned int ms;

	if (measure && wc_rates_measure(&known, h->engines.engine[0].backend,
					h->engines.engine[0].threads, RATES_MS,
					&err))
		die("%s", err.text);
	add_arena(h);
	if (road_open())
		die("the module's device does not open");
	wc_channel_open_remote(&h->channel, "the module", &module_ops, NULL);
	wc_engine_describe(&h->engines.engine[0], &engine);
	if (wc_channel_attach(&h->channel, &h->arena, &engine, 1, &err))
		die("%s", err.text);
	if (measure && wc_channel_rates(&h->channel, known.rate, known.count))
		die("the module does not take the engine's rates");
	start(h);
	for (ms = 0; !road_is_live(); ms++) {
		if (ms == LIVE_MS || wc_sched_stopped(&h->sched, &err))
			die("the module did not accept the engine: SIM_VERBOSE=1 shows its messages");
		sleep_ms(1);
	}
}

/* Stop serving the module; nothing is in flight. */
void native_helper_detach(struct native_helper *h)
{
	stop(h);
	wc_engines_arena_remove(&h->engines);
	wc_channel_close(&h->channel);
}

/* Close the engine, which is not attached. */
void native_helper_close(struct native_helper *h)
{
	wc_engines_close(&h->engines);
	wc_mapping_free(&h->arena);
	free(h->counts);
}

/*
 * How fast the engine, not attached, is with full frames, and no module: bytes in a second, looked
 * at for @ms. @len: bytes of a request; of one that is longer than a frame, its pieces are looked
 * at.
 */
double native_engine_alone(struct native_helper *h, const struct wc_rate_kind *kind,
			   uint32_t len, unsigned int ms)
{
	const uint32_t room = geometry.frame_size - sizeof(struct warpcrypt_desc);
	struct supply s = { .frames = geometry.frame_count };
	struct wc_view frame;
	unsigned long first;
	uint64_t since;
	uint32_t count, i;
	double bytes;

	len = len > room ? room / WC_BLOCK * WC_BLOCK : len;
	count = wc_rate_most(geometry.frame_size, kind, len);
	add_arena(h);
	wc_rate_key(&h->arena, kind);
	for (i = 0; i < geometry.frame_count; i++)
		wc_rate_frame(&frame, &h->arena, i, kind, count, len);
	s.requests = frame.requests;
	s.payload = frame.payload;
	wc_channel_open_remote(&h->channel, "frames", &supply_ops, &s);
	start(h);
	/* Keys, caches, a GPU's clock. */
	sleep_ms(ms / 4);
	first = atomic_load(&s.committed);
	since = now_ns();
	sleep_ms(ms);
	bytes = (double)(atomic_load(&s.committed) - first) * count * len;
	bytes *= 1e9 / (double)(now_ns() - since);
	stop(h);
	wc_channel_close(&h->channel);
	wc_engines_arena_remove(&h->engines);
	if (atomic_load(&s.failed))
		die("the engine fails at frames of its own");
	return bytes;
}
