// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/daemon/log.h"
#include "helper/daemon/privilege.h"

/*
 * With all capabilities: NVIDIA's driver makes its device nodes at first use. This
 * process is ours: a library must not change its program's environment.
 */
static void prepare_cuda(const struct wc_options *options)
{
	wc_caps_effective(true);
	/* Load all code into a GPU now, not at the first launch. */
	setenv("CUDA_MODULE_LOADING", "EAGER", 0);
	if (wc_gpus_is_slice(options->gpu))
		setenv("CUDA_VISIBLE_DEVICES", options->gpu, 0);
}

/* The GPUs that are wanted. */
static int list_gpus(const struct wc_engine_job *job, struct wc_gpu *gpus,
		     unsigned int *count, struct wc_error *err)
{
	int ret;

	prepare_cuda(job->options);
	ret = wc_gpus_list(gpus, count, err);
	if (!ret)
		ret = wc_gpus_choose(gpus, count, job->options->gpu,
				     job->strict, err);
	if (!ret && !*count)
		ret = wc_fail(err, -ENXIO,
			      "no GPU in this machine; use --backend=cpu");
	return ret;
}

/* Rates of the same kind of engine: a GPU of the same model. */
static const struct wc_rates *known_rates(const struct wc_opened *opened,
					  const struct wc_open_engine *e)
{
	const struct wc_backend_ops *ops = e->backend->ops;
	unsigned int i;

	for (i = 0; i + 1 < opened->engines.count; i++) {
		struct wc_backend *other = opened->engines.engine[i].backend;

		if (other->ops == ops && !strcmp(ops->describe(other),
						 ops->describe(e->backend)))
			return &opened->rates[i];
	}
	return NULL;
}

/* The rates of the engine that was opened last, measured if they are not known. */
static int get_rates(const struct wc_engine_job *job, struct wc_opened *opened,
		     unsigned int place, struct wc_error *err)
{
	const struct wc_options *o = job->options;
	unsigned int i = opened->engines.count - 1;
	const struct wc_open_engine *e = &opened->engines.engine[i];
	const struct wc_rates *known = known_rates(opened, e);
	struct wc_rates *rates = &opened->rates[i];
	unsigned int threads = o->threads ? o->threads :
			       wc_backend_threads(e->backend);
	int ret = 0;

	/* As many as will serve, at most: see wc_engines_divide(). */
	if (threads > o->geo.frame_count)
		threads = o->geo.frame_count;
	*rates = known ? *known : job->shared->engine[place].rates;
	/* What an earlier process has left may be anything. */
	if (rates->count > WC_RATE_KINDS_MAX)
		rates->count = 0;
	if (!rates->count && o->measure_ms) {
		ret = wc_rates_measure(rates, e->backend, threads,
				       o->measure_ms, err);
		wc_log(WC_LOG_DEBUG, "measured: %s, %u threads, %u rates",
		       e->name, threads, rates->count);
	}
	job->shared->engine[place].rates = *rates;
	return ret;
}

/* Note an engine that was opened, and measure it. */
static int note_open(const struct wc_engine_job *job, struct wc_opened *opened,
		     unsigned int place, struct wc_error *err)
{
	struct wc_shared_engine *to = &job->shared->engine[place];
	unsigned int i = opened->engines.count - 1;
	struct wc_backend *backend = opened->engines.engine[i].backend;
	int c, ret = get_rates(job, opened, place, err);

	if (ret) {
		opened->engines.count--;
		backend->ops->close(backend);
		return ret;
	}
	opened->place[i] = place;
	for (c = 0; c < WARPCRYPT_CIPHER_COUNT; c++)
		atomic_store(&to->modes[c], opened->engines.engine[i].modes[c]);
	atomic_store(&to->state, WC_ENGINE_OPEN);
	return 0;
}

static int open_gpu(const struct wc_engine_job *job, struct wc_opened *opened,
		    const struct wc_gpu *gpu, struct wc_error *err)
{
	char name[WARPCRYPT_ENGINE_NAME];
	int place, ret;

	if (!gpu->id[0])
		return wc_fail(err, -EAGAIN, "it does not answer");
	snprintf(name, sizeof(name), "cuda%u", gpu->number);
	place = wc_shared_place(job->shared, name, gpu->id);
	if (place < 0)
		return wc_fail(err, place,
			       "more GPUs than an attachment can have: give fewer --gpu");
	if (job->out >> place & 1)
		return wc_fail(err, -EAGAIN, "it failed before");
	atomic_store(&job->shared->engine[place].state, WC_ENGINE_OPENING);
	ret = wc_engines_add(&opened->engines, &wc_backend_cuda, gpu, err);
	if (!ret)
		ret = note_open(job, opened, (unsigned int)place, err);
	if (ret)
		atomic_store(&job->shared->engine[place].state,
			     WC_ENGINE_FAILED);
	return ret;
}

/*
 * All that can be opened. Fails if there is none, with the last one's reason. One
 * place is left for another engine.
 */
static int open_gpus(const struct wc_engine_job *job, struct wc_opened *opened,
		     struct wc_error *err)
{
	struct wc_gpu gpus[WC_GPUS_MAX];
	unsigned int most = WARPCRYPT_ENGINES_MAX - job->options->cpu, count, i;
	int ret = list_gpus(job, gpus, &count, err);

	if (ret)
		return ret;
	if (count > most) {
		wc_log(WC_LOG_WARNING,
		       "%u GPUs: only the first %u are used, --gpu chooses others",
		       count, most);
		count = most;
	}
	for (i = 0; i < count; i++) {
		ret = open_gpu(job, opened, &gpus[i], err);
		if (!ret)
			continue;
		atomic_store(&job->shared->missing, 1);
		wc_log(WC_LOG_NOTICE, "without cuda%u: %s", gpus[i].number,
		       err->text);
	}
	return opened->engines.count ? 0 : ret;
}

static int open_other(const struct wc_engine_job *job, struct wc_opened *opened,
		      const struct wc_backend_ops *ops, struct wc_error *err)
{
	int place = wc_shared_place(job->shared, ops->name, ops->name), ret;

	if (place < 0)
		return wc_fail(err, place, "no place for another engine");
	ret = wc_engines_add(&opened->engines, ops, NULL, err);
	return ret ? ret : note_open(job, opened, (unsigned int)place, err);
}

/* Returns 0, or a negative errno if nothing was opened or a name is wrong. */
static int open_all(const struct wc_engine_job *job, struct wc_opened *opened,
		    struct wc_error *err)
{
	const struct wc_options *o = job->options;
	/* Built without CUDA, "auto" means the CPUs. */
	bool cuda = o->cuda && !(o->cpu && !o->gpu &&
				 !wc_backend_is_built_in(&wc_backend_cuda));
	int ret = 0;

	if (cuda && job->no_gpus)
		atomic_store(&job->shared->missing, 1);
	if (cuda && !job->no_gpus) {
		ret = open_gpus(job, opened, err);
		if (ret == -ENOENT || ret == -EINVAL)
			return ret;
		if (ret && o->cpu) {
			atomic_store(&job->shared->missing, 1);
			wc_log(WC_LOG_NOTICE, "without a GPU: %s", err->text);
		}
	}
	if (o->cpu)
		ret = open_other(job, opened, &wc_backend_cpu, err);
	if (o->null)
		ret = open_other(job, opened, &wc_backend_null, err);
	return ret;
}

/**
 * wc_open_engines() - open what the command line asks for, as far as it answers
 * @job: the job
 * @opened: filled in
 * @err: why it failed
 *
 * Logs which GPUs do not answer, if other engines do.
 *
 * Return: WC_END_STOPPED (0), or how the process is to end
 */
enum wc_end wc_open_engines(const struct wc_engine_job *job,
			    struct wc_opened *opened, struct wc_error *err)
{
	int ret;

	memset(opened, 0, sizeof(*opened));
	ret = open_all(job, opened, err);
	if (!ret)
		return WC_END_STOPPED;
	wc_engines_close(&opened->engines);
	return ret == -ENOENT || ret == -EINVAL ? WC_END_OPTION : WC_END_ENGINE;
}

/* Is this GPU open in the process that serves? Then it answers. */
static bool is_open(const struct wc_shared *shared, const struct wc_gpu *gpu)
{
	int place = wc_shared_find(shared, gpu->id);

	return place >= 0 &&
	       atomic_load(&shared->engine[place].state) == WC_ENGINE_OPEN;
}

/* The one after that which was tried last, or the first one; NULL: all are open. */
static const struct wc_gpu *next_missing(const struct wc_shared *shared,
					 const struct wc_gpu *gpus,
					 unsigned int count)
{
	const struct wc_gpu *first = NULL, *next = NULL;
	bool passed = false;
	unsigned int i;

	for (i = 0; i < count; i++) {
		bool missing = gpus[i].id[0] && !is_open(shared, &gpus[i]);

		if (missing && !first)
			first = &gpus[i];
		if (missing && passed && !next)
			next = &gpus[i];
		passed |= !strcmp(gpus[i].id, shared->probed);
	}
	return next ? next : first;
}

/**
 * wc_open_missing() - open a GPU that is wanted and not open
 * @job: the job
 * @backend: the result
 * @err: why it failed
 *
 * Each time another one, whose UUID is in @probed of the shared memory.
 *
 * Return: 0 or a negative errno
 */
int wc_open_missing(const struct wc_engine_job *job,
		    struct wc_backend **backend, struct wc_error *err)
{
	struct wc_shared *shared = job->shared;
	struct wc_gpu gpus[WC_GPUS_MAX];
	const struct wc_gpu *gpu;
	unsigned int count;
	int ret = list_gpus(job, gpus, &count, err);

	if (ret)
		return ret;
	gpu = next_missing(shared, gpus, count);
	if (!gpu)
		return wc_fail(err, -EAGAIN, "none answers that is not open");
	memcpy(shared->probed, gpu->id, sizeof(shared->probed));
	return wc_backend_cuda.open(backend, gpu->number, err);
}
