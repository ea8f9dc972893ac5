// SPDX-License-Identifier: GPL-2.0-only
/*
 * libwarpcrypt by its public interface: correct results for every cipher, key
 * size, mode and direction, for requests longer than a frame, for batches with
 * all of these mixed, from several threads; errors; an engine that fails.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "helper/engine/backend.h"
#include "helper/lib/libwarpcrypt.h"
#include "tests/unit/builder.h"
#include "tests/unit/fake_engine.h"
#include "tests/unit/lib_sample.h"
#include "tests/unit/share.h"
#include "tests/unit/unit.h"

/*
 * Two threads with the smallest frames, one for each, or two if the engine has two
 * at a time: long requests are cut.
 */
#define SMALL	(2 * 65536)
#define SMALL_SHARED	(4 * 65536)

static struct warpcrypt *open_engine(const char *backend, size_t memory)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .backend = backend, .threads = 2,
		.memory = memory,
	};
	struct warpcrypt *w;

	if (warpcrypt_open(&w, &o))
		fail_msg("%s", warpcrypt_error());
	return w;
}

/*
 * Lengths around all limits in one call. A frame holds 65,472 bytes; the long
 * ones take two and three.
 */
static void run_lengths(struct warpcrypt *w, const struct test_key *key,
			struct test_rand *r, bool decrypt, bool longer)
{
	static const size_t len[] = { 0, 1, 15, 16, 17, 511, 512, 513, 4096,
				      65471, 65472, 65473, 65488, 131007,
				      150001 };
	size_t count = longer ? 15 : 9, i;
	struct warpcrypt_request requests[15];
	struct sample s[15];

	for (i = 0; i < count; i++) {
		sample_init(&s[i], key, r, decrypt, sample_length(key, len[i]));
		requests[i] = s[i].request;
	}
	assert_int_equal(warpcrypt_run(w, requests, count), 0);
	for (i = 0; i < count; i++)
		sample_check(&s[i]);
}

/* Every kind of key; cutting does not depend on the cipher. */
static void test_lengths(void **state)
{
	struct test_rand r = { 1 };
	struct warpcrypt *w;
	struct test_key key;
	uint16_t sizes[BUILDER_SIZES];
	uint8_t c, m;
	size_t i, n;

	(void)state;
	w = open_engine("cpu", SMALL);
	for (i = 0; i < BUILDER_CIPHERS; i++) {
		c = builder_ciphers[i];
		for (m = 0; m < WARPCRYPT_MODE_COUNT; m++) {
			n = builder_key_sizes(c, sizes);
			while (n--) {
				sample_key(w, &key, &r, c, m, sizes[n]);
				run_lengths(w, &key, &r, false,
					    c == WARPCRYPT_CIPHER_AES);
				run_lengths(w, &key, &r, true,
					    c == WARPCRYPT_CIPHER_AES);
				warpcrypt_key_free(key.ours);
			}
		}
	}
	warpcrypt_close(w);
}

/* One long request alone, which all threads share. */
static void test_long(void **state)
{
	struct test_rand r = { 2 };
	struct warpcrypt *w;
	struct test_key key;
	struct sample s;
	uint8_t m;

	(void)state;
	w = open_engine("cpu", 2 << 20);
	for (m = 0; m < WARPCRYPT_MODE_COUNT; m++) {
		sample_key(w, &key, &r, WARPCRYPT_CIPHER_AES, m, 32);
		sample_init(&s, &key, &r, m != WARPCRYPT_MODE_CTR,
			    sample_length(&key, (3 << 20) - 1));
		assert_int_equal(warpcrypt_run(w, &s.request, 1), 0);
		sample_check(&s);
		warpcrypt_key_free(key.ours);
	}
	warpcrypt_close(w);
}

#define KEYS		40
#define REQUESTS	600
#define BATCHES		12	/* of a thread of test_threads() */

/**
 * struct mixture - keys of all kinds, and requests with them in random order
 */
struct mixture {
	struct test_key key[KEYS];
	struct sample sample[REQUESTS];
	struct warpcrypt_request request[REQUESTS];
	size_t count;
};

/* With sanitizers fewer, but enough for several frames in flight. */
static size_t mixture_count(void)
{
	size_t part = unit_share(REQUESTS / BATCHES);

	return BATCHES * (part > 15 ? part : 15);
}

static void mixture_init(struct mixture *x, struct warpcrypt *w,
			 struct test_rand *r, uint32_t ciphers)
{
	uint16_t sizes[BUILDER_SIZES];
	uint8_t c, m;
	size_t i;

	for (i = 0; i < KEYS; i++) {
		do {
			c = builder_ciphers[rand_below(r, BUILDER_CIPHERS)];
		} while (!(ciphers >> c & 1));
		m = (uint8_t)rand_below(r, WARPCRYPT_MODE_COUNT);
		sample_key(w, &x->key[i], r, c, m, sizes[rand_below(r,
			 (uint32_t)builder_key_sizes(c, sizes))]);
	}
	x->count = mixture_count();
	for (i = 0; i < x->count; i++) {
		struct test_key *k = &x->key[rand_below(r, KEYS)];
		uint32_t most = rand_below(r, 40) ? 1000 : 80000;

		sample_init(&x->sample[i], k, r, rand_below(r, 2),
			    sample_length(k, rand_below(r, most)));
		x->request[i] = x->sample[i].request;
	}
}

static void mixture_check(struct mixture *x)
{
	size_t i;

	for (i = 0; i < x->count; i++)
		sample_check(&x->sample[i]);
	for (i = 0; i < KEYS; i++)
		warpcrypt_key_free(x->key[i].ours);
}

static void mixed(const char *backend, size_t memory, uint32_t ciphers)
{
	static struct mixture x;
	struct test_rand r = { 3 };
	struct warpcrypt *w = open_engine(backend, memory);

	mixture_init(&x, w, &r, ciphers);
	assert_int_equal(warpcrypt_run(w, x.request, x.count), 0);
	mixture_check(&x);
	warpcrypt_close(w);
}

static void test_mixed(void **state)
{
	(void)state;
	mixed("cpu", SMALL, BUILDER_ALL);
}

static void test_mixed_shared_engine(void **state)
{
	(void)state;
	mixed("cuda", SMALL_SHARED, BUILDER_ALL & ~(1u << WARPCRYPT_CIPHER_SM4));
}

/* A thread of test_threads(). */
struct submitter {
	pthread_t thread;
	struct warpcrypt *w;
	struct mixture x;
};

/* Several batches in flight, waited for in another order. */
static void *submit_many(void *arg)
{
	struct submitter *s = arg;
	struct warpcrypt_batch *batch[BATCHES];
	size_t i, part = s->x.count / BATCHES;

	for (i = 0; i < BATCHES; i++)
		assert_int_equal(warpcrypt_submit(s->w, s->x.request + i * part,
						  part, &batch[i]), 0);
	while (!warpcrypt_poll(batch[7]))
		usleep(100);
	for (i = BATCHES; i-- > 0;)
		assert_int_equal(warpcrypt_wait(batch[i]), 0);
	return NULL;
}

static void threads(const char *backend, size_t memory)
{
	struct warpcrypt *w = open_engine(backend, memory);
	static struct submitter s[4];
	struct test_rand r = { 4 };
	int i;

	for (i = 0; i < 4; i++) {
		s[i].w = w;
		mixture_init(&s[i].x, w, &r, 1u << WARPCRYPT_CIPHER_AES |
			     1u << WARPCRYPT_CIPHER_KUZNYECHIK);
	}
	for (i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&s[i].thread, NULL, submit_many,
						&s[i]), 0);
	for (i = 0; i < 4; i++) {
		pthread_join(s[i].thread, NULL);
		mixture_check(&s[i].x);
	}
	warpcrypt_close(w);
}

static void test_threads(void **state)
{
	(void)state;
	threads("cpu", SMALL);
}

static void test_threads_shared_engine(void **state)
{
	(void)state;
	threads("cuda", SMALL_SHARED);
}

#define REFUSED(code, call) do {					\
	assert_int_equal(call, code);					\
	assert_true(warpcrypt_error()[0]);				\
} while (0)

static void test_open_errors(void **state)
{
	struct warpcrypt_options o = { 0 };
	struct warpcrypt *w;

	(void)state;
#define WRONG(change) do {						\
	memset(&o, 0, sizeof(o));					\
	o.size = sizeof(o);						\
	o.backend = "cpu";						\
	change;								\
	REFUSED(-EINVAL, warpcrypt_open(&w, &o));			\
} while (0)
	WRONG(o.backend = "fpga");
	WRONG(o.backend = "null");
	WRONG(o.backend = "");
	WRONG(o.threads = 257);
	WRONG(o.keys = 65537);
	WRONG((o.threads = 3, o.memory = 3 * 65536 - 1));
	WRONG(o.gpus = "all");
	WRONG((o.backend = "cuda", o.gpus = "0,1", o.gpu = 1));
	WRONG((o.backend = "cuda", o.gpus = ""));
	WRONG((o.backend = "cuda", o.gpus = "0,0"));
	WRONG((o.backend = "auto", o.gpus = "0," FAKE_ENGINE_UUID "0"));
	WRONG((o.backend = "cuda", o.gpus = "all", o.threads = 2));
	WRONG((o.threads = 1, o.memory = (64 << 20) + 4096));
#undef WRONG
}

static bool all_wait(unsigned int threads)
{
	int i;

	for (i = 0; fake_engine_waiting != threads && i < 100000; i++)
		usleep(100);
	return fake_engine_waiting == threads;
}

/* As many threads as GPUs, and each has a frame; then they end it. */
static void several(struct warpcrypt_options *o, unsigned int which)
{
	static struct mixture x;
	struct warpcrypt_batch *batch;
	struct test_rand r = { 5 };
	struct warpcrypt *w;
	unsigned int i;

	memset(fake_engine_by, 0, sizeof(fake_engine_by));
	o->memory = 2 * 65536 * o->threads;
	assert_int_equal(warpcrypt_open(&w, o), 0);
	mixture_init(&x, w, &r, 1u << WARPCRYPT_CIPHER_AES);
	pthread_mutex_lock(&fake_engine_gate);
	assert_int_equal(warpcrypt_submit(w, x.request, x.count, &batch), 0);
	assert_true(all_wait(o->threads));
	pthread_mutex_unlock(&fake_engine_gate);
	assert_int_equal(warpcrypt_wait(batch), 0);
	mixture_check(&x);
	for (i = 0; i < FAKE_ENGINE_GPUS; i++)
		assert_int_equal(fake_engine_by[i] > 0, which >> i & 1);
	warpcrypt_close(w);
}

static void test_several(void **state)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cuda", .threads = 3,
		.gpus = "all",
	};
	struct warpcrypt *w;

	(void)state;
	several(&o, 7);
	o.threads = 2;
	o.gpus = "2," FAKE_ENGINE_UUID "0";
	several(&o, 5);
	o.backend = NULL;
	o.threads = 1;
	o.gpus = "1";
	several(&o, 2);
	o.gpus = "0,3";
	REFUSED(-ENODEV, warpcrypt_open(&w, &o));
	assert_non_null(strstr(warpcrypt_error(), "no GPU 3; there are: 0 ("
			       FAKE_ENGINE_UUID "0), 1 ("));
}

/* Memory is registered once, and all are told of it. */
static void test_several_memory(void **state)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .threads = 6, .gpus = "all",
	};
	struct warpcrypt *w;
	void *memory;

	(void)state;
	assert_int_equal(warpcrypt_open(&w, &o), 0);
	assert_string_equal(warpcrypt_describe(w),
			    "cuda: a test's; a test's; a test's");
	fake_engine_shares = 0;
	assert_int_equal(warpcrypt_alloc(w, 1 << 16, &memory), 0);
	assert_int_equal(fake_engine_memory, 1);
	assert_int_equal(fake_engine_shares, 2);
	assert_int_equal(warpcrypt_free(w, memory), 0);
	assert_int_equal(fake_engine_memory, 0);
	fake_engine_refuses = true;
	REFUSED(-ENOMEM, warpcrypt_alloc(w, 1 << 16, &memory));
	fake_engine_refuses = false;
	assert_int_equal(fake_engine_memory, 0);
	warpcrypt_close(w);
}

static void test_key_errors(void **state)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cpu", .keys = 3,
	};
	struct warpcrypt_cipher_key *k[4];
	uint8_t bytes[128] = { 0 };
	struct warpcrypt *w;
	int i;

	(void)state;
	assert_int_equal(warpcrypt_open(&w, &o), 0);
	REFUSED(-EINVAL, warpcrypt_key(w, k, "des", "ecb", bytes, 8));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "gcm", bytes, 16));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "ecb", bytes, 0));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "ecb", bytes, 17));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "ecb", bytes, 64));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "xts", bytes, 16));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "xts", bytes, 33));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "kuznyechik", "ecb", bytes, 16));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "skinny", "ecb", bytes, 24));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "sm4", "ctr", bytes, 32));
	for (i = 0; i < 3; i++)
		assert_int_equal(warpcrypt_key(w, &k[i], "skinny", "xts",
					       bytes, 96), 0);
	REFUSED(-ENOSPC, warpcrypt_key(w, &k[3], "sm4", "ecb", bytes, 16));
	warpcrypt_key_free(k[1]);
	assert_int_equal(warpcrypt_key(w, &k[1], "sm4", "ecb", bytes, 16), 0);
	for (i = 0; i < 3; i++)
		warpcrypt_key_free(k[i]);
	warpcrypt_key_free(NULL);
	warpcrypt_close(w);
	warpcrypt_close(NULL);
}

static void test_request_errors(void **state)
{
	struct warpcrypt *w = open_engine("cpu", SMALL);
	struct warpcrypt *other = open_engine("cuda", SMALL_SHARED);
	struct test_key ecb, xts, foreign, gone;
	struct warpcrypt_cipher_key *none;
	struct warpcrypt_request good, q[3];
	struct warpcrypt_points p;
	struct test_rand r = { 5 };
	uint8_t buf[64] = { 0 }, other_buf[64], bad_buf[80] = { 0 }, want[64];
	static const uint8_t zeroes[64];

	(void)state;
	sample_key(w, &ecb, &r, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_ECB, 16);
	sample_key(w, &xts, &r, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_XTS, 16);
	sample_key(w, &gone, &r, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_ECB, 16);
	sample_key(other, &foreign, &r, WARPCRYPT_CIPHER_AES,
		   WARPCRYPT_MODE_ECB, 16);
	good = (struct warpcrypt_request){
		.size = sizeof(good), .key = ecb.ours, .src = buf, .dst = buf, .len = 64,
	};
	assert_int_equal(warpcrypt_run(w, &good, 1), 0);
	memcpy(want, buf, sizeof(want));
	/* The request that is wrong fails alone. */
#define WRONG(change) do {						\
	memset(buf, 0, sizeof(buf));					\
	memset(other_buf, 7, sizeof(other_buf));			\
	q[0] = q[2] = good;						\
	q[2].dst = other_buf;						\
	q[1] = good;							\
	q[1].src = q[1].dst = bad_buf;					\
	change;								\
	REFUSED(-EINVAL, warpcrypt_run(w, q, 3));			\
	assert_non_null(strstr(warpcrypt_error(), "request 1"));	\
	assert_int_equal(q[0].status, 0);				\
	assert_int_equal(q[1].status, -EINVAL);				\
	assert_int_equal(q[2].status, 0);				\
	assert_memory_equal(buf, want, 64);				\
	assert_memory_equal(bad_buf, zeroes, 64);			\
} while (0)
	WRONG(q[1].key = NULL);
	WRONG(q[1].key = foreign.ours);
	WRONG(q[1].src = NULL);
	WRONG(q[1].dst = NULL);
	WRONG(q[1].len = 63);
	WRONG((q[1].key = xts.ours, q[1].len = 15));
	WRONG(q[1].flags = 2);
	WRONG(q[1].dst = bad_buf + 16);
	WRONG(q[1].key = (void *)((uint8_t *)q[1].key + 1));
	WRONG(q[1].key = (void *)buf);
	warpcrypt_key_free(gone.ours);
	WRONG(q[1].key = gone.ours);
#undef WRONG
	REFUSED(-EINVAL, warpcrypt_run(w, NULL, 1));
	assert_int_equal(warpcrypt_run(w, NULL, 0), 0);

	memset(&p, 0, sizeof(p));
	p.size = sizeof(p);
	p.curve = WARPCRYPT_X25519;
	assert_int_equal(warpcrypt_run_points(w, &p), 0);
	p.count = 1;
	REFUSED(-EINVAL, warpcrypt_run_points(w, &p));
	p.curve = 0;
	REFUSED(-EINVAL, warpcrypt_run_points(w, &p));
	p.curve = WARPCRYPT_P256 + 1;
	REFUSED(-EINVAL, warpcrypt_run_points(w, &p));
	/* The other engine has no edwards25519 and no SM4. */
	p.curve = WARPCRYPT_EDWARDS25519;
	p.scalars = (const uint8_t (*)[32])buf;
	p.results = (uint8_t (*)[32])buf;
	REFUSED(-EOPNOTSUPP, warpcrypt_run_points(other, &p));
	REFUSED(-EOPNOTSUPP, warpcrypt_key(other, &none, "sm4", "ecb", buf, 16));
	warpcrypt_key_free(ecb.ours);
	warpcrypt_key_free(xts.ours);
	warpcrypt_key_free(foreign.ours);
	warpcrypt_close(other);
	warpcrypt_close(w);
}

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

/* When the engine fails, every batch ends, and no more can be submitted. */
static void test_engine_breaks(void **state)
{
	struct warpcrypt_batch *batch[3];
	struct warpcrypt_request q[3][21];
	struct test_rand r = { 6 };
	struct warpcrypt *w;
	struct test_key key;
	uint8_t *buf;
	int i;

	(void)state;
	w = open_engine("cuda", SMALL_SHARED);
	sample_key(w, &key, &r, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CBC, 16);
	buf = calloc(3 * 21, 70000);
	assert_non_null(buf);
	/* Requests and buffers belong to one batch until it is done. */
	for (i = 0; i < 3; i++)
		fill_requests(q[i], 21, key.ours, buf + i * 21 * 70000);
	assert_int_equal(warpcrypt_run(w, q[0], 21), 0);
	fake_engine_breaks = true;
	for (i = 0; i < 3; i++)
		if (warpcrypt_submit(w, q[i], 21, &batch[i]))
			batch[i] = NULL;
	for (i = 0; i < 3; i++)
		if (batch[i])
			REFUSED(-EIO, warpcrypt_wait(batch[i]));
	assert_non_null(batch[0]);
	REFUSED(-EIO, warpcrypt_run(w, q[0], 1));
	fake_engine_breaks = false;
	REFUSED(-EIO, warpcrypt_run(w, q[0], 1));
	warpcrypt_key_free(key.ours);
	warpcrypt_close(w);
	free(buf);
}

/* --- engines that fail while others go on */

/* Of tests in which a GPU hangs; others need some time, too. */
#define DEADLINE_MS	1500u

/* A batch that is under way when the fault comes. */
static void run_faulty(struct warpcrypt *w, struct mixture *x, atomic_uint *fault,
		       unsigned int gpus)
{
	struct warpcrypt_batch *batch;
	unsigned int faults = fake_engine_faults;

	/* So that each GPU has a frame when it comes. */
	pthread_mutex_lock(&fake_engine_gate);
	assert_int_equal(warpcrypt_submit(w, x->request, x->count, &batch), 0);
	assert_true(all_wait(warpcrypt_threads(w)));
	*fault |= gpus;
	pthread_mutex_unlock(&fake_engine_gate);
	assert_int_equal(warpcrypt_wait(batch), 0);
	assert_in_range(fake_engine_faults, faults + 1, UINT_MAX);
}

/* One after the other of three GPUs. */
static void faulty_gpus(atomic_uint *fault, unsigned int first,
			unsigned int second)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cuda", .gpus = "all",
		.threads = 3, .memory = 6 * 65536,
		.deadline_ms = fault == &fake_engine_hangs ? DEADLINE_MS : 0,
	};
	static struct mixture x;
	struct test_rand r = { 11 };
	uint64_t before[FAKE_ENGINE_GPUS];
	struct warpcrypt *w;
	unsigned int i;

	assert_int_equal(warpcrypt_open(&w, &o), 0);
	mixture_init(&x, w, &r, 1u << WARPCRYPT_CIPHER_AES);
	run_faulty(w, &x, fault, 1u << first);
	for (i = 0; i < FAKE_ENGINE_GPUS; i++)
		before[i] = fake_engine_by[i];
	mixture_check(&x);
	mixture_init(&x, w, &r, 1u << WARPCRYPT_CIPHER_AES);
	*fault |= 1u << second;
	assert_int_equal(warpcrypt_run(w, x.request, x.count), 0);
	mixture_check(&x);
	assert_int_equal(fake_engine_by[first], before[first]);
	assert_true(fake_engine_by[3 - first - second] >
		    before[3 - first - second]);
	/* What was stuck comes back late, and must change nothing. */
	*fault = 0;
	warpcrypt_close(w);
}

static void test_one_breaks(void **state)
{
	(void)state;
	faulty_gpus(&fake_engine_broken, 0, 2);
	faulty_gpus(&fake_engine_broken, 1, 0);
}

static void test_one_hangs(void **state)
{
	(void)state;
	faulty_gpus(&fake_engine_hangs, 2, 1);
}

/* The CPUs stand by with "auto", and with nothing else. */
static void test_cpus_stand_by(void **state)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .threads = 2, .memory = 4 * 65536,
		.deadline_ms = DEADLINE_MS,
	};
	atomic_uint *const faults[] = { &fake_engine_broken, &fake_engine_hangs };
	static struct mixture x;
	struct test_rand r = { 12 };
	struct warpcrypt *w;
	unsigned int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		uint64_t frames;

		assert_int_equal(warpcrypt_open(&w, &o), 0);
		assert_int_equal(warpcrypt_threads(w), 2);
		mixture_init(&x, w, &r, 1u << WARPCRYPT_CIPHER_AES |
			     1u << WARPCRYPT_CIPHER_KUZNYECHIK);
		frames = fake_engine_frames;
		assert_int_equal(warpcrypt_run(w, x.request, x.count), 0);
		assert_true(fake_engine_frames > frames);
		mixture_check(&x);
		mixture_init(&x, w, &r, 1u << WARPCRYPT_CIPHER_AES |
			     1u << WARPCRYPT_CIPHER_KUZNYECHIK);
		run_faulty(w, &x, faults[i], 1);
		mixture_check(&x);
		/* And afterwards. */
		mixture_init(&x, w, &r, 1u << WARPCRYPT_CIPHER_AES);
		assert_int_equal(warpcrypt_run(w, x.request, x.count), 0);
		mixture_check(&x);
		*faults[i] = 0;
		warpcrypt_close(w);
	}
}

/* A GPU that hangs, and nobody else: an error, and no caller waits for ever. */
static void test_hangs_alone(void **state)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cuda", .threads = 2,
		.memory = 4 * 65536, .deadline_ms = DEADLINE_MS,
	};
	struct warpcrypt_request q[2];
	struct warpcrypt_batch *batch;
	struct test_rand r = { 13 };
	struct warpcrypt *w;
	struct test_key key;
	uint8_t *buf;

	(void)state;
	assert_int_equal(warpcrypt_open(&w, &o), 0);
	sample_key(w, &key, &r, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CTR, 16);
	buf = calloc(2, 70000);
	assert_non_null(buf);
	fill_requests(q, 2, key.ours, buf);
	fake_engine_hangs = 1;
	assert_int_equal(warpcrypt_submit(w, q, 2, &batch), 0);
	REFUSED(-ETIMEDOUT, warpcrypt_wait_for(batch, 1000000));
	REFUSED(-EIO, warpcrypt_wait(batch));
	assert_non_null(strstr(warpcrypt_error(), "the engine has failed"));
	assert_int_equal(q[0].status, -EIO);
	REFUSED(-EIO, warpcrypt_run(w, q, 1));
	fake_engine_hangs = 0;
	warpcrypt_key_free(key.ours);
	warpcrypt_close(w);
	free(buf);
}

/*
 * Registered memory: what was not in place is done again; what was in place fails, and
 * nothing else does.
 */
static void registered(atomic_uint *fault, bool in_place, int status)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cuda", .gpus = "0,1",
		.threads = 2, .memory = 8 << 20,
		.deadline_ms = fault == &fake_engine_hangs ? DEADLINE_MS : 0,
	};
	const size_t len = 1 << 20;
	struct warpcrypt_request q = { .size = sizeof(q) };
	struct test_rand r = { 14 };
	struct warpcrypt_batch *batch;
	struct warpcrypt *w;
	struct test_key key;
	uint8_t *memory;
	struct sample s;
	void *at;

	assert_int_equal(warpcrypt_open(&w, &o), 0);
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
	assert_true(all_wait(1));
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
	warpcrypt_key_free(key.ours);
	warpcrypt_close(w);
}

static void test_registered_breaks(void **state)
{
	(void)state;
	registered(&fake_engine_broken, false, 0);
	registered(&fake_engine_broken, true, -EIO);
	registered(&fake_engine_hangs, false, -EIO);
	registered(&fake_engine_hangs, true, -EIO);
}

/* Names and threads of engines. */
static void test_describe(void **state)
{
	unsigned int cpus = wc_backend_cpus();
	struct warpcrypt *w;

	(void)state;
	w = open_engine("cpu", 0);
	assert_int_equal(warpcrypt_threads(w), 2);
	assert_memory_equal(warpcrypt_describe(w), "cpu: ", 5);
	warpcrypt_close(w);
	assert_int_equal(warpcrypt_open(&w, NULL), 0);
	/* With a GPU as many as there are CPUs, 3 to 16. */
	assert_int_equal(warpcrypt_threads(w), cpus < 3 ? 3 : cpus > 16 ? 16 :
			 cpus);
	assert_string_equal(warpcrypt_describe(w),
			    "cuda: a test's; the CPUs stand by");
	warpcrypt_close(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_describe),
		cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_long),
		cmocka_unit_test(test_mixed),
		cmocka_unit_test(test_mixed_shared_engine),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_threads_shared_engine),
		cmocka_unit_test(test_open_errors),
		cmocka_unit_test(test_several),
		cmocka_unit_test(test_several_memory),
		cmocka_unit_test(test_key_errors),
		cmocka_unit_test(test_request_errors),
		cmocka_unit_test(test_engine_breaks),
		cmocka_unit_test(test_one_breaks),
		cmocka_unit_test(test_one_hangs),
		cmocka_unit_test(test_cpus_stand_by),
		cmocka_unit_test(test_hangs_alone),
		cmocka_unit_test(test_registered_breaks),
	};

	return cmocka_run_group_tests_name("libwarpcrypt", tests, NULL, NULL);
}
