// SPDX-License-Identifier: GPL-2.0-only
/*
 * af-alg-enc: encrypts its input through AF_ALG as kcapi-enc does, with longer keys.
 * kcapi-enc reads at most 32 bytes of key; XTS with a cipher whose keys have 32 bytes
 * needs 64.
 */
#include <err.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/hex.h"
#include "tests/skcipher_socket.h"

#define KEY_MAX		64u
#define UNIT_MAX	65536u		/* what a socket takes at once */

static int must(int result, const char *what)
{
	if (result < 0)
		errx(1, "%s: %s", what, strerror(-result));
	return result;
}

/* A socket for requests with @driver and the key in @path. */
static int open_cipher(const char *driver, const char *path)
{
	int bound = must(skcipher_bind(driver), driver);
	FILE *file = fopen(path, "rb");
	uint8_t key[KEY_MAX];

	if (!file)
		err(1, "%s", path);
	must(skcipher_set_key(bound, key, fread(key, 1, KEY_MAX, file)), path);
	fclose(file);
	return must(skcipher_accept(bound), driver);
}

int main(int argc, char **argv)
{
	static uint8_t data[UNIT_MAX];
	size_t unit = argc == 6 ? strtoul(argv[5], NULL, 10) : 0, len;
	uint8_t iv[16];
	bool decrypt;
	int op;

	if (unit < 16 || unit > UNIT_MAX ||
	    (strcmp(argv[1], "encrypt") && strcmp(argv[1], "decrypt"))) {
		fputs("Usage: af-alg-enc encrypt|decrypt DRIVER KEY-FILE IV UNIT <IN >OUT\n"
		      "Requests have UNIT bytes (16 to 65536) and each the same IV, 32 hexadecimal digits.\n",
		      stderr);
		return 2;
	}
	decrypt = !strcmp(argv[1], "decrypt");
	op = open_cipher(argv[2], argv[3]);
	if (hex_bytes(iv, sizeof(iv), argv[4]) != sizeof(iv))
		errx(1, "an IV has 32 hexadecimal digits, not '%s'", argv[4]);
	while ((len = fread(data, 1, unit, stdin)) > 0) {
		must(skcipher_send(op, decrypt, iv, data, len, 0), "a request");
		if (read(op, data, len) != (ssize_t)len)
			err(1, "a result of %zu bytes", len);
		if (fwrite(data, 1, len, stdout) != len)
			err(1, "writing");
	}
	if (ferror(stdin) || fflush(stdout))
		err(1, "input or output");
	return 0;
}
