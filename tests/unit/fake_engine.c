// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/fake_engine.h"

#include <errno.h>

#include "helper/engine/backend.h"

atomic_bool fake_engine_breaks;

static int fake_open(struct wc_backend **backend, struct wc_error *err)
{
	int ret = wc_backend_cpu.open(backend, err);

	if (!ret)
		(*backend)->ops = &wc_backend_cuda;
	return ret;
}

static const char *fake_describe(const struct wc_backend *backend)
{
	(void)backend;
	return "a test's";
}

static unsigned int fake_threads(unsigned int cpus)
{
	(void)cpus;
	return 3;
}

static void fake_modes(const struct wc_backend *backend,
		       uint16_t modes[WARPCRYPT_CIPHER_COUNT])
{
	wc_backend_cpu.modes(backend, modes);
	modes[WARPCRYPT_CIPHER_SM4] = 0;
	modes[WARPCRYPT_CIPHER_EDWARDS25519] = 0;
}

static int fake_arena_add(struct wc_backend *backend,
			  const struct wc_mapping *arena, struct wc_error *err)
{
	return wc_backend_cpu.arena_add(backend, arena, err);
}

static void fake_arena_remove(struct wc_backend *backend)
{
	wc_backend_cpu.arena_remove(backend);
}

static int fake_worker_start(struct wc_backend *backend,
			     struct wc_worker **worker, struct wc_error *err)
{
	return wc_backend_cpu.worker_start(backend, worker, err);
}

static int fake_process(struct wc_worker *worker, const struct wc_view *frame)
{
	if (fake_engine_breaks)
		return wc_fail(&worker->error, -EIO, "told to");
	return wc_backend_cpu.process(worker, frame);
}

static void fake_worker_stop(struct wc_worker *worker)
{
	wc_backend_cpu.worker_stop(worker);
}

static void fake_close(struct wc_backend *backend)
{
	wc_backend_cpu.close(backend);
}

const struct wc_backend_ops wc_backend_cuda = {
	.name = "cuda",
	.shared_engine = true,
	.default_threads = fake_threads,
	.open = fake_open,
	.describe = fake_describe,
	.modes = fake_modes,
	.arena_add = fake_arena_add,
	.arena_remove = fake_arena_remove,
	.worker_start = fake_worker_start,
	.process = fake_process,
	.worker_stop = fake_worker_stop,
	.close = fake_close,
};
