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

/**
 * aes_inv_sbox() - InvSubBytes on one byte a bit
 * @q: word j holds bit j of each byte
 *
 * With A the S-box's affine part and I the inversion, S = A I, so I = A^-1 S,
 * and S^-1 = I A^-1 = A^-1 S A^-1. The circuit above between two inverse affine
 * maps has 142 gates; these 113 came out of them by the random walk that
 * kernels/kuznyechik_sbox.h tells of.
 */
WC_FN void aes_inv_sbox(bs_word *q)
{
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
}

#endif /* WARPCRYPT_KERNELS_AES_SBOX_H */
