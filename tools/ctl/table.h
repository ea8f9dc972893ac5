/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters and GPUs as text.
 */
#ifndef WARPCRYPT_CTL_TABLE_H
#define WARPCRYPT_CTL_TABLE_H

#include "tools/ctl/counters.h"
#include "tools/ctl/gpu.h"

/* Prints a line for each algorithm: offloaded, in software, and why. */
void table_print(const struct counters *counters, bool all);
/* Prints a line for each GPU. */
void table_gpus(const struct gpu *gpus, size_t count);

#endif /* WARPCRYPT_CTL_TABLE_H */
