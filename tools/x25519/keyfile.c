// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files of keys: one key per line, 64 hexadecimal digits.
 */
#define _DEFAULT_SOURCE
#include "tools/x25519/keyfile.h"

#include <err.h>
#include <string.h>

/* A line with its newline and one byte too many. */
#define LINE_BYTES	(2 * KEY_BYTES + 3)

bool keyfile_open(struct keyfile *f, const char *name)
{
	f->name = strcmp(name, "-") ? name : "standard input";
	f->line = 0;
	f->file = strcmp(name, "-") ? fopen(name, "re") : stdin;
	if (!f->file)
		warn("cannot read %s", name);
	return f->file;
}

void keyfile_close(struct keyfile *f)
{
	if (f->file && f->file != stdin)
		fclose(f->file);
	f->file = NULL;
}

/* 0 to 15, or 0xff, without a branch: it may be of a secret. */
static uint8_t nibble(uint8_t c)
{
	uint8_t digit = c - '0', letter = (c | 0x20) - 'a';
	uint8_t is_digit = (digit - 10) >> 8, is_letter = (letter - 6) >> 8;

	return (digit & is_digit) | ((letter + 10) & is_letter) |
	       (uint8_t)~(is_digit | is_letter);
}

static bool parse(key_bytes key, const char *line)
{
	uint8_t bad = 0;
	int i;

	for (i = 0; i < KEY_BYTES; i++) {
		uint8_t high = nibble(line[2 * i]), low = nibble(line[2 * i + 1]);

		bad |= (high | low) & 0xf0;
		key[i] = high << 4 | (low & 0xf);
	}
	return !bad;
}

bool keyfile_read(struct keyfile *f, key_bytes *keys, size_t most,
		  size_t *count)
{
	char line[LINE_BYTES];
	bool ok = true;
	size_t n = 0;

	while (ok && n < most && fgets(line, sizeof(line), f->file)) {
		size_t len = strcspn(line, "\r\n");

		f->line++;
		if (line[0] == '#') {
			/* The rest of a long comment. */
			while (!strchr(line, '\n') &&
			       fgets(line, sizeof(line), f->file))
				;
			continue;
		}
		if (!len)
			continue;
		ok = len == 2 * KEY_BYTES && parse(keys[n++], line);
	}
	explicit_bzero(line, sizeof(line));
	*count = n;
	if (!ok)
		warnx("%s, line %lu: not a key; a key is 64 hexadecimal digits",
		      f->name, f->line);
	else if (ferror(f->file))
		warn("cannot read %s", f->name);
	return ok && !ferror(f->file);
}

bool keyfile_read_one(const char *name, key_bytes key)
{
	struct keyfile f;
	key_bytes two[2];
	size_t count = 0;
	bool ok;

	if (!keyfile_open(&f, name))
		return false;
	ok = keyfile_read(&f, two, 2, &count);
	if (ok && count != 1) {
		warnx("%s: %s; one is wanted", f.name,
		      count ? "more than one key" : "no key");
		ok = false;
	}
	if (ok)
		memcpy(key, two[0], KEY_BYTES);
	explicit_bzero(two, sizeof(two));
	keyfile_close(&f);
	return ok;
}

/* A digit without a table: it may be of a secret. */
static char digit(uint8_t n)
{
	return '0' + n + (((9 - (int)n) >> 8) & ('a' - '0' - 10));
}

bool keyfile_write(FILE *out, const key_bytes *keys, const uint8_t *none,
		   size_t count)
{
	char line[2 * KEY_BYTES + 1];
	size_t i;
	int j;

	for (i = 0; i < count; i++) {
		if (none && none[i]) {
			fputs("-\n", out);
			continue;
		}
		for (j = 0; j < KEY_BYTES; j++) {
			line[2 * j] = digit(keys[i][j] >> 4);
			line[2 * j + 1] = digit(keys[i][j] & 0xf);
		}
		line[2 * KEY_BYTES] = '\n';
		fwrite(line, 1, sizeof(line), out);
	}
	explicit_bzero(line, sizeof(line));
	return !ferror(out);
}
