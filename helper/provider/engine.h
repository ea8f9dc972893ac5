/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The engine: one in a process, whatever number of providers there are, and opened when
 * it is needed for the first time. A child of fork() opens one of its own: it must not
 * use its parent's, nor close it.
 *
 * And a batch from its begin to its end; in an ASYNC_JOB, which waits for it. OpenSSL shows
 * the program a file, which it polls, or a callback of the program's is called; then it
 * resumes the job. Batches of all jobs and threads gather in the engine.
 */
#ifndef WARPCRYPT_PROVIDER_ENGINE_H
#define WARPCRYPT_PROVIDER_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "helper/lib/libwarpcrypt.h"
#include "helper/provider/context.h"

/**
 * struct wp_engine - an engine; who has a pointer to it holds a reference
 * @w: libwarpcrypt's
 * @references: how many hold it
 * @life: of which process it is
 * @failed: it refuses all
 */
struct wp_engine {
	struct warpcrypt *w;
	unsigned int references;
	unsigned int life;
	atomic_bool failed;
};

struct wp_engine *wp_engine_get(const struct wp_config *config);
struct wp_engine *wp_engine_hold(struct wp_engine *engine);
void wp_engine_put(struct wp_engine *engine);
void wp_engine_calls(bool begins);
bool wp_engine_usable(const struct wp_engine *engine);
int wp_engine_note(struct wp_engine *engine, int error);
void wp_engine_describe(char *text, size_t size);
bool wp_engine_watch_forks(void);
void wp_engine_release(void);

/* job.c */
bool wp_in_job(void);
int wp_run(struct wp_context *context, struct wp_engine *engine, struct warpcrypt_work *work);

#endif /* WARPCRYPT_PROVIDER_ENGINE_H */
