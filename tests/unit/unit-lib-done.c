// SPDX-License-Identifier: GPL-2.0-only
/*
 * How libwarpcrypt's batches end: waits with and without a limit, queues with a file
 * to poll, callbacks, cancelled requests, an engine that fails. The engine is held
 * by a lock where something must not be done yet, so nothing depends on the clock.
 *
 * Only this finds a batch whose end is told twice, too early or never.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/unit/fake_engine.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/lib_place.h"
#include "tests/unit/unit.h"

/* More than all threads have in progress together: four frames of 64 KiB. */
#define MANY		64
#define EACH		16384

static void hold_engine(void)
{
	pthread_mutex_lock(&fake_engine_gate);
}

static void release_engine(void)
{
	pthread_mutex_unlock(&fake_engine_gate);
}

static void make_requests(struct place *p, struct warpcrypt_request *q, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		place_request(p, &q[i], i * EACH, i * EACH, EACH, i & 1);
}

TEST_PLACE(wait_for, "cuda", MANY * EACH)
{
	struct warpcrypt_request q[MANY];
	struct warpcrypt_batch *batch;

	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_XTS, 16);
	make_requests(p, q, MANY);
	hold_engine();
	assert_int_equal(warpcrypt_submit(p->w, q, MANY, &batch), 0);
	assert_int_equal(warpcrypt_poll(batch), 0);
	REFUSED(-ETIMEDOUT, warpcrypt_wait_for(batch, 0));
	REFUSED(-ETIMEDOUT, warpcrypt_wait_for(batch, 2000000));
	release_engine();
	assert_int_equal(warpcrypt_wait_for(batch, -1), 0);
	place_check_all(p, q, MANY);
	assert_int_equal(warpcrypt_submit(p->w, NULL, 0, &batch), 0);
	assert_int_equal(warpcrypt_poll(batch), 1);
	assert_int_equal(warpcrypt_wait_for(batch, 0), 0);
}

/*
 * What has begun is finished, the rest is not touched; and a batch behind it of
 * which nothing has begun is done at once.
 */
TEST_PLACE(cancel, "cuda", MANY * EACH)
{
	static uint8_t before[MANY * EACH];
	struct warpcrypt_request q[MANY], behind;
	struct warpcrypt_batch *batch, *second;
	size_t n, cancelled = 0, i;

	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CBC, 16);
	make_requests(p, q, MANY - 1);
	place_request(p, &behind, (MANY - 1) * EACH, (MANY - 1) * EACH, EACH, false);
	memcpy(before, p->memory, sizeof(before));
	hold_engine();
	assert_int_equal(warpcrypt_submit(p->w, q, MANY - 1, &batch), 0);
	assert_int_equal(warpcrypt_submit(p->w, &behind, 1, &second), 0);
	assert_int_equal(warpcrypt_cancel(second), 1);
	assert_int_equal(warpcrypt_poll(second), 1);
	assert_int_equal(warpcrypt_cancel(second), 0);
	REFUSED(-ECANCELED, warpcrypt_wait(second));
	assert_int_equal(behind.status, -ECANCELED);
	n = warpcrypt_cancel(batch);
	assert_true(n > 0);
	assert_int_equal(warpcrypt_cancel(batch), 0);
	release_engine();
	REFUSED(-ECANCELED, warpcrypt_wait(batch));
	for (i = 0; i < MANY - 1; i++) {
		if (!q[i].status) {
			place_check(p, &q[i]);
			continue;
		}
		assert_int_equal(q[i].status, -ECANCELED);
		assert_memory_equal(p->memory + i * EACH, before + i * EACH,
				    EACH);
		cancelled++;
	}
	assert_int_equal(cancelled, n);
	assert_memory_equal(p->memory + (MANY - 1) * EACH,
			    before + (MANY - 1) * EACH, EACH);
	/* The engine goes on. */
	make_requests(p, q, MANY);
	place_run(p, q, MANY);
}

#define BEHIND		12u

/*
 * The first is longer than all frames, in pieces or a chain: it is finished. Of those behind
 * it, none has begun if the pieces fill all frames. Beside a chain, of which a frame has one
 * piece, each frame takes one and the beginning of the next.
 */
static void cancel_begun(struct place *p, uint8_t mode, size_t least)
{
	struct warpcrypt_request q[1 + BEHIND];
	struct warpcrypt_batch *batch;
	size_t n, i, cancelled = 0;

	place_key(p, WARPCRYPT_CIPHER_AES, mode, 16);
	place_request(p, &q[0], 0, 0, 600000, false);
	for (i = 1; i <= BEHIND; i++)
		place_request(p, &q[i], 540000 + i * 60000,
			      540000 + i * 60000, 60000, false);
	hold_engine();
	assert_int_equal(warpcrypt_submit(p->w, q, 1 + BEHIND, &batch), 0);
	while (fake_engine_waiting < 1)
		usleep(100);
	n = warpcrypt_cancel(batch);
	assert_in_range(n, least, BEHIND);
	assert_int_equal(warpcrypt_cancel(batch), 0);
	release_engine();
	REFUSED(-ECANCELED, warpcrypt_wait(batch));
	place_check(p, &q[0]);
	for (i = 1; i <= BEHIND; i++) {
		cancelled += q[i].status == -ECANCELED;
		if (q[i].status != -ECANCELED)
			place_check(p, &q[i]);
	}
	assert_int_equal(cancelled, n);
	place_free(p);
}

TEST_PLACE(cancel_begun, "cuda", 600000 + BEHIND * 60000)
{
	cancel_begun(p, WARPCRYPT_MODE_CTR, BEHIND);
	cancel_begun(p, WARPCRYPT_MODE_CBC, BEHIND - 2 * 4);
}

static void cancel_points(struct warpcrypt *w, enum warpcrypt_curve curve, size_t rows)
{
	static uint8_t scalars[9000][32], results[2 * 9000][32], status[9000];
	struct warpcrypt_points q = {
		.size = sizeof(q), .curve = curve, .count = 9000,
		.scalars = (const uint8_t (*)[32])scalars, .results = results,
		.status = status,
	};
	static const uint8_t untouched[32] = { 0 };
	struct warpcrypt_batch *batch;
	struct test_rand r = { 4 };
	size_t n, i, cancelled = 0;

	rand_fill(&r, scalars, sizeof(scalars));
	memset(results, 0, sizeof(results));
	hold_engine();
	assert_int_equal(warpcrypt_submit_points(w, &q, &batch), 0);
	n = warpcrypt_cancel(batch);
	assert_true(n >= 9000 - 4 * 1023);
	release_engine();
	REFUSED(-ECANCELED, warpcrypt_wait(batch));
	for (i = 0; i < 9000; i++) {
		assert_true(status[i] == 0 || status[i] == 2);
		assert_int_equal(!memcmp(results[i * rows], untouched, 32),
				 status[i] == 2);
		cancelled += status[i] == 2;
	}
	assert_int_equal(cancelled, n);
}

TEST_LIB(cancel_points, "cuda")
{
	cancel_points(w, WARPCRYPT_X25519, 1);
	cancel_points(w, WARPCRYPT_P256, 2);
}

static int readable(const struct warpcrypt_queue *queue, int ms)
{
	struct pollfd fd = {
		.fd = warpcrypt_queue_fd(queue), .events = POLLIN,
	};

	return poll(&fd, 1, ms);
}

TEST_PLACE(queue, "cuda", MANY * EACH)
{
	struct warpcrypt_request q[MANY];
	struct warpcrypt_work work = { .size = sizeof(work) };
	struct warpcrypt_queue *queue, *foreign;
	struct warpcrypt_batch *batch[4], *b;
	struct warpcrypt *other = lib_open("cuda");
	bool seen[4] = { false };
	int i;

	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_ECB, 16);
	make_requests(p, q, MANY);
	assert_int_equal(warpcrypt_queue(p->w, &queue), 0);
	assert_int_equal(warpcrypt_queue(other, &foreign), 0);
	work.queue = foreign;
	REFUSED(-EINVAL, warpcrypt_begin(p->w, &work, &batch[0]));
	assert_int_equal(warpcrypt_queue_free(foreign), 0);
	work.queue = queue;
	assert_null(warpcrypt_queue_next(queue));
	assert_int_equal(readable(queue, 0), 0);
	hold_engine();
	for (i = 0; i < 4; i++) {
		work.requests = &q[i * MANY / 4];
		work.count = MANY / 4;
		work.data = &seen[i];
		assert_int_equal(warpcrypt_begin(p->w, &work, &batch[i]), 0);
	}
	assert_int_equal(readable(queue, 0), 0);
	assert_null(warpcrypt_queue_next(queue));
	REFUSED(-EBUSY, warpcrypt_queue_free(queue));
	release_engine();
	for (i = 0; i < 3; i++) {
		assert_int_equal(readable(queue, -1), 1);
		b = warpcrypt_queue_next(queue);
		assert_non_null(b);
		assert_int_equal(warpcrypt_poll(b), 1);
		assert_false(*(bool *)warpcrypt_data(b));
		*(bool *)warpcrypt_data(b) = true;
		assert_int_equal(warpcrypt_wait_for(b, 0), 0);
	}
	/* One is waited for and not taken. */
	for (i = 0; seen[i]; i++)
		;
	assert_int_equal(warpcrypt_wait(batch[i]), 0);
	assert_int_equal(readable(queue, 0), 0);
	assert_null(warpcrypt_queue_next(queue));
	place_check_all(p, q, MANY);
	/* Nothing to do: done at once. */
	work.count = 0;
	work.requests = NULL;
	assert_int_equal(warpcrypt_begin(p->w, &work, &b), 0);
	assert_int_equal(readable(queue, 0), 1);
	assert_ptr_equal(warpcrypt_queue_next(queue), b);
	assert_int_equal(readable(queue, 0), 0);
	REFUSED(-EBUSY, warpcrypt_queue_free(queue));
	assert_int_equal(warpcrypt_wait(b), 0);
	/* The last one is not taken, and another comes behind those that are left. */
	for (i = 0; i < 3; i++) {
		assert_int_equal(warpcrypt_begin(p->w, &work, &batch[i]), 0);
		assert_int_equal(i == 1 ? warpcrypt_wait(batch[1]) : 0, 0);
	}
	for (i = 0; i < 3; i += 2) {
		assert_ptr_equal(warpcrypt_queue_next(queue), batch[i]);
		assert_int_equal(warpcrypt_wait(batch[i]), 0);
	}
	assert_int_equal(warpcrypt_queue_free(queue), 0);
	assert_int_equal(warpcrypt_queue_free(NULL), 0);
	lib_close(other);
}

/* What a callback has seen. */
struct told {
	struct place *p;
	struct warpcrypt_request q;	/* it begins it again */
	int left;			/* how often it does so */
	int calls;			/* how often it was called */
	int result;			/* of the last wait */
	pthread_t thread;		/* the last one that it was called in */
	sem_t end;			/* posted by the last call */
};

static void begin_again(struct warpcrypt_batch *batch, void *data);

static void begin_one(struct told *t)
{
	struct warpcrypt_work work = {
		.size = sizeof(work), .requests = &t->q, .count = 1,
		.done = begin_again, .data = t,
	};
	struct warpcrypt_batch *batch;

	if (warpcrypt_begin(t->p->w, &work, &batch))
		fail_msg("%s", warpcrypt_error());
}

/* Waits for its batch, which frees it, and begins another. */
static void begin_again(struct warpcrypt_batch *batch, void *data)
{
	struct told *t = data;

	t->calls++;
	t->thread = pthread_self();
	t->result = warpcrypt_poll(batch) && warpcrypt_data(batch) == data ?
		    warpcrypt_wait(batch) : -1;
	if (t->left--)
		begin_one(t);
	else
		sem_post(&t->end);
}

TEST_PLACE(callback, "cuda", MANY * EACH)
{
	struct told t = { .p = p, .left = 6 };

	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CTR, 16);
	sem_init(&t.end, 0, 0);
	place_request(p, &t.q, 0, 0, EACH, false);
	begin_one(&t);
	sem_wait(&t.end);
	assert_int_equal(t.calls, 7);
	assert_int_equal(t.result, 0);
	assert_false(pthread_equal(t.thread, pthread_self()));
	/* Seven times is once. */
	place_check(p, &t.q);
	/* With nothing to do. */
	t.left = 0;
	t.q.len = 0;
	begin_one(&t);
	sem_wait(&t.end);
	assert_int_equal(t.calls, 8);
	assert_false(pthread_equal(t.thread, pthread_self()));
	/* And with a request that is wrong. */
	t.q.key = NULL;
	t.left = 0;
	begin_one(&t);
	sem_wait(&t.end);
	assert_int_equal(t.calls, 9);
	assert_int_equal(t.result, -EINVAL);
	sem_destroy(&t.end);
}

struct slow {
	sem_t begun;
	sem_t go_on;
	bool returns;
};

static void take_long(struct warpcrypt_batch *batch, void *data)
{
	struct slow *s = data;

	(void)batch;
	sem_post(&s->begun);
	sem_wait(&s->go_on);
	s->returns = true;
}

/* Another thread's wait ends after the callback, not during it. */
TEST_PLACE(wait_for_callback, "cuda", MANY * EACH)
{
	struct warpcrypt_work work = { .size = sizeof(work), .count = 1 };
	struct warpcrypt_batch *batch;
	struct warpcrypt_request q;
	struct slow s = { .returns = false };

	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CTR, 16);
	sem_init(&s.begun, 0, 0);
	sem_init(&s.go_on, 0, 0);
	place_request(p, &q, 0, 0, EACH, false);
	work.requests = &q;
	work.done = take_long;
	work.data = &s;
	assert_int_equal(warpcrypt_begin(p->w, &work, &batch), 0);
	sem_wait(&s.begun);
	assert_int_equal(warpcrypt_poll(batch), 0);
	assert_int_equal(warpcrypt_wait_for(batch, 1000), -ETIMEDOUT);
	sem_post(&s.go_on);
	assert_int_equal(warpcrypt_wait(batch), 0);
	assert_true(s.returns);
	place_check(p, &q);
	work.queue = (void *)p;
	REFUSED(-EINVAL, warpcrypt_begin(p->w, &work, &batch));
	sem_destroy(&s.begun);
	sem_destroy(&s.go_on);
}

static void count_call(struct warpcrypt_batch *batch, void *data)
{
	(void)batch;
	(*(atomic_int *)data)++;
}

/* Every batch ends in its way, and every request that was not done says so. */
TEST_PLACE(engine_fails, "cuda", MANY * EACH)
{
	struct warpcrypt_request q[MANY];
	struct warpcrypt_work work = { .size = sizeof(work) };
	struct warpcrypt_batch *batch[4];
	struct warpcrypt_queue *queue;
	atomic_int calls = 0;
	int i, ended = 0;

	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CBC, 16);
	make_requests(p, q, MANY);
	assert_int_equal(warpcrypt_register(p->w, p->memory, p->len), 0);
	assert_int_equal(warpcrypt_queue(p->w, &queue), 0);
	q[5].key = NULL;
	hold_engine();
	for (i = 0; i < 4; i++) {
		work.requests = &q[i * MANY / 4];
		work.count = MANY / 4;
		work.queue = i & 1 ? queue : NULL;
		work.done = i & 1 ? NULL : count_call;
		work.data = &calls;
		assert_int_equal(warpcrypt_begin(p->w, &work, &batch[i]), 0);
	}
	REFUSED(-EBUSY, warpcrypt_unregister(p->w, p->memory));
	fake_engine_breaks = true;
	release_engine();
	while (ended < 2) {
		assert_int_equal(readable(queue, -1), 1);
		REFUSED(-EIO, warpcrypt_wait(warpcrypt_queue_next(queue)));
		ended++;
	}
	for (i = 0; i < 4; i += 2)
		REFUSED(-EIO, warpcrypt_wait(batch[i]));
	assert_int_equal(calls, 2);
	for (i = 0; i < MANY; i++)
		assert_int_equal(q[i].status, i == 5 ? -EINVAL : -EIO);
	work.queue = queue;
	work.done = NULL;
	REFUSED(-EIO, warpcrypt_begin(p->w, &work, &batch[0]));
	/* For good. */
	fake_engine_breaks = false;
	REFUSED(-EIO, warpcrypt_begin(p->w, &work, &batch[0]));
	assert_int_equal(warpcrypt_queue_free(queue), 0);
	assert_int_equal(warpcrypt_unregister(p->w, p->memory), 0);
}

/* A key that a batch uses cannot be freed; the batch is done with it. */
TEST_PLACE(key_in_use, "cuda", MANY * EACH)
{
	struct warpcrypt_request q[MANY];
	struct warpcrypt_batch *batch;

	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CTR, 16);
	make_requests(p, q, MANY);
	hold_engine();
	assert_int_equal(warpcrypt_submit(p->w, q, MANY, &batch), 0);
	REFUSED(-EBUSY, warpcrypt_key_free(p->w, p->key.ours));
	while (fake_engine_waiting < 1)
		usleep(100);
	REFUSED(-EBUSY, warpcrypt_key_free(p->w, p->key.ours));
	release_engine();
	assert_int_equal(warpcrypt_wait(batch), 0);
	place_check_all(p, q, MANY);
	/* Nor by a batch that was cancelled, or that was not valid. */
	make_requests(p, q, 2);
	q[1].len = 1 + SIZE_MAX / 2;
	hold_engine();
	REFUSED(-EINVAL, warpcrypt_run(p->w, q + 1, 1));
	assert_int_equal(warpcrypt_submit(p->w, q, 1, &batch), 0);
	warpcrypt_cancel(batch);
	release_engine();
	/* It is done with the key before it is waited for. */
	while (!warpcrypt_poll(batch))
		usleep(100);
	assert_int_equal(warpcrypt_key_free(p->w, p->key.ours), 0);
	warpcrypt_wait(batch);
	p->key.ours = NULL;
}

/* A key that was freed is none, whatever its slot has by now. */
TEST(key_freed)
{
	static const uint8_t bytes[16] = { 5 };
	struct warpcrypt_cipher_key *old, *other, *new;
	uint8_t data[64], same[64] = { 0 };
	struct warpcrypt_request q = {
		.size = sizeof(q), .src = data, .dst = data, .len = 64,
	};
	struct warpcrypt *w = LIB_OPEN(.backend = "cpu", .threads = 1, .keys = 2);
	int i;

	assert_int_equal(warpcrypt_key(w, &old, "aes", "ctr", bytes, 16), 0);
	assert_int_equal(warpcrypt_key_free(w, old), 0);
	REFUSED(-EINVAL, warpcrypt_key_free(w, old));
	/* Both slots have a key now, of another mode. */
	assert_int_equal(warpcrypt_key(w, &other, "sm4", "cbc", bytes, 16), 0);
	assert_int_equal(warpcrypt_key(w, &new, "sm4", "cbc", bytes, 16), 0);
	for (i = 0; i < 2; i++) {
		memset(data, 0, sizeof(data));
		q.key = old;
		REFUSED(-EINVAL, warpcrypt_run(w, &q, 1));
		assert_non_null(strstr(warpcrypt_error(), "freed"));
		assert_memory_equal(data, same, sizeof(data));
		REFUSED(-EINVAL, warpcrypt_key_free(w, old));
	}
	q.key = new;
	assert_int_equal(warpcrypt_run(w, &q, 1), 0);
	assert_int_equal(warpcrypt_key_free(w, other), 0);
	assert_int_equal(warpcrypt_key_free(w, new), 0);
	lib_close(w);
}

UNIT_MAIN("libwarpcrypt's batches", NULL, NULL)
