// SPDX-License-Identifier: GPL-2.0-only
/*
 * One arithmetic modulo 2^255 - 19, with every bound asserted at every step,
 * against BIGNUM: random elements, and limbs at the very ends of their bounds.
 * Then ladder, tables and window on it: that asserts the bounds of all paths.
 *
 * Compiled once for each arithmetic: FIELD_DPF, FIELD_I51 (and with each of the
 * switches of fe25519.h).
 */
#define FE_CHECKED

#if defined(FIELD_DPF)
#include "kernels/curve/fe25519_dpf.h"
#define FE(name)	dpf_##name
#else
#include "kernels/curve/fe25519_i51.h"
#define FE(name)	i51_##name
#endif
#include "kernels/curve/25519_all.h"

#include "kernels/cpu/25519_engine.h"
#include "tests/reference/edwards25519.h"
#include "tests/reference/openssl_25519.h"

#define LIMB_BITS	51
#define R_BITS		0
#include "tests/unit/field_common.h"

#if defined(FIELD_DPF) && DPF_UNSIGNED
#include "kernels/gpu/25519_gpu.h"
#include "kernels/papers/dpf_points.h"
#define PAPER_POINTS
#endif

static void random_bytes(uint8_t *to, size_t n)
{
	while (n--)
		*to++ = random_word() >> 56;
}

/* Limbs at the end of a bound of @t T, or within it. */
static void extreme(fe *a, int t)
{
	uint64_t r = random_word();

#if defined(FIELD_DPF)
	if (DPF_UNSIGNED)
		t = 1;
	for (int i = 0; i < 5; i++, r >>= 4) {
		double x = t * DPF_T - (r & 1 ? random_word() >> 40 : 0);

		if ((r & 6) == 6)
			x = 0;
		a->x[i] = r & 8 && !DPF_UNSIGNED ? -x : x;
	}
#else
	for (int i = 0; i < 5; i++, r >>= 4)
		a->x[i] = (r & 6) == 6 ? 0 : t * I51_T -
			  (r & 1 ? random_word() >> 40 : 0);
#endif
	a->t = t;
}

/* Sixteen kinds of elements at most @t T, random and at the edges. */
static void element(fe *a, int t)
{
	static const uint64_t edges[][4] = {
		{ 0 }, { 1 }, { 2 },
		{ ~0ULL - 18, ~0ULL, ~0ULL, ~0ULL >> 1 },
		{ ~0ULL - 17, ~0ULL, ~0ULL, ~0ULL >> 1 },
		{ ~0ULL - 19, ~0ULL, ~0ULL, ~0ULL >> 1 },
		{ ~0ULL, ~0ULL, ~0ULL, ~0ULL },
	};
	uint64_t kind = random_word() % 16, w[4];

	if (kind < 6) {
		extreme(a, t);
		return;
	}
	if (kind < 9) {
		memcpy(w, edges[random_word() % 7], 32);
		fe_load(a, w);
	} else {
		for (int i = 0; i < 4; i++)
			w[i] = random_word();
		fe_load(a, w);
	}
	if (t < 2) {
		fe one;

		fe_one(&one);
		fe_mul(a, a, &one);
	}
}

static void other_functions(const fe *a, const fe *b, const fe *c, const BIGNUM *x,
			    const BIGNUM *y, const BIGNUM *z)
{
	BIGNUM *want = product(z, z), *v, *w;
	fe e, f, r;

	(void)a;
	(void)x;
	element(&e, 1);
	element(&f, 1);
	v = value(&e);
	w = value(&f);
	fe_sqr2_add(&r, c, &e, &f);
	BN_lshift1(want, want);
	BN_add(want, want, v);
	BN_sub(want, want, w);
	assert_fe(&r, want);
	BN_free(v);
	BN_free(w);
	fe_a24_add(&r, b, c);
	want = times(y, 121665);
	BN_add(want, want, z);
	assert_fe(&r, want);
	r = *c;
	e = *b;
	fe_cswap(&r, &e, fe_set1(0));
	assert_fe(&r, BN_dup(z));
	fe_cswap(&r, &e, fe_set1(~0ULL));
	assert_fe(&r, BN_dup(y));
	assert_fe(&e, BN_dup(z));
}

TEST(powers)
{
	BIGNUM *e = BN_dup(p);

	BN_sub_word(e, 5);
	BN_rshift(e, e, 3);
	for (size_t i = 0, n = unit_share(CASES / 100); i < n; i++) {
		BIGNUM *x;
		fe a, r;

		element(&a, 2);
		x = value(&a);
		BN_mod_exp(x, x, e, p, ctx);
		fe_pow22523(&r, &a);
		assert_fe(&r, x);
	}
	BN_free(e);
}

/* The 32 bytes of a point. */
static void encoded(void *to, const ed_point *r)
{
	fe_u64 w[4];
	fe zinv;

	fe_invert(&zinv, &r->Z);
	ed_encode(w, r, &zinv);
	memcpy(to, w, sizeof(w));
}

/* [k]P for k = 0 to 100 is P added up k times. */
TEST(repeated_addition)
{
	for (int round = 0; round < 4; round++) {
		uint8_t p_bytes[32], sum[32] = { 1 };
		fe_u64 w[4], k[4] = { 0 };
		ed_point point, r;
		fe zinv, t;

		do {
			for (int i = 0; i < 4; i++)
				w[i] = random_word();
		} while (ed_decode(&point, w));
		memcpy(p_bytes, w, 32);
		for (k[0] = 0; k[0] <= 100; k[0]++) {
			ed_mult(&r, k, &point);
			fe_invert(&zinv, &r.Z);
			ed_encode(w, &r, &zinv);
			assert_memory_equal(w, sum, 32);
			fe_mul(&t, &r.Y, &zinv);
			fe_mul(&zinv, &t, &r.X);
			fe_sub(&t, &zinv, &r.T);	/* T = X y */
			assert_true(fe_is_zero(&t));
			assert_true(edwards25519_add(sum, sum, p_bytes));
		}
	}
}

/* [k]P by the ladder is [k]P by the window; of fewer steps, where there are fewer bits. */
static void assert_ladder(const fe_u64 k[4], const fe_u64 point[4])
{
	fe_u64 want[4], got[4];
	ed_point p, r;

	assert_true(ed_decode(&p, point) == 0);
	ed_mult(&r, k, &p);
	encoded(want, &r);
	for (int bits = 256; bits == 256 || (bits == 253 && !(k[3] >> 61)); bits -= 3) {
		assert_true(ed_mult_ladder(&r, k, bits, point) == 0);
		encoded(got, &r);
		assert_memory_equal(got, want, 32);
	}
}

/*
 * Where the ladder's formulas do not hold: points of small order and of an order of
 * eight times the prime, scalars near multiples of that.
 */
TEST(ladder)
{
	/* The order of B; a point of order 8 (its y). */
	const fe_u64 prime[4] = { 0x5812631a5cf5d3edULL, 0x14def9dea2f79cd6ULL,
				  0, 1ULL << 60 };
	const fe_u64 order8[4] = { 0x4fd84d3d706a17c7ULL, 0x0f67100d760b3cbaULL,
				   0xc6cc392cfa53202aULL, 0x7a03ac9277fdc74eULL };
	fe_u64 points[16][4], bad[4] = { 2 }, one[4] = { 1 };
	ed_point p, r;

	/* Eight points of small order, eight of these plus one of large order. */
	assert_true(ed_decode(&p, order8) == 0);
	for (int i = 0; i < 16; i++) {
		fe_u64 k[4] = { i % 8 };

		ed_mult(&r, k, &p);
		if (i >= 8) {
			static const fe_u64 base[4] = {
				0x6666666666666658ULL, 0x6666666666666666ULL,
				0x6666666666666666ULL, 0x6666666666666666ULL,
			};
			ed_cached c;
			ed_point b;

			assert_true(ed_decode(&b, base) == 0);
			ed_to_cached(&c, &b);
			ed_add(&r, &r, &c, 1);
		}
		encoded(points[i], &r);
	}
	for (int i = 0; i < 16; i++) {
		for (int times = 0; times <= 8; times += 4) {
			for (int off = -4; off <= 4; off++) {
				fe_u64 k[4];
				unsigned __int128 t = 0;

				for (int j = 0; j < 4; j++) {
					t += (unsigned __int128)prime[j] * times;
					k[j] = (uint64_t)t;
					t >>= 64;
				}
				/* 0 - 4 and so on are scalars, too: k is not reduced. */
				t = (unsigned __int128)k[0] + (uint64_t)(int64_t)off;
				k[0] = (uint64_t)t;
				for (int j = 1; j < 4; j++) {
					t = (unsigned __int128)k[j] + (uint64_t)(t >> 64) +
					    (off < 0 ? ~0ULL : 0);
					k[j] = (uint64_t)t;
				}
				assert_ladder(k, points[i]);
			}
		}
		for (int j = 0; j < 5; j++) {
			fe_u64 k[4] = { random_word(), random_word(),
					random_word(), random_word() };

			assert_ladder(k, points[i]);
		}
	}
	assert_true(~ed_mult_ladder(&r, one, 256, bad) == 0);
	assert_true(~fe_is_zero(&r.X) == 0 && ~fe_is_equal(&r.Y, &r.Z) == 0);
}

/* The x that @x / @z is. */
static void assert_x(const fe *x, const fe *z, const uint8_t want[32])
{
	fe_u64 w[4];
	fe r;

	fe_invert(&r, z);
	fe_mul(&r, x, &r);
	fe_store(w, &r);
	assert_memory_equal(w, want, 32);
}

/* Whole multiplications, for their bounds; results as OpenSSL's. */
TEST(whole)
{
	static uint64_t table[ED_TABLE_WORDS(ED_BASE_W)];

	wc25519_make_table(table, ED_BASE_W);
	for (size_t i = 0, n = unit_share(40); i < n; i++) {
		uint8_t scalar[32], point[32], want[32], got[32];
		fe_u64 k[4], u[4];
		fe x, z;
		ed_point r;

		random_bytes(scalar, 32);
		random_bytes(point, 32);
		memcpy(k, scalar, 32);
		memcpy(u, point, 32);
		openssl_x25519(want, scalar, point);
		x25519_clamp(k);
		x25519_ladder(&x, &z, k, u);
		assert_x(&x, &z, want);

		openssl_ed25519(want, scalar, point);
		memcpy(k, scalar, 32);
		ed_base(&r, k, table, ED_BASE_W);
		encoded(got, &r);
		assert_memory_equal(got, want, 32);
		ed_to_montgomery(&x, &z, &r);
		openssl_x25519(want, scalar, NULL);
		assert_x(&x, &z, want);
	}
}

#ifdef PAPER_POINTS
/* The papers' points (kernels/papers), for their bounds; and the neutral element. */
TEST(paper)
{
	for (size_t i = 0, n = unit_share(20); i < n; i++) {
		uint8_t got[32], want[32], point[32], scalar[32];
		ed_point r, sum, other;
		fe_u64 w[4], k[4];
		fe zinv;

		random_bytes(scalar, 32);
		if (i < 2)
			memset(scalar, i ? 0xff : 0, 32);
		do {
			random_bytes(point, 32);
			memcpy(w, point, 32);
		} while (ed_decode(&other, w));
		memcpy(k, scalar, 32);
		r = other;
		paper_unknown(&r, k);
		encoded(got, &r);
		assert_true(edwards25519_multiply(want, scalar, point));
		assert_memory_equal(got, want, 32);

		/* Twice that, in three ways. */
		sum = r;
		paper_double(&sum);
		encoded(got, &sum);
		assert_true(edwards25519_add(point, want, want));
		assert_memory_equal(got, point, 32);
		for (int mixed = 0; mixed < 2; mixed++) {
			ed_point copy = r;

			sum = copy;
			if (mixed) {
				fe_invert(&zinv, &copy.Z);
				fe_mul(&copy.X, &copy.X, &zinv);
				fe_mul(&copy.Y, &copy.Y, &zinv);
				paper_add_mixed(&sum, &copy);
			} else {
				paper_add(&sum, &copy);
			}
			encoded(got, &sum);
			assert_memory_equal(got, point, 32);
		}
	}
}
#endif

int main(void)
{
	BIGNUM *prime = BN_new();

	BN_set_bit(prime, 255);
	BN_sub_word(prime, 19);
	field_start(prime);
	return unit_run(FIELD_NAME, NULL, NULL);
}
