// SPDX-License-Identifier: GPL-2.0-only
/* Kuznyechik with GFNI: kernels/block/kuznyechik_gfni.h. */
#define WC_WORD_BITS	64
#include "wide.h"

#include <linux/stddef.h>

/* sparse knows no vectors. */
#ifndef __CHECKER__

#include "kernels/block/kuznyechik_gfni.h"

/* wcct_wide_fn; of the expanded key it needs the round keys only. */
void kuznyechik_ct_gfni(const void *wide, bool decrypt, void *planes, u8 *dst,
			const u8 *src)
{
	kuznyechik_gfni(wide + offsetof(struct kuznyechik_key, plain), decrypt, dst, src);
	wcct_wipe_registers();
}

/* wcct_one_fn */
void kuznyechik_ct_gfni_one(const void *schedule, bool decrypt, u8 *dst,
			    const u8 *src)
{
	kuznyechik_gfni_one(schedule, decrypt, dst, src);
	wcct_wipe_registers();
}

#endif /* __CHECKER__ */
