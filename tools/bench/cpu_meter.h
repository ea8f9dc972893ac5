/* SPDX-License-Identifier: GPL-2.0-only */
/* Processor time of a guest and of its helper, as the host counts it. */
#ifndef WARPCRYPT_BENCH_CPU_METER_H
#define WARPCRYPT_BENCH_CPU_METER_H

#include <stdbool.h>

/**
 * struct cpu_time - processor time so far, seconds
 * @guest: of the kernel and of all its processes
 * @helper: of warpcryptd, if that runs on the host
 */
struct cpu_time {
	double guest;
	double helper;
};

void cpu_meter_ask(const char *dir, struct cpu_time *time);

#endif /* WARPCRYPT_BENCH_CPU_METER_H */
