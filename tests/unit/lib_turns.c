// SPDX-License-Identifier: GPL-2.0-only
/* How much of a batch libwarpcrypt's frames get, and when. */
#define _GNU_SOURCE
#include <errno.h>
#include <unistd.h>

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
	const struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cuda", .threads = 2,
		.memory = 4 << 18,
	};
	static struct warpcrypt_request q[COUNT];
	struct warpcrypt_batch *batch;
	struct place p;
	int i;

	place_open_with(&p, &o, 1 << 20);
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
	const struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cuda", .threads = 12,
		.memory = 24 << 16,
	};
	static struct warpcrypt_request q[COUNT];
	struct warpcrypt_batch *batch;
	struct place p;
	size_t waited;
	int i;

	place_open_with(&p, &o, COUNT * LENGTH);
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
