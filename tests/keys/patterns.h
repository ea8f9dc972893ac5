/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a key looks like in memory, masked: a file of patterns, which two
 * programs share. key-user makes one of a key that it then forgets;
 * memory-search looks for its patterns. The mask keeps the patterns themselves
 * from being found: not even a page of the file has a byte of the key.
 */
#ifndef WARPCRYPT_TESTS_KEYS_PATTERNS_H
#define WARPCRYPT_TESTS_KEYS_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define PATTERN_MIN	16u
#define PATTERN_MAX	128u
/* What each byte of a pattern is XORed with. */
#define PATTERN_MASK	0xa5u

/**
 * struct pattern - bytes to look for
 * @label: what they are, without spaces
 * @len: how many there are, PATTERN_MIN to PATTERN_MAX
 * @masked: the bytes, XORed with PATTERN_MASK
 */
struct pattern {
	char label[40];
	size_t len;
	uint8_t masked[PATTERN_MAX];
};

/**
 * pattern_write() - append a pattern to a file
 * @file: the file
 * @label: what it is
 * @bytes: the bytes, not masked
 * @len: how many
 *
 * Bytes of which many are alike are left out: other memory has them, too.
 */
void pattern_write(FILE *file, const char *label, const uint8_t *bytes,
		   size_t len);

/**
 * pattern_read() - read the next pattern of a file
 * @file: the file
 * @pattern: filled in
 *
 * Return: false at the end of the file
 */
bool pattern_read(FILE *file, struct pattern *pattern);

#endif /* WARPCRYPT_TESTS_KEYS_PATTERNS_H */
