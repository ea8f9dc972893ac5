/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signatures as units of a frame (helper/transport/check.h), and the verdicts out of
 * them. Hashes of Ed25519's long messages, and ECDSA's scalars are computed here, by the
 * thread that fills the frame.
 */
#ifndef WARPCRYPT_HELPER_LIB_SIGN_H
#define WARPCRYPT_HELPER_LIB_SIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <openssl/evp.h>

#include "helper/lib/libwarpcrypt.h"

/* &warpcrypt_signatures.status */
#define LIB_SIGN_VALID		0
#define LIB_SIGN_NOT_VALID	1
#define LIB_SIGN_NOT_CHECKED	2

/* From a packed message to the next, bytes. */
static inline size_t lib_sign_stride(const struct warpcrypt_signatures *s)
{
	return s->packed_stride ? s->packed_stride : s->packed_len;
}

/* Both of them, which differ in what is valid alone. */
static inline bool lib_sign_is_ed25519(const struct warpcrypt_signatures *s)
{
	return s->scheme != WARPCRYPT_ECDSA_P256;
}

/* Is there no message where one should be? */
static inline bool lib_sign_misses(const struct warpcrypt_signatures *s, size_t i)
{
	return s->messages && s->messages[i].len && !s->messages[i].bytes;
}

int lib_sign_group(enum warpcrypt_scheme scheme);
int lib_sign_pack(const struct warpcrypt_signatures *s, size_t first,
		  uint8_t *to, uint32_t len, EVP_MD_CTX *hash, bool *missing);
void lib_sign_unpack(const struct warpcrypt_signatures *s, size_t first,
		     const uint8_t *from, uint32_t len);

#endif /* WARPCRYPT_HELPER_LIB_SIGN_H */
