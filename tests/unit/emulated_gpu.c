// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/emulated_gpu.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/cpu/25519_engine.h"
#include "kernels/cpu/wei.h"
#include "kernels/cpu/wei_engine.h"

/* For address sanitizers, no more than is needed. */
static void *room(size_t len)
{
	void *p = aligned_alloc(128, (len + 127) & ~(size_t)127);

	if (!p)
		abort();
	return p;
}

/* Allocate what a worker has. */
void emulated_gpu_init(struct emulated_gpu *p, const struct wc_geometry *geo)
{
	memset(p, 0, sizeof(*p));
	p->shared = 227 << 10;
	p->batch.max = wc_batch_max(geo->frame_size);
	p->batch.jobs = room(p->batch.max * sizeof(struct wc_job));
	p->slots = room((size_t)geo->key_slots * WC_SLOT_BYTES);
	p->loaded = calloc(geo->key_slots, sizeof(p->loaded[0]));
	p->room = room(geo->frame_size + 64);
	p->units = room(wc_unit_tables(WC_GPU_25519) +
			wc_most_scratch(WC_GPU_25519, geo->frame_size));
	p->units_p256 = room(wc_unit_tables(WC_GPU_P256) +
			     wc_most_scratch(WC_GPU_P256, geo->frame_size));
	if (!p->loaded || !wc25519_gpu_tables() || !wcwei_p256.gpu_tables())
		abort();
	memcpy(p->units, wc25519_gpu_tables(), wc_unit_tables(WC_GPU_25519));
	memcpy(p->units_p256, wcwei_p256.gpu_tables(), wc_unit_tables(WC_GPU_P256));
}

void emulated_gpu_free(struct emulated_gpu *p)
{
	free(p->batch.jobs);
	free(p->slots);
	free(p->units);
	free(p->units_p256);
	free(p->loaded);
	free(p->room);
}

static uint32_t shape_threads(const struct wc_kernel *kernel, uint32_t count)
{
	return kernel->shape == WC_ROUNDS ? WC_MASK_THREADS * count : count;
}

static void emulate(struct emulated_gpu *p, uint32_t cipher, uint32_t kind, void *jobs,
		    uint32_t count, uint32_t threads, const uint8_t *in)
{
	const struct wc_kernel *kernel = &wc_kernels_of(cipher, p->shared)[kind];
	const struct wc_kernel *latency =
		p->latency ? wc_latency_kernels_of(cipher, p->shared) : NULL;
	uint8_t *slots = cipher == WC_GPU_25519 ? p->units :
			 cipher == WC_GPU_P256 ? p->units_p256 : p->slots;
	struct wc_latency_jobs here = { .job[0].len = 0 };
	emulated_fn fn;
	uint32_t i;

	if (latency && latency[kind].name)
		kernel = &latency[kind];
	if (!kernel->name)
		return;
	/* These must not read @jobs. */
	if (latency && kernel == &latency[kind] && kernel->shape == WC_TEAMS &&
	    count <= WC_LATENCY_JOBS) {
		memcpy(here.job, jobs, count * sizeof(here.job[0]));
		jobs = NULL;
	}
	fn = emulated_kernel(kernel->name);
	/* In reverse, because no thread may rely on another; and some without work. */
	for (i = threads + 3; i-- > 0;)
		fn(jobs, count, threads, slots, in, p->out, i, here);
}

static int load_key(void *ctx, const struct wc_view *frame,
		    const struct warpcrypt_desc *desc)
{
	uint64_t want = wc_batch_key_id(desc);
	const struct wc_kernel *row;
	struct emulated_gpu *p = ctx;
	struct wc_fresh fresh;
	uint32_t c;
	int ret;

	if (p->loaded[desc->key_slot] == want)
		return 0;
	ret = wc_batch_fresh(&fresh, frame, desc);
	if (ret)
		return ret;
	for (c = 0; c < WC_GPU_25519; c++) {
		row = wc_kernels_of(c, p->shared);
		emulate(p, c, WC_SCHEDULE, &fresh, 1,
			shape_threads(&row[WC_SCHEDULE], 1), NULL);
		emulate(p, c, WC_MASKS, &fresh, 1,
			shape_threads(&row[WC_MASKS], 1), NULL);
	}
	p->loaded[desc->key_slot] = want;
	p->expansions++;
	return 0;
}

static void emulate_mode(struct emulated_gpu *p, uint32_t cipher,
			 enum wc_kernel_kind mode, const uint8_t *in)
{
	const struct wc_launch *l = &p->batch.launch[cipher][mode];
	struct wc_job *jobs = p->batch.jobs + l->first;
	bool xts = mode == WC_XTS_ENC || mode == WC_XTS_DEC;

	if (!l->count)
		return;
	if (xts && !l->steals && p->latency &&
	    wc_latency_kernels_of(cipher, p->shared)) {
		emulate(p, cipher, mode == WC_XTS_ENC ? WC_XTS_ENC_OWN :
							WC_XTS_DEC_OWN,
			jobs, l->count, l->threads, in);
		return;
	}
	if (xts)
		emulate(p, cipher, WC_TWEAK, jobs, l->count, l->count, in);
	emulate(p, cipher, mode, jobs, l->count, l->threads, in);
	if (l->steals)
		emulate(p, cipher, mode == WC_XTS_ENC ? WC_STEAL_ENC : WC_STEAL_DEC,
			jobs, l->count, l->count, in);
}

static void emulate_units(struct emulated_gpu *p, uint32_t group, uint32_t kind,
			  const uint8_t *in)
{
	const struct wc_launch *l = &p->batch.launch[group][kind];
	struct wc_group_launch launches[WC_GROUP_LAUNCHES];
	struct wc_job *jobs = p->batch.jobs + l->first;
	unsigned int n, i;

	if (!l->count)
		return;
	n = wc_group_launches(launches, kind, l->threads);
	for (i = 0; i < n; i++) {
		const struct wc_group_launch *g = &launches[i];

		/* What a launch does not need it does not get. */
		emulate(p, group, g->kind, g->units ? NULL : jobs,
			g->units ? l->threads : l->count, g->threads,
			g->units || g->kind == WC_PUT ? NULL : in);
	}
}

/* Do an open frame: 0 or -EINVAL. */
int emulated_gpu_process(struct emulated_gpu *p, const struct wc_view *frame)
{
	int ret = wc_batch_build(&p->batch, frame, load_key, p);
	uint32_t cipher, mode, kind;

	if (ret)
		return ret;
	p->latency = p->frames & 2;
	p->out = p->frames++ & 1 && !p->batch.apart ? frame->base : p->room;
	for (cipher = WC_GPU_25519; cipher < WC_GPU_CIPHERS; cipher++)
		for (kind = 0; kind < WC_FINISH; kind++)
			emulate_units(p, cipher, kind, frame->base);
	for (cipher = 0; cipher < WC_GPU_25519; cipher++)
		for (mode = 0; mode < WC_MODES; mode++)
			emulate_mode(p, cipher, mode, frame->base);
	if (p->out == p->room)
		memcpy(frame->base, p->out, frame->payload);
	return 0;
}
