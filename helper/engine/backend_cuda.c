// SPDX-License-Identifier: GPL-2.0-only
/*
 * The engine that is a GPU, by the CUDA driver API: helper/engine/cuda_device.c has the
 * GPU and its kernels, helper/engine/cuda_worker.c does the frames.
 */
#include <errno.h>
#include <limits.h>
#include <linux/mempolicy.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "helper/engine/backend.h"
#include "helper/engine/batch.h"
#include "helper/engine/cuda_device.h"
#include "helper/engine/cuda_worker.h"

/*
 * Copying less than this takes a CPU no longer than to start the two transfers that
 * save it.
 */
#define DIRECT_MIN	8192u
#define NODES_MAX	1024

/* @frames: its frames, registered. */
struct cuda_backend {
	struct wc_backend base;
	struct wc_cuda_device dev;
	struct wc_cuda_frames frames;
};

static struct cuda_backend *to_cuda(struct wc_backend *backend)
{
	return (struct cuda_backend *)backend;
}

/*
 * One copies in, one computes, one copies out. In warpcryptd they also deliver the
 * results, which takes longer than the GPU: more do more, up to this many
 * (Documentation/benchmarks.rst).
 */
static unsigned int cuda_default_threads(unsigned int cpus)
{
	unsigned int half = cpus / 2;

	return half < 3 ? 3 : half < 8 ? half : 8;
}

static int cuda_open(struct wc_backend **backend, unsigned int gpu,
		     struct wc_error *err)
{
	struct cuda_backend *c = calloc(1, sizeof(*c));
	int ret;

	if (!c)
		return wc_fail(err, -ENOMEM, "out of memory");
	c->base.ops = &wc_backend_cuda;
	ret = wc_cuda_device_open(&c->dev, gpu, err);
	if (ret) {
		free(c);
		return ret;
	}
	*backend = &c->base;
	return 0;
}

static void cuda_close(struct wc_backend *backend)
{
	wc_cuda_device_close(&to_cuda(backend)->dev);
	free(backend);
}

static const char *cuda_describe(const struct wc_backend *backend)
{
	return ((const struct cuda_backend *)backend)->dev.about;
}

#define LONG_BITS	(CHAR_BIT * sizeof(unsigned long))

/*
 * Have memory on a node, as far as there is room: of the pages that reach beyond it, those
 * that begin within. Pages that are elsewhere are moved, unless they are pinned. Where the
 * kernel does not do it (it has no NUMA, or a seccomp filter) the memory is slower, and
 * nothing else. It is mbind(2), without libnuma for one call. A @node below 0: any.
 */
static void prefer_node(void *base, size_t len, int node)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t first = ((uintptr_t)base + page - 1) & ~(page - 1);
	unsigned long nodes[NODES_MAX / LONG_BITS] = { 0 };
	uintptr_t end = (uintptr_t)base + len;

	if (node < 0 || node >= NODES_MAX || first >= end)
		return;
	nodes[node / LONG_BITS] = 1ul << node % LONG_BITS;
	/* The call takes the bits of all but the last number that it is told. */
	syscall(SYS_mbind, first, end - first, MPOL_PREFERRED, nodes,
		(unsigned long)NODES_MAX + 1, MPOL_MF_MOVE);
}

/* In the context. The GPU can use them without copies, too. */
static CUresult register_frames(const struct wc_cuda *api,
				struct wc_cuda_frames *frames, size_t len)
{
	CUresult r = api->cuMemHostRegister(frames->host, len,
					    CU_MEMHOSTREGISTER_DEVICEMAP);

	if (r)
		return r;
	r = api->cuMemHostGetDevicePointer(&frames->device, frames->host, 0);
	if (r)
		api->cuMemHostUnregister(frames->host);
	return r;
}

/*
 * Its own frames and no others: another GPU registers its own, and memory that one
 * has registered for all is gone for all with the one. Keys are copied elsewhere.
 */
static int cuda_arena_add(struct wc_backend *backend,
			  const struct wc_mapping *arena, struct wc_part part,
			  struct wc_error *err)
{
	struct wc_cuda_device *dev = &to_cuda(backend)->dev;
	struct wc_cuda_frames *frames = &to_cuda(backend)->frames;
	size_t len = (size_t)part.count * arena->geo.frame_size;
	CUresult r;

	frames->host = wc_mapping_frame(arena, part.first);
	frames->len = len;
	/* Before they are pinned. */
	prefer_node(frames->host, len, dev->node);
	r = wc_cuda_enter(dev);
	if (!r) {
		r = register_frames(&dev->api, frames, len);
		wc_cuda_leave(dev);
	}
	if (r)
		return wc_cuda_fail(dev, r, -ENOMEM, "registering the arena",
				    err);
	backend->arena = arena;
	return 0;
}

static void cuda_arena_remove(struct wc_backend *backend)
{
	struct wc_cuda_device *dev = &to_cuda(backend)->dev;

	if (!wc_cuda_enter(dev)) {
		dev->api.cuMemHostUnregister(to_cuda(backend)->frames.host);
		wc_cuda_leave(dev);
	}
	backend->arena = NULL;
}

/* Memory that may only be read cannot be had by every machine's GPU. */
static int register_memory(struct wc_cuda_device *dev, void *base, size_t len,
			   bool read_only, struct wc_error *err)
{
	unsigned int flags = CU_MEMHOSTREGISTER_PORTABLE;
	int can = 1;
	CUresult r;

	if (read_only) {
		flags |= CU_MEMHOSTREGISTER_READ_ONLY;
		r = dev->api.cuDeviceGetAttribute(&can,
			CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED,
			dev->device);
		if (r || !can)
			return wc_fail(err, -EOPNOTSUPP,
				       "this GPU's driver registers no memory that is only read");
	}
	r = dev->api.cuMemHostRegister(base, len, flags);
	if (!r)
		return 0;
	return wc_cuda_fail(dev, r,
			    r == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED ?
			    -EEXIST : r == CUDA_ERROR_OUT_OF_MEMORY ? -ENOMEM :
			    -EFAULT, "registering memory", err);
}

static int cuda_memory_add(struct wc_backend *backend, void *base, size_t len,
			   bool read_only, struct wc_error *err)
{
	struct wc_cuda_device *dev = &to_cuda(backend)->dev;
	CUresult r = wc_cuda_enter(dev);
	int ret;

	if (r)
		return wc_cuda_fail(dev, r, -EIO, "entering the context", err);
	ret = wc_cuda_device_load_direct(dev, err);
	if (!ret && base)
		ret = register_memory(dev, base, len, read_only, err);
	wc_cuda_leave(dev);
	return ret;
}

/* Registered memory is for all GPUs of the process, but the kernels are not. */
static int cuda_memory_share(struct wc_backend *backend, struct wc_error *err)
{
	return cuda_memory_add(backend, NULL, 0, false, err);
}

static int cuda_memory_remove(struct wc_backend *backend, void *base,
			      struct wc_error *err)
{
	struct wc_cuda_device *dev = &to_cuda(backend)->dev;
	CUresult r = wc_cuda_enter(dev);

	if (!r) {
		r = dev->api.cuMemHostUnregister(base);
		wc_cuda_leave(dev);
	}
	return r ? wc_cuda_fail(dev, r, -EIO, "unregistering memory", err) : 0;
}

static int cuda_worker_start(struct wc_backend *backend,
			     struct wc_worker **worker, struct wc_error *err)
{
	struct cuda_backend *c = to_cuda(backend);

	return wc_cuda_worker_start(backend, &c->dev, &c->frames, worker, err);
}

const struct wc_backend_ops wc_backend_cuda = {
	.name = "cuda",
	.shared_engine = true,
	.direct_min = DIRECT_MIN,
	.direct_units = true,
	.default_threads = cuda_default_threads,
	.open = cuda_open,
	.describe = cuda_describe,
	.modes = wc_batch_modes,
	.arena_add = cuda_arena_add,
	.memory_add = cuda_memory_add,
	.memory_share = cuda_memory_share,
	.memory_remove = cuda_memory_remove,
	.arena_remove = cuda_arena_remove,
	.worker_start = cuda_worker_start,
	.process = wc_cuda_worker_process,
	.begin = wc_cuda_worker_begin,
	.finish = wc_cuda_worker_finish,
	.forget = wc_cuda_worker_forget,
	.worker_stop = wc_cuda_worker_stop,
	.close = cuda_close,
};
