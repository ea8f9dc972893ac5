// SPDX-License-Identifier: GPL-2.0-only
#include "helper/transport/names.h"

#include "helper/transport/view.h"

const char *const wc_cipher_names[WARPCRYPT_CIPHER_COUNT] = {
	[WARPCRYPT_CIPHER_AES] = "aes",
	[WARPCRYPT_CIPHER_SKINNY] = "skinny",
	[WARPCRYPT_CIPHER_KUZNYECHIK] = "kuznyechik",
	[WARPCRYPT_CIPHER_SM4] = "sm4",
	[WARPCRYPT_CIPHER_CURVE25519] = "curve25519",
	[WARPCRYPT_CIPHER_EDWARDS25519] = "edwards25519",
};

const char *const wc_mode_names[WARPCRYPT_MODE_COUNT] = {
	[WARPCRYPT_MODE_ECB] = "ecb",
	[WARPCRYPT_MODE_CTR] = "ctr",
	[WARPCRYPT_MODE_CBC] = "cbc",
	[WARPCRYPT_MODE_XTS] = "xts",
};

static const char *const kpp_names[WARPCRYPT_KPP_COUNT] = {
	[WARPCRYPT_KPP_BASE] = "base",
	[WARPCRYPT_KPP_POINT] = "point",
};

/**
 * wc_mode_name() - what a mode is called
 * @cipher: enum warpcrypt_cipher
 * @mode: one of its modes
 *
 * Return: a static string
 */
const char *wc_mode_name(uint8_t cipher, unsigned int mode)
{
	return wc_is_group(cipher) ? kpp_names[mode] : wc_mode_names[mode];
}
