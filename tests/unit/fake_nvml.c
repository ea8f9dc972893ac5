// SPDX-License-Identifier: GPL-2.0-only
/*
 * A libnvidia-ml.so.1 for machines without a GPU, beside fake_cuda.c's: the
 * first GPU has two uncorrected errors, or FAKE_NVML_ERRORS, and twenty ever;
 * each further GPU one more. It does not say what they consume. It lists the
 * first alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/fake_cuda.h"

struct utilization {
	unsigned int gpu, memory;
};

struct memory {
	unsigned long long total, free, used;
};

#define INVALID		2
#define NOT_SUPPORTED	3

/* Of each of fake_cuda.c's GPUs. */
static int gpus[FAKE_CUDA_GPUS];

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
	*device = &gpus[0];
	return index ? INVALID : 0;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, void **device)
{
	char id[sizeof(FAKE_CUDA_UUID) + 1] = FAKE_CUDA_UUID "0";
	unsigned int i;

	for (i = 0; i < FAKE_CUDA_GPUS; i++) {
		id[sizeof(id) - 2] = (char)('0' + i);
		*device = &gpus[i];
		if (!strcmp(uuid, id))
			return 0;
	}
	return INVALID;
}

/* Which GPU; FAKE_CUDA_GPUS: none. */
static unsigned int number_of(const void *device)
{
	unsigned int i;

	for (i = 0; i < FAKE_CUDA_GPUS && device != &gpus[i]; i++)
		;
	return i;
}

static int invalid(const void *device)
{
	return number_of(device) == FAKE_CUDA_GPUS ? INVALID : 0;
}

int nvmlDeviceGetName(void *device, char *name, unsigned int size)
{
	snprintf(name, size, "Fake GPU");
	return invalid(device);
}

int nvmlDeviceGetUUID(void *device, char *uuid, unsigned int size)
{
	snprintf(uuid, size, "GPU-fake");
	return invalid(device);
}

int nvmlDeviceGetUtilizationRates(void *device, struct utilization *u)
{
	u->gpu = 37;
	u->memory = 5;
	return invalid(device);
}

int nvmlDeviceGetTemperature(void *device, int sensor, unsigned int *celsius)
{
	*celsius = 61;
	return sensor ? INVALID : invalid(device);
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
	return invalid(device);
}

int nvmlDeviceGetTotalEccErrors(void *device, int kind, int since,
				unsigned long long *number)
{
	const char *errors = getenv("FAKE_NVML_ERRORS");
	unsigned long long first = errors ? strtoull(errors, NULL, 10) : 2;

	if (kind != 1)
		return INVALID;
	*number = (since ? 20 : first) + number_of(device);
	return invalid(device);
}
