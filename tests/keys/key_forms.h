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

/**
 * key_forms_write() - append the patterns of a key to a file
 * @file: the file
 * @cipher: the cipher's name; NULL: a secret scalar, which has one other form, its bytes
 *	in reverse
 * @key: the key; the function leaves no copy of it, but on the stack
 * @len: its length, bytes
 * @part: how many of them are a key of the cipher; XTS has two
 *
 * Return: false: there is no such cipher, or it has no keys of @part bytes
 */
bool key_forms_write(FILE *file, const char *cipher, const uint8_t *key,
		     size_t len, size_t part);

#endif /* WARPCRYPT_TESTS_KEYS_KEY_FORMS_H */
