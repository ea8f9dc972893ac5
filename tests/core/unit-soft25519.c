// SPDX-License-Identifier: GPL-2.0-only
/*
 * unit-soft25519: kmod/soft25519.c as it is built for a kernel that has X25519 and
 * for one that has not. Both give what RFC 7748 and RFC 8032 say; only the second
 * says in the log that it is slow.
 */
#include "kmod/uapi/warpcrypt.h"
#include "tests/hex.h"
#include "tests/ktap.h"
#include "tests/vectors/25519.h"

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

static u8 scalar[32], point[32], want[32];

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
	/* Alice's secret, Bob's public key, their secret. */
	const struct x25519_vector *v = &x25519_vectors[4];

	from_hex(scalar, v->scalar);
	from_hex(point, v->point);
	from_hex(want, v->result);
	ktap_start();
	ktap_ok(is_right(lib_curve25519) && library_calls == 1,
		"a kernel with X25519: it is used");
	ktap_ok(has_base(lib_edwards25519), "and edwards25519 is ours");
	lib_soft25519_init();
	ktap_ok(!messages, "and nothing is said");
	ktap_ok(is_right(ladder_curve25519) && library_calls == 1,
		"a kernel without: X25519 is ours");
	ktap_ok(has_base(ladder_edwards25519), "and edwards25519 is, too");
	ladder_soft25519_init();
	ktap_ok(messages == 1, "and the log says so, once");
	ktap_ok(refuses(lib_curve25519, lib_edwards25519),
		"no secret of zeros, and no point that is none");
	ktap_ok(refuses(ladder_curve25519, ladder_edwards25519), "nor in a kernel without");
	return ktap_finish();
}
