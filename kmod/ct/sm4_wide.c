// SPDX-License-Identifier: GPL-2.0-only
/* SM4 on WCCT_LANES blocks: see WCCT_WIDE_FN() for how this is compiled. */
#include "ct.h"

#include "kernels/sm4.h"

void WCCT_WIDE_FN(sm4)(const void *wide, bool decrypt, u64 *planes, u8 *dst,
		       const u8 *src)
{
	bs_slice(planes, src);
	if (decrypt)
		sm4_decrypt(wide, planes);
	else
		sm4_encrypt(wide, planes);
	bs_unslice(dst, planes);
}
