/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scalars and points as bytes: SEC 1's fixed-length numbers, 32 bytes each, the most
 * significant first. A template, see wei.h.
 */

#define wei_swap	FE(wei_swap)
#define wei_scalar	FE(wei_scalar)
#define wei_decode	FE(wei_decode)
#define wei_encode	FE(wei_encode)

/* A number of 32 bytes as four words, from words as memory has them; or back. */
FE_FN void wei_swap(fe_u64 r[4], const fe_u64 w[4])
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
 * wei_scalar() - a scalar from its bytes
 * @k: four words a lane; 1 where there is none
 * @w: 32 bytes as four words of memory
 *
 * Return: all ones in the lanes where it is 0, or n or more.
 */
FE_FN fe_u64 wei_scalar(fe_u64 k[4], const fe_u64 w[4])
{
	fe_u64 bad;

	wei_swap(k, w);
	bad = mask_zero(k[0] | k[1] | k[2] | k[3]) |
	      ~fe_below(k, WEI(N0), WEI(N1), WEI(N2), WEI(N3));
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		k[i] &= ~bad;
	k[0] |= bad & 1;
	return bad;
}

/**
 * wei_decode() - a point from its bytes
 * @r: the point; G where there is none
 * @w: x and y, 64 bytes as eight words of memory
 *
 * Return: all ones in the lanes where x or y is p or more, or (x, y) is not on the
 * curve; the point at infinity has no such bytes.
 */
FE_BIG_FN fe_u64 wei_decode(wei_affine *r, const fe_u64 w[8])
{
	fe_u64 x[4], y[4], bad;
	fe g, b;

	wei_swap(x, w);
	wei_swap(y, w + 4);
	bad = ~(fe_below(x, WEI(P0), WEI(P1), WEI(P2), WEI(P3)) &
		fe_below(y, WEI(P0), WEI(P1), WEI(P2), WEI(P3)));
	fe_load(&r->x, x);
	fe_load(&r->y, y);
	wei_load_b(&b);
	bad |= ~wei_is_on_curve(r, &b);
	fe_constant(&g, WEI(X0), WEI(X1), WEI(X2), WEI(X3));
	fe_cmov(&r->x, &g, bad);
	fe_constant(&g, WEI(Y0), WEI(Y1), WEI(Y2), WEI(Y3));
	fe_cmov(&r->y, &g, bad);
	return bad;
}

/* A point's x and y, 64 bytes as eight words of memory; @zinv is 1 / Z. */
FE_BIG_FN void wei_encode(fe_u64 w[8], const wei_point *p, const fe *zinv)
{
	fe t;

	fe_mul(&t, &p->X, zinv);
	fe_store(w, &t);
	wei_swap(w, w);
	fe_mul(&t, &p->Y, zinv);
	fe_store(w + 4, &t);
	wei_swap(w + 4, w + 4);
}
