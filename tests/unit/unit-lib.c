// SPDX-License-Identifier: GPL-2.0-only
/*
 * libwarpcrypt by its public interface: correct results for every cipher, key
 * size, mode and direction, for requests longer than a frame, for batches with
 * all of these mixed; errors; an engine that fails.
 *
 * Only this finds requests that are cut wrong, keys that stay in the arena, and a stack that
 * becomes too small.
 */
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>

#include "helper/engine/backend.h"
#include "helper/lib/lib_parts.h"
#include "tests/unit/builder.h"
#include "tests/unit/fake_engine.h"
#include "tests/unit/lib_mixture.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/unit.h"

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
TEST_LIB(lengths, "cpu")
{
	struct test_rand r = { 1 };
	struct test_key key;
	uint16_t sizes[BUILDER_SIZES];
	uint8_t c, m;
	size_t i, n;

	for (i = 0; i < BUILDER_CIPHERS; i++) {
		c = builder_ciphers[i];
		for (m = 0; m < WARPCRYPT_MODE_COUNT; m++) {
			n = builder_has(c, m) ? builder_key_sizes(c, sizes) : 0;
			while (n--) {
				sample_key(w, &key, &r, c, m, sizes[n]);
				run_lengths(w, &key, &r, false,
					    c == WARPCRYPT_CIPHER_AES);
				run_lengths(w, &key, &r, true,
					    c == WARPCRYPT_CIPHER_AES);
				warpcrypt_key_free(w, key.ours);
			}
		}
	}
}

/* One long request alone, which all threads share. */
TEST(long)
{
	struct test_rand r = { 2 };
	struct warpcrypt *w;
	struct test_key key;
	struct sample s;
	uint8_t m;

	w = LIB_OPEN(.backend = "cpu", .threads = 2, .memory = 2 << 20);
	for (m = 0; builder_has(WARPCRYPT_CIPHER_AES, m); m++) {
		sample_key(w, &key, &r, WARPCRYPT_CIPHER_AES, m, 32);
		sample_init(&s, &key, &r, m != WARPCRYPT_MODE_CTR,
			    sample_length(&key, (3 << 20) - 1));
		assert_int_equal(warpcrypt_run(w, &s.request, 1), 0);
		sample_check(&s);
		warpcrypt_key_free(w, key.ours);
	}
	lib_close(w);
}

/* What threads that wait have done themselves: frames, and keys wiped. */
static struct alone { uint64_t frames, wiped; } alone(const struct warpcrypt *w)
{
	struct alone all = { 0 };
	unsigned int i;

	for (i = 0; i < w->lones; i++) {
		all.frames += w->lone[i].counts->frames;
		all.wiped += w->lone[i].counts->wiped;
	}
	return all;
}

/* The thread that waits does a short batch if nothing precedes it, and wipes keys. */
TEST_LIB(lone, "cpu")
{
	struct warpcrypt_batch before = { .count = 1 };
	struct test_rand r = { 5 };
	struct test_key key;
	struct sample s;
	int i;

	sample_key(w, &key, &r, WARPCRYPT_CIPHER_KUZNYECHIK, WARPCRYPT_MODE_XTS, 32);
	for (i = 0; i < 3; i++) {
		sample_init(&s, &key, &r, i & 1, 4096);
		assert_int_equal(warpcrypt_run(w, &s.request, 1), 0);
		assert_int_equal(alone(w).frames, i + 1);
		sample_check(&s);
	}
	sample_init(&s, &key, &r, false, 65536 + 16);
	assert_int_equal(warpcrypt_run(w, &s.request, 1), 0);
	sample_check(&s);
	assert_int_equal(alone(w).frames, 3);
	pthread_mutex_lock(&w->queue.lock);
	assert_null(w->queue.first);
	w->queue.first = &before;
	assert_false(lib_queue_take_new(&w->queue, NULL, 16, w->lone[0].frame));
	w->queue.first = NULL;
	pthread_mutex_unlock(&w->queue.lock);
	/* While other callers have some of the workers, or all. */
	for (i = 0; i < (int)w->lones; i++) {
		pthread_mutex_lock(&w->queue.lock);
		w->lone[i].frame->busy = true;
		pthread_mutex_unlock(&w->queue.lock);
		sample_init(&s, &key, &r, i & 1, 65536);
		assert_int_equal(warpcrypt_run(w, &s.request, 1), 0);
		sample_check(&s);
		assert_int_equal(alone(w).frames, i + 1 < (int)w->lones ? 4 + i : 3 + i);
	}
	for (i = 0; i < (int)w->lones; i++)
		w->lone[i].frame->busy = false;
	assert_int_equal(alone(w).wiped, 0);
	warpcrypt_key_free(w, key.ours);
	assert_int_equal(alone(w).wiped, (int)w->lones);
}

/* What the header says of the stack; sanitizers need more. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STACK_BYTES	(1024u << 10)
#else
#define STACK_BYTES	(112u << 10)
#endif

static void *run_alone(void *engine)
{
	static uint8_t scalars[8][32], results[16][32], status[8];
	const struct warpcrypt_points p = {
		.size = sizeof(p), .curve = WARPCRYPT_P256, .scalars = scalars,
		.results = results, .status = status, .count = 8,
	};
	static struct warpcrypt_message messages[8];
	struct warpcrypt_signatures q = {
		.size = sizeof(q), .count = 8, .keys = results[0],
		.signatures = (const uint8_t (*)[64])results,
		.messages = messages, .hashes = scalars, .status = status,
	};
	struct warpcrypt *w = engine;
	struct test_rand r = { 6 };
	struct test_key key;
	struct sample s;
	uint8_t c;

	for (c = WARPCRYPT_CIPHER_AES; c <= WARPCRYPT_CIPHER_SM4; c++) {
		uint16_t sizes[BUILDER_SIZES];

		builder_key_sizes(c, sizes);
		sample_key(w, &key, &r, c, WARPCRYPT_MODE_XTS, sizes[0]);
		sample_init(&s, &key, &r, false, 4096);
		assert_int_equal(warpcrypt_run(w, &s.request, 1), 0);
		sample_check(&s);
		warpcrypt_key_free(w, key.ours);
	}
	rand_fill(&r, scalars, sizeof(scalars));
	assert_int_equal(warpcrypt_run_points(w, &p), 0);
	/* Of rubbish: none is valid. */
	for (q.scheme = WARPCRYPT_ED25519; q.scheme <= WARPCRYPT_ED25519_BATCH; q.scheme++) {
		memset(status, 0, sizeof(status));
		assert_int_equal(warpcrypt_run_signatures(w, &q), 0);
		assert_int_equal(status[0], 1);
	}
	return NULL;
}

TEST_LIB(stack, "cpu")
{
	pthread_attr_t attr;
	pthread_t thread;
	void *stack;

	/* What is below it cannot be written to. */
	stack = mmap(NULL, 2 * STACK_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(stack, MAP_FAILED);
	assert_int_equal(mprotect((uint8_t *)stack + STACK_BYTES, STACK_BYTES,
				  PROT_READ | PROT_WRITE), 0);
	pthread_attr_init(&attr);
	pthread_attr_setstack(&attr, (uint8_t *)stack + STACK_BYTES, STACK_BYTES);
	assert_int_equal(pthread_create(&thread, &attr, run_alone, w), 0);
	pthread_attr_destroy(&attr);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(alone(w).frames, WARPCRYPT_CIPHER_SM4 + 4);
	munmap(stack, 2 * STACK_BYTES);
}

TEST_LIB(mixed, "cpu")
{
	struct test_rand r = { 3 };

	mixture_run(w, &r, BUILDER_ALL);
}

TEST_LIB(mixed_shared_engine, "cuda")
{
	struct test_rand r = { 3 };

	mixture_run(w, &r, BUILDER_ALL & ~(1u << WARPCRYPT_CIPHER_SM4));
}

/* How often 16 bytes of a key are in the memory that engines work on. */
static unsigned int search(const struct warpcrypt *w, const struct warpcrypt_key *key)
{
	const uint8_t *at = w->arena.base, *end = at + w->arena.len;
	unsigned int n = 0;
	uint16_t i;

	for (; at + 16 <= end; at++)
		for (i = 0; i + 16 <= key->len; i += 16)
			n += !memcmp(at, key->key + i, 16);
	return n;
}

/* Nothing of a key is left there when it is free; of another, all. */
TEST_LIB(key_wiped, "cpu")
{
	struct test_key key, other;
	struct test_rand r = { 5 };
	uint16_t sizes[BUILDER_SIZES];
	struct sample s;
	size_t i, n;
	uint8_t c;

	sample_key(w, &other, &r, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_XTS, 32);
	for (i = 0; i < BUILDER_CIPHERS; i++) {
		c = builder_ciphers[i];
		n = builder_key_sizes(c, sizes);
		while (n--) {
			sample_key(w, &key, &r, c, WARPCRYPT_MODE_XTS,
				   sizes[n]);
			sample_init(&s, &key, &r, false, 100);
			assert_int_equal(warpcrypt_run(w, &s.request, 1), 0);
			sample_check(&s);
			assert_int_equal(search(w, &key.theirs),
					 key.theirs.len / 16);
			assert_int_equal(warpcrypt_key_free(w, key.ours), 0);
			assert_int_equal(search(w, &key.theirs), 0);
		}
	}
	assert_int_equal(search(w, &other.theirs), 4);
	warpcrypt_key_free(w, other.ours);
	assert_int_equal(search(w, &other.theirs), 0);
}

/* Names and threads of engines. */
TEST(describe)
{
	unsigned int cpus = wc_backend_cpus();
	struct warpcrypt *w;

	w = LIB_OPEN(.backend = "cpu", .threads = 2);
	assert_int_equal(warpcrypt_threads(w), 2);
	assert_memory_equal(warpcrypt_describe(w), "cpu: ", 5);
	lib_close(w);
	assert_int_equal(warpcrypt_open(&w, NULL), 0);
	/* With a GPU as many as there are CPUs, 3 to 16. */
	assert_int_equal(warpcrypt_threads(w), cpus < 3 ? 3 : cpus > 16 ? 16 :
			 cpus);
	assert_string_equal(warpcrypt_describe(w),
			    "cuda: a test's; the CPUs stand by");
	lib_close(w);
}

static void run_in_place(struct warpcrypt *w, const struct warpcrypt_cipher_key *key,
			 uint8_t *at, size_t len)
{
	struct warpcrypt_request q = {
		.size = sizeof(q), .key = key, .src = at, .dst = at, .len = len,
	};

	assert_int_equal(warpcrypt_run(w, &q, 1), 0);
}

/* While CPUs stand by for a GPU, they do what is short and waited for, and nothing else. */
TEST_LIB(short_beside_gpu, "auto")
{
	static const uint8_t bytes[32] = { 8 };
	static uint8_t data[16400], copy[16400];
	struct warpcrypt *gpu = lib_open("cuda");
	struct warpcrypt_batch before = { .count = 1 };
	struct warpcrypt_request q = { .size = sizeof(q), .src = data, .dst = copy, .len = 16 };
	struct warpcrypt_cipher_key *key;
	struct warpcrypt_batch *batch;
	uint64_t frames;

	assert_int_equal(warpcrypt_key(w, &key, "kuznyechik", "ecb", bytes, 32), 0);
	memset(data, 5, sizeof(data));
	memcpy(copy, data, sizeof(data));
	frames = fake_engine_frames;
	run_in_place(w, key, data, 16384);
	assert_int_equal(fake_engine_frames, frames);
	assert_memory_not_equal(data, copy, 16384);
	run_in_place(w, key, copy, 16400);
	assert_int_equal(fake_engine_frames, ++frames);
	assert_memory_equal(data, copy, 16384);
	/* Also while others wait for the GPU. */
	pthread_mutex_lock(&w->queue.lock);
	w->queue.first = &before;
	w->queue.last = &before;
	w->queue.waiting = 16;
	w->port[0].load.little = 3;
	pthread_mutex_unlock(&w->queue.lock);
	run_in_place(w, key, data, 16);
	pthread_mutex_lock(&w->queue.lock);
	assert_ptr_equal(w->queue.first, &before);
	assert_ptr_equal(w->queue.last, &before);
	assert_int_equal(w->queue.waiting, 16);
	w->queue.first = NULL;
	w->queue.waiting = 0;
	w->port[0].load.little = 0;
	pthread_mutex_unlock(&w->queue.lock);
	assert_int_equal(fake_engine_frames, frames);
	q.key = key;
	assert_int_equal(warpcrypt_submit(w, &q, 1, &batch), 0);
	assert_int_equal(warpcrypt_wait(batch), 0);
	assert_int_equal(fake_engine_frames, ++frames);
	/* If they have failed, another engine may have their frame. */
	pthread_mutex_lock(&w->queue.lock);
	w->port[w->engines.count - 1].failed = true;
	pthread_mutex_unlock(&w->queue.lock);
	run_in_place(w, key, data, 16);
	assert_int_equal(fake_engine_frames, ++frames);
	warpcrypt_key_free(w, key);
	assert_int_equal(warpcrypt_key(gpu, &key, "kuznyechik", "ecb", bytes, 32), 0);
	run_in_place(gpu, key, data, 16);
	assert_int_equal(fake_engine_frames, ++frames);
	warpcrypt_key_free(gpu, key);
	lib_close(gpu);
}

/* A request in pieces, each with the IV that follows, is what it is in one. */
TEST_LIB(next_iv, "cpu")
{
	static const uint8_t bytes[32] = { 7 };
	const uint8_t most[16] = {
		255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
		255, 255, 255, 254,
	};
	uint8_t whole[160], parts[160], iv[16];
	struct warpcrypt_cipher_key *ctr, *xts, *cbc;
	struct warpcrypt_request q = { .size = sizeof(q) };
	size_t at;

	assert_int_equal(warpcrypt_key(w, &ctr, "sm4", "ctr", bytes, 16), 0);
	assert_int_equal(warpcrypt_key(w, &xts, "sm4", "xts", bytes, 32), 0);
	assert_int_equal(warpcrypt_key(w, &cbc, "sm4", "cbc", bytes, 16), 0);
	memset(whole, 1, sizeof(whole));
	memset(parts, 1, sizeof(parts));
	q.key = ctr;
	q.src = q.dst = whole;
	q.len = sizeof(whole);
	memcpy(q.iv, most, 16);
	assert_int_equal(warpcrypt_run(w, &q, 1), 0);
	assert_memory_equal(q.iv, most, 16);
	q.len = 32;
	for (at = 0; at < sizeof(parts); at += 32) {
		q.src = q.dst = parts + at;
		assert_int_equal(warpcrypt_run(w, &q, 1), 0);
		assert_int_equal(warpcrypt_next_iv(w, ctr, q.iv, 32), 0);
	}
	assert_memory_equal(parts, whole, sizeof(whole));
	/* The next sector. */
	memset(iv, 255, 8);
	memset(iv + 8, 0, 8);
	assert_int_equal(warpcrypt_next_iv(w, xts, iv, 17), 0);
	for (at = 0; at < 16; at++)
		assert_int_equal(iv[at], at == 8);
	memcpy(iv, most, 16);
	REFUSED(-EINVAL, warpcrypt_next_iv(w, ctr, iv, 15));
	REFUSED(-EINVAL, warpcrypt_next_iv(w, cbc, iv, 16));
	REFUSED(-EINVAL, warpcrypt_next_iv(w, NULL, iv, 16));
	assert_memory_equal(iv, most, 16);
}

UNIT_MAIN("libwarpcrypt", NULL, NULL)
