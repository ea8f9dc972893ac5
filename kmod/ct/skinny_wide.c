// SPDX-License-Identifier: GPL-2.0-only
/* SKINNY-128 on WCCT_LANES blocks: see WCCT_WIDE_FN() for how this is compiled. */
#include "ct.h"

#include "kernels/skinny.h"

void WCCT_WIDE_FN(skinny)(const void *wide, bool decrypt, u64 *planes, u8 *dst,
			  const u8 *src)
{
	bs_slice(planes, src);
	if (decrypt)
		skinny_decrypt(wide, planes);
	else
		skinny_encrypt(wide, planes);
	bs_unslice(dst, planes);
}
