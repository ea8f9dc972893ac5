/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The names of the UAPI's ciphers, groups and modes, as the crypto API spells
 * them.
 */
#ifndef WARPCRYPT_HELPER_TRANSPORT_NAMES_H
#define WARPCRYPT_HELPER_TRANSPORT_NAMES_H

#include "kmod/uapi/warpcrypt.h"

const char *wc_name_of_cipher(unsigned int cipher);
const char *wc_name_of_mode(unsigned int cipher, unsigned int mode);
int wc_find_cipher(const char *name);
int wc_find_mode(const char *name);

#endif /* WARPCRYPT_HELPER_TRANSPORT_NAMES_H */
