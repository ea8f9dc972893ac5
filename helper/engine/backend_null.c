// SPDX-License-Identifier: GPL-2.0-only
/*
 * The engine that does nothing: frames are committed unchanged. For measuring
 * the transport. The module's known answers refuse it unless the module's
 * parameter kat is 0.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/backend.h"

static unsigned int null_default_threads(unsigned int cpus)
{
	return cpus;
}

static int null_open(struct wc_backend **backend, unsigned int gpu,
		     struct wc_error *err)
{
	(void)gpu;
	*backend = calloc(1, sizeof(**backend));
	if (!*backend)
		return wc_fail(err, -ENOMEM, "out of memory");
	(*backend)->ops = &wc_backend_null;
	return 0;
}

static const char *null_describe(const struct wc_backend *backend)
{
	(void)backend;
	return "no engine: frames are returned unchanged, all results are wrong";
}

static void null_modes(const struct wc_backend *backend,
		       uint16_t modes[WARPCRYPT_CIPHER_COUNT])
{
	static const uint16_t all[WARPCRYPT_CIPHER_COUNT] = {
		WARPCRYPT_CIPHERS(WC_CIPHER_MODES)
	};

	(void)backend;
	memcpy(modes, all, sizeof(all));
}

static int null_arena_add(struct wc_backend *backend,
			  const struct wc_mapping *arena, struct wc_part part,
			  struct wc_error *err)
{
	(void)part;
	(void)err;
	backend->arena = arena;
	return 0;
}

static void null_arena_remove(struct wc_backend *backend)
{
	backend->arena = NULL;
}

static int null_worker_start(struct wc_backend *backend,
			     struct wc_worker **worker, struct wc_error *err)
{
	*worker = calloc(1, sizeof(**worker));
	if (!*worker)
		return wc_fail(err, -ENOMEM, "out of memory");
	(*worker)->backend = backend;
	return 0;
}

static int null_process(struct wc_worker *worker, const struct wc_view *frame)
{
	(void)worker;
	(void)frame;
	return 0;
}

static void null_worker_stop(struct wc_worker *worker)
{
	free(worker);
}

static void null_close(struct wc_backend *backend)
{
	free(backend);
}

const struct wc_backend_ops wc_backend_null = {
	.name = "null",
	.about = "returns frames unchanged (to measure the transport)",
	/* It stands for a GPU. */
	.shared_engine = true,
	.default_threads = null_default_threads,
	.open = null_open,
	.describe = null_describe,
	.modes = null_modes,
	.arena_add = null_arena_add,
	.arena_remove = null_arena_remove,
	.worker_start = null_worker_start,
	.process = null_process,
	.worker_stop = null_worker_stop,
	.close = null_close,
};
