/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is computed on CPUs for the units of signature checks
 * (helper/transport/check.h): hashes, and integers modulo the groups' orders.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CHECK_UNITS_H
#define WARPCRYPT_HELPER_ENGINE_CHECK_UNITS_H

#include <stddef.h>
#include <stdint.h>

#include <openssl/evp.h>

#include "helper/transport/check.h"
#include "kernels/cpu/wei.h"

/* The most signatures of ECDSA that share an inversion. */
#define WC_CHECK_SHARED	256u

EVP_MD_CTX *wc_check_hash_new(void);
int wc_check_ed25519_k(uint8_t k[32], const struct wc_check_ed25519 *unit,
		       const void *message, size_t len, EVP_MD_CTX *hash);
void wc_check_p256_scalars(uint8_t (*checks)[WCWEI_CHECK_BYTES],
			   const struct wc_check_p256 *units, size_t n);

#endif /* WARPCRYPT_HELPER_ENGINE_CHECK_UNITS_H */
