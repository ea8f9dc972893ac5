/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * P-256 in software: the fallback.
 */
#ifndef _WC_SOFTP256_H
#define _WC_SOFTP256_H

#include <linux/types.h>

int wc_softp256(u8 mode, u8 *result, const u8 scalar[32], const u8 point[64]);

#endif /* _WC_SOFTP256_H */
