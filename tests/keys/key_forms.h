/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All that a key can look like in memory, as patterns: the key, its round keys as
 * tests/reference expands them, in both orders of bytes, and the expanded key of
 * the engines and of the kernel's constant-time ciphers (kernels/block).
 */
#ifndef WARPCRYPT_TESTS_KEYS_KEY_FORMS_H
#define WARPCRYPT_TESTS_KEYS_KEY_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Appends the patterns of a key of @len bytes to a file, of which @part are a key of the cipher
 * (XTS has two), and leaves no copy of it but on the stack. @cipher is NULL for a secret
 * scalar, which has one other form, its bytes in reverse. False: there is no such cipher, or it
 * has no keys of @part bytes.
 */
bool key_forms_write(FILE *file, const char *cipher, const uint8_t *key,
		     size_t len, size_t part);

#endif /* WARPCRYPT_TESTS_KEYS_KEY_FORMS_H */
