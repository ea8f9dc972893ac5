/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scalars and points as bytes: SEC 1's fixed-length numbers, 32 bytes each, the most
 * significant first. A template, see sw.h.
 */

#define sw_swap		FE(sw_swap)
#define sw_scalar	FE(sw_scalar)
#define sw_decode	FE(sw_decode)
#define sw_encode	FE(sw_encode)

/* A number of 32 bytes as four words, from words as memory has them; or back. */
FE_FN void sw_swap(fe_u64 r[4], const fe_u64 w[4])
{
	const uint64_t m8 = 0x00ff00ff00ff00ffULL, m16 = 0x0000ffff0000ffffULL;
	fe_u64 t[4];

	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		fe_u64 x = w[3 - i];

		x = (x >> 8 & m8) | (x & m8) << 8;
		x = (x >> 16 & m16) | (x & m16) << 16;
		t[i] = x >> 32 | x << 32;
	}
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		r[i] = t[i];
}

/**
 * sw_scalar() - a scalar from its bytes
 * @k: four words a lane; 1 where there is none
 * @w: 32 bytes as four words of memory
 *
 * Return: all ones in the lanes where it is 0, or n or more.
 */
FE_FN fe_u64 sw_scalar(fe_u64 k[4], const fe_u64 w[4])
{
	fe_u64 bad;

	sw_swap(k, w);
	bad = mask_zero(k[0] | k[1] | k[2] | k[3]) |
	      ~fe_below(k, SW(N0), SW(N1), SW(N2), SW(N3));
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		k[i] &= ~bad;
	k[0] |= bad & 1;
	return bad;
}

/**
 * sw_decode() - a point from its bytes
 * @r: the point; G where there is none
 * @w: x and y, 64 bytes as eight words of memory
 *
 * Return: all ones in the lanes where x or y is p or more, or (x, y) is not on the
 * curve; the point at infinity has no such bytes.
 */
FE_BIG_FN fe_u64 sw_decode(sw_affine *r, const fe_u64 w[8])
{
	fe_u64 x[4], y[4], bad;
	fe g, b;

	sw_swap(x, w);
	sw_swap(y, w + 4);
	bad = ~(fe_below(x, SW(P0), SW(P1), SW(P2), SW(P3)) &
		fe_below(y, SW(P0), SW(P1), SW(P2), SW(P3)));
	fe_load(&r->x, x);
	fe_load(&r->y, y);
	sw_load_b(&b);
	bad |= ~sw_is_on_curve(r, &b);
	fe_constant(&g, SW(X0), SW(X1), SW(X2), SW(X3));
	fe_cmov(&r->x, &g, bad);
	fe_constant(&g, SW(Y0), SW(Y1), SW(Y2), SW(Y3));
	fe_cmov(&r->y, &g, bad);
	return bad;
}

/**
 * sw_encode() - a point's bytes
 * @w: x and y, 64 bytes as eight words of memory
 * @p: a point
 * @zinv: 1 / Z
 */
FE_BIG_FN void sw_encode(fe_u64 w[8], const sw_point *p, const fe *zinv)
{
	fe t;

	fe_mul(&t, &p->X, zinv);
	fe_store(w, &t);
	sw_swap(w, w);
	fe_mul(&t, &p->Y, zinv);
	fe_store(w + 4, &t);
	sw_swap(w + 4, w + 4);
}
