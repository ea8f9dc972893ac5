// SPDX-License-Identifier: GPL-2.0-only
/*
 * The CPU engine. Every worker is an engine of its own and shares nothing with
 * the others.
 *
 * A frame is processed in windows of requests. The requests of a window with
 * the same key, mode and direction are done together, in whatever order they
 * are mixed with others. So small requests fill the wide words
 * (helper/engine/cpu_wide.c) and the vectors of the groups.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>

#include "helper/engine/backend.h"
#include "helper/engine/cpu_engine.h"
#include "helper/transport/check.h"

#define WINDOW	WC_CPU_WIDE_MOST

struct cpu_backend {
	struct wc_backend base;
	char about[128];
};

/**
 * struct cpu_worker - the engine of one thread
 * @base: the part that all engines' workers have
 * @aes: libcrypto's contexts; NULL: AES is done by @wide
 * @wide: for the block ciphers
 * @units: for the groups and their signatures
 * @desc: the window: descriptors, copied and checked
 * @tag: of each descriptor: requests with equal tags are done together; 0: done
 * @which: the indices of the requests that are being done together
 */
struct cpu_worker {
	struct wc_worker base;
	struct wc_evp_cache *aes;
	struct wc_cpu_wide *wide;
	struct wc_cpu_units *units;
	struct warpcrypt_desc desc[WINDOW];
	uint64_t tag[WINDOW];
	uint32_t which[WINDOW];
};

static int cpu_open(struct wc_backend **backend, unsigned int gpu,
		    struct wc_error *err)
{
	struct cpu_backend *cpu = calloc(1, sizeof(*cpu));

	(void)gpu;
	if (!cpu)
		return wc_fail(err, -ENOMEM, "out of memory");
	cpu->base.ops = &wc_backend_cpu;
	snprintf(cpu->about, sizeof(cpu->about),
		 "%s, AES %s", wc_cpu_wide_about(), wc_cpu_aes_wanted() ?
		 OpenSSL_version(OPENSSL_VERSION) : "too");
	*backend = &cpu->base;
	return 0;
}

static const char *cpu_describe(const struct wc_backend *backend)
{
	return ((const struct cpu_backend *)backend)->about;
}

static void cpu_modes(uint16_t modes[WARPCRYPT_CIPHER_COUNT])
{
	static const uint16_t all[WARPCRYPT_CIPHER_COUNT] = {
		WARPCRYPT_CIPHERS(WC_CIPHER_MODES)
		WARPCRYPT_GROUPS(WC_GROUP_MODES)
	};

	memcpy(modes, all, sizeof(all));
}

static void cpu_worker_stop(struct wc_worker *worker)
{
	struct cpu_worker *w = (struct cpu_worker *)worker;

	wc_evp_cache_free(w->aes);
	wc_cpu_wide_free(w->wide);
	wc_cpu_units_free(w->units);
	free(w);
}

static int cpu_worker_start(struct wc_backend *backend,
			    struct wc_worker **worker, struct wc_error *err)
{
	struct cpu_worker *w = calloc(1, sizeof(*w));

	if (!w)
		return wc_fail(err, -ENOMEM, "out of memory");
	w->base.backend = backend;
	w->wide = wc_cpu_wide_new();
	w->units = wc_cpu_units_new();
	if (!w->wide || !w->units) {
		cpu_worker_stop(&w->base);
		return wc_fail(err, -ENOMEM, "out of memory");
	}
	if (wc_cpu_aes_wanted()) {
		w->aes = wc_evp_cache_new();
		if (!w->aes) {
			cpu_worker_stop(&w->base);
			return wc_fail(err, -ENOMEM,
				       "libcrypto has no AES, or no memory for it");
		}
	}
	*worker = &w->base;
	return 0;
}

/* Not 0, because no cipher is 0. Slots have 16 bits, ciphers and modes 4. */
static uint64_t make_tag(const struct warpcrypt_desc *d)
{
	uint32_t what = (d->flags << 4 | d->mode) << 4 | d->cipher;

	return (uint64_t)d->key_generation << 32 | what << 16 | d->key_slot;
}

/* Copy and check the @n descriptors from @first on. */
static int read_window(struct cpu_worker *w, const struct wc_view *frame,
		       uint32_t first, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		if (wc_view_desc(frame, first + i, &w->desc[i]) ||
		    w->desc[i].cipher == WARPCRYPT_CIPHER_NONE)
			return -EINVAL;
		w->tag[i] = make_tag(&w->desc[i]);
	}
	return 0;
}

/* Collect the requests of the window with the tag of @first; returns how many. */
static uint32_t gather(struct cpu_worker *w, uint32_t first, uint32_t n)
{
	uint64_t tag = w->tag[first];
	uint32_t count = 0, i;

	for (i = first; i < n; i++) {
		if (w->tag[i] != tag)
			continue;
		w->which[count++] = i;
		w->tag[i] = 0;
	}
	return count;
}

/* Do request @i of the window, and all that can be done together with it. */
static int do_some(struct cpu_worker *w, const struct wc_view *frame,
		   uint32_t i, uint32_t n)
{
	const struct warpcrypt_desc *desc = &w->desc[i];
	uint32_t count;

	if (desc->cipher == WARPCRYPT_CIPHER_AES && w->aes)
		return wc_cpu_aes(w->aes, frame, desc);
	count = gather(w, i, n);
	if (!wc_is_group(desc->cipher))
		return wc_cpu_wide(w->wide, frame, w->desc, n, w->which,
				   count);
	return wc_cpu_units(w->units, frame, w->desc, w->which, count);
}

static int do_window(struct cpu_worker *w, const struct wc_view *frame,
		     uint32_t n)
{
	uint32_t i;
	int ret = 0;

	for (i = 0; i < n && !ret; i++)
		if (w->tag[i])
			ret = do_some(w, frame, i, n);
	return ret;
}

static int cpu_process(struct wc_worker *worker, const struct wc_view *frame)
{
	struct cpu_worker *w = (struct cpu_worker *)worker;
	uint32_t first, n;
	int ret = 0;

	for (first = 0; first < frame->requests && !ret; first += n) {
		n = frame->requests - first;
		if (n > WINDOW)
			n = WINDOW;
		ret = read_window(w, frame, first, n);
		if (!ret)
			ret = do_window(w, frame, n);
	}
	if (ret == -EIO)
		wc_fail(&worker->error, ret, "libcrypto failed on a frame");
	return ret;
}

static int cpu_forget(struct wc_worker *worker)
{
	const struct wc_mapping *arena = worker->backend->arena;
	struct cpu_worker *w = (struct cpu_worker *)worker;
	unsigned int n = wc_cpu_wide_forget(w->wide, arena);

	if (w->aes)
		n += wc_evp_cache_forget(w->aes, arena);
	return (int)n;
}

const struct wc_backend_ops wc_backend_cpu = {
	.name = "cpu",
	.direct_min = 1,
	.open = cpu_open,
	.describe = cpu_describe,
	.modes = cpu_modes,
	.arena_add = wc_backend_note_arena,
	.arena_remove = wc_backend_drop_arena,
	.worker_start = cpu_worker_start,
	.process = cpu_process,
	.forget = cpu_forget,
	.worker_stop = cpu_worker_stop,
	.close = wc_backend_free,
};
