// SPDX-License-Identifier: GPL-2.0-only
/*
 * helper/transport/view.c with whatever an arena may hold: frames, descriptors and keys
 * that are right, wrong in one member, or rubbish. What is accepted must be what
 * kmod/uapi/warpcrypt.h allows, which is written down here once more, in 64 bits; and
 * each byte of it must be the frame's own. Pages before and behind the arena cannot be
 * touched. And helper/transport/channel.c with modules that know less than this helper.
 */
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "helper/transport/channel.h"
#include "helper/transport/check.h"
#include "helper/transport/view.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

#define FRAME		WARPCRYPT_FRAME_SIZE_MIN
#define FRAMES		2u
#define SLOTS		64u
#define DESC		64u
#define ROUNDS		200000u

/* An arena between two pages that cannot be touched. */
static struct wc_mapping arena;

static int map_arena(void **state)
{
	const struct wc_geometry geo = { FRAME, FRAMES, SLOTS };
	size_t page = (size_t)sysconf(_SC_PAGESIZE), len = wc_mapping_len(&geo);
	struct wc_error err;
	uint8_t *at;

	(void)state;
	at = mmap(NULL, len + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED || mprotect(at + page, len, PROT_READ | PROT_WRITE))
		return -1;
	return wc_mapping_use(&arena, &geo, at + page, len, &err);
}

/* A number near one of the limits that there are, or any. */
static uint32_t number(struct test_rand *r)
{
	static const uint32_t near[] = {
		0, 1, 16, 64, 96, 160, 288, SLOTS, FRAMES, FRAME / DESC, FRAME - DESC, FRAME,
		1u << 31, 0u - FRAME, 0u - DESC, 0u - 16,
	};

	if (!rand_below(r, 4))
		return rand_u32(r);
	return near[rand_below(r, sizeof(near) / sizeof(near[0]))] + rand_below(r, 3) - 1;
}

/* How long a group's unit is; 0: there is no such operation. Sizes as in the UAPI. */
static uint32_t unit_of(unsigned int cipher, unsigned int mode)
{
	switch (cipher) {
	case WARPCRYPT_CIPHER_CURVE25519:
		return mode < 2 ? 64 : 0;
	case WARPCRYPT_CIPHER_EDWARDS25519:
		return mode < 2 ? 64 : mode == 3 || mode == 4 ? 288 : 0;
	case WARPCRYPT_CIPHER_P256:
		return mode < 2 ? 96 : mode == 4 ? 176 : 0;
	default:
		return 0;
	}
}

static bool is_zero(const uint8_t *at, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (at[i])
			return false;
	return true;
}

/* A number that no cipher has yet is checked like a block cipher; engines refuse it. */
static bool desc_allowed(const struct warpcrypt_desc *d, uint32_t payload)
{
	bool group = d->cipher >= WARPCRYPT_CIPHER_CURVE25519 &&
		     d->cipher <= WARPCRYPT_CIPHER_P256;
	uint32_t unit = unit_of(d->cipher, d->mode);

	if (d->cipher >= WARPCRYPT_CIPHER_COUNT || d->key_slot >= SLOTS || d->flags > 1 ||
	    d->offset % 64 || !d->len || (uint64_t)d->offset + d->len > payload ||
	    d->reserved0 || !is_zero(d->reserved, sizeof(d->reserved)))
		return false;
	if (group)
		return unit && d->len % unit == 0 && !d->flags && !d->block;
	if (d->mode == WARPCRYPT_MODE_XTS)
		return d->len >= 16;
	if (d->mode == WARPCRYPT_MODE_XTS_GB)
		return d->len >= 16 && d->cipher == WARPCRYPT_CIPHER_SM4;
	if (d->block)
		return false;
	if (d->mode == WARPCRYPT_MODE_CTR)
		return !d->flags;
	return d->mode < WARPCRYPT_MODE_COUNT && d->len % 16 == 0;
}

TEST(frames)
{
	struct test_rand r = { 1 };
	size_t i, opened = 0, n = unit_share(ROUNDS);

	for (i = 0; i < n; i++) {
		struct warpcrypt_frame handed = {
			.id = rand_u32(&r), .index = number(&r), .requests = number(&r),
			.payload = number(&r),
		};
		bool allowed = handed.index < FRAMES && handed.requests &&
			       (uint64_t)handed.requests * DESC + handed.payload <= FRAME;
		struct wc_view view;

		assert_int_equal(wc_view_open(&view, &arena, &handed), allowed ? 0 : -EINVAL);
		if (!allowed)
			continue;
		opened++;
		assert_ptr_equal(view.base, arena.base + (size_t)handed.index * FRAME);
		/* The last descriptor. */
		assert_in_range((uintptr_t)wc_desc_at(&view, view.requests - 1),
				(uintptr_t)view.base + view.payload,
				(uintptr_t)view.base + FRAME - DESC);
	}
	assert_in_range(opened, n / 200, n / 2);
}

/* Right, but for up to two members that are anything. */
static void make_desc(struct test_rand *r, struct warpcrypt_desc *d)
{
	uint32_t wrong = rand_below(r, 3), unit;

	memset(d, 0, sizeof(*d));
	d->cipher = (uint8_t)rand_below(r, WARPCRYPT_CIPHER_COUNT + 1);
	d->mode = (uint8_t)rand_below(r, WARPCRYPT_MODE_COUNT + 1);
	d->flags = d->cipher < WARPCRYPT_CIPHER_CURVE25519 && d->mode != WARPCRYPT_MODE_CTR &&
		   rand_below(r, 2);
	d->key_slot = rand_below(r, SLOTS);
	d->offset = 64 * rand_below(r, 500);
	unit = unit_of(d->cipher, d->mode);
	d->len = (unit ? unit : 16) * (1 + rand_below(r, 100));
	if (WARPCRYPT_IS_XTS(d->mode))
		d->block = rand_below(r, 2) * rand_u32(r);
	while (wrong--) {
		switch (rand_below(r, 9)) {
		case 0: d->cipher = (uint8_t)rand_u32(r); break;
		case 1: d->mode = (uint8_t)rand_u32(r); break;
		case 2: d->flags = (uint16_t)(1u << rand_below(r, 16)); break;
		case 3: d->key_slot = number(r); break;
		case 4: d->offset = number(r); break;
		case 5: d->len = number(r); break;
		case 6: d->reserved0 = 1u << rand_below(r, 32); break;
		case 7: d->block = rand_u32(r); break;
		default: d->reserved[rand_below(r, 16)] = 1;
		}
	}
	if (!rand_below(r, 16))
		rand_fill(r, d, sizeof(*d));
}

TEST(descriptors)
{
	struct test_rand r = { 2 };
	size_t i, right = 0, n = unit_share(ROUNDS);

	for (i = 0; i < n; i++) {
		const uint32_t requests = 1 + rand_below(&r, 4);
		struct warpcrypt_frame handed = {
			.index = rand_below(&r, FRAMES), .requests = requests,
			.payload = FRAME - DESC * requests - 16 * rand_below(&r, 2000),
		};
		uint32_t which = rand_below(&r, requests);
		struct warpcrypt_desc d, copy;
		struct wc_payload p;
		struct wc_view view;
		bool allowed;

		assert_int_equal(wc_view_open(&view, &arena, &handed), 0);
		make_desc(&r, &d);
		memcpy(view.base + FRAME - DESC * (which + 1), &d, sizeof(d));
		allowed = desc_allowed(&d, handed.payload);
		if (wc_view_desc(&view, which, &copy) != (allowed ? 0 : -EINVAL))
			fail_msg("descriptor %zu: cipher %u, mode %u, flags %#x, offset %u, %u bytes: %s",
				 i, d.cipher, d.mode, d.flags, d.offset, d.len,
				 allowed ? "refused" : "accepted");
		if (!allowed)
			continue;
		right++;
		assert_memory_equal(&copy, &d, sizeof(d));
		p = wc_view_payload(&view, &copy);
		assert_false(p.direct);
		assert_ptr_equal(p.src, view.base + d.offset);
		assert_ptr_equal(p.dst, p.src);
	}
	assert_in_range(right, n / 10, n / 2);
}

/* The lengths of AES's, Kuznyechik's, SKINNY's and SM4's keys, bytes. */
static bool key_allowed(unsigned int cipher, unsigned int len)
{
	switch (cipher) {
	case WARPCRYPT_CIPHER_AES:
		return len == 16 || len == 24 || len == 32;
	case WARPCRYPT_CIPHER_KUZNYECHIK:
		return len == 32;
	case WARPCRYPT_CIPHER_SKINNY:
		return len == 16 || len == 32 || len == 48;
	default:
		return cipher == WARPCRYPT_CIPHER_SM4 && len == 16;
	}
}

TEST(keys)
{
	static const uint8_t lengths[] = { 0, 1, 16, 17, 24, 32, 33, 48, 64, 65, 96, 97, 255 };
	const struct warpcrypt_frame handed = { .requests = 1, .payload = 64 };
	struct test_rand r = { 3 };
	size_t i, right = 0, n = unit_share(ROUNDS);
	struct wc_view view;

	assert_int_equal(wc_view_open(&view, &arena, &handed), 0);
	for (i = 0; i < n; i++) {
		struct warpcrypt_desc d = {
			.cipher = (uint8_t)(1 + rand_below(&r, 4)),
			.mode = (uint8_t)rand_below(&r, 4),
			.key_slot = rand_below(&r, SLOTS), .key_generation = rand_below(&r, 3),
		};
		struct warpcrypt_key key, copy;
		bool xts, allowed;

		rand_fill(&r, &key, sizeof(key));
		key.generation = d.key_generation + !rand_below(&r, 4);
		key.cipher = (uint8_t)(d.cipher + !rand_below(&r, 4));
		key.mode = rand_below(&r, 2) ? d.mode : (uint8_t)rand_below(&r, 5);
		key.len = lengths[rand_below(&r, sizeof(lengths))];
		memcpy(arena.base + FRAMES * FRAME + d.key_slot * sizeof(key), &key,
		       sizeof(key));
		xts = WARPCRYPT_IS_XTS(d.mode);
		allowed = key.generation == d.key_generation && key.cipher == d.cipher &&
			  xts == WARPCRYPT_IS_XTS(key.mode) && !(xts && key.len % 2) &&
			  key_allowed(key.cipher, xts ? key.len / 2 : key.len);
		assert_int_equal(wc_view_key(&view, &d, &copy), allowed ? 0 : -EINVAL);
		assert_memory_equal(&copy, &key, sizeof(key));
		right += allowed;
	}
	assert_in_range(right, n / 50, n / 2);
}

/* Unchecked descriptors are counted, too, as far as they can be. */
TEST(tally)
{
	struct test_rand r = { 4 };
	const struct warpcrypt_frame handed = { .index = FRAMES - 1, .requests = FRAME / DESC };
	struct wc_tally tally, expected;
	struct wc_view view;
	size_t i, k, n = unit_share(200);

	assert_int_equal(wc_view_open(&view, &arena, &handed), 0);
	for (i = 0; i < n; i++) {
		memset(&expected, 0, sizeof(expected));
		for (k = 0; k < FRAME / DESC; k++) {
			struct warpcrypt_desc d;

			make_desc(&r, &d);
			memcpy(view.base + FRAME - DESC * (k + 1), &d, sizeof(d));
			if (d.cipher >= WARPCRYPT_CIPHER_COUNT || d.mode >= WARPCRYPT_MODE_COUNT)
				continue;
			expected.requests[d.cipher][d.mode]++;
			expected.bytes[d.cipher][d.mode] += d.len;
		}
		wc_view_tally(&view, &tally);
		assert_memory_equal(&tally, &expected, sizeof(tally));
	}
}

/* Each offset is in the run that a search from the start finds, or in none. */
TEST(runs)
{
	struct wc_run run[20];
	struct wc_runs all[FRAMES] = { { .run = run }, { .run = run } };
	const struct warpcrypt_frame handed = { .requests = 1, .payload = FRAME - DESC };
	struct test_rand r = { 5 };
	size_t i, k, n = unit_share(20000);
	struct wc_view view;

	arena.runs = all;
	assert_int_equal(wc_view_open(&view, &arena, &handed), 0);
	for (i = 0; i < n; i++) {
		uint32_t at = 0, offset;

		all[0].count = rand_below(&r, 20);
		for (k = 0; k < all[0].count; k++) {
			run[k].offset = at + 64 * rand_below(&r, 3);
			run[k].len = 64 * (1 + rand_below(&r, 3));
			at = run[k].offset + run[k].len;
		}
		for (offset = 0; offset < at + 128; offset += 64) {
			for (k = 0; k < all[0].count; k++)
				if (offset >= run[k].offset &&
				    offset < run[k].offset + run[k].len)
					break;
			assert_ptr_equal(wc_view_run(&view, offset),
					 k < all[0].count ? &run[k] : NULL);
		}
	}
	arena.runs = NULL;
}

/* A module that knows the modes of &known, and how often it was asked. */
struct module {
	uint16_t known[WARPCRYPT_CIPHER_COUNT];
	uint16_t got[WARPCRYPT_CIPHER_COUNT];
	int asked;
};

static int attach(void *remote, struct warpcrypt_attach *a)
{
	struct module *m = remote;
	int c;

	m->asked++;
	memcpy(m->got, a->engines[0].modes, sizeof(m->got));
	for (c = 0; c < WARPCRYPT_CIPHER_COUNT; c++)
		if (m->got[c] & ~m->known[c])
			return -EOPNOTSUPP;
	return 0;
}

/* One that is older than this helper gets what it knows: no more, and of ciphers no less. */
TEST(older_module)
{
	static const struct wc_channel_ops ops = { .attach = attach };
	struct warpcrypt_engine engine = { .modes = {
		[WARPCRYPT_CIPHER_AES] = 0x0f, [WARPCRYPT_CIPHER_SM4] = 0x1f,
		[WARPCRYPT_CIPHER_P256] = 0x03,
	} };
	struct module m = { .asked = 0 };
	struct wc_channel channel;
	struct wc_error err;

	wc_channel_open_remote(&channel, "a test", &ops, &m);
	memcpy(m.known, engine.modes, sizeof(m.known));
	assert_int_equal(wc_channel_attach(&channel, &arena, &engine, 1, &err), 0);
	assert_int_equal(m.asked, 1);
	assert_memory_equal(m.got, engine.modes, sizeof(m.got));
	/* XTS by GB/T 17964 is newer than all ciphers. */
	m.known[WARPCRYPT_CIPHER_SM4] = 0x0f;
	assert_int_equal(wc_channel_attach(&channel, &arena, &engine, 1, &err), 0);
	assert_int_equal(m.asked, 3);
	assert_memory_equal(m.got, m.known, sizeof(m.got));
	m.known[WARPCRYPT_CIPHER_P256] = 0;
	assert_int_equal(wc_channel_attach(&channel, &arena, &engine, 1, &err), 0);
	assert_memory_equal(m.got, m.known, sizeof(m.got));
	memset(m.known, 0, sizeof(m.known));
	assert_int_equal(wc_channel_attach(&channel, &arena, &engine, 1, &err), -EOPNOTSUPP);
}

UNIT_MAIN("view", map_arena, NULL)
