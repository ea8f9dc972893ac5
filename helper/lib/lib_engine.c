// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_engine.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helper/lib/lib_channel.h"
#include "helper/lib/lib_direct.h"
#include "helper/lib/lib_error.h"
#include "helper/lib/lib_sized.h"

#define DEFAULT_KEYS		1024u
#define DEFAULT_SHARE		(1u << 20)
#define DEFAULT_SHARE_SHARED	(16u << 20)
/* More do not copy faster than a GPU's connection. */
#define THREADS_SHARED_MAX	16u

/* The size of the options in version 0.1.0. */
#define OPTIONS_LEAST		(offsetof(struct warpcrypt_options, gpu) + \
				 sizeof(unsigned int))

_Static_assert(WARPCRYPT_FRAME_COUNT_MAX >= LIB_DEPTH * WC_THREADS_MAX,
	       "an arena has as many frames as all threads can have");

/*
 * With a GPU the threads copy, so a few for each direction are not enough if there
 * are CPUs for more.
 */
static unsigned int default_threads(const struct wc_backend *backend)
{
	unsigned int n = wc_backend_threads(backend);
	unsigned int cpus = wc_backend_cpus();

	if (backend->ops->shared_engine && cpus > n)
		n = cpus < THREADS_SHARED_MAX ? cpus : THREADS_SHARED_MAX;
	return n < WC_THREADS_MAX ? n : WC_THREADS_MAX;
}

/*
 * Choose the number of threads, the frames of each, and the number of keys. @depth
 * is how many frames each thread has.
 */
static int choose(struct wc_geometry *geo, unsigned int *threads,
		  const struct warpcrypt_options *o,
		  const struct wc_backend *backend, unsigned int depth)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t size = backend->ops->shared_engine ? DEFAULT_SHARE_SHARED :
						    DEFAULT_SHARE;
	unsigned int frames;

	*threads = o->threads ? o->threads : default_threads(backend);
	if (*threads > WC_THREADS_MAX)
		return lib_fail(-EINVAL, "threads: %u: give 1 to %u", *threads,
				WC_THREADS_MAX);
	if (o->keys > WARPCRYPT_KEY_SLOTS_MAX)
		return lib_fail(-EINVAL, "keys: %u: give 1 to %u", o->keys,
				WARPCRYPT_KEY_SLOTS_MAX);
	frames = *threads * depth;
	size = size / depth / page * page;
	if (o->memory)
		size = o->memory / frames / page * page;
	if (size < WARPCRYPT_FRAME_SIZE_MIN || size > WARPCRYPT_FRAME_SIZE_MAX)
		return lib_fail(-EINVAL,
				"memory: %zu: give %u threads %zu KiB to %zu MiB",
				o->memory, *threads, (size_t)frames *
				(WARPCRYPT_FRAME_SIZE_MIN >> 10),
				(size_t)frames *
				(WARPCRYPT_FRAME_SIZE_MAX >> 20));
	geo->frame_size = (uint32_t)size;
	geo->frame_count = frames < WARPCRYPT_FRAME_COUNT_MIN ?
			   WARPCRYPT_FRAME_COUNT_MIN : frames;
	geo->key_slots = o->keys ? o->keys : DEFAULT_KEYS;
	if (geo->key_slots < WARPCRYPT_KEY_SLOTS_MIN)
		geo->key_slots = WARPCRYPT_KEY_SLOTS_MIN;
	return 0;
}

static void free_memory(struct warpcrypt *w)
{
	uint32_t i;

	for (i = 0; w->frames && i < w->arena.geo.frame_count; i++)
		free(w->frames[i].piece);
	for (i = 0; w->runs && i < w->arena.geo.frame_count; i++)
		free(w->runs[i].run);
	free(w->frames);
	free(w->runs);
	wc_mapping_free(&w->arena);
}

static int get_frames(struct warpcrypt *w, const struct wc_geometry *geo)
{
	/* Each piece needs a descriptor and the room of a payload. */
	size_t pieces = geo->frame_size / (sizeof(struct warpcrypt_desc) +
					   WARPCRYPT_PAYLOAD_ALIGN) + 1;
	size_t runs = lib_direct_room(w->backend->ops, geo->frame_size);
	uint32_t i;

	w->frames = calloc(geo->frame_count, sizeof(*w->frames));
	w->runs = calloc(geo->frame_count, sizeof(*w->runs));
	if (!w->frames || !w->runs)
		return -ENOMEM;
	w->arena.runs = w->runs;
	for (i = 0; i < geo->frame_count; i++) {
		struct lib_frame *f = &w->frames[i];

		f->index = i;
		f->base = wc_mapping_frame(&w->arena, i);
		f->size = geo->frame_size;
		f->piece = calloc(pieces, sizeof(*f->piece));
		f->runs = &w->runs[i];
		f->runs->run = calloc(runs, sizeof(*f->runs->run));
		if (!f->piece || !f->runs->run)
			return -ENOMEM;
	}
	return 0;
}

static int get_memory(struct warpcrypt *w, const struct wc_geometry *geo,
		      uint32_t keys, unsigned int threads)
{
	struct wc_error err;
	int ret;

	ret = wc_mapping_alloc(&w->arena, geo, &err);
	if (ret)
		return lib_fail(ret, "%s", err.text);
	/* RLIMIT_MEMLOCK may forbid it: then the arena stays unlocked. */
	wc_mapping_lock(&w->arena, NULL);
	ret = get_frames(w, geo);
	w->threads = threads;
	w->counts = wc_counts_alloc(threads);
	if (!w->counts)
		ret = -ENOMEM;
	if (ret)
		goto no_memory;
	ret = lib_keys_init(&w->keys, keys);
	if (!ret)
		return 0;
no_memory:
	free(w->counts);
	free_memory(w);
	return lib_fail(ret, "out of memory");
}

/* Start the threads of an engine whose memory is there. */
static int start_threads(struct warpcrypt *w)
{
	const struct wc_backend_ops *ops = w->backend->ops;
	const struct wc_part all = { 0, w->arena.geo.frame_count };
	const struct wc_sched_job job = {
		.channel = &w->channel,
		.arena = &w->arena,
		.backend = w->backend,
		.queues = 1,
		.depth = w->depth,
		.counts = w->counts,
		.threads = w->threads,
		.wake = -1,
	};
	struct wc_error err;
	int ret;

	ret = ops->arena_add(w->backend, &w->arena, all, &err);
	if (ret)
		return lib_fail(ret, "%s", err.text);
	lib_channel_open(w);
	ret = wc_sched_start(&w->sched, &job, &err);
	if (!ret)
		return 0;
	ops->arena_remove(w->backend);
	return lib_fail(ret, "%s", err.text);
}

static void put_memory(struct warpcrypt *w)
{
	lib_keys_free(&w->keys);
	free(w->counts);
	free_memory(w);
}

/* The backend is open; get memory and start the threads. */
static int start(struct warpcrypt *w, const struct warpcrypt_options *o)
{
	struct wc_geometry geo;
	unsigned int threads;
	int ret;

	w->depth = w->backend->ops->begin ? LIB_DEPTH : 1;
	ret = choose(&geo, &threads, o, w->backend, w->depth);
	if (ret)
		return ret;
	w->backend->ops->modes(w->backend, w->modes);
	ret = get_memory(w, &geo, o->keys ? o->keys : DEFAULT_KEYS, threads);
	if (ret)
		return ret;
	lib_queue_init(&w->queue, w->backend->ops->shared_engine, threads);
	lib_memory_init(&w->memory, w->backend);
	ret = start_threads(w);
	if (ret) {
		lib_memory_free(&w->memory);
		lib_queue_free(&w->queue);
		put_memory(w);
	}
	return ret;
}

static int open_engine(struct warpcrypt *w, const char *name,
		       const struct warpcrypt_options *o)
{
	struct wc_error instead, err;
	int ret = wc_backend_open(name, o->gpu, &w->backend, &instead,
				  &err);

	if (ret)
		return lib_fail(ret, "%s", err.text);
	snprintf(w->about, sizeof(w->about), "%s: %s", w->backend->ops->name,
		 w->backend->ops->describe(w->backend));
	ret = start(w, o);
	if (ret)
		w->backend->ops->close(w->backend);
	return ret;
}

unsigned int warpcrypt_version(void)
{
	return WARPCRYPT_HEADER_VERSION;
}

int warpcrypt_open(struct warpcrypt **w, const struct warpcrypt_options *options)
{
	struct warpcrypt_options o = { .size = sizeof(o) };
	struct warpcrypt *new;
	const char *name;
	int ret = 0;

	if (options)
		ret = lib_sized_copy(&o, options, OPTIONS_LEAST, sizeof(o),
				     "warpcrypt_options");
	if (ret)
		return ret;
	name = o.backend ? o.backend : "auto";
	if (strcmp(name, "auto") && strcmp(name, "cuda") && strcmp(name, "cpu"))
		return lib_fail(-EINVAL,
				"backend: '%s': give auto, cuda or cpu", name);
	new = calloc(1, sizeof(*new));
	if (!new)
		return lib_fail(-ENOMEM, "out of memory");
	ret = open_engine(new, name, &o);
	if (ret)
		free(new);
	else
		*w = new;
	return ret;
}

void warpcrypt_close(struct warpcrypt *w)
{
	const struct wc_backend_ops *ops;

	if (!w)
		return;
	ops = w->backend->ops;
	lib_queue_close(&w->queue);
	wc_sched_stop(&w->sched);
	wc_sched_join(&w->sched, NULL);
	lib_memory_free(&w->memory);
	ops->arena_remove(w->backend);
	put_memory(w);
	ops->close(w->backend);
	lib_queue_free(&w->queue);
	free(w);
}

int warpcrypt_alloc(struct warpcrypt *w, size_t len, void **memory)
{
	return lib_memory_alloc(&w->memory, len, memory);
}

int warpcrypt_free(struct warpcrypt *w, void *memory)
{
	return memory ? lib_memory_remove(&w->memory, memory, true) : 0;
}

int warpcrypt_register(struct warpcrypt *w, void *memory, size_t len)
{
	return lib_memory_add(&w->memory, memory, len, false);
}

int warpcrypt_unregister(struct warpcrypt *w, void *memory)
{
	return lib_memory_remove(&w->memory, memory, false);
}

const char *warpcrypt_describe(const struct warpcrypt *w)
{
	return w->about;
}

unsigned int warpcrypt_threads(const struct warpcrypt *w)
{
	return w->threads;
}
