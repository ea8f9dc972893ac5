/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The SM4 S-box (GB/T 32907-2016, 6.2) as a circuit.
 *
 * With A and c its affine map, S(x) = A (A x + c)^-1 + c, the inverse being
 * that in GF(2^8) modulo x^8 + x^7 + x^6 + x^5 + x^4 + x^2 + 1. All fields of
 * 256 elements are one: x goes by a linear map to AES's field, is inverted
 * there by the circuit of Boyar and Peralta (kernels/block/aes_sbox.h), and comes
 * back by another. Written out that is 147 gates; the circuit below was made from
 * it by the random walk that kernels/block/kuznyechik_sbox.h describes. Gates: 112
 * with two inputs, 74 with three.
 *
 * All gates map zeroes to zero: S(0) is left out.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_SM4_SBOX_H
#define WARPCRYPT_KERNELS_BLOCK_SM4_SBOX_H

#include "kernels/block/word.h"

/* What the circuit leaves out. */
#define SM4_S_0		0xd6

/* S(x) ^ SM4_S_0 on one byte of every block: eight planes, least significant first. */
WC_FN void sm4_sbox(bs_word *b)
{
#if BS_HAS_LUT3
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = bs_lut3(x4, x5, x1, 0x3c);
	bs_word t1 = bs_lut3(x2, x3, x1, 0x5a);
	bs_word t2 = bs_lut3(t1, t0, x0, 0x96);
	bs_word t3 = bs_lut3(x2, x5, t2, 0x96);
	bs_word t4 = bs_lut3(x5, t3, x7, 0x96);
	bs_word t5 = bs_lut3(x6, x3, t4, 0x96);
	bs_word t6 = bs_lut3(t5, t0, t2, 0x96);
	bs_word t7 = bs_lut3(t4, t6, t3, 0x3c);
	bs_word t8 = bs_lut3(t3, x2, x1, 0x96);
	bs_word t9 = bs_lut3(x6, t8, t7, 0x96);
	bs_word t10 = bs_lut3(t7, t9, t0, 0x66);
	bs_word t11 = bs_lut3(t6, x2, t9, 0x96);
	bs_word t12 = bs_lut3(t11, t2, t7, 0x3c);
	bs_word t13 = bs_lut3(t12, t10, t3, 0xbe);
	bs_word t14 = bs_lut3(t4, t2, t12, 0x0c);
	bs_word t15 = bs_lut3(t0, t7, t14, 0x9a);
	bs_word t16 = bs_lut3(t15, x7, t13, 0x96);
	bs_word t17 = bs_lut3(t6, t5, t14, 0x9a);
	bs_word t18 = bs_lut3(x1, x7, t2, 0x96);
	bs_word t19 = bs_lut3(t11, t18, t2, 0xfc);
	bs_word t20 = bs_lut3(t19, x6, t17, 0x96);
	bs_word t21 = bs_lut3(t20, t9, x6, 0x78);
	bs_word t22 = bs_lut3(t16, t17, x4, 0x3c);
	bs_word t23 = bs_lut3(t1, t12, t22, 0xa6);
	bs_word t24 = bs_lut3(t8, t10, t5, 0x56);
	bs_word t25 = bs_lut3(t16, t5, t24, 0x5a);
	bs_word t26 = bs_lut3(t6, x2, t3, 0x42);
	bs_word t27 = bs_lut3(t26, t20, t15, 0x96);
	bs_word t28 = bs_lut3(t25, t27, t21, 0x3a);
	bs_word t29 = bs_lut3(t28, t25, t23, 0x36);
	bs_word t30 = bs_lut3(t29, t23, t21, 0xc6);
	bs_word t31 = bs_lut3(t27, t21, t30, 0x36);
	bs_word t32 = bs_lut3(t29, t5, t31, 0x5a);
	bs_word t33 = bs_lut3(t21, t31, t27, 0x54);
	bs_word t34 = bs_lut3(t28, t21, t33, 0xae);
	bs_word t35 = bs_lut3(t34, t22, t31, 0x5a);
	bs_word t36 = bs_lut3(t35, t30, t25, 0xc6);
	bs_word t37 = bs_lut3(t34, t36, t32, 0x3c);
	bs_word t38 = bs_lut3(t23, t37, t32, 0x66);
	bs_word t39 = bs_lut3(t38, t7, t16, 0xfc);
	bs_word t40 = bs_lut3(t37, t39, t6, 0xc6);
	bs_word t41 = bs_lut3(t37, x0, t1, 0x06);
	bs_word t42 = bs_lut3(t41, t34, t3, 0x88);
	bs_word t43 = bs_lut3(t29, t21, t36, 0x5a);
	bs_word t44 = bs_lut3(t43, t9, t0, 0x30);
	bs_word t45 = bs_lut3(t44, t43, x6, 0x84);
	bs_word t46 = bs_lut3(t35, t45, t8, 0x36);
	bs_word t47 = bs_lut3(t46, t42, t7, 0x3c);
	bs_word t48 = bs_lut3(t47, t32, t2, 0x78);
	bs_word t49 = bs_lut3(t3, t6, t36, 0x14);
	bs_word t50 = bs_lut3(t38, t0, t49, 0xa6);
	bs_word t51 = bs_lut3(t20, t50, t48, 0x66);
	bs_word t52 = bs_lut3(t5, t34, x2, 0x84);
	bs_word t53 = bs_lut3(t10, t35, t52, 0x56);
	bs_word t54 = bs_lut3(t42, t1, t31, 0x1e);
	bs_word t55 = bs_lut3(t40, t54, t1, 0x3c);
	bs_word t56 = bs_lut3(t55, t53, t51, 0x66);
	bs_word t57 = bs_lut3(t45, t7, t39, 0x5e);
	bs_word t58 = bs_lut3(t4, t57, t32, 0xc6);
	bs_word t59 = bs_lut3(t52, t31, t12, 0xd2);
	bs_word t60 = bs_lut3(t18, t29, t54, 0x9a);
	bs_word t61 = bs_lut3(t44, t55, t51, 0x96);
	bs_word t62 = bs_lut3(t61, t60, t42, 0x3c);
	bs_word t63 = bs_lut3(t62, t29, t11, 0xd2);
	bs_word t64 = bs_lut3(t63, t59, t58, 0x96);
	bs_word t65 = bs_lut3(t64, t56, t40, 0x3c);
	bs_word t66 = bs_lut3(t63, t41, t50, 0x96);
	bs_word t67 = bs_lut3(x2, t6, t36, 0xbe);
	bs_word t68 = bs_lut3(t67, t61, t66, 0x96);
	bs_word t69 = bs_lut3(t60, t58, t68, 0x96);
	bs_word t70 = bs_lut3(t58, t49, t64, 0x96);
	bs_word t71 = bs_lut3(t70, t47, t60, 0x96);
	bs_word t72 = bs_lut3(t10, t66, t70, 0x66);
	bs_word t73 = bs_lut3(t55, t68, t56, 0x96);

	b[0] = t65;
	b[1] = t69;
	b[2] = t64;
	b[3] = t71;
	b[4] = t72;
	b[5] = t55;
	b[6] = t73;
	b[7] = t66;
#else
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = x2 ^ x1;
	bs_word t1 = t0 ^ x0;
	bs_word t2 = x6 ^ t1;
	bs_word t3 = x3 ^ t2;
	bs_word t4 = x7 ^ t3;
	bs_word t5 = t4 ^ x5;
	bs_word t6 = x4 ^ t5;
	bs_word t7 = x2 ^ t6;
	bs_word t8 = t1 ^ t7;
	bs_word t9 = t8 ^ t3;
	bs_word t10 = t9 ^ t0;
	bs_word t11 = t6 ^ t1;
	bs_word t12 = t11 ^ t4;
	bs_word t13 = t12 & ~t9;
	bs_word t14 = t4 ^ t6;
	bs_word t15 = t14 & ~t3;
	bs_word t16 = t13 ^ t15;
	bs_word t17 = t5 ^ t8;
	bs_word t18 = t6 | t17;
	bs_word t19 = t16 ^ t18;
	bs_word t20 = x7 ^ t19;
	bs_word t21 = t17 ^ t0;
	bs_word t22 = t3 ^ t21;
	bs_word t23 = x6 ^ t22;
	bs_word t24 = t4 ^ t23;
	bs_word t25 = t24 ^ t6;
	bs_word t26 = t21 | t25;
	bs_word t27 = t7 ^ t26;
	bs_word t28 = t20 ^ t27;
	bs_word t29 = t5 & ~t11;
	bs_word t30 = t1 & ~t7;
	bs_word t31 = t13 ^ t30;
	bs_word t32 = t24 ^ t12;
	bs_word t33 = t32 | t10;
	bs_word t34 = t31 ^ t33;
	bs_word t35 = t34 ^ x6;
	bs_word t36 = t16 ^ t35;
	bs_word t37 = t29 ^ t36;
	bs_word t38 = t22 & ~t23;
	bs_word t39 = t34 ^ t38;
	bs_word t40 = t37 ^ t39;
	bs_word t41 = t28 | t40;
	bs_word t42 = t37 ^ t41;
	bs_word t43 = t24 & ~t0;
	bs_word t44 = t20 ^ t31;
	bs_word t45 = t43 ^ t44;
	bs_word t46 = t42 | t45;
	bs_word t47 = t28 ^ t46;
	bs_word t48 = t10 & ~t47;
	bs_word t49 = t39 & ~t47;
	bs_word t50 = t45 ^ t49;
	bs_word t51 = t50 & ~t37;
	bs_word t52 = t51 ^ t40;
	bs_word t53 = t0 | t52;
	bs_word t54 = t41 & t39;
	bs_word t55 = t54 | t51;
	bs_word t56 = t17 & t55;
	bs_word t57 = t53 ^ t56;
	bs_word t58 = t48 ^ t57;
	bs_word t59 = t55 ^ t52;
	bs_word t60 = t28 & ~t59;
	bs_word t61 = t50 ^ t60;
	bs_word t62 = t47 ^ t61;
	bs_word t63 = t62 & ~t23;
	bs_word t64 = t59 ^ t62;
	bs_word t65 = t3 | t64;
	bs_word t66 = t61 ^ t55;
	bs_word t67 = t8 & ~t66;
	bs_word t68 = t65 ^ t67;
	bs_word t69 = t57 ^ t68;
	bs_word t70 = t63 ^ t69;
	bs_word t71 = t14 & ~t64;
	bs_word t72 = t5 & ~t61;
	bs_word t73 = t71 ^ t72;
	bs_word t74 = t21 | t59;
	bs_word t75 = t22 & t62;
	bs_word t76 = t74 ^ t75;
	bs_word t77 = t56 ^ t76;
	bs_word t78 = t52 ^ t47;
	bs_word t79 = t12 & t78;
	bs_word t80 = t77 ^ t79;
	bs_word t81 = t73 ^ t80;
	bs_word t82 = t70 ^ t81;
	bs_word t83 = t58 ^ t82;
	bs_word t84 = t32 & ~t47;
	bs_word t85 = t83 ^ t84;
	bs_word t86 = t55 & ~t6;
	bs_word t87 = t24 & ~t52;
	bs_word t88 = t86 ^ t87;
	bs_word t89 = t85 ^ t88;
	bs_word t90 = t65 ^ t75;
	bs_word t91 = t78 & ~t9;
	bs_word t92 = t90 ^ t91;
	bs_word t93 = t89 ^ t92;
	bs_word t94 = t25 | t59;
	bs_word t95 = t94 ^ t86;
	bs_word t96 = t81 ^ t95;
	bs_word t97 = t93 ^ t96;
	bs_word t98 = t1 & ~t66;
	bs_word t99 = t73 ^ t98;
	bs_word t100 = t85 ^ t99;
	bs_word t101 = t11 | t61;
	bs_word t102 = t101 ^ t82;
	bs_word t103 = t100 ^ t102;
	bs_word t104 = t103 ^ t92;
	bs_word t105 = t58 ^ t104;
	bs_word t106 = t72 ^ t89;
	bs_word t107 = t58 ^ t106;
	bs_word t108 = t77 ^ t107;
	bs_word t109 = t106 ^ t100;
	bs_word t110 = t69 ^ t96;
	bs_word t111 = t103 ^ t110;

	b[0] = t97;
	b[1] = t105;
	b[2] = t93;
	b[3] = t108;
	b[4] = t109;
	b[5] = t69;
	b[6] = t111;
	b[7] = t100;
#endif
}

#endif /* WARPCRYPT_KERNELS_BLOCK_SM4_SBOX_H */
