/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The main job's reference implementations, which share no code with
 * warpcrypt: AES-XTS by libcrypto; the other ciphers by tests/reference.
 */
#ifndef WARPCRYPT_DEMO_REF_CIPHER_H
#define WARPCRYPT_DEMO_REF_CIPHER_H

#include <stddef.h>
#include <stdint.h>

#define REF_KEY_MAX	64u	/* two keys of 32 bytes */

enum ref_mode { REF_ECB, REF_CTR, REF_CBC, REF_XTS };

struct ref_cipher;

struct ref_cipher *ref_cipher_open(const char *name, enum ref_mode mode,
				   const uint8_t *key, size_t len);
void ref_cipher_close(struct ref_cipher *cipher);
void ref_cipher_encrypt(struct ref_cipher *cipher, const uint8_t iv[16],
			uint8_t *buf, size_t len);

void __attribute__((noreturn, format(printf, 1, 2)))
die(const char *format, ...);

#endif /* WARPCRYPT_DEMO_REF_CIPHER_H */
