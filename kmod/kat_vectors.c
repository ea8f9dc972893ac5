// SPDX-License-Identifier: GPL-2.0-only
/*
 * The known answers of the ciphers. kat_aes.h and so on have the data, and name
 * the standards that they are from. Where no example of a mode is published, they
 * are computed with tests/reference; unit-kat compares all of them with that.
 */
#include "kat.h"

#include <linux/kernel.h>

#include "kat_aes.h"
#include "kat_kuznyechik.h"
#include "kat_skinny.h"
#include "kat_sm4.h"
#include "uapi/warpcrypt.h"

/* Plaintext of IEEE 1619, IV of SP 800-38A; also used as keys. */
static const u8 ramp[] = {
	0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07,
	0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
	0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17,
	0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f,
	0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27,
	0x28, 0x29, 0x2a, 0x2b, 0x2c, 0x2d, 0x2e, 0x2f,
	0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37,
	0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f,
	0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47,
	0x48, 0x49, 0x4a, 0x4b, 0x4c, 0x4d, 0x4e, 0x4f,
	0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57,
	0x58, 0x59, 0x5a, 0x5b, 0x5c, 0x5d, 0x5e, 0x5f,
};

static const u8 plain_38a[] = {
	0x6b, 0xc1, 0xbe, 0xe2, 0x2e, 0x40, 0x9f, 0x96,
	0xe9, 0x3d, 0x7e, 0x11, 0x73, 0x93, 0x17, 0x2a,
	0xae, 0x2d, 0x8a, 0x57, 0x1e, 0x03, 0xac, 0x9c,
	0x9e, 0xb7, 0x6f, 0xac, 0x45, 0xaf, 0x8e, 0x51,
	0x30, 0xc8, 0x1c, 0x46, 0xa3, 0x5c, 0xe4, 0x11,
	0xe5, 0xfb, 0xc1, 0x19, 0x1a, 0x0a, 0x52, 0xef,
	0xf6, 0x9f, 0x24, 0x45, 0xdf, 0x4f, 0x9b, 0x17,
	0xad, 0x2b, 0x41, 0x7b, 0xe6, 0x6c, 0x37, 0x10,
};

static const u8 iv_xts_15[] = {
	0x9a, 0x78, 0x56, 0x34, 0x12, 0x00, 0x00, 0x00,
	0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
};

/* The counter wraps after two blocks, at every width. */
static const u8 iv_wrap[] = {
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
};

/* @_len bytes of a data unit, after the first @_block blocks of it. */
#define WC_KAT_PART(_cipher, _mode, _key, _key_len, _iv, _plain, _sealed, \
		    _block, _len) \
{									\
	.cipher = WARPCRYPT_CIPHER_##_cipher,				\
	.mode = WARPCRYPT_MODE_##_mode,					\
	.key_len = _key_len,						\
	.len = _len,							\
	.block = _block,						\
	.key = _key,							\
	.iv = _iv,							\
	.plain = (_plain) + 16 * (_block),				\
	.sealed = (_sealed) + 16 * (_block),				\
}

#define WC_KAT(_cipher, _mode, _key, _iv, _plain, _sealed) \
	WC_KAT_PART(_cipher, _mode, _key, sizeof(_key), _iv, _plain, _sealed, \
		    0, sizeof(_sealed))

/* The key is the first @_key_len bytes of the ramp. */
#define WC_KAT_RAMP(_cipher, _mode, _key_len, _iv, _sealed) \
	WC_KAT_PART(_cipher, _mode, ramp, _key_len, _iv, plain_38a, _sealed, \
		    0, sizeof(_sealed))

/* XTS of 61 bytes. The stealing at their end does not change the first two blocks. */
#define WC_KAT_XTS(_cipher, _key_len, _sealed, _block, _len) \
	WC_KAT_PART(_cipher, XTS, ramp, _key_len, iv_xts_15, plain_38a, \
		    _sealed, _block, _len)

const struct wc_kat wc_kats[] = {
	/* SP 800-38A F.1.1, .3, .5; F.2.1, .3, .5; F.5.1, .3, .5 */
	WC_KAT(AES, ECB, key_128, NULL, plain_38a, ecb_128),
	WC_KAT(AES, ECB, key_192, NULL, plain_38a, ecb_192),
	WC_KAT(AES, ECB, key_256, NULL, plain_38a, ecb_256),
	WC_KAT(AES, CBC, key_128, ramp, plain_38a, cbc_128),
	WC_KAT(AES, CBC, key_192, ramp, plain_38a, cbc_192),
	WC_KAT(AES, CBC, key_256, ramp, plain_38a, cbc_256),
	WC_KAT(AES, CTR, key_128, iv_ctr, plain_38a, ctr_128),
	WC_KAT(AES, CTR, key_192, iv_ctr, plain_38a, ctr_192),
	WC_KAT(AES, CTR, key_256, iv_ctr, plain_38a, ctr_256),
	/* IEEE 1619-2018 annex B: vector 10's first blocks, and a later piece */
	WC_KAT(AES, XTS, key_xts_10, iv_xts_10, ramp, xts_10),
	WC_KAT_PART(AES, XTS, key_xts_10, sizeof(key_xts_10), iv_xts_10, ramp,
		    xts_10, 1, sizeof(xts_10) - 16),
	/* vectors 15 and 18: ciphertext stealing; vector 2 */
	WC_KAT(AES, XTS, key_xts_15, iv_xts_15, ramp, xts_15),
	WC_KAT(AES, XTS, key_xts_15, iv_xts_15, ramp, xts_18),
	WC_KAT(AES, XTS, key_xts_2, iv_xts_2, plain_xts_2, xts_2),
	/* tests/reference */
	WC_KAT_XTS(AES, 48, aes_xts_192, 0, 61),

	/* GOST R 34.13-2015 A.1.1 (its first block is RFC 7801 5.5), .2, .4 */
	WC_KAT(KUZNYECHIK, ECB, key_gost, NULL, plain_gost, gost_ecb),
	WC_KAT(KUZNYECHIK, CTR, key_gost, iv_gost_ctr, plain_gost, gost_ctr),
	WC_KAT(KUZNYECHIK, CBC, key_gost, iv_gost_cbc, plain_gost_cbc,
	       gost_cbc),
	/* tests/reference: whole blocks, stealing, a later piece */
	WC_KAT_XTS(KUZNYECHIK, 64, kuznyechik_xts, 0, 32),
	WC_KAT_XTS(KUZNYECHIK, 64, kuznyechik_xts, 0, 61),
	WC_KAT_XTS(KUZNYECHIK, 64, kuznyechik_xts, 1, 45),

	/* ePrint 2016/660 appendix B */
	WC_KAT(SKINNY, ECB, key_skinny_128, NULL, plain_skinny_128,
	       skinny_ecb_128),
	WC_KAT(SKINNY, ECB, key_skinny_256, NULL, plain_skinny_256,
	       skinny_ecb_256),
	WC_KAT(SKINNY, ECB, key_skinny_384, NULL, plain_skinny_384,
	       skinny_ecb_384),
	/* tests/reference */
	WC_KAT_RAMP(SKINNY, CTR, 16, iv_wrap, skinny_ctr_128),
	WC_KAT_RAMP(SKINNY, CTR, 32, iv_wrap, skinny_ctr_256),
	WC_KAT_RAMP(SKINNY, CTR, 48, iv_wrap, skinny_ctr_384),
	WC_KAT_RAMP(SKINNY, CBC, 16, ramp, skinny_cbc_128),
	WC_KAT_RAMP(SKINNY, CBC, 32, ramp, skinny_cbc_256),
	WC_KAT_RAMP(SKINNY, CBC, 48, ramp, skinny_cbc_384),
	WC_KAT_XTS(SKINNY, 32, skinny_xts_128, 0, 32),
	WC_KAT_XTS(SKINNY, 32, skinny_xts_128, 0, 61),
	WC_KAT_XTS(SKINNY, 32, skinny_xts_128, 1, 45),
	WC_KAT_XTS(SKINNY, 64, skinny_xts_256, 0, 32),
	WC_KAT_XTS(SKINNY, 64, skinny_xts_256, 0, 61),
	WC_KAT_XTS(SKINNY, 64, skinny_xts_256, 1, 45),
	WC_KAT_XTS(SKINNY, 96, skinny_xts_384, 0, 32),
	WC_KAT_XTS(SKINNY, 96, skinny_xts_384, 0, 61),
	WC_KAT_XTS(SKINNY, 96, skinny_xts_384, 1, 45),

	/* GB/T 32907-2016 A.1; draft-ribose-cfrg-sm4-10 A.2.2.1, A.2.5.1 */
	WC_KAT(SM4, ECB, key_sm4, NULL, key_sm4, sm4_ecb),
	WC_KAT(SM4, CBC, key_sm4, ramp, plain_sm4_cbc, sm4_cbc),
	WC_KAT(SM4, CTR, key_sm4, ramp, plain_sm4_ctr, sm4_ctr),
	/* tests/reference */
	WC_KAT_XTS(SM4, 32, sm4_xts, 0, 32),
	WC_KAT_XTS(SM4, 32, sm4_xts, 0, 61),
	WC_KAT_XTS(SM4, 32, sm4_xts, 1, 45),
};

const unsigned int wc_kat_count = ARRAY_SIZE(wc_kats);
