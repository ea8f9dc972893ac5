/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a key looks like in memory, masked: a file of patterns, by
 * which the two agree. key-user makes one of a key that it then forgets;
 * warpcrypt_search.ko looks for its patterns. The mask keeps the patterns themselves
 * from being found: not even a page of the file has a byte of the key.
 */
#ifndef WARPCRYPT_TESTS_KEYS_PATTERNS_H
#define WARPCRYPT_TESTS_KEYS_PATTERNS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define PATTERN_MIN	16u
#define PATTERN_MAX	128u
/* What each byte of a pattern is XORed with (WCS_MASK). */
#define PATTERN_MASK	0xa5u

/*
 * Appends a pattern, which is not masked yet, to a file. Bytes of which many are alike are left
 * out: other memory has them, too.
 */
void pattern_write(FILE *file, const char *label, const uint8_t *bytes,
		   size_t len);

#endif /* WARPCRYPT_TESTS_KEYS_PATTERNS_H */
