/* SPDX-License-Identifier: GPL-2.0-only */
/* /dev/warpcrypt-bench. */
#ifndef WARPCRYPT_BENCH_DEVICE_H
#define WARPCRYPT_BENCH_DEVICE_H

#include <stdint.h>

#include "tools/bench/kmod/bench_uapi.h"

struct device {
	int fd;
	uint64_t bytes;	/* of source and destination each */
};

void device_open(struct device *dev, uint64_t bytes);
void device_run(struct device *dev, struct wcb_job *job);
void device_sum(struct device *dev, struct wcb_sum *sum);

#endif /* WARPCRYPT_BENCH_DEVICE_H */
