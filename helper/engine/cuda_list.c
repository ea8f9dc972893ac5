// SPDX-License-Identifier: GPL-2.0-only
/* The GPUs that CUDA shows to this process. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "helper/engine/cuda_api.h"
#include "helper/engine/gpus.h"

static void print_id(char id[WC_GPU_ID_MAX], const CUuuid *uuid, bool slice)
{
	const unsigned char *b = (const unsigned char *)uuid->bytes;

	snprintf(id, WC_GPU_ID_MAX,
		 "%s-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x",
		 slice ? "MIG" : "GPU", b[0], b[1], b[2], b[3], b[4], b[5],
		 b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14],
		 b[15]);
}

/* One that does not answer is listed without its UUID. */
static void look_at(const struct wc_cuda *api, unsigned int number,
		    struct wc_gpu *gpu)
{
	CUdevice device;
	char name[96];
	CUuuid uuid;
	CUresult r = api->cuDeviceGet(&device, (int)number);

	gpu->number = number;
	if (!r)
		r = api->cuDeviceGetName(name, sizeof(name), device);
	if (!r)
		r = api->cuDeviceGetUuid(&uuid, device);
	/* The only thing that tells a slice from a GPU: "... MIG 1g.18gb". */
	if (!r)
		print_id(gpu->id, &uuid, strstr(name, " MIG "));
}

static CUresult look_at_all(const struct wc_cuda *api, struct wc_gpu *gpus,
			    unsigned int *count)
{
	CUresult r = api->cuInit(0);
	int all = 0;

	if (!r)
		r = api->cuDeviceGetCount(&all);
	for (*count = 0; !r && *count < (unsigned int)all &&
	     *count < WC_GPUS_MAX; (*count)++)
		look_at(api, *count, &gpus[*count]);
	return r == CUDA_ERROR_NO_DEVICE ? CUDA_SUCCESS : r;
}

/**
 * wc_gpus_list() - the GPUs that CUDA shows to this process
 * @gpus: filled in, by rising number
 * @count: how many; may be 0
 * @err: why it failed
 *
 * Loads the driver library, which takes its time.
 *
 * Return: 0, or -ENODEV: there is no driver, or it does not work, or this program was
 * built without CUDA
 */
int wc_gpus_list(struct wc_gpu gpus[WC_GPUS_MAX], unsigned int *count,
		 struct wc_error *err)
{
	struct wc_cuda api;
	int ret = wc_cuda_load(&api, err);
	CUresult r;

	*count = 0;
	if (ret)
		return ret;
	memset(gpus, 0, WC_GPUS_MAX * sizeof(*gpus));
	r = look_at_all(&api, gpus, count);
	if (r)
		ret = wc_fail(err, -ENODEV,
			      "no usable GPU: %s; repair the NVIDIA driver or use the backend cpu",
			      wc_cuda_text(&api, r));
	wc_cuda_unload(&api);
	return ret;
}
