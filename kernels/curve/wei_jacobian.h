/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Jacobian coordinates, x = X / Z^2, y = Y / Z^3, for the steps of wei_mult(): a doubling
 * is 4 multiplications and 4 squarings, where wei_double() takes 13; an addition 11 and 3,
 * of an affine point 8 and 3, and fewer sums than wei_add(). A template, see wei.h.
 *
 * These formulas have exceptions: the point at infinity, and the addition of equal or
 * opposite points. wei_mult.h and wei_base.h say why they meet none.
 */

#define wei_jacobian	FE(wei_jacobian)
#define wei_addend	FE(wei_addend)
#define wei_to_addend	FE(wei_to_addend)
#define wei_jacobian_double FE(wei_jacobian_double)
#define wei_jacobian_add FE(wei_jacobian_add)
#define wei_jacobian_add_affine FE(wei_jacobian_add_affine)
#define wei_from_jacobian FE(wei_from_jacobian)

typedef struct {
	fe X, Y, Z;
} wei_jacobian;

/* A point to be added, with Z^2 and Z^3. */
typedef struct {
	wei_jacobian p;
	fe zz, zzz;
} wei_addend;

FE_FN void wei_to_addend(wei_addend *r, const wei_jacobian *p)
{
	r->p = *p;
	fe_sqr(&r->zz, &p->Z);
	fe_mul(&r->zzz, &r->zz, &p->Z);
}

/*
 * 2 r. With w = 2 Y, s = X w^2 = 4 X Y^2, and m = 3 (X - Z^2) (X + Z^2) = 3 X^2 - 3 Z^4:
 *
 *	X' = m^2 - 2 s
 *	Y' = m (s - X') - w^4 / 2
 *	Z' = w Z
 *
 * (D. J. Bernstein, T. Lange, Explicit-Formulas Database, "dbl-2001-b" for a = -3; w is
 * what saves sums.)
 */
FE_FN void wei_jacobian_double(wei_jacobian *r)
{
	fe w, s, m, t;

	fe_sqr(&t, &r->Z);
	fe_sub(&m, &r->X, &t);
	fe_add(&t, &r->X, &t);
	fe_mul(&m, &m, &t);
	fe_triple(&m, &m);
	fe_add(&w, &r->Y, &r->Y);
	fe_mul(&r->Z, &r->Z, &w);
	fe_sqr(&w, &w);
	fe_mul(&s, &r->X, &w);
	fe_sqr(&w, &w);
	fe_halve(&w, &w);
	fe_sqr(&t, &m);
	fe_sub2(&r->X, &t, &s, &s);
	fe_sub(&s, &s, &r->X);
	fe_mul(&t, &m, &s);
	fe_sub(&r->Y, &t, &w);
}

/*
 * r + q, neither equal nor opposite. With u = X1 Z2^2, s = Y1 Z2^3, h = X2 Z1^2 - u,
 * m = Y2 Z1^3 - s, v = u h^2:
 *
 *	X' = m^2 - h^3 - 2 v
 *	Y' = m (v - X') - s h^3
 *	Z' = Z1 Z2 h
 */
FE_FN void wei_jacobian_add(wei_jacobian *r, const wei_addend *q)
{
	fe h, m, v, s, t;

	fe_sqr(&t, &r->Z);
	fe_mul(&v, &r->X, &q->zz);
	fe_mul(&h, &q->p.X, &t);
	fe_sub(&h, &h, &v);
	fe_mul(&t, &t, &r->Z);
	fe_mul(&r->Z, &r->Z, &q->p.Z);
	fe_mul(&r->Z, &r->Z, &h);
	fe_mul(&s, &r->Y, &q->zzz);
	fe_mul(&m, &q->p.Y, &t);
	fe_sub(&m, &m, &s);
	fe_sqr(&t, &h);
	fe_mul(&h, &h, &t);
	fe_mul(&v, &v, &t);
	fe_mul(&s, &s, &h);
	fe_sqr(&t, &m);
	fe_sub2(&t, &t, &h, &v);
	fe_sub(&r->X, &t, &v);
	fe_sub(&t, &v, &r->X);
	fe_mul(&t, &m, &t);
	fe_sub(&r->Y, &t, &s);
}

/* r + q, neither equal nor opposite, nor @r at infinity: the same with Z2 = 1. */
FE_FN void wei_jacobian_add_affine(wei_jacobian *r, const wei_affine *q)
{
	fe h, m, v, s, t;

	fe_sqr(&t, &r->Z);
	fe_mul(&h, &q->x, &t);
	fe_mul(&t, &t, &r->Z);
	fe_sub(&h, &h, &r->X);
	fe_mul(&m, &q->y, &t);
	fe_mul(&r->Z, &r->Z, &h);
	fe_sub(&m, &m, &r->Y);
	fe_sqr(&t, &h);
	fe_sqr(&s, &m);
	fe_mul(&h, &h, &t);
	fe_mul(&v, &r->X, &t);
	fe_sub2(&s, &s, &h, &v);
	fe_sub(&r->X, &s, &v);
	fe_sub(&v, &v, &r->X);
	fe_mul(&t, &m, &v);
	fe_mul(&s, &r->Y, &h);
	fe_sub(&r->Y, &t, &s);
}

/* The same point in projective coordinates, over Z^3. */
FE_FN void wei_from_jacobian(wei_point *r, const wei_jacobian *p, const fe *zzz)
{
	fe_mul(&r->X, &p->X, &p->Z);
	r->Y = p->Y;
	r->Z = *zzz;
}
