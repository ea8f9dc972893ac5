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
 * Written out this has 247 gates. The circuits below were made from it by a random
 * walk, which replaces one or two gates at a time by others without changing the
 * outputs, and keeps the smallest circuit: see Documentation/ciphers.rst, which
 * also says why the gates are in this order.
 * Gates with two inputs: 135 forward, 124 inverse, 87 and 77 with three.
 * The names t0, t1... are in the order of evaluation.
 *
 * The circuits map zeroes to zero and leave out a constant: kuznyechik_sbox()
 * computes pi(x) ^ pi(0), and kuznyechik_inv_sbox() the same of the inverse.
 * Expanded keys add it.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_SBOX_H
#define WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_SBOX_H

#include "kernels/block/word.h"

/* What the circuits leave out: pi(0) and its inverse at 0. */
#define KUZNYECHIK_PI_0		0xfc
#define KUZNYECHIK_INV_PI_0	0xa5

/* pi(x) ^ KUZNYECHIK_PI_0 on one byte of every block: eight planes, least significant first. */
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

	bs_word t0 = x3 ^ x1;
	bs_word t1 = x7 ^ t0;
	bs_word t2 = t0 ^ x4;
	bs_word t3 = x2 ^ x6;
	bs_word t4 = t3 ^ t1;
	bs_word t5 = x5 ^ t4;
	bs_word t6 = bs_andn(x5, t4);
	bs_word t7 = t5 ^ t2;
	bs_word t8 = bs_andn(t7, t1);
	bs_word t9 = t2 | t6;
	bs_word t10 = t6 ^ t8;
	bs_word t11 = t8 ^ t9;
	bs_word t12 = bs_andn(t9, t3);
	bs_word t13 = bs_andn(t4, t5);
	bs_word t14 = t9 ^ t13;
	bs_word t15 = t13 | t10;
	bs_word t16 = bs_andn(t5, t10);
	bs_word t17 = bs_andn(t15, t12);
	bs_word t18 = t12 | ~t14;
	bs_word t19 = t17 ^ t1;
	bs_word t20 = x0 ^ t5;
	bs_word t21 = t14 | t19;
	bs_word t22 = t0 & t11;
	bs_word t23 = bs_andn(x7, t21);
	bs_word t24 = x0 ^ x6;
	bs_word t25 = t18 ^ t16;
	bs_word t26 = t2 ^ t18;
	bs_word t27 = bs_andn(t24, t26);
	bs_word t28 = x6 | t21;
	bs_word t29 = bs_andn(t24, t25);
	bs_word t30 = bs_andn(t20, t26);
	bs_word t31 = bs_andn(x3, t26);
	bs_word t32 = ~(t19 & t24);
	bs_word t33 = t30 ^ t32;
	bs_word t34 = bs_andn(x3, t25);
	bs_word t35 = x1 ^ t24;
	bs_word t36 = t33 ^ t34;
	bs_word t37 = t11 ^ t26;
	bs_word t38 = bs_andn(t20, t37);
	bs_word t39 = t29 ^ t38;
	bs_word t40 = bs_andn(t20, t25);
	bs_word t41 = x3 & t11;
	bs_word t42 = bs_andn(t35, t37);
	bs_word t43 = t36 ^ t42;
	bs_word t44 = bs_andn(t35, t25);
	bs_word t45 = t40 ^ t43;
	bs_word t46 = bs_andn(t35, t28);
	bs_word t47 = ~(t19 & t35);
	bs_word t48 = t31 ^ t47;
	bs_word t49 = t46 ^ t21;
	bs_word t50 = bs_andn(x1, t21);
	bs_word t51 = bs_andn(t49, t19);
	bs_word t52 = t48 ^ t39;
	bs_word t53 = bs_andn(t45, t52);
	bs_word t54 = bs_andn(t20, t51);
	bs_word t55 = bs_andn(t49, t53);
	bs_word t56 = t55 ^ t41;
	bs_word t57 = t56 ^ t54;
	bs_word t58 = t27 ^ t57;
	bs_word t59 = t53 ^ t50;
	bs_word t60 = t44 ^ t58;
	bs_word t61 = t23 ^ t28;
	bs_word t62 = t60 & t61;
	bs_word t63 = bs_andn(t62, t21);
	bs_word t64 = t52 ^ t60;
	bs_word t65 = t55 & t64;
	bs_word t66 = x3 | t63;
	bs_word t67 = bs_andn(t66, t51);
	bs_word t68 = t36 ^ t67;
	bs_word t69 = t68 ^ t22;
	bs_word t70 = t50 | t62;
	bs_word t71 = bs_andn(t23, t69);
	bs_word t72 = t52 ^ t69;
	bs_word t73 = bs_andn(t70, t64);
	bs_word t74 = t45 ^ t73;
	bs_word t75 = t61 ^ t71;
	bs_word t76 = t72 ^ t65;
	bs_word t77 = t74 ^ t75;
	bs_word t78 = bs_andn(t28, t77);
	bs_word t79 = t64 ^ t77;
	bs_word t80 = t72 ^ t79;
	bs_word t81 = bs_andn(t80, t69);
	bs_word t82 = t81 | t73;
	bs_word t83 = bs_andn(t59, t76);
	bs_word t84 = t79 | t81;
	bs_word t85 = t80 ^ t83;
	bs_word t86 = t62 | t78;
	bs_word t87 = bs_andn(t84, t83);
	bs_word t88 = ~(t86 & t84);
	bs_word t89 = bs_andn(t3, t88);
	bs_word t90 = bs_andn(x5, t82);
	bs_word t91 = bs_andn(x5, t88);
	bs_word t92 = t85 ^ t88;
	bs_word t93 = bs_andn(t4, t92);
	bs_word t94 = bs_andn(t2, t87);
	bs_word t95 = t90 ^ t94;
	bs_word t96 = bs_andn(t7, t92);
	bs_word t97 = bs_andn(x5, t87);
	bs_word t98 = t93 ^ t97;
	bs_word t99 = t93 ^ t95;
	bs_word t100 = t1 & t85;
	bs_word t101 = t2 & t85;
	bs_word t102 = t91 ^ t100;
	bs_word t103 = t98 ^ t101;
	bs_word t104 = bs_andn(t1, t87);
	bs_word t105 = bs_andn(t3, t87);
	bs_word t106 = t102 ^ t105;
	bs_word t107 = t91 ^ t104;
	bs_word t108 = bs_andn(t2, t82);
	bs_word t109 = t89 ^ t99;
	bs_word t110 = bs_andn(t1, t82);
	bs_word t111 = t110 ^ t103;
	bs_word t112 = bs_andn(t4, t82);
	bs_word t113 = t108 ^ t106;
	bs_word t114 = t96 ^ t107;
	bs_word t115 = t114 ^ t112;
	bs_word t116 = t115 ^ t109;
	bs_word t117 = t113 & t116;
	bs_word t118 = t115 ^ t113;
	bs_word t119 = bs_andn(t109, t117);
	bs_word t120 = t111 ^ t117;
	bs_word t121 = t111 ^ t118;
	bs_word t122 = t115 & t121;
	bs_word t123 = t122 | t119;
	bs_word t124 = bs_andn(t120, t109);
	bs_word t125 = t122 ^ t124;
	bs_word t126 = t118 & t125;
	bs_word t127 = t116 ^ t126;
	bs_word t128 = t79 ^ t127;
	bs_word t129 = bs_andn(t127, t120);
	bs_word t130 = t128 ^ t123;
	bs_word t131 = t118 ^ t129;
	bs_word t132 = t131 ^ t86;
	bs_word t133 = t59 ^ t132;
	bs_word t134 = t74 ^ t130;

	b[0] = t125;
	b[1] = ~t134;
	b[2] = t133;
	b[3] = t123;
	b[4] = t128;
	b[5] = t76;
	b[6] = t131;
	b[7] = t127;
#endif
}

/* pi^-1(x) ^ KUZNYECHIK_INV_PI_0, in the same way. */
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

	bs_word t0 = ~(x7 ^ x3);
	bs_word t1 = bs_andn(x3, x6);
	bs_word t2 = x0 ^ x3;
	bs_word t3 = x7 ^ x4;
	bs_word t4 = bs_andn(t0, t1);
	bs_word t5 = t1 ^ x7;
	bs_word t6 = bs_andn(t5, t2);
	bs_word t7 = t0 ^ x1;
	bs_word t8 = x2 ^ x6;
	bs_word t9 = x0 ^ t6;
	bs_word t10 = bs_andn(x6, t9);
	bs_word t11 = t8 ^ t7;
	bs_word t12 = x6 ^ t4;
	bs_word t13 = bs_andn(t3, t7);
	bs_word t14 = bs_andn(t8, t13);
	bs_word t15 = t13 ^ t11;
	bs_word t16 = x5 ^ t14;
	bs_word t17 = ~(t12 ^ t2);
	bs_word t18 = t10 ^ t12;
	bs_word t19 = t15 ^ t16;
	bs_word t20 = t19 ^ t3;
	bs_word t21 = bs_andn(t15, t7);
	bs_word t22 = t20 ^ t21;
	bs_word t23 = t19 ^ t22;
	bs_word t24 = bs_andn(t10, t17);
	bs_word t25 = ~(t11 ^ t23);
	bs_word t26 = bs_andn(t17, t18);
	bs_word t27 = bs_andn(t25, t20);
	bs_word t28 = bs_andn(t25, t14);
	bs_word t29 = bs_andn(t22, t24);
	bs_word t30 = bs_andn(t29, t13);
	bs_word t31 = bs_andn(t27, t30);
	bs_word t32 = bs_andn(t24, t31);
	bs_word t33 = t5 ^ t26;
	bs_word t34 = t28 ^ t31;
	bs_word t35 = t8 | t34;
	bs_word t36 = t18 ^ t9;
	bs_word t37 = t35 ^ t21;
	bs_word t38 = bs_andn(t34, t36);
	bs_word t39 = t36 | t37;
	bs_word t40 = bs_andn(t3, t30);
	bs_word t41 = t33 ^ t36;
	bs_word t42 = bs_andn(t9, t37);
	bs_word t43 = t42 ^ t38;
	bs_word t44 = t37 ^ t40;
	bs_word t45 = ~(t17 & t40);
	bs_word t46 = t45 ^ t43;
	bs_word t47 = bs_andn(t17, t37);
	bs_word t48 = t37 & t41;
	bs_word t49 = bs_andn(t41, t27);
	bs_word t50 = t49 ^ t46;
	bs_word t51 = bs_andn(t44, t18);
	bs_word t52 = bs_andn(t27, t18);
	bs_word t53 = t48 ^ t51;
	bs_word t54 = t53 ^ t33;
	bs_word t55 = bs_andn(t41, t44);
	bs_word t56 = bs_andn(t9, t44);
	bs_word t57 = t34 & t41;
	bs_word t58 = t55 | t51;
	bs_word t59 = bs_andn(t17, t27);
	bs_word t60 = t17 & t34;
	bs_word t61 = t59 ^ t56;
	bs_word t62 = t9 & t27;
	bs_word t63 = bs_andn(t50, t22);
	bs_word t64 = t61 ^ t57;
	bs_word t65 = t39 ^ t64;
	bs_word t66 = bs_andn(t28, t65);
	bs_word t67 = t62 ^ t54;
	bs_word t68 = t63 ^ t66;
	bs_word t69 = t60 ^ t67;
	bs_word t70 = bs_andn(t69, t15);
	bs_word t71 = bs_andn(x1, t16);
	bs_word t72 = t68 ^ t70;
	bs_word t73 = t3 & t72;
	bs_word t74 = bs_andn(t24, t73);
	bs_word t75 = t70 ^ t34;
	bs_word t76 = t34 & t9;
	bs_word t77 = t74 & t75;
	bs_word t78 = bs_andn(t50, t28);
	bs_word t79 = t58 ^ t76;
	bs_word t80 = bs_andn(t69, t74);
	bs_word t81 = t72 ^ t80;
	bs_word t82 = t79 ^ t52;
	bs_word t83 = t80 & t22;
	bs_word t84 = t28 ^ t83;
	bs_word t85 = t82 ^ t47;
	bs_word t86 = t84 ^ t71;
	bs_word t87 = t86 & t24;
	bs_word t88 = t85 | t87;
	bs_word t89 = bs_andn(t15, t65);
	bs_word t90 = bs_andn(t22, t88);
	bs_word t91 = t78 ^ t90;
	bs_word t92 = t69 & t16;
	bs_word t93 = t91 ^ t89;
	bs_word t94 = bs_andn(t16, t85);
	bs_word t95 = t94 ^ t32;
	bs_word t96 = t23 ^ t95;
	bs_word t97 = t93 ^ t92;
	bs_word t98 = bs_andn(t16, t65);
	bs_word t99 = t96 ^ t81;
	bs_word t100 = bs_andn(t28, t88);
	bs_word t101 = t100 ^ t98;
	bs_word t102 = t50 ^ t85;
	bs_word t103 = t102 | t19;
	bs_word t104 = bs_andn(t97, t87);
	bs_word t105 = t101 ^ t29;
	bs_word t106 = t103 ^ t105;
	bs_word t107 = t106 ^ t77;
	bs_word t108 = t104 ^ t106;
	bs_word t109 = t103 ^ t88;
	bs_word t110 = t22 | t65;
	bs_word t111 = t15 | t50;
	bs_word t112 = bs_andn(t84, t69);
	bs_word t113 = t16 ^ t108;
	bs_word t114 = t84 ^ t107;
	bs_word t115 = t109 ^ t110;
	bs_word t116 = t115 ^ t112;
	bs_word t117 = t116 ^ t99;
	bs_word t118 = t114 ^ t99;
	bs_word t119 = t111 ^ t117;
	bs_word t120 = ~(t119 ^ t113);
	bs_word t121 = t118 ^ t50;
	bs_word t122 = t85 ^ t120;
	bs_word t123 = t120 ^ t65;

	b[0] = t114;
	b[1] = t119;
	b[2] = t121;
	b[3] = t113;
	b[4] = t123;
	b[5] = t69;
	b[6] = t118;
	b[7] = t122;
#endif
}

#endif /* WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_SBOX_H */
