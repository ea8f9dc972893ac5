/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the supervisor's processes do: one opens the engines that the command line asks
 * for and serves one attachment; another tries whether a GPU answers. And what --rates
 * does.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_ENGINE_H
#define WARPCRYPT_HELPER_DAEMON_ENGINE_H

#include "helper/daemon/device.h"
#include "helper/daemon/options.h"
#include "helper/daemon/policy.h"
#include "helper/daemon/shared.h"
#include "helper/engine/engines.h"
#include "helper/engine/rates.h"

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

/**
 * struct wc_opened - the engines of a process
 * @engines: the engines
 * @place: of each in struct wc_shared
 * @rates: of each
 */
struct wc_opened {
	struct wc_engines engines;
	unsigned int place[WARPCRYPT_ENGINES_MAX];
	struct wc_rates rates[WARPCRYPT_ENGINES_MAX];
};

/* open.c */
enum wc_end wc_open_engines(const struct wc_engine_job *job,
			    struct wc_opened *opened, struct wc_error *err);
int wc_open_missing(const struct wc_engine_job *job,
		    struct wc_backend **backend, struct wc_error *err);

/* session.c */
enum wc_end wc_session_run(const struct wc_options *options,
			   const struct wc_device_kind *device,
			   struct wc_opened *opened, struct wc_shared *shared,
			   int news);

/* engine.c */
int wc_engine_serve(void *job);
int wc_engine_probe(void *job);

/* show_rates.c */
int wc_show_rates(const struct wc_options *options);

#endif /* WARPCRYPT_HELPER_DAEMON_ENGINE_H */
