/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line. */
#ifndef WARPCRYPT_HELPER_DAEMON_OPTIONS_H
#define WARPCRYPT_HELPER_DAEMON_OPTIONS_H

#include <stdbool.h>

#include "helper/transport/mapping.h"

/**
 * struct wc_options - the command line
 * @backend: "auto", "cuda", "cpu" or "null"
 * @geo: the arena's layout
 * @threads: worker threads, 0: the backend's default
 * @queues: into how many queues the module divides the frames, 0: as many as
 *	there are worker threads and CPUs
 * @stats: the file of the statistics
 * @device: the device to open
 * @stop_timeout: seconds that the engine has to stop
 * @service: for service managers: log lines with a priority, and readiness
 * @verbose: more messages
 */
struct wc_options {
	const char *backend;
	struct wc_geometry geo;
	unsigned int threads;
	unsigned int queues;
	const char *stats;
	const char *device;
	uint32_t stop_timeout;
	bool service;
	bool verbose;
};

int wc_options_parse(struct wc_options *options, int argc, char **argv);

#endif /* WARPCRYPT_HELPER_DAEMON_OPTIONS_H */
