/* SPDX-License-Identifier: GPL-2.0-only */
/* /dev/warpcrypt-bench and the echo processes. */
#ifndef WARPCRYPT_BENCH_DEVICE_H
#define WARPCRYPT_BENCH_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "tools/bench/kmod/bench_uapi.h"

/**
 * struct device - the open device
 * @fd: its file
 * @bytes: length of source and destination each
 * @echo: the echo processes; the index of each is that of its door
 * @echo_count: entries of @echo
 */
struct device {
	int fd;
	uint64_t bytes;
	pid_t echo[WCB_SUBMITTERS_MAX];
	uint32_t echo_count;
};

/**
 * struct geometry - the layout of an arena
 * @frame_size: bytes of a frame
 * @frame_count: frames
 */
struct geometry {
	uint32_t frame_size;
	uint32_t frame_count;
};

void device_open(struct device *dev, uint64_t bytes,
		 const struct geometry *geo, uint32_t processes);
void device_close(struct device *dev);
void device_run(struct device *dev, struct wcb_job *job);
void device_sum(struct device *dev, struct wcb_sum *sum);

#endif /* WARPCRYPT_BENCH_DEVICE_H */
