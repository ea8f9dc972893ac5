/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_HELPER_DAEMON_OPTIONS_H
#define WARPCRYPT_HELPER_DAEMON_OPTIONS_H

#include <stdbool.h>

#include "helper/transport/mapping.h"

/**
 * struct wc_options - what the command line says
 * @backend: "auto", "cuda", "cpu" or "null"
 * @geo: the arena's division
 * @threads: worker threads, 0: the backend's own choice
 * @stats: where the counts go
 * @device: the device to open
 * @bridge: instead, the directory of a bridge to a guest's device; or NULL
 * @service: run by a service manager: journal prefixes, readiness
 * @verbose: more messages
 */
struct wc_options {
	const char *backend;
	struct wc_geometry geo;
	unsigned int threads;
	const char *stats;
	const char *device;
	const char *bridge;
	bool service;
	bool verbose;
};

int wc_options_parse(struct wc_options *options, int argc, char **argv);

#endif /* WARPCRYPT_HELPER_DAEMON_OPTIONS_H */
