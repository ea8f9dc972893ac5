// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ciphers at the width that WC_WORD_BITS says. Compiled once for each,
 * with the compiler flags for processors that have it; only kernels/cpu/cipher.c
 * knows whether this one does.
 */
#include <string.h>

#include "kernels/block/aes.h"
#include "kernels/cpu/cipher_width.h"
#include "kernels/block/kuznyechik.h"
#include "kernels/block/kuznyechik_keys.h"
#include "kernels/block/skinny.h"
#include "kernels/block/sm4.h"

/*
 * The state is not wiped: that would cost as much as some ciphers' rounds, and
 * the next use writes over it. What is wiped are keys.
 */
#define BLOCKS(cipher, direction)					\
static void cipher##_##direction##_blocks(const void *key,		\
					  uint8_t *dst,			\
					  const uint8_t *src)		\
{									\
	bs_word buf[2 * BS_PLANES];					\
									\
	bs_slice(buf, src);						\
	cipher##_##direction(key, buf);					\
	bs_unslice(dst, buf);						\
}

BLOCKS(aes_wide, encrypt)
BLOCKS(aes_wide, decrypt)
BLOCKS(kuznyechik, encrypt)
BLOCKS(kuznyechik, decrypt)
BLOCKS(skinny, encrypt)
BLOCKS(skinny, decrypt)
BLOCKS(sm4, encrypt)
BLOCKS(sm4, decrypt)

#if WC_WORD_BITS == 64
void wc_kuznyechik_schedules(uint64_t (*const plain[WC_KEYS_MANY])[2],
			     const uint8_t *const bytes[WC_KEYS_MANY])
{
	struct kuznyechik_keys keys;

	kuznyechik_schedules(&keys, plain, bytes);
	explicit_bzero(&keys, sizeof(keys));
}
#endif

#define NAME_(bits)	wc_width_##bits
#define NAME(bits)	NAME_(bits)

const struct wc_width NAME(WC_WORD_BITS) = {
	.bits = BS_LANES,
	.blocks = {
		[WC_CIPHER_AES] = {
			aes_wide_encrypt_blocks, aes_wide_decrypt_blocks
		},
		[WC_CIPHER_KUZNYECHIK] = {
			kuznyechik_encrypt_blocks, kuznyechik_decrypt_blocks
		},
		[WC_CIPHER_SKINNY] = {
			skinny_encrypt_blocks, skinny_decrypt_blocks
		},
		[WC_CIPHER_SM4] = {
			sm4_encrypt_blocks, sm4_decrypt_blocks
		},
	},
};
