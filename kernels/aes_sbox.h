/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The AES S-box as a circuit of XOR, AND and NOT, on as many bytes at a time as
 * a word (kernels/word.h) has bits.
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

#include "kernels/word.h"

/**
 * aes_sbox() - SubBytes on one byte a bit
 * @q: word j holds bit j of each byte
 */
WC_FN void aes_sbox(bs_word *q)
{
	bs_word x0 = q[7], x1 = q[6], x2 = q[5], x3 = q[4];
	bs_word x4 = q[3], x5 = q[2], x6 = q[1], x7 = q[0];

	/* top */
	bs_word y14 = x3 ^ x5;
	bs_word y13 = x0 ^ x6;
	bs_word y9 = x0 ^ x3;
	bs_word y8 = x0 ^ x5;
	bs_word t0 = x1 ^ x2;
	bs_word y1 = t0 ^ x7;
	bs_word y4 = y1 ^ x3;
	bs_word y12 = y13 ^ y14;
	bs_word y2 = y1 ^ x0;
	bs_word y5 = y1 ^ x6;
	bs_word y3 = y5 ^ y8;
	bs_word t1 = x4 ^ y12;
	bs_word y15 = t1 ^ x5;
	bs_word y20 = t1 ^ x1;
	bs_word y6 = y15 ^ x7;
	bs_word y10 = y15 ^ t0;
	bs_word y11 = y20 ^ y9;
	bs_word y7 = x7 ^ y11;
	bs_word y17 = y10 ^ y11;
	bs_word y19 = y10 ^ y8;
	bs_word y16 = t0 ^ y11;
	bs_word y21 = y13 ^ y16;
	bs_word y18 = x0 ^ y16;

	/* inversion */
	bs_word t2 = y12 & y15;
	bs_word t3 = y3 & y6;
	bs_word t4 = t3 ^ t2;
	bs_word t5 = y4 & x7;
	bs_word t6 = t5 ^ t2;
	bs_word t7 = y13 & y16;
	bs_word t8 = y5 & y1;
	bs_word t9 = t8 ^ t7;
	bs_word t10 = y2 & y7;
	bs_word t11 = t10 ^ t7;
	bs_word t12 = y9 & y11;
	bs_word t13 = y14 & y17;
	bs_word t14 = t13 ^ t12;
	bs_word t15 = y8 & y10;
	bs_word t16 = t15 ^ t12;
	bs_word t17 = t4 ^ t14;
	bs_word t18 = t6 ^ t16;
	bs_word t19 = t9 ^ t14;
	bs_word t20 = t11 ^ t16;
	bs_word t21 = t17 ^ y20;
	bs_word t22 = t18 ^ y19;
	bs_word t23 = t19 ^ y21;
	bs_word t24 = t20 ^ y18;
	bs_word t25 = t21 ^ t22;
	bs_word t26 = t21 & t23;
	bs_word t27 = t24 ^ t26;
	bs_word t28 = t25 & t27;
	bs_word t29 = t28 ^ t22;
	bs_word t30 = t23 ^ t24;
	bs_word t31 = t22 ^ t26;
	bs_word t32 = t31 & t30;
	bs_word t33 = t32 ^ t24;
	bs_word t34 = t23 ^ t33;
	bs_word t35 = t27 ^ t33;
	bs_word t36 = t24 & t35;
	bs_word t37 = t36 ^ t34;
	bs_word t38 = t27 ^ t36;
	bs_word t39 = t29 & t38;
	bs_word t40 = t25 ^ t39;
	bs_word t41 = t40 ^ t37;
	bs_word t42 = t29 ^ t33;
	bs_word t43 = t29 ^ t40;
	bs_word t44 = t33 ^ t37;
	bs_word t45 = t42 ^ t41;
	bs_word z0 = t44 & y15;
	bs_word z1 = t37 & y6;
	bs_word z2 = t33 & x7;
	bs_word z3 = t43 & y16;
	bs_word z4 = t40 & y1;
	bs_word z5 = t29 & y7;
	bs_word z6 = t42 & y11;
	bs_word z7 = t45 & y17;
	bs_word z8 = t41 & y10;
	bs_word z9 = t44 & y12;
	bs_word z10 = t37 & y3;
	bs_word z11 = t33 & y4;
	bs_word z12 = t43 & y13;
	bs_word z13 = t40 & y5;
	bs_word z14 = t29 & y2;
	bs_word z15 = t42 & y9;
	bs_word z16 = t45 & y14;
	bs_word z17 = t41 & y8;

	/* bottom */
	bs_word t46 = z15 ^ z16;
	bs_word t47 = z10 ^ z11;
	bs_word t48 = z5 ^ z13;
	bs_word t49 = z9 ^ z10;
	bs_word t50 = z2 ^ z12;
	bs_word t51 = z2 ^ z5;
	bs_word t52 = z7 ^ z8;
	bs_word t53 = z0 ^ z3;
	bs_word t54 = z6 ^ z7;
	bs_word t55 = z16 ^ z17;
	bs_word t56 = z12 ^ t48;
	bs_word t57 = t50 ^ t53;
	bs_word t58 = z4 ^ t46;
	bs_word t59 = z3 ^ t54;
	bs_word t60 = t46 ^ t57;
	bs_word t61 = z14 ^ t57;
	bs_word t62 = t52 ^ t58;
	bs_word t63 = t49 ^ t58;
	bs_word t64 = z4 ^ t59;
	bs_word t65 = t61 ^ t62;
	bs_word t66 = z1 ^ t63;
	bs_word s0 = t59 ^ t63;
	bs_word s6 = t56 ^ ~t62;
	bs_word s7 = t48 ^ ~t60;
	bs_word t67 = t64 ^ t65;
	bs_word s3 = t53 ^ t66;
	bs_word s4 = t51 ^ t66;
	bs_word s5 = t47 ^ t65;
	bs_word s1 = t64 ^ ~s3;
	bs_word s2 = t55 ^ ~t67;

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
WC_FN void aes_inv_affine(bs_word *q)
{
	bs_word a[8];
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
 * aes_inv_sbox() - InvSubBytes on one byte a bit
 * @q: word j holds bit j of each byte
 *
 * With A the affine part and I the inversion, S = A I, so I = A^-1 S, and
 * S^-1 = I A^-1 = A^-1 S A^-1.
 */
WC_FN void aes_inv_sbox(bs_word *q)
{
	aes_inv_affine(q);
	aes_sbox(q);
	aes_inv_affine(q);
}

#endif /* WARPCRYPT_KERNELS_AES_SBOX_H */
