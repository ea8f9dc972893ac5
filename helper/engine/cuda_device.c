// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "helper/engine/cuda_device.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* With fewer CPUs than this a wait sleeps and does not spin. */
#define CPUS_TO_SPIN		4
/* Kernels with more dynamic shared memory than this must request it. */
#define SHARED_UNASKED		(48u << 10)

/* helper/engine/kernels_image.S: the GPU's code. */
#define IMAGE(NAME, name, ...)	extern const unsigned char wc_image_##name[];
#define CTR_IMAGE(NAME, name, ...)	IMAGE(NAME, name##_ctr)
#define WIDE_IMAGES(NAME, name)		IMAGE(NAME, name##_wide) IMAGE(NAME, name##_wide_ctr)

WARPCRYPT_CIPHERS(IMAGE)
WARPCRYPT_CIPHERS(CTR_IMAGE)
WC_TWO_FORMS(WIDE_IMAGES)
IMAGE(25519, 25519_units)
IMAGE(25519, 25519_pack)
IMAGE(P256, p256)

#define IMAGE_OF(NAME, name, ...)	[WC_GPU_##NAME] = wc_image_##name,

static const unsigned char *const images[WC_GPU_CIPHERS] = {
	WARPCRYPT_CIPHERS(IMAGE_OF)
	IMAGE_OF(25519, 25519_units)
	IMAGE_OF(P256, p256)
};

#define CTR_IMAGE_OF(NAME, name, ...)	IMAGE_OF(NAME, name##_ctr)

static const unsigned char *const direct_images[WC_GPU_CIPHERS] = {
	WARPCRYPT_CIPHERS(CTR_IMAGE_OF)
	IMAGE_OF(25519, 25519_pack)
};

#define WIDE_IMAGE_OF(NAME, name)	IMAGE_OF(NAME, name##_wide)
#define WIDE_CTR_IMAGE_OF(NAME, name)	IMAGE_OF(NAME, name##_wide_ctr)

/* Where a GPU has the ciphers' other form: @wide_images and @wide_direct_images. */
static const unsigned char *const wide_images[WC_GPU_CIPHERS] = {
	WC_TWO_FORMS(WIDE_IMAGE_OF)
};

static const unsigned char *const wide_direct_images[WC_GPU_CIPHERS] = {
	WC_TWO_FORMS(WIDE_CTR_IMAGE_OF)
};

/**
 * wc_cuda_fail() - fill in an error of the driver
 * @dev: the device
 * @result: what the driver returned
 * @code: a negative errno
 * @what: the action that failed
 * @err: filled in
 *
 * Return: @code
 */
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
	for (cipher = 0; cipher < WC_GPU_CIPHERS; cipher++)
		dev->row[cipher] = wc_kernels_of(cipher, (uint32_t)dev->shared);
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
			       "no usable GPU: %s; repair the NVIDIA driver or use --backend=cpu",
			       wc_cuda_text(&dev->api, r));
	if (!count)
		return wc_fail(err, -ENODEV,
			       "no GPU in this machine; use --backend=cpu");
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
	if (r)
		return wc_cuda_fail(dev, r, -ENODEV, "asking the GPU", err);
	choose_forms(dev);
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
		if (!is_wide(dev, cipher) || len >= size)
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
	dev->api.cuDeviceGetAttribute(&dev->sms,
		CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, dev->device);
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
	unsigned int flags = CU_CTX_SCHED_BLOCKING_SYNC;
	CUresult r;

	if (sysconf(_SC_NPROCESSORS_ONLN) >= CPUS_TO_SPIN)
		flags = CU_CTX_SCHED_SPIN;
	r = dev->api.cuCtxCreate_v2(&dev->ctx, flags, dev->device);
	if (r)
		dev->ctx = NULL;
	return r ? wc_cuda_fail(dev, r, -EIO, "making a context", err) : 0;
}

/**
 * wc_cuda_enter() - make the device's context the calling thread's current one
 * @dev: open
 *
 * If it succeeds, wc_cuda_leave() follows in the same thread, and the thread has
 * the context again that it had before.
 *
 * Return: what the driver returned
 */
CUresult wc_cuda_enter(const struct wc_cuda_device *dev)
{
	return dev->api.cuCtxPushCurrent(dev->ctx);
}

/**
 * wc_cuda_leave() - undo wc_cuda_enter()
 * @dev: open
 */
void wc_cuda_leave(const struct wc_cuda_device *dev)
{
	CUcontext ours;

	dev->api.cuCtxPopCurrent(&ours);
}

static int find_kernel(struct wc_cuda_device *dev, CUmodule module, int cipher,
		       int kind, struct wc_error *err)
{
	const struct wc_kernel *kernel = &dev->row[cipher][kind];
	CUfunction *fn = &dev->kernel[cipher][kind];
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

static const unsigned char *image_of(const struct wc_cuda_device *dev,
				     int cipher, bool direct)
{
	if (is_wide(dev, cipher))
		return direct ? wide_direct_images[cipher] : wide_images[cipher];
	return direct ? direct_images[cipher] : images[cipher];
}

/* The kernels for frames, or those for other payloads. In the context. */
static int load_kernels(struct wc_cuda_device *dev, CUmodule *modules,
			bool direct, struct wc_error *err)
{
	const unsigned char *image;
	int cipher, kind, ret = 0;
	CUresult r;

	for (cipher = 0; cipher < WC_GPU_CIPHERS; cipher++) {
		image = image_of(dev, cipher, direct);
		/* P-256 has none but for frames. */
		if (!image)
			continue;
		r = dev->api.cuModuleLoadData(&modules[cipher], image);
		if (r == CUDA_ERROR_NO_BINARY_FOR_GPU)
			return wc_fail(err, -ENODEV,
				       "this program has no code for this GPU; build it with make GPU_ARCHS=all, or use --backend=cpu");
		if (r)
			return wc_cuda_fail(dev, r, -EIO, "loading the kernels",
					    err);
		for (kind = 0; kind < WC_KERNELS && !ret; kind++)
			if (wc_kernel_is_direct(cipher, kind) == direct)
				ret = find_kernel(dev, modules[cipher], cipher,
						  kind, err);
	}
	return ret;
}

/**
 * wc_cuda_device_load_direct() - load the kernels for payloads that are in no frame
 * @dev: open, and its context is the current one
 * @err: why it failed
 *
 * No two threads may call it at a time. No frame with such payloads may be processed
 * before.
 *
 * Return: 0, -ENODEV if there is no code for this GPU, or -EIO
 */
int wc_cuda_device_load_direct(struct wc_cuda_device *dev, struct wc_error *err)
{
	int ret = 0;

	if (!dev->has_direct)
		ret = load_kernels(dev, dev->direct, true, err);
	dev->has_direct = !ret;
	return ret;
}

/**
 * wc_cuda_device_open() - load the driver library, open a GPU, load the kernels for
 * frames
 * @dev: filled in
 * @gpu: its number, from 0
 * @err: why it failed
 *
 * The calling thread's current context is the same afterwards.
 *
 * Return: 0, -ENODEV if there is no GPU or no driver, or -EIO
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
		ret = load_kernels(dev, dev->module, false, err);
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

/**
 * wc_cuda_device_close() - close the GPU and unload the driver library
 * @dev: open, or partly open; not in use
 *
 * All that is left of it on the device is freed with the context, also after an
 * error that has made the context useless.
 */
void wc_cuda_device_close(struct wc_cuda_device *dev)
{
	if (dev->ctx)
		dev->api.cuCtxDestroy(dev->ctx);
	wc_cuda_unload(&dev->api);
}

/**
 * wc_cuda_launch() - launch a kernel
 * @dev: the device
 * @stream: the stream
 * @cipher: the cipher
 * @kind: which of its kernels: enum wc_kernel_kind or wc_group_kind. If the
 *	cipher has no such kernel, nothing is launched
 * @args: the arguments; if @args->threads is 0, one block runs and does nothing
 *
 * Return: what the driver returned
 */
CUresult wc_cuda_launch(const struct wc_cuda_device *dev, CUstream stream,
			enum wc_gpu_cipher cipher, unsigned int kind,
			const struct wc_cuda_args *args)
{
	const struct wc_kernel *kernel = &dev->row[cipher][kind];
	struct wc_cuda_args a = *args;
	void *params[] = { &a.jobs, &a.count, &a.threads, &a.slots, &a.in,
			   &a.out };
	uint32_t blocks;

	if (!kernel->name)
		return CUDA_SUCCESS;
	blocks = wc_kernel_blocks(kernel, a.threads, (uint32_t)dev->sms);
	return dev->api.cuLaunchKernel(dev->kernel[cipher][kind],
				       blocks, 1, 1, kernel->block, 1, 1,
				       kernel->shared, stream, params, NULL);
}
