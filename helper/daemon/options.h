/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line. */
#ifndef WARPCRYPT_HELPER_DAEMON_OPTIONS_H
#define WARPCRYPT_HELPER_DAEMON_OPTIONS_H

#include <stdbool.h>

#include "helper/transport/mapping.h"

/**
 * struct wc_options - the command line
 * @cuda: use GPUs
 * @cpu: use the CPUs
 * @null: use the null engine, and no other
 * @gpu: which GPUs, for wc_gpus_choose(); NULL: all
 * @geo: the arena's layout
 * @threads: worker threads of each engine, 0: its default
 * @queues: queues of each engine, 0: as many as it has worker threads, but no more
 *	than there are CPUs
 * @measure_ms: how long measuring the rates of an engine may take
 * @rates: print the engines' rates and exit
 * @json: print them as JSON
 * @stats: the file of the statistics
 * @device: the device to open
 * @stop_timeout: seconds that the engine has to stop
 * @service: for service managers: log lines with a priority, and readiness
 * @verbose: more messages
 */
struct wc_options {
	bool cuda;
	bool cpu;
	bool null;
	const char *gpu;
	struct wc_geometry geo;
	unsigned int threads;
	unsigned int queues;
	uint32_t measure_ms;
	bool rates;
	bool json;
	const char *stats;
	const char *device;
	uint32_t stop_timeout;
	bool service;
	bool verbose;
};

int wc_options_parse(struct wc_options *options, int argc, char **argv);

#endif /* WARPCRYPT_HELPER_DAEMON_OPTIONS_H */
