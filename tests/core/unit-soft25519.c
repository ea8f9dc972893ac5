// SPDX-License-Identifier: GPL-2.0-only
/*
 * unit-soft25519: kmod/soft25519.c as it is built for a kernel that has X25519 and
 * for one that has not. Both give what RFC 7748 and RFC 8032 say; only the second
 * says in the log that it is slow.
 */
#include <stdarg.h>

#include "kmod/uapi/warpcrypt.h"

typedef int soft_fn(u8 mode, u8 result[32], const u8 scalar[32], const u8 point[32]);

/* The two builds (Makefile.inc). */
soft_fn lib_curve25519, lib_edwards25519, ladder_curve25519, ladder_edwards25519;
void lib_soft25519_init(void);
void ladder_soft25519_init(void);

static unsigned int messages, library_calls;

void sim_print(const char *fmt, ...)
{
	messages++;
}

/* RFC 7748, section 6.1: Alice's secret, Bob's public key, their secret. */
static const u8 scalar[32] = {
	0x77, 0x07, 0x6d, 0x0a, 0x73, 0x18, 0xa5, 0x7d, 0x3c, 0x16, 0xc1,
	0x72, 0x51, 0xb2, 0x66, 0x45, 0xdf, 0x4c, 0x2f, 0x87, 0xeb, 0xc0,
	0x99, 0x2a, 0xb1, 0x77, 0xfb, 0xa5, 0x1d, 0xb9, 0x2c, 0x2a,
};
static const u8 point[32] = {
	0xde, 0x9e, 0xdb, 0x7d, 0x7b, 0x7d, 0xc1, 0xb4, 0xd3, 0x5b, 0x61,
	0xc2, 0xec, 0xe4, 0x35, 0x37, 0x3f, 0x83, 0x43, 0xc8, 0x5b, 0x78,
	0x67, 0x4d, 0xad, 0xfc, 0x7e, 0x14, 0x6f, 0x88, 0x2b, 0x4f,
};
static const u8 want[32] = {
	0x4a, 0x5d, 0x9d, 0x5b, 0xa4, 0xce, 0x2d, 0xe1, 0x72, 0x8e, 0x3b,
	0xf4, 0x80, 0x35, 0x0f, 0x25, 0xe0, 0x7e, 0x21, 0xc9, 0x47, 0xd1,
	0x9e, 0x33, 0x76, 0xf0, 0x9b, 0x3c, 0x1e, 0x16, 0x17, 0x42,
};

/* The kernel's, which knows one answer. */
bool curve25519(u8 out[32], const u8 secret[32], const u8 base[32])
{
	library_calls++;
	if (memcmp(secret, scalar, 32) || memcmp(base, point, 32)) {
		memset(out, 0, 32);
		return false;
	}
	memcpy(out, want, 32);
	return true;
}

static int number;
static bool failed;

static void result(bool ok, const char *what)
{
	printf("%sok %d %s\n", ok ? "" : "not ", ++number, what);
	failed |= !ok;
}

static bool is_right(soft_fn *fn)
{
	u8 got[32];

	return !fn(WARPCRYPT_KPP_POINT, got, scalar, point) &&
	       !memcmp(got, want, sizeof(want));
}

/* [1]B = B: y = 4/5. */
static bool has_base(soft_fn *fn)
{
	u8 got[32], base[32], one[32] = { 1 };

	memset(base, 0x66, sizeof(base));
	base[0] = 0x58;
	return !fn(WARPCRYPT_KPP_BASE, got, one, NULL) &&
	       !memcmp(got, base, sizeof(base));
}

/* 0 is a point of small order, with the secret 0; and no point has y = 2^255 - 1. */
static bool refuses(soft_fn *curve, soft_fn *edwards)
{
	static const u8 zero[32];
	u8 got[32], none[32];

	memset(none, 0xff, sizeof(none));
	return curve(WARPCRYPT_KPP_POINT, got, scalar, zero) == -EINVAL &&
	       edwards(WARPCRYPT_KPP_POINT, got, scalar, none) == -EINVAL;
}

int main(void)
{
	printf("KTAP version 1\n1..8\n");
	result(is_right(lib_curve25519) && library_calls == 1,
	       "a kernel with X25519: it is used");
	result(has_base(lib_edwards25519), "and edwards25519 is ours");
	lib_soft25519_init();
	result(!messages, "and nothing is said");
	result(is_right(ladder_curve25519) && library_calls == 1,
	       "a kernel without: X25519 is ours");
	result(has_base(ladder_edwards25519), "and edwards25519 is, too");
	ladder_soft25519_init();
	result(messages == 1, "and the log says so, once");
	result(refuses(lib_curve25519, lib_edwards25519), "no secret of zeros, and no point that is none");
	result(refuses(ladder_curve25519, ladder_edwards25519), "nor in a kernel without");
	return failed;
}
