// SPDX-License-Identifier: GPL-2.0-only
/*
 * cipher-ref: encrypts its input as the main job's reference, where that cannot use
 * "openssl enc": XTS, because openssl enc has no data units, and SKINNY. It shares no code
 * with warpcrypt: AES-XTS is libcrypto's, everything else is from tests/reference.
 */
#include <err.h>
#include <openssl/evp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/hex.h"
#include "tests/reference/modes.h"
#include "tests/reference/reference.h"

#define BLOCK		16u
#define KEY_MAX		64u		/* two keys of 32 bytes */

enum { EXIT_TROUBLE = 2 };

/* A cipher in a mode under a key. */
struct cipher {
	const char *mode;	/* ecb, ctr, cbc or xts */
	EVP_CIPHER_CTX *aes;	/* AES-XTS with its keys; NULL: @data and, in XTS, @tweak */
	struct reference_key data, tweak;	/* tests/reference has them */
};

static void set_key(struct cipher *c, const char *name, const uint8_t *key, size_t len)
{
	bool xts = !strcmp(c->mode, "xts");
	size_t one = xts ? len / 2 : len;

	if (xts && !strcmp(name, "aes") && (len == 32 || len == 64)) {
		c->aes = EVP_CIPHER_CTX_new();
		if (!c->aes ||
		    !EVP_EncryptInit_ex(c->aes, len == 32 ? EVP_aes_128_xts() : EVP_aes_256_xts(),
					NULL, key, NULL))
			errx(EXIT_TROUBLE, "libcrypto does not take the key");
	} else if (!reference_set_key(&c->data, name, key, one) ||
		   (xts && !reference_set_key(&c->tweak, name, key + one, len - one))) {
		errx(EXIT_TROUBLE, "no cipher '%s' with keys of %zu bytes", name, one);
	}
}

static void aes_xts(EVP_CIPHER_CTX *aes, const uint8_t iv[BLOCK], uint8_t *buf, size_t len)
{
	int done;

	if (!EVP_EncryptInit_ex(aes, NULL, NULL, NULL, iv) ||
	    !EVP_EncryptUpdate(aes, buf, &done, buf, len) || (size_t)done != len)
		errx(EXIT_TROUBLE, "libcrypto does not encrypt");
}

static void encrypt(const struct cipher *c, const uint8_t iv[BLOCK], uint8_t *buf, size_t len)
{
	bool xts = !strcmp(c->mode, "xts");

	if (len < BLOCK || (!xts && len % BLOCK))
		errx(EXIT_TROUBLE, "%zu bytes cannot be encrypted in %s", len, c->mode);
	if (c->aes)
		aes_xts(c->aes, iv, buf, len);
	else if (!reference_mode(c->mode, reference_block, &c->data, &c->tweak, 0, iv, 0, buf,
				 len))
		errx(EXIT_TROUBLE, "no mode '%s'", c->mode);
}

static unsigned long number(const char *text)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	if (end == text || *end)
		errx(EXIT_TROUBLE, "'%s' is no number", text);
	return value;
}

static size_t read_key(uint8_t key[KEY_MAX], const char *path)
{
	FILE *file = fopen(path, "r");
	size_t len;

	if (!file)
		err(EXIT_TROUBLE, "%s", path);
	len = fread(key, 1, KEY_MAX, file);
	fclose(file);
	return len;
}

/* @iv grows by @step, as a little-endian number. */
static void add(uint8_t iv[BLOCK], unsigned long step)
{
	unsigned int i;

	for (i = 0; i < BLOCK; i++) {
		step += iv[i];
		iv[i] = step;
		step >>= 8;
	}
}

int main(int argc, char **argv)
{
	uint8_t key[KEY_MAX], iv[BLOCK] = { 0 }, *buf;
	size_t unit, len, total = 0;
	unsigned long step;
	struct cipher c;

	if (argc != 7) {
		fputs("Usage: cipher-ref CIPHER MODE KEY-FILE IV UNIT STEP <PLAINTEXT >CIPHERTEXT\n"
		      "Each UNIT of bytes begins anew: with IV, 32 hexadecimal digits or none, and with\n"
		      "STEP more, as a little-endian number, for each unit before it.\n", stderr);
		return EXIT_TROUBLE;
	}
	c = (struct cipher){ .mode = argv[2] };
	set_key(&c, argv[1], key, read_key(key, argv[3]));
	if (hex_bytes(iv, sizeof(iv), argv[4]) % sizeof(iv))
		errx(EXIT_TROUBLE, "'%s' is no IV", argv[4]);
	unit = number(argv[5]);
	step = number(argv[6]);
	buf = malloc(unit);
	while (buf && (len = fread(buf, 1, unit, stdin)) > 0) {
		encrypt(&c, iv, buf, len);
		if (fwrite(buf, 1, len, stdout) != len)
			err(EXIT_TROUBLE, "writing");
		add(iv, step);
		total += len;
	}
	if (ferror(stdin) || fflush(stdout) || !total)
		errx(EXIT_TROUBLE, "input or output ended after %zu bytes", total);
	return 0;
}
