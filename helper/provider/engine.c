// SPDX-License-Identifier: GPL-2.0-only
#include "helper/provider/engine.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Also held while the process forks, so that the child finds all of this consistent. Nothing
 * that takes long, or may fork itself, is done with it held: opening an engine does both.
 */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* An engine is being opened; @opened is signalled when that ends. */
static bool opens;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
/* Has a reference of its own until the last provider is unloaded. */
static struct wp_engine *current;
/* How many providers there are. */
static unsigned int providers;
/* It could not be opened, or has failed: not tried again in this process. */
static char failure[256];
/* Another one in each child. */
static atomic_uint life;
/* This process, or one that it comes from, was forked while an engine was opened. */
static bool orphan;
/* This thread is in a callback of an engine's: closing that would wait for the callback. */
static _Thread_local bool in_callback;

/* There is no engine, and nothing is known against one, unless there can be none here. */
static void forget(void)
{
	current = NULL;
	failure[0] = 0;
	if (orphan)
		snprintf(failure, sizeof(failure),
			 "not opened: fork() while the parent process opened its engine");
}

static void before_fork(void)
{
	pthread_mutex_lock(&lock);
}

static void in_parent(void)
{
	pthread_mutex_unlock(&lock);
}

static void in_child(void)
{
	atomic_fetch_add(&life, 1);
	/*
	 * The engine's threads are not here: it is left as it is. Nor is one that opens another,
	 * nor those that wait for it; it may have had locks, of libcrypto or of a GPU's driver,
	 * that no thread gives back here.
	 */
	orphan = orphan || opens;
	forget();
	opens = false;
	opened = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
	pthread_mutex_unlock(&lock);
}

/* A provider has been loaded; wp_engine_release() takes it back. False: no memory. */
bool wp_engine_watch_forks(void)
{
	static bool watched;
	bool done;

	pthread_mutex_lock(&lock);
	/* (This library is never unloaded: -z nodelete.) */
	if (!watched)
		watched = !pthread_atfork(before_fork, in_parent, in_child);
	done = watched;
	if (done)
		providers++;
	pthread_mutex_unlock(&lock);
	return done;
}

/* An engine that is opened, or why it is not. */
struct opening {
	const struct wp_config *config;
	struct warpcrypt *w;
	char failure[sizeof(failure)];
};

static void *open_in_thread(void *argument)
{
	struct opening *o = argument;
	struct warpcrypt_options options = {
		.size = sizeof(options), .backend = o->config->backend,
		.threads = o->config->threads, .keys = o->config->keys,
		.gpu = o->config->gpu,
	};

	if (warpcrypt_open(&o->w, &options)) {
		o->w = NULL;
		snprintf(o->failure, sizeof(o->failure), "not opened: %s", warpcrypt_error());
	}
	return NULL;
}

/* In a thread, because a GPU's driver needs more stack than an ASYNC_JOB has. Not locked. */
static struct wp_engine *open_engine(struct opening *o)
{
	struct wp_engine *engine = malloc(sizeof(*engine));
	pthread_t thread;

	if (!engine || pthread_create(&thread, NULL, open_in_thread, o))
		snprintf(o->failure, sizeof(o->failure), "not opened: no memory");
	else
		pthread_join(thread, NULL);
	/* Without memory for it there is no thread, and nothing is open. */
	if (!engine || !o->w) {
		free(engine);
		return NULL;
	}
	engine->w = o->w;
	engine->references = 1;
	engine->life = atomic_load(&life);
	atomic_init(&engine->failed, false);
	return engine;
}

/* Locked, which it is not while the engine is opened: fork() does not wait for that. */
static void open_current(const struct wp_config *config)
{
	struct opening o = { .config = config };
	struct wp_engine *engine;

	opens = true;
	pthread_mutex_unlock(&lock);
	engine = open_engine(&o);
	pthread_mutex_lock(&lock);
	current = engine;
	if (!engine)
		memcpy(failure, o.failure, sizeof(failure));
	opens = false;
	pthread_cond_broadcast(&opened);
}

/*
 * A reference to the process's engine, which is opened with @config if it is not open.
 * NULL: there is none, and software is to do all the work.
 */
struct wp_engine *wp_engine_get(const struct wp_config *config)
{
	struct wp_engine *engine;

	pthread_mutex_lock(&lock);
	while (opens)
		pthread_cond_wait(&opened, &lock);
	if (!current && !failure[0])
		open_current(config);
	engine = failure[0] ? NULL : current;
	if (engine)
		engine->references++;
	pthread_mutex_unlock(&lock);
	return engine;
}

/* Another reference to an engine. Returns @engine. */
struct wp_engine *wp_engine_hold(struct wp_engine *engine)
{
	pthread_mutex_lock(&lock);
	engine->references++;
	pthread_mutex_unlock(&lock);
	return engine;
}

static void *close_engine(void *data)
{
	struct wp_engine *engine = data;

	/* A parent's is the parent's. */
	if (engine->life == atomic_load(&life))
		warpcrypt_close(engine->w);
	free(engine);
	return NULL;
}

/* Without memory for a thread the engine stays open until the process ends. */
static void close_later(struct wp_engine *engine)
{
	pthread_t thread;

	if (!pthread_create(&thread, NULL, close_engine, engine))
		pthread_detach(thread);
}

/* A callback of an engine's begins in this thread, or ends. */
void wp_engine_calls(bool begins)
{
	in_callback = begins;
}

/*
 * Give a reference back, or NULL. With the last the engine is closed; in a callback by
 * another thread, soon after.
 */
void wp_engine_put(struct wp_engine *engine)
{
	bool last;

	if (!engine)
		return;
	pthread_mutex_lock(&lock);
	last = !--engine->references;
	pthread_mutex_unlock(&lock);
	if (last && in_callback)
		close_later(engine);
	else if (last)
		close_engine(engine);
}

/* May this process use it? Not if it is NULL or a parent's. */
bool wp_engine_usable(const struct wp_engine *engine)
{
	return engine && engine->life == atomic_load(&life);
}

/* With -EIO the engine has failed: software does all from now on. Returns @error. */
int wp_engine_note(struct wp_engine *engine, int error)
{
	if (error != -EIO)
		return error;
	atomic_store(&engine->failed, true);
	pthread_mutex_lock(&lock);
	if (engine == current && !failure[0])
		snprintf(failure, sizeof(failure), "failed: %s", warpcrypt_error());
	pthread_mutex_unlock(&lock);
	return error;
}

/* A line about the process's engine. */
void wp_engine_describe(char *text, size_t size)
{
	pthread_mutex_lock(&lock);
	if (failure[0])
		snprintf(text, size, "none: %s", failure);
	else if (current)
		snprintf(text, size, "%s", warpcrypt_describe(current->w));
	else if (opens)
		snprintf(text, size, "being opened");
	else
		snprintf(text, size, "not needed so far");
	pthread_mutex_unlock(&lock);
}

/*
 * A provider is unloaded. With the last, the process's engine is closed as soon as nothing
 * uses it any more.
 */
void wp_engine_release(void)
{
	struct wp_engine *engine = NULL;

	pthread_mutex_lock(&lock);
	if (!--providers) {
		engine = current;
		forget();
	}
	pthread_mutex_unlock(&lock);
	wp_engine_put(engine);
}
