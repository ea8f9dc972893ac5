// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/lib_mixture.h"

#include "tests/unit/builder.h"
#include "tests/unit/fake_engine.h"
#include "tests/unit/unit.h"

#define KEYS		40
#define REQUESTS	600
#define LEAST		180
/* So many are longer than a frame of 64 KiB: each of three threads has frames. */
#define LONG		6

/* Keys of all kinds, and requests with them in random order. */
static struct test_key key[KEYS];
static struct sample sample[REQUESTS];
static struct warpcrypt_request request[REQUESTS];	/* the samples' */
static size_t count;	/* of requests */

/* With sanitizers fewer, but enough for several frames in flight. */
static size_t draw_count(void)
{
	size_t n = unit_share(REQUESTS);

	return n > LEAST ? n : LEAST;
}

static void draw(struct warpcrypt *w, struct test_rand *r, uint32_t ciphers)
{
	uint16_t sizes[BUILDER_SIZES];
	uint8_t c, m;
	size_t i;

	for (i = 0; i < KEYS; i++) {
		do {
			c = builder_ciphers[rand_below(r, BUILDER_CIPHERS)];
		} while (!(ciphers >> c & 1));
		do {
			m = (uint8_t)rand_below(r, WARPCRYPT_MODE_COUNT);
		} while (!builder_has(c, m));
		sample_key(w, &key[i], r, c, m, sizes[rand_below(r,
			 (uint32_t)builder_key_sizes(c, sizes))]);
	}
	count = draw_count();
	for (i = 0; i < count; i++) {
		struct test_key *k = &key[rand_below(r, KEYS)];
		uint32_t most = rand_below(r, 40) ? 1000 : 80000;
		uint32_t len = i < LONG ? 80000 - i : rand_below(r, most);

		sample_init(&sample[i], k, r, rand_below(r, 2),
			    sample_length(k, len));
		request[i] = sample[i].request;
	}
}

/* Compare the results, and free keys and memory. */
static void check(struct warpcrypt *w)
{
	size_t i;

	for (i = 0; i < count; i++)
		sample_check(&sample[i]);
	for (i = 0; i < KEYS; i++)
		warpcrypt_key_free(w, key[i].ours);
}

void mixture_run(struct warpcrypt *w, struct test_rand *r, uint32_t ciphers)
{
	draw(w, r, ciphers);
	assert_int_equal(warpcrypt_run(w, request, count), 0);
	check(w);
}

void mixture_run_faulty(struct warpcrypt *w, struct test_rand *r, uint32_t ciphers,
			atomic_uint *fault, unsigned int gpus)
{
	unsigned int faults = fake_engine_faults;
	struct warpcrypt_batch *batch;

	draw(w, r, ciphers);
	/* So that each GPU has a frame when it comes. */
	pthread_mutex_lock(&fake_engine_gate);
	assert_int_equal(warpcrypt_submit(w, request, count, &batch), 0);
	assert_true(fake_engine_all_wait(warpcrypt_threads(w)));
	*fault |= gpus;
	pthread_mutex_unlock(&fake_engine_gate);
	assert_int_equal(warpcrypt_wait(batch), 0);
	assert_true(!gpus || fake_engine_faults > faults);
	check(w);
}
