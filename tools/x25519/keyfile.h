/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files of keys: one key per line, 64 hexadecimal digits, least significant byte
 * first, as RFC 7748 prints them. Empty lines and lines that begin with # are
 * ignored.
 */
#ifndef WARPCRYPT_TOOLS_KEYFILE_H
#define WARPCRYPT_TOOLS_KEYFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define KEY_BYTES	32

typedef uint8_t key_bytes[KEY_BYTES];

/**
 * struct keyfile - a file that is being read
 * @name: for messages
 * @file: the stream
 * @line: lines read so far
 */
struct keyfile {
	const char *name;
	FILE *file;
	unsigned long line;
};

/* Opens a file, or "-", standard input. Prints errors and returns false. */
bool keyfile_open(struct keyfile *f, const char *name);
void keyfile_close(struct keyfile *f);

/**
 * keyfile_read() - read the next keys
 * @f: the file
 * @keys: room for @most keys
 * @most: the largest number of keys to read
 * @count: the number of keys read; less than @most at the end of the file
 *
 * Return: false if a line is not a key; prints the error
 */
bool keyfile_read(struct keyfile *f, key_bytes *keys, size_t most,
		  size_t *count);

/* Reads exactly one key. Prints errors and returns false. */
bool keyfile_read_one(const char *name, key_bytes key);

/**
 * keyfile_write() - write keys, one per line
 * @out: the file
 * @keys: the keys
 * @none: one byte each, not 0: there is no key, the line is "-"; or NULL
 * @count: entries of @keys
 *
 * Return: false if writing failed
 */
bool keyfile_write(FILE *out, const key_bytes *keys, const uint8_t *none,
		   size_t count);

#endif /* WARPCRYPT_TOOLS_KEYFILE_H */
