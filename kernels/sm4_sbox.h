/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The SM4 S-box (GB/T 32907-2016, 6.2) as a circuit.
 *
 * With A and c its affine map, S(x) = A (A x + c)^-1 + c, the inverse being
 * that in GF(2^8) modulo x^8 + x^7 + x^6 + x^5 + x^4 + x^2 + 1. All fields of
 * 256 elements are one: x goes by a linear map to AES's field, is inverted
 * there by the circuit of Boyar and Peralta (kernels/aes_sbox.h), and comes
 * back by another. Written out that is 147 gates; the circuit below came out
 * of it by the random walk that kernels/kuznyechik_sbox.h tells of. Gates:
 * 147 with two inputs.
 *
 * All gates map zeroes to zero: S(0) is left out.
 */
#ifndef WARPCRYPT_KERNELS_SM4_SBOX_H
#define WARPCRYPT_KERNELS_SM4_SBOX_H

#include "kernels/word.h"

/* What the circuit leaves out. */
#define SM4_S_0		0xd6

/**
 * sm4_sbox() - S(x) ^ SM4_S_0 on one byte of every block
 * @b: the byte's eight planes, least significant first
 */
WC_FN void sm4_sbox(bs_word *b)
{
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = x1 ^ x2;
	bs_word t1 = x0 ^ x1;
	bs_word t2 = t1 ^ x2;
	bs_word t3 = t2 ^ x4;
	bs_word t4 = x1 ^ x3;
	bs_word t5 = x0 ^ x2;
	bs_word t6 = t5 ^ x4;
	bs_word t7 = t6 ^ x5;
	bs_word t8 = t4 ^ x4;
	bs_word t9 = t8 ^ x5;
	bs_word t10 = x1 ^ x4;
	bs_word t11 = t10 ^ x5;
	bs_word t12 = t11 ^ x6;
	bs_word t13 = t1 ^ x3;
	bs_word t14 = t13 ^ x4;
	bs_word t15 = t14 ^ x7;
	bs_word t16 = t5 ^ x3;
	bs_word t17 = t9 ^ t4;
	bs_word t18 = t16 ^ t9;
	bs_word t19 = t15 ^ t12;
	bs_word t20 = t19 ^ t0;
	bs_word t21 = t20 ^ t9;
	bs_word t22 = t8 ^ t17;
	bs_word t23 = t20 ^ t16;
	bs_word t24 = t20 ^ t3;
	bs_word t25 = t24 ^ t2;
	bs_word t26 = t7 ^ t22;
	bs_word t27 = t26 ^ t15;
	bs_word t28 = t6 ^ t0;
	bs_word t29 = t6 ^ t19;
	bs_word t30 = t27 ^ t18;
	bs_word t31 = t0 ^ t30;
	bs_word t32 = t29 ^ t30;
	bs_word t33 = t29 ^ t2;
	bs_word t34 = t19 ^ t30;
	bs_word t35 = t16 ^ t34;
	bs_word t36 = t22 | t6;
	bs_word t37 = t28 & ~t25;
	bs_word t38 = t37 ^ t36;
	bs_word t39 = t21 & ~t0;
	bs_word t40 = t39 ^ t36;
	bs_word t41 = t34 & ~t8;
	bs_word t42 = t20 & ~t24;
	bs_word t43 = t42 ^ t41;
	bs_word t44 = t23 & t31;
	bs_word t45 = t44 ^ t41;
	bs_word t46 = t18 & ~t30;
	bs_word t47 = t17 & ~t32;
	bs_word t48 = t47 ^ t46;
	bs_word t49 = t2 & t29;
	bs_word t50 = t49 ^ t46;
	bs_word t51 = t38 ^ t48;
	bs_word t52 = t40 ^ t50;
	bs_word t53 = t43 ^ t48;
	bs_word t54 = t45 ^ t50;
	bs_word t55 = t51 ^ t27;
	bs_word t56 = t52 ^ t33;
	bs_word t57 = t53 ^ x6;
	bs_word t58 = t54 ^ t35;
	bs_word t59 = t55 ^ t56;
	bs_word t60 = t55 & ~t57;
	bs_word t61 = t58 ^ t60;
	bs_word t62 = t61 & ~t59;
	bs_word t63 = t62 ^ t56;
	bs_word t64 = t57 ^ t58;
	bs_word t65 = t56 ^ t60;
	bs_word t66 = t65 | t64;
	bs_word t67 = t66 ^ t58;
	bs_word t68 = t57 ^ t67;
	bs_word t69 = t61 ^ t67;
	bs_word t70 = t58 & ~t69;
	bs_word t71 = t70 ^ t68;
	bs_word t72 = t61 ^ t70;
	bs_word t73 = t72 & ~t63;
	bs_word t74 = t59 ^ t73;
	bs_word t75 = t74 ^ t71;
	bs_word t76 = t63 ^ t67;
	bs_word t77 = t63 ^ t74;
	bs_word t78 = t67 ^ t71;
	bs_word t79 = t76 ^ t75;
	bs_word t80 = t78 | t6;
	bs_word t81 = t71 & t28;
	bs_word t82 = t67 | t0;
	bs_word t83 = t77 & t34;
	bs_word t84 = t20 & ~t74;
	bs_word t85 = t31 & ~t63;
	bs_word t86 = t76 & ~t30;
	bs_word t87 = t79 | t32;
	bs_word t88 = t29 & ~t75;
	bs_word t89 = t78 | t22;
	bs_word t90 = t71 & ~t25;
	bs_word t91 = t21 & ~t67;
	bs_word t92 = t77 & ~t8;
	bs_word t93 = t74 | t24;
	bs_word t94 = t23 & ~t63;
	bs_word t95 = t76 & t18;
	bs_word t96 = t17 & ~t79;
	bs_word t97 = t2 & ~t75;
	bs_word t98 = t95 ^ t96;
	bs_word t99 = t90 ^ t91;
	bs_word t100 = t85 ^ t93;
	bs_word t101 = t89 ^ t90;
	bs_word t102 = t82 ^ t92;
	bs_word t103 = t82 ^ t85;
	bs_word t104 = t87 ^ t88;
	bs_word t105 = t80 ^ t83;
	bs_word t106 = t86 ^ t87;
	bs_word t107 = t96 ^ t97;
	bs_word t108 = t92 ^ t100;
	bs_word t109 = t102 ^ t105;
	bs_word t110 = t84 ^ t98;
	bs_word t111 = t83 ^ t106;
	bs_word t112 = t98 ^ t109;
	bs_word t113 = t94 ^ t109;
	bs_word t114 = t104 ^ t110;
	bs_word t115 = t101 ^ t110;
	bs_word t116 = t84 ^ t111;
	bs_word t117 = t113 ^ t114;
	bs_word t118 = t81 ^ t115;
	bs_word t119 = t111 ^ t115;
	bs_word t120 = t108 ^ t114;
	bs_word t121 = t100 ^ t112;
	bs_word t122 = t116 ^ t117;
	bs_word t123 = t105 ^ t118;
	bs_word t124 = t103 ^ t118;
	bs_word t125 = t99 ^ t117;
	bs_word t126 = t116 ^ t123;
	bs_word t127 = t107 ^ t122;
	bs_word t128 = t125 ^ t124;
	bs_word t129 = t128 ^ t123;
	bs_word t130 = t129 ^ t119;
	bs_word t131 = t120 ^ t124;
	bs_word t132 = t131 ^ t123;
	bs_word t133 = t132 ^ t127;
	bs_word t134 = t128 ^ t119;
	bs_word t135 = t125 ^ t126;
	bs_word t136 = t135 ^ t119;
	bs_word t137 = t125 ^ t123;
	bs_word t138 = t137 ^ t127;
	bs_word t139 = t138 ^ t126;
	bs_word t140 = t121 ^ t120;
	bs_word t141 = t140 ^ t126;
	bs_word t142 = t141 ^ t119;
	bs_word t143 = t121 ^ t127;
	bs_word t144 = t143 ^ t126;
	bs_word t145 = t124 ^ t127;
	bs_word t146 = t145 ^ t119;

	b[0] = t130;
	b[1] = t133;
	b[2] = t134;
	b[3] = t136;
	b[4] = t139;
	b[5] = t142;
	b[6] = t144;
	b[7] = t146;
}

#endif /* WARPCRYPT_KERNELS_SM4_SBOX_H */
