/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kpp algorithms: X25519 and edwards25519.
 */
#ifndef _WC_KPP_H
#define _WC_KPP_H

#include <linux/types.h>

#include "uapi/warpcrypt.h"

/* What we do of each group, bits of enum warpcrypt_kpp. */
extern const u16 wc_kpp_modes[WARPCRYPT_CIPHER_COUNT];

int wc_kpp_init(void);
void wc_kpp_exit(void);
int wc_kpp_register(void);
void wc_kpp_unregister(void);

#endif /* _WC_KPP_H */
