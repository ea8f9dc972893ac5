/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SM2 (GB/T 32918.5-2017): y^2 = x^3 - 3 x + b modulo
 * p = 2^256 - 2^224 - 2^96 + 2^64 - 1, of prime order n.
 * What each name means: wei.h.
 */
#ifndef WARPCRYPT_TESTS_UNIT_SM2_H
#define WARPCRYPT_TESTS_UNIT_SM2_H

#define SM2_TERMS(TERM) \
	TERM(64, 1) TERM(96, -1) TERM(224, -1) TERM(256, 1)

#define SM2_P0		0xffffffffffffffffULL
#define SM2_P1		0xffffffff00000000ULL
#define SM2_P2		0xffffffffffffffffULL
#define SM2_P3		0xfffffffeffffffffULL

#define SM2_N0		0x53bbf40939d54123ULL
#define SM2_N1		0x7203df6b21c6052bULL
#define SM2_N2		0xffffffffffffffffULL
#define SM2_N3		0xfffffffeffffffffULL

#define SM2_B0		0xddbcbd414d940e93ULL
#define SM2_B1		0xf39789f515ab8f92ULL
#define SM2_B2		0x4d5a9e4bcf6509a7ULL
#define SM2_B3		0x28e9fa9e9d9f5e34ULL

#define SM2_X0		0x715a4589334c74c7ULL
#define SM2_X1		0x8fe30bbff2660be1ULL
#define SM2_X2		0x5f9904466a39c994ULL
#define SM2_X3		0x32c4ae2c1f198119ULL

#define SM2_Y0		0x02df32e52139f0a0ULL
#define SM2_Y1		0xd0a9877cc62a4740ULL
#define SM2_Y2		0x59bdcee36b692153ULL
#define SM2_Y3		0xbc3736a2f4f6779cULL

#define SM2_R0		0x0000000000000001ULL
#define SM2_R1		0x00000000ffffffffULL
#define SM2_R2		0x0000000000000000ULL
#define SM2_R3		0x0000000100000000ULL

#define SM2_RR0	0x0000000200000003ULL
#define SM2_RR1	0x00000002ffffffffULL
#define SM2_RR2	0x0000000100000001ULL
#define SM2_RR3	0x0000000400000002ULL

#define SM2_RB0	0x90d230632bc0dd42ULL
#define SM2_RB1	0x71cf379ae9b537abULL
#define SM2_RB2	0x527981505ea51c3cULL
#define SM2_RB3	0x240fe188ba20e2c8ULL

#endif /* WARPCRYPT_TESTS_UNIT_SM2_H */
