// SPDX-License-Identifier: GPL-2.0-only
/* Powers of x in the field of XTS, and the products of tweaks with them. */
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

UNIT_MAIN("gf128", NULL, NULL)
