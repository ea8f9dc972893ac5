/* SPDX-License-Identifier: GPL-2.0-only */
/* Which GPUs there are, and which of them a user means. */
#ifndef WARPCRYPT_HELPER_ENGINE_GPUS_H
#define WARPCRYPT_HELPER_ENGINE_GPUS_H

#include <stdbool.h>

#include "helper/transport/error.h"

/* More GPUs than this are not looked at. */
#define WC_GPUS_MAX	64u
/* "GPU-" or "MIG-", 36 characters and the end. */
#define WC_GPU_ID_MAX	48u

/**
 * struct wc_gpu - a GPU of this machine, or a MIG slice of one
 * @number: CUDA's number for it, from 0
 * @id: its UUID as nvidia-smi -L prints it: "GPU-..." or "MIG-..."; empty: it does
 *	not answer
 */
struct wc_gpu {
	unsigned int number;
	char id[WC_GPU_ID_MAX];
};

int wc_gpus_list(struct wc_gpu gpus[WC_GPUS_MAX], unsigned int *count,
		 struct wc_error *err);
int wc_gpus_check(const char *names, struct wc_error *err);
int wc_gpus_choose(struct wc_gpu gpus[WC_GPUS_MAX], unsigned int *count,
		   const char *names, bool strict, struct wc_error *err);
bool wc_gpus_is_slice(const char *names);

#endif /* WARPCRYPT_HELPER_ENGINE_GPUS_H */
