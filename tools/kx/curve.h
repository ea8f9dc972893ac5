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

/* What the bytes of a key are. */
enum key_kind {
	KEY_SECRET,	/* the number that its owner keeps */
	KEY_PUBLIC,	/* the point that others get; of P-256 x, then y */
	KEY_SHARED,	/* what a secret and another's public key give; of P-256 x */
	KEY_KINDS	/* number of these */
};

struct curve {
	const char *name;		/* as --curve has it */
	const char *title;		/* as people write it */
	const char *algorithm;		/* the kernel's name */
	const char *driver;		/* the default of --driver */
	enum warpcrypt_curve lib;	/* the library's number */
	size_t bytes[KEY_KINDS];	/* the length of a key of each kind */
	unsigned int rows;		/* how many rows of 32 bytes the library has for a point */
	bool sec1;	/* public keys in hexadecimal begin with 04, as SEC 1 writes points */
	bool pem;			/* keys are written as PEM by default */
	const char *none;		/* what is said of elements without a result */
};

const struct curve *curve_find(const char *name);
bool curve_random(const struct curve *curve, uint8_t *secret);

#endif /* WARPCRYPT_TOOLS_CURVE_H */
