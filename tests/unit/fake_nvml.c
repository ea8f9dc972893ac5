// SPDX-License-Identifier: GPL-2.0-only
/*
 * A libnvidia-ml.so.1 for machines without a GPU, beside fake_cuda.c's: the
 * first has two uncorrected errors, twenty ever; each further GPU one more.
 */
#include <string.h>

#include "tests/unit/fake_cuda.h"

int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlDeviceGetHandleByUUID(const char *uuid, void **device);
int nvmlDeviceGetTotalEccErrors(void *device, int kind, int since,
				unsigned long long *number);

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
	return 2;
}

int nvmlDeviceGetTotalEccErrors(void *device, int kind, int since,
				unsigned long long *number)
{
	const int *gpu = device;

	if (gpu < gpus || gpu >= gpus + FAKE_CUDA_GPUS || kind != 1)
		return 2;
	*number = (since ? 20 : 2) + (unsigned int)(gpu - gpus);
	return 0;
}
