// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helper/lib/lib_channel.h"
#include "helper/lib/lib_error.h"

#define DEFAULT_KEYS		1024u
#define DEFAULT_SHARE		(1u << 20)
#define DEFAULT_SHARE_SHARED	(16u << 20)

/* Choose the number of threads, the memory of each, and the number of keys. */
static int choose(struct wc_geometry *geo, unsigned int *threads,
		  const struct warpcrypt_options *o,
		  const struct wc_backend *backend)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t size = backend->ops->shared_engine ? DEFAULT_SHARE_SHARED :
						    DEFAULT_SHARE;

	*threads = o->threads ? o->threads : wc_backend_threads(backend);
	if (!o->threads && *threads > WC_THREADS_MAX)
		*threads = WC_THREADS_MAX;
	if (*threads > WC_THREADS_MAX)
		return lib_fail(-EINVAL, "threads: %u: give 1 to %u", *threads,
				WC_THREADS_MAX);
	if (o->keys > WARPCRYPT_KEY_SLOTS_MAX)
		return lib_fail(-EINVAL, "keys: %u: give 1 to %u", o->keys,
				WARPCRYPT_KEY_SLOTS_MAX);
	if (o->memory)
		size = o->memory / *threads / page * page;
	if (size < WARPCRYPT_FRAME_SIZE_MIN || size > WARPCRYPT_FRAME_SIZE_MAX)
		return lib_fail(-EINVAL,
				"memory: %zu: give %u threads %zu KiB to %zu MiB",
				o->memory, *threads, (size_t)*threads *
				(WARPCRYPT_FRAME_SIZE_MIN >> 10),
				(size_t)*threads *
				(WARPCRYPT_FRAME_SIZE_MAX >> 20));
	geo->frame_size = (uint32_t)size;
	geo->frame_count = *threads < WARPCRYPT_FRAME_COUNT_MIN ?
			   WARPCRYPT_FRAME_COUNT_MIN : *threads;
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
	free(w->frames);
	wc_mapping_free(&w->arena);
}

static int get_frames(struct warpcrypt *w, const struct wc_geometry *geo)
{
	/* Each piece needs a descriptor and the room of a payload. */
	size_t pieces = geo->frame_size / (sizeof(struct warpcrypt_desc) +
					   WARPCRYPT_PAYLOAD_ALIGN) + 1;
	uint32_t i;

	w->frames = calloc(geo->frame_count, sizeof(*w->frames));
	if (!w->frames)
		return -ENOMEM;
	for (i = 0; i < geo->frame_count; i++) {
		struct lib_frame *f = &w->frames[i];

		f->index = i;
		f->base = wc_mapping_frame(&w->arena, i);
		f->size = geo->frame_size;
		f->piece = calloc(pieces, sizeof(*f->piece));
		if (!f->piece)
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
	if (!ret)
		ret = wc_totals_init(&w->stats, w->backend->ops->name, w->modes,
				     threads);
	if (ret)
		goto no_memory;
	ret = lib_keys_init(&w->keys, keys);
	if (!ret)
		return 0;
	wc_totals_free(&w->stats);
no_memory:
	free_memory(w);
	return lib_fail(ret, "out of memory");
}

/* Start the threads of an engine whose memory is there. */
static int start_threads(struct warpcrypt *w)
{
	const struct wc_backend_ops *ops = w->backend->ops;
	struct wc_error err;
	int ret;

	ret = ops->arena_add(w->backend, &w->arena, &err);
	if (ret)
		return lib_fail(ret, "%s", err.text);
	lib_channel_open(w);
	ret = wc_sched_start(&w->sched, &w->channel, &w->arena, w->backend,
			     &w->stats, -1, &err);
	if (!ret)
		return 0;
	ops->arena_remove(w->backend);
	return lib_fail(ret, "%s", err.text);
}

static void put_memory(struct warpcrypt *w)
{
	lib_keys_free(&w->keys);
	wc_totals_free(&w->stats);
	free_memory(w);
}

/* The backend is open; get memory and start the threads. */
static int start(struct warpcrypt *w, const struct warpcrypt_options *o)
{
	struct wc_geometry geo;
	unsigned int threads;
	int ret;

	ret = choose(&geo, &threads, o, w->backend);
	if (ret)
		return ret;
	w->backend->ops->modes(w->backend, w->modes);
	ret = get_memory(w, &geo, o->keys ? o->keys : DEFAULT_KEYS, threads);
	if (ret)
		return ret;
	lib_queue_init(&w->queue, w->backend->ops->shared_engine, threads);
	ret = start_threads(w);
	if (ret) {
		lib_queue_free(&w->queue);
		put_memory(w);
	}
	return ret;
}

static int open_engine(struct warpcrypt *w, const char *name,
		       const struct warpcrypt_options *o)
{
	struct wc_error instead, err;
	int ret = wc_backend_open(name, &w->backend, &instead, &err);

	if (ret)
		return lib_fail(ret, "%s", err.text);
	snprintf(w->about, sizeof(w->about), "%s: %s", w->backend->ops->name,
		 w->backend->ops->describe(w->backend));
	ret = start(w, o);
	if (ret)
		w->backend->ops->close(w->backend);
	return ret;
}

int warpcrypt_open(struct warpcrypt **w, const struct warpcrypt_options *options)
{
	static const struct warpcrypt_options defaults;
	const struct warpcrypt_options *o = options ? options : &defaults;
	const char *name = o->backend ? o->backend : "auto";
	struct warpcrypt *new;
	int ret;

	if (strcmp(name, "auto") && strcmp(name, "cuda") && strcmp(name, "cpu"))
		return lib_fail(-EINVAL,
				"backend: '%s': give auto, cuda or cpu", name);
	new = calloc(1, sizeof(*new));
	if (!new)
		return lib_fail(-ENOMEM, "out of memory");
	ret = open_engine(new, name, o);
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
	ops->arena_remove(w->backend);
	put_memory(w);
	ops->close(w->backend);
	lib_queue_free(&w->queue);
	free(w);
}

const char *warpcrypt_describe(const struct warpcrypt *w)
{
	return w->about;
}

unsigned int warpcrypt_threads(const struct warpcrypt *w)
{
	return w->stats.workers;
}
