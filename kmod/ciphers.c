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

/**
 * struct wc_cipher - a cipher or group of the UAPI
 * @name: as the crypto API spells it; NULL: the number is not in use
 * @modes: names of its modes
 * @bits: a WARPCRYPT_MODE_BIT() for each mode that it has
 * @unit: of a group: bytes of a multiplication in a payload
 */
struct wc_cipher {
	const char *name;
	const char * const *modes;
	u16 bits;
	u32 unit;
};

#define WC_CIPHER(_NAME, _name, _number, ...) \
	[_number] = { #_name, wc_modes, WARPCRYPT_CIPHER_MODES(_number) },
#define WC_GROUP(_NAME, _name, _number, _unit) \
	[WARPCRYPT_CIPHER_##_NAME] = { \
		#_name, wc_kpp_modes, \
		WARPCRYPT_MODE_BIT(WARPCRYPT_KPP_COUNT) - 1, _unit \
	},

static const struct wc_cipher wc_ciphers[WARPCRYPT_CIPHER_COUNT] = {
	WARPCRYPT_CIPHERS(WC_CIPHER)
	WARPCRYPT_GROUPS(WC_GROUP)
};

/**
 * wc_cipher_name() - the name of a cipher or group
 * @cipher: enum warpcrypt_cipher
 */
const char *wc_cipher_name(unsigned int cipher)
{
	return wc_ciphers[cipher].name;
}

/**
 * wc_mode_name() - the name of a mode
 * @cipher: enum warpcrypt_cipher
 * @mode: a mode of @cipher: enum warpcrypt_mode or enum warpcrypt_kpp
 */
const char *wc_mode_name(unsigned int cipher, unsigned int mode)
{
	return wc_ciphers[cipher].modes[mode];
}

/**
 * wc_cipher_modes() - the modes of a cipher or group
 * @cipher: enum warpcrypt_cipher, or a number below WARPCRYPT_CIPHER_COUNT
 *
 * Return: a WARPCRYPT_MODE_BIT() for each mode; 0 for a number not in use.
 */
u16 wc_cipher_modes(unsigned int cipher)
{
	return wc_ciphers[cipher].bits;
}

/**
 * wc_cipher_is_block() - is it a block cipher, not a group?
 * @cipher: enum warpcrypt_cipher, or a number below WARPCRYPT_CIPHER_COUNT
 */
bool wc_cipher_is_block(unsigned int cipher)
{
	return wc_ciphers[cipher].modes == wc_modes;
}

/**
 * wc_group_unit() - how long a multiplication of a group is in a payload
 * @group: a group, enum warpcrypt_cipher
 *
 * Return: bytes, at most WARPCRYPT_KPP_UNIT_MAX.
 */
u32 wc_group_unit(unsigned int group)
{
	return wc_ciphers[group].unit;
}
