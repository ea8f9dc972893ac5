// SPDX-License-Identifier: GPL-2.0-only
/*
 * Powers of x in the field of XTS, and the products of tweaks with them.
 */
#include "kernels/block/gf128.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

static void assert_same(struct gf128 a, struct gf128 b)
{
	assert_int_equal(a.lo, b.lo);
	assert_int_equal(a.hi, b.hi);
}

static struct gf128 random_element(struct test_rand *r)
{
	struct gf128 a;

	rand_fill(r, &a, sizeof(a));
	return a;
}

/* x^128 = x^7 + x^2 + x + 1, and one step beyond. */
TEST(reduction)
{
	const struct gf128 top = { 0, 1ull << 63 };
	const struct gf128 reduced = { 0x87, 0 };
	const struct gf128 next = { 0x10e, 0 };

	assert_same(gf128_xtime(top), reduced);
	assert_same(gf128_xpow(127), top);
	assert_same(gf128_xpow(128), reduced);
	assert_same(gf128_xpow(129), next);
}

/* Steps of every length against as many steps of one. */
TEST(steps)
{
	struct test_rand r = { 1 };
	struct gf128 a, b;
	unsigned int n;

	a = random_element(&r);
	b = a;
	for (n = 0; n < 1100; n++) {
		if (n < 64)
			assert_same(gf128_mul_xs(a, n), b);
		if (n == 64)
			assert_same(gf128_mul_x64(a), b);
		assert_same(gf128_mul_xn(a, n), b);
		b = gf128_xtime(b);
	}
}

/* A block of GB/T 17964-2021 and its product with x, byte by byte. */
TEST(mirror)
{
	struct test_rand r = { 9 };
	unsigned int n, i;

	for (n = 0; n < 1000; n++) {
		uint8_t block[16], next[16];
		struct gf128 a, b;

		rand_fill(&r, block, 16);
		memcpy(&a, block, 16);
		for (i = 0; i < 16; i++)
			next[i] = (uint8_t)(block[i] >> 1 | (i ? block[i - 1] << 7 : 0));
		if (block[15] & 1)
			next[0] ^= 0xe1;
		memcpy(&b, next, 16);
		assert_same(gf128_mirror(gf128_xtime(gf128_mirror(a))), b);
	}
}

TEST(power_by_counting)
{
	struct gf128 p = { 1, 0 };
	unsigned int n;

	for (n = 0; n < 5000; n++) {
		assert_same(gf128_xpow(n), p);
		p = gf128_xtime(p);
	}
}

/* Large powers: x^(a + b) = x^a x^b, and x^(2 a) is a square. */
TEST(power_laws)
{
	struct test_rand r = { 2 };
	int i;

	for (i = 0; i < 200; i++) {
		uint64_t a = (uint64_t)rand_u32(&r) << 31 | rand_u32(&r);
		uint64_t b = (uint64_t)rand_u32(&r) << 31 | rand_u32(&r);
		struct gf128 xa = gf128_xpow(a), xb = gf128_xpow(b);

		assert_same(gf128_mul(xa, xb), gf128_xpow(a + b));
		assert_same(gf128_mul(xa, xa), gf128_xpow(2 * a));
	}
	assert_same(gf128_xtime(gf128_xpow(UINT64_MAX - 1)),
		    gf128_xpow(UINT64_MAX));
}

TEST(ring_laws)
{
	struct test_rand r = { 3 };
	const struct gf128 one = { 1, 0 };
	int i;

	for (i = 0; i < 200; i++) {
		struct gf128 a = random_element(&r), b = random_element(&r);
		struct gf128 c = random_element(&r), bc, l, ab, ac;

		assert_same(gf128_mul(a, b), gf128_mul(b, a));
		assert_same(gf128_mul(gf128_mul(a, b), c),
			    gf128_mul(a, gf128_mul(b, c)));
		assert_same(gf128_mul(a, one), a);
		bc.lo = b.lo ^ c.lo;
		bc.hi = b.hi ^ c.hi;
		l = gf128_mul(a, bc);
		ab = gf128_mul(a, b);
		ac = gf128_mul(a, c);
		assert_int_equal(l.lo, ab.lo ^ ac.lo);
		assert_int_equal(l.hi, ab.hi ^ ac.hi);
	}
}

int main(void)
{
	return unit_run("gf128", NULL, NULL);
}
