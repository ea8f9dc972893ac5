// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/cuda_api.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "helper/engine/symbols.h"

#define LIBRARY		"libcuda.so.1"

/* Two macros, so that cuda.h's macros add the version suffixes first. */
#define TEXT(name)	#name
#define NAME(name)	TEXT(name)

static const struct wc_symbol symbols[] = {
#define WC_CUDA_SYMBOL(fn)	{ NAME(fn), offsetof(struct wc_cuda, fn) },
	WC_CUDA_FUNCTIONS(WC_CUDA_SYMBOL)
};

/* Returns 0, or -ENODEV: the driver library is not there, or too old. */
int wc_cuda_load(struct wc_cuda *cuda, struct wc_error *err)
{
	const char *missing;

	memset(cuda, 0, sizeof(*cuda));
	cuda->library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!cuda->library)
		return wc_fail(err, -ENODEV,
			       "no NVIDIA driver here (%s); install it or use the backend cpu",
			       dlerror());
	missing = wc_symbols_find(cuda->library, cuda, symbols,
				  sizeof(symbols) / sizeof(symbols[0]));
	if (missing) {
		wc_cuda_unload(cuda);
		return wc_fail(err, -ENODEV,
			       "this NVIDIA driver is too old: " LIBRARY " has no %s",
			       missing);
	}
	return 0;
}

/* Close the driver library, which is no longer in use. */
void wc_cuda_unload(struct wc_cuda *cuda)
{
	if (cuda->library)
		dlclose(cuda->library);
	memset(cuda, 0, sizeof(*cuda));
}

/* The text of an error, a static string. */
const char *wc_cuda_text(const struct wc_cuda *cuda, CUresult result)
{
	const char *text = NULL;

	if (cuda->cuGetErrorString(result, &text) != CUDA_SUCCESS || !text)
		return "unknown error";
	return text;
}
