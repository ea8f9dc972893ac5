/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Short Weierstrass curves y^2 = x^3 - 3 x + b of prime order n over a prime of 256
 * bits (fe256.h). A curve is one header of constants: p256.h. The group, the tables and
 * the scalar multiplications (wei_*.h) are templates over the curve, WEI(name), and over
 * the arithmetic, FE(name). Documentation/curves.rst.
 *
 * The constants, numbers as four 64-bit words 0 to 3, the least significant first:
 *
 *	WEI(TERMS)(TERM)	TERM(e, s), s being 1 or -1, for each term s 2^e of p + 1;
 *				e is a multiple of 32 and at least 64
 *	WEI(P0)			p
 *	WEI(N0)			n, the order
 *	WEI(B0)			b
 *	WEI(X0), WEI(Y0)	the base point G
 *	WEI(R0)			2^256 modulo p
 *	WEI(RR0)		2^512 modulo p
 *	WEI(RB0)		b 2^256 modulo p
 *
 * Scalars are in [1, n - 1]. Points are affine, x and y below p, and on the curve. As n
 * is prime, no multiple of a point by such a scalar is the point at infinity.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_WEI_H
#define WARPCRYPT_KERNELS_CURVE_WEI_H

#include "kernels/curve/fe256.h"
#include "kernels/curve/wei_sizes.h"

#define WEI_WINDOW	4	/* bits a digit of [k]P; they divide 256 */

#define wei_point	FE(wei_point)
#define wei_affine	FE(wei_affine)

#endif /* WARPCRYPT_KERNELS_CURVE_WEI_H */
