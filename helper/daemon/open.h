/* SPDX-License-Identifier: GPL-2.0-only */
/* Opening the engines that the command line asks for. */
#ifndef WARPCRYPT_HELPER_DAEMON_OPEN_H
#define WARPCRYPT_HELPER_DAEMON_OPEN_H

#include "helper/daemon/engine.h"
#include "helper/daemon/policy.h"
#include "helper/engine/engines.h"
#include "helper/engine/rates.h"

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

enum wc_end wc_open_engines(const struct wc_engine_job *job,
			    struct wc_opened *opened, struct wc_error *err);
int wc_open_missing(const struct wc_engine_job *job,
		    struct wc_backend **backend, struct wc_error *err);

#endif /* WARPCRYPT_HELPER_DAEMON_OPEN_H */
