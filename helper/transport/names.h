/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the UAPI's ciphers, groups and modes are called.
 */
#ifndef WC_NAMES_H
#define WC_NAMES_H

#include <stdint.h>

#include "kmod/uapi/warpcrypt.h"

/* By enum warpcrypt_cipher, NULL where there is none; groups are in it too. */
extern const char *const wc_cipher_names[WARPCRYPT_CIPHER_COUNT];

/* Of ciphers, by enum warpcrypt_mode. */
extern const char *const wc_mode_names[WARPCRYPT_MODE_COUNT];

const char *wc_mode_name(uint8_t cipher, unsigned int mode);

#endif /* WC_NAMES_H */
