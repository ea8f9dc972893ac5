/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * algif_kpp: a batch of multiplications that are in flight at the same time.
 */
#ifndef _WC_ALGIF_BATCH_H
#define _WC_ALGIF_BATCH_H

#include <linux/types.h>

struct crypto_kpp;
struct sock;

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

#endif /* _WC_ALGIF_BATCH_H */
