/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kuznyechik's nonlinear bijection pi (RFC 7801, 4.1.1) and its inverse as
 * circuits.
 *
 * The starting point is the decomposition of A. Biryukov, L. Perrin and
 * A. Udovenko, "Reverse-engineering the S-box of Streebog, Kuznyechik and
 * STRIBOBr1" (ePrint 2016/071, section 3): with l and r the halves of the
 * byte alpha(x), products and the inverse in GF(2^4) modulo x^4 + x^3 + 1,
 *
 *	l := r ? nu1(l / r) : nu0(l)
 *	r := sigma(r * phi(l))
 *	pi(x) = omega(l, r)
 *
 * Written out this has 247 gates. The circuits below came out of it by a
 * random walk that replaces one or two gates at a time by others that agree
 * with them wherever it matters to the outputs, and keeps the smallest: see
 * Documentation/circuits.rst. Gates with two inputs: 143 forward, 124
 * inverse, 87 and 77 with three.
 * Names mean nothing: t0, t1... in the order of evaluation.
 *
 * All gates map zeroes to zero (a & ~b counts as one gate), so the circuits
 * leave out a constant: kuznyechik_sbox() computes pi(x) ^ pi(0), and
 * kuznyechik_inv_sbox() the same of the inverse. Expanded keys make up for it.
 */
#ifndef WARPCRYPT_KERNELS_KUZNYECHIK_SBOX_H
#define WARPCRYPT_KERNELS_KUZNYECHIK_SBOX_H

#include "kernels/word.h"

/* What the circuits leave out: pi(0) and its inverse at 0. */
#define KUZNYECHIK_PI_0		0xfc
#define KUZNYECHIK_INV_PI_0	0xa5

/**
 * kuznyechik_sbox() - pi(x) ^ KUZNYECHIK_PI_0 on one byte of every block
 * @b: the byte's eight planes, least significant first
 */
WC_INLINE void kuznyechik_sbox(bs_word *b)
{
#if BS_HAS_LUT3
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = bs_lut3(x2, x5, x6, 0x5a);
	bs_word t1 = bs_lut3(x1, x3, x7, 0x3c);
	bs_word t2 = bs_lut3(t1, x6, x0, 0x66);
	bs_word t3 = bs_lut3(x2, t2, x1, 0x66);
	bs_word t4 = bs_lut3(x7, t3, t1, 0x5a);
	bs_word t5 = bs_lut3(t1, x4, t4, 0x3c);
	bs_word t6 = bs_lut3(t0, x4, t4, 0x5a);
	bs_word t7 = bs_lut3(x5, t6, t5, 0x5a);
	bs_word t8 = bs_lut3(t7, t4, x5, 0x4c);
	bs_word t9 = bs_lut3(t5, t0, x5, 0x8c);
	bs_word t10 = bs_lut3(t4, t9, t7, 0x96);
	bs_word t11 = bs_lut3(x5, t0, t10, 0x9a);
	bs_word t12 = bs_lut3(t5, t10, t11, 0xd2);
	bs_word t13 = bs_lut3(t6, t12, t8, 0x5c);
	bs_word t14 = bs_lut3(t10, t12, t13, 0x1e);
	bs_word t15 = bs_lut3(t14, t5, t0, 0xfe);
	bs_word t16 = bs_lut3(x5, x0, t6, 0x96);
	bs_word t17 = bs_lut3(x6, x7, t16, 0x6c);
	bs_word t18 = bs_lut3(t17, t1, t15, 0xfa);
	bs_word t19 = bs_lut3(x5, t6, t11, 0xe6);
	bs_word t20 = bs_lut3(t13, t17, t16, 0xa0);
	bs_word t21 = bs_lut3(t9, t8, t13, 0x6c);
	bs_word t22 = bs_lut3(t3, t21, t20, 0x6a);
	bs_word t23 = bs_lut3(t22, x3, t19, 0x78);
	bs_word t24 = bs_lut3(t14, t23, t2, 0x6c);
	bs_word t25 = bs_lut3(t3, x2, t15, 0xba);
	bs_word t26 = bs_lut3(t25, x0, t24, 0x56);
	bs_word t27 = bs_lut3(t2, x0, t21, 0xa0);
	bs_word t28 = bs_lut3(x3, t27, t14, 0x6c);
	bs_word t29 = bs_lut3(t16, t28, t19, 0x6c);
	bs_word t30 = bs_lut3(t16, t29, t14, 0x6c);
	bs_word t31 = bs_lut3(t30, t3, t13, 0x78);
	bs_word t32 = bs_lut3(t31, t26, t18, 0xe8);
	bs_word t33 = bs_lut3(t22, t13, x3, 0x78);
	bs_word t34 = bs_lut3(x1, t14, t33, 0x6a);
	bs_word t35 = bs_lut3(t34, t2, t19, 0x78);
	bs_word t36 = bs_lut3(t21, t16, t35, 0x6a);
	bs_word t37 = bs_lut3(x1, x3, t15, 0x50);
	bs_word t38 = bs_lut3(t18, t37, t26, 0xa8);
	bs_word t39 = bs_lut3(t38, t36, t31, 0x9a);
	bs_word t40 = bs_lut3(x3, t25, t32, 0x32);
	bs_word t41 = bs_lut3(t18, t40, t2, 0x7a);
	bs_word t42 = bs_lut3(t18, t41, t39, 0x94);
	bs_word t43 = bs_lut3(t42, t36, t24, 0x36);
	bs_word t44 = bs_lut3(t42, t43, t26, 0x60);
	bs_word t45 = bs_lut3(x3, t21, t5, 0xc0);
	bs_word t46 = bs_lut3(t1, t45, t19, 0x6c);
	bs_word t47 = bs_lut3(t29, t40, t46, 0x96);
	bs_word t48 = bs_lut3(t13, t1, t47, 0x6a);
	bs_word t49 = bs_lut3(x2, t48, t24, 0x66);
	bs_word t50 = bs_lut3(t49, t44, t36, 0xd0);
	bs_word t51 = bs_lut3(t50, t43, t32, 0xe8);
	bs_word t52 = bs_lut3(t36, t50, t38, 0x34);
	bs_word t53 = bs_lut3(t52, t4, t14, 0xc0);
	bs_word t54 = bs_lut3(t49, t32, t43, 0xa6);
	bs_word t55 = bs_lut3(t54, t5, t53, 0xa6);
	bs_word t56 = bs_lut3(t51, t44, t43, 0x32);
	bs_word t57 = bs_lut3(t56, t54, t6, 0x82);
	bs_word t58 = bs_lut3(t49, t57, t55, 0x66);
	bs_word t59 = bs_lut3(x5, t58, t51, 0x9c);
	bs_word t60 = bs_lut3(t13, x5, t56, 0x88);
	bs_word t61 = bs_lut3(t52, t60, t5, 0x6c);
	bs_word t62 = bs_lut3(t61, t0, t51, 0xb4);
	bs_word t63 = bs_lut3(t62, t4, t54, 0xb4);
	bs_word t64 = bs_lut3(t5, t0, t56, 0xa0);
	bs_word t65 = bs_lut3(t2, x5, t54, 0x44);
	bs_word t66 = bs_lut3(t65, t64, t58, 0x96);
	bs_word t67 = bs_lut3(t66, t51, t4, 0xd2);
	bs_word t68 = bs_lut3(t0, t52, t67, 0x6a);
	bs_word t69 = bs_lut3(t68, t45, t63, 0x5a);
	bs_word t70 = bs_lut3(t63, t69, t59, 0x24);
	bs_word t71 = bs_lut3(t56, t0, t57, 0x6a);
	bs_word t72 = bs_lut3(t71, t51, t5, 0xd2);
	bs_word t73 = bs_lut3(x5, t72, t52, 0x6c);
	bs_word t74 = bs_lut3(x0, t68, t73, 0x66);
	bs_word t75 = bs_lut3(t63, t59, t74, 0x6c);
	bs_word t76 = bs_lut3(t75, t73, t70, 0xba);
	bs_word t77 = bs_lut3(t59, t69, t75, 0x4a);
	bs_word t78 = bs_lut3(t77, t73, t70, 0x0e);
	bs_word t79 = bs_lut3(t76, t69, t74, 0x6a);
	bs_word t80 = bs_lut3(t79, t16, t43, 0x5a);
	bs_word t81 = bs_lut3(t80, t78, t39, 0x96);
	bs_word t82 = bs_lut3(t75, t69, t79, 0xc6);
	bs_word t83 = bs_lut3(t32, t0, t82, 0x5a);
	bs_word t84 = bs_lut3(t83, t41, x0, 0xf2);
	bs_word t85 = bs_lut3(t37, t44, t84, 0x16);
	bs_word t86 = bs_lut3(t32, t49, t36, 0x6c);

	b[0] = t76;
	b[1] = t81;
	b[2] = t85;
	b[3] = t78;
	b[4] = t80;
	b[5] = t86;
	b[6] = t82;
	b[7] = t79;
#else
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = x4 ^ x7;
	bs_word t1 = x3 ^ x1;
	bs_word t2 = t1 ^ x4;
	bs_word t3 = t0 ^ t2;
	bs_word t4 = x5 ^ t3;
	bs_word t5 = x2 ^ x6;
	bs_word t6 = t2 & ~x5;
	bs_word t7 = t5 & ~t6;
	bs_word t8 = t2 ^ t7;
	bs_word t9 = t4 ^ t8;
	bs_word t10 = t5 ^ t4;
	bs_word t11 = x5 | t9;
	bs_word t12 = t10 ^ t11;
	bs_word t13 = t5 & ~t11;
	bs_word t14 = t0 & ~t4;
	bs_word t15 = t14 ^ t7;
	bs_word t16 = t13 ^ t15;
	bs_word t17 = t12 | t16;
	bs_word t18 = t9 ^ t17;
	bs_word t19 = x0 ^ x6;
	bs_word t20 = t18 & t19;
	bs_word t21 = t10 ^ x5;
	bs_word t22 = t13 | t21;
	bs_word t23 = t0 & ~t22;
	bs_word t24 = t12 | t23;
	bs_word t25 = t24 & x3;
	bs_word t26 = t10 ^ x0;
	bs_word t27 = t16 & t26;
	bs_word t28 = t22 & ~t14;
	bs_word t29 = t19 ^ x1;
	bs_word t30 = t28 & t29;
	bs_word t31 = t27 ^ t30;
	bs_word t32 = t25 ^ t31;
	bs_word t33 = t20 ^ t32;
	bs_word t34 = t11 | t8;
	bs_word t35 = t29 & ~x2;
	bs_word t36 = t34 | t35;
	bs_word t37 = t26 | t36;
	bs_word t38 = x6 ^ t1;
	bs_word t39 = t37 ^ t38;
	bs_word t40 = t39 & ~t34;
	bs_word t41 = t33 ^ t37;
	bs_word t42 = t41 & ~t40;
	bs_word t43 = t42 | x3;
	bs_word t44 = t43 & ~t36;
	bs_word t45 = x7 & t44;
	bs_word t46 = t40 ^ t45;
	bs_word t47 = t29 & t16;
	bs_word t48 = t28 & t19;
	bs_word t49 = t18 & x3;
	bs_word t50 = t48 ^ t49;
	bs_word t51 = t24 & t26;
	bs_word t52 = t50 ^ t51;
	bs_word t53 = t18 & t26;
	bs_word t54 = t52 ^ t53;
	bs_word t55 = t47 ^ t54;
	bs_word t56 = x1 & ~t34;
	bs_word t57 = t56 | t42;
	bs_word t58 = t26 & t28;
	bs_word t59 = t24 & t19;
	bs_word t60 = x3 & t16;
	bs_word t61 = t31 ^ t60;
	bs_word t62 = t18 & x1;
	bs_word t63 = t61 ^ t62;
	bs_word t64 = t59 ^ t63;
	bs_word t65 = t58 ^ t64;
	bs_word t66 = t41 ^ t65;
	bs_word t67 = t57 & t66;
	bs_word t68 = t55 ^ t67;
	bs_word t69 = t46 ^ t68;
	bs_word t70 = t33 | t69;
	bs_word t71 = t70 ^ t65;
	bs_word t72 = t1 & t16;
	bs_word t73 = t28 & x3;
	bs_word t74 = t73 ^ t44;
	bs_word t75 = t1 & t24;
	bs_word t76 = t74 ^ t75;
	bs_word t77 = t52 ^ t76;
	bs_word t78 = t72 ^ t77;
	bs_word t79 = t33 ^ t78;
	bs_word t80 = t71 ^ t79;
	bs_word t81 = t78 & t80;
	bs_word t82 = t71 | t81;
	bs_word t83 = t68 | t41;
	bs_word t84 = t78 & ~t83;
	bs_word t85 = t82 & ~t84;
	bs_word t86 = t3 & ~t85;
	bs_word t87 = t69 & ~t66;
	bs_word t88 = t82 & ~t87;
	bs_word t89 = t88 & t2;
	bs_word t90 = t84 ^ t80;
	bs_word t91 = x5 & t90;
	bs_word t92 = t89 ^ t91;
	bs_word t93 = t2 & t90;
	bs_word t94 = t81 | t67;
	bs_word t95 = t3 & ~t94;
	bs_word t96 = t93 ^ t95;
	bs_word t97 = t90 ^ t88;
	bs_word t98 = t97 & t21;
	bs_word t99 = t96 ^ t98;
	bs_word t100 = t92 ^ t99;
	bs_word t101 = t86 ^ t100;
	bs_word t102 = t5 & ~t94;
	bs_word t103 = t101 ^ t102;
	bs_word t104 = x5 & ~t85;
	bs_word t105 = t104 ^ t99;
	bs_word t106 = t5 & ~t85;
	bs_word t107 = x5 & t88;
	bs_word t108 = t2 & ~t94;
	bs_word t109 = t107 ^ t108;
	bs_word t110 = t106 ^ t109;
	bs_word t111 = t3 & t90;
	bs_word t112 = t110 ^ t111;
	bs_word t113 = t105 ^ t112;
	bs_word t114 = t103 & ~t113;
	bs_word t115 = x5 & ~t94;
	bs_word t116 = t2 & ~t85;
	bs_word t117 = t88 & t5;
	bs_word t118 = t117 ^ t98;
	bs_word t119 = t116 ^ t118;
	bs_word t120 = t115 ^ t119;
	bs_word t121 = t103 ^ t120;
	bs_word t122 = t121 & t112;
	bs_word t123 = t122 ^ t105;
	bs_word t124 = t123 & ~t120;
	bs_word t125 = t114 ^ t124;
	bs_word t126 = t112 ^ t103;
	bs_word t127 = t126 & t125;
	bs_word t128 = t121 ^ t127;
	bs_word t129 = t128 ^ t71;
	bs_word t130 = t129 ^ t68;
	bs_word t131 = t120 & ~t122;
	bs_word t132 = t131 | t114;
	bs_word t133 = t130 ^ t132;
	bs_word t134 = t128 & ~t123;
	bs_word t135 = t134 ^ t126;
	bs_word t136 = t83 ^ t135;
	bs_word t137 = t40 & ~x6;
	bs_word t138 = t136 & ~t137;
	bs_word t139 = t56 ^ t138;
	bs_word t140 = t87 ^ t139;
	bs_word t141 = t83 & t65;
	bs_word t142 = t79 ^ t141;

	b[0] = t125;
	b[1] = t133;
	b[2] = t140;
	b[3] = t132;
	b[4] = t129;
	b[5] = t142;
	b[6] = t135;
	b[7] = t128;
#endif
}

/**
 * kuznyechik_inv_sbox() - pi^-1(x) ^ KUZNYECHIK_INV_PI_0 on one byte
 * @b: the byte's eight planes, least significant first
 */
WC_INLINE void kuznyechik_inv_sbox(bs_word *b)
{
#if BS_HAS_LUT3
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = bs_lut3(x6, x3, x7, 0xa6);
	bs_word t1 = bs_lut3(x0, x3, t0, 0x72);
	bs_word t2 = bs_lut3(t0, x7, x3, 0x7e);
	bs_word t3 = bs_lut3(t2, t1, x6, 0x78);
	bs_word t4 = bs_lut3(x3, x0, t1, 0x1c);
	bs_word t5 = bs_lut3(t4, t2, x6, 0x96);
	bs_word t6 = bs_lut3(t5, t3, t0, 0x6a);
	bs_word t7 = bs_lut3(x7, x1, x3, 0x96);
	bs_word t8 = bs_lut3(t3, t1, t7, 0x3c);
	bs_word t9 = bs_lut3(t8, x2, t6, 0x5a);
	bs_word t10 = bs_lut3(x4, t9, x7, 0x5a);
	bs_word t11 = bs_lut3(x6, x2, t0, 0x3c);
	bs_word t12 = bs_lut3(t7, t10, t11, 0x9a);
	bs_word t13 = bs_lut3(t11, t10, t7, 0xe4);
	bs_word t14 = bs_lut3(t13, t7, t12, 0x9c);
	bs_word t15 = bs_lut3(x5, t11, t14, 0xb4);
	bs_word t16 = bs_lut3(t12, x2, t15, 0x5a);
	bs_word t17 = bs_lut3(x0, t16, t10, 0x66);
	bs_word t18 = bs_lut3(t13, t16, t17, 0x3c);
	bs_word t19 = bs_lut3(t15, t17, t7, 0x8c);
	bs_word t20 = bs_lut3(t19, t14, x5, 0x2c);
	bs_word t21 = bs_lut3(x2, t1, t19, 0x88);
	bs_word t22 = bs_lut3(x5, t7, t10, 0x8a);
	bs_word t23 = bs_lut3(t8, x3, t5, 0x04);
	bs_word t24 = bs_lut3(t19, t4, t23, 0x08);
	bs_word t25 = bs_lut3(t11, t7, t24, 0x84);
	bs_word t26 = bs_lut3(t12, t20, t25, 0xd6);
	bs_word t27 = bs_lut3(t26, t9, t22, 0x5a);
	bs_word t28 = bs_lut3(t3, t27, t9, 0x2e);
	bs_word t29 = bs_lut3(t28, t22, t9, 0x1e);
	bs_word t30 = bs_lut3(t6, t29, t21, 0x96);
	bs_word t31 = bs_lut3(t30, t20, t5, 0x78);
	bs_word t32 = bs_lut3(t19, t5, t15, 0x0c);
	bs_word t33 = bs_lut3(t27, t32, t1, 0xc6);
	bs_word t34 = bs_lut3(t20, t33, t9, 0x9c);
	bs_word t35 = bs_lut3(t8, t34, t26, 0x9c);
	bs_word t36 = bs_lut3(t15, t20, t8, 0x88);
	bs_word t37 = bs_lut3(t36, t1, t26, 0xb4);
	bs_word t38 = bs_lut3(t20, t22, t5, 0x88);
	bs_word t39 = bs_lut3(t36, t9, t19, 0xee);
	bs_word t40 = bs_lut3(t39, t38, t37, 0x96);
	bs_word t41 = bs_lut3(t18, t40, t4, 0xc0);
	bs_word t42 = bs_lut3(t41, t14, t35, 0x78);
	bs_word t43 = bs_lut3(t42, t12, t31, 0x78);
	bs_word t44 = bs_lut3(t43, x4, t23, 0x8a);
	bs_word t45 = bs_lut3(t44, t22, t31, 0x4a);
	bs_word t46 = bs_lut3(t45, t14, t18, 0x9c);
	bs_word t47 = bs_lut3(x6, t19, t3, 0x88);
	bs_word t48 = bs_lut3(t20, t1, t0, 0xc0);
	bs_word t49 = bs_lut3(t48, t47, t28, 0x16);
	bs_word t50 = bs_lut3(t5, t49, t26, 0x9c);
	bs_word t51 = bs_lut3(t50, t15, t9, 0xc0);
	bs_word t52 = bs_lut3(t51, t24, t13, 0x96);
	bs_word t53 = bs_lut3(t18, t14, t40, 0x22);
	bs_word t54 = bs_lut3(t53, t50, t18, 0xb4);
	bs_word t55 = bs_lut3(t44, t54, t52, 0x90);
	bs_word t56 = bs_lut3(t50, t16, t40, 0x48);
	bs_word t57 = bs_lut3(t46, t23, t25, 0x48);
	bs_word t58 = bs_lut3(t50, t14, t57, 0x4a);
	bs_word t59 = bs_lut3(t58, t15, t35, 0x78);
	bs_word t60 = bs_lut3(t56, t23, t18, 0x6e);
	bs_word t61 = bs_lut3(t60, t59, t56, 0x96);
	bs_word t62 = bs_lut3(t61, t55, t46, 0x96);
	bs_word t63 = bs_lut3(t57, t60, t35, 0xe8);
	bs_word t64 = bs_lut3(t56, t63, t50, 0x96);
	bs_word t65 = bs_lut3(t46, t64, t31, 0x9c);
	bs_word t66 = bs_lut3(t52, t45, t43, 0x96);
	bs_word t67 = bs_lut3(t66, t65, t12, 0x3c);
	bs_word t68 = bs_lut3(t12, t40, t67, 0x9a);
	bs_word t69 = bs_lut3(t62, t37, t66, 0x5a);
	bs_word t70 = bs_lut3(t44, t69, t40, 0x76);
	bs_word t71 = bs_lut3(t12, t54, t35, 0xc6);
	bs_word t72 = bs_lut3(t31, t71, t15, 0x6c);
	bs_word t73 = bs_lut3(t61, t72, t71, 0x3c);
	bs_word t74 = bs_lut3(t15, t57, t73, 0x1e);
	bs_word t75 = bs_lut3(t68, t74, t50, 0x96);
	bs_word t76 = bs_lut3(t50, t75, t35, 0x96);

	b[0] = t62;
	b[1] = t68;
	b[2] = t70;
	b[3] = t74;
	b[4] = t76;
	b[5] = t31;
	b[6] = t69;
	b[7] = t75;
#else
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = x7 ^ x4;
	bs_word t1 = x7 ^ x3;
	bs_word t2 = t1 ^ x1;
	bs_word t3 = t0 & t2;
	bs_word t4 = x2 ^ x6;
	bs_word t5 = t4 & ~t3;
	bs_word t6 = t4 ^ t2;
	bs_word t7 = t3 ^ t6;
	bs_word t8 = x5 ^ t5;
	bs_word t9 = t7 ^ t8;
	bs_word t10 = t9 ^ t0;
	bs_word t11 = t2 & ~t7;
	bs_word t12 = t10 ^ t11;
	bs_word t13 = t9 ^ t12;
	bs_word t14 = t6 ^ t13;
	bs_word t15 = t14 & ~t5;
	bs_word t16 = x0 ^ x3;
	bs_word t17 = x3 & ~x6;
	bs_word t18 = t17 ^ x7;
	bs_word t19 = t18 & ~t16;
	bs_word t20 = x0 ^ t19;
	bs_word t21 = x6 & ~t20;
	bs_word t22 = t1 | t17;
	bs_word t23 = x6 ^ t22;
	bs_word t24 = t23 ^ t16;
	bs_word t25 = t21 & ~t24;
	bs_word t26 = t14 & t10;
	bs_word t27 = t21 ^ t23;
	bs_word t28 = t27 & t24;
	bs_word t29 = t18 ^ t28;
	bs_word t30 = t27 ^ t20;
	bs_word t31 = t29 ^ t30;
	bs_word t32 = t26 | t31;
	bs_word t33 = t12 | t25;
	bs_word t34 = t33 | t3;
	bs_word t35 = t0 & t34;
	bs_word t36 = t24 & t35;
	bs_word t37 = t26 & t34;
	bs_word t38 = t15 ^ t37;
	bs_word t39 = t4 | t38;
	bs_word t40 = t39 ^ t11;
	bs_word t41 = t20 & ~t40;
	bs_word t42 = t30 & t38;
	bs_word t43 = t41 ^ t42;
	bs_word t44 = t36 ^ t43;
	bs_word t45 = t32 ^ t44;
	bs_word t46 = t12 & t45;
	bs_word t47 = t30 & ~t40;
	bs_word t48 = t24 & ~t26;
	bs_word t49 = t40 ^ t35;
	bs_word t50 = t20 & ~t49;
	bs_word t51 = t48 ^ t50;
	bs_word t52 = t38 & ~t31;
	bs_word t53 = t51 ^ t52;
	bs_word t54 = t47 ^ t53;
	bs_word t55 = t15 & t54;
	bs_word t56 = t46 ^ t55;
	bs_word t57 = t24 & t38;
	bs_word t58 = t20 & t26;
	bs_word t59 = t40 & ~t31;
	bs_word t60 = t27 & t49;
	bs_word t61 = t59 ^ t60;
	bs_word t62 = t61 ^ t29;
	bs_word t63 = t58 ^ t62;
	bs_word t64 = t57 ^ t63;
	bs_word t65 = t7 & t64;
	bs_word t66 = t56 ^ t65;
	bs_word t67 = t0 & t66;
	bs_word t68 = t25 & ~t67;
	bs_word t69 = t64 & ~t68;
	bs_word t70 = t69 & ~t12;
	bs_word t71 = t15 ^ t70;
	bs_word t72 = t31 | t49;
	bs_word t73 = t72 & ~t60;
	bs_word t74 = t38 & t20;
	bs_word t75 = t73 ^ t74;
	bs_word t76 = t27 & t26;
	bs_word t77 = t75 ^ t76;
	bs_word t78 = t24 & ~t40;
	bs_word t79 = t77 ^ t78;
	bs_word t80 = t45 ^ t79;
	bs_word t81 = t80 & t9;
	bs_word t82 = x1 & ~t8;
	bs_word t83 = t71 ^ t82;
	bs_word t84 = t83 & t25;
	bs_word t85 = t79 & ~t84;
	bs_word t86 = t85 & t15;
	bs_word t87 = t8 & t54;
	bs_word t88 = t86 ^ t87;
	bs_word t89 = t88 ^ t33;
	bs_word t90 = t81 ^ t89;
	bs_word t91 = t65 ^ t38;
	bs_word t92 = t68 & t91;
	bs_word t93 = t90 ^ t92;
	bs_word t94 = t71 ^ t93;
	bs_word t95 = t7 & ~t45;
	bs_word t96 = t81 ^ t85;
	bs_word t97 = t12 & t54;
	bs_word t98 = t96 ^ t97;
	bs_word t99 = t71 & ~t64;
	bs_word t100 = t98 ^ t99;
	bs_word t101 = t8 & t79;
	bs_word t102 = t25 & ~t37;
	bs_word t103 = t101 ^ t102;
	bs_word t104 = t13 ^ t103;
	bs_word t105 = t66 ^ t69;
	bs_word t106 = t104 ^ t105;
	bs_word t107 = t100 ^ t106;
	bs_word t108 = t95 ^ t107;
	bs_word t109 = t94 ^ t106;
	bs_word t110 = t109 ^ t45;
	bs_word t111 = t45 & ~t15;
	bs_word t112 = t85 & ~t12;
	bs_word t113 = t111 ^ t112;
	bs_word t114 = t54 & ~t7;
	bs_word t115 = t113 ^ t114;
	bs_word t116 = t64 & t8;
	bs_word t117 = t115 ^ t116;
	bs_word t118 = t117 & ~t84;
	bs_word t119 = t118 ^ t90;
	bs_word t120 = t8 ^ t119;
	bs_word t121 = t108 ^ t120;
	bs_word t122 = t121 ^ t54;
	bs_word t123 = t79 ^ t121;

	b[0] = t94;
	b[1] = t108;
	b[2] = t110;
	b[3] = t120;
	b[4] = t122;
	b[5] = t64;
	b[6] = t109;
	b[7] = t123;
#endif
}

#endif /* WARPCRYPT_KERNELS_KUZNYECHIK_SBOX_H */
