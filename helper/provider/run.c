// SPDX-License-Identifier: GPL-2.0-only
#include "helper/provider/run.h"

#include <errno.h>

#include <openssl/async.h>

#include "helper/provider/job.h"

/* A job's stack is too small for the work itself. */
static int run_in_job(struct wp_engine *engine, const struct warpcrypt_work *work)
{
	struct warpcrypt_batch *batch;
	int error = warpcrypt_begin(engine->w, work, &batch);

	return error ? error : warpcrypt_wait(batch);
}

static int run_here(struct wp_engine *engine, const struct warpcrypt_work *work)
{
	if (ASYNC_get_current_job())
		return run_in_job(engine, work);
	return work->points ? warpcrypt_run_points(engine->w, work->points) :
			      warpcrypt_run(engine->w, work->requests, work->count);
}

/**
 * wp_run() - do a batch
 * @context: the provider
 * @engine: the engine, usable; a reference, which is given back
 * @work: the batch, of requests or points, without a queue
 *
 * In an ASYNC_JOB, pauses the job until the batch is done. If the program frees the job's
 * wait context meanwhile, the job never goes on: so it must have no other reference.
 *
 * Return: as warpcrypt_begin() or warpcrypt_wait()
 */
int wp_run(struct wp_context *context, struct wp_engine *engine, struct warpcrypt_work *work)
{
	struct wp_flight *flight = wp_flight_new(engine);
	int error;

	if (flight)
		return wp_flight_run(flight, work, &context->counts.paused);
	error = run_here(engine, work);
	if (error == -EIO)
		wp_engine_failed(engine);
	wp_engine_put(engine);
	return error;
}
