/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Points of edwards25519, -x^2 + y^2 = 1 + d x^2 y^2 (RFC 8032, section 5.1),
 * and their encodings. A template over FE(name), see fe25519.h.
 *
 * Extended coordinates and the formulas for them: H. Hisil, K. Wong, G. Carter,
 * E. Dawson, "Twisted Edwards Curves Revisited", ASIACRYPT 2008. With a = -1 a
 * square and d none modulo p the addition is complete: there are no exceptions
 * for the neutral element, doublings, or points of small order.
 */

#define ed_point	FE(ed_point)
#define ed_cached	FE(ed_cached)
#define ed_affine	FE(ed_affine)
#define ed_identity	FE(ed_identity)
#define ed_cached_identity FE(ed_cached_identity)
#define ed_cached_cmov	FE(ed_cached_cmov)
#define ed_cached_neg_if FE(ed_cached_neg_if)
#define ed_double	FE(ed_double)
#define ed_to_cached	FE(ed_to_cached)
#define ed_finish	FE(ed_finish)
#define ed_add		FE(ed_add)
#define ed_add_affine	FE(ed_add_affine)
#define ed_from_affine	FE(ed_from_affine)
#define ed_decode_inverse FE(ed_decode_inverse)
#define ed_decode	FE(ed_decode)
#define ed_encode	FE(ed_encode)
#define ed_to_montgomery FE(ed_to_montgomery)

/*
 * x = X / Z, y = Y / Z, T = X Y / Z. All 1 T.
 */
typedef struct {
	fe X, Y, Z, T;
} ed_point;

/* A point as the second summand: Y + X, Y - X (2 T), 2 d T (1 T), 2 Z (2 T). */
typedef struct {
	fe sum, diff, T2d, Z2;
} ed_cached;

/*
 * The same with Z = 1, and halved, so that no limb grows where 2 Z1 would be:
 * (y + x) / 2, (y - x) / 2, d x y. All up to 2 T, as fe_load() leaves them.
 */
typedef struct {
	fe sum, diff, Td;
} ed_affine;

FE_FN void ed_identity(ed_point *r)
{
	fe_zero(&r->X);
	fe_one(&r->Y);
	fe_one(&r->Z);
	fe_zero(&r->T);
}

FE_FN void ed_cached_identity(ed_cached *r)
{
	fe_one(&r->sum);
	fe_one(&r->diff);
	fe_zero(&r->T2d);
	fe_add(&r->Z2, &r->sum, &r->sum);
}

FE_FN void ed_cached_cmov(ed_cached *r, const ed_cached *a, fe_u64 mask)
{
	fe_cmov(&r->sum, &a->sum, mask);
	fe_cmov(&r->diff, &a->diff, mask);
	fe_cmov(&r->T2d, &a->T2d, mask);
	fe_cmov(&r->Z2, &a->Z2, mask);
}

FE_FN void ed_cached_neg_if(ed_cached *r, fe_u64 mask)
{
	fe_cswap(&r->sum, &r->diff, mask);
	fe_neg_if(&r->T2d, mask);
}

/*
 * 2 p, by dbl-2008-hwcd with all four coordinates negated, which is the same point. @r may
 * be @p, whose T is not read. @want_t is public: a doubling that another one follows needs
 * no T; that of @r does not change then. 4 squarings, 3 or 4 multiplications. The largest
 * product is 3 T by 2 T.
 */
FE_BIG_FN void ed_double(ed_point *r, const ed_point *p, int want_t)
{
	fe a, b, e, f, g, h;

	fe_sqr(&a, &p->X);
	fe_sqr(&b, &p->Y);
	fe_add(&e, &p->X, &p->Y);
	fe_sqr(&e, &e);
	fe_add(&h, &a, &b);
	fe_sub(&e, &h, &e);		/* -2 X Y; 3 T */
	fe_sub(&g, &a, &b);		/* 2 T */
	fe_sqr2_add(&f, &p->Z, &a, &b);	/* 2 Z^2 + X^2 - Y^2; 1 T */
	fe_mul(&r->X, &e, &f);
	fe_mul(&r->Y, &g, &h);
	fe_mul(&r->Z, &f, &g);
	if (want_t)
		fe_mul(&r->T, &e, &h);
}

FE_BIG_FN void ed_to_cached(ed_cached *r, const ed_point *p)
{
	fe d2;

	fe_constant(&d2, 0xebd69b9426b2f159ULL, 0x00e0149a8283b156ULL,
		    0x198e80f2eef3d130ULL, 0x2406d9dc56dffce7ULL);
	fe_add(&r->sum, &p->Y, &p->X);
	fe_sub(&r->diff, &p->Y, &p->X);
	fe_mul(&r->T2d, &p->T, &d2);
	fe_add(&r->Z2, &p->Z, &p->Z);
}

/* The last steps of both additions: sums of @a, @b and of @c, @d are 2 T. */
FE_FN void ed_finish(ed_point *r, const fe *a, const fe *b, const fe *c,
		     const fe *d, int want_t)
{
	fe e, f, g, h;

	fe_sub(&e, b, a);
	fe_sub(&f, d, c);
	fe_add(&g, d, c);
	fe_add(&h, b, a);
	fe_mul(&r->X, &e, &f);
	fe_mul(&r->Y, &g, &h);
	fe_mul(&r->Z, &f, &g);
	if (want_t)
		fe_mul(&r->T, &e, &h);
}

/*
 * p + q, by add-2008-hwcd-3: 7 or 8 multiplications. @r may be @p, which has T; @want_t as
 * for ed_double().
 */
FE_BIG_FN void ed_add(ed_point *r, const ed_point *p, const ed_cached *q,
		  int want_t)
{
	fe a, b, c, d;

	fe_sub(&a, &p->Y, &p->X);
	fe_add(&b, &p->Y, &p->X);
	fe_mul(&a, &a, &q->diff);
	fe_mul(&b, &b, &q->sum);
	fe_mul(&c, &p->T, &q->T2d);
	fe_mul(&d, &p->Z, &q->Z2);
	ed_finish(r, &a, &b, &c, &d, want_t);
}

/* p + q, for q from a table: madd-2008-hwcd-3, everything halved, 6 or 7 multiplications. */
FE_BIG_FN void ed_add_affine(ed_point *r, const ed_point *p, const ed_affine *q,
			 int want_t)
{
	fe a, b, c;

	fe_sub(&a, &p->Y, &p->X);
	fe_add(&b, &p->Y, &p->X);
	fe_mul(&a, &a, &q->diff);
	fe_mul(&b, &b, &q->sum);
	fe_mul(&c, &p->T, &q->Td);
	ed_finish(r, &a, &b, &c, &p->Z, want_t);
}

/*
 * A point from a table, as the first summand: x is the difference of the halves of (y + x)
 * and (y - x), y their sum. Its Td is not read.
 */
FE_FN void ed_from_affine(ed_point *r, const ed_affine *q)
{
	fe_one(&r->Z);
	fe_sub(&r->X, &q->sum, &q->diff);	/* 4 T */
	fe_mul(&r->X, &r->X, &r->Z);
	fe_add(&r->Y, &q->sum, &q->diff);
	fe_mul(&r->Y, &r->Y, &r->Z);
	fe_mul(&r->T, &r->X, &r->Y);
}

/**
 * ed_decode_inverse() - a point from its 32 bytes (RFC 8032, section 5.1.3)
 * @r: the point, or, where there is none, the neutral element
 * @inverse: 1 / (y^2 - 1), a by-product of the root at almost no cost; 0 for
 *	y^2 = 1, undefined where there is no point
 * @w: four words: y, and in bit 255 the parity of x
 *
 * Return: all ones in the lanes that are not the encoding of a point: y >= p, no
 * point has this y, or the sign bit is set and x = 0.
 *
 * x^2 = u / v, u = y^2 - 1, v = d y^2 + 1; with x = u v^3 (u v^7)^((p-5)/8) either
 * v x^2 = u, or v x^2 = -u and then x sqrt(-1) is the root, or there is none.
 * (x / u)^2 is then 1 / (u v), or -1 / (u v).
 */
FE_BIG_FN fe_u64 ed_decode_inverse(ed_point *r, fe *inverse,
				   const fe_u64 w[4])
{
	fe one, y, u, v, v3, x, t, minus;
	fe_u64 canonical[4], bad, is_minus, sign = w[3] >> 63;
	ed_point none;

	fe_one(&one);
	fe_load(&y, w);
	fe_store(canonical, &y);
	bad = (canonical[0] ^ w[0]) | (canonical[1] ^ w[1]) |
	      (canonical[2] ^ w[2]) | (canonical[3] ^ (w[3] & ~(1ULL << 63)));
	bad = ~mask_zero(bad);

	fe_constant(&t, 0x75eb4dca135978a3ULL, 0x00700a4d4141d8abULL,
		    0x8cc740797779e898ULL, 0x52036cee2b6ffe73ULL);
	fe_sqr(&u, &y);
	fe_mul(&v, &u, &t);
	fe_sub(&u, &u, &one);		/* 2 T */
	fe_add(&v, &v, &one);		/* 2 T */

	fe_sqr(&v3, &v);
	fe_mul(&v3, &v3, &v);
	fe_sqr(&t, &v3);
	fe_mul(&t, &t, &v);
	fe_mul(&t, &t, &u);		/* u v^7 */
	fe_pow22523(&t, &t);
	fe_mul(&t, &t, &v3);
	fe_mul(&x, &t, &u);
	fe_sqr(&t, &t);
	fe_mul(inverse, &t, &v);

	fe_sqr(&t, &x);
	fe_mul(&t, &t, &v);		/* v x^2, 1 T */
	fe_add(&minus, &t, &u);
	is_minus = fe_is_zero(&minus);
	fe_neg_if(inverse, is_minus);
	bad |= ~(fe_is_equal(&t, &u) | is_minus);
	fe_constant(&t, 0xc4ee1b274a0ea0b0ULL, 0x2f431806ad2fe478ULL,
		    0x2b4d00993dfbd7a7ULL, 0x2b8324804fc1df0bULL);
	fe_mul(&t, &t, &x);
	fe_cmov(&x, &t, is_minus);

	bad |= fe_is_zero(&x) & WC_HIDE(0 - sign);
	fe_neg_if(&x, WC_HIDE(0 - (fe_parity(&x) ^ sign)));

	r->X = x;
	fe_mul(&r->Y, &y, &one);	/* from 2 T to 1 T */
	fe_one(&r->Z);
	fe_mul(&r->T, &r->X, &r->Y);
	ed_identity(&none);
	fe_cmov(&r->X, &none.X, bad);
	fe_cmov(&r->Y, &none.Y, bad);
	fe_cmov(&r->T, &none.T, bad);
	return bad;
}

/* ed_decode_inverse() without the inverse. */
FE_FN fe_u64 ed_decode(ed_point *r, const fe_u64 w[4])
{
	fe inverse;

	return ed_decode_inverse(r, &inverse, w);
}

/* A point's 32 bytes (RFC 8032, section 5.1.2), as four words. T is not read; 1 / Z is 1 T. */
FE_BIG_FN void ed_encode(fe_u64 w[4], const ed_point *p, const fe *zinv)
{
	fe x, y;

	fe_mul(&x, &p->X, zinv);
	fe_mul(&y, &p->Y, zinv);
	fe_store(w, &y);
	w[3] |= fe_parity(&x) << 63;
}

/*
 * u = (1 + y) / (1 - y), as a fraction: Z + Y by Z - Y, 2 T each, zero for the neutral
 * element.
 */
FE_FN void ed_to_montgomery(fe *num, fe *den, const ed_point *p)
{
	fe_add(num, &p->Z, &p->Y);
	fe_sub(den, &p->Z, &p->Y);
}
