// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_engine.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "helper/transport/names.h"
#include "kernels/cpu/cipher.h"

#define DEFAULT_KEYS		1024u
#define DEFAULT_SHARE		(1u << 20)
#define DEFAULT_SHARE_SHARED	(16u << 20)

static _Thread_local struct wc_error last_error;

/**
 * lib_fail() - say what is wrong
 * @code: a negative errno
 * @fmt: printf() format of the line
 *
 * Return: @code
 */
int lib_fail(int code, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(last_error.text, sizeof(last_error.text), fmt, args);
	va_end(args);
	return code;
}

const char *warpcrypt_error(void)
{
	return last_error.text;
}

/* How many threads, how much memory for each, how many keys. */
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

static int get_memory(struct warpcrypt *w, const struct wc_geometry *geo,
		      struct wc_error *err)
{
	/* Each piece needs a descriptor and the room of a payload. */
	size_t pieces = geo->frame_size / (sizeof(struct warpcrypt_desc) +
					   WARPCRYPT_PAYLOAD_ALIGN) + 1;
	int ret = wc_mapping_alloc(&w->arena, geo, err);
	uint32_t i;

	if (ret)
		return ret;
	/* As far as the limit allows. */
	wc_mapping_lock(&w->arena, NULL);
	w->frames = calloc(geo->frame_count, sizeof(*w->frames));
	w->free_slots = calloc(geo->key_slots, sizeof(*w->free_slots));
	if (!w->frames || !w->free_slots)
		return wc_fail(err, -ENOMEM, "out of memory");
	for (i = 0; i < geo->frame_count; i++) {
		struct lib_frame *f = &w->frames[i];

		f->index = i;
		f->base = wc_mapping_frame(&w->arena, i);
		f->size = geo->frame_size;
		f->piece = calloc(pieces, sizeof(*f->piece));
		if (!f->piece)
			return wc_fail(err, -ENOMEM, "out of memory");
	}
	return 0;
}

static void free_memory(struct warpcrypt *w)
{
	uint32_t i;

	for (i = 0; w->frames && i < w->arena.geo.frame_count; i++)
		free(w->frames[i].piece);
	free(w->frames);
	free(w->free_slots);
	wc_mapping_free(&w->arena);
}

static void init_locks(struct warpcrypt *w)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->work, &attr);
	pthread_cond_init(&w->finished, NULL);
	pthread_condattr_destroy(&attr);
}

static void free_locks(struct warpcrypt *w)
{
	pthread_cond_destroy(&w->finished);
	pthread_cond_destroy(&w->work);
	pthread_mutex_destroy(&w->lock);
}

/* The engine is open; now its memory and its threads. */
static int start(struct warpcrypt *w, const struct warpcrypt_options *o,
		 struct wc_error *err)
{
	const struct wc_backend_ops *ops = w->backend->ops;
	struct wc_geometry geo;
	unsigned int threads;
	int ret;

	ret = choose(&geo, &threads, o, w->backend);
	if (ret) {
		*err = last_error;
		return ret;
	}
	ops->modes(w->backend, w->modes);
	ret = get_memory(w, &geo, err);
	if (ret)
		goto free_memory;
	for (w->free_count = 0; w->free_count < (o->keys ? o->keys :
						 DEFAULT_KEYS); w->free_count++)
		w->free_slots[w->free_count] = w->free_count;
	ret = wc_totals_init(&w->stats, ops->name, w->modes, threads);
	if (ret) {
		wc_fail(err, ret, "out of memory");
		goto free_memory;
	}
	ret = ops->arena_add(w->backend, &w->arena, err);
	if (ret)
		goto free_stats;
	lib_channel_open(w);
	ret = wc_sched_start(&w->sched, &w->channel, &w->arena, w->backend,
			     &w->stats, -1, err);
	if (!ret)
		return 0;
	ops->arena_remove(w->backend);
free_stats:
	wc_totals_free(&w->stats);
free_memory:
	free_memory(w);
	return ret;
}

int warpcrypt_open(struct warpcrypt **w, const struct warpcrypt_options *options)
{
	static const struct warpcrypt_options defaults;
	const struct warpcrypt_options *o = options ? options : &defaults;
	const char *name = o->backend ? o->backend : "auto";
	struct wc_error instead, err;
	struct warpcrypt *new;
	int ret;

	if (strcmp(name, "auto") && strcmp(name, "cuda") && strcmp(name, "cpu"))
		return lib_fail(-EINVAL,
				"backend: '%s': give auto, cuda or cpu", name);
	new = calloc(1, sizeof(*new));
	if (!new)
		return lib_fail(-ENOMEM, "out of memory");
	init_locks(new);
	ret = wc_backend_open(name, &new->backend, &instead, &err);
	if (!ret) {
		snprintf(new->about, sizeof(new->about), "%s: %s",
			 new->backend->ops->name,
			 new->backend->ops->describe(new->backend));
		ret = start(new, o, &err);
		if (ret)
			new->backend->ops->close(new->backend);
	}
	if (ret) {
		free_locks(new);
		free(new);
		return lib_fail(ret, "%s", err.text);
	}
	*w = new;
	return 0;
}

void warpcrypt_close(struct warpcrypt *w)
{
	const struct wc_backend_ops *ops;

	if (!w)
		return;
	ops = w->backend->ops;
	pthread_mutex_lock(&w->lock);
	w->closing = true;
	pthread_mutex_unlock(&w->lock);
	wc_sched_stop(&w->sched);
	wc_sched_join(&w->sched, NULL);
	ops->arena_remove(w->backend);
	wc_totals_free(&w->stats);
	free_memory(w);
	ops->close(w->backend);
	free_locks(w);
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

static int check_key(const struct warpcrypt *w, const char *cipher,
		     const char *mode, size_t len, int *c, int *m)
{
	const struct wc_cipher *known = wc_cipher_find(cipher);
	size_t one = len;

	*c = wc_find_cipher(cipher);
	*m = wc_find_mode(mode);
	if (*c < 0 || !known)
		return lib_fail(-EINVAL,
				"no cipher '%s': give aes, skinny, kuznyechik or sm4",
				cipher);
	if (*m < 0)
		return lib_fail(-EINVAL,
				"no mode '%s': give ecb, ctr, cbc or xts",
				mode);
	if (*m == WARPCRYPT_MODE_XTS)
		one = len % 2 ? 0 : len / 2;
	if (one < known->key_min || one > known->key_max ||
	    (one - known->key_min) % known->key_step)
		return lib_fail(-EINVAL, "%s in %s has no keys of %zu bytes",
				cipher, mode, len);
	if (!(w->modes[*c] & WARPCRYPT_MODE_BIT(*m)))
		return lib_fail(-EOPNOTSUPP, "%s: it cannot do %s in %s",
				w->about, cipher, mode);
	return 0;
}

int warpcrypt_key(struct warpcrypt *w, struct warpcrypt_cipher_key **key,
		  const char *cipher, const char *mode, const void *bytes,
		  size_t len)
{
	struct warpcrypt_cipher_key *new;
	struct warpcrypt_key *place;
	int ret, c, m;

	ret = check_key(w, cipher, mode, len, &c, &m);
	if (ret)
		return ret;
	new = calloc(1, sizeof(*new));
	if (!new)
		return lib_fail(-ENOMEM, "out of memory");
	pthread_mutex_lock(&w->lock);
	if (!w->free_count) {
		pthread_mutex_unlock(&w->lock);
		free(new);
		return lib_fail(-ENOSPC,
				"no room for more keys: open with options.keys larger");
	}
	new->slot = w->free_slots[--w->free_count];
	pthread_mutex_unlock(&w->lock);
	place = wc_mapping_key(&w->arena, new->slot);
	place->generation++;
	place->cipher = (uint8_t)c;
	place->mode = (uint8_t)m;
	place->len = (uint16_t)len;
	memcpy(place->key, bytes, len);
	new->w = w;
	new->generation = place->generation;
	new->cipher = (uint8_t)c;
	new->mode = (uint8_t)m;
	*key = new;
	return 0;
}

void warpcrypt_key_free(struct warpcrypt_cipher_key *key)
{
	struct warpcrypt_key *place;
	struct warpcrypt *w;

	if (!key)
		return;
	w = key->w;
	place = wc_mapping_key(&w->arena, key->slot);
	place->cipher = WARPCRYPT_CIPHER_NONE;
	explicit_bzero(place->key, sizeof(place->key));
	pthread_mutex_lock(&w->lock);
	w->free_slots[w->free_count++] = key->slot;
	pthread_mutex_unlock(&w->lock);
	free(key);
}
