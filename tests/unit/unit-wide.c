// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GPU's part in bitsliced form, played by the CPU: every thread of every
 * launch, one after the other, against the CPU's own modes.
 */
#include <string.h>

#include "kernels/cipher.h"
#include "kernels/aes_wide.h"
#include "kernels/kuznyechik.h"
#include "kernels/skinny.h"
#include "kernels/sm4.h"
#include "kernels/wide_job.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

#define JOBS	12
#define KEYS	4
#define ROOM	(16u << 10)

WIDE_CIPHER(aes, struct aes_wide_key, aes_wide_encrypt, aes_wide_decrypt)
WIDE_CIPHER(kuznyechik, struct kuznyechik_key, kuznyechik_encrypt,
	    kuznyechik_decrypt)
WIDE_CIPHER(skinny, struct skinny_key, skinny_encrypt, skinny_decrypt)
WIDE_CIPHER(sm4, struct sm4_key, sm4_encrypt, sm4_decrypt)

enum mode { ECB, CTR, CBC, XTS };

static struct wc_cipher_key keys[KEYS];
static struct wide_job jobs[JOBS];
static uint8_t in[JOBS * ROOM] __attribute__((aligned(64)));
static uint8_t out[sizeof(in)] __attribute__((aligned(64)));
static uint8_t want[ROOM];

/* The tweak key of key i is key KEYS - 1 - i. */
#define PLAY(name, key_type)						\
static key_type tweak_keys_##name[KEYS];				\
									\
static void play_##name(enum mode mode, int back, uint32_t threads)	\
{									\
	uint32_t i, thread;						\
									\
	for (i = 0; i < KEYS; i++)					\
		memcpy(&tweak_keys_##name[i], keys[KEYS - 1 - i].expanded, \
		       sizeof(key_type));				\
	if (mode == XTS)						\
		wide_tweak_##name(jobs, JOBS, tweak_keys_##name);	\
	for (i = 0; i < threads; i++) {					\
		const struct wide_job *job =				\
			wide_job_find(jobs, JOBS, i / WIDE_TEAM);	\
		const key_type *key = (const key_type *)(void *)	\
			keys[job->key].expanded;			\
									\
		thread = i - WIDE_TEAM * job->first;			\
		if (mode == ECB)					\
			wide_ecb_##name(job, key, in, out, thread, back); \
		else if (mode == CTR)					\
			wide_ctr_##name(job, key, out, thread);		\
		else if (mode == CBC)					\
			wide_cbc_##name(job, key, in, out, thread);	\
		else							\
			wide_xts_##name(job, key, in, out, thread, back); \
	}								\
	for (i = 0; mode == XTS && i < JOBS; i++)			\
		if (jobs[i].len % WIDE_BLOCK)				\
			wide_steal_##name(&jobs[i],			\
					  (const key_type *)(void *)	\
					  keys[jobs[i].key].expanded,	\
					  in, out, back);		\
}

PLAY(aes, struct aes_wide_key)
PLAY(kuznyechik, struct kuznyechik_key)
PLAY(skinny, struct skinny_key)
PLAY(sm4, struct sm4_key)

static uint32_t length(struct test_rand *r, enum mode mode, uint32_t i)
{
	/* Around blocks, threads and teams, and anything. */
	static const uint32_t some[] = { 16, 32, 128, 144, 4096, 4080, 4112,
					 8192, 16 };
	uint32_t len = i < 9 ? some[i] : 16 + rand_below(r, ROOM - 16);

	if (mode == ECB || mode == CBC)
		return len / 16 * 16;
	if (i & 1)
		len += rand_below(r, 16);
	return len;
}

/* What the CPU's modes make of job @i's payload. */
static void expect(enum mode mode, int back, uint32_t i)
{
	const struct wc_cipher_key *key = &keys[jobs[i].key];
	const uint8_t *src = in + jobs[i].offset;
	uint8_t iv[16];

	memcpy(iv, &jobs[i].iv, 16);
	if (mode == ECB)
		wc_cipher_ecb(key, back, want, src, jobs[i].len);
	else if (mode == CTR)
		wc_cipher_ctr(key, iv, want, NULL, jobs[i].len);
	else if (mode == CBC)
		wc_cipher_cbc(key, true, iv, want, src, jobs[i].len);
	else
		wc_cipher_xts(key, &keys[KEYS - 1 - jobs[i].key], back, iv,
			      i == 2 ? 12345 : 0, want, src, jobs[i].len);
}

static void launch(const char *name, enum mode mode, int back,
		   struct test_rand *r)
{
	static struct wide_job before[JOBS];
	uint32_t teams = 0, threads, i;

	rand_fill(r, in, sizeof(in));
	memset(out, 0xee, sizeof(out));
	for (i = 0; i < JOBS; i++) {
		jobs[i].first = teams;
		jobs[i].offset = i * ROOM;
		jobs[i].len = length(r, mode, i);
		jobs[i].key = i < 4 ? 1 : rand_below(r, KEYS);
		jobs[i].power = gf128_xpow(i == 2 ? 12345 : 0);
		rand_fill(r, &jobs[i].iv, 16);
		/* Counters that are about to carry */
		if (mode == CTR && i % 3 == 0)
			memset((uint8_t *)&jobs[i].iv + i, 0xff, 16 - i);
		teams += wide_teams(jobs[i].len);
	}
	threads = teams * WIDE_TEAM;
	memcpy(before, jobs, sizeof(jobs));
	if (!strcmp(name, "aes"))
		play_aes(mode, back, threads);
	else if (!strcmp(name, "kuznyechik"))
		play_kuznyechik(mode, back, threads);
	else if (!strcmp(name, "skinny"))
		play_skinny(mode, back, threads);
	else
		play_sm4(mode, back, threads);
	memcpy(jobs, before, sizeof(jobs));
	for (i = 0; i < JOBS; i++) {
		/* Keystream goes on to the end of its last block. */
		uint32_t end = mode == CTR ? (jobs[i].len + 15) / 16 * 16 :
					     jobs[i].len;

		expect(mode, back, i);
		assert_memory_equal(out + jobs[i].offset, want, jobs[i].len);
		if (end < ROOM)
			assert_int_equal(out[jobs[i].offset + end], 0xee);
	}
}

static void run(const char *name, size_t key_len)
{
	struct test_rand r = { 31 };
	uint8_t bytes[48];
	int i;

	for (i = 0; i < KEYS; i++) {
		rand_fill(&r, bytes, sizeof(bytes));
		assert_true(wc_cipher_set_key(&keys[i], wc_cipher_find(name),
					      bytes, key_len));
	}
	launch(name, ECB, 0, &r);
	launch(name, ECB, 1, &r);
	launch(name, CTR, 0, &r);
	launch(name, CBC, 1, &r);
	launch(name, XTS, 0, &r);
	launch(name, XTS, 1, &r);
}

static void test_aes(void **state)
{
	(void)state;
	run("aes", 16);
	run("aes", 32);
}

static void test_kuznyechik(void **state)
{
	(void)state;
	run("kuznyechik", 32);
}

static void test_skinny(void **state)
{
	(void)state;
	run("skinny", 16);
	run("skinny", 32);
	run("skinny", 48);
}

static void test_sm4(void **state)
{
	(void)state;
	run("sm4", 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_aes),
		cmocka_unit_test(test_kuznyechik),
		cmocka_unit_test(test_skinny),
		cmocka_unit_test(test_sm4),
	};

	return cmocka_run_group_tests_name("wide", tests, NULL, NULL);
}
