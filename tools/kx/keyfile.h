/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files of keys. A key is a line of hexadecimal digits, or a block of PEM; a file may
 * have both. Empty lines, lines that begin with #, and PEM blocks of EC PARAMETERS are
 * ignored.
 *
 * In digits, X25519's keys have the least significant byte first, as RFC 7748 prints
 * them; P-256's the most significant, and public keys are 04, x, y, as SEC 1 writes
 * points without compression.
 */
#ifndef WARPCRYPT_TOOLS_KEYFILE_H
#define WARPCRYPT_TOOLS_KEYFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/kx/curve.h"

/* A file that is being read. */
struct keyfile {
	const char *name;	/* for messages */
	const struct curve *curve;
	enum key_kind kind;
	FILE *file;
	unsigned long line;	/* how many were read so far */
	char buffer[BUFSIZ];	/* the stream's */
};

/*
 * Open a file of secret or public keys, "-" for standard input; keyfile_close() closes it. False
 * if it cannot be read; prints the error.
 */
bool keyfile_open(struct keyfile *f, const char *name,
		  const struct curve *curve, enum key_kind kind);
/* Closes the file and wipes its buffer. It may be one that was not opened: zeros. */
void keyfile_close(struct keyfile *f);

/*
 * Read the next keys, at most @most; fewer at the end of the file. False if something is not a
 * key; prints the error.
 */
bool keyfile_read(struct keyfile *f, uint8_t *keys, size_t most, size_t *count);

/* Reads exactly one key. Prints errors and returns false. */
bool keyfile_read_one(const char *name, const struct curve *curve,
		      enum key_kind kind, uint8_t *key);

/*
 * Write keys; @pem: public ones, else digits, one per line. @none: one byte each, not 0: there is
 * no key, the line is "-"; or NULL. False if writing failed.
 */
bool keyfile_write(FILE *out, const struct curve *curve, enum key_kind kind, bool pem,
		   const uint8_t *keys, const uint8_t *none, size_t count);

#endif /* WARPCRYPT_TOOLS_KEYFILE_H */
