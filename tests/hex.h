/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_TESTS_HEX_H
#define WARPCRYPT_TESTS_HEX_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The bytes of the hexadecimal digits in @hex, up to the first character that is none; returns
 * how many there are. More than @room, or half a byte, ends the program.
 */
static inline size_t hex_bytes(void *to, size_t room, const char *hex)
{
	size_t digits = strspn(hex, "0123456789abcdefABCDEF"), i;
	unsigned char *byte = to;

	if (digits % 2 || digits / 2 > room) {
		fprintf(stderr, "%zu hexadecimal digits for %zu bytes: %s\n", digits, room, hex);
		abort();
	}
	for (i = 0; i < digits / 2; i++)
		sscanf(hex + 2 * i, "%2hhx", &byte[i]);
	return digits / 2;
}

/* The same where there is room for all that @hex has. */
static inline size_t from_hex(void *to, const char *hex)
{
	return hex_bytes(to, SIZE_MAX, hex);
}

#endif /* WARPCRYPT_TESTS_HEX_H */
