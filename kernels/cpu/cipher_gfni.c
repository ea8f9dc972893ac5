// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ciphers with GFNI, as far as they have such cores. Compiled with the flags for
 * processors that have AVX-512BW, VL, VBMI and GFNI; only kernels/cpu/cipher.c knows whether
 * this one does.
 */
#define WC_WORD_BITS	64
#include "kernels/cpu/cipher_width.h"

#include "kernels/block/kuznyechik_gfni.h"
#include "kernels/block/skinny_gfni.h"
#include "kernels/block/sm4_gfni.h"

#define BLOCKS(name)							\
static void name##_blocks(const union wc_expanded *key, bool decrypt,	\
			  uint8_t *dst, const uint8_t *src)		\
{									\
	uint8_t planes[GFNI_LANES * WC_CIPHER_BLOCK] __attribute__((aligned(64))); \
									\
	name##_gfni(&key->name.plain, decrypt, planes, dst, src);	\
}

BLOCKS(kuznyechik)
BLOCKS(skinny)
BLOCKS(sm4)

const struct wc_code wc_code_gfni = {
	.lanes = GFNI_LANES,
	.least = 1,
	.tweaks = gfni_tweaks,
	.blocks = {
		[WARPCRYPT_CIPHER_KUZNYECHIK] = kuznyechik_blocks,
		[WARPCRYPT_CIPHER_SKINNY] = skinny_blocks,
		[WARPCRYPT_CIPHER_SM4] = sm4_blocks,
	},
};
