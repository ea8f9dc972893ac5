/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The AES S-box as a circuit of XOR, AND and NOT, on as many bytes at a time as
 * a word (kernels/block/word.h) has bits.
 *
 * The circuit is that of J. Boyar and R. Peralta, "A new combinational logic
 * minimization technique with applications to cryptology" (SEA 2010, ePrint
 * 2009/191), in their later form of 115 gates, with their names: x is the
 * input and s the output, x0 and s0 being the most significant bits; y is the
 * linear layer at the top, t up to t45 the inversion in GF(2^8), z its
 * products with the top layer, and the rest the linear layer at the bottom.
 * The form with three-input gates (71 of them) was made from it by the random walk
 * that kernels/block/kuznyechik_sbox.h describes.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_AES_SBOX_H
#define WARPCRYPT_KERNELS_BLOCK_AES_SBOX_H

#include "kernels/block/word.h"

/* SubBytes on one byte a bit: word j holds bit j of each byte. */
WC_FN void aes_sbox(bs_word *q)
{
#if BS_HAS_LUT3
	bs_word x0 = q[0], x1 = q[1], x2 = q[2], x3 = q[3];
	bs_word x4 = q[4], x5 = q[5], x6 = q[6], x7 = q[7];

	bs_word t0 = bs_lut3(x3, x7, x2, 0x66);
	bs_word t1 = bs_lut3(t0, x3, x7, 0x96);
	bs_word t2 = bs_lut3(x7, t1, x1, 0x5a);
	bs_word t3 = bs_lut3(x4, x7, x2, 0x3c);
	bs_word t4 = bs_lut3(x2, x5, t3, 0x96);
	bs_word t5 = bs_lut3(t4, t3, t0, 0x60);
	bs_word t6 = bs_lut3(x1, x2, t3, 0x96);
	bs_word t7 = bs_lut3(t4, t1, t6, 0x96);
	bs_word t8 = bs_lut3(t7, x6, x5, 0x96);
	bs_word t9 = bs_lut3(t3, t8, x0, 0x66);
	bs_word t10 = bs_lut3(x1, t9, t7, 0x96);
	bs_word t11 = bs_lut3(t3, t2, t10, 0x66);
	bs_word t12 = bs_lut3(t4, t8, t1, 0x3c);
	bs_word t13 = bs_lut3(t12, t11, x7, 0x96);
	bs_word t14 = bs_lut3(t13, t0, t10, 0x60);
	bs_word t15 = bs_lut3(t3, t8, x7, 0xc0);
	bs_word t16 = bs_lut3(t6, t1, t15, 0x9a);
	bs_word t17 = bs_lut3(t16, t14, t5, 0x96);
	bs_word t18 = bs_lut3(t8, t17, t3, 0x96);
	bs_word t19 = bs_lut3(t10, x1, t18, 0x30);
	bs_word t20 = bs_lut3(t7, t19, t2, 0x36);
	bs_word t21 = bs_lut3(t15, t5, t20, 0x96);
	bs_word t22 = bs_lut3(t7, t2, t15, 0x6a);
	bs_word t23 = bs_lut3(t22, t12, t0, 0x78);
	bs_word t24 = bs_lut3(t11, t23, t9, 0x36);
	bs_word t25 = bs_lut3(t24, t18, t21, 0x7a);
	bs_word t26 = bs_lut3(x0, t3, t11, 0x60);
	bs_word t27 = bs_lut3(t0, t19, t12, 0xfa);
	bs_word t28 = bs_lut3(t27, t26, t16, 0x96);
	bs_word t29 = bs_lut3(t18, t28, t24, 0x9c);
	bs_word t30 = bs_lut3(t21, t29, t24, 0xe2);
	bs_word t31 = bs_lut3(t30, t21, t25, 0x7a);
	bs_word t32 = bs_lut3(t30, t31, x7, 0x3c);
	bs_word t33 = bs_lut3(t18, t25, t28, 0x1a);
	bs_word t34 = bs_lut3(t28, t21, t33, 0xea);
	bs_word t35 = bs_lut3(x6, t31, t34, 0x66);
	bs_word t36 = bs_lut3(t24, t18, t33, 0x46);
	bs_word t37 = bs_lut3(t31, t36, t30, 0x66);
	bs_word t38 = bs_lut3(t37, t8, t35, 0x5a);
	bs_word t39 = bs_lut3(t38, t32, t2, 0x28);
	bs_word t40 = bs_lut3(t38, t6, t2, 0x60);
	bs_word t41 = bs_lut3(t37, t40, t3, 0x6c);
	bs_word t42 = bs_lut3(t34, t13, t12, 0x60);
	bs_word t43 = bs_lut3(t42, x0, t41, 0x5a);
	bs_word t44 = bs_lut3(t43, t32, t6, 0x78);
	bs_word t45 = bs_lut3(t10, t0, t31, 0x28);
	bs_word t46 = bs_lut3(t0, t45, t44, 0x66);
	bs_word t47 = bs_lut3(t31, t46, t13, 0x6c);
	bs_word t48 = bs_lut3(t7, t32, t38, 0x60);
	bs_word t49 = bs_lut3(t13, t32, x0, 0x48);
	bs_word t50 = bs_lut3(t49, t48, t47, 0x96);
	bs_word t51 = bs_lut3(t30, x0, t47, 0x6a);
	bs_word t52 = bs_lut3(t18, t38, t4, 0x88);
	bs_word t53 = bs_lut3(t43, t52, t14, 0x3c);
	bs_word t54 = bs_lut3(t12, t53, t35, 0x6c);
	bs_word t55 = bs_lut3(t54, t39, t51, 0x96);
	bs_word t56 = bs_lut3(t55, t46, t50, 0x5a);
	bs_word t57 = bs_lut3(t36, t9, t51, 0x6a);
	bs_word t58 = bs_lut3(t40, t0, t35, 0x78);
	bs_word t59 = bs_lut3(t58, t57, t55, 0x66);
	bs_word t60 = bs_lut3(t34, t10, t59, 0x6a);
	bs_word t61 = bs_lut3(t60, t47, t56, 0x5a);
	bs_word t62 = bs_lut3(t41, t61, t39, 0x96);
	bs_word t63 = bs_lut3(t3, t30, t11, 0x48);
	bs_word t64 = bs_lut3(t36, t11, t56, 0x6a);
	bs_word t65 = bs_lut3(t64, t45, t63, 0x96);
	bs_word t66 = bs_lut3(t52, t37, t8, 0x78);
	bs_word t67 = bs_lut3(t48, t66, t42, 0x96);
	bs_word t68 = bs_lut3(t58, t64, t67, 0x96);
	bs_word t69 = bs_lut3(t45, t50, t67, 0x66);
	bs_word t70 = bs_lut3(t67, t46, t42, 0x96);

	q[0] = ~t62;
	q[1] = ~t60;
	q[2] = t65;
	q[3] = t57;
	q[4] = t50;
	q[5] = ~t68;
	q[6] = ~t69;
	q[7] = t70;
#else
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
#endif
}

/**
 * aes_inv_sbox() - InvSubBytes on one byte a bit
 * @q: word j holds bit j of each byte
 *
 * With A the S-box's affine part and I the inversion, S = A I, so I = A^-1 S,
 * and S^-1 = I A^-1 = A^-1 S A^-1. The circuit above between two inverse affine
 * maps has 142 gates; these 113, or 73 with three inputs, came out of them by the random walk that
 * kernels/block/kuznyechik_sbox.h tells of.
 */
WC_FN void aes_inv_sbox(bs_word *q)
{
#if BS_HAS_LUT3
	bs_word x0 = q[0], x1 = q[1], x2 = q[2], x3 = q[3];
	bs_word x4 = q[4], x5 = q[5], x6 = q[6], x7 = q[7];

	bs_word t0 = bs_lut3(x7, x2, x5, 0x96);
	bs_word t1 = bs_lut3(x7, x6, t0, 0x3c);
	bs_word t2 = bs_lut3(t1, x4, x3, 0x66);
	bs_word t3 = bs_lut3(x0, x1, t2, 0x96);
	bs_word t4 = bs_lut3(x2, x1, t3, 0x66);
	bs_word t5 = bs_lut3(x6, t3, x3, 0x96);
	bs_word t6 = bs_lut3(t5, x5, t4, 0x96);
	bs_word t7 = bs_lut3(x7, t5, x2, 0x96);
	bs_word t8 = bs_lut3(t2, x5, t1, 0x5a);
	bs_word t9 = bs_lut3(x4, t4, x6, 0xde);
	bs_word t10 = bs_lut3(t9, x4, t1, 0x66);
	bs_word t11 = bs_lut3(t10, t8, t4, 0x5a);
	bs_word t12 = bs_lut3(x4, t7, t2, 0x22);
	bs_word t13 = bs_lut3(t12, t1, t11, 0xb4);
	bs_word t14 = bs_lut3(t0, t5, t13, 0x56);
	bs_word t15 = bs_lut3(t13, t3, t6, 0xb4);
	bs_word t16 = bs_lut3(t5, x5, t2, 0x42);
	bs_word t17 = bs_lut3(t16, x3, t15, 0x96);
	bs_word t18 = bs_lut3(t17, t15, x0, 0x5a);
	bs_word t19 = bs_lut3(t0, t10, t6, 0x3c);
	bs_word t20 = bs_lut3(t19, t8, t6, 0xde);
	bs_word t21 = bs_lut3(t6, x3, t3, 0x50);
	bs_word t22 = bs_lut3(t21, t9, t12, 0x96);
	bs_word t23 = bs_lut3(t22, t16, t20, 0x5a);
	bs_word t24 = bs_lut3(t19, t8, t3, 0x90);
	bs_word t25 = bs_lut3(t10, t24, x6, 0xc6);
	bs_word t26 = bs_lut3(t1, t7, t8, 0x84);
	bs_word t27 = bs_lut3(t26, t25, t20, 0x96);
	bs_word t28 = bs_lut3(t2, t23, t27, 0xee);
	bs_word t29 = bs_lut3(t28, t23, t18, 0x96);
	bs_word t30 = bs_lut3(t24, t29, t14, 0x96);
	bs_word t31 = bs_lut3(t18, t23, t30, 0xe8);
	bs_word t32 = bs_lut3(t23, t18, t30, 0xf6);
	bs_word t33 = bs_lut3(t28, t32, t18, 0x72);
	bs_word t34 = bs_lut3(t33, t31, t1, 0x3c);
	bs_word t35 = bs_lut3(t27, t32, t30, 0xc8);
	bs_word t36 = bs_lut3(t26, t35, t34, 0x66);
	bs_word t37 = bs_lut3(t11, t36, t7, 0xde);
	bs_word t38 = bs_lut3(t29, t27, t30, 0x5c);
	bs_word t39 = bs_lut3(t25, t38, t31, 0x66);
	bs_word t40 = bs_lut3(t7, t39, t37, 0x56);
	bs_word t41 = bs_lut3(t35, t40, t6, 0x9c);
	bs_word t42 = bs_lut3(t39, t36, t18, 0x3c);
	bs_word t43 = bs_lut3(t42, x6, t33, 0x5a);
	bs_word t44 = bs_lut3(t43, t4, t41, 0x9a);
	bs_word t45 = bs_lut3(t2, t39, t33, 0x30);
	bs_word t46 = bs_lut3(t36, t44, t8, 0x36);
	bs_word t47 = bs_lut3(t12, t46, t45, 0x66);
	bs_word t48 = bs_lut3(t47, t35, t3, 0x78);
	bs_word t49 = bs_lut3(t10, t43, x7, 0x84);
	bs_word t50 = bs_lut3(t34, t19, t40, 0xa6);
	bs_word t51 = bs_lut3(t10, t33, t50, 0xa6);
	bs_word t52 = bs_lut3(t51, t49, t48, 0x66);
	bs_word t53 = bs_lut3(t18, t52, t44, 0x66);
	bs_word t54 = bs_lut3(t10, t33, x6, 0x48);
	bs_word t55 = bs_lut3(t54, t31, t5, 0x1e);
	bs_word t56 = bs_lut3(t55, t42, t1, 0xb4);
	bs_word t57 = bs_lut3(t53, t49, t56, 0x5a);
	bs_word t58 = bs_lut3(t3, t8, t34, 0xbe);
	bs_word t59 = bs_lut3(t45, t58, t57, 0x96);
	bs_word t60 = bs_lut3(t59, t54, t53, 0x96);
	bs_word t61 = bs_lut3(t0, t50, t31, 0x36);
	bs_word t62 = bs_lut3(t11, t61, t42, 0x6c);
	bs_word t63 = bs_lut3(t53, t37, t62, 0x96);
	bs_word t64 = bs_lut3(t38, t7, t0, 0x60);
	bs_word t65 = bs_lut3(t41, t61, t64, 0x96);
	bs_word t66 = bs_lut3(t2, t65, t63, 0x66);
	bs_word t67 = bs_lut3(t66, t44, t51, 0x96);
	bs_word t68 = bs_lut3(t65, t57, t46, 0x96);
	bs_word t69 = bs_lut3(t38, t5, t2, 0x90);
	bs_word t70 = bs_lut3(t67, t65, t55, 0x96);
	bs_word t71 = bs_lut3(t49, t70, t69, 0x96);
	bs_word t72 = bs_lut3(t71, t60, t53, 0x96);

	q[0] = t60;
	q[1] = ~t52;
	q[2] = t67;
	q[3] = t68;
	q[4] = ~t63;
	q[5] = t71;
	q[6] = ~t72;
	q[7] = t66;
#else
	bs_word x0 = q[0], x1 = q[1], x2 = q[2], x3 = q[3];
	bs_word x4 = q[4], x5 = q[5], x6 = q[6], x7 = q[7];

	bs_word t0 = x7 ^ x4;
	bs_word t1 = t0 ^ x6;
	bs_word t2 = t1 ^ x3;
	bs_word t3 = t1 ^ x4;
	bs_word t4 = t2 ^ t3;
	bs_word t5 = x0 ^ t4;
	bs_word t6 = x1 ^ t5;
	bs_word t7 = t6 ^ t2;
	bs_word t8 = x0 ^ t6;
	bs_word t9 = x2 ^ t8;
	bs_word t10 = t7 ^ t0;
	bs_word t11 = x5 ^ t10;
	bs_word t12 = t11 ^ t5;
	bs_word t13 = t9 ^ t12;
	bs_word t14 = t13 & ~t7;
	bs_word t15 = t13 ^ t1;
	bs_word t16 = t15 | t10;
	bs_word t17 = t11 ^ t15;
	bs_word t18 = t4 & ~t17;
	bs_word t19 = t1 ^ t5;
	bs_word t20 = t3 & ~t19;
	bs_word t21 = t18 ^ t20;
	bs_word t22 = t16 ^ t21;
	bs_word t23 = t14 ^ t22;
	bs_word t24 = t9 | t2;
	bs_word t25 = t17 & ~t4;
	bs_word t26 = x6 & t0;
	bs_word t27 = t14 ^ t26;
	bs_word t28 = t25 ^ t27;
	bs_word t29 = t24 ^ t28;
	bs_word t30 = t23 ^ t29;
	bs_word t31 = t12 & ~t6;
	bs_word t32 = t18 ^ t31;
	bs_word t33 = x6 ^ x4;
	bs_word t34 = t33 | t5;
	bs_word t35 = t32 ^ t34;
	bs_word t36 = t24 ^ t35;
	bs_word t37 = t29 & ~t36;
	bs_word t38 = t23 & ~t37;
	bs_word t39 = t10 ^ t4;
	bs_word t40 = t39 & ~t11;
	bs_word t41 = t6 & ~t12;
	bs_word t42 = t21 ^ t41;
	bs_word t43 = t40 ^ t42;
	bs_word t44 = x3 ^ t43;
	bs_word t45 = x0 ^ t44;
	bs_word t46 = t45 ^ t37;
	bs_word t47 = t30 & t46;
	bs_word t48 = t29 ^ t47;
	bs_word t49 = t48 & ~t38;
	bs_word t50 = t30 ^ t49;
	bs_word t51 = t50 & ~t5;
	bs_word t52 = t50 ^ t48;
	bs_word t53 = t46 | t36;
	bs_word t54 = t53 ^ t50;
	bs_word t55 = t54 & ~t38;
	bs_word t56 = t55 ^ t36;
	bs_word t57 = t53 & ~t45;
	bs_word t58 = t55 | t57;
	bs_word t59 = t56 ^ t58;
	bs_word t60 = t52 ^ t59;
	bs_word t61 = t9 | t60;
	bs_word t62 = t56 ^ t48;
	bs_word t63 = t17 | t62;
	bs_word t64 = t61 ^ t63;
	bs_word t65 = t52 & ~t12;
	bs_word t66 = t64 ^ t65;
	bs_word t67 = t51 ^ t66;
	bs_word t68 = t50 & ~t33;
	bs_word t69 = t2 | t60;
	bs_word t70 = t69 ^ t67;
	bs_word t71 = t4 & ~t62;
	bs_word t72 = t70 ^ t71;
	bs_word t73 = t52 & t6;
	bs_word t74 = t72 ^ t73;
	bs_word t75 = t68 ^ t74;
	bs_word t76 = t67 ^ t75;
	bs_word t77 = t58 & t0;
	bs_word t78 = t59 | t7;
	bs_word t79 = t50 ^ t58;
	bs_word t80 = t79 & ~t3;
	bs_word t81 = t56 | t10;
	bs_word t82 = t77 ^ t81;
	bs_word t83 = t80 ^ t82;
	bs_word t84 = t76 ^ t83;
	bs_word t85 = t70 ^ t84;
	bs_word t86 = t78 ^ t85;
	bs_word t87 = t86 ^ t72;
	bs_word t88 = t77 ^ t87;
	bs_word t89 = t76 ^ t88;
	bs_word t90 = t58 & ~t1;
	bs_word t91 = t13 & ~t59;
	bs_word t92 = t64 ^ t91;
	bs_word t93 = t90 ^ t92;
	bs_word t94 = t67 ^ t93;
	bs_word t95 = t15 | t56;
	bs_word t96 = t95 ^ t92;
	bs_word t97 = t79 & t19;
	bs_word t98 = t96 ^ t97;
	bs_word t99 = t98 ^ t61;
	bs_word t100 = t76 ^ t99;
	bs_word t101 = t11 & t48;
	bs_word t102 = t66 ^ t96;
	bs_word t103 = t101 ^ t102;
	bs_word t104 = t100 ^ t103;
	bs_word t105 = t94 ^ t104;
	bs_word t106 = t103 ^ t85;
	bs_word t107 = t48 & ~t39;
	bs_word t108 = t68 ^ t107;
	bs_word t109 = t100 ^ t94;
	bs_word t110 = t109 ^ t82;
	bs_word t111 = t108 ^ t110;
	bs_word t112 = t111 ^ t88;

	q[0] = t89;
	q[1] = ~t75;
	q[2] = t105;
	q[3] = t106;
	q[4] = ~t100;
	q[5] = t111;
	q[6] = ~t112;
	q[7] = t104;
#endif
}

#endif /* WARPCRYPT_KERNELS_BLOCK_AES_SBOX_H */
