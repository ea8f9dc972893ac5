/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * algif_kpp: a batch of multiplications that are in flight at the same time.
 */
#ifndef _WC_ALGIF_BATCH_H
#define _WC_ALGIF_BATCH_H

#include <linux/types.h>

struct crypto_kpp;
struct sock;

/* Bytes of a point or of a result. */
#define KPP_BYTES	32u

int kpp_compute(struct sock *sk, struct crypto_kpp *tfm, const u8 *points,
		u8 *results, unsigned int count);
int kpp_batch_init(void);
void kpp_batch_exit(void);

#endif /* _WC_ALGIF_BATCH_H */
