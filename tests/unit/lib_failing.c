// SPDX-License-Identifier: GPL-2.0-only
/* Engines that fail, alone or while others go on. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "helper/lib/lib_types.h"
#include "tests/unit/fake_engine.h"
#include "tests/unit/fork_child.h"
#include "tests/unit/lib_mixture.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/unit.h"

/* Requests in place, one after another. */
static void fill_requests(struct warpcrypt_request *q, size_t n,
			  const struct warpcrypt_cipher_key *key, uint8_t *buf)
{
	size_t i;

	for (i = 0; i < n; i++)
		q[i] = (struct warpcrypt_request){
			.size = sizeof(q[i]), .key = key, .src = buf + i * 70000,
			.dst = buf + i * 70000, .len = 69984,
		};
}

/* No status says that a multiplication is done which an engine has lost, or was not given. */
TEST(points_break)
{
	static uint8_t scalars[3000][32], results[3000][32], status[3000];
	struct warpcrypt_points q = {
		.size = sizeof(q), .curve = WARPCRYPT_X25519, .count = 3000,
		.scalars = (const uint8_t (*)[32])scalars, .results = results,
		.status = status,
	};
	struct warpcrypt *w = lib_open("cuda");
	size_t i, round;

	fake_engine_breaks = true;
	for (round = 0; round < 2; round++) {
		memset(status, 0, sizeof(status));
		REFUSED(-EIO, warpcrypt_run_points(w, &q));
		for (i = 0; i < 3000; i++)
			assert_int_equal(status[i], 2);
	}
	fake_engine_breaks = false;
	warpcrypt_close(w);
}

/* --- engines that fail while others go on */

/* Of tests in which a GPU hangs; the others are never late (fake_engine.h). */
#define DEADLINE_MS	200u

static unsigned int deadline_of(const atomic_uint *fault)
{
	return fault == &fake_engine_hangs ? DEADLINE_MS : 0;
}

/* One after the other of three GPUs. */
static void faulty_gpus(atomic_uint *fault, unsigned int first,
			unsigned int second)
{
	struct warpcrypt *w = LIB_OPEN(.backend = "cuda", .gpus = "all", .threads = 3,
				       .memory = 6 * 65536,
				       .deadline_ms = deadline_of(fault));
	struct test_rand r = { 11 };
	uint64_t before[FAKE_ENGINE_GPUS];
	unsigned int i;

	mixture_run_faulty(w, &r, 1u << WARPCRYPT_CIPHER_AES, fault, 1u << first);
	for (i = 0; i < FAKE_ENGINE_GPUS; i++)
		before[i] = fake_engine_by[i];
	*fault |= 1u << second;
	mixture_run(w, &r, 1u << WARPCRYPT_CIPHER_AES);
	assert_int_equal(fake_engine_by[first], before[first]);
	assert_true(fake_engine_by[3 - first - second] >
		    before[3 - first - second]);
	/* What was stuck comes back late, and must change nothing. */
	*fault = 0;
	warpcrypt_close(w);
}

TEST(one_breaks)
{
	faulty_gpus(&fake_engine_broken, 0, 2);
	faulty_gpus(&fake_engine_broken, 1, 0);
}

TEST(one_hangs)
{
	faulty_gpus(&fake_engine_hangs, 2, 1);
}

/* The CPUs stand by with "auto", and with nothing else. */
TEST(cpus_stand_by)
{
	const uint32_t ciphers = 1u << WARPCRYPT_CIPHER_AES | 1u << WARPCRYPT_CIPHER_KUZNYECHIK;
	atomic_uint *const faults[] = { &fake_engine_broken, &fake_engine_hangs };
	struct test_rand r = { 12 };
	struct warpcrypt *w;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		uint64_t frames;

		w = LIB_OPEN(.threads = 2, .memory = LIB_SMALL_SHARED, .deadline_ms = DEADLINE_MS);
		assert_int_equal(warpcrypt_threads(w), 2);
		frames = fake_engine_frames;
		mixture_run(w, &r, ciphers);
		assert_true(fake_engine_frames > frames);
		mixture_run_faulty(w, &r, ciphers, faults[i], 1);
		/* And afterwards. */
		mixture_run(w, &r, 1u << WARPCRYPT_CIPHER_AES);
		*faults[i] = 0;
		warpcrypt_close(w);
	}
}

/* A GPU hangs until after the close: no worker of the CPUs is left, with expanded keys. */
TEST(hangs_when_closed)
{
	/* It stays for the thread that hangs. */
	static struct warpcrypt *w;
	struct warpcrypt_request q[1];
	struct warpcrypt_batch *batch;
	struct test_rand r = { 15 };
	struct test_key key;
	static uint8_t buf[70000];

	w = LIB_OPEN(.threads = 2, .memory = LIB_SMALL_SHARED, .deadline_ms = DEADLINE_MS);
	sample_key(w, &key, &r, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CTR, 16);
	fill_requests(q, 1, key.ours, buf);
	/* Of one frame. */
	q[0].len = 16;
	assert_int_equal(warpcrypt_run(w, q, 1), 0);
	assert_int_equal(w->lones, 1);
	pthread_mutex_lock(&fake_engine_gate);
	assert_int_equal(warpcrypt_submit(w, q, 1, &batch), 0);
	assert_true(fake_engine_all_wait(1));
	fake_engine_hangs = 1;
	pthread_mutex_unlock(&fake_engine_gate);
	assert_int_equal(warpcrypt_wait(batch), 0);
	warpcrypt_key_free(w, key.ours);
	warpcrypt_close(w);
	assert_int_equal(w->lones, 0);
	fake_engine_hangs = 0;
}

/* A GPU that hangs, and no other engine: an error, and no caller waits for ever. */
TEST(hangs_alone)
{
	struct warpcrypt *w = LIB_OPEN(.backend = "cuda", .threads = 2,
				       .memory = LIB_SMALL_SHARED, .deadline_ms = DEADLINE_MS);
	struct warpcrypt_request q[2];
	struct warpcrypt_batch *batch;
	struct test_rand r = { 13 };
	struct test_key key;
	static uint8_t buf[2 * 70000];

	sample_key(w, &key, &r, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CTR, 16);
	fill_requests(q, 2, key.ours, buf);
	pthread_mutex_lock(&fake_engine_gate);
	assert_int_equal(warpcrypt_submit(w, q, 2, &batch), 0);
	REFUSED(-ETIMEDOUT, warpcrypt_wait_for(batch, 1000000));
	fake_engine_hangs = 1;
	pthread_mutex_unlock(&fake_engine_gate);
	REFUSED(-EIO, warpcrypt_wait(batch));
	assert_non_null(strstr(warpcrypt_error(), "the engine has failed"));
	assert_int_equal(q[0].status, -EIO);
	REFUSED(-EIO, warpcrypt_run(w, q, 1));
	fake_engine_hangs = 0;
	warpcrypt_key_free(w, key.ours);
	warpcrypt_close(w);
}

/*
 * Registered memory: what was not in place is done again; what was in place fails, and
 * nothing else does.
 */
static void registered(atomic_uint *fault, bool in_place, int status)
{
	struct warpcrypt *w = LIB_OPEN(.backend = "cuda", .gpus = "0,1", .threads = 2,
				       .memory = 8 << 20, .deadline_ms = deadline_of(fault));
	const size_t len = 1 << 20;
	struct warpcrypt_request q = { .size = sizeof(q) };
	struct test_rand r = { 14 };
	struct warpcrypt_batch *batch;
	struct test_key key;
	uint8_t *memory;
	struct sample s;
	void *at;

	sample_key(w, &key, &r, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CBC, 16);
	assert_int_equal(warpcrypt_alloc(w, 2 * len, &at), 0);
	memory = at;
	sample_init(&s, &key, &r, true, len);
	q = s.request;
	memcpy(memory, q.src, len);
	q.src = memory;
	q.dst = in_place ? memory : memory + len;
	q.flags = WARPCRYPT_REGISTERED;
	pthread_mutex_lock(&fake_engine_gate);
	assert_int_equal(warpcrypt_submit(w, &q, 1, &batch), 0);
	assert_true(fake_engine_all_wait(1));
	*fault = 1u << fake_engine_last;
	pthread_mutex_unlock(&fake_engine_gate);
	assert_int_equal(warpcrypt_wait(batch), status);
	assert_int_equal(q.status, status);
	if (!status)
		assert_memory_equal(q.dst, s.want, len);
	else
		assert_non_null(strstr(warpcrypt_error(), "cannot be done again"));
	/* The other goes on, with memory that is registered now, too. */
	assert_int_equal(warpcrypt_run(w, &s.request, 1), 0);
	sample_check(&s);
	*fault = 0;
	warpcrypt_key_free(w, key.ours);
	warpcrypt_close(w);
	/* An engine that hangs is asked for nothing. */
	fake_engine_memory = 0;
}

TEST(registered_breaks)
{
	registered(&fake_engine_broken, false, 0);
	registered(&fake_engine_broken, true, -EIO);
	registered(&fake_engine_hangs, false, -EIO);
	registered(&fake_engine_hangs, true, -EIO);
}

/* More than all frames take. */
static uint8_t secret[9000][32], products[9000][32];

/* Is a scalar in a frame? If @late, engines that hang have written one into theirs first. */
static bool has_scalar(struct warpcrypt *w, bool late)
{
	bool found = false;
	uint32_t i;

	pthread_mutex_lock(&w->queue.lock);
	for (i = 0; i < w->arena.geo.frame_count; i++) {
		const struct lib_frame *f = &w->frames[i];

		if (late && f->at == LIB_FRAME_LOST)
			memcpy(f->base, secret[0], 32);
		found |= memmem(f->base, f->size, secret[0], 32) != NULL;
	}
	pthread_mutex_unlock(&w->queue.lock);
	return found;
}

/* The frame of an engine that does not go on has no scalars afterwards. */
static void scalars_wiped(const char *gpus, atomic_uint *fault)
{
	/* It stays for the thread that hangs. */
	static struct warpcrypt *w;
	struct warpcrypt_points q = {
		.size = sizeof(q), .curve = WARPCRYPT_X25519, .count = 9000,
		.scalars = (const uint8_t (*)[32])secret, .results = products,
	};
	struct warpcrypt_batch *batch;

	w = LIB_OPEN(.backend = "cuda", .gpus = gpus, .threads = 3, .memory = 6 * 65536,
		     .deadline_ms = deadline_of(fault));
	pthread_mutex_lock(&fake_engine_gate);
	assert_int_equal(warpcrypt_submit_points(w, &q, &batch), 0);
	assert_true(fake_engine_all_wait(3));
	assert_true(has_scalar(w, false));
	*fault = 1;
	pthread_mutex_unlock(&fake_engine_gate);
	assert_int_equal(warpcrypt_wait(batch), strcmp(gpus, "all") ? -EIO : 0);
	assert_false(has_scalar(w, false));
	if (fault == &fake_engine_hangs) {
		assert_true(has_scalar(w, true));
		*fault = 0;
		while (w->frames[0].at != LIB_FRAME_HERE || fork_threads().awake)
			usleep(1000);
		assert_false(has_scalar(w, false));
	}
	*fault = 0;
	warpcrypt_close(w);
}

TEST(scalars_wiped)
{
	memset(secret, 0xc5, sizeof(secret));
	scalars_wiped("0", &fake_engine_broken);
	scalars_wiped("all", &fake_engine_broken);
	scalars_wiped("all", &fake_engine_hangs);
}
