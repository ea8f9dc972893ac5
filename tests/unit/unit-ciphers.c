// SPDX-License-Identifier: GPL-2.0-only
/*
 * What kernels/cpu/modes.h has besides the single payloads that tests/matrix
 * tests: many payloads at a time, keystream alone, bad keys; and the ciphers in words that
 * no processor with the rest of this program has.
 */
#include <string.h>

#include "kernels/cpu/cipher_width.h"
#include "kernels/cpu/modes.h"
#include "tests/reference/modes.h"
#include "tests/reference/reference.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define ITEMS		600u
/* One item in LONG_ITEMS is long. */
#define LONG_ITEMS	100u
#define SHORT		80u
#define LONG		9000u
#define BUFFER		(ITEMS * (SHORT + 1) + (ITEMS / LONG_ITEMS + 1) * LONG)

enum mode { ECB, CTR, CBC, XTS, XTS_GB, MODES };

static const char *const mode_names[MODES] = { "ecb", "ctr", "cbc", "xts", "xts-gb" };

static struct wc_cipher_key key, tweak;
static struct reference_key naive, naive_tweak;
static struct wc_cipher_item items[ITEMS];
static uint8_t in[BUFFER], out[BUFFER], want[BUFFER];
/* The IVs afterwards. */
static uint8_t after[ITEMS][16];

static void set_key(struct wc_cipher_key *k, struct reference_key *n,
		    const char *name, size_t len, enum wc_cipher_form form,
		    struct test_rand *r)
{
	uint8_t bytes[48];

	rand_fill(r, bytes, len);
	assert_true(wc_cipher_set_key(k, wc_cipher_find(name), bytes, len));
	assert_true(reference_set_key(n, name, bytes, len));
	k->form = form;
}

/* All ciphers and key sizes in all forms that this processor has. */
static void for_each(void (*fn)(struct test_rand *r))
{
	const struct reference_cipher *const *c;
	enum wc_cipher_form form, best;
	struct test_rand r = { 25 };
	size_t i;

	for (c = reference_ciphers; *c; c++) {
		best = wc_cipher_best_form(wc_cipher_find((*c)->name));
		for (i = 0; (*c)->lengths[i]; i++)
			for (form = WC_CIPHER_64; form <= best; form++) {
				size_t len = (*c)->lengths[i];

				set_key(&key, &naive, (*c)->name, len, form, &r);
				set_key(&tweak, &naive_tweak, (*c)->name, len, form, &r);
				fn(&r);
			}
	}
}

static size_t draw_length(enum mode mode, size_t i, struct test_rand *r)
{
	size_t limit = i % LONG_ITEMS == LONG_ITEMS / 2 ? LONG : SHORT;
	size_t len = rand_below(r, (uint32_t)limit);

	if (mode >= XTS)
		return len < 16 ? 16 : len;
	return mode == CTR ? len : len / 16 * 16;
}

/* Its part of @want and of @after by the references. */
static void expect(enum mode mode, int decrypt, size_t i, size_t at)
{
	const struct wc_cipher_item *item = &items[i];
	uint8_t *buf = want + at;
	size_t blocks = (item->len + 15) / 16;
	int b;

	memcpy(after[i], item->iv, 16);
	for (; mode == CTR && blocks; blocks--)
		for (b = 15; b >= 0 && !++after[i][b]; b--)
			;
	if (mode == CBC && item->len && decrypt)
		memcpy(after[i], buf + item->len - 16, 16);
	assert_true(reference_mode(mode_names[mode], reference_block, &naive, &naive_tweak,
				   decrypt, item->iv, item->block, buf, item->len));
	if (mode == CBC && item->len && !decrypt)
		memcpy(after[i], buf + item->len - 16, 16);
}

/* Items of all lengths, every other one in place; returns the bytes used. */
static size_t draw_items(enum mode mode, int decrypt, size_t count,
			 struct test_rand *r)
{
	size_t at = 0, i;

	rand_fill(r, in, sizeof(in));
	memcpy(want, in, sizeof(in));
	memcpy(out, in, sizeof(in));
	for (i = 0; i < count; i++) {
		items[i].dst = out + at;
		items[i].src = i % 2 ? in + at : out + at;
		items[i].len = draw_length(mode, i, r);
		items[i].block = i % 3 ? 0 : rand_below(r, 300);
		rand_fill(r, items[i].iv, 16);
		/* Counters that are about to carry */
		if (i % 5 == 0)
			memset(items[i].iv + i % 16, 0xff, 16 - i % 16);
		expect(mode, decrypt, i, at);
		/* The byte between two items must not change. */
		at += items[i].len + 1;
	}
	return at;
}

static void one_batch(enum mode mode, int decrypt, struct test_rand *r)
{
	size_t count = 1 + rand_below(r, ITEMS), i;
	size_t bytes = draw_items(mode, decrypt, count, r);

	if (mode == ECB)
		wc_cipher_ecb_items(&key, decrypt, items, count);
	else if (mode == CTR)
		wc_cipher_ctr_items(&key, items, count);
	else if (mode == CBC && decrypt)
		wc_cipher_cbc_decrypt_items(&key, items, count);
	else if (mode == CBC)
		wc_cipher_cbc_encrypt_items(&key, items, count);
	else
		wc_cipher_xts_items(&key, &tweak, mode == XTS_GB, decrypt,
				    items, count);
	assert_memory_equal(out, want, bytes);
	for (i = 0; (mode == CTR || mode == CBC) && i < count; i++)
		assert_memory_equal(items[i].iv, after[i], 16);
}

static void all_batches(struct test_rand *r)
{
	int mode, decrypt;

	for (mode = 0; mode < MODES; mode++)
		for (decrypt = 0; decrypt < 2; decrypt++)
			one_batch(mode, decrypt, r);
}

TEST(items)
{
	for_each(all_batches);
}

/* As CUDA has them, and the kernel on arm64; and with the gates of CUDA and AVX-512. */
extern const struct wc_code wc_code_32, wc_code_128, wc_code_lut3;

static void all_words(struct test_rand *r)
{
	static const struct {
		const struct wc_code *code;
		const char *what;
	} words[] = {
		{ &wc_code_32, "32 bits" },
		{ &wc_code_128, "128 bits" },
		{ &wc_code_lut3, "64 bits, three-input gates" },
	};
	size_t i, at, len;
	int decrypt;

	for (i = 0; key.form == WC_CIPHER_64 && i < ARRAY_SIZE(words); i++)
		for (decrypt = 0; decrypt < 2; decrypt++) {
			len = 16 * words[i].code->lanes;
			rand_fill(r, in, len);
			for (at = 0; at < len; at += 16)
				reference_block(&naive, decrypt, want + at, in + at);
			words[i].code->blocks[key.cipher->number](&key.expanded, decrypt, out, in);
			if (memcmp(out, want, len))
				fail_msg("%s in words of %s", key.cipher->name, words[i].what);
		}
}

TEST(words)
{
	for_each(all_words);
}

/* CTR without a source: the same keystream, and not a byte more. */
static void one_keystream(struct test_rand *r)
{
	size_t len = 1 + rand_below(r, LONG);
	uint8_t iv[16], chain[16];

	rand_fill(r, iv, 16);
	memset(want, 0, len);
	reference_ctr(reference_block, &naive, iv, want, len);
	memcpy(chain, iv, 16);
	memset(out, 0xee, len + 16);
	wc_cipher_ctr(&key, chain, out, NULL, len);
	assert_memory_equal(out, want, len);
	assert_int_equal(out[len], 0xee);
}

TEST(keystream)
{
	for_each(one_keystream);
}

/* Keys that are expanded together, each by its first 65 blocks and one alone. */
static void many_keys(const char *name, size_t len, size_t count,
		      struct test_rand *r)
{
	static struct wc_cipher_key many[WC_CIPHER_KEYS];
	struct wc_cipher_key *keys[WC_CIPHER_KEYS];
	const uint8_t *at[WC_CIPHER_KEYS];
	uint8_t bytes[WC_CIPHER_KEYS][48];
	size_t i;

	for (i = 0; i < count; i++) {
		rand_fill(r, bytes[i], len);
		keys[i] = &many[i];
		at[i] = bytes[i];
	}
	rand_fill(r, in, 65 * 16);
	assert_false(wc_cipher_set_keys(keys, wc_cipher_find(name), at, 15,
					count));
	assert_true(wc_cipher_set_keys(keys, wc_cipher_find(name), at, len,
				       count));
	for (i = 0; i < count; i++) {
		assert_true(reference_set_key(&naive, name, bytes[i], len));
		reference_block(&naive, 0, want, in + 64 * 16);
		wc_cipher_blocks(keys[i], false, out, in, 65);
		assert_memory_equal(out + 64 * 16, want, 16);
		wc_cipher_blocks(keys[i], true, out, out, 65);
		assert_memory_equal(out, in, 65 * 16);
		wc_cipher_blocks(keys[i], false, out, in + 64 * 16, 1);
		assert_memory_equal(out, want, 16);
		wc_cipher_blocks(keys[i], true, out, out, 1);
		assert_memory_equal(out, in + 64 * 16, 16);
	}
}

TEST(many_keys)
{
	static const size_t counts[] = { 1, 4, 5, 6, 63, 64 };
	const struct reference_cipher *const *c;
	struct test_rand r = { 28 };
	size_t i, k;

	for (c = reference_ciphers; *c; c++)
		for (i = 0; (*c)->lengths[i]; i++)
			for (k = 0; k < ARRAY_SIZE(counts); k++)
				many_keys((*c)->name, (*c)->lengths[i],
					  counts[k], &r);
}

TEST(bad_keys)
{
	const struct reference_cipher *const *c;
	uint8_t bytes[80] = { 0 };
	size_t len, i;

	assert_null(wc_cipher_find("des"));
	for (c = reference_ciphers; *c; c++)
		for (len = 0; len <= sizeof(bytes); len++) {
			bool good = false;

			for (i = 0; (*c)->lengths[i]; i++)
				good |= (*c)->lengths[i] == len;
			assert_int_equal(wc_cipher_set_key(&key,
				wc_cipher_find((*c)->name), bytes, len), good);
		}
}

UNIT_MAIN("ciphers", NULL, NULL)
