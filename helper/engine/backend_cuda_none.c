// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stands in for the CUDA engine in a build without nvcc.
 */
#include <errno.h>

#include "helper/engine/backend.h"

static int none_open(struct wc_backend **backend, unsigned int gpu,
		     struct wc_error *err)
{
	(void)backend;
	(void)gpu;
	return wc_fail(err, -ENODEV,
		       "built without CUDA: build again where nvcc is on the PATH, or use --backend=cpu");
}

const struct wc_backend_ops wc_backend_cuda = {
	.name = "cuda",
	.about = "built without CUDA",
	.open = none_open,
};
