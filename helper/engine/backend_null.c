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

static void null_modes(uint16_t modes[WARPCRYPT_CIPHER_COUNT])
{
	static const uint16_t all[WARPCRYPT_CIPHER_COUNT] = {
		WARPCRYPT_CIPHERS(WC_CIPHER_MODES)
	};

	memcpy(modes, all, sizeof(all));
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

const struct wc_backend_ops wc_backend_null = {
	.name = "null",
	/* It stands for a GPU. */
	.shared_engine = true,
	.open = null_open,
	.describe = null_describe,
	.modes = null_modes,
	.arena_add = wc_backend_note_arena,
	.arena_remove = wc_backend_drop_arena,
	.worker_start = null_worker_start,
	.process = null_process,
	.worker_stop = null_worker_stop,
	.close = wc_backend_free,
};
