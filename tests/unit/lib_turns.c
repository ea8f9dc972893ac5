// SPDX-License-Identifier: GPL-2.0-only
/* How much of a batch libwarpcrypt's frames get, and when. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "helper/lib/lib_parts.h"
#include "helper/lib/libwarpcrypt.h"
#include "tests/unit/fake_engine.h"
#include "tests/unit/fork_child.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/lib_place.h"

/*
 * An engine that is idle begins with a part of a frame: of what fills four frames there are
 * five. All are taken before one is done.
 */
TEST(begins)
{
	enum { COUNT = 4 * 63 };
	static struct warpcrypt_request q[COUNT];
	struct warpcrypt_batch *batch;
	struct place p;
	int i;

	place_open_with(&p, LIB_OPEN(.backend = "cuda", .threads = 2, .memory = 4 << 18), 1 << 20);
	place_key(&p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CTR, 16);
	for (i = 0; i < COUNT; i++)
		place_request(&p, &q[i], i * 4096, i * 4096, 4096, false);
	fake_engine_frames = 0;
	pthread_mutex_lock(&fake_engine_gate);
	assert_int_equal(warpcrypt_submit(p.w, q, COUNT, &batch), 0);
	assert_true(fake_engine_all_wait(2));
	pthread_mutex_unlock(&fake_engine_gate);
	assert_int_equal(warpcrypt_wait(batch), 0);
	place_check_all(&p, q, COUNT);
	assert_int_equal(fake_engine_frames, 5);
	place_close(&p);
}

/* Of what a GPU fetches itself it has eight frames, and the rest waits, though there are threads. */
TEST(enough)
{
	enum { COUNT = 128, LENGTH = 16384, IN_FRAME = 3 };
	static struct warpcrypt_request q[COUNT];
	struct warpcrypt_batch *batch;
	struct place p;
	size_t waited;
	int i;

	place_open_with(&p, LIB_OPEN(.backend = "cuda", .threads = 12, .memory = 24 << 16),
			COUNT * LENGTH);
	assert_int_equal(warpcrypt_register(p.w, p.memory, p.len), 0);
	place_key(&p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_XTS, 16);
	for (i = 0; i < COUNT; i++)
		place_request(&p, &q[i], i * LENGTH, i * LENGTH, LENGTH, false);
	fake_engine_begun = 0;
	pthread_mutex_lock(&fake_engine_gate);
	assert_int_equal(warpcrypt_submit(p.w, q, COUNT, &batch), 0);
	while (fake_engine_begun < 8)
		usleep(1000);
	/* The others take nothing. */
	while (fork_threads().awake)
		usleep(1000);
	waited = warpcrypt_cancel(batch);
	pthread_mutex_unlock(&fake_engine_gate);
	REFUSED(-ECANCELED, warpcrypt_wait(batch));
	assert_int_equal(waited, COUNT - 8 * IN_FRAME);
	for (i = 0; i < COUNT; i++)
		if (!q[i].status)
			place_check(&p, &q[i]);
		else
			assert_int_equal(q[i].status, -ECANCELED);
	assert_int_equal(warpcrypt_unregister(p.w, p.memory), 0);
	place_close(&p);
}

/*
 * A thread that is idle takes a short request beside frames that take long, but not beside
 * three short ones: then if there is more, or a part of its batch was taken.
 */
TEST(short_beside_long)
{
	struct warpcrypt_request r = { .size = sizeof(r) };
	struct warpcrypt_batch b = { .count = 2, .requests = &r, .stride = sizeof(r) };
	struct lib_queue q = { .shared = true, .first = &b, .waiting = 65535 };
	const struct lib_load none = { 0 }, two = { .frames = 100, .little = 2 };
	const struct lib_load three = { .frames = 3, .little = 3 };
	const struct lib_load many = { .frames = 100, .little = 100 };

	assert_true(lib_queue_await(&q, &none, 0, NULL));
	assert_true(lib_queue_await(&q, &two, 0, NULL));
	assert_false(lib_queue_await(&q, &three, 0, NULL));
	q.waiting++;
	assert_true(lib_queue_await(&q, &many, 0, NULL));
	q.waiting = 16;
	b.at.request = 1;
	assert_true(lib_queue_await(&q, &many, 0, NULL));
	b.at.request = 0;
	q.shared = false;
	assert_true(lib_queue_await(&q, &many, 0, NULL));
	q.first = NULL;
	assert_false(lib_queue_await(&q, &none, 0, NULL));
}

static atomic_bool awaited;

static void *await_work(void *arg)
{
	const struct lib_load eight = { .frames = 8 };
	const struct timespec end = lib_later(60000000000);
	struct lib_queue *q = arg;

	pthread_mutex_lock(&q->lock);
	lib_queue_await(q, &eight, 0, &end);
	awaited = true;
	pthread_mutex_unlock(&q->lock);
	return NULL;
}

static bool is_asleep(struct lib_queue *q)
{
	bool sleeps;

	pthread_mutex_lock(&q->lock);
	sleeps = q->sleepers;
	pthread_mutex_unlock(&q->lock);
	return sleeps;
}

/* Begin await_work() in a thread, which sleeps because eight frames are enough. */
static pthread_t start_sleeper(struct lib_queue *q)
{
	pthread_t thread;

	assert_int_equal(pthread_create(&thread, NULL, await_work, q), 0);
	while (!is_asleep(q))
		usleep(1000);
	return thread;
}

/* Whether the thread still sleeps. It ends; the queue, which is locked, is freed. */
static bool end_sleeper(struct lib_queue *q, pthread_t thread)
{
	bool sleeps = q->sleepers;

	lib_queue_wake_all(q);
	pthread_mutex_unlock(&q->lock);
	pthread_join(thread, NULL);
	lib_queue_free(q);
	return sleeps;
}

/* When what a GPU has enough of is cancelled, a thread that slept takes what is behind it. */
TEST(cancel_wakes)
{
	static struct warpcrypt w;
	struct warpcrypt_request r = { .size = sizeof(r) };
	struct lib_region region = { .users = 1 };
	struct warpcrypt_batch direct = {
		.w = &w, .count = 1, .requests = &r, .stride = sizeof(r),
		.holds = { .hold = calloc(1, sizeof(struct lib_hold)), .count = 1 },
	};
	struct warpcrypt_batch copied = direct;
	struct lib_queue *q = &w.queue;
	pthread_t thread;

	assert_non_null(direct.holds.hold);
	direct.holds.hold[0].region = &region;
	copied.holds = (struct lib_holds){ };
	lib_queue_init(q, true, 1);
	assert_int_equal(lib_queue_add(&direct, 1), 0);
	assert_int_equal(lib_queue_add(&copied, 1 << 20), 0);
	thread = start_sleeper(q);
	pthread_mutex_lock(&q->lock);
	lib_queue_cancel(&direct);
	assert_ptr_equal(q->first, &copied);
	assert_false(end_sleeper(q, thread));
}

static const struct warpcrypt_cipher_key *new_key(struct lib_keys *keys, uint8_t mode)
{
	uint32_t slot;

	assert_true(lib_key_take(keys, &slot));
	keys->key[slot].cipher = WARPCRYPT_CIPHER_AES;
	keys->key[slot].mode = mode;
	return lib_key_begin(keys, slot);
}

/* When a thread takes the last of what a GPU has enough of, one that slept takes the rest. */
TEST(rest_wakes)
{
	static uint8_t data[1 << 16] __attribute__((aligned(64)));
	static struct lib_piece pieces[1024];
	static struct warpcrypt w;
	struct lib_frame frame = { .base = data, .size = sizeof(data), .piece = pieces };
	struct warpcrypt_request r[2] = { { .len = 4096 }, { .len = 1 << 20 } };
	struct lib_hold hold = { .intact = true };
	struct warpcrypt_batch b = {
		.w = &w, .count = 2, .requests = r, .stride = sizeof(r[0]),
		.holds = { .hold = &hold, .count = 1 },
	};
	struct lib_queue *q = &w.queue;
	pthread_t thread;

	assert_int_equal(lib_keys_init(&w.keys, 2), 0);
	r[0].key = new_key(&w.keys, WARPCRYPT_MODE_ECB);
	r[1].key = new_key(&w.keys, WARPCRYPT_MODE_CBC);
	lib_queue_init(q, true, 9);
	assert_int_equal(lib_queue_add(&b, 4096 + (1 << 20)), 0);
	thread = start_sleeper(q);
	pthread_mutex_lock(&q->lock);
	lib_queue_take(q, &frame, 9, 9);
	assert_int_equal(frame.count, 1);
	assert_int_equal(q->waiting, 1 << 20);
	assert_false(end_sleeper(q, thread));
	lib_keys_free(&w.keys);
}

/* A thread that is to stop does not sleep again, also if the engine is not open yet. */
TEST(kick_ends)
{
	static struct warpcrypt w;
	static struct lib_port port = { .w = &w };
	struct lib_queue *q = &w.queue;
	pthread_t thread;

	lib_queue_init(q, true, 1);
	lib_channel_open(&port);
	awaited = false;
	thread = start_sleeper(q);
	assert_true(wc_channel_kick(&port.channel));
	while (!awaited && !is_asleep(q))
		usleep(1000);
	pthread_mutex_lock(&q->lock);
	q->broken = true;
	assert_false(end_sleeper(q, thread));
}

/* A sanitizer's mlock() does nothing. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/* Is memory of this process locked, and less than @most kB? */
static bool locks_less(unsigned long most)
{
	FILE *f = fopen("/proc/self/status", "r");
	unsigned long kb = 0;
	char line[256];

	while (f && fgets(line, sizeof(line), f))
		sscanf(line, "VmLck: %lu kB", &kb);
	if (f)
		fclose(f);
	return kb && kb < most;
}

/* If not all memory may be locked, that of the keys is. */
TEST(locks_keys)
{
	const struct rlimit limit = { 512 << 10, 512 << 10 };
	const struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cpu", .threads = 2, .memory = 2 << 20,
	};
	struct warpcrypt *w;
	pid_t pid = fork_child();

	if (!pid) {
		/* Root may lock anything. */
		if (setrlimit(RLIMIT_MEMLOCK, &limit) || (!geteuid() && setresuid(1, 1, 1)))
			_exit(1);
		if (warpcrypt_open(&w, &o))
			_exit(2);
		_exit(locks_less(512) ? 0 : 3);
	}
	assert_true(child_says(pid, 0));
}
#endif
