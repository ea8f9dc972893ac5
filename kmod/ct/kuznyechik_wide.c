// SPDX-License-Identifier: GPL-2.0-only
/* Kuznyechik on WCCT_LANES blocks: see WCCT_WIDE_FN() for how this is compiled. */
#include "ct.h"

#include "kernels/kuznyechik.h"

void WCCT_WIDE_FN(kuznyechik)(const void *wide, bool decrypt, u64 *planes, u8 *dst,
			      const u8 *src)
{
	bs_slice(planes, src);
	if (decrypt)
		kuznyechik_decrypt(wide, planes);
	else
		kuznyechik_encrypt(wide, planes);
	bs_unslice(dst, planes);
}
