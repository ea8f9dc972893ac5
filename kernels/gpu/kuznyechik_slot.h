/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kuznyechik on GPUs is bitsliced.
 */
#ifndef WARPCRYPT_KERNELS_GPU_KUZNYECHIK_SLOT_H
#define WARPCRYPT_KERNELS_GPU_KUZNYECHIK_SLOT_H

#include "kernels/block/kuznyechik.h"

/* XTS has a half of its key in each. */
struct kuznyechik_slot {
	struct kuznyechik_key data;
	struct kuznyechik_schedule tweak;
};

/* Ten round keys are read well without looking ahead. */
WC_FN void kuznyechik_encrypt_ahead(const struct kuznyechik_key *key,
				    bs_word *buf, int ahead)
{
	(void)ahead;
	kuznyechik_encrypt(key, buf);
}

#define KUZNYECHIK_LAUNCH	WC_WIDE_KERNELS("kuznyechik")

#define KUZNYECHIK_GOALS(FN) \
	FN(32, WC_CTR, ONE, 275) \
	FN(32, WC_ECB_ENC, ONE, 230) \
	FN(32, WC_ECB_DEC, ONE, 210) \
	FN(32, WC_XTS_ENC, SECTORS, 210)

#endif /* WARPCRYPT_KERNELS_GPU_KUZNYECHIK_SLOT_H */
