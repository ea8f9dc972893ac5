// SPDX-License-Identifier: GPL-2.0-only
/*
 * Known answers for X25519, edwards25519 and P-256.
 */
#include "kat.h"

#include <linux/kernel.h>

#include "uapi/warpcrypt.h"

/* Known answers: a unit before and after. */
struct wc_kpp_vector {
	struct warpcrypt_kpp_in in;
	struct warpcrypt_kpp_out out;
};

/* Byte @_i of a word, the most significant first. */
#define KPP_BYTE(_word, _i)	(_word##ULL >> (56 - 8 * (_i)) & 0xff)

/* 32 bytes in the order in which the standards print them. */
#define KPP_32(_a, _b, _c, _d) {					\
	KPP_BYTE(_a, 0), KPP_BYTE(_a, 1), KPP_BYTE(_a, 2), KPP_BYTE(_a, 3),\
	KPP_BYTE(_a, 4), KPP_BYTE(_a, 5), KPP_BYTE(_a, 6), KPP_BYTE(_a, 7),\
	KPP_BYTE(_b, 0), KPP_BYTE(_b, 1), KPP_BYTE(_b, 2), KPP_BYTE(_b, 3),\
	KPP_BYTE(_b, 4), KPP_BYTE(_b, 5), KPP_BYTE(_b, 6), KPP_BYTE(_b, 7),\
	KPP_BYTE(_c, 0), KPP_BYTE(_c, 1), KPP_BYTE(_c, 2), KPP_BYTE(_c, 3),\
	KPP_BYTE(_c, 4), KPP_BYTE(_c, 5), KPP_BYTE(_c, 6), KPP_BYTE(_c, 7),\
	KPP_BYTE(_d, 0), KPP_BYTE(_d, 1), KPP_BYTE(_d, 2), KPP_BYTE(_d, 3),\
	KPP_BYTE(_d, 4), KPP_BYTE(_d, 5), KPP_BYTE(_d, 6), KPP_BYTE(_d, 7),\
}

/* What more than one of them has. */
#define KPP_ALICE_SECRET KPP_32( \
	0x77076d0a7318a57d, 0x3c16c17251b26645, 0xdf4c2f87ebc0992a, 0xb177fba51db92c2a)
#define KPP_BOB_SECRET KPP_32( \
	0x5dab087e624a8a4b, 0x79e17f8b83800ee6, 0x6f3bb1292618b6fd, 0x1c2f8b27ff88e0eb)
#define KPP_BOB_PUBLIC KPP_32( \
	0xde9edb7d7b7dc1b4, 0xd35b61c2ece43537, 0x3f8343c85b78674d, 0xadfc7e146f882b4f)
#define KPP_RFC8032_1_SECRET KPP_32( \
	0x307c83864f2833cb, 0x427a2ef1c00a013c, 0xfdff2768d980c0a3, 0xa520f006904de94f)
#define KPP_RFC8032_2_PUBLIC KPP_32( \
	0x3d4017c3e843895a, 0x92b70aa74d1b7ebc, 0x9c982ccf2ec4968c, 0xc0cd55f12af4660c)

/* RFC 7748, section 6.1. */
static const struct wc_kpp_vector kpp_alice_public = {
	.in.scalar = KPP_ALICE_SECRET,
	.out.result = KPP_32(0x8520f0098930a754, 0x748b7ddcb43ef75a,
			     0x0dbf3a0d26381af4, 0xeba4a98eaa9b4e6a),
	.out.status = WARPCRYPT_KPP_DONE,
};

static const struct wc_kpp_vector kpp_bob_public = {
	.in.scalar = KPP_BOB_SECRET,
	.out.result = KPP_BOB_PUBLIC,
	.out.status = WARPCRYPT_KPP_DONE,
};

static const struct wc_kpp_vector kpp_shared = {
	.in.scalar = KPP_ALICE_SECRET,
	.in.point = KPP_BOB_PUBLIC,
	.out.result = KPP_32(0x4a5d9d5ba4ce2de1, 0x728e3bf480350f25,
			     0xe07e21c947d19e33, 0x76f09b3c1e161742),
	.out.status = WARPCRYPT_KPP_DONE,
};

/* RFC 7748, section 5.2; the top bit of the second u is set and ignored. */
static const struct wc_kpp_vector kpp_rfc7748_1 = {
	.in.scalar = KPP_32(0xa546e36bf0527c9d, 0x3b16154b82465edd,
			    0x62144c0ac1fc5a18, 0x506a2244ba449ac4),
	.in.point = KPP_32(0xe6db6867583030db, 0x3594c1a424b15f7c,
			   0x726624ec26b3353b, 0x10a903a6d0ab1c4c),
	.out.result = KPP_32(0xc3da55379de9c690, 0x8e94ea4df28d084f,
			     0x32eccf03491c71f7, 0x54b4075577a28552),
	.out.status = WARPCRYPT_KPP_DONE,
};

static const struct wc_kpp_vector kpp_rfc7748_2 = {
	.in.scalar = KPP_32(0x4b66e9d4d1b4673c, 0x5ad22691957d6af5,
			    0xc11b6421e0ea01d4, 0x2ca4169e7918ba0d),
	.in.point = KPP_32(0xe5210f12786811d3, 0xf4b7959d0538ae2c,
			   0x31dbe7106fc03c3e, 0xfc4cd549c715a493),
	.out.result = KPP_32(0x95cbde9476e8907d, 0x7aade45cb4b873f8,
			     0x8b595a68799fa152, 0xe6f8f7647aac7957),
	.out.status = WARPCRYPT_KPP_DONE,
};

/* u = p + 9 is the base point: an own choice. */
static const struct wc_kpp_vector kpp_not_reduced = {
	.in.scalar = KPP_BOB_SECRET,
	.in.point = { [0] = 0xf6, [1 ... 30] = 0xff, [31] = 0x7f },
	.out.result = KPP_BOB_PUBLIC,
	.out.status = WARPCRYPT_KPP_DONE,
};

/* u = 1 and u = p: points of small order, no shared secret. */
static const struct wc_kpp_vector kpp_order_4 = {
	.in.scalar = KPP_ALICE_SECRET,
	.in.point = { 1 },
	.out.status = WARPCRYPT_KPP_NONE,
};

static const struct wc_kpp_vector kpp_order_2 = {
	.in.scalar = KPP_BOB_SECRET,
	.in.point = { [0] = 0xed, [1 ... 30] = 0xff, [31] = 0x7f },
	.out.status = WARPCRYPT_KPP_NONE,
};

/*
 * RFC 8032, section 7.1, tests 1 and 2: the secret keys, hashed and clamped, and
 * the public keys.
 */
static const struct wc_kpp_vector kpp_rfc8032_1 = {
	.in.scalar = KPP_RFC8032_1_SECRET,
	.out.result = KPP_32(0xd75a980182b10ab7, 0xd54bfed3c964073a,
			     0x0ee172f3daa62325, 0xaf021a68f707511a),
	.out.status = WARPCRYPT_KPP_DONE,
};

static const struct wc_kpp_vector kpp_rfc8032_2 = {
	.in.scalar = KPP_32(0x68bd9ed75882d528, 0x15a97585caf4790a,
			    0x7f6c6b3b7f821c5e, 0x259a24b02e502e51),
	.out.result = KPP_RFC8032_2_PUBLIC,
	.out.status = WARPCRYPT_KPP_DONE,
};

/* Nothing is clamped or reduced: 0 B is the neutral element; 2^256 - 1. */
static const struct wc_kpp_vector kpp_zero = {
	.out.result = { 1 },
	.out.status = WARPCRYPT_KPP_DONE,
};

static const struct wc_kpp_vector kpp_ones = {
	.in.scalar = { [0 ... 31] = 0xff },
	.out.result = KPP_32(0xdb27fe4b7a4beb8c, 0x1b8c38a21e943a85,
			     0x2304c9bb3035a5f3, 0x6626b51162a68f9c),
	.out.status = WARPCRYPT_KPP_DONE,
};

/* The first scalar of RFC 8032 times the second public key. */
static const struct wc_kpp_vector kpp_product = {
	.in.scalar = KPP_RFC8032_1_SECRET,
	.in.point = KPP_RFC8032_2_PUBLIC,
	.out.result = KPP_32(0xd27ac4ead7e84029, 0x1e69e65c71e9e488,
			     0xf86fff5467dfbc19, 0xa8c2d4c3215f0532),
	.out.status = WARPCRYPT_KPP_DONE,
};

/* A point of order 8 times 5, which clamping would make 0. */
static const struct wc_kpp_vector kpp_order_8 = {
	.in.scalar = { 5 },
	.in.point = KPP_32(0xc7176a703d4dd84f, 0xba3c0b760d10670f,
			   0x2a2053fa2c39ccc6, 0x4ec7fd7792ac037a),
	.out.result = KPP_32(0x26e8958fc2b227b0, 0x45c3f489f2ef98f0,
			     0xd5dfac05d3c63339, 0xb13802886d53fc85),
	.out.status = WARPCRYPT_KPP_DONE,
};

/* Three encodings that are no points: y = 2; y = p + 1; x = 0 with the sign bit set. */
static const struct wc_kpp_vector kpp_no_point = {
	.in.scalar = KPP_RFC8032_1_SECRET,
	.in.point = { 2 },
	.out.status = WARPCRYPT_KPP_NONE,
};

static const struct wc_kpp_vector kpp_y_not_reduced = {
	.in.scalar = KPP_RFC8032_1_SECRET,
	.in.point = { [0] = 0xee, [1 ... 30] = 0xff, [31] = 0x7f },
	.out.status = WARPCRYPT_KPP_NONE,
};

static const struct wc_kpp_vector kpp_minus_zero = {
	.in.scalar = KPP_RFC8032_1_SECRET,
	.in.point = { [0] = 0x01, [31] = 0x80 },
	.out.status = WARPCRYPT_KPP_NONE,
};

/* --- P-256. What is not published follows from the definitions; see unit-kat. */

struct wc_p256_vector {
	struct warpcrypt_kpp_p256_in in;
	struct warpcrypt_kpp_p256_out out;
};

#define P256_I_SECRET KPP_32( \
	0xc88f01f510d9ac3f, 0x70a292daa2316de5, 0x44e9aab8afe84049, 0xc62a9c57862d1433)
#define P256_R_X KPP_32( \
	0xd12dfb5289c8d4f8, 0x1208b70270398c34, 0x2296970a0bccb74c, 0x736fc7554494bf63)
#define P256_R_Y KPP_32( \
	0x56fbf3ca366cc23e, 0x8157854c13c58d6a, 0xac23f046ada30f83, 0x53e74f33039872ab)
#define P256_ORDER KPP_32( \
	0xffffffff00000000, 0xffffffffffffffff, 0xbce6faada7179e84, 0xf3b9cac2fc632551)

/* RFC 5903, section 8.1. */
static const struct wc_p256_vector p256_i = {
	.in.scalar = P256_I_SECRET,
	.out.x = KPP_32(0xdad0b65394221cf9, 0xb051e1feca5787d0,
			0x98dfe637fc90b9ef, 0x945d0c3772581180),
	.out.y = KPP_32(0x5271a0461cdb8252, 0xd61f1c456fa3e59a,
			0xb1f45b33accf5f58, 0x389e0577b8990bb3),
	.out.status = WARPCRYPT_KPP_DONE,
};

static const struct wc_p256_vector p256_r = {
	.in.scalar = KPP_32(0xc6ef9c5d78ae012a, 0x011164acb397ce20,
			    0x88685d8f06bf9be0, 0xb283ab46476bee53),
	.out.x = P256_R_X,
	.out.y = P256_R_Y,
	.out.status = WARPCRYPT_KPP_DONE,
};

/* n - 1: -G; n; 0. */
static const struct wc_p256_vector p256_largest = {
	.in.scalar = KPP_32(0xffffffff00000000, 0xffffffffffffffff,
			    0xbce6faada7179e84, 0xf3b9cac2fc632550),
	.out.x = KPP_32(0x6b17d1f2e12c4247, 0xf8bce6e563a440f2,
			0x77037d812deb33a0, 0xf4a13945d898c296),
	.out.y = KPP_32(0xb01cbd1c01e58065, 0x711814b583f061e9,
			0xd431cca994cea131, 0x3449bf97c840ae0a),
	.out.status = WARPCRYPT_KPP_DONE,
};

static const struct wc_p256_vector p256_order = {
	.in.scalar = P256_ORDER,
	.out.status = WARPCRYPT_KPP_NONE,
};

static const struct wc_p256_vector p256_zero = {
	.out.status = WARPCRYPT_KPP_NONE,
};

/* RFC 5903, section 8.1. */
static const struct wc_p256_vector p256_shared = {
	.in.scalar = P256_I_SECRET,
	.in.x = P256_R_X,
	.in.y = P256_R_Y,
	.out.x = KPP_32(0xd6840f6b42f6edaf, 0xd13116e0e1256520,
			0x2fef8e9ece7dce03, 0x812464d04b9442de),
	.out.y = KPP_32(0x522bde0af0d8585b, 0x8def9c183b5ae38f,
			0x50235206a8674ecb, 0x5d98edb20eb153a2),
	.out.status = WARPCRYPT_KPP_DONE,
};

/* NIST CAVP, ECC CDH primitive, the first for P-256. */
static const struct wc_p256_vector p256_cavp = {
	.in.scalar = KPP_32(0x7d7dc5f71eb29dda, 0xf80d6214632eeae0,
			    0x3d9058af1fb6d22e, 0xd80badb62bc1a534),
	.in.x = KPP_32(0x700c48f77f56584c, 0x5cc632ca65640db9,
		       0x1b6bacce3a4df6b4, 0x2ce7cc838833d287),
	.in.y = KPP_32(0xdb71e509e3fd9b06, 0x0ddb20ba5c51dcc5,
		       0x948d46fbf640dfe0, 0x441782cab85fa4ac),
	.out.x = KPP_32(0x46fc62106420ff01, 0x2e54a434fbdd2d25,
			0xccc5852060561e68, 0x040dd7778997bd7b),
	.out.y = KPP_32(0xc553079d5a6b963c, 0x42f013ceb53c9715,
			0x144bfb52d700d015, 0x387e4fae2918a9cd),
	.out.status = WARPCRYPT_KPP_DONE,
};

/* n times a point. */
static const struct wc_p256_vector p256_point_order = {
	.in.scalar = P256_ORDER,
	.in.x = P256_R_X,
	.in.y = P256_R_Y,
	.out.status = WARPCRYPT_KPP_NONE,
};

/* No points: y + 1; x + p, where x is small; zeros. */
static const struct wc_p256_vector p256_off_curve = {
	.in.scalar = P256_I_SECRET,
	.in.x = P256_R_X,
	.in.y = KPP_32(0x56fbf3ca366cc23e, 0x8157854c13c58d6a,
		       0xac23f046ada30f83, 0x53e74f33039872ac),
	.out.status = WARPCRYPT_KPP_NONE,
};

static const struct wc_p256_vector p256_not_reduced = {
	.in.scalar = P256_I_SECRET,
	.in.x = KPP_32(0xffffffff00000001, 0x0000000000000000,
		       0x0000000100000000, 0x0000000000000004),
	.in.y = KPP_32(0x459243b9aa581806, 0xfe913bce99817ade,
		       0x11ca503c64d9a3c5, 0x33415c083248fbcc),
	.out.status = WARPCRYPT_KPP_NONE,
};

static const struct wc_p256_vector p256_infinity = {
	.in.scalar = P256_I_SECRET,
	.out.status = WARPCRYPT_KPP_NONE,
};

#define WC_KPP_KAT(_CIPHER, _MODE, _vector)				\
{									\
	.cipher = WARPCRYPT_CIPHER_##_CIPHER,				\
	.mode = WARPCRYPT_KPP_##_MODE,					\
	.len = sizeof((_vector).in),					\
	.one_way = true,						\
	.plain = (const u8 *)&(_vector).in,				\
	.sealed = (const u8 *)&(_vector).out,				\
}

const struct wc_kat wc_kpp_kats[] = {
	WC_KPP_KAT(CURVE25519, BASE, kpp_alice_public),
	WC_KPP_KAT(CURVE25519, BASE, kpp_bob_public),
	WC_KPP_KAT(CURVE25519, POINT, kpp_shared),
	WC_KPP_KAT(CURVE25519, POINT, kpp_rfc7748_1),
	WC_KPP_KAT(CURVE25519, POINT, kpp_rfc7748_2),
	WC_KPP_KAT(CURVE25519, POINT, kpp_not_reduced),
	WC_KPP_KAT(CURVE25519, POINT, kpp_order_4),
	WC_KPP_KAT(CURVE25519, POINT, kpp_order_2),
	WC_KPP_KAT(EDWARDS25519, BASE, kpp_rfc8032_1),
	WC_KPP_KAT(EDWARDS25519, BASE, kpp_rfc8032_2),
	WC_KPP_KAT(EDWARDS25519, BASE, kpp_zero),
	WC_KPP_KAT(EDWARDS25519, BASE, kpp_ones),
	WC_KPP_KAT(EDWARDS25519, POINT, kpp_product),
	WC_KPP_KAT(EDWARDS25519, POINT, kpp_order_8),
	WC_KPP_KAT(EDWARDS25519, POINT, kpp_no_point),
	WC_KPP_KAT(EDWARDS25519, POINT, kpp_y_not_reduced),
	WC_KPP_KAT(EDWARDS25519, POINT, kpp_minus_zero),
	WC_KPP_KAT(P256, BASE, p256_i),
	WC_KPP_KAT(P256, BASE, p256_r),
	WC_KPP_KAT(P256, BASE, p256_largest),
	WC_KPP_KAT(P256, BASE, p256_order),
	WC_KPP_KAT(P256, BASE, p256_zero),
	WC_KPP_KAT(P256, POINT, p256_shared),
	WC_KPP_KAT(P256, POINT, p256_cavp),
	WC_KPP_KAT(P256, POINT, p256_point_order),
	WC_KPP_KAT(P256, POINT, p256_off_curve),
	WC_KPP_KAT(P256, POINT, p256_not_reduced),
	WC_KPP_KAT(P256, POINT, p256_infinity),
};

const unsigned int wc_kpp_kat_count = ARRAY_SIZE(wc_kpp_kats);
