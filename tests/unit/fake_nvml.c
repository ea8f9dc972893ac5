// SPDX-License-Identifier: GPL-2.0-only
/*
 * A libnvidia-ml.so.1 for machines without a GPU, beside fake_cuda.c's: two
 * uncorrected errors, twenty ever.
 */
int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void **device);
int nvmlDeviceGetTotalEccErrors(void *device, int kind, int since,
				unsigned long long *number);

static int gpu;

int nvmlInit_v2(void)
{
	return 0;
}

int nvmlShutdown(void)
{
	return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void **device)
{
	*device = &gpu;
	return index ? 2 : 0;
}

int nvmlDeviceGetTotalEccErrors(void *device, int kind, int since,
				unsigned long long *number)
{
	if (device != &gpu || kind != 1)
		return 2;
	*number = since ? 20 : 2;
	return 0;
}
