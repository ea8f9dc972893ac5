// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "helper/engine/cuda_device.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* &wc_cuda_device.latency_threads: 64 KiB. */
#define LATENCY_THREADS_USUAL	128u
/* &wc_cuda_device.small */
#define SMALL_BYTES		65536
/* How often a thread asks before it sleeps. */
#define QUERIES			512
#define QUERIES_LONG		64
/* The shortest sleep, ns. */
#define SLEEP_NS		20000l
/* Kernels with more dynamic shared memory than this must request it. */
#define SHARED_UNASKED		(48u << 10)

/* helper/engine/kernels_image.S: the GPU's code. */
#define IMAGE(NAME, name, ...)	extern const unsigned char wc_image_##name[];
#define CTR_IMAGE(NAME, name, ...)	IMAGE(NAME, name##_ctr)
#define LATENCY_IMAGE(NAME, name)	IMAGE(NAME, name##_latency)
#define WIDE_IMAGES(NAME, name)		IMAGE(NAME, name##_wide) IMAGE(NAME, name##_wide_ctr)

WARPCRYPT_CIPHERS(IMAGE)
WARPCRYPT_CIPHERS(CTR_IMAGE)
WC_LATENCY_CIPHERS(LATENCY_IMAGE)
WC_TWO_FORMS(WIDE_IMAGES)
IMAGE(25519, 25519_units)
IMAGE(P256, p256)

#define IMAGE_OF(NAME, name, ...)	[WC_GPU_##NAME] = wc_image_##name,
#define CTR_IMAGE_OF(NAME, name, ...)	IMAGE_OF(NAME, name##_ctr)
#define LATENCY_IMAGE_OF(NAME, name)	IMAGE_OF(NAME, name##_latency)
#define WIDE_IMAGE_OF(NAME, name)	IMAGE_OF(NAME, name##_wide)
#define WIDE_CTR_IMAGE_OF(NAME, name)	IMAGE_OF(NAME, name##_wide_ctr)

/* Kernels that are loaded together. DIRECT: for payloads that are in no frame. */
enum set {
	FRAMES,
	DIRECT,
	LATENCY,
	SETS,
};

static const unsigned char *const images[SETS][WC_GPU_CIPHERS] = {
	[FRAMES] = {
		WARPCRYPT_CIPHERS(IMAGE_OF)
		IMAGE_OF(25519, 25519_units)
		IMAGE_OF(P256, p256)
	},
	[DIRECT] = { WARPCRYPT_CIPHERS(CTR_IMAGE_OF) },
	[LATENCY] = { WC_LATENCY_CIPHERS(LATENCY_IMAGE_OF) },
};

/* Where a GPU has the ciphers' other form. */
static const unsigned char *const wide_images[SETS][WC_GPU_CIPHERS] = {
	[FRAMES] = { WC_TWO_FORMS(WIDE_IMAGE_OF) },
	[DIRECT] = { WC_TWO_FORMS(WIDE_CTR_IMAGE_OF) },
};

/* Fill in an error of the driver. Returns @code. */
int wc_cuda_fail(const struct wc_cuda_device *dev, CUresult result, int code,
		 const char *what, struct wc_error *err)
{
	return wc_fail(err, code, "CUDA: %s: %s", what,
		       wc_cuda_text(&dev->api, result));
}

/*
 * Each cipher's form, by the GPU's shared memory. Tests have it be a smaller GPU's with
 * WARPCRYPT_GPU_SHARED=KiB in the environment.
 */
static void choose_forms(struct wc_cuda_device *dev)
{
	const char *text = secure_getenv("WARPCRYPT_GPU_SHARED");
	int limit = text ? atoi(text) << 10 : dev->shared, cipher;

	if (limit > 0 && limit < dev->shared)
		dev->shared = limit;
	for (cipher = 0; cipher < WC_GPU_CIPHERS; cipher++) {
		dev->row[cipher] = wc_kernels_of(cipher, (uint32_t)dev->shared);
		dev->latency_row[cipher] =
			wc_latency_kernels_of(cipher, (uint32_t)dev->shared);
	}
}

/*
 * The largest launch that a latency kernel does. Many threads would take all
 * multiprocessors from other frames; more than @most are impossible:
 * kernels/gpu/latency_entry.h. Measurements have another limit with
 * WARPCRYPT_GPU_LATENCY=THREADS, 0: no latency kernels.
 */
static void choose_latency(struct wc_cuda_device *dev)
{
	const char *text = secure_getenv("WARPCRYPT_GPU_LATENCY");
	uint32_t most = LATENCY_THREADS * (uint32_t)dev->sms;

	dev->latency_threads = text ? (uint32_t)strtoul(text, NULL, 10) :
				      LATENCY_THREADS_USUAL;
	if (dev->latency_threads > most)
		dev->latency_threads = most;
	if (!dev->latency_threads)
		memset(dev->latency_row, 0, sizeof(dev->latency_row));
}

/* Measurements and tests have another limit with WARPCRYPT_GPU_SMALL=BYTES. */
static void choose_small(struct wc_cuda_device *dev)
{
	const char *text = secure_getenv("WARPCRYPT_GPU_SMALL");

	dev->small = text ? (uint32_t)strtoul(text, NULL, 10) : SMALL_BYTES;
}

static bool is_wide(const struct wc_cuda_device *dev, int cipher)
{
	return dev->row[cipher] != wc_kernels[cipher];
}

static int find_device(struct wc_cuda_device *dev, unsigned int gpu,
		       struct wc_error *err)
{
	int count = 0;
	CUresult r;

	r = dev->api.cuInit(0);
	if (r == CUDA_SUCCESS)
		r = dev->api.cuDeviceGetCount(&count);
	if (r != CUDA_SUCCESS && r != CUDA_ERROR_NO_DEVICE)
		return wc_fail(err, -ENODEV,
			       "no usable GPU: %s; repair the NVIDIA driver or use the backend cpu",
			       wc_cuda_text(&dev->api, r));
	if (!count)
		return wc_fail(err, -ENODEV,
			       "no GPU in this machine; use the backend cpu");
	if (gpu >= (unsigned int)count)
		return wc_fail(err, -ENODEV,
			       "no GPU %u: this machine has %d, numbered from 0",
			       gpu, count);
	r = dev->api.cuDeviceGet(&dev->device, (int)gpu);
	if (r)
		return wc_cuda_fail(dev, r, -ENODEV, "finding the GPU", err);
	/* Drivers before 12.2 do not know it. */
	if (dev->api.cuDeviceGetAttribute(&dev->node,
					  CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID,
					  dev->device))
		dev->node = -1;
	r = dev->api.cuDeviceGetAttribute(&dev->shared,
		CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
		dev->device);
	if (!r)
		r = dev->api.cuDeviceGetAttribute(&dev->sms,
			CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, dev->device);
	if (r)
		return wc_cuda_fail(dev, r, -ENODEV, "asking the GPU", err);
	choose_forms(dev);
	choose_latency(dev);
	choose_small(dev);
	return 0;
}

#define NAME(NAME, name, ...)	[WC_GPU_##NAME] = #name,

static const char *const names[WC_GPU_CIPHERS] = {
	WARPCRYPT_CIPHERS(NAME)
};

/* What is slower than on larger GPUs, and why. */
static void describe_forms(struct wc_cuda_device *dev)
{
	size_t len = strlen(dev->about), size = sizeof(dev->about);
	const char *before = ", little shared memory: bitsliced";
	int cipher;

	for (cipher = 0; cipher < WC_GPU_CIPHERS; cipher++) {
		if (!is_wide(dev, cipher) || !names[cipher] || len >= size)
			continue;
		len += (size_t)snprintf(dev->about + len, size - len, "%s %s",
					before, names[cipher]);
		before = " and";
	}
}

static void describe(struct wc_cuda_device *dev)
{
	char name[64] = "GPU";
	int major = 0, minor = 0;

	dev->api.cuDeviceGetName(name, sizeof(name), dev->device);
	dev->api.cuDeviceGetAttribute(&major,
		CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, dev->device);
	dev->api.cuDeviceGetAttribute(&minor,
		CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, dev->device);
	snprintf(dev->about, sizeof(dev->about),
		 "%s, sm_%d%d, %d multiprocessors", name, major, minor,
		 dev->sms);
	describe_forms(dev);
}

/*
 * A context of our own, not the device's primary one: in libwarpcrypt that may be
 * the program's, with settings of the program's, and must survive an error here.
 */
static int make_context(struct wc_cuda_device *dev, struct wc_error *err)
{
	CUresult r = dev->api.cuCtxCreate_v2(&dev->ctx, CU_CTX_SCHED_SPIN,
					     dev->device);

	if (r)
		dev->ctx = NULL;
	return r ? wc_cuda_fail(dev, r, -EIO, "making a context", err) : 0;
}

/*
 * Make the device's context the calling thread's current one. If it succeeds,
 * wc_cuda_leave() follows in the same thread, and the thread has the context again that it
 * had before.
 */
CUresult wc_cuda_enter(const struct wc_cuda_device *dev)
{
	return dev->api.cuCtxPushCurrent(dev->ctx);
}

/*
 * Wait until a stream is empty. @soon: it will be within some tens of microseconds: do not
 * sleep at once. The thread asks, and then asks after sleeps of a quarter of the time that
 * it has slept. It does not sleep in the driver (CU_CTX_SCHED_BLOCKING_SYNC): streams had
 * less throughput.
 */
CUresult wc_cuda_wait(const struct wc_cuda_device *dev, CUstream stream,
		      bool soon)
{
	struct timespec t = { .tv_nsec = SLEEP_NS };
	unsigned int n = soon ? QUERIES : QUERIES_LONG;
	long slept = 0;
	CUresult r;

	for (;;) {
		r = dev->api.cuStreamQuery(stream);
		if (r != CUDA_ERROR_NOT_READY)
			return r;
		if (n && --n)
			continue;
		if (slept / 4 > t.tv_nsec && slept < SLEEP_NS * 1000)
			t.tv_nsec = slept / 4;
		nanosleep(&t, NULL);
		slept += t.tv_nsec;
	}
}

/* Undo wc_cuda_enter(). */
void wc_cuda_leave(const struct wc_cuda_device *dev)
{
	CUcontext ours;

	dev->api.cuCtxPopCurrent(&ours);
}

static int find_kernel(const struct wc_cuda_device *dev, CUmodule module,
		       const struct wc_kernel *kernel, CUfunction *fn,
		       struct wc_error *err)
{
	CUresult r;

	if (!kernel->name)
		return 0;
	r = dev->api.cuModuleGetFunction(fn, module, kernel->name);
	if (!r && kernel->shared > SHARED_UNASKED)
		r = dev->api.cuFuncSetAttribute(*fn,
			CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
			(int)kernel->shared);
	return r ? wc_cuda_fail(dev, r, -EIO, kernel->name, err) : 0;
}

static int load_image(const struct wc_cuda_device *dev, CUmodule *module,
		      const unsigned char *image, struct wc_error *err)
{
	CUresult r = dev->api.cuModuleLoadData(module, image);

	if (r == CUDA_ERROR_NO_BINARY_FOR_GPU)
		return wc_fail(err, -ENODEV,
			       "this program has no code for this GPU; build it with make GPU_ARCHS=all, or use the backend cpu");
	return r ? wc_cuda_fail(dev, r, -EIO, "loading the kernels", err) : 0;
}

/* In whose image the kernels of a row are. */
static enum wc_gpu_cipher image_owner(int cipher)
{
	return cipher == WC_GPU_SM4_GB ? WC_GPU_SM4 : cipher;
}

/* In the context. The modules stay until its end. */
static int load_kernels(struct wc_cuda_device *dev, enum set set,
			struct wc_error *err)
{
	CUmodule module[WC_GPU_CIPHERS] = { NULL };
	bool latency = set == LATENCY;
	int cipher, owner, kind, ret = 0;

	for (cipher = 0; cipher < WC_GPU_CIPHERS && !ret; cipher++) {
		const struct wc_kernel *row = latency ? dev->latency_row[cipher] :
							dev->row[cipher];
		CUfunction *fn = latency ? dev->latency[cipher] :
					   dev->kernel[cipher];
		const unsigned char *image;

		owner = image_owner(cipher);
		image = !latency && is_wide(dev, owner) ?
			wide_images[set][owner] : images[set][owner];
		/* Groups have none but for frames; not every GPU has latency kernels. */
		if (latency ? !row : !image)
			continue;
		if (owner == cipher)
			ret = load_image(dev, &module[owner], image, err);
		for (kind = 0; kind < WC_KERNELS && !ret; kind++)
			if (latency ||
			    wc_kernel_is_direct(cipher, kind) == (set == DIRECT))
				ret = find_kernel(dev, module[owner], &row[kind],
						  &fn[kind], err);
	}
	return ret;
}

/*
 * Load the kernels for payloads that are in no frame, in the device's context, before such
 * a frame is processed. No two threads may call it at a time. Returns 0, -ENODEV if there
 * is no code for this GPU, or -EIO.
 */
int wc_cuda_device_load_direct(struct wc_cuda_device *dev, struct wc_error *err)
{
	int ret = 0;

	if (!dev->has_direct)
		ret = load_kernels(dev, DIRECT, err);
	dev->has_direct = !ret;
	return ret;
}

/*
 * Load the driver library, open a GPU, load the kernels for frames. The calling thread's
 * current context is the same afterwards. Returns 0, -ENODEV if there is no GPU or no
 * driver, or -EIO.
 */
int wc_cuda_device_open(struct wc_cuda_device *dev, unsigned int gpu,
			struct wc_error *err)
{
	int ret;

	memset(dev, 0, sizeof(*dev));
	ret = wc_cuda_load(&dev->api, err);
	if (ret)
		return ret;
	ret = find_device(dev, gpu, err);
	if (!ret)
		ret = make_context(dev, err);
	if (!ret) {
		ret = load_kernels(dev, FRAMES, err);
		if (!ret)
			ret = load_kernels(dev, LATENCY, err);
		/* Making it has made it the current one. */
		wc_cuda_leave(dev);
	}
	if (ret) {
		wc_cuda_device_close(dev);
		return ret;
	}
	describe(dev);
	return 0;
}

/*
 * Close the GPU, open or partly open, and unload the driver library. All that is left on
 * the device is freed with the context, also after an error that has made the context
 * useless.
 */
void wc_cuda_device_close(struct wc_cuda_device *dev)
{
	if (dev->ctx)
		dev->api.cuCtxDestroy(dev->ctx);
	wc_cuda_unload(&dev->api);
}

/*
 * Does a latency kernel do a launch of so many threads? Where a thread has a job, latency kernels
 * are better for any number.
 */
bool wc_cuda_is_latency(const struct wc_cuda_device *dev,
			enum wc_gpu_cipher cipher, unsigned int kind,
			uint32_t threads)
{
	const struct wc_kernel *row = dev->latency_row[cipher];

	return row && row[kind].name && (row[kind].shape == WC_EACH ||
					 threads <= dev->latency_threads);
}

static CUresult launch(const struct wc_cuda_device *dev, CUstream stream,
		       const struct wc_kernel *kernel, CUfunction fn,
		       const struct wc_cuda_args *args)
{
	struct wc_latency_jobs by_value = { .job[0].len = 0 };
	struct wc_cuda_args a = *args;
	/* The driver ignores the last one for kernels that have no such parameter. */
	void *params[] = { &a.jobs, &a.count, &a.threads, &a.slots, &a.in,
			   &a.out, &by_value };
	uint32_t sms = (uint32_t)dev->sms;

	if (!kernel->name)
		return CUDA_SUCCESS;
	if (a.host_jobs && a.count <= WC_LATENCY_JOBS)
		memcpy(by_value.job, a.host_jobs,
		       a.count * sizeof(by_value.job[0]));
	return dev->api.cuLaunchKernel(fn,
				       wc_kernel_blocks(kernel, a.threads, sms),
				       1, 1,
				       wc_kernel_block(kernel, a.threads, sms),
				       1, 1,
				       kernel->shared, stream, params, NULL);
}

/*
 * Launch a kernel, by enum wc_kernel_kind or wc_group_kind; nothing if the cipher has
 * none. Where wc_cuda_is_latency(), it is the latency kernel, unless @args->throughput. If
 * @args->threads is 0, one block runs and does nothing.
 */
CUresult wc_cuda_launch(const struct wc_cuda_device *dev, CUstream stream,
			enum wc_gpu_cipher cipher, unsigned int kind,
			const struct wc_cuda_args *args)
{
	if (!args->throughput &&
	    wc_cuda_is_latency(dev, cipher, kind, args->threads))
		return launch(dev, stream, &dev->latency_row[cipher][kind],
			      dev->latency[cipher][kind], args);
	return launch(dev, stream, &dev->row[cipher][kind],
		      dev->kernel[cipher][kind], args);
}
