// SPDX-License-Identifier: GPL-2.0-only
#include "helper/provider/engine.h"

#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <openssl/async.h>

/**
 * struct place - what a wait context has of ours: a file, and what its jobs wait for
 * @engine: a reference
 * @queue: where its batches go; NULL: the program has a callback
 * @fd: the file to poll; with a callback an eventfd, with one for each batch that is done and
 *	not taken
 * @first: its flights. Only the thread that has the wait context looks at the list
 */
struct place {
	struct wp_engine *engine;
	struct warpcrypt_queue *queue;
	int fd;
	struct flight *first;
};

enum told { NOT_TOLD, TOLD, NOT_TO_TELL };

/**
 * struct flight - a batch that a job waits for
 * @place: where it is listed
 * @next: the next there
 * @engine: the job's reference; with the job's end, or with its wait context's, given back
 * @ended: the job has gone on
 * @batch: with a queue: the batch, to be waited for
 * @call: the program's callback, or NULL
 * @argument: its argument
 * @error: with a callback: what warpcrypt_wait() has said, valid when @done
 * @done: with a callback: the job may go on
 * @told: whether @call is called; NOT_TO_TELL: it must not be
 * @over: with a callback: nothing in the engine's thread uses this any more
 */
struct flight {
	struct place *place;
	struct flight *next;
	struct wp_engine *engine;
	bool ended;
	struct warpcrypt_batch *batch;
	ASYNC_callback_fn call;
	void *argument;
	int error;
	atomic_bool done;
	_Atomic enum told told;
	sem_t over;
};

/* Their addresses name our files among a wait context's. */
static const char with_queue, with_callback;

/* The flight whose callback this thread is in; NULL: that has freed it. */
static _Thread_local const struct flight *telling;

/* Is the caller in an ASYNC_JOB? Its stack may be small then: 32 KiB. */
bool wp_in_job(void)
{
	return ASYNC_get_current_job();
}

static void unlist(struct flight *f)
{
	struct flight **at = &f->place->first;

	while (*at != f)
		at = &(*at)->next;
	*at = f->next;
	sem_destroy(&f->over);
	free(f);
}

static void end(struct flight *f)
{
	f->ended = true;
	wp_engine_put(f->engine);
}

/* Nothing in the engine's thread uses it: it is freed. Returns @error. */
static int end_all(struct flight *f, int error)
{
	end(f);
	unlist(f);
	return error;
}

/* Until the engine is done with the batch, and its thread with the flight. */
static void await(struct flight *f)
{
	enum told not_told = NOT_TOLD;

	if (!f->call) {
		warpcrypt_cancel(f->batch);
		warpcrypt_wait(f->batch);
		return;
	}
	/* By the callback, which tell() has called: after that it looks at @telling only. */
	if (telling == f) {
		telling = NULL;
		return;
	}
	atomic_compare_exchange_strong(&f->told, &not_told, NOT_TO_TELL);
	while (sem_wait(&f->over))
		;
}

/*
 * The wait context ends before the job: the job will not be resumed, and its callback must
 * not be called from now on.
 */
static void abandon(struct flight *f)
{
	/* A parent's is not to be touched. */
	if (wp_engine_usable(f->place->engine))
		await(f);
	if (!f->ended)
		end(f);
	unlist(f);
}

static void free_place(struct place *p)
{
	while (p->first)
		abandon(p->first);
	if (p->queue && wp_engine_usable(p->engine))
		warpcrypt_queue_free(p->queue);
	else if (p->fd >= 0)
		close(p->fd);
	wp_engine_put(p->engine);
	free(p);
}

static void clean_up(ASYNC_WAIT_CTX *wait, const void *key, OSSL_ASYNC_FD fd, void *data)
{
	(void)wait;
	(void)key;
	(void)fd;
	free_place(data);
}

static bool open_place(struct place *p, bool callback)
{
	p->fd = -1;
	if (callback)
		p->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE);
	else if (!warpcrypt_queue(p->engine->w, &p->queue))
		p->fd = warpcrypt_queue_fd(p->queue);
	return p->fd >= 0;
}

static struct place *new_place(ASYNC_WAIT_CTX *wait, const void *key, struct wp_engine *engine)
{
	struct place *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->engine = wp_engine_hold(engine);
	if (open_place(p, key == &with_callback) &&
	    ASYNC_WAIT_CTX_set_wait_fd(wait, key, p->fd, p, clean_up))
		return p;
	free_place(p);
	return NULL;
}

/* Free what the engine's thread was not done with when its job went on. */
static void sweep(struct place *p)
{
	struct flight *f, *next;

	for (f = p->first; f; f = next) {
		next = f->next;
		if (f->ended && !sem_trywait(&f->over))
			unlist(f);
	}
}

static struct place *get_place(ASYNC_WAIT_CTX *wait, const void *key, struct wp_engine *engine)
{
	struct place *p;
	void *data;
	int fd;

	if (!ASYNC_WAIT_CTX_get_fd(wait, key, &fd, &data))
		return new_place(wait, key, engine);
	p = data;
	sweep(p);
	if (p->engine == engine)
		return p;
	/* Of another engine, for which jobs of this wait context may still wait. */
	if (p->first)
		return NULL;
	ASYNC_WAIT_CTX_clear_fd(wait, key);
	free_place(p);
	return new_place(wait, key, engine);
}

/*
 * Prepare for a batch in the calling ASYNC_JOB, with a reference to a usable engine. NULL,
 * without it: the caller is not in a job, or there is no memory or no file: it waits without
 * pauses.
 */
static struct flight *new_flight(struct wp_engine *engine)
{
	ASYNC_JOB *job = ASYNC_get_current_job();
	ASYNC_callback_fn call = NULL;
	void *argument = NULL;
	struct flight *f;
	ASYNC_WAIT_CTX *wait;
	struct place *p;

	if (!job)
		return NULL;
	wait = ASYNC_get_wait_ctx(job);
	ASYNC_WAIT_CTX_get_callback(wait, &call, &argument);
	p = get_place(wait, call ? &with_callback : &with_queue, engine);
	f = p ? calloc(1, sizeof(*f)) : NULL;
	if (!f)
		return NULL;
	sem_init(&f->over, 0, 0);
	f->place = p;
	f->engine = engine;
	f->call = call;
	f->argument = argument;
	f->next = p->first;
	p->first = f;
	return f;
}

/*
 * The batch is done, and its thread is the engine's. The job may go on before this returns:
 * the program's callback may want a lock that the job's thread has.
 */
static void tell(struct warpcrypt_batch *batch, void *data)
{
	enum told not_told = NOT_TOLD;
	struct flight *f = data;
	uint64_t one = 1;
	bool freed;

	f->error = wp_engine_note(f->engine, warpcrypt_wait(batch));
	while (write(f->place->fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
	if (!atomic_compare_exchange_strong(&f->told, &not_told, TOLD)) {
		sem_post(&f->over);
		return;
	}
	atomic_store(&f->done, true);
	telling = f;
	wp_engine_calls(true);
	f->call(f->argument);
	wp_engine_calls(false);
	freed = telling != f;
	telling = NULL;
	if (!freed)
		sem_post(&f->over);
}

static bool is_done(const struct flight *f)
{
	/* A child of fork() has resumed the job: nothing more comes from its parent's engine. */
	if (!wp_engine_usable(f->engine))
		return true;
	return f->call ? atomic_load(&f->done) : warpcrypt_poll(f->batch);
}

static void pause_until_done(const struct flight *f)
{
	while (!is_done(f)) {
		/* Where the program has forbidden pauses it returns at once. */
		ASYNC_pause_job();
		if (!is_done(f))
			sched_yield();
	}
}

/* The job goes on, with the result. */
static int take(struct flight *f)
{
	struct place *p = f->place;
	uint64_t one;
	int error;

	/* What is at the destination is not known. */
	if (!wp_engine_usable(f->engine))
		return end_all(f, -EIO);
	if (!f->call)
		return end_all(f, wp_engine_note(f->engine, warpcrypt_wait(f->batch)));
	error = f->error;
	while (read(p->fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
	end(f);
	sweep(p);
	return error;
}

/* With -EIO the engine had failed before: -ENODEV, because nothing has been begun. */
static int not_begun(struct wp_engine *engine, int error)
{
	return wp_engine_note(engine, error) == -EIO ? -ENODEV : error;
}

/* Do a batch; the job pauses until it is done. @f is freed, and its reference given back. */
static int fly(struct flight *f, struct warpcrypt_work *work, _Atomic uint64_t *paused)
{
	ASYNC_WAIT_CTX *wait = ASYNC_get_wait_ctx(ASYNC_get_current_job());
	struct warpcrypt_batch *batch;
	int error;

	if (f->call) {
		work->done = tell;
		work->data = f;
		ASYNC_WAIT_CTX_set_status(wait, ASYNC_STATUS_OK);
	}
	work->queue = f->place->queue;
	error = warpcrypt_begin(f->engine->w, work, &batch);
	if (error) {
		if (f->call)
			ASYNC_WAIT_CTX_set_status(wait, ASYNC_STATUS_ERR);
		return end_all(f, not_begun(f->engine, error));
	}
	if (!f->call)
		f->batch = batch;
	atomic_fetch_add(paused, 1);
	pause_until_done(f);
	return take(f);
}

static int run_here(struct wp_engine *engine, const struct warpcrypt_work *work)
{
	struct warpcrypt_batch *batch;
	int error;

	/* A job's stack is too small for the work itself. */
	if (wp_in_job()) {
		error = warpcrypt_begin(engine->w, work, &batch);
		return error ? not_begun(engine, error) : warpcrypt_wait(batch);
	}
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
 * Return: as warpcrypt_begin() or warpcrypt_wait(); in an ASYNC_JOB -ENODEV if the engine had
 * failed before, and nothing was begun
 */
int wp_run(struct wp_context *context, struct wp_engine *engine, struct warpcrypt_work *work)
{
	struct flight *flight = new_flight(engine);
	int error;

	if (flight)
		return fly(flight, work, &context->counts.paused);
	error = wp_engine_note(engine, run_here(engine, work));
	wp_engine_put(engine);
	return error;
}
