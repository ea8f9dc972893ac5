/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Key agreement: the groups, their software, and the batches of algif_kpp. Includes compat.h.
 *
 * What is different between the groups is here: the lengths, the secrets, the software.
 * kpp.c has the rest, which is the way of a request. In the units of all groups the point
 * follows the scalar, and the status the result, which is as long as a point.
 */
#ifndef _WC_KPP_H
#define _WC_KPP_H

#include <linux/types.h>

#include "compat.h"
#include "uapi/warpcrypt.h"

struct crypto_kpp;
struct sock;
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
 * @set_secret: fills in &wc_kpp_tfm.scalar. Returns 0 or a negative errno; then it may
 *	be half filled in. Sleeps
 * @compute: in software; 0, or -EINVAL: there is no result. Any context; takes 0.1 ms or more
 */
struct wc_kpp_group {
	u8 cipher;
	u8 point;
	u8 result[WARPCRYPT_KPP_COUNT];
	bool not_zero;
	int (*set_secret)(struct wc_kpp_tfm *tctx, const void *buf,
			  unsigned int len);
	int (*compute)(u8 mode, u8 *result, const u8 *scalar, const u8 *point);
};

/**
 * struct wc_kpp_tfm - the context of a tfm
 * @group: its group
 * @has_secret: @scalar is set
 * @limited: by a user other than root
 * @scalar: the secret, as the helper gets it
 */
struct wc_kpp_tfm {
	const struct wc_kpp_group *group;
	bool has_secret;
	bool limited;
	u8 scalar[WC_KPP_SCALAR];
};

/* kpp_group.c */
extern const struct wc_kpp_group wc_kpp_curve25519;
extern const struct wc_kpp_group wc_kpp_edwards25519;
extern const struct wc_kpp_group wc_kpp_p256;

/* soft25519.c */
int wc_soft_curve25519(u8 mode, u8 result[32], const u8 scalar[32],
		       const u8 point[32]);
int wc_soft_edwards25519(u8 mode, u8 result[32], const u8 scalar[32],
			 const u8 point[32]);
void wc_soft25519_init(void);

/* Numbers of the field arithmetic of kernels/, @count words, from bytes and back. */
static inline void wc_soft_get(u64 *words, const u8 *bytes, int count)
{
	int i;

	for (i = 0; i < count; i++)
		words[i] = get_unaligned_le64(bytes + 8 * i);
}

static inline void wc_soft_put(u8 *bytes, const u64 *words, int count)
{
	int i;

	for (i = 0; i < count; i++)
		put_unaligned_le64(words[i], bytes + 8 * i);
}

/* softp256.c */
int wc_softp256(u8 mode, u8 *result, const u8 scalar[32], const u8 point[64]);

/* --- algif_kpp: algif_batch.c, a batch of multiplications that are in flight at the same time */

/**
 * struct kpp_batch_of - what all of a batch have in common
 * @tfm: the algorithm, with the secret
 * @point: bytes of a point; 0: compute public keys
 * @result: bytes of a result
 */
struct kpp_batch_of {
	struct crypto_kpp *tfm;
	unsigned int point;
	unsigned int result;
};

int kpp_compute(struct sock *sk, const struct kpp_batch_of *of,
		const u8 *points, u8 *results, unsigned int count);
int kpp_batch_init(void);
void kpp_batch_exit(void);

#endif /* _WC_KPP_H */
