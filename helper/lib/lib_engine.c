// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_parts.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "helper/engine/check_units.h"
#include "helper/lib/lib_error.h"

#define DEFAULT_KEYS		1024u
/* &lib_queue.little: more is worth several threads. */
#define LITTLE			(1u << 20)

/* The size of the options in version 0.1.0. */
#define OPTIONS_LEAST		(offsetof(struct warpcrypt_options, gpu) + \
				 sizeof(unsigned int))

static void put_memory(struct warpcrypt *w)
{
	uint32_t i;

	for (i = 0; w->frames && i < w->arena.geo.frame_count; i++) {
		free(w->frames[i].piece);
		EVP_MD_CTX_free(w->frames[i].hash);
	}
	for (i = 0; w->runs && i < w->arena.geo.frame_count; i++)
		free(w->runs[i].run);
	free(w->frames);
	free(w->runs);
	free(w->counts);
	lib_keys_free(&w->keys);
	wc_mapping_free(&w->arena);
}

/* Of the engines that may get a frame. */
static size_t most_runs(const struct wc_engines *set, uint32_t frame_size)
{
	size_t most = 0, n;
	unsigned int i;

	for (i = 0; i < set->count; i++) {
		n = lib_direct_room(set->engine[i].backend->ops, frame_size);
		if (n > most)
			most = n;
	}
	return most;
}

static int get_frames(struct warpcrypt *w, const struct wc_geometry *geo)
{
	/* Each piece needs a descriptor and the room of a payload. */
	size_t pieces = geo->frame_size / (sizeof(struct warpcrypt_desc) +
					   WARPCRYPT_PAYLOAD_ALIGN) + 1;
	size_t runs = most_runs(&w->engines, geo->frame_size);
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
		f->hash = wc_check_hash_new();
		if (!f->piece || !f->runs->run || !f->hash)
			return -ENOMEM;
	}
	return 0;
}

static int get_memory(struct warpcrypt *w, const struct wc_geometry *geo,
		      uint32_t keys)
{
	struct wc_error err;
	int ret;

	ret = wc_mapping_alloc(&w->arena, geo, &err);
	if (ret)
		return lib_fail(ret, "%s", err.text);
	/* RLIMIT_MEMLOCK may forbid it: then for the keys alone. */
	if (wc_mapping_lock(&w->arena, NULL))
		mlock(wc_mapping_key(&w->arena, 0), geo->key_slots * sizeof(struct warpcrypt_key));
	w->counts = wc_counts_alloc(w->threads + w->spare_threads + lib_lone_count(w));
	if (!lib_keys_init(&w->keys, keys) && !get_frames(w, geo) && w->counts)
		return 0;
	put_memory(w);
	return lib_fail(-ENOMEM, "out of memory");
}

/* Returns false if an engine hangs: its threads do not end. */
static bool stop_threads(struct warpcrypt *w)
{
	bool ended = true;
	unsigned int i;

	for (i = 0; i < w->running; i++)
		wc_sched_stop(&w->port[i].sched);
	while (w->running) {
		w->running--;
		ended &= lib_fail_end_threads(&w->port[w->running]);
	}
	return ended;
}

/* Before the first thread starts, which looks at all of them. */
static void make_ports(struct warpcrypt *w)
{
	unsigned int i;

	for (i = 0; i < w->engines.count; i++)
		w->port[i] = (struct lib_port){
			.w = w,
			.engine = &w->engines.engine[i],
			.spare = lib_is_spare(&w->engines, i),
		};
}

/* Start the threads of engine @w->running. */
static int start_port(struct warpcrypt *w, struct wc_counts *counts,
		      struct wc_error *err)
{
	struct lib_port *port = &w->port[w->running];
	const struct wc_open_engine *e = &w->engines.engine[w->running];
	const struct wc_sched_job job = {
		.channel = &port->channel,
		.arena = &w->arena,
		.backend = e->backend,
		.queues = 1,
		.depth = port->spare ? 1 : w->depth,
		.counts = counts,
		.threads = e->threads,
		.wake = -1,
	};
	int ret;

	lib_channel_open(port);
	ret = wc_sched_start(&port->sched, &job, err);
	if (ret)
		return ret;
	w->running++;
	pthread_mutex_lock(&w->queue.lock);
	port->started = true;
	pthread_mutex_unlock(&w->queue.lock);
	return 0;
}

/* Start the threads that call callbacks and that look for engines that hang. */
static int start_watching(struct warpcrypt *w)
{
	int ret = lib_thread(&w->watcher, "warpcrypt/watch", lib_fail_watch, w);

	if (!ret) {
		ret = lib_thread(&w->caller, "warpcrypt/calls", lib_done_calls,
				 &w->queue);
		if (!ret)
			return 0;
		lib_queue_end(&w->queue);
		pthread_join(w->watcher, NULL);
	}
	return lib_fail(ret, "cannot start a thread: %s", strerror(-ret));
}

/* Start the threads of engines whose memory is there. */
static int start_threads(struct warpcrypt *w)
{
	struct wc_counts *counts = w->counts;
	struct wc_error err;
	unsigned int failed, i;
	int ret;

	ret = wc_engines_arena_add(&w->engines, &w->arena, &failed, &err);
	if (ret)
		return lib_fail(ret, "%s", err.text);
	make_ports(w);
	for (i = 0; i < w->engines.count && !ret; i++) {
		ret = start_port(w, counts, &err);
		counts += w->engines.engine[i].threads;
	}
	if (!ret)
		ret = lib_lone_start(w, &err);
	if (ret)
		lib_fail(ret, "%s", err.text);
	else
		ret = start_watching(w);
	if (!ret)
		return 0;
	stop_threads(w);
	lib_lone_stop(w);
	wc_engines_arena_remove(&w->engines);
	return ret;
}

/* The engines are open; get memory and start the threads. */
static int start(struct warpcrypt *w, const struct warpcrypt_options *o)
{
	struct wc_geometry geo;
	unsigned int i, c;
	int ret;

	w->depth = wc_backend_depth(w->engines.engine[0].backend);
	ret = lib_choose_sizes(w, &geo, o);
	if (ret)
		return ret;
	memcpy(w->modes, w->engines.engine[0].modes, sizeof(w->modes));
	for (i = 1; i < w->engines.count; i++)
		for (c = 0; c < WARPCRYPT_CIPHER_COUNT; c++)
			w->modes[c] &= w->engines.engine[i].modes[c];
	ret = get_memory(w, &geo, o->keys);
	if (ret)
		return ret;
	lib_queue_init(&w->queue, lib_ops(w)->shared_engine, w->threads);
	w->queue.most = o->waiting;
	if (w->engines.count == 1 || lib_is_spare(&w->engines, 1))
		w->queue.little = geo.frame_size < LITTLE ? geo.frame_size : LITTLE;
	lib_memory_init(&w->memory, &w->engines, &w->open_pace);
	ret = start_threads(w);
	if (ret) {
		lib_memory_free(&w->memory);
		lib_queue_free(&w->queue);
		put_memory(w);
	}
	return ret;
}

static void describe(struct warpcrypt *w)
{
	const struct wc_engines *set = &w->engines;
	size_t used, size = sizeof(w->about);
	unsigned int i;

	used = (size_t)snprintf(w->about, size, "%s: ", lib_ops(w)->name);
	for (i = 0; i < set->count && used < size; i++) {
		const struct wc_backend *b = set->engine[i].backend;

		used += (size_t)snprintf(w->about + used, size - used, "%s%s",
					 i ? "; " : "", lib_is_spare(set, i) ?
					 "the CPUs stand by" :
					 b->ops->describe(b));
	}
}

static int open_engine(struct warpcrypt *w, const struct warpcrypt_options *o)
{
	int ret = lib_choose_engines(&w->engines, o);

	if (ret)
		return ret;
	describe(w);
	ret = start(w, o);
	if (ret)
		wc_engines_close(&w->engines);
	return ret;
}

unsigned int warpcrypt_version(void)
{
	return WARPCRYPT_HEADER_VERSION;
}

/* All that is left when no thread uses an engine any more. It asks the driver. */
static void finish(void *engine)
{
	struct warpcrypt *w = engine;

	lib_memory_free(&w->memory);
	wc_engines_arena_remove(&w->engines);
	put_memory(w);
	wc_engines_close(&w->engines);
	lib_queue_free(&w->queue);
	free(w);
}

/**
 * struct opening - what warpcrypt_open() waits for
 * @w: the engine; NULL: it has been handed over
 * @options: the caller's
 * @gpus: a copy of &warpcrypt_options.gpus
 * @ret: the result
 * @error: why
 */
struct opening {
	struct warpcrypt *w;
	struct warpcrypt_options options;
	char *gpus;
	int ret;
	struct wc_error error;
};

static void opening_free(struct opening *o)
{
	free(o->w);
	free(o->gpus);
	free(o);
}

static void open_it(void *data)
{
	struct opening *o = data;

	o->ret = open_engine(o->w, &o->options);
	if (o->ret)
		snprintf(o->error.text, sizeof(o->error.text), "%s",
			 warpcrypt_error());
}

/* It was opened after all, when no thread waited for it any more. */
static void open_late(void *data)
{
	struct opening *o = data;

	if (!o->ret) {
		warpcrypt_close(o->w);
		o->w = NULL;
	}
	opening_free(o);
}

static struct opening *opening_new(const struct warpcrypt_options *options)
{
	struct opening *o = calloc(1, sizeof(*o));

	if (!o)
		return NULL;
	o->w = calloc(1, sizeof(*o->w));
	o->options = *options;
	if (options->gpus)
		o->gpus = strdup(options->gpus);
	o->options.gpus = o->gpus;
	if (o->w && (o->gpus || !options->gpus))
		return o;
	opening_free(o);
	return NULL;
}

static int open_by(struct opening *o, struct warpcrypt **w)
{
	const struct lib_pace pace = o->w->open_pace;
	int ret;

	if (!lib_ask(&pace, open_it, open_late, o))
		return lib_fail(-ETIMEDOUT,
				"the GPU's driver has not answered within options.open_ms; nvidia-smi tells more");
	ret = o->ret;
	if (ret) {
		lib_fail(ret, "%s", o->error.text);
	} else {
		*w = o->w;
		o->w = NULL;
	}
	opening_free(o);
	return ret;
}

int warpcrypt_open(struct warpcrypt **w, const struct warpcrypt_options *options)
{
	struct warpcrypt_options known = { .size = sizeof(known) };
	struct opening *o;
	int ret = 0;
	LIB_NOT_CANCELLED;

	if (options)
		ret = lib_sized_copy(&known, options, OPTIONS_LEAST,
				     sizeof(known), "warpcrypt_options");
	if (ret)
		return ret;
	if (!known.keys)
		known.keys = DEFAULT_KEYS;
	o = opening_new(&known);
	if (!o)
		return lib_fail(-ENOMEM, "out of memory");
	ret = lib_choose_paces(o->w, &known);
	if (!ret)
		return open_by(o, w);
	opening_free(o);
	return ret;
}

void warpcrypt_close(struct warpcrypt *w)
{
	struct lib_pace pace;
	bool ended;
	LIB_NOT_CANCELLED;

	if (!w)
		return;
	pace = w->open_pace;
	pthread_mutex_lock(&w->queue.lock);
	w->queue.closing = true;
	pthread_mutex_unlock(&w->queue.lock);
	ended = stop_threads(w);
	lib_queue_end(&w->queue);
	pthread_join(w->watcher, NULL);
	pthread_join(w->caller, NULL);
	/* Also if an engine hangs: it has expanded keys. */
	lib_lone_stop(w);
	/* An engine that hangs may still use all that it has got. */
	explicit_bzero(w->arena.base, w->arena.len);
	if (ended)
		lib_ask(&pace, finish, NULL, w);
}

int warpcrypt_alloc(struct warpcrypt *w, size_t len, void **memory)
{
	LIB_NOT_CANCELLED;

	return lib_memory_alloc(&w->memory, len, memory);
}

int warpcrypt_free(struct warpcrypt *w, void *memory)
{
	LIB_NOT_CANCELLED;

	return memory ? lib_memory_remove(&w->memory, memory, true) : 0;
}

int warpcrypt_register(struct warpcrypt *w, void *memory, size_t len)
{
	LIB_NOT_CANCELLED;

	return lib_memory_add(&w->memory, memory, len, false, false);
}

int warpcrypt_register_source(struct warpcrypt *w, const void *memory,
			      size_t len)
{
	LIB_NOT_CANCELLED;

	return lib_memory_add(&w->memory, memory, len, true, false);
}

int warpcrypt_unregister(struct warpcrypt *w, const void *memory)
{
	LIB_NOT_CANCELLED;

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
