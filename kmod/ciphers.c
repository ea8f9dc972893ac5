// SPDX-License-Identifier: GPL-2.0-only
/*
 * The UAPI's lists of ciphers, modes and groups as tables.
 */
#include "module.h"

#define WC_MODE_NAME(_NAME, _name, ...) \
	[WARPCRYPT_MODE_##_NAME] = #_name,

static const char * const wc_modes[WARPCRYPT_MODE_COUNT] = {
	WARPCRYPT_MODES(WC_MODE_NAME)
	WARPCRYPT_OWN_MODES(WC_MODE_NAME)
};

static const char * const wc_kpp_modes[WARPCRYPT_KPP_COUNT] = {
	[WARPCRYPT_KPP_BASE] = "base",
	[WARPCRYPT_KPP_POINT] = "point",
};

#define WC_CIPHER(_NAME, _name, _number, ...) \
	[_number] = { #_name, wc_modes, WARPCRYPT_CIPHER_MODES(_number) },
#define WC_GROUP(_NAME, _name, _number, _unit) \
	[WARPCRYPT_CIPHER_##_NAME] = { \
		#_name, wc_kpp_modes, \
		WARPCRYPT_MODE_BIT(WARPCRYPT_KPP_COUNT) - 1, _unit \
	},

const struct wc_cipher wc_ciphers[WARPCRYPT_CIPHER_COUNT] = {
	WARPCRYPT_CIPHERS(WC_CIPHER)
	WARPCRYPT_GROUPS(WC_GROUP)
};
