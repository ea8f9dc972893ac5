// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpp-vectors: secrets, points and results of a group, for the cases of
 * warpcrypt_test.ko, which know no other implementation (tests/kmod/kpp_given.c has the
 * format). X25519 and P-256 are OpenSSL's, edwards25519 is that of tests/reference.
 */
#include <openssl/obj_mac.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/edwards25519.h"
#include "tests/reference/openssl_25519.h"
#include "tests/reference/openssl_wei.h"
#include "tests/unit/rand.h"

#define VECTORS		16
#define BYTES		32
#define POINT		64

struct vector {
	uint8_t secret[BYTES];
	uint8_t point[POINT];
	uint8_t public[POINT];
	uint8_t shared[POINT];
};

/* RFC 8032, section 5.1: B, encoded */
static const uint8_t base[BYTES] = {
	0x58, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
	0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
	0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
};

/* The secret times @point; NULL: times the base point. */
typedef bool (*multiply_fn)(uint8_t *out, const uint8_t *secret,
			    const uint8_t *point);

static bool p256(uint8_t *out, const uint8_t *secret, const uint8_t *point)
{
	return openssl_wei_mult(NID_X9_62_prime256v1, out, secret, point);
}

static bool edwards(uint8_t *out, const uint8_t *secret, const uint8_t *point)
{
	return edwards25519_multiply(out, secret, point ? point : base);
}

static bool make(struct vector *v, multiply_fn multiply, struct test_rand *r)
{
	uint8_t other[BYTES];

	memset(v, 0, sizeof(*v));
	rand_fill(r, other, sizeof(other));
	rand_fill(r, v->secret, sizeof(v->secret));
	return multiply(v->point, other, NULL) &&
	       multiply(v->public, v->secret, NULL) &&
	       multiply(v->shared, v->secret, v->point);
}

int main(int argc, char **argv)
{
	struct vector vectors[VECTORS];
	multiply_fn multiply = NULL;
	struct test_rand r;
	int i;

	if (argc == 3 && !strcmp(argv[1], "curve25519"))
		multiply = openssl_x25519;
	else if (argc == 3 && !strcmp(argv[1], "edwards25519"))
		multiply = edwards;
	else if (argc == 3 && !strcmp(argv[1], "ecdh-nist-p256"))
		multiply = p256;
	if (!multiply) {
		fputs("Usage: kpp-vectors curve25519|edwards25519|ecdh-nist-p256 SEED >VECTORS\n",
		      stderr);
		return 2;
	}
	r = (struct test_rand){ strtoull(argv[2], NULL, 0) };
	for (i = 0; i < VECTORS; i++)
		if (!make(&vectors[i], multiply, &r)) {
			fputs("kpp-vectors: a product that does not exist\n",
			      stderr);
			return 1;
		}
	/* The kernel's file takes them in one write. */
	setvbuf(stdout, NULL, _IOFBF, 2 * sizeof(vectors));
	fwrite(vectors, sizeof(vectors), 1, stdout);
	return fflush(stdout) ? 1 : 0;
}
