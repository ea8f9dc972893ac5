// SPDX-License-Identifier: GPL-2.0-only
#define _DEFAULT_SOURCE
#include "tools/kx/keyfile.h"

#include <err.h>
#include <string.h>

#include "tools/kx/pem.h"

/* The longest line of digits: 04 and a point, a newline; and one byte too many. */
#define LINE_BYTES	(2 * (1 + KEY_MOST) + 4)
/* Longer lines are cut, and the rest is another: an input without newlines ends. */
#define LINE_MOST	65536
/* Longer blocks are no keys of these curves. */
#define PEM_BYTES	4096

#define BEGIN		"-----BEGIN "
#define END		"-----END "

bool keyfile_open(struct keyfile *f, const char *name,
		  const struct curve *curve, enum key_kind kind)
{
	bool in = !strcmp(name, "-");

	f->name = in ? "standard input" : name;
	f->curve = curve;
	f->kind = kind;
	f->line = 0;
	f->file = in ? stdin : fopen(name, "re");
	if (f->file)
		setvbuf(f->file, f->buffer, _IOFBF, sizeof(f->buffer));
	else
		warn("cannot read %s", name);
	return f->file;
}

void keyfile_close(struct keyfile *f)
{
	/* Standard input, too: its buffer goes away. */
	if (f->file)
		fclose(f->file);
	f->file = NULL;
	explicit_bzero(f->buffer, sizeof(f->buffer));
}

static bool complain(const struct keyfile *f, unsigned long line, const char *why)
{
	warnx("%s, line %lu: %s", f->name, line, why);
	return false;
}

/* 0 to 15, or 0xff, without a branch: it may be of a secret. */
static uint8_t nibble(uint8_t c)
{
	uint8_t digit = c - '0', letter = (c | 0x20) - 'a';
	uint8_t is_digit = (digit - 10) >> 8, is_letter = (letter - 6) >> 8;

	return (digit & is_digit) | ((letter + 10) & is_letter) |
	       (uint8_t)~(is_digit | is_letter);
}

static bool parse(uint8_t *key, size_t bytes, const char *line)
{
	uint8_t bad = 0;
	size_t i;

	for (i = 0; i < bytes; i++) {
		uint8_t high = nibble(line[2 * i]), low = nibble(line[2 * i + 1]);

		bad |= (high | low) & 0xf0;
		key[i] = high << 4 | (low & 0xf);
	}
	return !bad;
}

/* A line of digits, @len of them. */
static bool read_digits(const struct keyfile *f, const char *line, size_t len,
			uint8_t *key)
{
	size_t bytes = f->curve->bytes[f->kind];
	bool sec1 = f->curve->sec1 && f->kind == KEY_PUBLIC;
	char why[128];

	if (sec1 && len == 2 + 2 * bytes && !strncmp(line, "04", 2) &&
	    parse(key, bytes, line + 2))
		return true;
	if (!sec1 && len == 2 * bytes && parse(key, bytes, line))
		return true;
	snprintf(why, sizeof(why), "not a key; a %s of %s is %s%zu hexadecimal digits, or PEM",
		 f->kind == KEY_SECRET ? "secret" : "public key",
		 f->curve->title, sec1 ? "04 and " : "", 2 * bytes);
	return complain(f, f->line, why);
}

/* Reads a line, its first bytes; drops the rest. Returns false at the end. */
static bool read_line(struct keyfile *f, char *line)
{
	size_t n = 0;
	int c = 0;

	while (c != '\n' && n < LINE_MOST &&
	       (c = getc_unlocked(f->file)) != EOF) {
		/* A byte of zero is no digit, and not the end. */
		if (n < LINE_BYTES - 1)
			line[n] = c ? c : '?';
		n++;
	}
	line[n < LINE_BYTES ? n : LINE_BYTES - 1] = '\0';
	f->line += !!n;
	return n;
}

/* The block that begins with @line. @count grows by one if it has a key. */
static bool read_pem(struct keyfile *f, char *line, uint8_t *key, size_t *count)
{
	const char *why = NULL;
	unsigned long first = f->line;
	char text[PEM_BYTES];
	size_t used = 0, len;
	bool ends = false;

	do {
		len = strlen(line);
		if (used + len < sizeof(text)) {
			memcpy(text + used, line, len + 1);
			used += len;
		} else {
			why = "not a key: the PEM is too long for one";
			break;
		}
		ends = !strncmp(line, END, strlen(END));
	} while (!ends && read_line(f, line));
	if (!ends && !why)
		why = "the file ends within this PEM; is it whole?";
	if (!why && strncmp(text, BEGIN "EC PARAMETERS", strlen(BEGIN "EC PARAMETERS"))) {
		why = pem_read(f->curve, f->kind, text, used, key);
		*count += !why;
	}
	explicit_bzero(text, sizeof(text));
	return why ? complain(f, first, why) : true;
}

bool keyfile_read(struct keyfile *f, uint8_t *keys, size_t most, size_t *count)
{
	size_t bytes = f->curve->bytes[f->kind], n = 0, len;
	char line[LINE_BYTES];
	bool ok = true;

	while (ok && n < most && read_line(f, line)) {
		len = strcspn(line, "\r\n");
		if (line[0] == '\r' || line[0] == '\n' || line[0] == '#')
			continue;
		if (!strncmp(line, BEGIN, strlen(BEGIN))) {
			ok = read_pem(f, line, keys + n * bytes, &n);
		} else {
			ok = read_digits(f, line, len, keys + n * bytes);
			n += ok;
		}
	}
	explicit_bzero(line, sizeof(line));
	*count = n;
	if (!ferror(f->file))
		return ok;
	warn("cannot read %s", f->name);
	return false;
}

bool keyfile_read_one(const char *name, const struct curve *curve,
		      enum key_kind kind, uint8_t *key)
{
	uint8_t two[2 * KEY_MOST];
	struct keyfile f;
	size_t count = 0;
	bool ok;

	if (!keyfile_open(&f, name, curve, kind))
		return false;
	ok = keyfile_read(&f, two, 2, &count);
	if (ok && count != 1) {
		warnx("%s: %s; one is wanted", f.name,
		      count ? "more than one key" : "no key");
		ok = false;
	}
	if (ok)
		memcpy(key, two, curve->bytes[kind]);
	explicit_bzero(two, sizeof(two));
	keyfile_close(&f);
	return ok;
}

/* A digit without a table: it may be of a secret. */
static char digit(uint8_t n)
{
	return '0' + n + (((9 - (int)n) >> 8) & ('a' - '0' - 10));
}

static void write_digits(FILE *out, const uint8_t *key, size_t bytes, bool sec1)
{
	char line[LINE_BYTES];
	size_t at = sec1 ? 2 : 0, i;

	memcpy(line, "04", at);
	for (i = 0; i < bytes; i++) {
		line[at++] = digit(key[i] >> 4);
		line[at++] = digit(key[i] & 0xf);
	}
	line[at++] = '\n';
	fwrite(line, 1, at, out);
	explicit_bzero(line, sizeof(line));
}

bool keyfile_write(FILE *out, const struct curve *curve, enum key_kind kind, bool pem,
		   const uint8_t *keys, const uint8_t *none, size_t count)
{
	bool sec1 = curve->sec1 && kind == KEY_PUBLIC, ok = true;
	size_t bytes = curve->bytes[kind], i;

	for (i = 0; ok && i < count; i++, keys += bytes) {
		if (none && none[i])
			fputs("-\n", out);
		else if (pem)
			ok = pem_write_public(out, curve, keys);
		else
			write_digits(out, keys, bytes, sec1);
	}
	return ok && !ferror(out);
}
