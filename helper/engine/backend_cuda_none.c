// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stands in for the CUDA engine in a build without nvcc.
 */
#include <errno.h>

#include "helper/engine/backend.h"
#include "helper/engine/gpus.h"

static int no_cuda(struct wc_error *err)
{
	return wc_fail(err, -ENODEV,
		       "built without CUDA: build again where nvcc is on the PATH, or use the backend cpu");
}

int wc_gpus_list(struct wc_gpu gpus[WC_GPUS_MAX], unsigned int *count,
		 struct wc_error *err)
{
	(void)gpus;
	*count = 0;
	return no_cuda(err);
}

static int none_open(struct wc_backend **backend, unsigned int gpu,
		     struct wc_error *err)
{
	(void)backend;
	(void)gpu;
	return no_cuda(err);
}

const struct wc_backend_ops wc_backend_cuda = {
	.name = "cuda",
	.open = none_open,
};
