/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Points of y^2 = x^3 - 3 x + b in projective coordinates. A template, see wei.h.
 *
 * The formulas are complete: they hold for any two points of a curve of odd order,
 * equal, opposite or at infinity (J. Renes, C. Costello, L. Batina, "Complete Addition
 * Formulas for Prime Order Elliptic Curves", EUROCRYPT 2016; algorithms 4 to 6).
 */

#define wei_infinity	FE(wei_infinity)
#define wei_load_b	FE(wei_load_b)
#define wei_sum		FE(wei_sum)
#define wei_cross	FE(wei_cross)
#define wei_add		FE(wei_add)
#define wei_add_affine	FE(wei_add_affine)
#define wei_double	FE(wei_double)
#define wei_is_on_curve	FE(wei_is_on_curve)

/* x = X / Z, y = Y / Z; at infinity (0 : 1 : 0). */
typedef struct {
	fe X, Y, Z;
} wei_point;

/* A point that is not at infinity. */
typedef struct {
	fe x, y;
} wei_affine;

FE_FN void wei_infinity(wei_point *r)
{
	fe_zero(&r->X);
	fe_one(&r->Y);
	fe_zero(&r->Z);
}

/* The curve's b. */
FE_FN void wei_load_b(fe *b)
{
	const fe_u64 w[4] = { fe_set1(WEI(RB0)), fe_set1(WEI(RB1)),
			      fe_set1(WEI(RB2)), fe_set1(WEI(RB3)) };

	fe_raw(b, w);
}

/* r = (a + b) (c + d) - p - q: a d + b c, where p = a c and q = b d. */
FE_FN void wei_cross(fe *r, const fe *a, const fe *b, const fe *c, const fe *d,
		     const fe *p, const fe *q)
{
	fe s, t;

	fe_add(&s, a, b);
	fe_add(&t, c, d);
	fe_mul(&s, &s, &t);
	fe_sub2(r, &s, p, q);
}

/*
 * The sum of two points from their products: what both additions have in common.
 *
 * @xx, @yy, @zz: X1 X2, Y1 Y2, Z1 Z2
 * @xy, @yz, @xz: X1 Y2 + X2 Y1 and so on
 *
 * With g = 3 (xz - b zz), h = 3 (b xz - 3 zz - xx), m = 3 (xx - zz):
 *
 *	X = xy (yy + g) - yz h
 *	Y = (yy + g) (yy - g) + m h
 *	Z = yz (yy - g) + xy m
 */
FE_FN void wei_sum(wei_point *r, const fe *xx, const fe *yy, const fe *zz,
		   const fe *xy, const fe *yz, const fe *xz, const fe *b)
{
	fe g, h, m, t;

	fe_mul(&t, b, zz);
	fe_sub(&t, xz, &t);
	fe_triple(&g, &t);
	fe_triple(&t, zz);
	fe_mul(&h, b, xz);
	fe_sub2(&h, &h, &t, xx);
	fe_triple(&h, &h);
	fe_sub(&m, xx, zz);
	fe_triple(&m, &m);

	fe_sub(&t, yy, &g);
	fe_add(&g, yy, &g);
	fe_mul(&r->Z, yz, &t);
	fe_mul(&r->Y, &g, &t);
	fe_mul(&t, xy, &m);
	fe_add(&r->Z, &r->Z, &t);
	fe_mul(&t, &m, &h);
	fe_add(&r->Y, &r->Y, &t);
	fe_mul(&r->X, xy, &g);
	fe_mul(&t, yz, &h);
	fe_sub(&r->X, &r->X, &t);
}

/* p + q, of any points; @r may be either: 14 multiplications. */
FE_BIG_FN void wei_add(wei_point *r, const wei_point *p, const wei_point *q,
		       const fe *b)
{
	fe xx, yy, zz, xy, yz, xz;

	fe_mul(&xx, &p->X, &q->X);
	fe_mul(&yy, &p->Y, &q->Y);
	fe_mul(&zz, &p->Z, &q->Z);
	wei_cross(&xy, &p->X, &p->Y, &q->X, &q->Y, &xx, &yy);
	wei_cross(&yz, &p->Y, &p->Z, &q->Y, &q->Z, &yy, &zz);
	wei_cross(&xz, &p->X, &p->Z, &q->X, &q->Z, &xx, &zz);
	wei_sum(r, &xx, &yy, &zz, &xy, &yz, &xz, b);
}

/*
 * p + q, for q from a table, which is not the point at infinity: 13 multiplications. @r
 * may be @p.
 */
FE_BIG_FN void wei_add_affine(wei_point *r, const wei_point *p,
			      const wei_affine *q, const fe *b)
{
	fe xx, yy, xy, yz, xz;

	fe_mul(&xx, &p->X, &q->x);
	fe_mul(&yy, &p->Y, &q->y);
	wei_cross(&xy, &p->X, &p->Y, &q->x, &q->y, &xx, &yy);
	fe_mul(&yz, &q->y, &p->Z);
	fe_add(&yz, &yz, &p->Y);
	fe_mul(&xz, &q->x, &p->Z);
	fe_add(&xz, &xz, &p->X);
	wei_sum(r, &xx, &yy, &p->Z, &xy, &yz, &xz, b);
}

/*
 * 2 p; @r may be @p. wei_sum() with both points the same, but for Z, which is 8 Y^3 Z
 * then. 3 squarings, 10 multiplications.
 */
FE_BIG_FN void wei_double(wei_point *r, const wei_point *p, const fe *b)
{
	fe xx, yy, zz, xy, yz, xz, g, h, m, t;

	fe_sqr(&xx, &p->X);
	fe_sqr(&yy, &p->Y);
	fe_sqr(&zz, &p->Z);
	fe_mul(&xy, &p->X, &p->Y);
	fe_add(&xy, &xy, &xy);
	fe_mul(&yz, &p->Y, &p->Z);
	fe_add(&yz, &yz, &yz);
	fe_mul(&xz, &p->X, &p->Z);
	fe_add(&xz, &xz, &xz);

	fe_mul(&t, b, &zz);
	fe_sub(&t, &t, &xz);
	fe_triple(&g, &t);		/* minus that of wei_sum() */
	fe_triple(&t, &zz);
	fe_mul(&h, b, &xz);
	fe_sub2(&h, &h, &t, &xx);
	fe_triple(&h, &h);
	fe_sub(&m, &xx, &zz);
	fe_triple(&m, &m);

	fe_sub(&t, &yy, &g);
	fe_add(&g, &yy, &g);
	fe_mul(&g, &g, &t);
	fe_mul(&r->X, &xy, &t);
	fe_mul(&t, &m, &h);
	fe_add(&r->Y, &g, &t);
	fe_mul(&t, &yz, &h);
	fe_sub(&r->X, &r->X, &t);
	fe_mul(&t, &yz, &yy);
	fe_add(&t, &t, &t);
	fe_add(&r->Z, &t, &t);
}

/* All ones where y^2 = x^3 - 3 x + b. */
FE_BIG_FN fe_u64 wei_is_on_curve(const wei_affine *p, const fe *b)
{
	fe left, right, t;

	fe_sqr(&left, &p->y);
	fe_sqr(&right, &p->x);
	fe_mul(&right, &right, &p->x);
	fe_triple(&t, &p->x);
	fe_sub(&right, &right, &t);
	fe_add(&right, &right, b);
	return fe_is_equal(&left, &right);
}
