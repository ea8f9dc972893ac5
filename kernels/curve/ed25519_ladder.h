/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * [k]P on edwards25519 by the ladder of X25519: it takes as many multiplications
 * as ed_mult()'s window, but no table, for which a GPU thread has no room. A
 * template over FE(name), see fe25519.h.
 *
 * (x, y) of edwards25519 is (u, v) of curve25519, u = (1 + y) / (1 - y) and
 * v = sqrt(-486664) u / x (RFC 7748, section 4.1). The ladder has the u of [k]P and
 * of [k + 1]P; these and (u, v) of P give the v of [k]P (K. Okeya, K. Sakurai,
 * "Efficient Elliptic Curve Cryptosystems from a Scalar Multiplication Algorithm
 * with Recovery of the y-Coordinate on a Montgomery-Form Elliptic Curve", CHES
 * 2001).
 *
 * The formulas do not hold where [k]P or [k + 1]P is the neutral element, [k]P is
 * (0, -1), or P is one of these two. Masks select the right result then.
 */

#define ed_ladder_start	FE(ed_ladder_start)
#define ed_ladder_end	FE(ed_ladder_end)
#define ed_put_if	FE(ed_put_if)
#define ed_mult_ladder	FE(ed_mult_ladder)

/* u and 2 v of @p; @inverse is 1 / (y^2 - 1). */
FE_FN void ed_ladder_start(fe *u, fe *v2, const ed_point *p, const fe *inverse)
{
	fe t, zero, w;

	/* u = (1 + y)^2 / (1 - y^2) */
	fe_zero(&zero);
	fe_add(&t, &p->Y, &p->Z);
	fe_sqr(&t, &t);
	fe_mul(&t, &t, inverse);
	fe_sub(u, &zero, &t);
	/* x^2 = (y^2 - 1) / w, w = d y^2 + 1: 1 / x = x w / (y^2 - 1) */
	fe_constant(&t, 0x75eb4dca135978a3ULL, 0x00700a4d4141d8abULL,
		    0x8cc740797779e898ULL, 0x52036cee2b6ffe73ULL);
	fe_sqr(&w, &p->Y);
	fe_mul(&w, &w, &t);
	fe_add(&w, &w, &p->Z);
	fe_mul(&w, &w, &p->X);
	fe_mul(&w, &w, inverse);
	/* 2 sqrt(-486664) */
	fe_constant(&t, 0x98dc0955fe8afc0cULL, 0x8b43a7a296fa3505ULL,
		    0xa4f611b807f89efdULL, 0x1e4ddbe8c1400d77ULL);
	fe_mul(&w, &w, &t);
	fe_mul(v2, &w, u);
}

/* (x, y) in the lanes of @mask; @r's T does not change. */
FE_FN void ed_put_if(ed_point *r, const fe *x, const fe *y, fe_u64 mask)
{
	fe one;

	fe_one(&one);
	fe_cmov(&r->X, x, mask);
	fe_cmov(&r->Y, y, mask);
	fe_cmov(&r->Z, &one, mask);
}

/*
 * [k]P, its u being x1 / z1, from that, x2 / z2 of [k + 1]P, and P's own u and 2 v.
 *
 * With p = u z1 and A = 486662: v = n / (2 v z1^2 z2), where
 * n = ((x1 + p + 2 A z1) (u x1 + z1) - 2 A z1^2) z2 - (x1 - p)^2 x2.
 */
FE_FN void ed_ladder_end(ed_point *r, const fe *x1, const fe *z1, const fe *x2,
			 const fe *z2, const fe *u, const fe *v2)
{
	fe p, q, n, t, sum;

	fe_mul(&p, u, z1);
	fe_constant(&t, 2 * 486662, 0, 0, 0);
	fe_mul(&q, z1, &t);
	fe_mul(&t, u, x1);
	fe_add(&t, &t, z1);		/* 2 T */
	fe_add(&n, x1, &p);
	fe_add(&n, &n, &q);		/* 3 T */
	fe_mul(&n, &n, &t);
	fe_mul(&q, &q, z1);
	fe_sub(&n, &n, &q);
	fe_mul(&n, &n, z2);
	fe_sub(&p, x1, &p);
	fe_sqr(&p, &p);
	fe_mul(&p, &p, x2);
	fe_sub(&n, &n, &p);		/* 2 T */

	/* m : n is 1 / v; x = sqrt(-486664) u / v, y = (u - 1) / (u + 1). */
	fe_mul(&t, v2, z1);
	fe_mul(&t, &t, z2);
	fe_mul(&t, &t, x1);
	fe_constant(&q, 0xcc6e04aaff457e06ULL, 0xc5a1d3d14b7d1a82ULL,
		    0xd27b08dc03fc4f7eULL, 0x0f26edf460a006bbULL);
	fe_mul(&t, &t, &q);
	fe_add(&sum, x1, z1);		/* 2 T */
	fe_mul(&r->X, &t, &sum);
	fe_sub(&t, x1, z1);
	fe_mul(&r->Y, &t, &n);
	fe_mul(&r->Z, &sum, &n);
}

/**
 * ed_mult_ladder() - [k]P, for secret k and P
 * @r: result, without T
 * @k: @bits bits, four words a lane, neither clamped nor reduced
 * @bits: a constant, from 193 to 256
 * @w: the point, encoded
 *
 * Return: all ones in the lanes where @w does not decode (ed_decode()); @r is the
 * neutral element there.
 */
FE_BIG_FN fe_u64 ed_mult_ladder(ed_point *r, const fe_u64 k[4], int bits,
				const fe_u64 w[4])
{
	fe_u64 s[4] = { k[0], k[1], k[2], k[3] }, odd = WC_HIDE(0 - (k[0] & 1));
	fe u, v2, x1, z1, x2, z2, zero, one, minus;
	fe_u64 bad, flat;
	ed_point p;

	bad = ed_decode_inverse(&p, &x1, w);
	ed_ladder_start(&u, &v2, &p, &x1);
	fe_one(&x1);
	fe_zero(&z1);
	x2 = u;
	fe_one(&z2);
	/* The topmost of @bits on top. */
	FE_UNROLL
	for (int i = 3; i >= 0 && bits < 256; i--)
		s[i] = s[i] << (256 - bits) |
		       (i ? s[i - 1] >> (bits - 192) : fe_set1(0));
	x25519_steps(&x1, &z1, &x2, &z2, &u, s, bits);
	ed_ladder_end(r, &x1, &z1, &x2, &z2, &u, &v2);

	fe_zero(&zero);
	fe_one(&one);
	fe_sub(&minus, &zero, &one);
	flat = fe_is_zero(&p.X);
	/* [k + 1]P is neutral: [k]P = -P. */
	fe_sub(&x2, &zero, &p.X);
	ed_put_if(r, &x2, &p.Y, fe_is_zero(&z2));
	ed_put_if(r, &zero, &minus, fe_is_zero(&x1));
	ed_put_if(r, &zero, &one, fe_is_zero(&z1) | flat);
	/* Of P = (0, -1) it is P if k is odd. */
	ed_put_if(r, &zero, &p.Y, flat & odd);
	return bad;
}
