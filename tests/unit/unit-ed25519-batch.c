// SPDX-License-Identifier: GPL-2.0-only
/*
 * Signatures of Ed25519 that are checked together (kernels/gpu/ed25519_batch.h), by the GPU's
 * code, which this machine emulates. OpenSSL makes a few dozen, and a frame repeats them until
 * there are three sets. Each test changes some, and knows their verdicts. Scratch memory shows
 * of which sets the sum was right.
 */
#include <string.h>

#include "helper/transport/check.h"
#include "tests/hex.h"
#include "tests/reference/edwards25519.h"
#include "tests/reference/openssl_sign.h"
#include "tests/unit/builder.h"
#include "tests/unit/emulated_gpu.h"
#include "tests/unit/unit.h"
#include "tests/vectors/25519.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define KINDS	61u
/* Three sets, the last of them shorter. */
#define UNITS	(2 * BATCH_SET + 100)
#define SETS	3u

_Static_assert(UNITS >= BATCH_LEAST, "they are checked together");

static const struct wc_geometry geometry = { 4 << 20, 2, 64 };

static struct {
	struct builder b;
	struct emulated_gpu gpu;
	struct wc_check_ed25519 kind[KINDS];
	uint32_t units;
	struct wc_check_ed25519 *unit;
	uint8_t valid[UNITS];
} t;

static int make_kinds(void **state)
{
	uint8_t seed[32], signature[64];
	uint32_t i;

	(void)state;
	builder_init(&t.b, &geometry, 25519);
	emulated_gpu_init(&t.gpu, &geometry);
	for (i = 0; i < KINDS; i++) {
		struct wc_check_ed25519 *u = &t.kind[i];

		rand_fill(&t.b.rand, seed, sizeof(seed));
		u->len = i;
		rand_fill(&t.b.rand, u->text, u->len);
		openssl_sign_ed25519(u->key, signature, seed, u->text, u->len);
		memcpy(u->r, signature, sizeof(u->r));
		memcpy(u->s, signature + sizeof(u->r), sizeof(u->s));
	}
	return 0;
}

static int forget(void **state)
{
	(void)state;
	emulated_gpu_free(&t.gpu);
	builder_free(&t.b);
	return 0;
}

/* A frame of valid signatures, in two requests. */
static void begin(uint32_t units)
{
	uint32_t first = units / 3, i;
	struct warpcrypt_desc *desc;

	builder_begin(&t.b, 0);
	t.units = units;
	t.unit = (void *)wc_mapping_frame(&t.b.arena, t.b.handed.index);
	/* An even number, so that the second request begins where the first ends. */
	first -= first % 2;
	for (i = 0; i < 2; i++) {
		desc = builder_next(&t.b, (i ? units - first : first) *
					  (uint32_t)sizeof(*t.unit));
		assert_non_null(desc);
		desc->cipher = WARPCRYPT_CIPHER_EDWARDS25519;
		desc->mode = WC_CHECK_COFACTOR;
	}
	for (i = 0; i < units; i++) {
		t.unit[i] = t.kind[i % KINDS];
		t.valid[i] = 1;
	}
}

static const struct batch_units *scratch(void)
{
	static struct batch_units u;

	batch_units(&u, t.gpu.units + WC_TABLE_BYTES, t.units);
	return &u;
}

/* Every verdict; and as many sets' sums were right as should be. */
static void check(uint32_t good_sets)
{
	uint32_t good = 0, i;
	struct wc_view frame;

	assert_int_equal(wc_view_open(&frame, &t.b.arena, &t.b.handed), 0);
	assert_int_equal(emulated_gpu_process(&t.gpu, &frame), 0);
	for (i = 0; i < t.units; i++)
		if (t.unit[i].verdict != t.valid[i])
			fail_msg("signature %u: %u", i, t.unit[i].verdict);
	if (t.units < BATCH_LEAST)
		return;
	for (i = 0; i < SETS; i++)
		good += scratch()->good[i];
	assert_int_equal(good, good_sets);
}

/* S changes by a multiple of 2^64, up or down. */
static void change_s(uint32_t i, int up)
{
	uint64_t word;

	memcpy(&word, t.unit[i].s + 8, sizeof(word));
	word += up ? 1u : ~0ULL;
	memcpy(t.unit[i].s + 8, &word, sizeof(word));
	t.valid[i] = 0;
}

TEST(all_valid)
{
	uint64_t z[2][2];
	uint32_t i;

	for (i = 0; i < 2; i++) {
		begin(UNITS);
		check(SETS);
		memcpy(z[i], scratch()->digits + (uint64_t)BATCH_WINDOWS * UNITS,
		       sizeof(z[i]));
		assert_true(z[i][0] && z[i][1]);
	}
	/* z is another one each time. */
	assert_memory_not_equal(z[0], z[1], sizeof(z[0]));
}

/* A single one, the first or the last of its set, is found. */
TEST(one_bad)
{
	const uint32_t each = batch_each(UNITS);

	begin(UNITS);
	change_s(each - 1, 0);
	change_s(each, 1);
	change_s(UNITS - 1, 0);
	check(0);
}

/* What would cancel if all z were the same: S + x and S - x; the S of two, swapped. */
TEST(cancelling)
{
	struct wc_check_ed25519 other;

	begin(UNITS);
	change_s(7, 1);
	change_s(8, 0);
	other = t.unit[10];
	memcpy(t.unit[10].s, t.unit[11].s, sizeof(other.s));
	memcpy(t.unit[11].s, other.s, sizeof(other.s));
	t.valid[10] = t.valid[11] = 0;
	check(SETS - 1);
}

/* What is refused before the sum does not change it. */
TEST(refused)
{
	uint32_t i, j, carry;
	uint8_t l[32];

	from_hex(l, EDWARDS25519_ORDER);
	begin(UNITS);
	for (i = 0; i < ARRAY_SIZE(edwards_no_points); i++) {
		from_hex(t.unit[100 + i].key, edwards_no_points[i]);
		from_hex(t.unit[200 + i].r, edwards_no_points[i]);
		t.valid[100 + i] = t.valid[200 + i] = 0;
	}
	/* S + L */
	for (i = 300; i < 310; i++) {
		for (carry = 0, j = 0; j < 32; j++) {
			carry += t.unit[i].s[j] + l[j];
			t.unit[i].s[j] = (uint8_t)carry;
			carry >>= 8;
		}
		t.valid[i] = 0;
	}
	check(SETS);
}

/*
 * R or the key with a part of small order: the neutral element is [8] times what is left. Keys of
 * small order: R = [S]B is right, whatever k is.
 */
TEST(small_order)
{
	static const uint8_t neutral[32] = { 1 };
	uint8_t small[32], base[32], signature[64];
	uint32_t i, more = 0;

	from_hex(base, EDWARDS25519_BASE);
	begin(UNITS);
	for (i = 0; i < ARRAY_SIZE(edwards_small_order); i++) {
		struct wc_check_ed25519 *u = &t.unit[BATCH_SET - 4 + i];

		from_hex(small, edwards_small_order[i].point);
		memcpy(u->key, small, sizeof(small));
		assert_true(edwards25519_multiply(u->r, u->s, base));
		assert_true(edwards25519_add(u->r, u->r, small));
		/* And with nothing else in it. */
		u = &t.unit[20 + i];
		memset(u, 0, sizeof(*u));
		memcpy(u->key, small, sizeof(small));
		memcpy(u->r, i & 1 ? neutral : small, sizeof(small));
	}
	check(SETS);
	for (i = 0; i < ARRAY_SIZE(edwards_small_order); i++) {
		const struct wc_check_ed25519 *u = &t.unit[20 + i];

		memcpy(signature, u->r, sizeof(u->r));
		memcpy(signature + sizeof(u->r), u->s, sizeof(u->s));
		more += !openssl_check_ed25519(u->key, signature, u->text, 0);
	}
	/* Without the cofactor some are not valid. */
	assert_true(more);
}

/* The others' sums are their own. */
TEST(a_set_of_bad)
{
	const uint32_t each = batch_each(UNITS);
	uint32_t i;

	begin(UNITS);
	for (i = each; i < 2 * each; i++)
		change_s(i, i & 1);
	check(SETS - 1);
}

/* Fewer are checked one by one. */
TEST(few)
{
	begin(7);
	change_s(3, 0);
	check(0);
}

UNIT_MAIN("Ed25519 in sets", make_kinds, forget)
