/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the supervisor's processes do: one opens an engine and serves one
 * attachment; another tries whether a GPU answers.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_ENGINE_H
#define WARPCRYPT_HELPER_DAEMON_ENGINE_H

#include "helper/daemon/device.h"
#include "helper/daemon/options.h"
#include "helper/daemon/shared.h"

/**
 * struct wc_engine_job - what such a process needs
 * @options: the command line
 * @device: what to attach to
 * @backend: the engine: "cuda", "cpu" or "null"
 * @shared: what the supervisor sees
 * @news: eventfd, written when the attachment is live
 */
struct wc_engine_job {
	const struct wc_options *options;
	const struct wc_device_kind *device;
	const char *backend;
	struct wc_shared *shared;
	int news;
};

int wc_engine_serve(void *job);
int wc_engine_probe(void *job);

#endif /* WARPCRYPT_HELPER_DAEMON_ENGINE_H */
