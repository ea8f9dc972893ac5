/* SPDX-License-Identifier: GPL-2.0-only */
/* The curves: what is known of each. */
#ifndef WARPCRYPT_TOOLS_CURVE_H
#define WARPCRYPT_TOOLS_CURVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"

/* The longest secret, public key or shared secret, bytes. */
#define KEY_MOST	64

/**
 * enum key_kind - what the bytes of a key are
 * @KEY_SECRET: the number that its owner keeps
 * @KEY_PUBLIC: the point that others get; of P-256 x, then y
 * @KEY_SHARED: what a secret and another's public key give; of P-256 x
 * @KEY_KINDS: number of these
 */
enum key_kind {
	KEY_SECRET,
	KEY_PUBLIC,
	KEY_SHARED,
	KEY_KINDS
};

/**
 * struct curve - a curve
 * @name: as --curve has it
 * @title: as people write it
 * @algorithm: the kernel's name
 * @driver: the default of --driver
 * @lib: the library's number
 * @bytes: the length of a key of each kind
 * @rows: how many rows of 32 bytes the library has for a point
 * @sec1: public keys in hexadecimal begin with 04, as SEC 1 writes points
 * @pem: keys are written as PEM by default
 * @none: what is said of elements without a result
 */
struct curve {
	const char *name;
	const char *title;
	const char *algorithm;
	const char *driver;
	enum warpcrypt_curve lib;
	size_t bytes[KEY_KINDS];
	unsigned int rows;
	bool sec1;
	bool pem;
	const char *none;
};

const struct curve *curve_find(const char *name);
bool curve_random(const struct curve *curve, uint8_t *secret);

#endif /* WARPCRYPT_TOOLS_CURVE_H */
