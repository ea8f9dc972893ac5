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

/**
 * struct keyfile - a file that is being read
 * @name: for messages
 * @curve: the curve of its keys
 * @kind: what they are
 * @file: the stream
 * @line: lines read so far
 * @buffer: the stream's
 */
struct keyfile {
	const char *name;
	const struct curve *curve;
	enum key_kind kind;
	FILE *file;
	unsigned long line;
	char buffer[BUFSIZ];
};

/**
 * keyfile_open() - open a file
 * @f: the file; keyfile_close() closes it
 * @name: its name, or "-", standard input
 * @curve: the curve of its keys
 * @kind: KEY_SECRET or KEY_PUBLIC
 *
 * Return: false if it cannot be read; prints the error
 */
bool keyfile_open(struct keyfile *f, const char *name,
		  const struct curve *curve, enum key_kind kind);
/* Closes the file and wipes its buffer. It may be one that was not opened: zeros. */
void keyfile_close(struct keyfile *f);

/**
 * keyfile_read() - read the next keys
 * @f: the file
 * @keys: room for @most keys, one after the other
 * @most: the largest number of keys to read
 * @count: the number of keys read; less than @most at the end of the file
 *
 * Return: false if something is not a key; prints the error
 */
bool keyfile_read(struct keyfile *f, uint8_t *keys, size_t most, size_t *count);

/* Reads exactly one key. Prints errors and returns false. */
bool keyfile_read_one(const char *name, const struct curve *curve,
		      enum key_kind kind, uint8_t *key);

/**
 * keyfile_write() - write keys
 * @out: the file
 * @curve: their curve
 * @kind: what they are
 * @pem: public keys: in PEM, not in digits, one per line
 * @keys: the keys, one after the other
 * @none: one byte each, not 0: there is no key, the line is "-"; or NULL
 * @count: entries of @keys
 *
 * Return: false if writing failed
 */
bool keyfile_write(FILE *out, const struct curve *curve, enum key_kind kind, bool pem,
		   const uint8_t *keys, const uint8_t *none, size_t count);

#endif /* WARPCRYPT_TOOLS_KEYFILE_H */
