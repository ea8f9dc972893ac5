// SPDX-License-Identifier: GPL-2.0-only
/*
 * In an ASYNC_JOB a batch has a queue, whose file the job waits for: OpenSSL shows it to
 * the program, which polls it and then resumes the job. Each wait context has one queue,
 * and each of its jobs one batch at a time. Batches of all jobs and threads gather in the
 * engine.
 */
#include "provider/run.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>

#include <openssl/async.h>

/* A queue in an ASYNC_WAIT_CTX. */
struct job_queue {
	struct wp_engine *engine;
	struct warpcrypt_queue *queue;
};

/* Its address names our file among a wait context's. */
static const char key;

/**
 * wp_in_job() - is the caller in an ASYNC_JOB?
 *
 * Its stack may be small then: 32 KiB.
 */
bool wp_in_job(void)
{
	return ASYNC_get_current_job();
}

static void free_queue(struct job_queue *q)
{
	/* A parent's engine is not to be touched. */
	if (wp_engine_usable(q->engine))
		warpcrypt_queue_free(q->queue);
	wp_engine_put(q->engine);
	free(q);
}

static void clean_up(ASYNC_WAIT_CTX *wait, const void *name, OSSL_ASYNC_FD fd, void *data)
{
	(void)wait;
	(void)name;
	(void)fd;
	free_queue(data);
}

static struct job_queue *new_queue(ASYNC_WAIT_CTX *wait, struct wp_engine *engine)
{
	struct job_queue *q = calloc(1, sizeof(*q));

	if (!q)
		return NULL;
	if (warpcrypt_queue(engine->w, &q->queue)) {
		free(q);
		return NULL;
	}
	q->engine = wp_engine_hold(engine);
	if (!ASYNC_WAIT_CTX_set_wait_fd(wait, &key, warpcrypt_queue_fd(q->queue), q, clean_up)) {
		free_queue(q);
		return NULL;
	}
	return q;
}

/* The queue of this job's wait context; NULL: not in a job, or there can be none. */
static struct warpcrypt_queue *queue_of_job(struct wp_engine *engine)
{
	ASYNC_JOB *job = ASYNC_get_current_job();
	struct job_queue *q = NULL;
	ASYNC_WAIT_CTX *wait;
	void *data;
	int fd;

	if (!job)
		return NULL;
	wait = ASYNC_get_wait_ctx(job);
	if (ASYNC_WAIT_CTX_get_fd(wait, &key, &fd, &data)) {
		q = data;
		if (q->engine != engine) {
			ASYNC_WAIT_CTX_clear_fd(wait, &key);
			free_queue(q);
			q = NULL;
		}
	}
	if (!q)
		q = new_queue(wait, engine);
	return q ? q->queue : NULL;
}

static void pause_until_done(struct warpcrypt_batch *batch)
{
	while (!warpcrypt_poll(batch)) {
		/* Where the program has forbidden pauses it returns at once. */
		ASYNC_pause_job();
		if (!warpcrypt_poll(batch))
			sched_yield();
	}
}

/**
 * wp_run() - do a batch
 * @context: the provider
 * @engine: the engine, usable
 * @work: the batch, without a queue
 *
 * In an ASYNC_JOB, pauses the job until the batch is done.
 *
 * Return: as warpcrypt_begin() or warpcrypt_wait()
 */
int wp_run(struct wp_context *context, struct wp_engine *engine, struct warpcrypt_work *work)
{
	struct warpcrypt_batch *batch;
	int error;

	work->queue = queue_of_job(engine);
	error = warpcrypt_begin(engine->w, work, &batch);
	if (!error) {
		if (work->queue) {
			atomic_fetch_add(&context->counts.paused, 1);
			pause_until_done(batch);
		}
		error = warpcrypt_wait(batch);
	}
	if (error == -EIO)
		wp_engine_failed(engine);
	return error;
}
