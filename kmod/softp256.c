// SPDX-License-Identifier: GPL-2.0-only
/*
 * P-256 in software: the fallback, over the field arithmetic of kernels/, as in the
 * helper's CPU engine.
 *
 * Not the kernel's own ecdh-nist-p256-generic: it addresses memory by bits of the scalar;
 * on 6.1 it refuses one valid scalar in 2^32; and it has no result for the two points
 * with x = 0.
 *
 * Constant time: no branch and no address depends on a scalar or on a point,
 * except on whether they are valid.
 */
#include "kpp.h"

#include <linux/errno.h>
#include <linux/string.h>

#include "kernels/curve/p256.h"

#define WEI(name)	P256_##name
#define FE(name)	i64_##name
#include "kernels/curve/wei.h"
#include "kernels/curve/fe256_i64.h"
#include "kernels/curve/fe_common.h"
#include "kernels/curve/fe256_pow.h"
#include "kernels/curve/wei_point.h"
#include "kernels/curve/wei_code.h"

/*
 * [k]P, from the top bit of k down: for each bit a doubling, and an addition of P, whose
 * result is taken or not. Complete formulas: the sum may be at infinity or be P. wei_mult() is
 * faster, but its table does not fit the kernel's stack.
 */
static void wc_softp256_multiply(wei_point *r, const u64 k[4],
				 const wei_affine *p)
{
	wei_point sum;
	fe b;
	int i;

	wei_load_b(&b);
	wei_infinity(r);
	for (i = 255; i >= 0; i--) {
		u64 mask = WC_HIDE(0 - (k[i / 64] >> (i % 64) & 1));

		wei_double(r, r, &b);
		wei_add_affine(&sum, r, p, &b);
		fe_cmov(&r->X, &sum.X, mask);
		fe_cmov(&r->Y, &sum.Y, mask);
		fe_cmov(&r->Z, &sum.Z, mask);
	}
	memzero_explicit(&sum, sizeof(sum));
}

/**
 * wc_softp256() - one scalar multiplication
 * @mode: enum warpcrypt_kpp
 * @result: WARPCRYPT_KPP_BASE: x and y of the product, 64 bytes; WARPCRYPT_KPP_POINT: its x,
 *	32 bytes. Numbers have the most significant byte first. The caller must wipe it
 * @scalar: from 1 to n - 1, else there is no result
 * @point: x and y; not used for WARPCRYPT_KPP_BASE
 *
 * Context: any; takes 0.1 ms or more.
 * Return: 0, or -EINVAL when @scalar is out of range, a coordinate of @point is p or more, or
 * @point is not on the curve; @result is not written then.
 */
int wc_softp256(u8 mode, u8 *result, const u8 scalar[32], const u8 point[64])
{
	bool base = mode == WARPCRYPT_KPP_BASE;
	struct {
		u64 k[4], w[8];
		wei_affine p;
		wei_point r;
	} s;
	int err = -EINVAL;

	wc_soft_get(s.w, scalar, 4);
	if (wei_scalar(s.k, s.w))
		goto wipe;
	if (base) {
		fe_constant(&s.p.x, P256_X0, P256_X1, P256_X2, P256_X3);
		fe_constant(&s.p.y, P256_Y0, P256_Y1, P256_Y2, P256_Y3);
	} else {
		wc_soft_get(s.w, point, 8);
		if (wei_decode(&s.p, s.w))
			goto wipe;
	}
	wc_softp256_multiply(&s.r, s.k, &s.p);
	fe_invert(&s.r.Z, &s.r.Z);
	wei_encode(s.w, &s.r, &s.r.Z);
	wc_soft_put(result, s.w, base ? 8 : 4);
	err = 0;
wipe:
	memzero_explicit(&s, sizeof(s));
	return err;
}
