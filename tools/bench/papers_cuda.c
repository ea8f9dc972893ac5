// SPDX-License-Identifier: GPL-2.0-only
/*
 * A GPU runs the papers' kernels: the driver API, loaded at run time as the helper
 * does, and images from files.
 */
#include "tools/bench/papers_device.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/cuda_api.h"
#include "helper/engine/symbols.h"
#include "tools/bench/util.h"

#define MODULES_MAX	64
/* Kernels with more dynamic shared memory than this must ask for it. */
#define SHARED_UNASKED	(48u << 10)

/* What the helper does not use. */
#define MORE_FUNCTIONS(F)						\
	F(cuModuleGetGlobal) F(cuTexObjectCreate) F(cuTexObjectDestroy)	\
	F(cuEventCreate) F(cuEventRecord) F(cuEventSynchronize)		\
	F(cuEventElapsedTime) F(cuMemHostGetDevicePointer)		\
	F(cuFuncGetAttribute)						\
	F(cuOccupancyMaxActiveBlocksPerMultiprocessor)

#define TEXT(name)	#name
#define NAME(name)	TEXT(name)
#define MEMBER(name)	__typeof__(name) *name;

static struct {
	MORE_FUNCTIONS(MEMBER)
} more;

static const struct wc_symbol symbols[] = {
#define SYMBOL(fn)	{ NAME(fn), offsetof(__typeof__(more), fn) },
	MORE_FUNCTIONS(SYMBOL)
};

static struct wc_cuda api;
static const char *images_at;
static struct {
	char name[64];
	CUmodule module;
} modules[MODULES_MAX];
static CUevent marks[PAPER_MARKS];

static void must(CUresult r, const char *what)
{
	if (r != CUDA_SUCCESS)
		die("CUDA: %s: %s", what, wc_cuda_text(&api, r));
}

#define MUST(fn, ...)	must(api.fn(__VA_ARGS__), #fn)
#define MUST_MORE(fn, ...) must(more.fn(__VA_ARGS__), #fn)

static void *read_file(const char *path)
{
	FILE *f = fopen(path, "re");
	char *data = NULL;
	long size;

	if (!f)
		die("cannot open %s: %s; `make papers` makes the images", path,
		    strerror(errno));
	size = fseek(f, 0, SEEK_END) ? 0 : ftell(f);
	if (size > 0) {
		rewind(f);
		data = malloc((size_t)size);
		if (data && fread(data, 1, (size_t)size, f) != (size_t)size)
			die("cannot read %s", path);
	}
	if (!data)
		die("cannot read %s", path);
	fclose(f);
	return data;
}

/* The image NAME.fatbin, loaded when it is first used. */
static CUmodule module_of(const char *name)
{
	char path[4096];
	void *image;
	int i;

	for (i = 0; i < MODULES_MAX && modules[i].name[0]; i++)
		if (!strcmp(modules[i].name, name))
			return modules[i].module;
	if (i == MODULES_MAX)
		die("too many images");
	snprintf(path, sizeof(path), "%s/%s.fatbin", images_at, name);
	image = read_file(path);
	must(api.cuModuleLoadData(&modules[i].module, image), path);
	free(image);
	snprintf(modules[i].name, sizeof(modules[i].name), "%s", name);
	return modules[i].module;
}

static paper_ptr gpu_alloc(size_t size)
{
	CUdeviceptr at;

	MUST(cuMemAlloc, &at, size);
	return at;
}

static void gpu_free(paper_ptr at)
{
	MUST(cuMemFree, at);
}

static void gpu_wait(void)
{
	MUST(cuStreamSynchronize, NULL);
}

static void gpu_upload(paper_ptr to, const void *from, size_t size)
{
	MUST(cuMemcpyHtoDAsync, to, from, size, NULL);
}

static void gpu_download(void *to, paper_ptr from, size_t size)
{
	MUST(cuMemcpyDtoHAsync, to, from, size, NULL);
	gpu_wait();
}

static void gpu_fill(paper_ptr to, uint8_t byte, size_t size)
{
	MUST(cuMemsetD8Async, to, byte, size, NULL);
}

/* A texture object over @size bytes at @at, whose elements have @words words. */
static uint64_t gpu_texture(paper_ptr at, size_t size, int words)
{
	CUDA_RESOURCE_DESC from = { .resType = CU_RESOURCE_TYPE_LINEAR };
	CUDA_TEXTURE_DESC how = { .flags = CU_TRSF_READ_AS_INTEGER };
	CUtexObject texture;

	from.res.linear.devPtr = at;
	from.res.linear.format = CU_AD_FORMAT_UNSIGNED_INT32;
	from.res.linear.numChannels = (unsigned int)words;
	from.res.linear.sizeInBytes = size;
	MUST_MORE(cuTexObjectCreate, &texture, &from, &how, NULL);
	return texture;
}

static void gpu_texture_free(uint64_t texture)
{
	MUST_MORE(cuTexObjectDestroy, texture);
}

static struct paper_kernel gpu_kernel(const char *module, const char *entry)
{
	struct paper_kernel k = { NULL, false, 0, 0 };
	CUfunction fn;

	must(api.cuModuleGetFunction(&fn, module_of(module), entry), entry);
	MUST_MORE(cuFuncGetAttribute, &k.registers,
		  CU_FUNC_ATTRIBUTE_NUM_REGS, fn);
	MUST_MORE(cuFuncGetAttribute, &k.local,
		  CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, fn);
	k.fn = fn;
	return k;
}

static void gpu_constant(const char *module, const char *name,
			 const void *data, size_t size)
{
	size_t room;
	CUdeviceptr at;

	must(more.cuModuleGetGlobal(&at, &room, module_of(module), name), name);
	if (size > room)
		die("%zu bytes for %s, which has %zu", size, name, room);
	gpu_upload(at, data, size);
	gpu_wait();
}

static void ask_for_shared(const struct paper_launch *l)
{
	if (l->shared > SHARED_UNASKED)
		MUST(cuFuncSetAttribute, l->kernel->fn,
		     CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
		     (int)l->shared);
}

/* Asynchronous: mark() before and after it, then marked_ms(). */
static void gpu_launch(const struct paper_launch *l)
{
	void *own[] = { (void *)(uintptr_t)l->job };
	uint32_t grid = l->grid;

	if (!grid)
		grid = (l->threads + l->block - 1) / l->block;
	ask_for_shared(l);
	MUST(cuLaunchKernel, l->kernel->fn, grid, 1, 1, l->block, 1, 1,
	     l->shared, NULL, l->args ? l->args : own, NULL);
}

/* How many blocks fit a multiprocessor beside each other. */
static int gpu_resident(const struct paper_launch *l)
{
	int blocks = 0;

	ask_for_shared(l);
	MUST_MORE(cuOccupancyMaxActiveBlocksPerMultiprocessor, &blocks,
		  l->kernel->fn, (int)l->block, l->shared);
	return blocks;
}

static void *gpu_host_alloc(enum paper_memory kind, size_t size)
{
	unsigned int flags = 0;
	void *at;

	if (kind == PAPER_MAPPED)
		flags = CU_MEMHOSTALLOC_DEVICEMAP |
			CU_MEMHOSTALLOC_WRITECOMBINED;
	MUST(cuMemHostAlloc, &at, size, flags);
	return at;
}

static void gpu_host_free(void *at)
{
	MUST(cuMemFreeHost, at);
}

/* Where the device finds mapped memory of the host. */
static paper_ptr gpu_host_address(void *at)
{
	CUdeviceptr device;

	MUST_MORE(cuMemHostGetDevicePointer, &device, at, 0);
	return device;
}

static void gpu_mark(int which)
{
	MUST_MORE(cuEventRecord, marks[which], NULL);
}

static double gpu_marked_ms(int from, int to)
{
	float ms;

	MUST_MORE(cuEventSynchronize, marks[to]);
	MUST_MORE(cuEventElapsedTime, &ms, marks[from], marks[to]);
	return ms;
}

static struct paper_device gpu = {
	.alloc = gpu_alloc,
	.free = gpu_free,
	.upload = gpu_upload,
	.download = gpu_download,
	.fill = gpu_fill,
	.texture = gpu_texture,
	.texture_free = gpu_texture_free,
	.kernel = gpu_kernel,
	.constant = gpu_constant,
	.launch = gpu_launch,
	.resident = gpu_resident,
	.host_alloc = gpu_host_alloc,
	.host_free = gpu_host_free,
	.host_address = gpu_host_address,
	.mark = gpu_mark,
	.marked_ms = gpu_marked_ms,
	.wait = gpu_wait,
};

/* The driver's version as its tools say it. */
static void driver_version(char *text, size_t size)
{
	FILE *f = fopen("/sys/module/nvidia/version", "re");
	int version = 0;

	if (f && fgets(text, (int)size, f)) {
		text[strcspn(text, "\n")] = '\0';
	} else {
		api.cuDriverGetVersion(&version);
		snprintf(text, size, "CUDA %d.%d", version / 1000,
			 version % 1000 / 10);
	}
	if (f)
		fclose(f);
}

static int attribute(CUdevice dev, CUdevice_attribute which)
{
	int value;

	MUST(cuDeviceGetAttribute, &value, which, dev);
	return value;
}

/* Units for doubles of a multiprocessor; 2 where there are few. */
static int fp64_units(CUdevice dev)
{
	int major = attribute(dev, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);

	if (attribute(dev, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR))
		return 2;
	return major == 9 || major == 10 ? 64 : 32;
}

/* Clocks are in kHz; memory moves data at both edges of its clock. */
static void device_size(CUdevice dev)
{
	gpu.sms = attribute(dev, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
	gpu.khz = attribute(dev, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
	gpu.fp64 = fp64_units(dev);
	gpu.gb_per_s = 2e3 *
		attribute(dev, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) *
		attribute(dev, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) /
		8 / 1e9;
}

/* Use the first GPU; @images is the folder with the images. */
void papers_open_cuda(const char *images)
{
	const char *missing;
	struct wc_error err;
	CUcontext ctx;
	CUdevice dev;
	int i;

	if (wc_cuda_load(&api, &err))
		die("%s; --cpu emulates a GPU", err.text);
	missing = wc_symbols_find(api.library, &more, symbols,
				  sizeof(symbols) / sizeof(symbols[0]));
	if (missing)
		die("this NVIDIA driver has no %s", missing);
	MUST(cuInit, 0);
	MUST(cuDeviceGet, &dev, 0);
	MUST(cuDeviceGetName, gpu.name, sizeof(gpu.name), dev);
	device_size(dev);
	/* Current for this thread from now on. */
	MUST(cuCtxCreate_v2, &ctx, 0, dev);
	for (i = 0; i < PAPER_MARKS; i++)
		MUST_MORE(cuEventCreate, &marks[i], CU_EVENT_DEFAULT);
	driver_version(gpu.driver, sizeof(gpu.driver));
	images_at = images;
	papers_dev = &gpu;
}
