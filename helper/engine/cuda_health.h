/* SPDX-License-Identifier: GPL-2.0-only */
/* What NVIDIA's management library knows of a GPU that has failed. */
#ifndef WARPCRYPT_HELPER_ENGINE_CUDA_HEALTH_H
#define WARPCRYPT_HELPER_ENGINE_CUDA_HEALTH_H

#include <stdbool.h>

#include "helper/transport/error.h"

bool wc_cuda_health(const char *id, struct wc_error *text);

#endif /* WARPCRYPT_HELPER_ENGINE_CUDA_HEALTH_H */
