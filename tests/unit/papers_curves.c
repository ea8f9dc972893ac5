// SPDX-License-Identifier: GPL-2.0-only
/*
 * DPF-ECC's kernels, emulated by this machine: every design with each of its entries, and
 * P-256 by both reductions, compared with OpenSSL and with tests/reference.
 */

#include <openssl/bn.h>
#include <openssl/obj_mac.h>

#include "kernels/cpu/25519_engine.h"
#include "kernels/cpu/x25519.h"
#include "kernels/curve/25519_sizes.h"
#include "kernels/papers/curve_job.h"
#include "tests/hex.h"
#include "tests/reference/edwards25519.h"
#include "tests/reference/openssl_25519.h"
#include "tests/reference/openssl_wei.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"
#include "tests/vectors/25519.h"
#include "tests/vectors/p256.h"
#include "tools/bench/papers_device.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))
#define ELEMENTS	3u

struct elements {
	uint8_t scalars[32 * ELEMENTS], points[64 * ELEMENTS];
	uint8_t x[32 * ELEMENTS], y[32 * ELEMENTS], den[32 * ELEMENTS];
	uint8_t work[32 * ELEMENTS], out[64 * ELEMENTS + 32];
	uint8_t status[ELEMENTS + 1];
} __attribute__((aligned(32)));

/* Emulates entry @name on @threads and one more, which has nothing to do. */
static void emulate_entry(const char *name, const struct paper_curve *job,
			  uint32_t threads)
{
	struct paper_kernel k = papers_dev->kernel("", name);
	struct paper_launch l = {
		.kernel = &k, .threads = threads + 1, .block = 32, .team = 1,
		.job = job
	};

	if (!k.fn)
		fail_msg("no kernel %s", name);
	papers_dev->launch(&l);
}

/*
 * Two entries of an image, FIELD_DESIGN_: the second one divides. Nothing is written
 * behind @bytes an element.
 */
static void emulate_curve(struct elements *e, const char *image,
			  const char *entry, const char *finish,
			  const uint64_t *table, uint32_t step, uint32_t width,
			  uint32_t bytes)
{
	struct paper_curve job = {
		.scalars = (uint64_t *)e->scalars,
		.points = (uint64_t *)e->points, .table = table,
		.x = (uint64_t *)e->x, .y = (uint64_t *)e->y,
		.den = (uint64_t *)e->den, .work = (uint64_t *)e->work,
		.out = (uint64_t *)e->out, .status = e->status,
		.n = ELEMENTS, .step = step, .width = width,
	};
	char name[64];
	uint32_t i;

	memset(e->out, 0xee, sizeof(e->out));
	/* Not what was there before. */
	memset(e->status, 0xee, sizeof(e->status));
	snprintf(name, sizeof(name), "%s_%s", image, entry);
	emulate_entry(name, &job, ELEMENTS);
	if (finish) {
		/* The images of one kernel each have none of their own. */
		snprintf(name, sizeof(name), "%s_%s",
			 strcmp(image, "dpf_registers") ? image : "dpf_paper",
			 finish);
		emulate_entry(name, &job, step);
	}
	for (i = bytes * ELEMENTS; i < sizeof(e->out); i++)
		assert_int_equal(e->out[i], 0xee);
	assert_int_equal(e->status[ELEMENTS], 0xee);
}

static void assert_points(const struct elements *e, const char *image,
			  const char *what, bool base)
{
	uint8_t expected[32], generator[32];
	unsigned int i;

	from_hex(generator, EDWARDS25519_BASE);
	for (i = 0; i < ELEMENTS; i++) {
		bool valid = edwards25519_multiply(expected,
			e->scalars + 32 * i,
			base ? generator : e->points + 32 * i);

		if (!valid)
			memset(expected, 0, sizeof(expected));
		if (memcmp(e->out + 32 * i, expected, 32))
			fail_msg("%s of %s is wrong", what, image);
	}
}

/* Elements: all random, or scalars with the digits that are rare. */
static void fill_elements(struct elements *e, struct test_rand *rand, bool edges)
{
	unsigned int i;

	rand_fill(rand, e->scalars, sizeof(e->scalars));
	rand_fill(rand, e->points, sizeof(e->points));
	if (!edges)
		return;
	memset(e->scalars, 0, 32);
	memset(e->scalars + 32, 0xff, 32);
	/* Every other digit is 0, of 4 bits and of 8. */
	for (i = 0; i < 32; i++)
		e->scalars[64 + i] = i % 2 ? 0 : i % 4 ? 0xf0 : 0x0f;
}

static void try_x25519(struct elements *e, const char *image,
		       const char *entry, uint32_t step)
{
	uint8_t expected[32];
	size_t i;

	emulate_curve(e, image, entry, "finish_montgomery", NULL, step, 0, 32);
	for (i = 0; i < ELEMENTS; i++) {
		openssl_x25519(expected, e->scalars + 32 * i,
			       e->points + 32 * i);
		assert_memory_equal(e->out + 32 * i, expected, 32);
	}
}

/* The tables that the paper has, by bits a segment. */
#define WIDTHS	3
static const uint32_t widths[WIDTHS] = { 4, 7, 8 };
static uint64_t *known[WIDTHS];

static void try_known(struct elements *e, const char *image, const char *entry,
		      uint32_t step)
{
	int i;

	for (i = 0; i < WIDTHS; i++) {
		emulate_curve(e, image, entry, "finish", known[i], step, widths[i],
			      32);
		assert_points(e, image, entry, true);
	}
}

/* One that is no point, perhaps; two that are. */
static void try_unknown(struct elements *e, const char *image,
			const char *entry, uint32_t step)
{
	size_t i;

	for (i = 1; i < ELEMENTS; i++)
		wc25519_base(NULL, e->points + 32 * i, e->scalars + 32 * (i - 1),
			     1);
	emulate_curve(e, image, entry, "finish", NULL, step, 0, 32);
	assert_points(e, image, entry, false);
}

static void try_design(struct elements *e, const char *design, bool points,
		       const uint64_t *table, uint32_t step)
{
	char image[32];

	snprintf(image, sizeof(image), "dpf_%s", design);
	try_x25519(e, image, "x25519", step);
	/* Without mixed addition it has a table of its own. */
	if (strcmp(design, "projective")) {
		emulate_curve(e, image, "known", "finish", table, step, 0, 32);
		assert_points(e, image, "[k]B", true);
		emulate_curve(e, image, "known_address", "finish", table, step, 0,
			      32);
		assert_points(e, image, "[k]B by address", true);
	}
	try_unknown(e, image, "unknown", step);
	if (!points)
		return;
	try_known(e, image, "known_paper", step);
	try_known(e, image, "known_full", step);
	try_unknown(e, image, "unknown_paper", step);
}

TEST(curves)
{
#define NAME(name, what, points)	{ #name, points },
	static const struct {
		const char *name;
		bool points;
	} designs[] = { PAPER_DPF_SWITCHES(NAME) };
	struct test_rand rand = { 25519 };
	uint64_t *table = malloc(8 * ED_TABLE_WORDS(ED_GPU_BASE_W));
	struct elements e;
	unsigned int round;
	size_t d, i;

	if (!papers_dev->kernel("", "dpf_paper_x25519").fn)
		skip();
	assert_non_null(table);
	wc25519_make_table(table, ED_GPU_BASE_W);
	for (i = 0; i < WIDTHS; i++) {
		known[i] = malloc(8 * PAPER_KNOWN_WORDS *
				  PAPER_KNOWN_ENTRIES(widths[i]));
		assert_non_null(known[i]);
		paper_known_table(known[i], widths[i]);
	}
	for (d = 0; d < COUNT(designs); d++) {
		/* An inversion for all, and one for each; then scalars at edges. */
		for (round = 0; round < 3; round++) {
			fill_elements(&e, &rand, round == 2);
			try_design(&e, designs[d].name, designs[d].points,
				   table, round == 1 ? ELEMENTS : 1);
		}
	}
	fill_elements(&e, &rand, false);
#define LADDER(registers)						\
	try_x25519(&e, "dpf_registers", "x25519_" #registers, 1);
	PAPER_REGISTERS(LADDER)
#define POINTS(registers)						\
	try_known(&e, "dpf_registers", "known_paper_" #registers, 1);	\
	try_unknown(&e, "dpf_registers", "unknown_paper_" #registers, 1);
	PAPER_REGISTERS_FEW(POINTS)
	for (i = 0; i < WIDTHS; i++)
		free(known[i]);
	free(table);
}

/* What 2 PAPER_CHAIN products, or squares, of P-256's field are. */
static void chain(uint8_t out[32], const uint8_t x[32], const uint8_t y[32],
		  bool squares)
{
	BIGNUM *a = BN_lebin2bn(x, 32, NULL), *b = BN_lebin2bn(y, 32, NULL);
	BN_CTX *ctx = BN_CTX_new();
	BIGNUM *p = NULL;
	int i;

	assert_true(BN_hex2bn(&p, P256_PRIME) > 0);
	for (i = 0; i < PAPER_CHAIN; i++) {
		BN_mod_mul(a, a, squares ? a : b, p, ctx);
		if (squares)
			BN_mod_sqr(a, a, p, ctx);
		else
			BN_mod_mul(b, b, a, p, ctx);
	}
	assert_int_equal(BN_bn2lebinpad(a, out, 32), 32);
	BN_free(a);
	BN_free(b);
	BN_free(p);
	BN_CTX_free(ctx);
}

static void try_chain(struct elements *e, const char *image, bool squares)
{
	uint8_t expected[32], own[32];
	unsigned int i;

	emulate_curve(e, image, squares ? "square" : "product", NULL, NULL, 1, 0,
		      64);
	for (i = 0; i < ELEMENTS; i++) {
		uint64_t x[4], y[4], r[4];

		chain(expected, e->scalars + 32 * i, e->points + 64 * i,
		      squares);
		assert_memory_equal(e->out + 64 * i, expected, 32);
		assert_memory_equal(e->out + 64 * i + 32, expected, 32);
		/* What the benchmark compares with. */
		memcpy(x, e->scalars + 32 * i, 32);
		memcpy(y, e->points + 64 * i, 32);
		paper_p256_chain(r, x, y, squares);
		memcpy(own, r, 32);
		assert_memory_equal(own, expected, 32);
	}
}

TEST(p256)
{
	static const char *const images[] = { "p256_montgomery", "p256_solinas" };
	struct test_rand rand = { 256 };
	uint8_t expected[64];
	struct elements e;
	unsigned int round, i, wrong;
	size_t d;

	if (!papers_dev->kernel("", "p256_solinas_mult").fn)
		skip();
	for (d = 0; d < COUNT(images); d++) {
		for (round = 0; round < 16; round++) {
			fill_elements(&e, &rand, round == 1);
			/* p - 1, all ones, and 0 as factors. */
			if (round == 2)
				memset(e.points, 0xff, sizeof(e.points));
			if (round == 3)
				memset(e.points, 0, sizeof(e.points));
			try_chain(&e, images[d], false);
			try_chain(&e, images[d], true);
		}
		for (round = 0; round < 4; round++) {
			fill_elements(&e, &rand, false);
			wrong = 0;
			for (i = 0; i < ELEMENTS; i++)
				assert_true(openssl_wei_mult(NID_X9_62_prime256v1,
							     e.points + 64 * i,
							     e.scalars + 32 * i,
							     NULL));
			/* A scalar of n or more; a point that is none. */
			if (round == 1)
				memset(e.scalars, 0xff, 32);
			if (round == 2)
				e.points[64 + 40] ^= 1;
			emulate_curve(&e, images[d], "mult", "finish", NULL,
				      round % 2 ? ELEMENTS : 1, 0, 64);
			for (i = 0; i < ELEMENTS; i++) {
				if (!openssl_wei_mult(NID_X9_62_prime256v1,
						      expected,
						      e.scalars + 32 * i,
						      e.points + 64 * i)) {
					memset(expected, 0, 64);
					wrong++;
				}
				assert_memory_equal(e.out + 64 * i, expected,
						    64);
			}
			assert_int_equal(wrong, round == 1 || round == 2);
		}
	}
}
