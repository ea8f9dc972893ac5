/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is computed on the host for the units of signature checks
 * (helper/transport/check.h): integers modulo the groups' orders.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CHECK_UNITS_H
#define WARPCRYPT_HELPER_ENGINE_CHECK_UNITS_H

#include <stddef.h>
#include <stdint.h>

#include "helper/transport/check.h"

/* How many signatures of ECDSA share an inversion. */
#define WC_CHECK_SHARED	128u

void wc_check_ed25519_hash(struct wc_check_ed25519 *unit,
			   const uint8_t hash[64]);
void wc_check_p256_scalars(struct wc_check_p256 *units,
			   const uint8_t (*signatures)[64],
			   const uint8_t (*hashes)[32], size_t n);

#endif /* WARPCRYPT_HELPER_ENGINE_CHECK_UNITS_H */
