/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Short Weierstrass curves y^2 = x^3 - 3 x + b of prime order n over a prime of 256
 * bits (fe256.h). A curve is one header of constants: p256.h. The group, the tables and
 * the scalar multiplications (sw_*.h) are templates over the curve, SW(name), and over
 * the arithmetic, FE(name). Documentation/adding-a-curve.rst.
 *
 * The constants, numbers as four 64-bit words 0 to 3, the least significant first:
 *
 *	SW(TERMS)(TERM)	TERM(e, s), s being 1 or -1, for each term s 2^e of p + 1;
 *			e is a multiple of 32 and at least 64
 *	SW(P0)		p
 *	SW(N0)		n, the order
 *	SW(B0)		b
 *	SW(X0), SW(Y0)	the base point G
 *	SW(R0)		2^256 modulo p
 *	SW(RR0)		2^512 modulo p
 *	SW(RB0)		b 2^256 modulo p
 *
 * Scalars are in [1, n - 1]. Points are affine, x and y below p, and on the curve. As n
 * is prime, no multiple of a point by such a scalar is the point at infinity.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_SW_H
#define WARPCRYPT_KERNELS_CURVE_SW_H

#include "kernels/curve/fe256.h"
#include "kernels/curve/sw_sizes.h"

#ifndef SW_WINDOW
#define SW_WINDOW	4	/* bits a digit of [k]P; they divide 256 */
#endif

#define sw_point	FE(sw_point)
#define sw_affine	FE(sw_affine)

#endif /* WARPCRYPT_KERNELS_CURVE_SW_H */
