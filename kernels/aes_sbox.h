/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The AES S-box as a circuit of XOR, AND and NOT, on 32 bytes at a time.
 *
 * The circuit is that of J. Boyar and R. Peralta, "A new combinational logic
 * minimization technique with applications to cryptology" (SEA 2010, ePrint
 * 2009/191), in their later form of 115 gates, with their names: x is the
 * input and s the output, x0 and s0 being the most significant bits; y is the
 * linear layer at the top, t up to t45 the inversion in GF(2^8), z its
 * products with the top layer, and the rest the linear layer at the bottom.
 */
#ifndef WARPCRYPT_KERNELS_AES_SBOX_H
#define WARPCRYPT_KERNELS_AES_SBOX_H

#include "kernels/plain.h"

/**
 * aes_sbox() - SubBytes on 32 bytes
 * @q: word j holds bit j of each byte
 */
WC_FN void aes_sbox(uint32_t *q)
{
	uint32_t x0 = q[7], x1 = q[6], x2 = q[5], x3 = q[4];
	uint32_t x4 = q[3], x5 = q[2], x6 = q[1], x7 = q[0];

	/* top */
	uint32_t y14 = x3 ^ x5;
	uint32_t y13 = x0 ^ x6;
	uint32_t y9 = x0 ^ x3;
	uint32_t y8 = x0 ^ x5;
	uint32_t t0 = x1 ^ x2;
	uint32_t y1 = t0 ^ x7;
	uint32_t y4 = y1 ^ x3;
	uint32_t y12 = y13 ^ y14;
	uint32_t y2 = y1 ^ x0;
	uint32_t y5 = y1 ^ x6;
	uint32_t y3 = y5 ^ y8;
	uint32_t t1 = x4 ^ y12;
	uint32_t y15 = t1 ^ x5;
	uint32_t y20 = t1 ^ x1;
	uint32_t y6 = y15 ^ x7;
	uint32_t y10 = y15 ^ t0;
	uint32_t y11 = y20 ^ y9;
	uint32_t y7 = x7 ^ y11;
	uint32_t y17 = y10 ^ y11;
	uint32_t y19 = y10 ^ y8;
	uint32_t y16 = t0 ^ y11;
	uint32_t y21 = y13 ^ y16;
	uint32_t y18 = x0 ^ y16;

	/* inversion */
	uint32_t t2 = y12 & y15;
	uint32_t t3 = y3 & y6;
	uint32_t t4 = t3 ^ t2;
	uint32_t t5 = y4 & x7;
	uint32_t t6 = t5 ^ t2;
	uint32_t t7 = y13 & y16;
	uint32_t t8 = y5 & y1;
	uint32_t t9 = t8 ^ t7;
	uint32_t t10 = y2 & y7;
	uint32_t t11 = t10 ^ t7;
	uint32_t t12 = y9 & y11;
	uint32_t t13 = y14 & y17;
	uint32_t t14 = t13 ^ t12;
	uint32_t t15 = y8 & y10;
	uint32_t t16 = t15 ^ t12;
	uint32_t t17 = t4 ^ t14;
	uint32_t t18 = t6 ^ t16;
	uint32_t t19 = t9 ^ t14;
	uint32_t t20 = t11 ^ t16;
	uint32_t t21 = t17 ^ y20;
	uint32_t t22 = t18 ^ y19;
	uint32_t t23 = t19 ^ y21;
	uint32_t t24 = t20 ^ y18;
	uint32_t t25 = t21 ^ t22;
	uint32_t t26 = t21 & t23;
	uint32_t t27 = t24 ^ t26;
	uint32_t t28 = t25 & t27;
	uint32_t t29 = t28 ^ t22;
	uint32_t t30 = t23 ^ t24;
	uint32_t t31 = t22 ^ t26;
	uint32_t t32 = t31 & t30;
	uint32_t t33 = t32 ^ t24;
	uint32_t t34 = t23 ^ t33;
	uint32_t t35 = t27 ^ t33;
	uint32_t t36 = t24 & t35;
	uint32_t t37 = t36 ^ t34;
	uint32_t t38 = t27 ^ t36;
	uint32_t t39 = t29 & t38;
	uint32_t t40 = t25 ^ t39;
	uint32_t t41 = t40 ^ t37;
	uint32_t t42 = t29 ^ t33;
	uint32_t t43 = t29 ^ t40;
	uint32_t t44 = t33 ^ t37;
	uint32_t t45 = t42 ^ t41;
	uint32_t z0 = t44 & y15;
	uint32_t z1 = t37 & y6;
	uint32_t z2 = t33 & x7;
	uint32_t z3 = t43 & y16;
	uint32_t z4 = t40 & y1;
	uint32_t z5 = t29 & y7;
	uint32_t z6 = t42 & y11;
	uint32_t z7 = t45 & y17;
	uint32_t z8 = t41 & y10;
	uint32_t z9 = t44 & y12;
	uint32_t z10 = t37 & y3;
	uint32_t z11 = t33 & y4;
	uint32_t z12 = t43 & y13;
	uint32_t z13 = t40 & y5;
	uint32_t z14 = t29 & y2;
	uint32_t z15 = t42 & y9;
	uint32_t z16 = t45 & y14;
	uint32_t z17 = t41 & y8;

	/* bottom */
	uint32_t t46 = z15 ^ z16;
	uint32_t t47 = z10 ^ z11;
	uint32_t t48 = z5 ^ z13;
	uint32_t t49 = z9 ^ z10;
	uint32_t t50 = z2 ^ z12;
	uint32_t t51 = z2 ^ z5;
	uint32_t t52 = z7 ^ z8;
	uint32_t t53 = z0 ^ z3;
	uint32_t t54 = z6 ^ z7;
	uint32_t t55 = z16 ^ z17;
	uint32_t t56 = z12 ^ t48;
	uint32_t t57 = t50 ^ t53;
	uint32_t t58 = z4 ^ t46;
	uint32_t t59 = z3 ^ t54;
	uint32_t t60 = t46 ^ t57;
	uint32_t t61 = z14 ^ t57;
	uint32_t t62 = t52 ^ t58;
	uint32_t t63 = t49 ^ t58;
	uint32_t t64 = z4 ^ t59;
	uint32_t t65 = t61 ^ t62;
	uint32_t t66 = z1 ^ t63;
	uint32_t s0 = t59 ^ t63;
	uint32_t s6 = t56 ^ ~t62;
	uint32_t s7 = t48 ^ ~t60;
	uint32_t t67 = t64 ^ t65;
	uint32_t s3 = t53 ^ t66;
	uint32_t s4 = t51 ^ t66;
	uint32_t s5 = t47 ^ t65;
	uint32_t s1 = t64 ^ ~s3;
	uint32_t s2 = t55 ^ ~t67;

	q[7] = s0;
	q[6] = s1;
	q[5] = s2;
	q[4] = s3;
	q[3] = s4;
	q[2] = s5;
	q[1] = s6;
	q[0] = s7;
}

/*
 * The inverse of the S-box's affine part (FIPS 197, 5.3.2): bit i becomes the
 * sum of bits i + 2, i + 5 and i + 7, and {05} is added.
 */
WC_FN void aes_inv_affine(uint32_t *q)
{
	uint32_t a[8];
	int i;

	WC_UNROLL
	for (i = 0; i < 8; i++)
		a[i] = q[i];
	WC_UNROLL
	for (i = 0; i < 8; i++)
		q[i] = a[(i + 2) & 7] ^ a[(i + 5) & 7] ^ a[(i + 7) & 7];
	q[0] = ~q[0];
	q[2] = ~q[2];
}

/**
 * aes_inv_sbox() - InvSubBytes on 32 bytes
 * @q: word j holds bit j of each byte
 *
 * With A the affine part and I the inversion, S = A I, so I = A^-1 S, and
 * S^-1 = I A^-1 = A^-1 S A^-1.
 */
WC_FN void aes_inv_sbox(uint32_t *q)
{
	aes_inv_affine(q);
	aes_sbox(q);
	aes_inv_affine(q);
}

#endif /* WARPCRYPT_KERNELS_AES_SBOX_H */
