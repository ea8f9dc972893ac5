/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory near a GPU, on machines with several NUMA nodes. */
#ifndef WARPCRYPT_HELPER_ENGINE_NUMA_H
#define WARPCRYPT_HELPER_ENGINE_NUMA_H

#include <stddef.h>

#define WC_NUMA_NODES_MAX	1024

int wc_numa_prefer(void *base, size_t len, int node);

#endif /* WARPCRYPT_HELPER_ENGINE_NUMA_H */
