/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is different between the groups: the lengths, the secrets, the software. kpp.c has
 * the rest, which is the way of a request.
 *
 * In the units of all groups the point follows the scalar, and the status the result,
 * which is as long as a point.
 */
#ifndef _WC_KPP_GROUP_H
#define _WC_KPP_GROUP_H

#include <linux/kconfig.h>
#include <linux/types.h>

#include "uapi/warpcrypt.h"

struct crypto_kpp;
struct kpp_request;
struct wc_kpp_tfm;

#define WC_KPP_SCALAR		32
/* The longest point of all groups, encoded. */
#define WC_KPP_POINT_MAX	(WARPCRYPT_KPP_UNIT_MAX - WC_KPP_SCALAR)

/**
 * struct wc_kpp_group - a group
 * @cipher: enum warpcrypt_cipher
 * @point: bytes of a point, encoded
 * @result: for each operation, how many bytes of the helper's result are the caller's
 * @not_zero: a helper's result of zeros is wrong
 * @open: gets a tfm what it needs, or NULL. Returns 0 or a negative errno. Sleeps
 * @close: frees that again, or NULL
 * @set_secret: fills in &wc_kpp_tfm.scalar. Returns 0 or a negative errno; then it may
 *	be half filled in. Sleeps
 * @compute: in software; 0, -EINVAL: there is no result, or another negative errno: it
 *	could not be computed. @req is the request's own, behind which is what
 *	&wc_kpp_tfm.soft needs; @result and @point are memory from kmalloc(). Sleeps
 *	if @open is set
 */
struct wc_kpp_group {
	u8 cipher;
	u8 point;
	u8 result[WARPCRYPT_KPP_COUNT];
	bool not_zero;
	int (*open)(struct wc_kpp_tfm *tctx);
	void (*close)(struct wc_kpp_tfm *tctx);
	int (*set_secret)(struct wc_kpp_tfm *tctx, const void *buf,
			  unsigned int len);
	int (*compute)(const struct wc_kpp_tfm *tctx, struct kpp_request *req,
		       u8 mode, u8 *result, const u8 *point);
};

/**
 * struct wc_kpp_tfm - the context of a tfm
 * @group: its group
 * @soft: what computes in software, NULL if @group does that itself
 * @has_secret: @scalar is set
 * @limited: by a user other than root
 * @scalar: the secret, as the helper gets it
 */
struct wc_kpp_tfm {
	const struct wc_kpp_group *group;
	struct crypto_kpp *soft;
	bool has_secret;
	bool limited;
	u8 scalar[WC_KPP_SCALAR];
};

/* kpp_25519.c */
extern const struct wc_kpp_group wc_kpp_curve25519;
extern const struct wc_kpp_group wc_kpp_edwards25519;

/* Its software, and how its secrets are encoded, are those of ecdh_generic.ko. */
#define WC_KPP_HAS_P256	IS_REACHABLE(CONFIG_CRYPTO_ECDH)

/* kpp_p256.c, if WC_KPP_HAS_P256 */
extern const struct wc_kpp_group wc_kpp_p256;

#endif /* _WC_KPP_GROUP_H */
