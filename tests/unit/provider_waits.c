// SPDX-License-Identifier: GPL-2.0-only
/*
 * Wait contexts: callbacks, those that end before their job, those of a parent process.
 *
 * Only this finds batches, files and threads that a job leaves which never ends.
 */
#include <poll.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

#include <openssl/async.h>

#include "tests/unit/fork_child.h"
#include "tests/unit/provider_keys.h"
#include "tests/unit/provider_place.h"
#include "tests/unit/unit.h"

/* (Two minutes: only against a hang.) */
static void wait_for(sem_t *sem)
{
	struct timespec end;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += 120;
	assert_int_equal(sem_timedwait(sem, &end), 0);
}

static int file_of(ASYNC_WAIT_CTX *wait)
{
	size_t count;
	int fd;

	assert_true(ASYNC_WAIT_CTX_get_all_fds(wait, NULL, &count));
	assert_int_equal(count, 1);
	ASYNC_WAIT_CTX_get_all_fds(wait, &fd, &count);
	return fd;
}

static bool is_readable(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, 0) == 1;
}

/* --- callbacks */

#define JOBS	30

static sem_t any;

struct called {
	struct exchange exchange;
	ASYNC_JOB *job;
	ASYNC_WAIT_CTX *wait;
	atomic_int told;
	int seen;
	bool ended;
};

static int told(void *argument)
{
	struct called *c = argument;

	atomic_fetch_add(&c->told, 1);
	sem_post(&any);
	return 1;
}

static int exchange_in_job(void *argument)
{
	do_exchange(*(struct exchange **)argument);
	return 1;
}

/* Begins, or goes on. */
static int start(struct called *c)
{
	struct exchange *e = &c->exchange;
	int status;

	return ASYNC_start_job(&c->job, c->wait, &status, exchange_in_job, &e, sizeof(e));
}

/* Whether it has ended. */
static bool go_on(struct called *c)
{
	int ret = start(c);

	assert_true(ret == ASYNC_PAUSE || ret == ASYNC_FINISH);
	assert_int_equal(ASYNC_WAIT_CTX_get_status(c->wait), ASYNC_STATUS_OK);
	c->ended = ret == ASYNC_FINISH;
	return c->ended;
}

/* Jobs are resumed only when their callback has said so; it is called for each batch, once. */
TEST(callbacks)
{
	static struct called jobs[JOBS];
	struct test_rand r = { 21 };
	int i, left = JOBS, sum = 0, files = files_of_process();

	sem_init(&any, 0, 0);
	load(ENGINE);
	for (i = 0; i < JOBS; i++) {
		make_exchange(&jobs[i].exchange, &r);
		jobs[i].wait = ASYNC_WAIT_CTX_new();
		assert_true(ASYNC_WAIT_CTX_set_callback(jobs[i].wait, told, &jobs[i]));
		left -= go_on(&jobs[i]);
	}
	while (left) {
		wait_for(&any);
		for (i = 0; i < JOBS; i++) {
			if (jobs[i].ended || jobs[i].told == jobs[i].seen)
				continue;
			jobs[i].seen = jobs[i].told;
			left -= go_on(&jobs[i]);
		}
	}
	for (i = 0; i < JOBS; i++) {
		assert_true(exchange_right(&jobs[i].exchange));
		assert_false(is_readable(file_of(jobs[i].wait)));
		ASYNC_WAIT_CTX_free(jobs[i].wait);
		assert_int_equal(jobs[i].told, 2);
		sum += jobs[i].told;
	}
	assert_int_equal(sum, count("points"));
	assert_int_equal(sum, count("paused"));
	unload();
	assert_int_equal(files_of_process(), files);
	sem_destroy(&any);
}

/* --- single calls in jobs, with objects of the caller's */

struct call {
	EVP_PKEY *key;
	EVP_PKEY_CTX *derive;
	EVP_CIPHER_CTX *c;
	uint8_t in[65536], out[65536];
};

static void make_call(struct call *call, bool cipher)
{
	static const uint8_t bytes[32] = { 9 };
	EVP_PKEY *peer;

	memset(call, 0, sizeof(*call));
	if (cipher) {
		call->c = cipher_context(ours, "kuznyechik-ctr", bytes, bytes, true);
		assert_non_null(call->c);
		return;
	}
	call->key = EVP_PKEY_new_raw_private_key_ex(ours, "X25519", NULL, bytes, 32);
	peer = EVP_PKEY_new_raw_public_key_ex(ours, "X25519", NULL, bytes, 32);
	call->derive = EVP_PKEY_CTX_new_from_pkey(ours, call->key, NULL);
	assert_true(EVP_PKEY_derive_init(call->derive) > 0);
	assert_true(EVP_PKEY_derive_set_peer(call->derive, peer) > 0);
	EVP_PKEY_free(peer);
}

static void free_call(struct call *call)
{
	EVP_PKEY_CTX_free(call->derive);
	EVP_PKEY_free(call->key);
	EVP_CIPHER_CTX_free(call->c);
}

static int call_in_job(void *argument)
{
	struct call *call = *(struct call **)argument;
	size_t len = 32;
	int n;

	return call->c ? EVP_EncryptUpdate(call->c, call->out, &n, call->in, sizeof(call->in)) :
			 EVP_PKEY_derive(call->derive, call->out, &len);
}

/* --- a callback that takes long */

static sem_t entered, leave;
static atomic_int left_callback;

/* (Not wait_for(): cmocka's assertions are for its own thread.) */
static void wait_in_callback(sem_t *sem)
{
	while (sem_wait(sem))
		;
}

static int slow(void *argument)
{
	(void)argument;
	sem_post(&entered);
	wait_in_callback(&leave);
	left_callback = 1;
	return 1;
}

/* The job does not wait for its callback, which may want a lock of the job's thread. */
TEST_LOADED(slow_callback, ENGINE)
{
	static struct call call, *argument = &call;
	ASYNC_WAIT_CTX *wait = ASYNC_WAIT_CTX_new();
	ASYNC_JOB *job = NULL;
	int ret, done;

	sem_init(&entered, 0, 0);
	sem_init(&leave, 0, 0);
	left_callback = 0;
	make_call(&call, false);
	assert_true(ASYNC_WAIT_CTX_set_callback(wait, slow, NULL));
	ret = ASYNC_start_job(&job, wait, &done, call_in_job, &argument, sizeof(argument));
	wait_for(&entered);
	if (ret == ASYNC_PAUSE) {
		assert_true(is_readable(file_of(wait)));
		ret = ASYNC_start_job(&job, wait, &done, call_in_job, &argument, sizeof(argument));
	}
	assert_int_equal(ret, ASYNC_FINISH);
	assert_false(is_readable(file_of(wait)));
	assert_int_equal(done, 1);
	assert_int_equal(left_callback, 0);
	sem_post(&leave);
	/* But the wait context does: what the callback has may be freed now. */
	ASYNC_WAIT_CTX_free(wait);
	assert_int_equal(left_callback, 1);
	free_call(&call);
	sem_destroy(&entered);
	sem_destroy(&leave);
}

/* --- wait contexts that end before their jobs */

static atomic_int calls;

static int count_call(void *argument)
{
	(void)argument;
	atomic_fetch_add(&calls, 1);
	return 1;
}

/* Jobs that have been abandoned are OpenSSL's for ever; this says that they are no leak. */
static ASYNC_JOB *abandoned[18];

/* The wait context of a job that has paused. */
static ASYNC_WAIT_CTX *pause_job(struct call *call, bool callback, ASYNC_JOB **job)
{
	ASYNC_WAIT_CTX *wait = ASYNC_WAIT_CTX_new();
	int ret, done;

	if (callback)
		assert_true(ASYNC_WAIT_CTX_set_callback(wait, count_call, NULL));
	*job = NULL;
	none_done = true;
	ret = ASYNC_start_job(job, wait, &done, call_in_job, &call, sizeof(call));
	none_done = false;
	assert_int_equal(ret, ASYNC_PAUSE);
	return wait;
}

/* No file, no batch and no engine is left. */
TEST(abandoned_jobs)
{
	static struct call call;
	int threads = fork_threads().count, files = files_of_process(), i, before;

	for (i = 0; i < 8; i++) {
		load(ENGINE);
		make_call(&call, i & 1);
		ASYNC_WAIT_CTX_free(pause_job(&call, i & 2, &abandoned[i]));
		/* No callback comes any more. */
		before = calls;
		usleep(1000);
		assert_int_equal(calls, before);
		free_call(&call);
		assert_int_equal(files_of_process(), files);
		assert_true(fork_threads().count > threads);
		unload();
		assert_int_equal(fork_threads().count, threads);
	}
}

/* The cipher's context is freed first: its key goes from the engine, where the next one gets. */
TEST_LOADED(abandoned_keys, ENGINE "keys = 1\n")
{
	static struct call call;
	ASYNC_WAIT_CTX *wait;
	uint64_t before;
	int i, n;

	for (i = 0; i < 8; i++) {
		make_call(&call, true);
		wait = pause_job(&call, i & 1, &abandoned[8 + i]);
		free_call(&call);
		make_call(&call, true);
		before = count("engine");
		assert_true(EVP_EncryptUpdate(call.c, call.out, &n, call.in, 4096));
		assert_int_equal(count("engine"), before + 1);
		free_call(&call);
		ASYNC_WAIT_CTX_free(wait);
	}
}

static int free_wait(void *argument)
{
	wait_in_callback(&leave);
	ASYNC_WAIT_CTX_free(*(ASYNC_WAIT_CTX **)argument);
	sem_post(&entered);
	return 1;
}

/*
 * Load the provider, and wait for the callback of a job that does @call: it waits too, so a
 * job that has ended has left its batch there.
 */
static void run_callback(struct call *call, ASYNC_callback_fn callback, ASYNC_JOB **job)
{
	ASYNC_WAIT_CTX *wait = ASYNC_WAIT_CTX_new();
	int ret, done;

	sem_init(&entered, 0, 0);
	sem_init(&leave, 0, 0);
	load(ENGINE);
	make_call(call, false);
	assert_true(ASYNC_WAIT_CTX_set_callback(wait, callback, &wait));
	ret = ASYNC_start_job(job, wait, &done, call_in_job, &call, sizeof(call));
	assert_true(ret == ASYNC_PAUSE || ret == ASYNC_FINISH);
	sem_post(&leave);
	wait_for(&entered);
	sem_destroy(&entered);
	sem_destroy(&leave);
}

/* It is the callback that frees the wait context. */
TEST(free_in_callback)
{
	int threads = fork_threads().count, files = files_of_process();
	static struct call call;

	run_callback(&call, free_wait, &abandoned[16]);
	free_call(&call);
	assert_int_equal(files_of_process(), files);
	unload();
	assert_int_equal(fork_threads().count, threads);
}

/* All that holds the engine. */
static struct call last;

static int free_all(void *argument)
{
	wait_in_callback(&leave);
	ASYNC_WAIT_CTX_free(*(ASYNC_WAIT_CTX **)argument);
	free_call(&last);
	unload();
	sem_post(&entered);
	return 1;
}

/* It is the callback that frees what had the last reference to its engine. */
TEST(close_in_callback)
{
	int threads = fork_threads().count, files = files_of_process();

	run_callback(&last, free_all, &abandoned[17]);
	alarm(120);
	while (fork_threads().count > threads || files_of_process() > files)
		usleep(1000);
	alarm(0);
}

/* --- fork() */

/* The job pauses, and the process has a child. */
static void fork_in_job(struct test_rand *r, bool callback)
{
	int files = files_of_process(), ret;
	static struct called c;
	bool right;
	pid_t pid;

	memset(&c, 0, sizeof(c));
	make_exchange(&c.exchange, r);
	c.wait = ASYNC_WAIT_CTX_new();
	if (callback)
		ASYNC_WAIT_CTX_set_callback(c.wait, told, &c);
	none_done = true;
	ret = start(&c);
	pid = fork_child();
	none_done = false;
	while (start(&c) == ASYNC_PAUSE)
		;
	right = exchange_right(&c.exchange);
	ASYNC_WAIT_CTX_free(c.wait);
	right = right && files_of_process() == files;
	if (!pid)
		_exit(right ? 42 : 1);
	assert_true(right);
	assert_int_equal(ret, ASYNC_PAUSE);
	assert_true(child_says(pid, 42));
}

/* A job that its parent has begun goes on in the child, with software or its own engine. */
TEST_LOADED(job_in_child, ENGINE)
{
	struct test_rand r = { 22 };
	int i;

	sem_init(&any, 0, 0);
	for (i = 0; i < 4; i++)
		fork_in_job(&r, i & 1);
	sem_destroy(&any);
}
