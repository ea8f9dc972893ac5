/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * X25519 and edwards25519 in software: the fallback.
 */
#ifndef _WC_SOFT25519_H
#define _WC_SOFT25519_H

#include <linux/types.h>

int wc_soft25519(u8 cipher, u8 mode, u8 result[32], const u8 scalar[32],
		 const u8 point[32]);

void wc_soft25519_init(void);

#endif /* _WC_SOFT25519_H */
