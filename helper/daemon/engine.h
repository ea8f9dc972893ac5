/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the supervisor's processes do: one opens the engines and serves one
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
 * @shared: what the supervisor sees
 * @news: eventfd, written when the attachment is live, and when an engine has failed
 *	without which it goes on
 * @strict: a GPU that is named and does not exist is an error
 * @no_gpus: open no GPU
 * @out: GPUs that are not to be opened, by their places in @shared
 */
struct wc_engine_job {
	const struct wc_options *options;
	const struct wc_device_kind *device;
	struct wc_shared *shared;
	int news;
	bool strict;
	bool no_gpus;
	uint32_t out;
};

int wc_engine_serve(void *job);
int wc_engine_probe(void *job);

#endif /* WARPCRYPT_HELPER_DAEMON_ENGINE_H */
