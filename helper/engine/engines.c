// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/engines.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* So that a queue can gather requests while several of its frames are computed. */
#define QUEUE_FRAMES	4u
/* The fewest that the module accepts. */
#define QUEUE_FRAMES_MIN	2u

/*
 * Open one more engine; @gpu is NULL: it is no GPU. Returns 0, -ENOSPC: there are as many
 * as an attachment can have, or what open() returns.
 */
int wc_engines_add(struct wc_engines *set, const struct wc_backend_ops *ops,
		   const struct wc_gpu *gpu, struct wc_error *err)
{
	struct wc_open_engine *e = &set->engine[set->count];
	int ret;

	if (set->count == WARPCRYPT_ENGINES_MAX)
		return wc_fail(err, -ENOSPC,
			       "%u engines are the most: give fewer GPUs",
			       WARPCRYPT_ENGINES_MAX);
	memset(e, 0, sizeof(*e));
	ret = ops->open(&e->backend, gpu ? gpu->number : 0, err);
	if (ret)
		return ret;
	if (gpu) {
		snprintf(e->name, sizeof(e->name), "%s%u", ops->name,
			 gpu->number);
		memcpy(e->id, gpu->id, sizeof(e->id));
	} else {
		snprintf(e->name, sizeof(e->name), "%s", ops->name);
		snprintf(e->id, sizeof(e->id), "%s", ops->name);
	}
	ops->modes(e->modes);
	set->count++;
	return 0;
}

/* An engine as ATTACH wants it, after wc_engines_divide(). */
void wc_engine_describe(const struct wc_open_engine *e, struct warpcrypt_engine *to)
{
	bool shared = e->backend->ops->shared_engine;

	memset(to, 0, sizeof(*to));
	memcpy(to->name, e->name, sizeof(to->name));
	/* What does not compute on the CPUs, the null engine too, is no CPU. */
	to->kind = e->backend->ops == &wc_backend_cpu ? WARPCRYPT_ENGINE_CPU :
							WARPCRYPT_ENGINE_GPU;
	/* Workers that share an engine are as fast as one that has fuller frames. */
	to->parallel = shared ? 1 : e->threads;
	to->queues = e->queues;
	memcpy(to->modes, e->modes, sizeof(to->modes));
}

/* Take from those that have the most, until there are no more than @most. */
static void reduce(unsigned int *share, unsigned int count, unsigned int most)
{
	unsigned int sum = 0, i;

	for (i = 0; i < count; i++)
		sum += share[i];
	for (; sum > most; sum--) {
		unsigned int *largest = share;

		for (i = 1; i < count; i++)
			if (share[i] > *largest)
				largest = &share[i];
		--*largest;
	}
}

static unsigned int smaller(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

static void divide_threads(struct wc_engines *set,
			   const struct wc_engines_limits *limits)
{
	unsigned int share[WARPCRYPT_ENGINES_MAX], i;

	for (i = 0; i < set->count; i++) {
		share[i] = limits->threads;
		if (!share[i])
			share[i] = wc_backend_threads(set->engine[i].backend);
	}
	/* A thread without a frame would only wait. */
	reduce(share, set->count, smaller(limits->threads_max, limits->frames));
	for (i = 0; i < set->count; i++)
		set->engine[i].threads = share[i];
}

static void divide_queues(struct wc_engines *set,
			  const struct wc_engines_limits *limits)
{
	unsigned int share[WARPCRYPT_ENGINES_MAX], i;
	uint32_t each = limits->queues ? QUEUE_FRAMES_MIN : QUEUE_FRAMES;
	unsigned int most = smaller(limits->frames / each,
				    WARPCRYPT_QUEUES_MAX);

	for (i = 0; i < set->count; i++)
		share[i] = limits->queues ? limits->queues :
			   smaller(set->engine[i].threads, wc_backend_cpus());
	if (most < set->count)
		most = set->count;
	reduce(share, set->count, most);
	for (i = 0; i < set->count; i++)
		set->engine[i].queues = share[i];
}

/* As the module does: queue n begins with frame n * frames / queues. */
static void divide_frames(struct wc_engines *set, uint32_t frames)
{
	uint32_t queues = 0, first = 0;
	unsigned int i;

	for (i = 0; i < set->count; i++)
		queues += set->engine[i].queues;
	for (i = 0; i < set->count; i++) {
		struct wc_open_engine *e = &set->engine[i];

		e->first_queue = first;
		e->first_frame = first * frames / queues;
		first += e->queues;
		e->frames = first * frames / queues - e->first_frame;
	}
}

/*
 * Divide threads, queues and frames among the engines, at least one. If that is too many,
 * those that would have the most get less. Returns 0, or -EINVAL: there are fewer than two
 * frames for each engine, or fewer threads than engines.
 */
int wc_engines_divide(struct wc_engines *set,
		      const struct wc_engines_limits *limits,
		      struct wc_error *err)
{
	if (limits->frames < QUEUE_FRAMES_MIN * set->count)
		return wc_fail(err, -EINVAL,
			       "%u frames for %u engines: give at least %u",
			       limits->frames, set->count,
			       QUEUE_FRAMES_MIN * set->count);
	if (limits->threads_max < set->count)
		return wc_fail(err, -EINVAL,
			       "%u threads for %u engines: give fewer engines",
			       limits->threads_max, set->count);
	divide_threads(set, limits);
	divide_queues(set, limits);
	divide_frames(set, limits->frames);
	return 0;
}

/* The threads of all engines, after wc_engines_divide(). */
unsigned int wc_engines_threads(const struct wc_engines *set)
{
	unsigned int n = 0, i;

	for (i = 0; i < set->count; i++)
		n += set->engine[i].threads;
	return n;
}

static void remove_first(struct wc_engines *set, unsigned int count)
{
	struct wc_backend *b;

	while (count--) {
		b = set->engine[count].backend;
		b->ops->arena_remove(b);
	}
}

/*
 * Let each engine use its frames. Returns 0, or a negative errno: @failed is the engine's
 * index, and no engine has the arena.
 */
int wc_engines_arena_add(struct wc_engines *set, const struct wc_mapping *arena,
			 unsigned int *failed, struct wc_error *err)
{
	unsigned int i;
	int ret;

	for (i = 0; i < set->count; i++) {
		const struct wc_open_engine *e = &set->engine[i];
		const struct wc_part part = { e->first_frame, e->frames };

		ret = e->backend->ops->arena_add(e->backend, arena, part, err);
		if (ret) {
			*failed = i;
			remove_first(set, i);
			return ret;
		}
	}
	return 0;
}

/* Undo wc_engines_arena_add(); there are no workers. */
void wc_engines_arena_remove(struct wc_engines *set)
{
	remove_first(set, set->count);
}

void wc_engines_close(struct wc_engines *set)
{
	while (set->count) {
		struct wc_backend *b = set->engine[--set->count].backend;

		b->ops->close(b);
	}
}
