// SPDX-License-Identifier: GPL-2.0-only
/*
 * A libnvidia-ml.so.1 for machines without a GPU, beside fake_cuda.c's: one GPU
 * with two uncorrected errors, or FAKE_NVML_ERRORS, and twenty ever. It does not
 * say what it consumes.
 */
#include <stdio.h>
#include <stdlib.h>

struct utilization {
	unsigned int gpu, memory;
};

struct memory {
	unsigned long long total, free, used;
};

int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlDeviceGetCount_v2(unsigned int *count);
int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void **device);
int nvmlDeviceGetName(void *device, char *name, unsigned int size);
int nvmlDeviceGetUUID(void *device, char *uuid, unsigned int size);
int nvmlDeviceGetUtilizationRates(void *device, struct utilization *u);
int nvmlDeviceGetTemperature(void *device, int sensor, unsigned int *celsius);
int nvmlDeviceGetPowerUsage(void *device, unsigned int *milliwatts);
int nvmlDeviceGetMemoryInfo(void *device, struct memory *memory);
int nvmlDeviceGetTotalEccErrors(void *device, int kind, int since,
				unsigned long long *number);

#define INVALID		2
#define NOT_SUPPORTED	3

static int gpu;

int nvmlInit_v2(void)
{
	return 0;
}

int nvmlShutdown(void)
{
	return 0;
}

int nvmlDeviceGetCount_v2(unsigned int *count)
{
	*count = 1;
	return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void **device)
{
	*device = &gpu;
	return index ? INVALID : 0;
}

int nvmlDeviceGetName(void *device, char *name, unsigned int size)
{
	snprintf(name, size, "Fake GPU");
	return device != &gpu;
}

int nvmlDeviceGetUUID(void *device, char *uuid, unsigned int size)
{
	snprintf(uuid, size, "GPU-fake");
	return device != &gpu;
}

int nvmlDeviceGetUtilizationRates(void *device, struct utilization *u)
{
	u->gpu = 37;
	u->memory = 5;
	return device != &gpu;
}

int nvmlDeviceGetTemperature(void *device, int sensor, unsigned int *celsius)
{
	*celsius = 61;
	return device != &gpu || sensor;
}

int nvmlDeviceGetPowerUsage(void *device, unsigned int *milliwatts)
{
	(void)device;
	(void)milliwatts;
	return NOT_SUPPORTED;
}

int nvmlDeviceGetMemoryInfo(void *device, struct memory *memory)
{
	memory->total = 8ull << 30;
	memory->used = 2ull << 30;
	memory->free = memory->total - memory->used;
	return device != &gpu;
}

int nvmlDeviceGetTotalEccErrors(void *device, int kind, int since,
				unsigned long long *number)
{
	const char *errors = getenv("FAKE_NVML_ERRORS");

	if (device != &gpu || kind != 1)
		return INVALID;
	if (since)
		*number = 20;
	else
		*number = errors ? strtoull(errors, NULL, 10) : 2;
	return 0;
}
