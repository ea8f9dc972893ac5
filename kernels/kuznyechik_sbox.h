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
 * Documentation/circuits.rst. Gates with two inputs: 147 forward, 126
 * inverse, 93 and 80 with three.
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
WC_FN void kuznyechik_sbox(bs_word *b)
{
#if BS_HAS_LUT3
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = bs_lut3(x1, x7, x3, 0x96);
	bs_word t1 = bs_lut3(t0, x2, x6, 0x96);
	bs_word t2 = bs_lut3(x5, x2, x6, 0x06);
	bs_word t3 = bs_lut3(x7, t0, x4, 0x96);
	bs_word t4 = bs_lut3(t1, t3, t2, 0xb4);
	bs_word t5 = bs_lut3(x5, t1, t4, 0xc6);
	bs_word t6 = bs_lut3(t3, t0, x7, 0x3c);
	bs_word t7 = bs_lut3(t6, t4, t5, 0x94);
	bs_word t8 = bs_lut3(t7, t2, t1, 0xc6);
	bs_word t9 = bs_lut3(x5, t1, x0, 0x96);
	bs_word t10 = bs_lut3(x0, x6, t7, 0x3c);
	bs_word t11 = bs_lut3(x5, t6, t5, 0xea);
	bs_word t12 = bs_lut3(t6, t0, t1, 0x66);
	bs_word t13 = bs_lut3(t7, t4, t12, 0xda);
	bs_word t14 = bs_lut3(t13, x6, x3, 0xa0);
	bs_word t15 = bs_lut3(t14, t11, t10, 0x78);
	bs_word t16 = bs_lut3(x5, t13, t5, 0x1e);
	bs_word t17 = bs_lut3(x6, t4, t16, 0x66);
	bs_word t18 = bs_lut3(t1, t10, t17, 0x88);
	bs_word t19 = bs_lut3(t18, x1, t10, 0x36);
	bs_word t20 = bs_lut3(t17, t19, t18, 0x6a);
	bs_word t21 = bs_lut3(x3, t11, t20, 0xc0);
	bs_word t22 = bs_lut3(t21, t19, t8, 0x88);
	bs_word t23 = bs_lut3(t9, t22, t13, 0x6c);
	bs_word t24 = bs_lut3(t23, t20, t15, 0x96);
	bs_word t25 = bs_lut3(t24, t9, t8, 0x78);
	bs_word t26 = bs_lut3(t8, x5, t3, 0xfe);
	bs_word t27 = bs_lut3(t15, x1, t26, 0x04);
	bs_word t28 = bs_lut3(t18, t21, t23, 0x96);
	bs_word t29 = bs_lut3(t26, x2, t19, 0xf2);
	bs_word t30 = bs_lut3(t29, t9, t28, 0x56);
	bs_word t31 = bs_lut3(x4, x2, t30, 0x96);
	bs_word t32 = bs_lut3(t31, t26, x3, 0x30);
	bs_word t33 = bs_lut3(t30, t32, t25, 0x9a);
	bs_word t34 = bs_lut3(t33, t27, t25, 0x5c);
	bs_word t35 = bs_lut3(t19, t21, t11, 0x2c);
	bs_word t36 = bs_lut3(x3, t29, t33, 0x32);
	bs_word t37 = bs_lut3(t10, t13, t36, 0x62);
	bs_word t38 = bs_lut3(x3, t37, t8, 0x6c);
	bs_word t39 = bs_lut3(t15, t38, t35, 0x96);
	bs_word t40 = bs_lut3(x7, t19, t13, 0x88);
	bs_word t41 = bs_lut3(x3, t17, t40, 0x6a);
	bs_word t42 = bs_lut3(x6, t11, t9, 0x88);
	bs_word t43 = bs_lut3(t8, t36, t10, 0x60);
	bs_word t44 = bs_lut3(t43, t42, t41, 0x96);
	bs_word t45 = bs_lut3(t28, t44, t39, 0x96);
	bs_word t46 = bs_lut3(t9, t17, t44, 0x6a);
	bs_word t47 = bs_lut3(t46, t30, t34, 0x58);
	bs_word t48 = bs_lut3(t36, t47, x4, 0x6c);
	bs_word t49 = bs_lut3(t48, t23, t32, 0xda);
	bs_word t50 = bs_lut3(t28, t49, t25, 0x56);
	bs_word t51 = bs_lut3(t50, t45, t30, 0x18);
	bs_word t52 = bs_lut3(t30, x1, t46, 0xfa);
	bs_word t53 = bs_lut3(t34, t52, t51, 0xda);
	bs_word t54 = bs_lut3(x5, t53, t34, 0x10);
	bs_word t55 = bs_lut3(t46, t50, t51, 0xe4);
	bs_word t56 = bs_lut3(t55, t48, t33, 0x4e);
	bs_word t57 = bs_lut3(t50, t45, t52, 0xd2);
	bs_word t58 = bs_lut3(t57, t38, t1, 0x0a);
	bs_word t59 = bs_lut3(t0, t58, t56, 0x9c);
	bs_word t60 = bs_lut3(t5, t3, t55, 0x44);
	bs_word t61 = bs_lut3(t60, t59, t54, 0x96);
	bs_word t62 = bs_lut3(t53, x1, t0, 0x0a);
	bs_word t63 = bs_lut3(t3, t57, t20, 0x30);
	bs_word t64 = bs_lut3(t12, t56, t63, 0x9a);
	bs_word t65 = bs_lut3(t59, t64, t62, 0x96);
	bs_word t66 = bs_lut3(t65, x5, t55, 0xb4);
	bs_word t67 = bs_lut3(t3, t53, t14, 0x30);
	bs_word t68 = bs_lut3(t12, x0, t55, 0x50);
	bs_word t69 = bs_lut3(t57, t51, t0, 0x0a);
	bs_word t70 = bs_lut3(t69, t68, t67, 0x96);
	bs_word t71 = bs_lut3(t70, t56, x5, 0xd2);
	bs_word t72 = bs_lut3(t71, t66, t48, 0x3c);
	bs_word t73 = bs_lut3(t56, t65, t3, 0xc6);
	bs_word t74 = bs_lut3(t55, t0, t63, 0x0c);
	bs_word t75 = bs_lut3(x5, t57, t74, 0x9a);
	bs_word t76 = bs_lut3(t72, t53, t12, 0x22);
	bs_word t77 = bs_lut3(t76, t75, t73, 0x96);
	bs_word t78 = bs_lut3(t77, t31, t72, 0x50);
	bs_word t79 = bs_lut3(t61, t77, t78, 0x94);
	bs_word t80 = bs_lut3(t79, t78, t66, 0xbe);
	bs_word t81 = bs_lut3(t80, t78, t61, 0xdc);
	bs_word t82 = bs_lut3(t80, t49, t71, 0xa0);
	bs_word t83 = bs_lut3(t61, t82, t78, 0xba);
	bs_word t84 = bs_lut3(t82, t83, t79, 0x78);
	bs_word t85 = bs_lut3(t45, t84, t50, 0x66);
	bs_word t86 = bs_lut3(t83, t85, t47, 0x96);
	bs_word t87 = bs_lut3(t80, t61, t72, 0x96);
	bs_word t88 = bs_lut3(t79, t87, t71, 0x9c);
	bs_word t89 = bs_lut3(t88, t27, t52, 0x16);
	bs_word t90 = bs_lut3(t49, t47, x3, 0xf8);
	bs_word t91 = bs_lut3(t90, t33, t89, 0x9a);
	bs_word t92 = bs_lut3(t25, t52, t45, 0x6a);

	b[0] = t81;
	b[1] = t86;
	b[2] = t91;
	b[3] = t83;
	b[4] = t85;
	b[5] = t92;
	b[6] = t88;
	b[7] = t84;
#else
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = x7 ^ x4;
	bs_word t1 = x6 ^ x2;
	bs_word t2 = x1 ^ x3;
	bs_word t3 = t2 ^ x4;
	bs_word t4 = t3 & ~x5;
	bs_word t5 = t1 & ~t4;
	bs_word t6 = t0 ^ t5;
	bs_word t7 = x5 | t6;
	bs_word t8 = t3 ^ t0;
	bs_word t9 = t7 | t8;
	bs_word t10 = x1 & ~t9;
	bs_word t11 = t10 & ~x2;
	bs_word t12 = x6 ^ x0;
	bs_word t13 = t11 | t12;
	bs_word t14 = t2 ^ t13;
	bs_word t15 = t14 & ~t9;
	bs_word t16 = t8 ^ x5;
	bs_word t17 = t1 ^ t16;
	bs_word t18 = t17 ^ t7;
	bs_word t19 = t0 & ~t16;
	bs_word t20 = t1 & ~t7;
	bs_word t21 = t19 ^ t20;
	bs_word t22 = t5 ^ t21;
	bs_word t23 = t18 | t22;
	bs_word t24 = t23 ^ x5;
	bs_word t25 = t6 ^ t24;
	bs_word t26 = x1 & t25;
	bs_word t27 = t22 & x3;
	bs_word t28 = x5 & t0;
	bs_word t29 = t18 | t28;
	bs_word t30 = t13 & t29;
	bs_word t31 = t27 ^ t30;
	bs_word t32 = t26 ^ t31;
	bs_word t33 = x0 ^ t17;
	bs_word t34 = t33 & t22;
	bs_word t35 = t12 ^ x1;
	bs_word t36 = t17 ^ x5;
	bs_word t37 = t21 ^ t36;
	bs_word t38 = t37 & ~t19;
	bs_word t39 = t35 & t38;
	bs_word t40 = t34 ^ t39;
	bs_word t41 = t32 ^ t40;
	bs_word t42 = t33 & t38;
	bs_word t43 = t41 ^ t42;
	bs_word t44 = t13 & t25;
	bs_word t45 = t29 & x3;
	bs_word t46 = t40 ^ t45;
	bs_word t47 = t44 ^ t46;
	bs_word t48 = t35 & ~x2;
	bs_word t49 = t9 | t48;
	bs_word t50 = t33 | t49;
	bs_word t51 = t47 ^ t50;
	bs_word t52 = t43 ^ t51;
	bs_word t53 = t52 & ~t15;
	bs_word t54 = t53 | x3;
	bs_word t55 = t54 & ~t49;
	bs_word t56 = t55 & t2;
	bs_word t57 = x3 & t25;
	bs_word t58 = t22 & t35;
	bs_word t59 = t57 ^ t58;
	bs_word t60 = t38 & t13;
	bs_word t61 = t29 & t33;
	bs_word t62 = t60 ^ t61;
	bs_word t63 = t59 ^ t62;
	bs_word t64 = t25 & t33;
	bs_word t65 = t63 ^ t64;
	bs_word t66 = t10 | t53;
	bs_word t67 = t66 & t51;
	bs_word t68 = t65 ^ t67;
	bs_word t69 = t56 ^ t68;
	bs_word t70 = t15 ^ t69;
	bs_word t71 = t11 ^ t70;
	bs_word t72 = t71 & ~t53;
	bs_word t73 = t47 | t70;
	bs_word t74 = t73 ^ t43;
	bs_word t75 = t29 & t14;
	bs_word t76 = t31 ^ t75;
	bs_word t77 = x3 & t38;
	bs_word t78 = t12 & t22;
	bs_word t79 = t77 ^ t78;
	bs_word t80 = t76 ^ t79;
	bs_word t81 = t63 ^ t80;
	bs_word t82 = t81 ^ t55;
	bs_word t83 = t82 ^ t47;
	bs_word t84 = t74 ^ t83;
	bs_word t85 = t84 & t82;
	bs_word t86 = t74 | t85;
	bs_word t87 = t86 & ~t72;
	bs_word t88 = t87 & x5;
	bs_word t89 = t67 | t85;
	bs_word t90 = t3 & ~t89;
	bs_word t91 = t68 | t51;
	bs_word t92 = t91 | t83;
	bs_word t93 = t84 ^ t92;
	bs_word t94 = t8 & ~t93;
	bs_word t95 = t86 & t92;
	bs_word t96 = t1 & ~t95;
	bs_word t97 = t94 ^ t96;
	bs_word t98 = t90 ^ t97;
	bs_word t99 = t88 ^ t98;
	bs_word t100 = t1 & t87;
	bs_word t101 = t3 & ~t93;
	bs_word t102 = t100 ^ t101;
	bs_word t103 = t8 & ~t89;
	bs_word t104 = t102 ^ t103;
	bs_word t105 = t8 & t87;
	bs_word t106 = t36 & ~t93;
	bs_word t107 = t105 ^ t106;
	bs_word t108 = t104 ^ t107;
	bs_word t109 = x5 & ~t95;
	bs_word t110 = t108 ^ t109;
	bs_word t111 = t99 ^ t110;
	bs_word t112 = t1 & ~t89;
	bs_word t113 = t87 & t3;
	bs_word t114 = t108 ^ t113;
	bs_word t115 = t112 ^ t114;
	bs_word t116 = t8 & ~t95;
	bs_word t117 = x5 & ~t93;
	bs_word t118 = t116 ^ t117;
	bs_word t119 = t115 ^ t118;
	bs_word t120 = t119 & ~t111;
	bs_word t121 = x5 & ~t89;
	bs_word t122 = t3 & ~t95;
	bs_word t123 = t121 ^ t122;
	bs_word t124 = t107 ^ t123;
	bs_word t125 = t124 ^ t119;
	bs_word t126 = t125 ^ t120;
	bs_word t127 = t126 | t110;
	bs_word t128 = t127 & ~t124;
	bs_word t129 = t120 | t128;
	bs_word t130 = t99 & t127;
	bs_word t131 = t124 & ~t130;
	bs_word t132 = t120 | t131;
	bs_word t133 = t126 & t132;
	bs_word t134 = t130 ^ t133;
	bs_word t135 = t74 ^ t134;
	bs_word t136 = t135 ^ t68;
	bs_word t137 = t132 ^ t136;
	bs_word t138 = t125 & ~t130;
	bs_word t139 = t111 ^ t124;
	bs_word t140 = t127 ^ t139;
	bs_word t141 = t138 ^ t140;
	bs_word t142 = t141 ^ t10;
	bs_word t143 = t91 ^ t142;
	bs_word t144 = t72 ^ t143;
	bs_word t145 = t91 & t43;
	bs_word t146 = t83 ^ t145;

	b[0] = t129;
	b[1] = t137;
	b[2] = t144;
	b[3] = t132;
	b[4] = t135;
	b[5] = t146;
	b[6] = t141;
	b[7] = t134;
#endif
}

/**
 * kuznyechik_inv_sbox() - pi^-1(x) ^ KUZNYECHIK_INV_PI_0 on one byte
 * @b: the byte's eight planes, least significant first
 */
WC_FN void kuznyechik_inv_sbox(bs_word *b)
{
#if BS_HAS_LUT3
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = bs_lut3(x3, x7, x1, 0x96);
	bs_word t1 = bs_lut3(x3, x7, x6, 0xd6);
	bs_word t2 = bs_lut3(x6, x7, x0, 0xc6);
	bs_word t3 = bs_lut3(x3, t2, x0, 0x2e);
	bs_word t4 = bs_lut3(x6, t3, t1, 0x9a);
	bs_word t5 = bs_lut3(x7, t4, x0, 0xb4);
	bs_word t6 = bs_lut3(x4, t5, x7, 0x5a);
	bs_word t7 = bs_lut3(x5, t6, t0, 0x8c);
	bs_word t8 = bs_lut3(x6, x2, t3, 0x3c);
	bs_word t9 = bs_lut3(t8, t0, t7, 0xb4);
	bs_word t10 = bs_lut3(t6, t9, t0, 0xd2);
	bs_word t11 = bs_lut3(t9, t10, t0, 0x9c);
	bs_word t12 = bs_lut3(t6, t11, t0, 0xe2);
	bs_word t13 = bs_lut3(t10, t12, x5, 0xe8);
	bs_word t14 = bs_lut3(t11, t0, t13, 0x3a);
	bs_word t15 = bs_lut3(t14, t4, t7, 0x5a);
	bs_word t16 = bs_lut3(t3, t4, t5, 0x96);
	bs_word t17 = bs_lut3(x3, x0, t1, 0x96);
	bs_word t18 = bs_lut3(t17, t1, t4, 0x06);
	bs_word t19 = bs_lut3(t12, t8, x5, 0xa6);
	bs_word t20 = bs_lut3(t0, t11, t19, 0x94);
	bs_word t21 = bs_lut3(t20, t17, t18, 0x84);
	bs_word t22 = bs_lut3(t21, t15, t16, 0x88);
	bs_word t23 = bs_lut3(t14, t22, t4, 0x6c);
	bs_word t24 = bs_lut3(t23, t7, t16, 0x1e);
	bs_word t25 = bs_lut3(t20, t24, t3, 0xa0);
	bs_word t26 = bs_lut3(t5, t25, t15, 0x96);
	bs_word t27 = bs_lut3(t9, t19, t26, 0x3c);
	bs_word t28 = bs_lut3(t10, t11, t27, 0x5a);
	bs_word t29 = bs_lut3(t3, t21, t15, 0x50);
	bs_word t30 = bs_lut3(t16, t20, t29, 0x56);
	bs_word t31 = bs_lut3(t14, t20, t12, 0x62);
	bs_word t32 = bs_lut3(t16, t21, t31, 0x0a);
	bs_word t33 = bs_lut3(t32, t31, t5, 0xa4);
	bs_word t34 = bs_lut3(t7, t33, t17, 0x6c);
	bs_word t35 = bs_lut3(t34, t30, x3, 0x3c);
	bs_word t36 = bs_lut3(t15, t7, t17, 0xfa);
	bs_word t37 = bs_lut3(t3, t14, t21, 0x9a);
	bs_word t38 = bs_lut3(t15, t5, t16, 0x06);
	bs_word t39 = bs_lut3(t38, t32, t37, 0x96);
	bs_word t40 = bs_lut3(t17, t31, t14, 0xc0);
	bs_word t41 = bs_lut3(t26, t23, t40, 0x96);
	bs_word t42 = bs_lut3(t31, t19, t41, 0x88);
	bs_word t43 = bs_lut3(t42, t9, t39, 0xd2);
	bs_word t44 = bs_lut3(t43, t31, t3, 0x88);
	bs_word t45 = bs_lut3(t4, t44, t20, 0x6c);
	bs_word t46 = bs_lut3(t45, t24, t36, 0x96);
	bs_word t47 = bs_lut3(t46, t35, t27, 0x28);
	bs_word t48 = bs_lut3(t35, t22, t28, 0xa0);
	bs_word t49 = bs_lut3(t41, t9, t48, 0x6a);
	bs_word t50 = bs_lut3(t6, t18, t49, 0x4c);
	bs_word t51 = bs_lut3(t50, t41, t47, 0x2c);
	bs_word t52 = bs_lut3(t51, t26, t28, 0x50);
	bs_word t53 = bs_lut3(t35, t48, t12, 0x5c);
	bs_word t54 = bs_lut3(t46, t28, t53, 0x9a);
	bs_word t55 = bs_lut3(t12, x0, t39, 0xa0);
	bs_word t56 = bs_lut3(t20, t55, t18, 0xce);
	bs_word t57 = bs_lut3(t46, t56, t19, 0x6c);
	bs_word t58 = bs_lut3(t51, t49, t10, 0x96);
	bs_word t59 = bs_lut3(t58, t57, t38, 0x3c);
	bs_word t60 = bs_lut3(t28, t59, t39, 0x6c);
	bs_word t61 = bs_lut3(t18, t13, t1, 0x90);
	bs_word t62 = bs_lut3(t61, t37, t46, 0x0a);
	bs_word t63 = bs_lut3(t12, t62, t29, 0xc0);
	bs_word t64 = bs_lut3(t35, t9, t63, 0x0c);
	bs_word t65 = bs_lut3(t41, t12, t50, 0x06);
	bs_word t66 = bs_lut3(t65, t64, t47, 0x96);
	bs_word t67 = bs_lut3(t66, t62, t60, 0x96);
	bs_word t68 = bs_lut3(t10, t39, t19, 0x88);
	bs_word t69 = bs_lut3(t63, t47, t68, 0x96);
	bs_word t70 = bs_lut3(t69, t28, t18, 0x1e);
	bs_word t71 = bs_lut3(t70, t54, t43, 0x96);
	bs_word t72 = bs_lut3(t19, t71, t61, 0x1e);
	bs_word t73 = bs_lut3(t39, t72, t67, 0x96);
	bs_word t74 = bs_lut3(t9, t73, t54, 0x86);
	bs_word t75 = bs_lut3(t70, t50, t74, 0xb4);
	bs_word t76 = bs_lut3(t12, t75, t52, 0x96);
	bs_word t77 = bs_lut3(x7, t59, t76, 0x66);
	bs_word t78 = bs_lut3(t15, t77, t35, 0x66);
	bs_word t79 = bs_lut3(t46, t73, t39, 0x96);

	b[0] = t76;
	b[1] = t67;
	b[2] = t78;
	b[3] = t72;
	b[4] = t73;
	b[5] = t41;
	b[6] = t77;
	b[7] = t79;
#else
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = x6 ^ x2;
	bs_word t1 = x7 ^ x3;
	bs_word t2 = t1 ^ x1;
	bs_word t3 = t0 & t2;
	bs_word t4 = x4 ^ x7;
	bs_word t5 = t4 & ~t2;
	bs_word t6 = t3 | t5;
	bs_word t7 = t0 ^ t5;
	bs_word t8 = t4 ^ t7;
	bs_word t9 = t0 & t8;
	bs_word t10 = t9 ^ x5;
	bs_word t11 = t8 ^ t2;
	bs_word t12 = t10 ^ t11;
	bs_word t13 = t6 ^ t12;
	bs_word t14 = x3 ^ x0;
	bs_word t15 = x3 & ~x6;
	bs_word t16 = x6 ^ t1;
	bs_word t17 = t15 | t16;
	bs_word t18 = t14 ^ t17;
	bs_word t19 = x7 ^ t15;
	bs_word t20 = t19 & ~t14;
	bs_word t21 = x0 ^ t20;
	bs_word t22 = x6 & ~t21;
	bs_word t23 = t22 & ~t18;
	bs_word t24 = t13 | t23;
	bs_word t25 = t22 ^ t17;
	bs_word t26 = t25 ^ t21;
	bs_word t27 = t2 | t7;
	bs_word t28 = t27 & ~t9;
	bs_word t29 = t27 & ~t10;
	bs_word t30 = t29 | t24;
	bs_word t31 = t29 ^ t3;
	bs_word t32 = t30 & t31;
	bs_word t33 = t28 ^ t32;
	bs_word t34 = t33 & ~t29;
	bs_word t35 = t3 ^ t34;
	bs_word t36 = t8 ^ t35;
	bs_word t37 = t26 & ~t36;
	bs_word t38 = t4 & t30;
	bs_word t39 = t36 ^ t38;
	bs_word t40 = t21 & ~t39;
	bs_word t41 = t18 & ~t31;
	bs_word t42 = t40 ^ t41;
	bs_word t43 = t37 ^ t42;
	bs_word t44 = t25 & t18;
	bs_word t45 = t19 ^ t44;
	bs_word t46 = t45 ^ t26;
	bs_word t47 = t33 & ~t46;
	bs_word t48 = t43 ^ t47;
	bs_word t49 = t10 & t48;
	bs_word t50 = t26 & t33;
	bs_word t51 = t38 & t18;
	bs_word t52 = t50 ^ t51;
	bs_word t53 = t21 & ~t36;
	bs_word t54 = t31 | t46;
	bs_word t55 = t53 ^ t54;
	bs_word t56 = t52 ^ t55;
	bs_word t57 = t21 & t33;
	bs_word t58 = t25 & t31;
	bs_word t59 = t57 ^ t58;
	bs_word t60 = t25 & t39;
	bs_word t61 = t36 & t46;
	bs_word t62 = t60 ^ t61;
	bs_word t63 = t38 | t46;
	bs_word t64 = t62 ^ t63;
	bs_word t65 = t36 | t18;
	bs_word t66 = t64 ^ t65;
	bs_word t67 = t59 ^ t66;
	bs_word t68 = t56 ^ t67;
	bs_word t69 = t12 & t68;
	bs_word t70 = t21 & t31;
	bs_word t71 = t36 ^ t45;
	bs_word t72 = t70 ^ t71;
	bs_word t73 = t18 & t33;
	bs_word t74 = t72 ^ t73;
	bs_word t75 = t62 ^ t74;
	bs_word t76 = t75 & t11;
	bs_word t77 = t13 & t56;
	bs_word t78 = t76 ^ t77;
	bs_word t79 = t38 & t78;
	bs_word t80 = t23 & ~t79;
	bs_word t81 = t80 & ~t35;
	bs_word t82 = t23 & ~t81;
	bs_word t83 = t67 ^ t82;
	bs_word t84 = t28 & t83;
	bs_word t85 = t69 ^ t84;
	bs_word t86 = t49 ^ t85;
	bs_word t87 = t24 ^ t86;
	bs_word t88 = t33 ^ t11;
	bs_word t89 = t80 & t88;
	bs_word t90 = t87 ^ t89;
	bs_word t91 = t75 & ~t80;
	bs_word t92 = t91 & ~t13;
	bs_word t93 = t28 ^ t92;
	bs_word t94 = t90 ^ t93;
	bs_word t95 = t6 ^ t91;
	bs_word t96 = t95 ^ t78;
	bs_word t97 = t10 & t67;
	bs_word t98 = t48 & t28;
	bs_word t99 = t23 & ~t31;
	bs_word t100 = t98 ^ t99;
	bs_word t101 = t97 ^ t100;
	bs_word t102 = t96 ^ t101;
	bs_word t103 = t48 & t13;
	bs_word t104 = t102 ^ t103;
	bs_word t105 = t28 & ~t75;
	bs_word t106 = t105 ^ t69;
	bs_word t107 = t11 & ~t56;
	bs_word t108 = t106 ^ t107;
	bs_word t109 = t104 ^ t108;
	bs_word t110 = t109 ^ t83;
	bs_word t111 = t94 ^ t102;
	bs_word t112 = t111 ^ t56;
	bs_word t113 = t48 & ~t11;
	bs_word t114 = t10 & t75;
	bs_word t115 = t113 ^ t114;
	bs_word t116 = t56 & ~t28;
	bs_word t117 = t67 & ~t13;
	bs_word t118 = t116 ^ t117;
	bs_word t119 = t115 ^ t118;
	bs_word t120 = t119 ^ t87;
	bs_word t121 = t120 | t82;
	bs_word t122 = t10 ^ t121;
	bs_word t123 = t110 ^ t122;
	bs_word t124 = t123 ^ t48;
	bs_word t125 = t123 ^ t67;

	b[0] = t94;
	b[1] = t110;
	b[2] = t112;
	b[3] = t122;
	b[4] = t124;
	b[5] = t75;
	b[6] = t111;
	b[7] = t125;
#endif
}

#endif /* WARPCRYPT_KERNELS_KUZNYECHIK_SBOX_H */
