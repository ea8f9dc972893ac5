// SPDX-License-Identifier: GPL-2.0-only
#include "tools/ctl/gpu.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/symbols.h"
#include "tools/ctl/root.h"

#define LIBRARY		"libnvidia-ml.so.1"
#define VENDOR_NVIDIA	0x10de
/* The PCI classes of display controllers: with a screen, and without one. */
#define CLASS_DISPLAY	0x03

/* Of nvml.h, which few machines have. */
enum {
	NVML_TEMPERATURE_GPU = 0,
	NVML_UNCORRECTED = 1,
	NVML_SINCE_RELOAD = 0,
	NVML_EVER = 1,
};

struct nvml_utilization {
	unsigned int gpu, memory;
};

struct nvml_memory {
	unsigned long long total, free, used;
};

/* The library's functions; each returns 0 if it succeeded. */
struct nvml {
	int (*init)(void);
	int (*shutdown)(void);
	int (*count)(unsigned int *count);
	int (*device)(unsigned int index, void **device);
	int (*name)(void *device, char *name, unsigned int size);
	int (*uuid)(void *device, char *uuid, unsigned int size);
	int (*utilization)(void *device, struct nvml_utilization *u);
	int (*temperature)(void *device, int sensor, unsigned int *celsius);
	int (*power)(void *device, unsigned int *milliwatts);
	int (*memory)(void *device, struct nvml_memory *memory);
	int (*errors)(void *device, int kind, int since,
		      unsigned long long *number);
};

static const struct wc_symbol symbols[] = {
	{ "nvmlInit_v2", offsetof(struct nvml, init) },
	{ "nvmlShutdown", offsetof(struct nvml, shutdown) },
	{ "nvmlDeviceGetCount_v2", offsetof(struct nvml, count) },
	{ "nvmlDeviceGetHandleByIndex_v2", offsetof(struct nvml, device) },
	{ "nvmlDeviceGetName", offsetof(struct nvml, name) },
	{ "nvmlDeviceGetUUID", offsetof(struct nvml, uuid) },
	{ "nvmlDeviceGetUtilizationRates", offsetof(struct nvml, utilization) },
	{ "nvmlDeviceGetTemperature", offsetof(struct nvml, temperature) },
	{ "nvmlDeviceGetPowerUsage", offsetof(struct nvml, power) },
	{ "nvmlDeviceGetMemoryInfo", offsetof(struct nvml, memory) },
	{ "nvmlDeviceGetTotalEccErrors", offsetof(struct nvml, errors) },
};

/* What a GPU does not have, it does not tell: each question may fail. */
static void ask(const struct nvml *nvml, void *device, struct gpu *gpu)
{
	unsigned long long now = 0, ever = 0;
	struct nvml_utilization u;
	struct nvml_memory memory;
	unsigned int number;

	if (nvml->name(device, gpu->name, sizeof(gpu->name)))
		snprintf(gpu->name, sizeof(gpu->name), "unknown");
	if (nvml->uuid(device, gpu->uuid, sizeof(gpu->uuid)))
		*gpu->uuid = '\0';
	gpu->busy = nvml->utilization(device, &u) ? -1 : (int)u.gpu;
	gpu->celsius = nvml->temperature(device, NVML_TEMPERATURE_GPU,
					 &number) ? -1 : (int)number;
	gpu->watts = nvml->power(device, &number) ? -1 : number / 1000.0;
	if (!nvml->memory(device, &memory)) {
		gpu->memory_used = memory.used;
		gpu->memory_total = memory.total;
	}
	gpu->ecc_known =
		!nvml->errors(device, NVML_UNCORRECTED, NVML_SINCE_RELOAD, &now) &&
		!nvml->errors(device, NVML_UNCORRECTED, NVML_EVER, &ever);
	gpu->ecc_now = now;
	gpu->ecc_ever = ever;
}

static size_t ask_all(const struct nvml *nvml, struct gpu gpus[GPUS_MAX])
{
	unsigned int all = 0, i;
	size_t count = 0;
	void *device;

	if (nvml->count(&all))
		return 0;
	for (i = 0; i < all && count < GPUS_MAX; i++) {
		if (nvml->device(i, &device))
			continue;
		memset(&gpus[count], 0, sizeof(gpus[count]));
		gpus[count].index = i;
		ask(nvml, device, &gpus[count++]);
	}
	return count;
}

/*
 * Ask NVML for the GPUs. Returns how many there are; 0 if there is no NVML, or it does not
 * answer.
 */
size_t gpus_read(struct gpu gpus[GPUS_MAX])
{
	void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	struct nvml nvml;
	size_t count = 0;

	if (!library)
		return 0;
	if (!wc_symbols_find(library, &nvml, symbols, sizeof(symbols) / sizeof(symbols[0])) &&
	    !nvml.init()) {
		count = ask_all(&nvml, gpus);
		nvml.shutdown();
	}
	dlclose(library);
	return count;
}

/* How many NVIDIA GPUs are on the PCI bus, whether or not there is a driver for them. */
unsigned int gpus_in_machine(void)
{
	DIR *d = root_dir("/sys/bus/pci/devices");
	uint64_t vendor, class;
	struct dirent *e;
	unsigned int n = 0;

	while (d && (e = readdir(d))) {
		if (*e->d_name != '.' &&
		    !root_number(&vendor, "/sys/bus/pci/devices/%s/vendor",
				 e->d_name) && vendor == VENDOR_NVIDIA &&
		    !root_number(&class, "/sys/bus/pci/devices/%s/class",
				 e->d_name) && class >> 16 == CLASS_DISPLAY)
			n++;
	}
	if (d)
		closedir(d);
	return n;
}

/*
 * How many errors of GPUs are in the kernel's log, or a negative errno; @last: what follows
 * "NVRM: " in the last of them.
 */
int gpus_xid_errors(char *last, size_t size)
{
	char *text = root_text("/dev/kmsg"), *at = text, *line;
	int n = 0;

	*last = '\0';
	if (!text)
		return -errno;
	while ((line = strsep(&at, "\n"))) {
		line = strstr(line, "NVRM: Xid");
		if (!line)
			continue;
		snprintf(last, size, "%s", line + strlen("NVRM: "));
		n++;
	}
	free(text);
	return n;
}
