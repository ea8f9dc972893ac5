// SPDX-License-Identifier: GPL-2.0-only
/*
 * libwarpcrypt's registered memory: what lies there is used there, neighbours
 * together, with right results for every cipher and mode; wrong registrations, memory
 * that is freed, and requests that fail alone.
 *
 * Only this finds registered memory that is copied, or used after it is gone.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <openssl/obj_mac.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/reference/openssl_wei.h"
#include "tests/unit/builder.h"
#include "tests/unit/fake_engine.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/lib_place.h"
#include "tests/unit/share.h"

/* A GPU that does not exist. */
TEST(no_gpu)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cuda", .gpu = 7,
	};
	struct warpcrypt *w;

	REFUSED(-ENODEV, warpcrypt_open(&w, &o));
	o.backend = "auto";
	REFUSED(-ENODEV, warpcrypt_open(&w, &o));
	assert_non_null(strstr(warpcrypt_error(), "7"));
}

/*
 * Lengths around all limits, neighbours and not, in place and not; the long ones with
 * AES alone, because cutting does not depend on the cipher.
 */
static void run_lengths(struct place *p, bool decrypt, bool apart)
{
	static const size_t len[] = { 16, 64, 8192, 8192, 65472, 4096, 150016,
				      17, 9001, 0, 65473, 64 };
	enum { COUNT = sizeof(len) / sizeof(len[0]) };
	struct warpcrypt_request q[COUNT];
	size_t at = 3 * apart, i;

	for (i = 0; i < COUNT; i++) {
		bool aes = p->key.theirs.cipher == WARPCRYPT_CIPHER_AES;
		size_t n = sample_length(&p->key, aes || len[i] < 9000 ?
					 len[i] : 100 + i);

		place_request(p, &q[i], at, apart ? at + (1 << 19) : at, n, decrypt);
		q[i].flags = WARPCRYPT_REGISTERED;
		at += n;
	}
	place_run(p, q, COUNT);
}

static void all_kinds(struct place *p, uint32_t ciphers)
{
	uint16_t sizes[BUILDER_SIZES];
	size_t ways = unit_share(4), way, i;
	uint8_t m;

	assert_int_equal(warpcrypt_register(p->w, p->memory, 1 << 20), 0);
	for (i = 0; i < BUILDER_CIPHERS; i++) {
		uint8_t c = builder_ciphers[i];

		if (!(ciphers >> c & 1))
			continue;
		builder_key_sizes(c, sizes);
		for (m = 0; m < WARPCRYPT_MODE_COUNT; m++) {
			if (!builder_has(c, m))
				continue;
			place_key(p, c, m, sizes[0]);
			for (way = m; way < m + ways; way++)
				run_lengths(p, way & 1, way & 2);
			place_free(p);
		}
	}
	assert_int_equal(warpcrypt_unregister(p->w, p->memory), 0);
}

TEST_PLACE(all_kinds, "cpu", 1 << 20)
{
	all_kinds(p, BUILDER_ALL);
}

TEST_PLACE(all_kinds_shared_engine, "cuda", 1 << 20)
{
	uint64_t before = fake_engine_direct;

	all_kinds(p, BUILDER_ALL & ~(1u << WARPCRYPT_CIPHER_SM4));
	assert_true(fake_engine_direct > before);
}

static void forget_counts(void)
{
	fake_engine_frames = 0;
	fake_engine_runs = 0;
	fake_engine_direct = 0;
}

/* @count requests of @len bytes, @src_gap and @dst_gap bytes between them. */
static void neighbours(struct place *p, size_t count, size_t len,
		       size_t src_gap, size_t dst_gap)
{
	struct warpcrypt_request q[64];
	size_t i;

	forget_counts();
	for (i = 0; i < count; i++)
		place_request(p, &q[i], i * (len + src_gap),
			      (1 << 19) + i * (len + dst_gap), len, false);
	place_run(p, q, count);
}

/* How many runs there are, and how many bytes are in them. */
TEST(neighbours)
{
	struct place p;

	place_open(&p, "cuda", 1 << 20);
	place_key(&p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CTR, 16);
	neighbours(&p, 64, 4096, 0, 0);
	assert_int_equal(fake_engine_direct, 0);
	assert_int_equal(warpcrypt_register(p.w, p.memory, 1 << 20), 0);
	neighbours(&p, 64, 4096, 0, 0);
	assert_int_equal(fake_engine_direct, 64 * 4096);
	assert_int_equal(fake_engine_runs, fake_engine_frames);
	/* A frame has room for 15 with their descriptors. */
	assert_true(fake_engine_frames <= 6);
	/* Too short for that alone. */
	neighbours(&p, 10, 4096, 64, 64);
	assert_int_equal(fake_engine_direct, 0);
	neighbours(&p, 10, 4096, 0, 64);
	assert_int_equal(fake_engine_direct, 0);
	neighbours(&p, 10, 8192, 64, 0);
	assert_int_equal(fake_engine_direct, 10 * 8192);
	assert_int_equal(fake_engine_runs, 10);
	/* In frames 9000 bytes are followed by 24 of padding. */
	neighbours(&p, 5, 9000, 0, 0);
	assert_int_equal(fake_engine_direct, 5 * 9000);
	assert_int_equal(fake_engine_runs, 5);
	assert_int_equal(warpcrypt_unregister(p.w, p.memory), 0);
	/* Sources alone are registered. */
	assert_int_equal(warpcrypt_register(p.w, p.memory, 1 << 19), 0);
	neighbours(&p, 10, 8192, 0, 0);
	assert_int_equal(fake_engine_direct, 0);
	assert_int_equal(warpcrypt_unregister(p.w, p.memory), 0);
	/* What is beside each other in two registrations is not in one run. */
	assert_int_equal(warpcrypt_register(p.w, p.memory, 16384), 0);
	assert_int_equal(warpcrypt_register(p.w, p.memory + 16384,
					    (1 << 20) - 16384), 0);
	neighbours(&p, 4, 8192, 0, 0);
	assert_int_equal(fake_engine_direct, 4 * 8192);
	assert_int_equal(fake_engine_runs, 2);
	/* The second is in both, so it is in none. */
	neighbours(&p, 2, 10240, 0, 0);
	assert_int_equal(fake_engine_direct, 10240);
	place_free(&p);
	/* All registrations end with the engine. */
	assert_int_equal(fake_engine_memory, 2);
	place_close(&p);
	assert_int_equal(fake_engine_memory, 0);
}

TEST_PLACE(alloc, "cuda", 4096)
{
	struct warpcrypt_request q;
	void *memory, *other;
	uint8_t *old;
	size_t i;

	old = p->memory;
	REFUSED(-EINVAL, warpcrypt_alloc(p->w, 0, &memory));
	REFUSED(-ENOMEM, warpcrypt_alloc(p->w, SIZE_MAX - 5, &memory));
	REFUSED(-ENOMEM, warpcrypt_alloc(p->w, (size_t)1 << 62, &memory));
	fake_engine_refuses = true;
	REFUSED(-ENOMEM, warpcrypt_alloc(p->w, 4096, &memory));
	fake_engine_refuses = false;
	assert_int_equal(warpcrypt_alloc(p->w, 100001, &memory), 0);
	assert_int_equal(warpcrypt_alloc(p->w, 1, &other), 0);
	p->memory = memory;
	for (i = 0; i < 100001; i++)
		assert_int_equal(p->memory[i], 0);
	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_ECB, 16);
	place_request(p, &q, 0, 50000, 50000, false);
	q.flags = WARPCRYPT_REGISTERED;
	forget_counts();
	assert_int_equal(warpcrypt_run(p->w, &q, 1), 0);
	place_check(p, &q);
	assert_int_equal(fake_engine_direct, 50000);
	REFUSED(-EINVAL, warpcrypt_unregister(p->w, memory));
	REFUSED(-EINVAL, warpcrypt_free(p->w, p->memory + 1));
	REFUSED(-EINVAL, warpcrypt_free(p->w, old));
	assert_int_equal(warpcrypt_free(p->w, NULL), 0);
	assert_int_equal(warpcrypt_free(p->w, memory), 0);
	assert_int_equal(fake_engine_memory, 1);
	p->memory = old;
}

/* Each is refused, and what was there before goes on working. */
TEST_PLACE(bad_registrations, "cuda", 8 * 4096)
{
	struct warpcrypt_request q;
	uint8_t *m, *fixed;

	m = p->memory;
	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CTR, 16);
	assert_int_equal(warpcrypt_register(p->w, m + 2 * 4096, 3 * 4096), 0);
	REFUSED(-EINVAL, warpcrypt_register(p->w, NULL, 4096));
	REFUSED(-EINVAL, warpcrypt_register(p->w, m, 0));
	REFUSED(-EINVAL, warpcrypt_register(p->w, m, SIZE_MAX - 4096));
	REFUSED(-EEXIST, warpcrypt_register(p->w, m + 2 * 4096, 3 * 4096));
	REFUSED(-EEXIST, warpcrypt_register(p->w, m, 8 * 4096));
	REFUSED(-EEXIST, warpcrypt_register(p->w, m + 3 * 4096, 1));
	REFUSED(-EEXIST, warpcrypt_register(p->w, m + 4096, 4097));
	REFUSED(-EEXIST, warpcrypt_register(p->w, m + 5 * 4096 - 1, 4096));
	/* The page is shared, though no byte is. */
	assert_int_equal(warpcrypt_register(p->w, m + 5 * 4096 + 8, 16), 0);
	REFUSED(-EEXIST, warpcrypt_register(p->w, m + 5 * 4096 + 80, 16));
	assert_int_equal(warpcrypt_unregister(p->w, m + 5 * 4096 + 8), 0);
	assert_int_equal(warpcrypt_register(p->w, m + 5 * 4096 + 80, 16), 0);
	/* Not mapped, in part; not for writing; not for the engine. */
	assert_int_equal(munmap(m + 7 * 4096, 4096), 0);
	REFUSED(-EFAULT, warpcrypt_register(p->w, m + 6 * 4096, 2 * 4096));
	REFUSED(-EFAULT, warpcrypt_register(p->w, m + 7 * 4096, 10));
	fixed = mmap(m + 7 * 4096, 4096, PROT_READ,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	assert_ptr_equal(fixed, m + 7 * 4096);
	REFUSED(-EFAULT, warpcrypt_register(p->w, fixed, 4096));
	fake_engine_refuses = true;
	REFUSED(-EFAULT, warpcrypt_register(p->w, m, 4096));
	fake_engine_refuses = false;
	REFUSED(-EINVAL, warpcrypt_unregister(p->w, m));
	REFUSED(-EINVAL, warpcrypt_unregister(p->w, m + 3 * 4096));
	REFUSED(-EINVAL, warpcrypt_unregister(p->w, NULL));
	assert_int_equal(warpcrypt_register(p->w, m, 4096), 0);
	assert_int_equal(fake_engine_memory, 3);

	place_request(p, &q, 2 * 4096, 2 * 4096, 3 * 4096, false);
	q.flags = WARPCRYPT_REGISTERED;
	forget_counts();
	assert_int_equal(warpcrypt_run(p->w, &q, 1), 0);
	place_check(p, &q);
	assert_int_equal(fake_engine_direct, 3 * 4096);
}

/* Memory that can only be read; and that could be written, but is registered to be read. */
TEST_PLACE(read_only, LIB_EITHER, 4 * 4096)
{
	static const uint8_t zero[4096];
	struct warpcrypt_request q;
	uint8_t *m = place_pages(3 * 4096);

	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_XTS, 32);
	assert_int_equal(warpcrypt_register(p->w, p->memory, 4 * 4096), 0);
	place_request(p, &q, 0, 2 * 4096, 2 * 4096, false);
	memcpy(m, p->memory, 2 * 4096);
	assert_int_equal(mprotect(m, 2 * 4096, PROT_READ), 0);
	REFUSED(-EFAULT, warpcrypt_register(p->w, m, 3 * 4096));
	assert_int_equal(warpcrypt_register_source(p->w, m, 3 * 4096), 0);
	REFUSED(-EEXIST, warpcrypt_register_source(p->w, m, 4096));
	q.src = m;
	q.flags = WARPCRYPT_REGISTERED;
	forget_counts();
	assert_int_equal(warpcrypt_run(p->w, &q, 1), 0);
	place_check(p, &q);
	assert_int_equal(fake_engine_direct,
			 strncmp(warpcrypt_describe(p->w), "cpu", 3) ? 2 * 4096 : 0);
	q.dst = m + 2 * 4096;
	q.len = 4096;
	q.flags = 0;
	REFUSED(-EFAULT, warpcrypt_run(p->w, &q, 1));
	assert_int_equal(q.status, -EFAULT);
	assert_memory_equal(m + 2 * 4096, zero, 4096);
	assert_int_equal(warpcrypt_unregister(p->w, m), 0);
	assert_int_equal(mprotect(m, 4096, PROT_NONE), 0);
	REFUSED(-EFAULT, warpcrypt_register_source(p->w, m, 4096));
	munmap(m, 3 * 4096);
}

/* Memory that was freed while it was registered, in whole and in part. */
TEST_PLACE(freed, LIB_EITHER, 16 * 4096)
{
	struct warpcrypt_request q[3];
	uint8_t *gone = place_pages(8 * 4096);
	int i;

	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CBC, 16);
	assert_int_equal(warpcrypt_register(p->w, p->memory, 16 * 4096), 0);
	assert_int_equal(warpcrypt_register(p->w, gone, 8 * 4096), 0);
	for (i = 0; i < 3; i++)
		place_request(p, &q[i], i * 8192, i * 8192, 8192, false);
	/* A part of it: the rest goes on. */
	assert_int_equal(munmap(gone + 4 * 4096, 4 * 4096), 0);
	memcpy(gone, p->memory + 8192, 8192);
	q[1].src = gone;
	place_run(p, q, 3);
	for (i = 0; i < 3; i++)
		place_request(p, &q[i], i * 8192, i * 8192, 8192, false);
	q[1].src = gone + 3 * 4096;
	REFUSED(-EFAULT, warpcrypt_run(p->w, q, 3));
	assert_int_equal(q[1].status, -EFAULT);
	/* All of it. */
	assert_int_equal(munmap(gone, 4 * 4096), 0);
	place_check(p, &q[0]);
	place_check(p, &q[2]);
	for (i = 0; i < 3; i++)
		place_request(p, &q[i], i * 8192, i * 8192, 8192, false);
	q[1].dst = gone;
	q[1].src = gone;
	REFUSED(-EFAULT, warpcrypt_run(p->w, q, 3));
	assert_non_null(strstr(warpcrypt_error(), "request 1"));
	assert_int_equal(q[1].status, -EFAULT);
	place_check(p, &q[0]);
	place_check(p, &q[2]);
	assert_int_equal(warpcrypt_unregister(p->w, gone), 0);
}

/* Multiplications whose status, or results, cannot be written. */
TEST_PLACE(status_gone, LIB_EITHER, 4096)
{
	static uint8_t status[64];
	struct warpcrypt_points q = {
		.size = sizeof(q), .curve = WARPCRYPT_X25519, .count = 64,
		.scalars = (const uint8_t (*)[32])p->memory,
		.results = (uint8_t (*)[32])(p->memory + 2048),
	};
	uint8_t *gone = place_pages(4096), *fixed = place_pages(4096);
	size_t i;

	assert_int_equal(warpcrypt_register(p->w, gone, 4096), 0);
	assert_int_equal(munmap(gone, 4096), 0);
	q.status = gone;
	REFUSED(-EFAULT, warpcrypt_run_points(p->w, &q));
	assert_int_equal(mprotect(fixed, 4096, PROT_READ), 0);
	assert_int_equal(warpcrypt_register_source(p->w, fixed, 4096), 0);
	q.status = fixed;
	REFUSED(-EFAULT, warpcrypt_run_points(p->w, &q));
	q.status = status;
	q.results = (uint8_t (*)[32])fixed;
	memset(status, 0, sizeof(status));
	REFUSED(-EFAULT, warpcrypt_run_points(p->w, &q));
	for (i = 0; i < 64; i++)
		assert_int_equal(status[i], 2);
	assert_int_equal(warpcrypt_unregister(p->w, gone), 0);
	assert_int_equal(warpcrypt_unregister(p->w, fixed), 0);
	munmap(fixed, 4096);
}

/* What must be registered and is not fails alone. */
TEST_PLACE(must_be_registered, "cpu", 16 * 4096)
{
	struct warpcrypt_request q[4];
	int i;

	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_ECB, 16);
	for (i = 0; i < 4; i++) {
		place_request(p, &q[i], i * 4096, i * 4096, 4096, false);
		q[i].flags = WARPCRYPT_REGISTERED;
	}
	REFUSED(-EFAULT, warpcrypt_run(p->w, q, 1));
	assert_int_equal(warpcrypt_register(p->w, p->memory, 4096), 0);
	assert_int_equal(warpcrypt_register(p->w, p->memory + 2 * 4096,
					    4096 + 8), 0);
	q[1].flags = 0;
	REFUSED(-EFAULT, warpcrypt_run(p->w, q, 4));
	assert_int_equal(q[0].status, 0);
	assert_int_equal(q[1].status, 0);
	assert_int_equal(q[2].status, 0);
	assert_int_equal(q[3].status, -EFAULT);
	place_check_all(p, q, 3);
}

/* Memory that is in use cannot be unregistered or freed. */
TEST_PLACE(busy, "cuda", 4 * 65536)
{
	struct warpcrypt_batch *batch;
	struct warpcrypt_request q[2];
	void *memory;

	assert_int_equal(warpcrypt_alloc(p->w, 65536, &memory), 0);
	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_XTS, 16);
	assert_int_equal(warpcrypt_register(p->w, p->memory, 4 * 65536), 0);
	place_request(p, &q[0], 0, 0, 65536, false);
	place_request(p, &q[1], 65536, 65536, 65536, false);
	memcpy(memory, p->memory + 65536, 65536);
	q[1].src = memory;
	pthread_mutex_lock(&fake_engine_gate);
	assert_int_equal(warpcrypt_submit(p->w, q, 2, &batch), 0);
	REFUSED(-EBUSY, warpcrypt_unregister(p->w, p->memory));
	REFUSED(-EBUSY, warpcrypt_free(p->w, memory));
	pthread_mutex_unlock(&fake_engine_gate);
	assert_int_equal(warpcrypt_wait(batch), 0);
	assert_int_equal(warpcrypt_unregister(p->w, p->memory), 0);
	assert_int_equal(warpcrypt_free(p->w, memory), 0);
	place_check(p, &q[0]);
	place_check(p, &q[1]);
}

#define P256_BYTES	(8 * 4096)

/*
 * Everything in registered memory, by engines that use some of what lies there without
 * copies: P-256's units are copied. Results end with the registered memory.
 */
TEST_PLACE(p256_registered, LIB_EITHER, 2 * P256_BYTES)
{
	struct warpcrypt_points q = { .size = sizeof(q) };
	const size_t len = P256_BYTES, count = 200;
	uint64_t runs = fake_engine_runs;
	uint8_t public[64], want[64];
	size_t i;

	rand_fill(&p->rand, p->memory, 2 * len);
	q.curve = WARPCRYPT_P256;
	q.count = count;
	q.flags = WARPCRYPT_REGISTERED;
	q.scalars = (const uint8_t (*)[32])p->memory;
	q.results = (uint8_t (*)[32])(p->memory + len - count * 64);
	q.status = p->memory + count * 32;
	assert_int_equal(warpcrypt_register(p->w, p->memory, len), 0);
	assert_int_equal(warpcrypt_run_points(p->w, &q), 0);
	q.points = (const uint8_t (*)[32])q.results;
	assert_int_equal(warpcrypt_run_points(p->w, &q), 0);
	for (i = 0; i < count; i += 19) {
		assert_true(openssl_wei_mult(NID_X9_62_prime256v1, public,
					     q.scalars[i], NULL));
		assert_true(openssl_wei_mult(NID_X9_62_prime256v1, want,
					     q.scalars[i], public));
		assert_int_equal(q.status[i], 0);
		assert_memory_equal(q.results[2 * i], want, 64);
	}
	/* Half of each last point is elsewhere. */
	q.results++;
	q.points = NULL;
	REFUSED(-EFAULT, warpcrypt_run_points(p->w, &q));
	q.points = (const uint8_t (*)[32])q.results;
	REFUSED(-EFAULT, warpcrypt_run_points(p->w, &q));
	q.flags = 4;
	REFUSED(-EINVAL, warpcrypt_run_points(p->w, &q));
	assert_int_equal(fake_engine_runs, runs);
}

/* Half of the memory comes and goes while requests are done in all of it. */
static void *come_and_go(void *arg)
{
	struct place *p = arg;
	unsigned int done = 0;

	while (done < 200) {
		int ret = warpcrypt_register(p->w, p->memory, 1 << 16);

		assert_int_equal(ret, 0);
		while (warpcrypt_unregister(p->w, p->memory))
			usleep(10);
		done++;
	}
	return NULL;
}

TEST_PLACE(come_and_go, "cuda", 1 << 17)
{
	struct warpcrypt_request q[8];
	pthread_t thread;
	size_t rounds = unit_share(40), round;
	int i;

	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CBC, 16);
	assert_int_equal(pthread_create(&thread, NULL, come_and_go, p), 0);
	for (round = 0; round < rounds; round++) {
		for (i = 0; i < 8; i++)
			place_request(p, &q[i], i << 14, i << 14, 1 << 14, i & 1);
		place_run(p, q, 8);
	}
	pthread_join(thread, NULL);
}

UNIT_MAIN("libwarpcrypt's memory", NULL, NULL)
