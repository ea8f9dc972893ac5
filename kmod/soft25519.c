// SPDX-License-Identifier: GPL-2.0-only
/*
 * X25519 and edwards25519 in software: the fallback.
 *
 * X25519 is the kernel's own (lib/crypto), which has assembler for some CPUs. If
 * the kernel was built without it, X25519 is a ladder over the field arithmetic
 * of kernels/, as in the helper's CPU engine and on the GPU. The kernel has no
 * edwards25519, so that is always from kernels/.
 *
 * Constant time: no branch and no address depends on a scalar or on a point,
 * except on whether the point is valid.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "kpp.h"

#include <crypto/algapi.h>
#include <crypto/curve25519.h>
#include <linux/errno.h>
#include <linux/kconfig.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "kernels/curve/fe25519_i51.h"

#define FE(name)	i51_##name
#include "kernels/curve/fe25519_pow.h"
#include "kernels/curve/x25519_ladder.h"
#include "kernels/curve/ed25519_point.h"

/* Kernels before 6.18 have the second without the first. */
#if IS_REACHABLE(CONFIG_CRYPTO_LIB_CURVE25519) || \
	IS_REACHABLE(CONFIG_CRYPTO_LIB_CURVE25519_GENERIC)
#define WC_SOFT_IS_SLOW	false

static void wc_soft_x25519(u8 result[32], const u8 scalar[32],
			   const u8 point[32])
{
	/* False means that the result is zero, which the caller checks anyway. */
	if (curve25519(result, scalar, point))
		return;
}

#else
#define WC_SOFT_IS_SLOW	true

static void wc_soft_x25519(u8 result[32], const u8 scalar[32],
			   const u8 point[32])
{
	struct {
		u64 k[4], u[4];
		fe x, z;
	} s;

	wc_soft_get(s.k, scalar, 4);
	wc_soft_get(s.u, point, 4);
	x25519_clamp(s.k);
	x25519_ladder(&s.x, &s.z, s.k, s.u);
	/* The inverse of 0 comes out as 0, as RFC 7748 requires. */
	fe_invert(&s.z, &s.z);
	fe_mul(&s.x, &s.x, &s.z);
	fe_store(s.u, &s.x);
	wc_soft_put(result, s.u, 4);
	memzero_explicit(&s, sizeof(s));
}

#endif

/**
 * wc_soft_curve25519() - one scalar multiplication; the scalar is clamped
 * @mode: enum warpcrypt_kpp
 * @result: encoded; the caller must wipe it, also after an error
 * @scalar: little-endian
 * @point: encoded; not used for WARPCRYPT_KPP_BASE
 *
 * Context: any; takes 0.1 ms or more.
 * Return: 0, or -EINVAL when the result is zero.
 */
int wc_soft_curve25519(u8 mode, u8 result[32], const u8 scalar[32],
		       const u8 point[32])
{
	static const u8 base[32] = { 9 };
	static const u8 zero[32];

	wc_soft_x25519(result, scalar,
		       mode == WARPCRYPT_KPP_BASE ? base : point);
	return crypto_memneq(result, zero, sizeof(zero)) ? 0 : -EINVAL;
}

/*
 * [k]P, from the top bit of k down: for each bit a doubling, and an addition of P
 * or of the neutral element. Tables would be faster, but there is no room for
 * them on the kernel's stack.
 */
static void wc_soft_multiply(ed_point *r, const u64 k[4], const ed_point *p)
{
	ed_cached term, q;
	int i;

	ed_to_cached(&term, p);
	ed_identity(r);
	for (i = 255; i >= 0; i--) {
		ed_double(r, r, 1);
		ed_cached_identity(&q);
		ed_cached_cmov(&q, &term, 0 - (k[i / 64] >> (i % 64) & 1));
		ed_add(r, r, &q, 1);
	}
	memzero_explicit(&q, sizeof(q));
}

/* The same; but nothing is clamped, and -EINVAL means that @point does not decode. */
int wc_soft_edwards25519(u8 mode, u8 result[32], const u8 scalar[32],
			 const u8 point[32])
{
	/* y = 4/5, x even */
	static const u64 base[4] = {
		0x6666666666666658ULL, 0x6666666666666666ULL,
		0x6666666666666666ULL, 0x6666666666666666ULL,
	};
	struct {
		u64 k[4], w[4];
		ed_point p, r;
	} s;
	int err = 0;

	wc_soft_get(s.k, scalar, 4);
	if (mode == WARPCRYPT_KPP_BASE)
		memcpy(s.w, base, sizeof(base));
	else
		wc_soft_get(s.w, point, 4);
	if (ed_decode(&s.p, s.w)) {
		err = -EINVAL;
		goto wipe;
	}
	wc_soft_multiply(&s.r, s.k, &s.p);
	fe_invert(&s.r.Z, &s.r.Z);
	ed_encode(s.w, &s.r, &s.r.Z);
	wc_soft_put(result, s.w, 4);
wipe:
	memzero_explicit(&s, sizeof(s));
	return err;
}

/* Says so if X25519 in software is slower than it could be. */
void wc_soft25519_init(void)
{
	if (WC_SOFT_IS_SLOW)
		pr_notice("this kernel has no X25519 (CONFIG_CRYPTO_LIB_CURVE25519); what the device does not do takes longer\n");
}
