// SPDX-License-Identifier: GPL-2.0-only
/*
 * check-signatures: checks Ed25519 signatures, as many as there are, in one call.
 *
 *	cc -o check-signatures check-signatures.c $(pkg-config --cflags --libs libwarpcrypt)
 *	./check-signatures keys signatures messages
 *
 * The files have one entry after the other: public keys of 32 bytes, signatures of 64,
 * and messages, all of one length. Prints the number of each signature that is not
 * valid, from 0. The exit status is 0 if all are valid, 1 if not, 2 after an error.
 */
#include <err.h>
#include <libwarpcrypt.h>
#include <stdio.h>
#include <stdlib.h>

static int check(struct warpcrypt *engine, size_t count, const uint8_t *keys,
		 const uint8_t (*signatures)[64], const uint8_t *messages,
		 size_t message_len, uint8_t *status)
{
	struct warpcrypt_signatures s = {
		.size = sizeof(s), .scheme = WARPCRYPT_ED25519, .count = count,
		.keys = keys, .signatures = signatures, .packed = messages,
		.packed_len = message_len, .status = status,
	};

	return warpcrypt_run_signatures(engine, &s);
}

static uint8_t *read_file(const char *name, size_t *len)
{
	FILE *file = fopen(name, "re");
	size_t space = 1 << 20;
	uint8_t *bytes = NULL;

	if (!file)
		err(2, "%s", name);
	for (*len = 0; !feof(file); space *= 2) {
		bytes = realloc(bytes, space);
		if (!bytes)
			err(2, "%s", name);
		*len += fread(bytes + *len, 1, space - *len, file);
		if (ferror(file))
			err(2, "%s", name);
	}
	fclose(file);
	return bytes;
}

int main(int argc, char **argv)
{
	struct warpcrypt_options options = {
		.size = sizeof(options), .backend = getenv("BACKEND"),
	};
	size_t keys_len, signatures_len, messages_len, count, i, wrong = 0;
	uint8_t *keys, *signatures, *messages, *status;
	struct warpcrypt *engine;

	if (argc != 4)
		errx(2, "usage: check-signatures KEYS SIGNATURES MESSAGES");
	keys = read_file(argv[1], &keys_len);
	signatures = read_file(argv[2], &signatures_len);
	messages = read_file(argv[3], &messages_len);
	count = keys_len / 32;
	if (!count || keys_len % 32 || signatures_len != count * 64 ||
	    messages_len % count)
		errx(2, "these are not as many keys, signatures and messages of one length");
	status = malloc(count);
	if (!status)
		err(2, "status");

	if (warpcrypt_open(&engine, &options) ||
	    check(engine, count, keys, (const uint8_t (*)[64])signatures,
		  messages, messages_len / count, status))
		errx(2, "%s", warpcrypt_error());
	for (i = 0; i < count; i++) {
		if (!status[i])
			continue;
		printf("%zu\n", i);
		wrong++;
	}
	warpcrypt_close(engine);
	if (fflush(stdout))
		err(2, "standard output");
	return wrong > 0;
}
