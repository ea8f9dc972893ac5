// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/engine_load.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/transport/check.h"
#include "helper/transport/names.h"
#include "kernels/cpu/cipher.h"
#include "tools/bench/common.h"
#include "tools/bench/util.h"

/* One of the batches that are in flight at a time. */
struct slot {
	struct warpcrypt_batch *batch;	/* or NULL */
	struct warpcrypt_cipher_key **keys;
	struct warpcrypt_request *requests;	/* or NULL */
	struct warpcrypt_points points;	/* its points, if it has no requests */
};

/* A thread with batches of its own. */
struct caller {
	struct engine_load *l;
	struct slot *slots;
	pthread_t thread;	/* of all but the first */
	uint64_t start;		/* ns */
	uint64_t ns;		/* for how long it ran */
	uint64_t batches;	/* how many were done */
};

struct engine_load {
	struct warpcrypt *w;
	const struct engine_alg *alg;
	struct engine_shape shape;
	struct engine_memory memory;
	_Atomic uint64_t keys_made;
	struct slot *slots;
	struct caller *callers;
};

/* The longest keys that are measured, of two in xts. */
#define USUAL_KEY	32u

static const struct engine_alg curves[] = {
	{ "x25519", .curve = WARPCRYPT_X25519, .rows = 1 },
	{ "x25519-base", .curve = WARPCRYPT_X25519, .rows = 1, .base = true },
	{ "edwards25519", .curve = WARPCRYPT_EDWARDS25519, .rows = 1 },
	{ "edwards25519-base", .curve = WARPCRYPT_EDWARDS25519, .rows = 1, .base = true },
	{ "p256", .curve = WARPCRYPT_P256, .rows = 2 },
	{ "p256-base", .curve = WARPCRYPT_P256, .rows = 2, .base = true },
};

/* The default length of a cipher's keys, bytes. */
static uint32_t usual_key(const struct wc_cipher *cipher)
{
	size_t len = cipher->key_max;

	while (len > USUAL_KEY)
		len -= cipher->key_step;
	return (uint32_t)len;
}

/* Parse "mode(cipher)" or the name of a curve; exits if it is none. @name must outlive @alg. */
void engine_parse(const char *name, struct engine_alg *alg)
{
	int end = 0, cipher, mode;
	size_t i;

	for (i = 0; i < sizeof(curves) / sizeof(curves[0]); i++) {
		if (!strcmp(name, curves[i].name)) {
			*alg = curves[i];
			return;
		}
	}
	*alg = (struct engine_alg){ .name = name };
	if (sscanf(name, "%7[a-z-](%15[a-z0-9])%n", alg->mode, alg->cipher,
		   &end) != 2 || !end || name[end])
		usage_error("--alg: '%s': give a name like xts(kuznyechik), or x25519, edwards25519 or p256, or that with -base",
			    name);
	cipher = wc_find_cipher(alg->cipher);
	mode = wc_find_mode(alg->mode);
	if (cipher < 0 || mode < 0 || wc_is_group((unsigned int)cipher) ||
	    !(WARPCRYPT_CIPHER_MODES((unsigned int)cipher) & WARPCRYPT_MODE_BIT(mode)))
		usage_error("--alg: there is no '%s'", name);
	alg->key_len = usual_key(wc_cipher_numbered((unsigned int)cipher)) *
		       (strncmp(alg->mode, "xts", 3) ? 1 : 2);
}

/*
 * Two memories with the same random bytes as sources, @bytes of these and of destinations; exits
 * if there is none. One is not registered, until the process ends; one is, until
 * warpcrypt_close().
 */
void engine_memory_get(struct warpcrypt *w, size_t bytes, struct engine_memory memory[2])
{
	void *src, *dst;

	if (warpcrypt_alloc(w, bytes, &src) || warpcrypt_alloc(w, bytes, &dst))
		die("%s", warpcrypt_error());
	memory[0] = (struct engine_memory){ bytes, common_buffer(bytes), common_buffer(bytes) };
	memory[1] = (struct engine_memory){ bytes, src, dst };
	fill_random(memory[0].src, bytes);
	memcpy(src, memory[0].src, bytes);
	memset(dst, 0, bytes);
}

/* A new key each time, for all of the slot's keys. */
static void make_keys(struct engine_load *l, struct slot *s)
{
	uint8_t bytes[96] = { 0 };
	uint32_t i;

	for (i = 0; i < l->shape.keys; i++) {
		uint64_t made = ++l->keys_made;

		memcpy(bytes, &made, sizeof(made));
		if (warpcrypt_key(l->w, &s->keys[i], l->alg->cipher,
				  l->alg->mode, bytes, l->alg->key_len))
			die("%s", warpcrypt_error());
	}
}

static void free_keys(struct engine_load *l, struct slot *s)
{
	uint32_t i;

	for (i = 0; s->keys && i < l->shape.keys; i++)
		warpcrypt_key_free(l->w, s->keys[i]);
}

static void set_keys(struct engine_load *l, struct slot *s)
{
	uint32_t i;

	for (i = 0; i < l->shape.count; i++)
		s->requests[i].key = s->keys[i % l->shape.keys];
}

static void make_requests(struct engine_load *l, struct slot *s)
{
	const struct engine_shape *shape = &l->shape;
	size_t places = l->memory.bytes / shape->size;
	size_t first = (size_t)(s - l->slots) / shape->in_flight * shape->count;
	uint32_t i;

	s->keys = get_zeroed(shape->keys, sizeof(*s->keys));
	s->requests = get_zeroed(shape->count, sizeof(*s->requests));
	for (i = 0; i < shape->count; i++) {
		size_t at = (first + i) % places * shape->size;

		s->requests[i] = (struct warpcrypt_request){
			.size = sizeof(s->requests[i]),
			.decrypt = shape->decrypt,
			.src = l->memory.src + at,
			.dst = l->memory.dst + at,
			.len = shape->size,
		};
		memcpy(s->requests[i].iv, &i, sizeof(i));
	}
	make_keys(l, s);
	set_keys(l, s);
}

/* The points are multiples of the base point, by the sources as scalars. */
static void make_points(struct engine_load *l, struct slot *s)
{
	uint8_t (*src)[32] = (uint8_t (*)[32])l->memory.src;
	uint32_t count = l->shape.count;

	s->points = (struct warpcrypt_points){
		.size = sizeof(s->points),
		.curve = l->alg->curve, .count = count,
		.scalars = (const uint8_t (*)[32])src,
		.results = src + count,
	};
	if (warpcrypt_run_points(l->w, &s->points))
		die("%s: %s", l->alg->name, warpcrypt_error());
	if (!l->alg->base)
		s->points.points = (const uint8_t (*)[32])src + count;
	s->points.results = (uint8_t (*)[32])l->memory.dst;
}

/* Make keys and requests; exits if that fails. */
struct engine_load *engine_load_new(struct warpcrypt *w,
				    const struct engine_alg *alg,
				    const struct engine_shape *shape,
				    const struct engine_memory *memory)
{
	struct engine_load *l = get_zeroed(1, sizeof(*l));
	uint32_t i, slots = shape->callers * shape->in_flight;

	l->w = w;
	l->alg = alg;
	l->shape = *shape;
	l->memory = *memory;
	l->callers = get_zeroed(shape->callers, sizeof(*l->callers));
	l->slots = get_zeroed(slots, sizeof(*l->slots));
	for (i = 0; i < slots; i++) {
		if (*alg->cipher)
			make_requests(l, &l->slots[i]);
		else
			make_points(l, &l->slots[i]);
	}
	return l;
}

static void submit(struct engine_load *l, struct slot *s)
{
	int ret;

	if (s->requests)
		ret = warpcrypt_submit(l->w, s->requests, l->shape.count,
				       &s->batch);
	else
		ret = warpcrypt_submit_points(l->w, &s->points, &s->batch);
	if (ret)
		die("%s: %s", l->alg->name, warpcrypt_error());
}

static void wait(struct engine_load *l, struct slot *s)
{
	if (warpcrypt_wait(s->batch))
		die("%s: %s", l->alg->name, warpcrypt_error());
	s->batch = NULL;
}

/* New keys for the next batch, if that is asked for. */
static void renew(struct engine_load *l, struct slot *s)
{
	if (!l->shape.fresh || !s->requests)
		return;
	free_keys(l, s);
	make_keys(l, s);
	set_keys(l, s);
}

/* Blocking calls, one after the other. */
static void call(struct caller *c)
{
	struct engine_load *l = c->l;
	struct slot *s = c->slots;

	do {
		if (c->batches++)
			renew(l, s);
		if (s->requests ? warpcrypt_run(l->w, s->requests, l->shape.count) :
				  warpcrypt_run_points(l->w, &s->points))
			die("%s: %s", l->alg->name, warpcrypt_error());
	} while (now_ns() - c->start < c->ns);
}

/* Several batches in flight. */
static void keep(struct caller *c)
{
	uint32_t i, n = c->l->shape.in_flight;

	c->batches = n;
	for (i = 0; i < n; i++)
		submit(c->l, &c->slots[i]);
	for (i = 0; now_ns() - c->start < c->ns; i = (i + 1) % n) {
		wait(c->l, &c->slots[i]);
		renew(c->l, &c->slots[i]);
		submit(c->l, &c->slots[i]);
		c->batches++;
	}
	for (i = 0; i < n; i++)
		wait(c->l, &c->slots[i]);
}

static void *run_caller(void *data)
{
	struct caller *c = data;

	if (c->l->shape.in_flight > 1)
		keep(c);
	else
		call(c);
	return NULL;
}

/*
 * Keep batches in flight, or call with one after the other, for @ns; each batch is done at least
 * once. The first caller is the calling thread.
 */
void engine_load_run(struct engine_load *load, uint64_t ns,
		     struct engine_result *result)
{
	uint64_t cpu = cpu_ns(), start = now_ns(), batches = 0;
	uint32_t i, n = load->shape.callers;

	for (i = n; i--;) {
		struct caller *c = &load->callers[i];

		*c = (struct caller){
			.l = load, .slots = &load->slots[i * load->shape.in_flight],
			.start = start, .ns = ns,
		};
		if (!i)
			run_caller(c);
		else if (pthread_create(&c->thread, NULL, run_caller, c))
			die("cannot start %u threads", n);
	}
	for (i = 0; i < n; i++) {
		if (i)
			pthread_join(load->callers[i].thread, NULL);
		batches += load->callers[i].batches;
	}
	result->done = batches * load->shape.count;
	result->ns = now_ns() - start;
	result->cpu_ns = cpu_ns() - cpu;
}

/* Free keys and requests. */
void engine_load_free(struct engine_load *load)
{
	uint32_t i;

	for (i = 0; i < load->shape.callers * load->shape.in_flight; i++) {
		free_keys(load, &load->slots[i]);
		free(load->slots[i].keys);
		free(load->slots[i].requests);
	}
	free(load->slots);
	free(load->callers);
	free(load);
}
