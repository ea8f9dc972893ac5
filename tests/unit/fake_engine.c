// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/fake_engine.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helper/engine/backend.h"
#include "helper/engine/gpus.h"
#include "helper/engine/scheduler.h"
#include "helper/lib/lib_ask.h"
#include "tests/unit/fork_child.h"

/* Payloads elsewhere are used there from this length on, as with a GPU. */
#define DIRECT_MIN	8192u

/* A worker of the CPU engine. */
struct fake_worker {
	struct wc_worker base;	/* what all have */
	struct wc_worker *cpu;	/* the worker */
	struct wc_view frame;	/* what finish() will do */
};

atomic_bool fake_engine_breaks;
uint8_t fake_engine_lacks = WARPCRYPT_CIPHER_EDWARDS25519;
atomic_uint fake_engine_broken;
atomic_uint fake_engine_hangs;
atomic_uint fake_engine_holds;
atomic_uint fake_engine_held;
atomic_uint fake_engine_faults;
atomic_uint fake_engine_looks;
atomic_bool fake_engine_look;
atomic_bool fake_engine_refuses;
atomic_uint fake_engine_memory;
atomic_uint fake_engine_waiting;
atomic_uint fake_engine_begun;
atomic_uint fake_engine_last;
_Atomic uint64_t fake_engine_runs;
_Atomic uint64_t fake_engine_direct;
_Atomic uint64_t fake_engine_frames;
_Atomic uint64_t fake_engine_by[FAKE_ENGINE_GPUS];
atomic_uint fake_engine_shares;
/* Threads that hang in a frame, of each GPU. */
static atomic_uint hanging[FAKE_ENGINE_GPUS];
pthread_mutex_t fake_engine_gate = PTHREAD_MUTEX_INITIALIZER;

/* Whose GPU is which: their addresses tell. What hangs stays. */
static struct fake_opened {
	struct wc_backend *_Atomic backend;	/* an open engine, or NULL */
	atomic_uint gpu;			/* the number of its GPU */
} opened[1024];

int wc_gpus_list(struct wc_gpu gpus[WC_GPUS_MAX], unsigned int *count,
		 struct wc_error *err)
{
	unsigned int i;

	(void)err;
	memset(gpus, 0, WC_GPUS_MAX * sizeof(*gpus));
	for (i = 0; i < FAKE_ENGINE_GPUS; i++) {
		gpus[i].number = i;
		snprintf(gpus[i].id, sizeof(gpus[i].id), "%s%u",
			 FAKE_ENGINE_UUID, i);
	}
	*count = FAKE_ENGINE_GPUS;
	return 0;
}

/* The place of @backend, or of none. Tests open engines one after the other. */
static struct fake_opened *find_opened(const struct wc_backend *backend)
{
	size_t i;

	for (i = 0; i < sizeof(opened) / sizeof(opened[0]); i++)
		if (opened[i].backend == backend)
			return &opened[i];
	abort();
}

static void hold(enum fake_call call)
{
	fake_engine_held++;
	while (fake_engine_holds & call)
		usleep(1000);
	fake_engine_held--;
}

static int fake_open(struct wc_backend **backend, unsigned int gpu,
		     struct wc_error *err)
{
	int ret = gpu >= FAKE_ENGINE_GPUS ?
		  wc_fail(err, -ENODEV, "no GPU %u", gpu) :
		  wc_backend_cpu.open(backend, 0, err);

	if (ret)
		return ret;
	hold(FAKE_OPEN);
	(*backend)->ops = &wc_backend_cuda;
	find_opened(NULL)->gpu = gpu;
	find_opened(NULL)->backend = *backend;
	return 0;
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

static void fake_modes(uint16_t modes[WARPCRYPT_CIPHER_COUNT])
{
	wc_backend_cpu.modes(modes);
	modes[WARPCRYPT_CIPHER_SM4] = 0;
	modes[fake_engine_lacks] = 0;
}

static int fake_arena_add(struct wc_backend *backend,
			  const struct wc_mapping *arena, struct wc_part part,
			  struct wc_error *err)
{
	return wc_backend_cpu.arena_add(backend, arena, part, err);
}

static void fake_arena_remove(struct wc_backend *backend)
{
	wc_backend_cpu.arena_remove(backend);
}

static int fake_memory_add(struct wc_backend *backend, void *base, size_t len,
			   bool read_only, struct wc_error *err)
{
	(void)backend;
	(void)base;
	(void)len;
	(void)read_only;
	hold(FAKE_ADD);
	if (fake_engine_refuses)
		return wc_fail(err, -EFAULT, "told to refuse memory");
	atomic_fetch_add(&fake_engine_memory, 1);
	return 0;
}

static int fake_memory_share(struct wc_backend *backend, struct wc_error *err)
{
	(void)backend;
	hold(FAKE_SHARE);
	fake_engine_shares++;
	return fake_engine_refuses ? wc_fail(err, -EFAULT, "told to") : 0;
}

static int fake_memory_remove(struct wc_backend *backend, void *base,
			      struct wc_error *err)
{
	(void)backend;
	(void)base;
	(void)err;
	hold(FAKE_REMOVE);
	atomic_fetch_sub(&fake_engine_memory, 1);
	return 0;
}

static int fake_worker_start(struct wc_backend *backend,
			     struct wc_worker **worker, struct wc_error *err)
{
	struct fake_worker *w = calloc(1, sizeof(*w));
	int ret;

	if (!w)
		return wc_fail(err, -ENOMEM, "out of memory");
	hold(FAKE_START);
	w->base.backend = backend;
	ret = wc_backend_cpu.worker_start(backend, &w->cpu, err);
	if (ret)
		free(w);
	else
		*worker = &w->base;
	return ret;
}

/* The GPU has failed, or hangs: then this comes back late, with an error. */
static bool is_faulty(const struct wc_worker *worker)
{
	unsigned int gpu = find_opened(worker->backend)->gpu, bit = 1u << gpu;
	bool hangs = fake_engine_hangs & bit;

	if (!hangs && !(fake_engine_broken & bit))
		return false;
	fake_engine_faults++;
	hanging[gpu]++;
	while (fake_engine_hangs & bit)
		usleep(1000);
	hanging[gpu]--;
	return true;
}

/* --- the library's clock, which a slow machine does not move */

bool __real_wc_stuck_look(struct wc_stuck *s, const struct wc_sched *sched, unsigned int most);
bool __real_lib_ask(const struct lib_pace *pace, void (*work)(void *data),
		    void (*late)(void *data), void *data);

/* Does a thread of the GPU hang, because a test has said so? */
static bool does_hang(const struct wc_backend *backend)
{
	return hanging[find_opened(backend)->gpu] ||
	       (fake_engine_held && fake_engine_holds & (FAKE_START | FAKE_FORGET | FAKE_STOP));
}

/* Of a GPU that does not hang, a look counts only while no thread of this process could run. */
bool __wrap_wc_stuck_look(struct wc_stuck *s, const struct wc_sched *sched, unsigned int most)
{
	if (!does_hang(sched->job.backend) &&
	    !atomic_exchange(&fake_engine_look, false) &&
	    (fake_engine_waiting || fork_threads().awake))
		return false;
	fake_engine_looks++;
	return __real_wc_stuck_look(s, sched, most);
}

/* What is not held comes back, however late. */
bool __wrap_lib_ask(const struct lib_pace *pace, void (*work)(void *data),
		    void (*late)(void *data), void *data)
{
	const struct lib_pace patient = { .period_ns = pace->period_ns, .looks = UINT_MAX };

	return __real_lib_ask(fake_engine_holds ? pace : &patient, work, late, data);
}

bool fake_engine_all_wait(unsigned int threads)
{
	int i;

	for (i = 0; fake_engine_waiting != threads && i < 1200000; i++)
		usleep(100);
	if (fake_engine_waiting == threads)
		return true;
	pthread_mutex_unlock(&fake_engine_gate);
	return false;
}

static int fake_process(struct wc_worker *worker, const struct wc_view *frame)
{
	struct fake_worker *w = (struct fake_worker *)worker;
	uint32_t i;

	fake_engine_last = find_opened(worker->backend)->gpu;
	fake_engine_waiting++;
	pthread_mutex_lock(&fake_engine_gate);
	pthread_mutex_unlock(&fake_engine_gate);
	fake_engine_waiting--;
	if (is_faulty(worker) || fake_engine_breaks)
		return wc_fail(&worker->error, -EIO, "told to");
	fake_engine_frames++;
	fake_engine_by[find_opened(worker->backend)->gpu]++;
	fake_engine_runs += frame->runs->count;
	for (i = 0; i < frame->runs->count; i++)
		fake_engine_direct += frame->runs->run[i].len;
	return wc_backend_cpu.process(w->cpu, frame);
}

static bool fake_begin(struct wc_worker *worker, const struct wc_view *frame)
{
	((struct fake_worker *)worker)->frame = *frame;
	fake_engine_begun++;
	return false;
}

static int fake_finish(struct wc_worker *worker)
{
	return fake_process(worker, &((struct fake_worker *)worker)->frame);
}

static int fake_forget(struct wc_worker *worker)
{
	hold(FAKE_FORGET);
	return wc_backend_cpu.forget(((struct fake_worker *)worker)->cpu);
}

static void fake_worker_stop(struct wc_worker *worker)
{
	hold(FAKE_STOP);
	wc_backend_cpu.worker_stop(((struct fake_worker *)worker)->cpu);
	free(worker);
}

static void fake_close(struct wc_backend *backend)
{
	hold(FAKE_CLOSE);
	find_opened(backend)->backend = NULL;
	wc_backend_cpu.close(backend);
}

const struct wc_backend_ops wc_backend_cuda = {
	.name = "cuda",
	.shared_engine = true,
	.direct_min = DIRECT_MIN,
	.default_threads = fake_threads,
	.open = fake_open,
	.describe = fake_describe,
	.modes = fake_modes,
	.arena_add = fake_arena_add,
	.memory_add = fake_memory_add,
	.memory_share = fake_memory_share,
	.memory_remove = fake_memory_remove,
	.arena_remove = fake_arena_remove,
	.worker_start = fake_worker_start,
	.process = fake_process,
	.begin = fake_begin,
	.finish = fake_finish,
	.forget = fake_forget,
	.worker_stop = fake_worker_stop,
	.close = fake_close,
};
