// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_engine.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/check_units.h"
#include "helper/lib/lib_channel.h"
#include "helper/lib/lib_choose.h"
#include "helper/lib/lib_direct.h"
#include "helper/lib/lib_error.h"
#include "helper/lib/lib_fail.h"
#include "helper/lib/lib_sized.h"

#define DEFAULT_KEYS		1024u

/* The size of the options in version 0.1.0. */
#define OPTIONS_LEAST		(offsetof(struct warpcrypt_options, gpu) + \
				 sizeof(unsigned int))

static void free_memory(struct warpcrypt *w)
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
	/* RLIMIT_MEMLOCK may forbid it: then the arena stays unlocked. */
	wc_mapping_lock(&w->arena, NULL);
	ret = get_frames(w, geo);
	w->counts = wc_counts_alloc(w->threads + w->spare_threads);
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

/* Returns false if an engine hangs: its threads do not end. */
static bool stop_threads(struct warpcrypt *w)
{
	bool ended = true;
	unsigned int i;

	for (i = 0; i < w->running; i++)
		wc_sched_stop(&w->port[i].sched);
	while (w->running) {
		struct lib_port *port = &w->port[--w->running];

		if (lib_fail_is_stuck(port, lib_fail_period(w)))
			ended = false;
		else
			wc_sched_join(&port->sched, NULL);
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
	const struct wc_engine *e = &w->engines.engine[w->running];
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
		return 0;
	stop_threads(w);
	wc_engines_arena_remove(&w->engines);
	return lib_fail(ret, "%s", err.text);
}

static void put_memory(struct warpcrypt *w)
{
	lib_keys_free(&w->keys);
	free(w->counts);
	free_memory(w);
}

/* The engines are open; get memory and start the threads. */
static int start(struct warpcrypt *w, const struct warpcrypt_options *o)
{
	struct wc_geometry geo;
	unsigned int i, c;
	int ret;

	w->depth = lib_ops(w)->begin ? LIB_DEPTH : 1;
	ret = lib_choose_sizes(w, &geo, o);
	if (ret)
		return ret;
	memcpy(w->modes, w->engines.engine[0].modes, sizeof(w->modes));
	for (i = 1; i < w->engines.count; i++)
		for (c = 0; c < WARPCRYPT_CIPHER_COUNT; c++)
			w->modes[c] &= w->engines.engine[i].modes[c];
	ret = get_memory(w, &geo, o->keys ? o->keys : DEFAULT_KEYS);
	if (ret)
		return ret;
	lib_queue_init(&w->queue, lib_ops(w)->shared_engine, w->threads);
	lib_memory_init(&w->memory, &w->engines);
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

int warpcrypt_open(struct warpcrypt **w, const struct warpcrypt_options *options)
{
	struct warpcrypt_options o = { .size = sizeof(o) };
	struct warpcrypt *new;
	int ret = 0;

	if (options)
		ret = lib_sized_copy(&o, options, OPTIONS_LEAST, sizeof(o),
				     "warpcrypt_options");
	if (ret)
		return ret;
	new = calloc(1, sizeof(*new));
	if (!new)
		return lib_fail(-ENOMEM, "out of memory");
	ret = open_engine(new, &o);
	if (ret)
		free(new);
	else
		*w = new;
	return ret;
}

void warpcrypt_close(struct warpcrypt *w)
{
	if (!w)
		return;
	lib_queue_close(&w->queue);
	if (!stop_threads(w)) {
		/* It may still use all that it has got. */
		explicit_bzero(w->arena.base, w->arena.len);
		return;
	}
	lib_memory_free(&w->memory);
	wc_engines_arena_remove(&w->engines);
	put_memory(w);
	wc_engines_close(&w->engines);
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
