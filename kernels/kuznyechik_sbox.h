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
 * Documentation/circuits.rst. Gates with two inputs: 148 forward, 127
 * inverse.
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
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = x3 ^ x1;
	bs_word t1 = x4 ^ t0;
	bs_word t2 = t0 ^ x7;
	bs_word t3 = t1 ^ t2;
	bs_word t4 = x2 ^ x6;
	bs_word t5 = t1 & ~x5;
	bs_word t6 = t4 & ~t5;
	bs_word t7 = t3 ^ t6;
	bs_word t8 = x5 ^ t7;
	bs_word t9 = t8 | t7;
	bs_word t10 = t3 & x5;
	bs_word t11 = t10 ^ t2;
	bs_word t12 = t9 | t11;
	bs_word t13 = x1 & ~t12;
	bs_word t14 = x0 ^ x6;
	bs_word t15 = t0 ^ t14;
	bs_word t16 = x3 ^ t15;
	bs_word t17 = t16 & ~x2;
	bs_word t18 = t12 | t17;
	bs_word t19 = t18 & t13;
	bs_word t20 = t15 ^ t19;
	bs_word t21 = t20 & ~t12;
	bs_word t22 = t4 & ~t9;
	bs_word t23 = t3 & ~t11;
	bs_word t24 = t22 ^ t23;
	bs_word t25 = t6 ^ t24;
	bs_word t26 = x3 & t25;
	bs_word t27 = t2 ^ t4;
	bs_word t28 = x5 ^ t27;
	bs_word t29 = t9 ^ t28;
	bs_word t30 = t10 | t29;
	bs_word t31 = t30 & t14;
	bs_word t32 = t26 ^ t31;
	bs_word t33 = t25 | t29;
	bs_word t34 = t8 ^ t33;
	bs_word t35 = x1 & t34;
	bs_word t36 = t28 ^ x0;
	bs_word t37 = t24 | t27;
	bs_word t38 = t37 & ~t23;
	bs_word t39 = t36 & t38;
	bs_word t40 = t35 ^ t39;
	bs_word t41 = t16 & t38;
	bs_word t42 = t25 & t36;
	bs_word t43 = t41 ^ t42;
	bs_word t44 = t40 ^ t43;
	bs_word t45 = t32 ^ t44;
	bs_word t46 = t36 | t18;
	bs_word t47 = x3 & t30;
	bs_word t48 = t34 & t14;
	bs_word t49 = t47 ^ t48;
	bs_word t50 = t43 ^ t49;
	bs_word t51 = t46 & ~t50;
	bs_word t52 = t45 ^ t51;
	bs_word t53 = t52 & ~t21;
	bs_word t54 = t13 | t53;
	bs_word t55 = t54 & t51;
	bs_word t56 = t34 & t36;
	bs_word t57 = t55 ^ t56;
	bs_word t58 = t25 & t16;
	bs_word t59 = t14 & t38;
	bs_word t60 = x3 & t34;
	bs_word t61 = t36 & t30;
	bs_word t62 = t60 ^ t61;
	bs_word t63 = t59 ^ t62;
	bs_word t64 = t58 ^ t63;
	bs_word t65 = t57 ^ t64;
	bs_word t66 = x3 | t53;
	bs_word t67 = t66 & ~t18;
	bs_word t68 = t67 & t0;
	bs_word t69 = t21 ^ t68;
	bs_word t70 = t65 ^ t69;
	bs_word t71 = t54 & ~t0;
	bs_word t72 = t70 | t71;
	bs_word t73 = t72 & ~t53;
	bs_word t74 = t30 & t15;
	bs_word t75 = t32 ^ t67;
	bs_word t76 = t74 ^ t75;
	bs_word t77 = t25 & t14;
	bs_word t78 = t76 ^ t77;
	bs_word t79 = t38 & x3;
	bs_word t80 = t78 ^ t79;
	bs_word t81 = t64 ^ t80;
	bs_word t82 = t81 ^ t50;
	bs_word t83 = t50 | t70;
	bs_word t84 = t83 ^ t45;
	bs_word t85 = t82 ^ t84;
	bs_word t86 = t85 & t81;
	bs_word t87 = t86 | t84;
	bs_word t88 = t87 & ~t73;
	bs_word t89 = t1 & t88;
	bs_word t90 = t51 | t65;
	bs_word t91 = t45 & t90;
	bs_word t92 = t82 ^ t91;
	bs_word t93 = t90 | t92;
	bs_word t94 = t93 ^ t85;
	bs_word t95 = x5 & ~t94;
	bs_word t96 = t89 ^ t95;
	bs_word t97 = t86 | t55;
	bs_word t98 = t27 & ~t97;
	bs_word t99 = t2 & t88;
	bs_word t100 = t27 & ~t94;
	bs_word t101 = t99 ^ t100;
	bs_word t102 = t1 & ~t94;
	bs_word t103 = t101 ^ t102;
	bs_word t104 = t88 & t4;
	bs_word t105 = t103 ^ t104;
	bs_word t106 = t98 ^ t105;
	bs_word t107 = t87 & t93;
	bs_word t108 = t2 & ~t107;
	bs_word t109 = t106 ^ t108;
	bs_word t110 = t96 ^ t109;
	bs_word t111 = t4 & ~t97;
	bs_word t112 = x5 & ~t107;
	bs_word t113 = t111 ^ t112;
	bs_word t114 = t106 ^ t113;
	bs_word t115 = t4 & ~t107;
	bs_word t116 = t2 & ~t94;
	bs_word t117 = t88 & x5;
	bs_word t118 = t116 ^ t117;
	bs_word t119 = t1 & ~t97;
	bs_word t120 = t118 ^ t119;
	bs_word t121 = t115 ^ t120;
	bs_word t122 = t114 ^ t121;
	bs_word t123 = t110 & ~t122;
	bs_word t124 = t1 & ~t107;
	bs_word t125 = x5 & ~t97;
	bs_word t126 = t124 ^ t125;
	bs_word t127 = t101 ^ t126;
	bs_word t128 = t127 ^ t110;
	bs_word t129 = t123 ^ t128;
	bs_word t130 = t114 | t129;
	bs_word t131 = t130 & ~t127;
	bs_word t132 = t123 | t131;
	bs_word t133 = t121 & t130;
	bs_word t134 = t127 & ~t133;
	bs_word t135 = t134 | t123;
	bs_word t136 = t129 & t135;
	bs_word t137 = t133 ^ t136;
	bs_word t138 = t137 ^ t84;
	bs_word t139 = t138 ^ t135;
	bs_word t140 = t65 ^ t139;
	bs_word t141 = t73 ^ t90;
	bs_word t142 = t127 ^ t122;
	bs_word t143 = t128 & ~t121;
	bs_word t144 = t130 ^ t143;
	bs_word t145 = t142 ^ t144;
	bs_word t146 = t145 ^ t13;
	bs_word t147 = t141 ^ t146;

	b[0] = t132;
	b[1] = t140;
	b[2] = t147;
	b[3] = t135;
	b[4] = t138;
	b[5] = t92;
	b[6] = t145;
	b[7] = t137;
}

/**
 * kuznyechik_inv_sbox() - pi^-1(x) ^ KUZNYECHIK_INV_PI_0 on one byte
 * @b: the byte's eight planes, least significant first
 */
WC_FN void kuznyechik_inv_sbox(bs_word *b)
{
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = x6 ^ x2;
	bs_word t1 = x4 ^ x7;
	bs_word t2 = x7 ^ x3;
	bs_word t3 = x1 ^ t2;
	bs_word t4 = t3 & ~t1;
	bs_word t5 = t0 ^ t4;
	bs_word t6 = t3 & ~t5;
	bs_word t7 = t1 ^ t6;
	bs_word t8 = t5 ^ t7;
	bs_word t9 = x3 & ~x6;
	bs_word t10 = t9 | t2;
	bs_word t11 = t10 ^ x0;
	bs_word t12 = x7 & ~t11;
	bs_word t13 = t12 & ~x0;
	bs_word t14 = t1 | t5;
	bs_word t15 = t14 & ~t7;
	bs_word t16 = x5 ^ t15;
	bs_word t17 = t8 | t5;
	bs_word t18 = t3 ^ t17;
	bs_word t19 = t16 ^ t18;
	bs_word t20 = t8 ^ t19;
	bs_word t21 = t20 & ~t16;
	bs_word t22 = t21 ^ t7;
	bs_word t23 = t13 & t22;
	bs_word t24 = t19 & ~t0;
	bs_word t25 = t16 & ~t24;
	bs_word t26 = t23 | t25;
	bs_word t27 = t8 ^ t26;
	bs_word t28 = t27 & t13;
	bs_word t29 = t19 & ~t28;
	bs_word t30 = x3 ^ t11;
	bs_word t31 = t30 & ~t9;
	bs_word t32 = t12 ^ t31;
	bs_word t33 = x5 & ~t29;
	bs_word t34 = t27 & ~t33;
	bs_word t35 = t32 & t34;
	bs_word t36 = x6 ^ t30;
	bs_word t37 = t14 & ~t24;
	bs_word t38 = t32 & ~x6;
	bs_word t39 = t38 ^ t10;
	bs_word t40 = t39 ^ t32;
	bs_word t41 = t37 & t40;
	bs_word t42 = t1 & ~t33;
	bs_word t43 = t32 & t42;
	bs_word t44 = t41 ^ t43;
	bs_word t45 = t36 ^ t44;
	bs_word t46 = t39 & ~t42;
	bs_word t47 = t38 | x3;
	bs_word t48 = t2 & t11;
	bs_word t49 = t47 & ~t48;
	bs_word t50 = t49 | t37;
	bs_word t51 = t46 ^ t50;
	bs_word t52 = t5 ^ t18;
	bs_word t53 = t34 & t14;
	bs_word t54 = t52 ^ t53;
	bs_word t55 = t36 & ~t54;
	bs_word t56 = t51 ^ t55;
	bs_word t57 = t45 ^ t56;
	bs_word t58 = t35 ^ t57;
	bs_word t59 = t58 ^ t23;
	bs_word t60 = t29 | t59;
	bs_word t61 = t60 ^ t18;
	bs_word t62 = t36 & t37;
	bs_word t63 = t54 & t32;
	bs_word t64 = t63 ^ t55;
	bs_word t65 = t62 ^ t64;
	bs_word t66 = t42 & ~t49;
	bs_word t67 = t65 ^ t66;
	bs_word t68 = t39 & ~t34;
	bs_word t69 = t67 ^ t68;
	bs_word t70 = t58 ^ t69;
	bs_word t71 = t18 & t70;
	bs_word t72 = t54 & t39;
	bs_word t73 = t32 & ~t37;
	bs_word t74 = t72 ^ t73;
	bs_word t75 = t36 & t42;
	bs_word t76 = t49 | t34;
	bs_word t77 = t75 ^ t76;
	bs_word t78 = t74 ^ t77;
	bs_word t79 = t20 & t78;
	bs_word t80 = t71 ^ t79;
	bs_word t81 = t36 & t34;
	bs_word t82 = t54 & ~t49;
	bs_word t83 = t40 ^ t82;
	bs_word t84 = t45 ^ t83;
	bs_word t85 = t81 ^ t84;
	bs_word t86 = t70 ^ t85;
	bs_word t87 = t86 & t20;
	bs_word t88 = t80 ^ t87;
	bs_word t89 = t88 & ~t13;
	bs_word t90 = t5 & ~t78;
	bs_word t91 = t89 ^ t90;
	bs_word t92 = t61 ^ t91;
	bs_word t93 = t92 ^ t28;
	bs_word t94 = t93 ^ t80;
	bs_word t95 = t52 & t69;
	bs_word t96 = t85 & t19;
	bs_word t97 = t95 ^ t96;
	bs_word t98 = t58 & ~t5;
	bs_word t99 = t85 & t52;
	bs_word t100 = t92 ^ t99;
	bs_word t101 = t78 & t19;
	bs_word t102 = t100 ^ t101;
	bs_word t103 = t98 ^ t102;
	bs_word t104 = t7 ^ t103;
	bs_word t105 = t104 ^ t23;
	bs_word t106 = t18 ^ t105;
	bs_word t107 = t97 ^ t106;
	bs_word t108 = t94 ^ t107;
	bs_word t109 = t70 ^ t108;
	bs_word t110 = t20 & t70;
	bs_word t111 = t104 ^ t110;
	bs_word t112 = t111 ^ t78;
	bs_word t113 = t58 & t20;
	bs_word t114 = t5 & ~t85;
	bs_word t115 = t7 ^ t114;
	bs_word t116 = t115 & ~t23;
	bs_word t117 = t88 ^ t116;
	bs_word t118 = t70 & t19;
	bs_word t119 = t13 | t118;
	bs_word t120 = t117 ^ t119;
	bs_word t121 = t113 ^ t120;
	bs_word t122 = t78 & ~t18;
	bs_word t123 = t121 ^ t122;
	bs_word t124 = t123 ^ t86;
	bs_word t125 = t124 ^ t108;
	bs_word t126 = t125 ^ t86;

	b[0] = t93;
	b[1] = t109;
	b[2] = t112;
	b[3] = t124;
	b[4] = t126;
	b[5] = t58;
	b[6] = t111;
	b[7] = t125;
}

#endif /* WARPCRYPT_KERNELS_KUZNYECHIK_SBOX_H */
