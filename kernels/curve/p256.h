/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * NIST P-256, also secp256r1 (SP 800-186, section 3.2.1.3): y^2 = x^3 - 3 x + b modulo
 * p = 2^256 - 2^224 + 2^192 + 2^96 - 1, of prime order n.
 * What each name means: wei.h.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_P256_H
#define WARPCRYPT_KERNELS_CURVE_P256_H

#define P256_TERMS(TERM) \
	TERM(96, 1) TERM(192, 1) TERM(224, -1) TERM(256, 1)

#define P256_P0		0xffffffffffffffffULL
#define P256_P1		0x00000000ffffffffULL
#define P256_P2		0x0000000000000000ULL
#define P256_P3		0xffffffff00000001ULL

#define P256_N0		0xf3b9cac2fc632551ULL
#define P256_N1		0xbce6faada7179e84ULL
#define P256_N2		0xffffffffffffffffULL
#define P256_N3		0xffffffff00000000ULL

/* n, see kernels/curve/order.h. */
#define P256_ORDER	ORDER_P256

#define P256_B0		0x3bce3c3e27d2604bULL
#define P256_B1		0x651d06b0cc53b0f6ULL
#define P256_B2		0xb3ebbd55769886bcULL
#define P256_B3		0x5ac635d8aa3a93e7ULL

#define P256_X0		0xf4a13945d898c296ULL
#define P256_X1		0x77037d812deb33a0ULL
#define P256_X2		0xf8bce6e563a440f2ULL
#define P256_X3		0x6b17d1f2e12c4247ULL

#define P256_Y0		0xcbb6406837bf51f5ULL
#define P256_Y1		0x2bce33576b315eceULL
#define P256_Y2		0x8ee7eb4a7c0f9e16ULL
#define P256_Y3		0x4fe342e2fe1a7f9bULL

#define P256_R0		0x0000000000000001ULL
#define P256_R1		0xffffffff00000000ULL
#define P256_R2		0xffffffffffffffffULL
#define P256_R3		0x00000000fffffffeULL

#define P256_RR0	0x0000000000000003ULL
#define P256_RR1	0xfffffffbffffffffULL
#define P256_RR2	0xfffffffffffffffeULL
#define P256_RR3	0x00000004fffffffdULL

#define P256_RB0	0xd89cdf6229c4bddfULL
#define P256_RB1	0xacf005cd78843090ULL
#define P256_RB2	0xe5a220abf7212ed6ULL
#define P256_RB3	0xdc30061d04874834ULL

#endif /* WARPCRYPT_KERNELS_CURVE_P256_H */
