// SPDX-License-Identifier: GPL-2.0-only
/* What engines keep of keys, and what they allocate for new ones. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>

#include "helper/engine/cpu_engine.h"
#include "tests/unit/either_engine.h"
#include "tests/unit/unit.h"
#include "tests/unit/watch_memory.h"

/* After a worker has started, libcrypto does not allocate, not even for new keys. */
TEST(no_allocation)
{
	unsigned long before;
	struct engine e;
	int i;

	engine_init(&e, &wc_backend_cpu, 18);
	for (i = 0; i < 6; i++) {
		builder_begin(&e.b, 0);
		builder_random_frame(&e.b, -1);
		before = watched_allocations;
		assert_int_equal(engine_do(&e), 0);
		assert_int_equal(watched_allocations, before);
	}
	assert_true(watched_allocations > 0);
	engine_free(&e);
}

/* Slots of which two share a place in each cache. */
static const uint32_t search_slots[] = { 3, 3 + 32, 9, 9 + 64, 20 };

#define SEARCH_SLOTS	(sizeof(search_slots) / sizeof(search_slots[0]))

/* One request with each key of @cipher in @mode. */
static void use_keys(struct engine *e, uint8_t cipher, uint8_t mode,
		     struct warpcrypt_key *keys)
{
	uint16_t sizes[BUILDER_SIZES];
	size_t n = builder_key_sizes(cipher, sizes), i;

	for (i = 0; i < SEARCH_SLOTS; i++) {
		uint16_t len = sizes[i % n];

		e->b.cipher = cipher;
		builder_key(&e->b, search_slots[i], mode,
			    WARPCRYPT_IS_XTS(mode) ? 2 * len : len);
		keys[i] = *wc_mapping_key(&e->b.arena, search_slots[i]);
		builder_begin(&e->b, 0);
		assert_true(builder_add(&e->b, mode, false, search_slots[i], 0,
					64));
		if (mode != WARPCRYPT_MODE_CTR)
			assert_true(builder_add(&e->b, mode, true,
						search_slots[i], 0, 64));
		engine_assert_right(e);
	}
}

/* What libcrypto allocates once, in the first engine of a process, is not watched. */
static void begin_watching(void)
{
	struct engine e;

	engine_init(&e, &wc_backend_cpu, 29);
	engine_free(&e);
	watch_begin();
}

/* Every key of every kind, used and released: nothing of it may be left. */
static void released_keys(const char *aes)
{
	struct warpcrypt_key keys[WARPCRYPT_MODE_COUNT][SEARCH_SLOTS];
	unsigned int found = 0, m;
	struct engine e;
	uint32_t c, i;
	size_t before;

	setenv("WARPCRYPT_CPU_AES", aes, 1);
	begin_watching();
	engine_init(&e, &wc_backend_cpu, 30);
	/* builder_init() has allocated, too: this is not the engine's. */
	watch_forget(e.b.expected);
	before = watch_own_bytes();
	for (c = 0; c < BUILDER_CIPHERS; c++) {
		for (m = 0; m < WARPCRYPT_MODE_COUNT; m++)
			if (builder_has(builder_ciphers[c], m))
				use_keys(&e, builder_ciphers[c], (uint8_t)m,
					 keys[m]);
		found = 0;
		for (i = 0; i < SEARCH_SLOTS; i++)
			found += watch_search(keys[WARPCRYPT_MODE_XTS][i].key, 16);
		/* The first round keys of the others are not their keys. */
		if (builder_ciphers[c] == WARPCRYPT_CIPHER_AES ||
		    builder_ciphers[c] == WARPCRYPT_CIPHER_KUZNYECHIK)
			assert_true(found > 0);
		assert_true(wc_backend_cpu.forget(e.worker) >= 0);
		for (i = 0; i < SEARCH_SLOTS; i++)
			memset(wc_mapping_key(&e.b.arena, search_slots[i]), 0,
			       sizeof(struct warpcrypt_key));
		assert_true(wc_backend_cpu.forget(e.worker) > 0);
		assert_int_equal(wc_backend_cpu.forget(e.worker), 0);
		for (m = 0; m < WARPCRYPT_MODE_COUNT; m++)
			for (i = 0; i < SEARCH_SLOTS && builder_has(builder_ciphers[c], m); i++)
				assert_int_equal(watch_search(keys[m][i].key, 16), 0);
		/* Requests' IVs and addresses; a round key takes more. */
		assert_true(watch_own_bytes() - before < 256);
	}
	engine_free(&e);
	watch_end();
	unsetenv("WARPCRYPT_CPU_AES");
}

TEST(released_core)
{
	released_keys("core");
}

TEST(released_libcrypto)
{
	released_keys("libcrypto");
}

/* How many of the next calls fail. */
static unsigned int inits_fail;

int __real_EVP_CipherInit_ex2(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, const unsigned char *key,
			      const unsigned char *iv, int enc, const OSSL_PARAM params[]);
int __wrap_EVP_CipherInit_ex2(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, const unsigned char *key,
			      const unsigned char *iv, int enc, const OSSL_PARAM params[])
{
	if (!inits_fail)
		return __real_EVP_CipherInit_ex2(ctx, cipher, key, iv, enc, params);
	inits_fail--;
	return 0;
}

/* A frame with one encryption in CBC. Returns what the engine says of it. */
static int one_cbc(struct engine *e, uint32_t slot)
{
	builder_begin(&e->b, 0);
	assert_true(builder_add(&e->b, WARPCRYPT_MODE_CBC, false, slot, 0, 64));
	return engine_do(e);
}

/* Libcrypto refuses a key, and then to overwrite the one before it, which is released, too. */
TEST(refused_keys)
{
	struct warpcrypt_key old;
	unsigned int failures;
	struct engine e;

	setenv("WARPCRYPT_CPU_AES", "libcrypto", 1);
	for (failures = 1; failures <= 2; failures++) {
		begin_watching();
		engine_init(&e, &wc_backend_cpu, 33);
		watch_forget(e.b.expected);
		builder_key(&e.b, 3, WARPCRYPT_MODE_CBC, 16);
		builder_key(&e.b, 3 + 32, WARPCRYPT_MODE_CBC, 16);
		old = *wc_mapping_key(&e.b.arena, 3);
		assert_int_equal(one_cbc(&e, 3), 0);
		assert_true(watch_search(old.key, 16) > 0);
		inits_fail = failures;
		assert_int_equal(one_cbc(&e, 3 + 32), -EINVAL);
		assert_int_equal(inits_fail, 0);
		memset(wc_mapping_key(&e.b.arena, 3), 0, sizeof(old));
		assert_true(wc_backend_cpu.forget(e.worker) >= 0);
		assert_int_equal(watch_search(old.key, 16), 0);
		assert_int_equal(one_cbc(&e, 3 + 32), failures == 1 ? 0 : -EINVAL);
		engine_free(&e);
		watch_end();
	}
	unsetenv("WARPCRYPT_CPU_AES");
}

/* A key that is still in its slot is kept; one that is not is used no more. */
TEST(forget)
{
	struct warpcrypt_key *slot, key;
	struct engine e;

	engine_init(&e, &wc_backend_cpu, 31);
	builder_key(&e.b, 0, WARPCRYPT_MODE_XTS, 32);
	slot = wc_mapping_key(&e.b.arena, 0);
	key = *slot;
	engine_one_xts(&e);
	engine_assert_right(&e);
	assert_int_equal(wc_backend_cpu.forget(e.worker), 0);
	engine_one_xts(&e);
	memset(slot, 0, sizeof(*slot));
	/* Before it is told to forget, the engine may use what it has. */
	engine_assert_right(&e);
	assert_true(wc_backend_cpu.forget(e.worker) > 0);
	*slot = key;
	engine_one_xts(&e);
	memset(slot, 0, sizeof(*slot));
	assert_int_equal(engine_do(&e), -EINVAL);
	engine_free(&e);
}

/* The stack of a thread that runs wc_xts(). */
#define XTS_STACK	(2u << 20)
/* What it can use of that. */
#define XTS_SEARCHED	(32u << 10)
/* Blocks, some of more than two of its chunks. */
#define XTS_BLOCKS	300u

/* A call of wc_xts(). */
struct xts_call {
	uint8_t *stack;			/* of the thread, XTS_STACK bytes */
	const uint8_t *end;		/* of what the call uses of it */
	uint8_t tweak[XTS_BLOCKS][16];	/* of each block */
	bool decrypt;			/* for wc_xts() */
	bool fails;			/* the block cipher does */
	size_t len;			/* bytes */
	unsigned int during;		/* masks that were on the stack during the call */
};

/* Is a block next to the end of a chunk, or of all? Its tweak may be in a variable, too. */
static bool is_next_to_end(const struct xts_call *c, size_t block)
{
	size_t at = block % (WC_XTS_CHUNK / 16);

	return at < 2 || at > WC_XTS_CHUNK / 16 - 3 || block + 4 > c->len / 16;
}

typedef uint64_t loose __attribute__((aligned(1), may_alias));

/* Reads what lies between variables, too, which AddressSanitizer refuses. */
__attribute__((no_sanitize("address")))
static bool is_on_stack(const struct xts_call *c, const uint8_t tweak[16])
{
	const loose *wanted = (const loose *)tweak;
	size_t at;

	for (at = 16; at <= XTS_SEARCHED; at++) {
		const loose *here = (const loose *)(c->end - at);

		if (here[0] == wanted[0] && here[1] == wanted[1])
			return true;
	}
	return false;
}

static unsigned int search_tweaks(const struct xts_call *c)
{
	unsigned int n = 0;
	size_t i;

	for (i = 0; i < c->len / 16; i++)
		n += !is_next_to_end(c, i) && is_on_stack(c, c->tweak[i]);
	return n;
}

static bool xts_blocks(void *ctx, uint8_t *buf, size_t len)
{
	struct xts_call *c = ctx;

	(void)buf;
	(void)len;
	c->during += search_tweaks(c);
	return !c->fails;
}

static void *xts_thread(void *arg)
{
	static uint8_t buf[16 * XTS_BLOCKS];
	struct xts_call *c = arg;
	struct gf128 first;

	c->end = __builtin_frame_address(0);
	memcpy(&first, c->tweak[0], sizeof(first));
	assert_true(wc_xts(xts_blocks, c, c->decrypt, first, buf, c->len) !=
		    c->fails);
	return NULL;
}

/* IEEE 1619-2018, 5.2: the tweak of the next block, byte by byte. */
static void next_tweak(uint8_t next[16], const uint8_t tweak[16])
{
	uint8_t carry = 0;
	int i;

	for (i = 0; i < 16; i++) {
		next[i] = (uint8_t)(tweak[i] << 1 | carry);
		carry = tweak[i] >> 7;
	}
	next[0] ^= carry ? 0x87 : 0;
}

/* No masks are left on the stack: who has them and ciphertext has the cipher's output. */
TEST(masks_wiped)
{
	static const size_t lengths[] = {
		16 * 16, 16 * 16 + 1, 2048, 2048 + 15, 4096, 16 * XTS_BLOCKS - 3,
	};
	static struct xts_call c;
	struct test_rand r = { 32 };
	pthread_attr_t attr;
	pthread_t thread;
	size_t i, n;

	rand_fill(&r, c.tweak[0], 16);
	for (i = 1; i < XTS_BLOCKS; i++)
		next_tweak(c.tweak[i], c.tweak[i - 1]);
	c.stack = aligned_alloc(4096, XTS_STACK);
	assert_non_null(c.stack);
	for (n = 0; n < 4 * sizeof(lengths) / sizeof(lengths[0]); n++) {
		c.len = lengths[n / 4];
		c.decrypt = n & 1;
		c.fails = n & 2;
		c.during = 0;
		memset(c.stack, 0, XTS_STACK);
		pthread_attr_init(&attr);
		pthread_attr_setstack(&attr, c.stack, XTS_STACK);
		assert_int_equal(pthread_create(&thread, &attr, xts_thread, &c), 0);
		pthread_join(thread, NULL);
		pthread_attr_destroy(&attr);
		assert_true(c.during > 8);
		assert_int_equal(search_tweaks(&c), 0);
	}
	free(c.stack);
}

/* Keys are expanded once and kept. */
TEST(keys_kept)
{
	struct engine e;
	int i;

	engine_init(&e, NULL, 19);
	builder_key(&e.b, 7, WARPCRYPT_MODE_XTS, 64);
	for (i = 0; i < 5; i++) {
		builder_begin(&e.b, 0);
		builder_add(&e.b, WARPCRYPT_MODE_XTS, false, 7, 0, 100);
		builder_add(&e.b, WARPCRYPT_MODE_XTS, true, 7, 0, 100);
		engine_assert_right(&e);
	}
	assert_int_equal(e.gpu.expansions, 1);
	engine_free(&e);
}
