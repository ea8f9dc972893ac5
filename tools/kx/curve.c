// SPDX-License-Identifier: GPL-2.0-only
#define _DEFAULT_SOURCE
#include "tools/kx/curve.h"

#include <string.h>
#include <sys/random.h>

static const struct curve curves[] = {
	{
		.name = "x25519", .title = "X25519",
		.algorithm = "curve25519", .driver = "curve25519-warpcrypt",
		.lib = WARPCRYPT_X25519, .bytes = { 32, 32, 32 }, .rows = 1,
		.none = "public keys share no secret with any key",
	}, {
		.name = "p256", .title = "P-256",
		.algorithm = "ecdh-nist-p256",
		.driver = "ecdh-nist-p256-warpcrypt",
		.lib = WARPCRYPT_P256, .bytes = { 32, 64, 32 }, .rows = 2,
		.sec1 = true, .pem = true,
		.none = "keys are not valid: the point is not on the curve, or the secret not from 1 to n - 1",
	},
};

/* The order of P-256's group (FIPS 186), most significant byte first. */
static const uint8_t p256_order[32] = {
	0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84,
	0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
};

/* The curve that --curve calls @name, or NULL. */
const struct curve *curve_find(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(curves) / sizeof(curves[0]); i++)
		if (!strcmp(curves[i].name, name))
			return &curves[i];
	return NULL;
}

/* Whether it is from 1 to n - 1. Takes the same steps for any. */
static bool is_scalar(const uint8_t secret[32])
{
	unsigned int any = 0, borrow = 0;
	int i;

	for (i = 31; i >= 0; i--) {
		any |= secret[i];
		borrow = (secret[i] - p256_order[i] - borrow) >> 31;
	}
	return any && borrow;
}

/*
 * Make a random secret; what is no scalar of P-256 is drawn again (FIPS 186-5, A.2.2). False with
 * errno if the kernel has no random bytes.
 */
bool curve_random(const struct curve *curve, uint8_t *secret)
{
	size_t len = curve->bytes[KEY_SECRET];

	do {
		if (getrandom(secret, len, 0) != (ssize_t)len)
			return false;
	} while (curve->lib == WARPCRYPT_P256 && !is_scalar(secret));
	return true;
}
