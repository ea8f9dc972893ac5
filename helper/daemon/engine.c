// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/engine.h"

#include <stdlib.h>
#include <string.h>

#include "helper/daemon/log.h"
#include "helper/daemon/privilege.h"
#include "helper/daemon/session.h"
#include "helper/engine/backend.h"
#include "helper/engine/cuda_health.h"

/* With all capabilities: NVIDIA's driver makes its device nodes at first use. */
static int open_engine(const struct wc_engine_job *job,
		       struct wc_backend **backend, struct wc_error *err)
{
	struct wc_error instead;

	wc_caps_all();
	/*
	 * Load all code into the device now, not at the first launch. This
	 * process is ours; a library must not do that to its program.
	 */
	setenv("CUDA_MODULE_LOADING", "EAGER", 0);
	return wc_backend_open(job->backend, 0, backend, &instead, err);
}

/* So that an administrator can find out why a GPU failed. */
static void log_health(void)
{
	struct wc_error text;

	if (wc_cuda_health(&text))
		wc_log(WC_LOG_NOTICE, "%s", text.text);
}

/**
 * wc_engine_serve() - the engine's process
 * @arg: struct wc_engine_job
 *
 * Return: enum wc_end
 */
int wc_engine_serve(void *arg)
{
	const struct wc_engine_job *job = arg;
	struct wc_backend *backend;
	enum wc_end end;

	if (open_engine(job, &backend, &job->shared->reason))
		return WC_END_ENGINE;
	wc_log(WC_LOG_NOTICE, "backend %s: %s", backend->ops->name,
	       backend->ops->describe(backend));
	wc_lock_memory(backend->ops == &wc_backend_cuda);
	wc_caps_limit();
	end = wc_session_run(job->options, job->device, backend, job->shared,
			     job->news);
	atomic_store(&job->shared->phase, WC_PHASE_ENDING);
	if (end == WC_END_ENGINE && backend->ops == &wc_backend_cuda)
		log_health();
	backend->ops->close(backend);
	return (int)end;
}

/* A worker's start copies, launches every kernel once, and waits for them. */
static int try_worker(const struct wc_engine_job *job,
		      struct wc_backend *backend, struct wc_error *err)
{
	const struct wc_backend_ops *ops = backend->ops;
	struct wc_mapping arena;
	struct wc_worker *worker;
	int ret;

	ret = wc_mapping_alloc(&arena, &job->options->geo, err);
	if (ret)
		return ret;
	ret = ops->arena_add(backend, &arena, err);
	if (!ret) {
		ret = ops->worker_start(backend, &worker, err);
		if (!ret)
			ops->worker_stop(worker);
		ops->arena_remove(backend);
	}
	wc_mapping_free(&arena);
	return ret;
}

/**
 * wc_engine_probe() - does a GPU answer?
 * @arg: struct wc_engine_job
 *
 * Does all that serving begins with, but attaches to nothing, and so beside
 * another engine.
 *
 * Return: 0: it does; otherwise WC_END_ENGINE, and the log says why
 */
int wc_engine_probe(void *arg)
{
	const struct wc_engine_job *job = arg;
	struct wc_backend *backend;
	struct wc_error err;
	int ret;

	ret = open_engine(job, &backend, &err);
	if (!ret) {
		wc_caps_limit();
		wc_caps_drop();
		ret = try_worker(job, backend, &err);
		backend->ops->close(backend);
	}
	if (ret)
		wc_log(WC_LOG_DEBUG, "no GPU yet: %s", err.text);
	return ret ? WC_END_ENGINE : WC_END_STOPPED;
}
