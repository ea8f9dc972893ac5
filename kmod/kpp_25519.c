// SPDX-License-Identifier: GPL-2.0-only
/*
 * The groups X25519 and edwards25519 of the kpp algorithms.
 *
 * curve25519: RFC 7748. Like the kernel's own, with one difference: if the shared
 * secret is zero, as with any point of small order, this returns -EINVAL and
 * writes nothing; the kernel's own writes zeros.
 *
 * edwards25519: the scalar is 32 little-endian bytes, neither clamped nor
 * reduced. Points are encoded as in RFC 8032. If one does not decode, or has
 * y >= p, the request fails with -EINVAL.
 */
#include "kpp_group.h"

#include <crypto/algapi.h>
#include <linux/errno.h>
#include <linux/random.h>
#include <linux/string.h>

#include "soft25519.h"

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

static int wc_25519_compute(const struct wc_kpp_tfm *tctx, u8 mode, u8 *result,
			    const u8 *point)
{
	return wc_soft25519(tctx->group->cipher, mode, result, tctx->scalar,
			    point);
}

const struct wc_kpp_group wc_kpp_curve25519 = {
	.cipher = WARPCRYPT_CIPHER_CURVE25519,
	.point = 32,
	.result = { 32, 32 },
	.not_zero = true,
	.set_secret = wc_25519_set_secret,
	.compute = wc_25519_compute,
};

const struct wc_kpp_group wc_kpp_edwards25519 = {
	.cipher = WARPCRYPT_CIPHER_EDWARDS25519,
	.point = 32,
	.result = { 32, 32 },
	.set_secret = wc_25519_set_secret,
	.compute = wc_25519_compute,
};
