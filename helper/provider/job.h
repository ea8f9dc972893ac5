/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A batch from its begin to its end; in an ASYNC_JOB, which waits for it. OpenSSL shows the
 * program a file, which it polls, or a callback of the program's is called; then it resumes
 * the job. Batches of all jobs and threads gather in the engine.
 */
#ifndef WARPCRYPT_PROVIDER_JOB_H
#define WARPCRYPT_PROVIDER_JOB_H

#include <stdbool.h>

#include "helper/provider/context.h"
#include "helper/provider/engine.h"

bool wp_in_job(void);
int wp_run(struct wp_context *context, struct wp_engine *engine, struct warpcrypt_work *work);

#endif /* WARPCRYPT_PROVIDER_JOB_H */
