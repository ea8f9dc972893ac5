// SPDX-License-Identifier: GPL-2.0-only
/* What libwarpcrypt refuses: engines, keys and requests. */
#include <errno.h>
#include <string.h>

#include "tests/unit/fake_engine.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/lib_sample.h"
#include "tests/unit/unit.h"

TEST(open_errors)
{
	struct warpcrypt_options o = { 0 };
	struct warpcrypt *w;

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
	WRONG(o.gpu = 3);
	WRONG(o.deadline_ms = 3600001);
	WRONG(o.open_ms = 3600001);
	WRONG((o.backend = "cuda", o.gpus = "0,1", o.gpu = 1));
	WRONG((o.backend = "cuda", o.gpus = ""));
	WRONG((o.backend = "cuda", o.gpus = "0,0"));
	WRONG((o.backend = "auto", o.gpus = "0," FAKE_ENGINE_UUID "0"));
	WRONG((o.backend = "cuda", o.gpus = "all", o.threads = 2));
	WRONG((o.threads = 1, o.memory = (64 << 20) + 4096));
#undef WRONG
}

TEST(key_errors)
{
	struct warpcrypt *w = LIB_OPEN(.backend = "cpu", .keys = 3);
	struct warpcrypt_cipher_key *k[4];
	uint8_t bytes[128] = { 0 };
	int i;

	REFUSED(-EINVAL, warpcrypt_key(w, k, "des", "ecb", bytes, 8));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "gcm", bytes, 16));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "ecb", bytes, 0));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "ecb", bytes, 17));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "ecb", bytes, 64));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "xts", bytes, 16));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "xts", bytes, 33));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "aes", "xts-gb", bytes, 32));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "sm4", "xts-gb", bytes, 16));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "kuznyechik", "ecb", bytes, 16));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "skinny", "ecb", bytes, 24));
	REFUSED(-EINVAL, warpcrypt_key(w, k, "sm4", "ctr", bytes, 32));
	for (i = 0; i < 3; i++)
		assert_int_equal(warpcrypt_key(w, &k[i], "skinny", "xts",
					       bytes, 96), 0);
	REFUSED(-ENOSPC, warpcrypt_key(w, &k[3], "sm4", "ecb", bytes, 16));
	warpcrypt_key_free(w, k[1]);
	assert_int_equal(warpcrypt_key(w, &k[1], "sm4", "ecb", bytes, 16), 0);
	for (i = 0; i < 3; i++)
		warpcrypt_key_free(w, k[i]);
	warpcrypt_key_free(w, NULL);
	warpcrypt_close(w);
	warpcrypt_close(NULL);
}

TEST_LIB(request_errors, "cpu")
{
	struct warpcrypt *other = lib_open("cuda");
	struct test_key ecb, xts, foreign, gone;
	struct warpcrypt_cipher_key *none;
	struct warpcrypt_request good, q[3];
	struct warpcrypt_points p;
	struct test_rand r = { 5 };
	uint8_t buf[64] = { 0 }, other_buf[64], bad_buf[80] = { 0 }, want[64];
	static const uint8_t zeroes[64];

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
	/* Lengths whose sum with the others' is 0, or wraps to little. */
	WRONG(q[1].len = SIZE_MAX - 127);
	WRONG(q[1].len = SIZE_MAX / 2 + 1);
	WRONG(q[1].len = WARPCRYPT_LENGTH_MAX + 16);
	warpcrypt_key_free(w, gone.ours);
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
	warpcrypt_key_free(w, ecb.ours);
	warpcrypt_key_free(w, xts.ours);
	warpcrypt_key_free(other, foreign.ours);
	warpcrypt_close(other);
}

/* Places where results would be written over what is still to be read. */
TEST_LIB(overlaps, "cpu")
{
	uint8_t b[1024] = { 1 };
	struct warpcrypt_points p;
	struct warpcrypt_signatures s;

#define POINTS(of, to, from, stat) ((struct warpcrypt_points){		\
	.size = sizeof(p), .curve = WARPCRYPT_##of, .count = 4,	\
	.scalars = (const uint8_t (*)[32])b, .points = (void *)(from),	\
	.results = (uint8_t (*)[32])(to), .status = (stat),		\
})
#define WRONG(...) do {							\
	p = POINTS(__VA_ARGS__);					\
	REFUSED(-EINVAL, warpcrypt_run_points(w, &p));			\
	assert_non_null(strstr(warpcrypt_error(), "overlap"));		\
} while (0)
#define RIGHT(...) do {							\
	p = POINTS(__VA_ARGS__);					\
	assert_int_equal(warpcrypt_run_points(w, &p), 0);		\
} while (0)
	RIGHT(X25519, b, NULL, NULL);
	RIGHT(X25519, b + 128, b + 128, b + 256);
	RIGHT(P256, b + 128, b + 128, NULL);
	WRONG(X25519, b + 32, NULL, NULL);
	WRONG(X25519, b + 127, NULL, NULL);
	WRONG(X25519, b + 128, b + 160, NULL);
	WRONG(X25519, b + 128, NULL, b + 255);
	WRONG(X25519, b + 128, NULL, b);
	WRONG(X25519, b + 128, b + 256, b + 300);
	WRONG(P256, b, NULL, NULL);
	WRONG(P256, b + 127, NULL, NULL);
	WRONG(P256, b + 128, b + 383, NULL);
#undef RIGHT
#undef WRONG
#undef POINTS
	s = (struct warpcrypt_signatures){
		.size = sizeof(s), .scheme = WARPCRYPT_ECDSA_P256, .count = 2,
		.keys = b, .signatures = (const uint8_t (*)[64])(b + 128),
		.hashes = (const uint8_t (*)[32])(b + 256),
	};
	s.status = b + 127;
	REFUSED(-EINVAL, warpcrypt_run_signatures(w, &s));
	s.status = b + 255;
	REFUSED(-EINVAL, warpcrypt_run_signatures(w, &s));
	s.status = b + 319;
	REFUSED(-EINVAL, warpcrypt_run_signatures(w, &s));
}

/* What was refused says neither "done" nor "valid". */
TEST_LIB(refused_status, "cpu")
{
	struct warpcrypt *other = lib_open("cuda");
	uint8_t b[512] = { 1 }, status[2] = { 0 };
	struct warpcrypt_request q[3];
	struct warpcrypt_batch *batch;
	struct warpcrypt_points p = {
		.size = sizeof(p), .curve = WARPCRYPT_EDWARDS25519, .count = 2,
		.scalars = (const uint8_t (*)[32])b,
		.results = (uint8_t (*)[32])(b + 64), .status = status,
	};
	struct warpcrypt_signatures s = {
		.size = sizeof(s), .scheme = WARPCRYPT_ED25519, .count = 2,
		.keys = b, .signatures = (const uint8_t (*)[64])(b + 128),
		.status = status,
	};
	struct warpcrypt_work both = {
		.size = sizeof(both), .requests = q, .count = 3, .points = &p,
		.signatures = &s,
	};
	const struct warpcrypt_message messages[2] = { { 0 } };
	struct test_key ecb;
	struct test_rand r = { 5 };
	int i;

	sample_key(w, &ecb, &r, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_ECB, 16);
	for (i = 0; i < 3; i++)
		q[i] = (struct warpcrypt_request){
			.size = sizeof(q[i]), .key = ecb.ours,
			.src = b, .dst = b, .len = 16,
		};
#define UNTOUCHED(value) do {						\
	assert_int_equal(status[0], value);				\
	assert_int_equal(status[1], value);				\
	memset(status, 0, sizeof(status));				\
} while (0)
	/* This engine has no edwards25519 and checks no signatures. */
	REFUSED(-EOPNOTSUPP, warpcrypt_run_points(other, &p));
	UNTOUCHED(2);
	REFUSED(-EINVAL, warpcrypt_run_signatures(w, &s));
	UNTOUCHED(2);
	s.messages = messages;
	REFUSED(-EOPNOTSUPP, warpcrypt_run_signatures(other, &s));
	UNTOUCHED(2);
	s.scheme = 77;
	REFUSED(-EINVAL, warpcrypt_run_signatures(w, &s));
	UNTOUCHED(2);
	REFUSED(-EINVAL, warpcrypt_begin(w, &both, &batch));
	UNTOUCHED(2);
	for (i = 0; i < 3; i++)
		assert_int_equal(q[i].status, -EINVAL);
	/* The third cannot be read. */
	q[0].status = q[1].status = 0;
	q[2].size = 8;
	REFUSED(-EINVAL, warpcrypt_run(w, q, 3));
	assert_int_equal(q[0].status, -EINVAL);
	assert_int_equal(q[1].status, -EINVAL);
#undef UNTOUCHED
	warpcrypt_key_free(w, ecb.ours);
	warpcrypt_close(other);
}

/* No more may wait than the options say; what the engine does not hold back goes on. */
TEST(back_pressure)
{
	struct warpcrypt *w = LIB_OPEN(.backend = "cuda", .threads = 2,
				       .memory = LIB_SMALL_SHARED, .waiting = 1 << 20);
	static uint8_t data[8 << 20];
	struct warpcrypt_request q = {
		.size = sizeof(q), .src = data, .dst = data,
		.len = sizeof(data),
	};
	struct warpcrypt_request small = q;
	struct warpcrypt_batch *batch, *none;
	struct test_rand r = { 21 };
	struct test_key key;

	sample_key(w, &key, &r, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CTR, 16);
	q.key = small.key = key.ours;
	small.len = 16;
	pthread_mutex_lock(&fake_engine_gate);
	/* Alone it may be longer. */
	assert_int_equal(warpcrypt_submit(w, &q, 1, &batch), 0);
	assert_true(fake_engine_all_wait(2));
	REFUSED(-EAGAIN, warpcrypt_submit(w, &small, 1, &none));
	assert_int_equal(small.status, -EAGAIN);
	pthread_mutex_unlock(&fake_engine_gate);
	assert_int_equal(warpcrypt_wait(batch), 0);
	assert_int_equal(warpcrypt_run(w, &small, 1), 0);
	warpcrypt_key_free(w, key.ours);
	warpcrypt_close(w);
}
