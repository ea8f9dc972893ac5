// SPDX-License-Identifier: GPL-2.0-only
/*
 * The group P-256 of the kpp algorithms: ECDH as the kernel's own ecdh-nist-p256 does it.
 *
 * Secrets are encoded by crypto_ecdh_encode_key(). A private key has up to 32 bytes, the
 * most significant first, and is in [2, n - 3], as the kernel wants it; if it has none, a
 * random one is made. A public key is x and y, 32 bytes each; a shared secret is the x of
 * the product. A point that is not on the curve, or has a coordinate of p or more, has
 * none: -EINVAL.
 *
 * The software is the best other driver of the kernel.
 */
#include "kpp_group.h"

#include <crypto/ecdh.h>
#include <crypto/kpp.h>
#include <linux/build_bug.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/random.h>
#include <linux/scatterlist.h>
#include <linux/string.h>

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

/*
 * Not left to the kernel's own driver: that of 6.1 looks at the bytes in the wrong order
 * when it checks this. (So it refuses one good key in 2^32, and this driver with it.)
 */
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

/* Gives the software the secret. */
static int wc_p256_share(const struct wc_kpp_tfm *tctx)
{
	struct ecdh key = {
		.key = (char *)tctx->scalar,
		.key_size = WC_KPP_SCALAR,
	};
	char packed[sizeof(struct kpp_secret) + sizeof(key.key_size) +
		    WC_KPP_SCALAR];
	int err;

	if (!wc_p256_is_private(tctx->scalar))
		return -EINVAL;
	err = crypto_ecdh_encode_key(packed, sizeof(packed), &key);
	if (!err)
		err = crypto_kpp_set_secret(tctx->soft, packed, sizeof(packed));
	memzero_explicit(packed, sizeof(packed));
	return err;
}

static int wc_p256_random(struct wc_kpp_tfm *tctx)
{
	int i, err = -EINVAL;

	for (i = 0; i < WC_P256_TRIES && err == -EINVAL; i++) {
		err = get_random_bytes_wait(tctx->scalar, WC_KPP_SCALAR);
		if (!err)
			err = wc_p256_share(tctx);
	}
	return err;
}

static int wc_p256_set_secret(struct wc_kpp_tfm *tctx, const void *buf,
			      unsigned int len)
{
	struct ecdh key;

	if (crypto_ecdh_decode_key(buf, len, &key) < 0 ||
	    key.key_size > WC_KPP_SCALAR)
		return -EINVAL;
	if (!key.key_size)
		return wc_p256_random(tctx);
	memcpy(tctx->scalar + WC_KPP_SCALAR - key.key_size, key.key,
	       key.key_size);
	return wc_p256_share(tctx);
}

static int wc_p256_compute(const struct wc_kpp_tfm *tctx,
			   struct kpp_request *req, u8 mode, u8 *result,
			   const u8 *point)
{
	bool base = mode == WARPCRYPT_KPP_BASE;
	unsigned int len = base ? WC_P256_POINT : WC_P256_SECRET;
	struct scatterlist src, dst;

	kpp_request_set_tfm(req, tctx->soft);
	kpp_request_set_callback(req, CRYPTO_TFM_REQ_MAY_SLEEP, NULL, NULL);
	sg_init_one(&dst, result, len);
	kpp_request_set_output(req, &dst, len);
	if (base) {
		kpp_request_set_input(req, NULL, 0);
		return crypto_kpp_generate_public_key(req);
	}
	sg_init_one(&src, point, WC_P256_POINT);
	kpp_request_set_input(req, &src, WC_P256_POINT);
	return crypto_kpp_compute_shared_secret(req);
}

static int wc_p256_open(struct wc_kpp_tfm *tctx)
{
	tctx->soft = crypto_alloc_kpp("ecdh-nist-p256", 0,
				      CRYPTO_ALG_ASYNC |
				      CRYPTO_ALG_NEED_FALLBACK);
	return PTR_ERR_OR_ZERO(tctx->soft);
}

static void wc_p256_close(struct wc_kpp_tfm *tctx)
{
	crypto_free_kpp(tctx->soft);
}

const struct wc_kpp_group wc_kpp_p256 = {
	.cipher = WARPCRYPT_CIPHER_P256,
	.point = WC_P256_POINT,
	.result = { WC_P256_POINT, WC_P256_SECRET },
	.open = wc_p256_open,
	.close = wc_p256_close,
	.set_secret = wc_p256_set_secret,
	.compute = wc_p256_compute,
};
