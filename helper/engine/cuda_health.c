// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/cuda_health.h"

#include <dlfcn.h>
#include <stddef.h>

#include "helper/engine/symbols.h"

#define LIBRARY		"libnvidia-ml.so.1"

/* Of nvml.h, which not every machine that has nvcc has. */
enum {
	NVML_UNCORRECTED = 1,
	NVML_SINCE_RELOAD = 0,
	NVML_EVER = 1,
};

/*
 * The library's functions; each returns 0 if it succeeded. @errors: device, kind, since
 * when.
 */
struct nvml {
	int (*init)(void);
	int (*shutdown)(void);
	int (*device)(const char *uuid, void **device);
	int (*errors)(void *device, int kind, int since,
		      unsigned long long *number);
};

static const struct wc_symbol symbols[] = {
	{ "nvmlInit_v2", offsetof(struct nvml, init) },
	{ "nvmlShutdown", offsetof(struct nvml, shutdown) },
	{ "nvmlDeviceGetHandleByUUID", offsetof(struct nvml, device) },
	{ "nvmlDeviceGetTotalEccErrors", offsetof(struct nvml, errors) },
};

static bool ask(const struct nvml *nvml, const char *id, struct wc_error *text)
{
	unsigned long long now = 0, ever = 0;
	void *device;

	if (nvml->device(id, &device) ||
	    nvml->errors(device, NVML_UNCORRECTED, NVML_SINCE_RELOAD, &now) ||
	    nvml->errors(device, NVML_UNCORRECTED, NVML_EVER, &ever))
		return false;
	wc_fail(text, 0,
		"%s counts %llu uncorrected ECC errors since its driver was loaded, %llu ever; the kernel log has its Xid errors",
		id, now, ever);
	return true;
}

/*
 * A line for the log: the error counts of a GPU, by its UUID. False: the library is not
 * there, or does not answer. Does not return while the driver hangs. Allocates.
 */
bool wc_cuda_health(const char *id, struct wc_error *text)
{
	void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	struct nvml nvml;
	bool known = false;

	if (!library)
		return false;
	if (!wc_symbols_find(library, &nvml, symbols, sizeof(symbols) / sizeof(symbols[0])) &&
	    !nvml.init()) {
		known = ask(&nvml, id, text);
		nvml.shutdown();
	}
	dlclose(library);
	return known;
}
