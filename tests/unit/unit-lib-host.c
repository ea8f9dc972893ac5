// SPDX-License-Identifier: GPL-2.0-only
/*
 * What libwarpcrypt does to the program that uses it: where and when it calls callbacks,
 * what it does when a GPU's driver does not come back, whichever call that is, and what
 * becomes of signals, cancelled threads, and stacks. A driver that hangs is held until
 * the library has given it up.
 *
 * Only this finds a caller that waits for ever because a driver does.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <openssl/evp.h>
#include <openssl/provider.h>

#include "helper/lib/lib_types.h"
#include "tests/unit/fake_engine.h"
#include "tests/unit/fork_child.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/lib_place.h"
#include "tests/unit/unit.h"

#define EACH		4096
#define MANY		2000
/* A driver's deadline; one that does not hang is never late (fake_engine.h). */
#define DEADLINE_MS	200
/* So long that the thread which asks a driver has begun to. */
#define PATIENCE_MS	1000
/* How often the library looks in a deadline; and more often than a GPU that hangs is seen. */
#define DEADLINE_LOOKS	4
#define LOOKS		10

static const uint8_t key_bytes[16] = { 1 };

static struct warpcrypt *open_lib(const char *backend, unsigned int deadline_ms)
{
	return LIB_OPEN(.backend = backend, .threads = 2, .memory = 1 << 20,
			.deadline_ms = deadline_ms, .open_ms = deadline_ms * 4);
}

static struct warpcrypt_cipher_key *new_key(struct warpcrypt *w)
{
	struct warpcrypt_cipher_key *key;

	assert_int_equal(warpcrypt_key(w, &key, "aes", "ctr", key_bytes, 16), 0);
	return key;
}

static struct warpcrypt_request request(struct warpcrypt_cipher_key *key,
					uint8_t *data, size_t len)
{
	return (struct warpcrypt_request){
		.size = sizeof(struct warpcrypt_request), .key = key,
		.src = data, .dst = data, .len = len,
	};
}

/* The library looks once, though a frame waits. */
static void look(void)
{
	fake_engine_look = true;
	while (fake_engine_look)
		usleep(1000);
}

/*
 * A process that was stopped for longer than the deadline, with a frame in progress:
 * the GPU has not failed.
 */
TEST(stopped)
{
	static uint8_t data[EACH];
	const struct timespec moment = { 1, 0 };
	pid_t child = fork_child();
	int status;

	assert_true(child >= 0);
	if (!child) {
		struct warpcrypt *w = open_lib("cuda", DEADLINE_MS);
		struct warpcrypt_cipher_key *key = new_key(w);
		struct warpcrypt_request q = request(key, data, sizeof(data));
		struct warpcrypt_batch *batch;
		int ret;

		pthread_mutex_lock(&fake_engine_gate);
		ret = warpcrypt_submit(w, &q, 1, &batch);
		while (!fake_engine_waiting)
			usleep(100);
		look();
		raise(SIGSTOP);
		look();
		pthread_mutex_unlock(&fake_engine_gate);
		_exit(ret || warpcrypt_wait(batch));
	}
	assert_int_equal(waitpid(child, &status, WUNTRACED), child);
	assert_true(WIFSTOPPED(status));
	nanosleep(&moment, NULL);
	kill(child, SIGCONT);
	assert_true(child_says(child, 0));
}

/*
 * A program without any provider, and one that demands FIPS: the engine has what it takes
 * from OpenSSL. In a process of its own, because this cannot be undone.
 */
TEST(other_providers)
{
	static uint8_t data[EACH];
	bool fips;

	for (fips = false;; fips = true) {
		pid_t child = fork_child();

		assert_true(child >= 0);
		if (!child) {
			bool set = fips ?
				   EVP_default_properties_enable_fips(NULL, 1) :
				   OSSL_PROVIDER_load(NULL, "null") != NULL;
			struct warpcrypt_request q;
			struct warpcrypt *w;

			if (!set || warpcrypt_open(&w, NULL))
				_exit(1);
			q = request(new_key(w), data, sizeof(data));
			_exit(warpcrypt_run(w, &q, 1) != 0);
		}
		assert_true(child_says(child, 0));
		if (fips)
			break;
	}
}

/* What callbacks have seen. */
struct seen {
	pthread_mutex_t lock;	/* the program's, which callers hold while they wait */
	atomic_int inside;	/* callbacks that have begun and not returned */
	atomic_bool nested;	/* one began when another had not returned */
	atomic_int calls;	/* how many have returned */
	pthread_t thread;	/* the thread of the last */
	sem_t last;		/* posted when @calls is MANY */
};

/* Takes the program's lock, and frees its batch. */
static void with_lock(struct warpcrypt_batch *batch, void *data)
{
	struct seen *s = data;

	if (s->inside++)
		s->nested = true;
	pthread_mutex_lock(&s->lock);
	if (warpcrypt_wait(batch))
		s->nested = true;
	pthread_mutex_unlock(&s->lock);
	s->thread = pthread_self();
	s->inside--;
	if (++s->calls == MANY)
		sem_post(&s->last);
}

/*
 * Callbacks come one after the other from one thread of the library's; in particular not
 * from a thread that waits for another batch and holds a lock which they take.
 */
TEST_LIB(callbacks_apart, "cuda")
{
	static uint8_t data[MANY][16], own[EACH];
	static struct warpcrypt_request q[MANY];
	struct seen s = { .lock = PTHREAD_MUTEX_INITIALIZER };
	struct warpcrypt_work work = {
		.size = sizeof(work), .count = 1, .done = with_lock, .data = &s,
	};
	struct warpcrypt_cipher_key *key = new_key(w);
	struct warpcrypt_request mine;
	struct warpcrypt_batch *batch;
	int i;

	sem_init(&s.last, 0, 0);
	/* All of them are in few frames. */
	pthread_mutex_lock(&fake_engine_gate);
	for (i = 0; i < MANY; i++) {
		q[i] = request(key, data[i], sizeof(data[i]));
		work.requests = &q[i];
		assert_int_equal(warpcrypt_begin(w, &work, &batch), 0);
	}
	pthread_mutex_lock(&s.lock);
	pthread_mutex_unlock(&fake_engine_gate);
	for (i = 0; i < 100; i++) {
		mine = request(key, own, sizeof(own));
		assert_int_equal(warpcrypt_run(w, &mine, 1), 0);
		assert_int_equal(warpcrypt_submit(w, &mine, 1, &batch), 0);
		while (warpcrypt_wait_for(batch, 0) == -ETIMEDOUT)
			;
	}
	assert_int_equal(s.calls, 0);
	pthread_mutex_unlock(&s.lock);
	sem_wait(&s.last);
	assert_int_equal(s.calls, MANY);
	assert_false(s.nested);
	assert_false(pthread_equal(s.thread, pthread_self()));
	assert_int_equal(warpcrypt_key_free(w, key), 0);
	sem_destroy(&s.last);
}

/* A callback that does what it may and what it may not. */
struct pair {
	struct warpcrypt *w;
	struct warpcrypt_cipher_key *key;
	struct warpcrypt_batch *other;	/* has a callback of its own */
	int refused;			/* what waiting for that returned */
	int ran;			/* what warpcrypt_run() returned */
	sem_t end;			/* posted at the end */
};

static void wait_for_other(struct warpcrypt_batch *batch, void *data)
{
	static uint8_t bytes[EACH];
	struct pair *p = data;
	struct warpcrypt_request q = request(p->key, bytes, sizeof(bytes));

	(void)batch;
	p->refused = warpcrypt_wait(p->other);
	p->ran = warpcrypt_run(p->w, &q, 1);
	sem_post(&p->end);
}

static void do_nothing(struct warpcrypt_batch *batch, void *data)
{
	(void)batch;
	(void)data;
}

/* A callback that waits for another's batch is refused; other calls are not. */
TEST_LIB(callback_waits, "cpu")
{
	static uint8_t data[2][EACH];
	struct pair p = { .w = w, .key = new_key(w), .ran = 1 };
	struct warpcrypt_request q[2];
	struct warpcrypt_batch *batch;
	struct warpcrypt_work work = { .size = sizeof(work), .count = 1 };

	sem_init(&p.end, 0, 0);
	q[0] = request(p.key, data[0], EACH);
	q[1] = request(p.key, data[1], EACH);
	work.requests = &q[1];
	work.done = do_nothing;
	assert_int_equal(warpcrypt_begin(p.w, &work, &p.other), 0);
	work.requests = &q[0];
	work.done = wait_for_other;
	work.data = &p;
	assert_int_equal(warpcrypt_begin(p.w, &work, &batch), 0);
	sem_wait(&p.end);
	assert_int_equal(p.refused, -EDEADLK);
	assert_int_equal(p.ran, 0);
	assert_int_equal(warpcrypt_wait(batch), 0);
	assert_int_equal(warpcrypt_wait(p.other), 0);
	assert_int_equal(warpcrypt_key_free(w, p.key), 0);
	sem_destroy(&p.end);
}

static void come_late(struct warpcrypt_batch *batch, void *data)
{
	unsigned int before = fake_engine_looks;

	(void)batch;
	while (fake_engine_looks - before < LOOKS)
		usleep(1000);
	sem_post(data);
}

/* A callback that takes longer than a deadline says nothing about the GPU. */
TEST(slow_callback)
{
	static uint8_t data[2][EACH];
	struct warpcrypt *w = open_lib("cuda", DEADLINE_MS);
	struct warpcrypt_cipher_key *key = new_key(w);
	struct warpcrypt_request q[2] = {
		request(key, data[0], EACH), request(key, data[1], EACH),
	};
	struct warpcrypt_work work = { .size = sizeof(work), .count = 1 };
	struct warpcrypt_batch *batch;
	sem_t end;

	sem_init(&end, 0, 0);
	work.requests = &q[0];
	work.done = come_late;
	work.data = &end;
	assert_int_equal(warpcrypt_begin(w, &work, &batch), 0);
	assert_int_equal(warpcrypt_run(w, &q[1], 1), 0);
	sem_wait(&end);
	assert_int_equal(warpcrypt_wait(batch), 0);
	assert_int_equal(warpcrypt_run(w, &q[1], 1), 0);
	assert_int_equal(warpcrypt_key_free(w, key), 0);
	warpcrypt_close(w);
	sem_destroy(&end);
}

/* A driver that hangs is noticed when the program only polls. */
TEST(hang_polled)
{
	static uint8_t data[2][EACH];
	struct warpcrypt *w = open_lib("cuda", DEADLINE_MS);
	struct warpcrypt_cipher_key *key = new_key(w);
	struct warpcrypt_request q[2] = {
		request(key, data[0], EACH), request(key, data[1], EACH),
	};
	struct warpcrypt_work work = { .size = sizeof(work), .count = 1 };
	struct warpcrypt_batch *batch, *polled;
	struct warpcrypt_queue *queue;
	struct pollfd fd = { .events = POLLIN };
	unsigned int before;

	assert_int_equal(warpcrypt_queue(w, &queue), 0);
	work.requests = &q[0];
	work.queue = queue;
	pthread_mutex_lock(&fake_engine_gate);
	assert_int_equal(warpcrypt_begin(w, &work, &batch), 0);
	assert_int_equal(warpcrypt_submit(w, &q[1], 1, &polled), 0);
	before = fake_engine_looks;
	fake_engine_hangs = 1;
	pthread_mutex_unlock(&fake_engine_gate);
	fd.fd = warpcrypt_queue_fd(queue);
	assert_int_equal(poll(&fd, 1, -1), 1);
	/* No earlier than a deadline later. */
	assert_true(fake_engine_looks - before > DEADLINE_LOOKS);
	assert_ptr_equal(warpcrypt_queue_next(queue), batch);
	REFUSED(-EIO, warpcrypt_wait(batch));
	while (!warpcrypt_poll(polled))
		usleep(1000);
	REFUSED(-EIO, warpcrypt_wait(polled));
	assert_int_equal(warpcrypt_queue_free(queue), 0);
	fake_engine_hangs = 0;
	warpcrypt_close(w);
}

/* Let a call of the driver go on that is held, or will be. */
static void end_hold(void)
{
	while (!fake_engine_held)
		usleep(1000);
	fake_engine_holds = 0;
	while (fake_engine_held || fake_engine_memory)
		usleep(1000);
}

/* Calls of the driver that do no frame: keys wiped, threads that stop, the GPU closed. */
TEST(hang_elsewhere)
{
	static const enum fake_call calls[] = {
		FAKE_FORGET, FAKE_STOP, FAKE_CLOSE,
	};
	static uint8_t data[EACH];
	struct warpcrypt_cipher_key *key;
	struct warpcrypt_request q;
	struct warpcrypt *w;
	size_t i;

	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		w = open_lib("cuda", DEADLINE_MS);
		key = new_key(w);
		q = request(key, data, sizeof(data));
		assert_int_equal(warpcrypt_run(w, &q, 1), 0);
		fake_engine_holds = calls[i];
		assert_int_equal(warpcrypt_key_free(w, key), 0);
		warpcrypt_close(w);
		end_hold();
	}
}

/* Until the engine is known to have failed. */
static void run_until_failed(struct warpcrypt *w)
{
	static uint8_t data[EACH];
	struct warpcrypt_request q = request(new_key(w), data, sizeof(data));

	while (!warpcrypt_run(w, &q, 1))
		usleep(1000);
	assert_int_equal(q.status, -EIO);
}

/* Memory that is registered, or no longer: an error; what is registered late is undone. */
TEST(hang_memory)
{
	static uint8_t data[EACH];
	struct warpcrypt *w = open_lib("cuda", DEADLINE_MS);

	fake_engine_holds = FAKE_ADD;
	REFUSED(-EIO, warpcrypt_register(w, data, sizeof(data)));
	assert_non_null(strstr(warpcrypt_error(), "open_ms"));
	REFUSED(-EEXIST, warpcrypt_register(w, data, sizeof(data)));
	run_until_failed(w);
	end_hold();
	warpcrypt_close(w);

	w = open_lib("cuda", DEADLINE_MS);
	assert_int_equal(warpcrypt_register(w, data, sizeof(data)), 0);
	fake_engine_holds = FAKE_REMOVE;
	REFUSED(-EIO, warpcrypt_unregister(w, data));
	REFUSED(-EINVAL, warpcrypt_unregister(w, data));
	run_until_failed(w);
	warpcrypt_close(w);
	end_hold();
}

/* The driver of GPU @stuck hangs with memory: the others go on, without more of it. */
static void hang_memory_of_one(enum fake_call call, unsigned int stuck)
{
	static uint8_t more[3][EACH] __attribute__((aligned(EACH)));
	static uint8_t data[EACH];
	struct warpcrypt_request q;
	struct warpcrypt *w = LIB_OPEN(.backend = "cuda", .gpus = "all", .threads = 3,
				       .memory = 1 << 20, .deadline_ms = DEADLINE_MS,
				       .open_ms = PATIENCE_MS);
	unsigned int before;
	int i;

	q = request(new_key(w), data, sizeof(data));
	fake_engine_holds = call;
	REFUSED(-EIO, warpcrypt_register(w, more[2], EACH));
	assert_int_equal(w->memory.stuck, 1u << stuck);
	for (i = 0; i < 2; i++)
		REFUSED(-EIO, warpcrypt_register(w, more[i], EACH));
	/* For longer than a deadline, at each of the three. */
	before = fake_engine_looks;
	do {
		usleep(DEADLINE_MS * 100);
		assert_int_equal(warpcrypt_run(w, &q, 1), 0);
	} while (fake_engine_looks - before < 3 * LOOKS);
	pthread_mutex_lock(&w->queue.lock);
	for (i = 0; i < 3; i++)
		assert_int_equal(w->port[i].failed, i == (int)stuck);
	pthread_mutex_unlock(&w->queue.lock);
	warpcrypt_close(w);
	end_hold();
}

/* The first is given it, the next one is told of it. */
TEST(hang_memory_of_one)
{
	hang_memory_of_one(FAKE_ADD, 0);
	hang_memory_of_one(FAKE_SHARE, 1);
}

/* Opening: an error; what comes back late is closed. */
TEST(hang_open)
{
	static const enum fake_call calls[] = { FAKE_OPEN, FAKE_START };
	const struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cuda", .threads = 2,
		.memory = 1 << 20, .open_ms = 50,
	};
	struct warpcrypt *w;
	size_t i;

	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		fake_engine_holds = calls[i];
		REFUSED(-ETIMEDOUT, warpcrypt_open(&w, &o));
		assert_non_null(strstr(warpcrypt_error(), "open_ms"));
		end_hold();
	}
	w = open_lib("cuda", DEADLINE_MS);
	warpcrypt_close(w);
}

static void *wait_main(void *batch)
{
	warpcrypt_wait(batch);
	pthread_testcancel();
	return NULL;
}

/* A thread that is cancelled while it waits leaves no lock behind. */
TEST_LIB(cancelled_thread, "cuda")
{
	static uint8_t data[EACH];
	struct warpcrypt_cipher_key *key = new_key(w);
	struct warpcrypt_request q = request(key, data, sizeof(data));
	struct warpcrypt_batch *batch;
	pthread_t thread;
	void *result;

	pthread_mutex_lock(&fake_engine_gate);
	assert_int_equal(warpcrypt_submit(w, &q, 1, &batch), 0);
	assert_int_equal(pthread_create(&thread, NULL, wait_main, batch), 0);
	while (!fake_engine_waiting || fork_threads().awake)
		usleep(100);
	pthread_cancel(thread);
	while (fork_threads().awake)
		usleep(100);
	pthread_mutex_unlock(&fake_engine_gate);
	assert_int_equal(pthread_join(thread, &result), 0);
	assert_ptr_equal(result, PTHREAD_CANCELED);
	assert_int_equal(warpcrypt_run(w, &q, 1), 0);
	assert_int_equal(warpcrypt_key_free(w, key), 0);
}

static void note_mask(struct warpcrypt_batch *batch, void *data)
{
	(void)batch;
	pthread_sigmask(SIG_BLOCK, NULL, data);
}

/* SIGUSR2 belongs to the program; faults are not blocked. */
TEST(signals)
{
	static const int own[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };
	static const int others[] = { SIGUSR1, SIGUSR2, SIGTERM, SIGALRM };
	const struct timespec never = { 60, 0 };
	struct warpcrypt_work work = { .size = sizeof(work), .done = note_mask };
	struct warpcrypt_batch *batch;
	struct warpcrypt *w;
	sigset_t mask, usr2;
	size_t i;

	sigemptyset(&usr2);
	sigaddset(&usr2, SIGUSR2);
	assert_int_equal(pthread_sigmask(SIG_BLOCK, &usr2, NULL), 0);
	w = open_lib("cuda", 0);
	work.data = &mask;
	assert_int_equal(warpcrypt_begin(w, &work, &batch), 0);
	assert_int_equal(warpcrypt_wait(batch), 0);
	for (i = 0; i < 4; i++) {
		assert_false(sigismember(&mask, own[i]));
		assert_true(sigismember(&mask, others[i]));
	}
	/* To the process: no thread of the library's may have it. */
	for (i = 0; i < 20; i++) {
		kill(getpid(), SIGUSR2);
		assert_int_equal(sigtimedwait(&usr2, NULL, &never), SIGUSR2);
	}
	warpcrypt_close(w);
	pthread_sigmask(SIG_UNBLOCK, &usr2, NULL);
}

/* Each thread in all of these tests has it: so much that a small stack would not hold it. */
static _Thread_local uint8_t of_each_thread[4 << 20] __attribute__((used));

UNIT_MAIN("libwarpcrypt in a program", NULL, NULL)
