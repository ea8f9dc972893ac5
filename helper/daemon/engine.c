// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/engine.h"

#include "helper/daemon/log.h"
#include "helper/daemon/privilege.h"
#include "helper/engine/cuda_health.h"

static bool is_gpu(const struct wc_open_engine *e)
{
	return e->backend->ops == &wc_backend_cuda;
}

static bool has_gpu(const struct wc_engines *engines)
{
	unsigned int i;

	for (i = 0; i < engines->count; i++)
		if (is_gpu(&engines->engine[i]))
			return true;
	return false;
}

/* So that an administrator can find out why a GPU failed. */
static void log_health(const struct wc_engine_job *job,
		       const struct wc_opened *opened)
{
	struct wc_error text;
	unsigned int i;

	for (i = 0; i < opened->engines.count; i++) {
		const struct wc_open_engine *e = &opened->engines.engine[i];
		uint32_t state = atomic_load(&job->shared->engine[opened->place[i]].state);

		if (is_gpu(e) && state == WC_ENGINE_FAILED &&
		    wc_cuda_health(e->id, &text))
			wc_log(WC_LOG_NOTICE, "%s", text.text);
	}
}

static void log_engines(const struct wc_engines *engines)
{
	unsigned int i;

	for (i = 0; i < engines->count; i++) {
		const struct wc_open_engine *e = &engines->engine[i];
		bool gpu = is_gpu(e);

		wc_log(WC_LOG_NOTICE, "backend %s: %s%s%s", e->name,
		       e->backend->ops->describe(e->backend), gpu ? ", " : "",
		       gpu ? e->id : "");
	}
}

/* The engines' process; @arg is a struct wc_engine_job. Returns enum wc_end. */
int wc_engine_serve(void *arg)
{
	const struct wc_engine_job *job = arg;
	struct wc_opened opened;
	enum wc_end end;

	end = wc_open_engines(job, &opened, &job->shared->reason);
	if (end)
		return (int)end;
	log_engines(&opened.engines);
	wc_lock_memory(has_gpu(&opened.engines));
	wc_caps_limit();
	end = wc_session_run(job->options, job->device, &opened, job->shared,
			     job->news);
	atomic_store(&job->shared->phase, WC_PHASE_ENDING);
	log_health(job, &opened);
	wc_engines_close(&opened.engines);
	return (int)end;
}

/* A worker's start copies, launches every kernel once, and waits for them. */
static int try_worker(const struct wc_geometry *geo, struct wc_backend *backend,
		      struct wc_error *err)
{
	const struct wc_part all = { 0, geo->frame_count };
	const struct wc_backend_ops *ops = backend->ops;
	struct wc_mapping arena;
	struct wc_worker *worker;
	int ret;

	ret = wc_mapping_alloc(&arena, geo, err);
	if (ret)
		return ret;
	ret = ops->arena_add(backend, &arena, all, err);
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
 * Tries one of those that are wanted and not open, each time the next one, and
 * leaves its UUID in @probed. Does all that serving begins with, but attaches to
 * nothing, and so beside other engines.
 *
 * Return: 0: it does; otherwise WC_END_ENGINE, and the log says why
 */
int wc_engine_probe(void *arg)
{
	const struct wc_engine_job *job = arg;
	struct wc_backend *backend;
	struct wc_error err;
	int ret;

	ret = wc_open_missing(job, &backend, &err);
	if (!ret) {
		wc_caps_limit();
		wc_caps_drop();
		ret = try_worker(&job->options->geo, backend, &err);
		backend->ops->close(backend);
	}
	if (ret)
		wc_log(WC_LOG_DEBUG, "no GPU yet: %s", err.text);
	return ret ? WC_END_ENGINE : WC_END_STOPPED;
}
