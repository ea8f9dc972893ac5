// SPDX-License-Identifier: GPL-2.0-only
#include "helper/transport/names.h"

#include <string.h>

#include "helper/transport/check.h"

#define CIPHER_NAME(NAME, name, ...)	[WARPCRYPT_CIPHER_##NAME] = #name,
#define MODE_NAME(NAME, name, ...)	[WARPCRYPT_MODE_##NAME] = #name,

static const char *const ciphers[WARPCRYPT_CIPHER_COUNT] = {
	WARPCRYPT_CIPHERS(CIPHER_NAME)
};

static const char *const groups[WARPCRYPT_CIPHER_COUNT] = {
	WARPCRYPT_GROUPS(CIPHER_NAME)
};

static const char *const modes[WARPCRYPT_MODE_COUNT] = {
	WARPCRYPT_MODES(MODE_NAME)
	WARPCRYPT_OWN_MODES(MODE_NAME)
};

static const char *const kpp_modes[WARPCRYPT_KPP_COUNT] = {
	[WARPCRYPT_KPP_BASE] = "base",
	[WARPCRYPT_KPP_POINT] = "point",
};

/* The name of a cipher or a group, or NULL if the number is reserved. */
const char *wc_name_of_cipher(unsigned int cipher)
{
	if (cipher >= WARPCRYPT_CIPHER_COUNT)
		return NULL;
	return ciphers[cipher] ? ciphers[cipher] : groups[cipher];
}

/* The name of one of a cipher's or a group's modes. */
const char *wc_name_of_mode(unsigned int cipher, unsigned int mode)
{
	return wc_is_group(cipher) ? kpp_modes[mode] : modes[mode];
}

/* The index of @name, or -1. */
static int find(const char *const *names, int count, const char *name)
{
	int i;

	for (i = 0; i < count; i++)
		if (names[i] && !strcmp(names[i], name))
			return i;
	return -1;
}

/* The number of a block cipher, or -1. */
int wc_find_cipher(const char *name)
{
	return find(ciphers, WARPCRYPT_CIPHER_COUNT, name);
}

/* The number of a block cipher's mode, or -1. */
int wc_find_mode(const char *name)
{
	return find(modes, WARPCRYPT_MODE_COUNT, name);
}
