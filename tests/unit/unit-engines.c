// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whole frames through the CPU engine, and through the GPU's code run on this
 * machine: correct results for valid frames, -EINVAL and no memory errors for
 * invalid ones. Every test is run with both.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>

#include "helper/engine/backend.h"
#include "helper/transport/check.h"
#include "tests/unit/builder.h"
#include "tests/unit/play.h"
#include "tests/unit/unit.h"

static const struct wc_geometry geometry = { 256 << 10, 2, 128 };

/* libcrypto's allocations, counted. */
static unsigned long allocations;

/* Whether memory that the engine gets is remembered. */
static bool searching;

static void *remember(void *at, size_t len, bool own);
static void forget_block(void *at);

static void *count_malloc(size_t len, const char *file, int line)
{
	void *at = malloc(len);

	(void)file;
	(void)line;
	allocations++;
	return at && searching ? remember(at, len, false) : at;
}

static void *count_realloc(void *old, size_t len, const char *file, int line)
{
	void *at;

	(void)file;
	(void)line;
	allocations++;
	if (searching)
		forget_block(old);
	at = realloc(old, len);
	return at && searching ? remember(at, len, false) : at;
}

static void count_free(void *old, const char *file, int line)
{
	(void)file;
	(void)line;
	if (searching)
		forget_block(old);
	free(old);
}

/**
 * struct engine - the CPU engine, or a player if @cpu is not set
 */
struct engine {
	struct builder b;
	struct wc_backend *cpu;
	struct wc_worker *worker;
	struct player player;
};

/* KiB of shared memory; 0: the player's own. */
static unsigned int shared_memory;

static void engine_init(struct engine *e, bool cpu, uint64_t seed)
{
	const struct wc_part all = { 0, geometry.frame_count };
	struct wc_error err;

	memset(e, 0, sizeof(*e));
	builder_init(&e->b, &geometry, seed);
	e->b.ciphers = BUILDER_ALL;
	if (!cpu) {
		player_init(&e->player, &geometry);
		if (shared_memory)
			e->player.shared = shared_memory << 10;
		return;
	}
	assert_int_equal(wc_backend_cpu.open(&e->cpu, 0, &err), 0);
	assert_int_equal(wc_backend_cpu.arena_add(e->cpu, &e->b.arena, all,
						  &err), 0);
	assert_int_equal(wc_backend_cpu.worker_start(e->cpu, &e->worker, &err),
			 0);
}

static void engine_free(struct engine *e)
{
	if (e->cpu) {
		wc_backend_cpu.worker_stop(e->worker);
		wc_backend_cpu.arena_remove(e->cpu);
		wc_backend_cpu.close(e->cpu);
	} else {
		player_free(&e->player);
	}
	builder_free(&e->b);
}

static int engine_do(struct engine *e)
{
	struct wc_view frame;
	int ret = wc_view_open(&frame, &e->b.arena, &e->b.handed);

	if (ret)
		return ret;
	return e->cpu ? wc_backend_cpu.process(e->worker, &frame) :
			player_process(&e->player, &frame);
}

static void assert_right(struct engine *e)
{
	const char *wrong;

	assert_int_equal(engine_do(e), 0);
	wrong = builder_check(&e->b);
	if (wrong)
		fail_msg("%s", wrong);
}

/* Lengths around all limits, in both directions, with the key in @slot. */
static void all_lengths(struct engine *e, uint8_t mode, uint32_t slot)
{
	static const uint32_t len[] = { 16, 17, 31, 32, 33, 47, 48, 63, 64, 65,
					80, 127, 128, 129, 511, 512, 513, 4080,
					4095, 4096, 4097, 16384, 16399, 16400,
					16401, 32767, 32768, 32783, 32784 };
	uint32_t i;
	int dec;

	for (i = 0; i < sizeof(len) / sizeof(len[0]); i++) {
		if ((mode == WARPCRYPT_MODE_ECB ||
		     mode == WARPCRYPT_MODE_CBC) && len[i] % 16)
			continue;
		builder_begin(&e->b, i % 2);
		for (dec = mode != WARPCRYPT_MODE_CTR; dec >= 0; dec--)
			assert_true(builder_add(&e->b, mode, dec, slot, 0,
						len[i]));
		assert_right(e);
	}
	if (mode != WARPCRYPT_MODE_CTR)
		return;
	/* 1 to 15 keystream bytes. */
	builder_begin(&e->b, 0);
	for (i = 1; i < 16; i++)
		assert_true(builder_add(&e->b, mode, false, slot, 0, i));
	assert_right(e);
}

/* Each cipher, mode and key size. */
static void lengths(bool cpu)
{
	uint16_t sizes[BUILDER_SIZES];
	struct engine e;
	uint8_t mode;
	size_t i, n;

	engine_init(&e, cpu, 10);
	for (i = 0; i < BUILDER_CIPHERS; i++) {
		e.b.cipher = builder_ciphers[i];
		for (mode = 0; mode < WARPCRYPT_MODE_COUNT; mode++) {
			n = builder_key_sizes(e.b.cipher, sizes);
			while (n--) {
				builder_key(&e.b, 3, mode, mode ==
					    WARPCRYPT_MODE_XTS ?
					    2 * sizes[n] : sizes[n]);
				all_lengths(&e, mode, 3);
			}
		}
	}
	engine_free(&e);
}

/* Frames with requests of every kind, under many keys, some of them new. */
static void mixed_frames(bool cpu, int frames)
{
	struct engine e;
	int i;

	engine_init(&e, cpu, 11);
	for (i = 0; i < frames; i++) {
		builder_begin(&e.b, i % 2);
		builder_random_frame(&e.b, i % 3 ? -1 :
				     i / 3 % WARPCRYPT_MODE_COUNT);
		assert_true(e.b.handed.requests > 0);
		assert_right(&e);
	}
	engine_free(&e);
}

/* A data unit in one piece has the same result as in two. */
static void pieces(bool cpu)
{
	const uint32_t len = 40960 + 7, cut = 20480;
	struct warpcrypt_desc first;
	uint8_t *whole;
	struct engine e;
	uint8_t *base;

	engine_init(&e, cpu, 12);
	base = wc_mapping_frame(&e.b.arena, 0);
	builder_key(&e.b, 0, WARPCRYPT_MODE_XTS, 48);
	builder_begin(&e.b, 0);
	assert_true(builder_add(&e.b, WARPCRYPT_MODE_XTS, false, 0, 0, len));
	whole = malloc(len);
	assert_non_null(whole);
	memcpy(whole, base, len);
	first = *builder_desc(&e.b, 0);
	assert_right(&e);

	builder_begin(&e.b, 0);
	memcpy(base, whole, len);
	memcpy(whole, e.b.expected, len);
	e.b.handed.requests = 2;
	e.b.handed.payload = len;
	*builder_desc(&e.b, 0) = first;
	*builder_desc(&e.b, 1) = first;
	builder_desc(&e.b, 0)->len = cut;
	builder_desc(&e.b, 1)->offset = cut;
	builder_desc(&e.b, 1)->len = len - cut;
	builder_desc(&e.b, 1)->block = cut / 16;
	assert_int_equal(engine_do(&e), 0);
	assert_memory_equal(base, whole, len);
	free(whole);
	engine_free(&e);
}

/*
 * Units of all groups and modes, in requests of all lengths between those of
 * block ciphers; enough of each for more than one batch.
 */
static void groups(bool cpu)
{
	static const uint32_t units[] = { 1, 2, 3, 31, 1, 130, 8, 1, 200, 9 };
	struct engine e;
	uint32_t i;

	engine_init(&e, cpu, 20);
	builder_key(&e.b, 1, WARPCRYPT_MODE_CTR, 16);
	builder_begin(&e.b, 0);
	for (i = 0; i < 2 * BUILDER_GROUPS * sizeof(units) / sizeof(units[0]); i++) {
		assert_true(builder_add_units(&e.b,
					      builder_groups[i % BUILDER_GROUPS],
					      i / BUILDER_GROUPS & 1,
					      units[i / (2 * BUILDER_GROUPS)]));
		assert_true(builder_add(&e.b, WARPCRYPT_MODE_CTR, false, 1, 0,
					1 + i));
	}
	assert_right(&e);
	engine_free(&e);
}

/* Signature checks of both schemes, between multiplications and block ciphers. */
static void checks(bool cpu)
{
	static const uint32_t units[] = { 1, 2, 3, 31, 1, 70, 8, 1, 100, 9 };
	struct engine e;
	uint32_t i;

	engine_init(&e, cpu, 22);
	builder_key(&e.b, 1, WARPCRYPT_MODE_CTR, 16);
	builder_begin(&e.b, 0);
	for (i = 0; i < 2 * sizeof(units) / sizeof(units[0]); i++) {
		uint8_t group = i & 1 ? WARPCRYPT_CIPHER_P256 :
					WARPCRYPT_CIPHER_EDWARDS25519;

		assert_true(builder_add_checks(&e.b, group, units[i / 2]));
		assert_true(builder_add(&e.b, WARPCRYPT_MODE_CTR, false, 1, 0,
					1 + i));
		assert_true(builder_add_units(&e.b, group, i / 2 & 1, 2));
	}
	assert_right(&e);
	engine_free(&e);
}

/* Each field of a group's descriptor, wrong one at a time. */
static void wrong_groups(bool cpu)
{
	struct engine e;

	engine_init(&e, cpu, 21);
#define WRONG(change) do {						\
	struct warpcrypt_desc *d = builder_desc(&e.b, 0);		\
	builder_begin(&e.b, 0);						\
	assert_true(builder_add_units(&e.b, WARPCRYPT_CIPHER_EDWARDS25519, \
				      WARPCRYPT_KPP_BASE, 2));		\
	change;								\
	assert_int_equal(engine_do(&e), -EINVAL);			\
} while (0)
	WRONG(d->mode = WARPCRYPT_KPP_COUNT);
	WRONG(d->mode = 255);
	/* Units of checks are longer, and X25519 has none. */
	WRONG(d->mode = WC_CHECK);
	WRONG((d->mode = WC_CHECK, d->cipher = WARPCRYPT_CIPHER_CURVE25519));
	WRONG(d->flags = WARPCRYPT_DESC_DECRYPT);
	WRONG(d->block = 1);
	WRONG(d->len = 64 + 63);
	WRONG(d->len = 32);
	WRONG(d->len = 192);
	WRONG(d->cipher = builder_no_cipher());
	WRONG(d->cipher = WARPCRYPT_CIPHER_SM4);
	/* Units of P-256 have 96 bytes. */
	WRONG(d->cipher = WARPCRYPT_CIPHER_P256);
	WRONG((d->cipher = WARPCRYPT_CIPHER_P256, d->len = 95));
	WRONG((d->cipher = WARPCRYPT_CIPHER_P256, d->len = 64));
#undef WRONG
	engine_free(&e);
}

static void mixed(bool cpu)
{
	mixed_frames(cpu, 24);
}

static void mixed_with(const char *name, const char *value)
{
	assert_int_equal(setenv(name, value, 1), 0);
	mixed_frames(true, 6);
	unsetenv(name);
}

/* AES by libcrypto and by bitsliced words, with or without AES instructions. */
static void test_cpu_aes(void **state)
{
	(void)state;
	mixed_with("WARPCRYPT_CPU_AES", "core");
	mixed_with("WARPCRYPT_CPU_AES", "libcrypto");
}

/* Narrower words than the widest. */
static void test_cpu_widths(void **state)
{
	(void)state;
	mixed_with("WARPCRYPT_CPU_BITS", "64");
	mixed_with("WARPCRYPT_CPU_BITS", "256");
}

/* A slot's new key is used, not an expanded old one. */
static void rekey(bool cpu)
{
	struct engine e;
	int i;

	engine_init(&e, cpu, 13);
	for (i = 0; i < 100; i++) {
		/* 5 and 37 share a place in the CPU engine's cache. */
		uint32_t slot = i % 2 ? 5 : 37;

		builder_key(&e.b, slot, WARPCRYPT_MODE_CBC,
			    (uint16_t)(16 + 8 * (i % 3)));
		builder_begin(&e.b, 0);
		assert_true(builder_add(&e.b, WARPCRYPT_MODE_CBC, i % 4 == 3,
					slot, 0, 64));
		assert_right(&e);
	}
	engine_free(&e);
}

static struct warpcrypt_desc *one_xts(struct engine *e)
{
	builder_begin(&e->b, 1);
	assert_true(builder_add(&e->b, WARPCRYPT_MODE_XTS, false, 0, 0, 4096));
	return builder_desc(&e->b, 0);
}

/* Each field of a descriptor and of a key, wrong one at a time. */
static void wrong_fields(bool cpu)
{
	struct warpcrypt_key *key, good;
	struct engine e;

	engine_init(&e, cpu, 14);
	builder_key(&e.b, 0, WARPCRYPT_MODE_XTS, 32);
	key = wc_mapping_key(&e.b.arena, 0);
	good = *key;
#define WRONG_DESC(change) do {						\
	struct warpcrypt_desc *d = one_xts(&e);				\
	change;								\
	assert_int_equal(engine_do(&e), -EINVAL);			\
} while (0)
	WRONG_DESC(d->cipher = WARPCRYPT_CIPHER_NONE);
	WRONG_DESC(d->cipher = WARPCRYPT_CIPHER_SM4);
	WRONG_DESC(d->cipher = builder_no_cipher());
	WRONG_DESC(d->cipher = WARPCRYPT_CIPHER_COUNT);
	WRONG_DESC(d->cipher = 255);
	WRONG_DESC(d->mode = WARPCRYPT_MODE_COUNT);
	WRONG_DESC(d->mode = 255);
	WRONG_DESC(d->flags = 2);
	WRONG_DESC(d->flags = 0x8001);
	WRONG_DESC(d->key_slot = geometry.key_slots);
	WRONG_DESC(d->key_slot = UINT32_MAX);
	WRONG_DESC(d->key_generation++);
	WRONG_DESC(d->offset = 16);
	WRONG_DESC(d->offset = 64);
	WRONG_DESC(d->offset = UINT32_MAX & ~63u);
	WRONG_DESC(d->len = 0);
	WRONG_DESC(d->len = 15);
	WRONG_DESC(d->len = 4097);
	WRONG_DESC(d->len = UINT32_MAX);
	WRONG_DESC(d->reserved0 = 1);
	WRONG_DESC(d->reserved[15] = 1);
	WRONG_DESC(d->mode = WARPCRYPT_MODE_ECB);
	WRONG_DESC((d->mode = WARPCRYPT_MODE_CTR, d->flags = 1));
#undef WRONG_DESC
#define WRONG_KEY(change) do {						\
	*key = good;							\
	key->generation++;						\
	one_xts(&e);							\
	good.generation++;						\
	change;								\
	assert_int_equal(engine_do(&e), -EINVAL);			\
} while (0)
	WRONG_KEY(key->generation++);
	WRONG_KEY(key->cipher = WARPCRYPT_CIPHER_NONE);
	WRONG_KEY(key->cipher = WARPCRYPT_CIPHER_KUZNYECHIK);
	WRONG_KEY(key->mode = WARPCRYPT_MODE_CTR);
	WRONG_KEY(key->len = 0);
	WRONG_KEY(key->len = 31);
	WRONG_KEY(key->len = 33);
	WRONG_KEY(key->len = 96);
	WRONG_KEY(key->len = 65535);
#undef WRONG_KEY
	*key = good;
	key->generation++;
	one_xts(&e);
	assert_right(&e);
	engine_free(&e);
}

/* A cached key is not used for another cipher or mode. */
static void known_key(bool cpu)
{
	struct engine e;

	engine_init(&e, cpu, 20);
	builder_key(&e.b, 0, WARPCRYPT_MODE_XTS, 32);
#define WRONG_DESC(change) do {						\
	struct warpcrypt_desc *d = one_xts(&e);				\
	assert_int_equal(engine_do(&e), 0);				\
	change;								\
	assert_int_equal(engine_do(&e), -EINVAL);			\
} while (0)
	WRONG_DESC(d->cipher = WARPCRYPT_CIPHER_SKINNY);
	WRONG_DESC(d->cipher = WARPCRYPT_CIPHER_SM4);
	WRONG_DESC(d->mode = WARPCRYPT_MODE_CTR);
	WRONG_DESC(d->key_generation++);
#undef WRONG_DESC
	engine_free(&e);
}

static void wrong_frames(bool cpu)
{
	const uint32_t size = geometry.frame_size;
	struct engine e;

	engine_init(&e, cpu, 15);
	builder_key(&e.b, 0, WARPCRYPT_MODE_XTS, 32);
#define WRONG(change) do {						\
	one_xts(&e);							\
	change;								\
	assert_int_equal(engine_do(&e), -EINVAL);			\
} while (0)
	WRONG(e.b.handed.index = geometry.frame_count);
	WRONG(e.b.handed.index = UINT32_MAX);
	WRONG(e.b.handed.requests = 0);
	WRONG(e.b.handed.requests = size / 64 + 1);
	WRONG(e.b.handed.requests = UINT32_MAX);
	WRONG(e.b.handed.payload = size - 63);
	WRONG(e.b.handed.payload = UINT32_MAX);
	WRONG(e.b.handed.payload = 4095);
#undef WRONG
	engine_free(&e);
}

/* Random arenas: nothing crashes, and few frames succeed. */
static void garbage(bool cpu)
{
	uint32_t i, r, done = 0;
	struct engine e;

	engine_init(&e, cpu, 16);
	for (i = 0; i < 2000; i++) {
		uint32_t requests = 1 + rand_below(&e.b.rand, 40);
		struct warpcrypt_desc *d;

		if (i % 100 == 0)
			builder_key(&e.b, i / 100, (uint8_t)(i / 100 % 4), 32);
		builder_begin(&e.b, i % 2);
		e.b.handed.requests = requests;
		e.b.handed.payload = rand_below(&e.b.rand, geometry.frame_size -
						requests * 64 + 1);
		for (r = 0; r < requests; r++) {
			d = builder_desc(&e.b, r);
			rand_fill(&e.b.rand, d, sizeof(*d));
			/* Most are nearly valid, to pass the first check. */
			if (!rand_below(&e.b.rand, 8))
				continue;
			d->cipher = WARPCRYPT_CIPHER_AES;
			d->flags &= 1;
			d->key_slot = rand_below(&e.b.rand, 20);
			d->mode = wc_mapping_key(&e.b.arena, d->key_slot)->mode;
			d->key_generation = 1;
			d->offset = rand_below(&e.b.rand,
					       geometry.frame_size) & ~63u;
			d->len = rand_below(&e.b.rand, geometry.frame_size);
			d->reserved0 = 0;
			d->block = rand_below(&e.b.rand, 2) ? 0 : d->block;
			memset(d->reserved, 0, sizeof(d->reserved));
		}
		if (!engine_do(&e))
			done++;
	}
	assert_true(done < 200);
	engine_free(&e);
}

/* Overlapping payloads cannot overrun anything. */
static void overlapping(bool cpu)
{
	const uint32_t most = geometry.frame_size / 64 - 64;
	struct warpcrypt_desc good;
	struct engine e;
	uint32_t i;
	int ret;

	engine_init(&e, cpu, 17);
	builder_key(&e.b, 0, WARPCRYPT_MODE_XTS, 32);
	good = *one_xts(&e);
	e.b.handed.requests = most;
	for (i = 0; i < most; i++)
		*builder_desc(&e.b, i) = good;
	ret = engine_do(&e);
	/* The CPU engine processes the same bytes repeatedly. */
	assert_true(cpu ? !ret : ret == -EINVAL);
	/* Few of them, but long: more GPU threads than a frame can need. */
	builder_key(&e.b, 1, WARPCRYPT_MODE_ECB, 16);
	builder_begin(&e.b, 0);
	assert_true(builder_add(&e.b, WARPCRYPT_MODE_ECB, false, 1, 0, 200000));
	*builder_desc(&e.b, 1) = *builder_desc(&e.b, 0);
	e.b.handed.requests = 2;
	ret = engine_do(&e);
	assert_true(cpu ? !ret : ret == -EINVAL);
	engine_free(&e);
}

/* After a worker has started, libcrypto does not allocate, not even for new keys. */
static void test_no_allocation(void **state)
{
	unsigned long before;
	struct engine e;
	int i;

	(void)state;
	engine_init(&e, true, 18);
	for (i = 0; i < 6; i++) {
		builder_begin(&e.b, 0);
		builder_random_frame(&e.b, -1);
		before = allocations;
		assert_int_equal(engine_do(&e), 0);
		assert_int_equal(allocations, before);
	}
	assert_true(allocations > 0);
	engine_free(&e);
}

/* --- what a worker keeps of keys, in memory that this test can search */

static struct {
	void *at;
	size_t len;
	bool own;
} blocks[4096];
static unsigned int block_count;

static void *remember(void *at, size_t len, bool own)
{
	unsigned int i;

	/* One of these, or one that was freed: sanitizers use no address again soon. */
	for (i = 0; i < block_count; i++)
		if (blocks[i].at == at || !blocks[i].len)
			break;
	assert_true(i < sizeof(blocks) / sizeof(blocks[0]));
	blocks[i].at = at;
	blocks[i].len = len;
	blocks[i].own = own;
	block_count += i == block_count;
	return at;
}

static void forget_block(void *at)
{
	unsigned int i;

	for (i = 0; i < block_count; i++)
		if (blocks[i].at == at)
			blocks[i].len = 0;
}

/* The engine's own memory. */
void *__real_aligned_alloc(size_t align, size_t len);
void *__wrap_aligned_alloc(size_t align, size_t len);
void *__wrap_aligned_alloc(size_t align, size_t len)
{
	void *at = __real_aligned_alloc(align, len);

	return at && searching ? remember(at, len, true) : at;
}

/* How much of that is not zero: little but keys. */
static size_t own_bytes(void)
{
	size_t n = 0, i, j;

	for (i = 0; i < block_count; i++)
		for (j = 0; blocks[i].own && j < blocks[i].len; j++)
			n += ((uint8_t *)blocks[i].at)[j] != 0;
	return n;
}

/* How often the bytes are there. */
static unsigned int search(const uint8_t *bytes, size_t len)
{
	unsigned int i, n = 0;
	const uint8_t *at;

	for (i = 0; i < block_count; i++) {
		const uint8_t *end = (uint8_t *)blocks[i].at + blocks[i].len;

		for (at = blocks[i].at; at + len <= end; at++) {
			at = memmem(at, (size_t)(end - at), bytes, len);
			if (!at)
				break;
			n++;
		}
	}
	return n;
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
			    mode == WARPCRYPT_MODE_XTS ? 2 * len : len);
		keys[i] = *wc_mapping_key(&e->b.arena, search_slots[i]);
		builder_begin(&e->b, 0);
		assert_true(builder_add(&e->b, mode, false, search_slots[i], 0,
					64));
		if (mode != WARPCRYPT_MODE_CTR)
			assert_true(builder_add(&e->b, mode, true,
						search_slots[i], 0, 64));
		assert_right(e);
	}
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
	searching = true;
	engine_init(&e, true, 30);
	/* builder_init() has allocated, too: this is not the engine's. */
	forget_block(e.b.expected);
	before = own_bytes();
	for (c = 0; c < BUILDER_CIPHERS; c++) {
		for (m = 0; m < WARPCRYPT_MODE_COUNT; m++)
			use_keys(&e, builder_ciphers[c], (uint8_t)m, keys[m]);
		found = 0;
		for (i = 0; i < SEARCH_SLOTS; i++)
			found += search(keys[m - 1][i].key, 16);
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
			for (i = 0; i < SEARCH_SLOTS; i++)
				assert_int_equal(search(keys[m][i].key, 16), 0);
		/* Requests' IVs and addresses; a round key takes more. */
		assert_true(own_bytes() - before < 256);
	}
	engine_free(&e);
	searching = false;
	block_count = 0;
	unsetenv("WARPCRYPT_CPU_AES");
}

static void test_released_core(void **state)
{
	(void)state;
	released_keys("core");
}

static void test_released_libcrypto(void **state)
{
	(void)state;
	released_keys("libcrypto");
}

/* A key that is still in its slot is kept; one that is not is used no more. */
static void test_forget(void **state)
{
	struct warpcrypt_key *slot, key;
	struct engine e;

	(void)state;
	engine_init(&e, true, 31);
	builder_key(&e.b, 0, WARPCRYPT_MODE_XTS, 32);
	slot = wc_mapping_key(&e.b.arena, 0);
	key = *slot;
	one_xts(&e);
	assert_right(&e);
	assert_int_equal(wc_backend_cpu.forget(e.worker), 0);
	one_xts(&e);
	memset(slot, 0, sizeof(*slot));
	/* As long as nobody has said so, the engine may use what it has. */
	assert_right(&e);
	assert_true(wc_backend_cpu.forget(e.worker) > 0);
	*slot = key;
	one_xts(&e);
	memset(slot, 0, sizeof(*slot));
	assert_int_equal(engine_do(&e), -EINVAL);
	engine_free(&e);
}

/* Keys are expanded once and kept. */
static void test_keys_kept(void **state)
{
	struct engine e;
	int i;

	(void)state;
	engine_init(&e, false, 19);
	builder_key(&e.b, 7, WARPCRYPT_MODE_XTS, 64);
	for (i = 0; i < 5; i++) {
		builder_begin(&e.b, 0);
		builder_add(&e.b, WARPCRYPT_MODE_XTS, false, 7, 0, 100);
		builder_add(&e.b, WARPCRYPT_MODE_XTS, true, 7, 0, 100);
		assert_right(&e);
	}
	assert_int_equal(e.player.expansions, 1);
	engine_free(&e);
}

#define BOTH(name)							\
static void test_cpu_##name(void **state)				\
{									\
	(void)state;							\
	name(true);							\
}									\
static void test_gpu_code_##name(void **state)				\
{									\
	(void)state;							\
	shared_memory = 0;						\
	name(false);							\
}

BOTH(lengths)
BOTH(mixed)
BOTH(pieces)
BOTH(groups)
BOTH(checks)
BOTH(wrong_groups)
BOTH(rekey)
BOTH(wrong_fields)
BOTH(known_key)
BOTH(wrong_frames)
BOTH(garbage)
BOTH(overlapping)

/* A GPU as those of compute capability 8.9: AES and SM4 are bitsliced. */
#define SMALL(name)							\
static void test_small_gpu_##name(void **state)				\
{									\
	(void)state;							\
	shared_memory = 99;						\
	name(false);							\
}

SMALL(lengths)
SMALL(mixed)
SMALL(rekey)

#define TESTS(name)							\
	cmocka_unit_test(test_cpu_##name),				\
	cmocka_unit_test(test_gpu_code_##name)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TESTS(lengths),
		cmocka_unit_test(test_small_gpu_lengths),
		TESTS(mixed),
		cmocka_unit_test(test_small_gpu_mixed),
		TESTS(pieces),
		TESTS(groups),
		TESTS(checks),
		TESTS(wrong_groups),
		cmocka_unit_test(test_cpu_aes),
		cmocka_unit_test(test_cpu_widths),
		TESTS(rekey),
		cmocka_unit_test(test_small_gpu_rekey),
		TESTS(wrong_fields),
		TESTS(known_key),
		TESTS(wrong_frames),
		TESTS(garbage),
		TESTS(overlapping),
		cmocka_unit_test(test_no_allocation),
		cmocka_unit_test(test_keys_kept),
		cmocka_unit_test(test_forget),
		cmocka_unit_test(test_released_core),
		cmocka_unit_test(test_released_libcrypto),
	};

	/* Before libcrypto allocates anything. */
	if (!CRYPTO_set_mem_functions(count_malloc, count_realloc, count_free))
		return 1;
	return cmocka_run_group_tests_name("engines", tests, NULL, NULL);
}
