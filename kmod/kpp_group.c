// SPDX-License-Identifier: GPL-2.0-only
/*
 * The groups of the kpp algorithms: their lengths, secrets and software.
 */
#include "kpp.h"

#include <crypto/algapi.h>
#include <crypto/kpp.h>
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/random.h>
#include <linux/string.h>

/*
 * --- The groups X25519 and edwards25519 of the kpp algorithms.
 *
 * curve25519: RFC 7748. Like the kernel's own, with one difference: if the shared
 * secret is zero, as with any point of small order, this returns -EINVAL and
 * writes nothing; the kernel's own writes zeros.
 *
 * edwards25519: the scalar is 32 little-endian bytes, neither clamped nor
 * reduced. Points are encoded as in RFC 8032. If one does not decode, or has
 * y >= p, the request fails with -EINVAL.
 */

/*
 * If @len is 0, the secret is random; it is clamped, so that it has the same
 * effect on both curves. A secret of zero is refused for X25519, as by the
 * kernel's own driver.
 */
static int wc_25519_set_secret(struct wc_kpp_tfm *tctx, const void *buf,
			       unsigned int len)
{
	static const u8 zero[WC_KPP_SCALAR];
	u8 *scalar = tctx->scalar;

	if (!len) {
		int err = get_random_bytes_wait(scalar, WC_KPP_SCALAR);

		if (err)
			return err;
		scalar[0] &= 0xf8;
		scalar[31] = (scalar[31] & 0x7f) | 0x40;
		return 0;
	}
	if (len != WC_KPP_SCALAR ||
	    (tctx->group->cipher == WARPCRYPT_CIPHER_CURVE25519 &&
	     !crypto_memneq(buf, zero, WC_KPP_SCALAR)))
		return -EINVAL;
	memcpy(scalar, buf, len);
	return 0;
}

const struct wc_kpp_group wc_kpp_curve25519 = {
	.cipher = WARPCRYPT_CIPHER_CURVE25519,
	.point = 32,
	.result = { 32, 32 },
	.not_zero = true,
	.set_secret = wc_25519_set_secret,
	.compute = wc_soft_curve25519,
};

const struct wc_kpp_group wc_kpp_edwards25519 = {
	.cipher = WARPCRYPT_CIPHER_EDWARDS25519,
	.point = 32,
	.result = { 32, 32 },
	.set_secret = wc_25519_set_secret,
	.compute = wc_soft_edwards25519,
};

/*
 * --- The group P-256 of the kpp algorithms: ECDH with the interface of the kernel's own
 * ecdh-nist-p256.
 *
 * Secrets are encoded as by crypto_ecdh_encode_key(). A private key has up to 32 bytes, the
 * most significant first, and is in [2, n - 3], as the kernel wants it; if it has none, a
 * random one is made. A public key is x and y, 32 bytes each; a shared secret is the x of
 * the product. A point that is not on the curve, or has a coordinate of p or more, has
 * none: -EINVAL.
 */

#define WC_P256_POINT	64
#define WC_P256_SECRET	32

/* A random key is out of range once in 2^32 times. */
#define WC_P256_TRIES	8

static_assert(sizeof(struct warpcrypt_kpp_p256_in) == WARPCRYPT_KPP_UNIT_P256);
static_assert(sizeof(struct warpcrypt_kpp_p256_out) == WARPCRYPT_KPP_UNIT_P256);
static_assert(offsetof(struct warpcrypt_kpp_p256_in, x) == WC_KPP_SCALAR);
static_assert(offsetof(struct warpcrypt_kpp_p256_out, status) == WC_P256_POINT);

/* Is @a less than @b? No branch and no address depends on them. */
static bool wc_p256_less(const u8 a[WC_KPP_SCALAR], const u8 b[WC_KPP_SCALAR])
{
	unsigned int borrow = 0;
	int i;

	for (i = WC_KPP_SCALAR - 1; i >= 0; i--)
		borrow = (a[i] - b[i] - borrow) >> 8 & 1;
	return borrow;
}

static bool wc_p256_is_private(const u8 scalar[WC_KPP_SCALAR])
{
	static const u8 two[WC_KPP_SCALAR] = { [WC_KPP_SCALAR - 1] = 2 };
	/* n - 2 */
	static const u8 end[WC_KPP_SCALAR] = {
		0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84,
		0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x4f,
	};
	bool small = wc_p256_less(scalar, two);
	bool fits = wc_p256_less(scalar, end);

	return fits && !small;
}

/*
 * What crypto_ecdh_encode_key() makes: struct kpp_secret, the length of the private key as
 * an unsigned short, and the private key. Not decoded by the kernel's function: it is part of
 * ecdh_generic.ko, of which nothing else is needed.
 *
 * Return: the length of the private key, with *@key pointing into @buf; or -EINVAL.
 */
static int wc_p256_decode(const u8 **key, const void *buf, unsigned int len)
{
	struct kpp_secret secret;
	unsigned short size;

	if (!buf || len < sizeof(secret) + sizeof(size))
		return -EINVAL;
	memcpy(&secret, buf, sizeof(secret));
	memcpy(&size, buf + sizeof(secret), sizeof(size));
	if (secret.type != CRYPTO_KPP_SECRET_TYPE_ECDH || secret.len > len ||
	    secret.len != sizeof(secret) + sizeof(size) + size ||
	    size > WC_KPP_SCALAR)
		return -EINVAL;
	*key = buf + sizeof(secret) + sizeof(size);
	return size;
}

static int wc_p256_random(u8 scalar[WC_KPP_SCALAR])
{
	int i, err;

	for (i = 0; i < WC_P256_TRIES; i++) {
		err = get_random_bytes_wait(scalar, WC_KPP_SCALAR);
		if (err)
			return err;
		if (wc_p256_is_private(scalar))
			return 0;
	}
	return -EAGAIN;
}

static int wc_p256_set_secret(struct wc_kpp_tfm *tctx, const void *buf,
			      unsigned int len)
{
	const u8 *key;
	int size = wc_p256_decode(&key, buf, len);

	if (size < 0)
		return size;
	if (!size)
		return wc_p256_random(tctx->scalar);
	memcpy(tctx->scalar + WC_KPP_SCALAR - size, key, size);
	return wc_p256_is_private(tctx->scalar) ? 0 : -EINVAL;
}

const struct wc_kpp_group wc_kpp_p256 = {
	.cipher = WARPCRYPT_CIPHER_P256,
	.point = WC_P256_POINT,
	.result = { WC_P256_POINT, WC_P256_SECRET },
	.set_secret = wc_p256_set_secret,
	.compute = wc_softp256,
};
