// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_parts.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "helper/lib/lib_error.h"

#define DEFAULT_SHARE		(1u << 20)
#define DEFAULT_SHARE_SHARED	(16u << 20)
/*
 * CPUs that stand by for a GPU. Each has a frame, which is as long as the GPU's, and there
 * is one more for short blocking calls.
 */
#define THREADS_SPARE_MAX	4u
#define DEFAULT_DEADLINE_MS	60000u
#define DEADLINE_MS_MAX		3600000u
/* How often to look whether a driver has answered: in a deadline, and in any case. */
#define LOOKS_LEAST		4
#define PERIOD_MOST_NS		1000000000ll
/* More do not copy faster than a GPU's connection. */
#define THREADS_SHARED_MAX	16u

_Static_assert(WARPCRYPT_FRAME_COUNT_MAX >=
	       WC_DEPTH_MAX * WC_THREADS_MAX + THREADS_SPARE_MAX + 1,
	       "an arena has as many frames as all threads can have");

static int choose_pace(struct lib_pace *pace, const char *name, unsigned int ms)
{
	int64_t ns;

	if (ms > DEADLINE_MS_MAX)
		return lib_fail(-EINVAL, "%s: %u: give 1 to %u", name, ms,
				DEADLINE_MS_MAX);
	ns = (ms ? ms : DEFAULT_DEADLINE_MS) * 1000000ll;
	pace->period_ns = ns / LOOKS_LEAST < PERIOD_MOST_NS ?
			  ns / LOOKS_LEAST : PERIOD_MOST_NS;
	pace->looks = (unsigned int)((ns + pace->period_ns - 1) /
				     pace->period_ns);
	return 0;
}

/* How long a driver may take, by the options. Returns 0 or -EINVAL. */
int lib_choose_paces(struct warpcrypt *w, const struct warpcrypt_options *o)
{
	int ret = choose_pace(&w->pace, "deadline_ms", o->deadline_ms);

	return ret ? ret : choose_pace(&w->open_pace, "open_ms", o->open_ms);
}

/* The GPUs that are named. */
static int open_gpus(struct wc_engines *set, const char *names,
		     struct wc_error *err)
{
	struct wc_gpu gpus[WC_GPUS_MAX];
	unsigned int count = 0, i;
	int ret = wc_gpus_check(names, err);

	if (!ret)
		ret = wc_gpus_list(gpus, &count, err);
	if (!ret)
		ret = wc_gpus_choose(gpus, &count, names, true, err);
	if (!ret && !count)
		ret = wc_fail(err, -ENODEV, "no GPU in this machine");
	for (i = 0; i < count && !ret; i++)
		ret = wc_engines_add(set, &wc_backend_cuda, &gpus[i], err);
	return ret == -ENOENT ? -ENODEV : ret;
}

/* One engine: the GPU with a number, or the CPUs, or with the CPUs to stand by. */
static int open_one(struct wc_engines *set, const char *name, unsigned int gpu,
		    struct wc_error *err)
{
	const struct wc_gpu one = { .number = gpu };
	int ret = -ENODEV;

	if (strcmp(name, "cpu"))
		ret = wc_engines_add(set, &wc_backend_cuda, &one, err);
	if (!strcmp(name, "cpu") ||
	    (!strcmp(name, "auto") && (!ret || ret == -ENODEV) && !gpu))
		ret = wc_engines_add(set, &wc_backend_cpu, NULL, err);
	return ret;
}

/*
 * Open the engines that the options mean. Returns 0, or a negative errno, and no engine is
 * open.
 */
int lib_choose_engines(struct wc_engines *set,
		       const struct warpcrypt_options *o)
{
	const char *name = o->backend ? o->backend : "auto";
	struct wc_error err = { "" };
	int ret;

	if (strcmp(name, "auto") && strcmp(name, "cuda") && strcmp(name, "cpu"))
		return lib_fail(-EINVAL,
				"backend: '%s': give auto, cuda or cpu", name);
	if (o->gpu && !strcmp(name, "cpu"))
		return lib_fail(-EINVAL,
				"gpu: %u: give it with auto or cuda, not with cpu",
				o->gpu);
	if (o->gpus && (o->gpu || !strcmp(name, "cpu")))
		return lib_fail(-EINVAL,
				"gpus: '%s': give it without gpu, and with auto or cuda",
				o->gpus);
	memset(set, 0, sizeof(*set));
	ret = o->gpus ? open_gpus(set, o->gpus, &err) :
			open_one(set, name, o->gpu, &err);
	if (!ret)
		return 0;
	wc_engines_close(set);
	return lib_fail(ret, "%s%s", o->gpus ? "gpus: " : "", err.text);
}

static unsigned int smaller(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

/* How many engines do not stand by. */
static unsigned int count_first(const struct wc_engines *set)
{
	unsigned int i, n = 0;

	for (i = 0; i < set->count; i++)
		n += !lib_is_spare(set, i);
	return n;
}

/*
 * With a GPU the threads copy, so a few for each direction are not enough if there
 * are CPUs for more.
 */
static unsigned int default_threads(const struct wc_engines *set)
{
	const struct wc_backend *first = set->engine[0].backend;
	unsigned int n = wc_backend_threads(first);
	unsigned int count = count_first(set);
	unsigned int cpus = wc_backend_cpus() / count;

	if (first->ops->shared_engine && cpus > n)
		n = cpus < THREADS_SHARED_MAX ? cpus : THREADS_SHARED_MAX;
	n *= count;
	return n < WC_THREADS_MAX ? n : WC_THREADS_MAX;
}

static int choose_threads(struct warpcrypt *w, const struct warpcrypt_options *o)
{
	struct wc_engines *set = &w->engines;
	unsigned int count = count_first(set);
	unsigned int n = o->threads ? o->threads : default_threads(set);
	uint32_t first = 0;
	unsigned int i;

	if (n > WC_THREADS_MAX)
		return lib_fail(-EINVAL, "threads: %u: give 1 to %u", n,
				WC_THREADS_MAX);
	if (n < count)
		return lib_fail(-EINVAL, "threads: %u: give %u GPUs one each", n,
				count);
	w->threads = n;
	w->spare_threads = 0;
	for (i = 0; i < set->count; i++) {
		struct wc_open_engine *e = &set->engine[i];

		e->threads = n / count + (i < n % count);
		e->frames = e->threads * w->depth;
		if (lib_is_spare(set, i)) {
			e->threads = smaller(wc_backend_threads(e->backend),
					     THREADS_SPARE_MAX);
			e->frames = e->threads;
			w->spare_threads = e->threads;
		}
		e->queues = 1;
		e->first_frame = first;
		first += e->frames;
	}
	return 0;
}

/**
 * lib_choose_sizes() - the threads and frames of each engine, the arena
 * @w: its engines are open, and @w->depth is known; threads and frames are filled in
 * @geo: filled in
 * @o: the options
 *
 * Return: 0 or -EINVAL
 */
int lib_choose_sizes(struct warpcrypt *w, struct wc_geometry *geo,
		     const struct warpcrypt_options *o)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t size = lib_ops(w)->shared_engine ? DEFAULT_SHARE_SHARED :
						  DEFAULT_SHARE;
	unsigned int frames;
	int ret = choose_threads(w, o);

	if (ret)
		return ret;
	if (o->keys > WARPCRYPT_KEY_SLOTS_MAX)
		return lib_fail(-EINVAL, "keys: %u: give 1 to %u", o->keys,
				WARPCRYPT_KEY_SLOTS_MAX);
	frames = w->threads * w->depth;
	size = size / w->depth / page * page;
	if (o->memory)
		size = o->memory / frames / page * page;
	if (size < WARPCRYPT_FRAME_SIZE_MIN || size > WARPCRYPT_FRAME_SIZE_MAX)
		return lib_fail(-EINVAL,
				"memory: %zu: give %u threads %zu KiB to %zu MiB",
				o->memory, w->threads, (size_t)frames *
				(WARPCRYPT_FRAME_SIZE_MIN >> 10),
				(size_t)frames *
				(WARPCRYPT_FRAME_SIZE_MAX >> 20));
	geo->frame_size = (uint32_t)size;
	frames += w->spare_threads + lib_lone_count(w);
	geo->frame_count = frames < WARPCRYPT_FRAME_COUNT_MIN ?
			   WARPCRYPT_FRAME_COUNT_MIN : frames;
	geo->key_slots = o->keys;
	if (geo->key_slots < WARPCRYPT_KEY_SLOTS_MIN)
		geo->key_slots = WARPCRYPT_KEY_SLOTS_MIN;
	return 0;
}
