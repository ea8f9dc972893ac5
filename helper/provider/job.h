/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Batches that ASYNC_JOBs wait for. OpenSSL shows the program a file, which it polls, or a
 * callback of the program's is called; then it resumes the job. Batches of all jobs and
 * threads gather in the engine.
 */
#ifndef WARPCRYPT_PROVIDER_JOB_H
#define WARPCRYPT_PROVIDER_JOB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "helper/provider/engine.h"

struct wp_flight;

bool wp_in_job(void);
struct wp_flight *wp_flight_new(struct wp_engine *engine);
int wp_flight_run(struct wp_flight *f, struct warpcrypt_work *work, _Atomic uint64_t *paused);

#endif /* WARPCRYPT_PROVIDER_JOB_H */
