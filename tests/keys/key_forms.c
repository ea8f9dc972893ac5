// SPDX-License-Identifier: GPL-2.0-only
#include "tests/keys/key_forms.h"

#include <string.h>

#include "kernels/cpu/cipher.h"
#include "tests/keys/patterns.h"
#include "tests/reference/reference.h"

/* All of @bytes, in patterns of @len. */
static void write_all(FILE *file, const char *label, const void *bytes,
		      size_t size, size_t len)
{
	size_t i;

	for (i = 0; i + len <= size; i += len)
		pattern_write(file, label, (const uint8_t *)bytes + i, len);
}

/* A few patterns of @bytes: to look for bitsliced keys takes long. */
static void write_some(FILE *file, const char *label, const void *bytes,
		       size_t size)
{
	size_t i;

	for (i = 0; i + PATTERN_MAX <= size; i += size / 4 & ~(size_t)15)
		pattern_write(file, label, (const uint8_t *)bytes + i,
			      PATTERN_MAX);
}

/* A number's words, as software has them of bytes whose first is the most significant. */
static void write_reversed(FILE *file, const uint8_t *key, size_t len)
{
	uint8_t bytes[16];
	size_t i;

	for (i = 0; i < len; i++) {
		bytes[i % 16] = key[len - 1 - i];
		if (i % 16 == 15)
			pattern_write(file, "key-reversed", bytes, 16);
	}
	explicit_bzero(bytes, sizeof(bytes));
}

static void swap_words(uint8_t block[16])
{
	uint8_t swapped[16];
	int i;

	for (i = 0; i < 16; i++)
		swapped[i] = block[i ^ 3];
	memcpy(block, swapped, 16);
	explicit_bzero(swapped, 16);
}

static bool write_rounds(FILE *file, const char *cipher, const uint8_t *key,
			 size_t len)
{
	struct reference_key expanded;
	int i;

	if (!reference_set_key(&expanded, cipher, key, len))
		return false;
	for (i = 0; i < expanded.rounds; i++) {
		pattern_write(file, "round-key", expanded.round[i], 16);
		swap_words(expanded.round[i]);
		pattern_write(file, "round-key-swapped", expanded.round[i], 16);
	}
	explicit_bzero(&expanded, sizeof(expanded));
	return true;
}

static bool write_engine(FILE *file, const char *cipher, const uint8_t *key,
			 size_t len)
{
	static struct wc_cipher_key expanded;

	if (!wc_cipher_set_key(&expanded, wc_cipher_find(cipher), key, len))
		return false;
	write_some(file, "expanded", &expanded.expanded,
		   sizeof(expanded.expanded));
	explicit_bzero(&expanded, sizeof(expanded));
	return true;
}

bool key_forms_write(FILE *file, const char *cipher, const uint8_t *key,
		     size_t len, size_t part)
{
	size_t i;

	write_all(file, "key", key, len, 16);
	if (!cipher)
		write_reversed(file, key, len);
	for (i = 0; cipher && i < len; i += part)
		if (!write_rounds(file, cipher, key + i, part) ||
		    !write_engine(file, cipher, key + i, part))
			return false;
	return true;
}
