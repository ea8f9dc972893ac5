// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ciphers with GFNI: Kuznyechik. Compiled with the flags for processors that have
 * AVX-512BW, VBMI and GFNI; only kernels/cpu/cipher.c knows whether this one does.
 */
#define WC_WORD_BITS	64
#include "kernels/cpu/cipher_width.h"

#include "kernels/block/kuznyechik_gfni.h"

static void kuznyechik_blocks(const union wc_expanded *key, bool decrypt,
			      uint8_t *dst, const uint8_t *src)
{
	kuznyechik_gfni(&key->kuznyechik.plain, decrypt, dst, src);
}

const struct wc_code wc_code_gfni = {
	.lanes = KUZNYECHIK_GFNI_LANES,
	.least = 1,
	.blocks = { [WARPCRYPT_CIPHER_KUZNYECHIK] = kuznyechik_blocks },
};
