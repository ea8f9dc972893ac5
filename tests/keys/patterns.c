// SPDX-License-Identifier: GPL-2.0-only
#include "tests/keys/patterns.h"

#include <stdbool.h>
#include <string.h>

/* How many different bytes a pattern of 16 must have; masks of bits have two. */
#define DIFFERENT	8u
/* How often a longer pattern must change from one byte to another. */
#define CHANGES		16u

/* Would other memory hardly ever hold the same bytes? */
static bool unmistakable(const uint8_t *bytes, size_t len)
{
	uint8_t seen[256] = { 0 };
	size_t i, different = 0, changes = 0;

	for (i = 0; i < len; i++) {
		different += !seen[bytes[i]];
		seen[bytes[i]] = 1;
		changes += i && bytes[i] != bytes[i - 1];
	}
	memset(seen, 0, sizeof(seen));
	return different >= DIFFERENT ||
	       (len > PATTERN_MIN && changes >= CHANGES);
}

void pattern_write(FILE *file, const char *label, const uint8_t *bytes,
		   size_t len)
{
	size_t i;

	if (len < PATTERN_MIN || len > PATTERN_MAX || !unmistakable(bytes, len))
		return;
	fprintf(file, "%s ", label);
	for (i = 0; i < len; i++)
		fprintf(file, "%02x", bytes[i] ^ PATTERN_MASK);
	fputc('\n', file);
}
