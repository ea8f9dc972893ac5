// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/cipher.h"

#include <string.h>

/* The key schedules are those of the narrowest width. */
#define WC_WORD_BITS	64
#include "kernels/aes_wide.h"
#include "kernels/cipher_width.h"
#include "kernels/kuznyechik.h"
#include "kernels/skinny.h"
#include "kernels/sm4.h"

#define WIDEST		512u
/* So few blocks are done one by one, where a cipher can. */
#define FEW		2u

_Static_assert(sizeof(struct aes_wide_key) <= WC_CIPHER_KEY_SIZE, "AES");
_Static_assert(sizeof(struct kuznyechik_key) <= WC_CIPHER_KEY_SIZE,
	       "Kuznyechik");
_Static_assert(sizeof(struct skinny_key) <= WC_CIPHER_KEY_SIZE, "SKINNY");
_Static_assert(sizeof(struct sm4_key) <= WC_CIPHER_KEY_SIZE, "SM4");

static void expand_aes(void *expanded, const uint8_t *bytes, size_t len)
{
	aes_wide_expand(expanded, bytes, (uint32_t)len);
}

static void expand_kuznyechik(void *expanded, const uint8_t *bytes, size_t len)
{
	(void)len;
	kuznyechik_expand(expanded, bytes);
}

static void expand_skinny(void *expanded, const uint8_t *bytes, size_t len)
{
	skinny_expand(expanded, bytes, (uint32_t)len);
}

static void expand_sm4(void *expanded, const uint8_t *bytes, size_t len)
{
	(void)len;
	sm4_expand(expanded, bytes);
}

static void one_kuznyechik(const void *expanded, bool decrypt, uint8_t *dst,
			   const uint8_t *src)
{
	const struct kuznyechik_key *key = expanded;
	uint64_t block[2];

	memcpy(block, src, sizeof(block));
	if (decrypt)
		kuznyechik_decrypt_one(key->plain, block);
	else
		kuznyechik_encrypt_one(key->plain, block);
	memcpy(dst, block, sizeof(block));
}

static void one_sm4(const void *expanded, bool decrypt, uint8_t *dst,
		    const uint8_t *src)
{
	const struct sm4_key *key = expanded;

	sm4_one(key->plain, decrypt, dst, src);
}

static const struct wc_cipher ciphers[WC_CIPHERS] = {
	[WC_CIPHER_AES] = {
		.name = "aes", .id = WC_CIPHER_AES,
		.key_min = 16, .key_max = 32, .key_step = 8,
		.expand = expand_aes,
	},
	[WC_CIPHER_KUZNYECHIK] = {
		.name = "kuznyechik", .id = WC_CIPHER_KUZNYECHIK,
		.key_min = 32, .key_max = 32, .key_step = 1,
		.expand = expand_kuznyechik, .one = one_kuznyechik,
	},
	[WC_CIPHER_SKINNY] = {
		.name = "skinny", .id = WC_CIPHER_SKINNY,
		.key_min = 16, .key_max = 48, .key_step = 16,
		.expand = expand_skinny,
	},
	[WC_CIPHER_SM4] = {
		.name = "sm4", .id = WC_CIPHER_SM4,
		.key_min = 16, .key_max = 16, .key_step = 1,
		.expand = expand_sm4, .one = one_sm4,
	},
};

/**
 * wc_cipher_find() - a cipher by its name
 * @name: as the kernel's crypto API spells it
 *
 * Return: the cipher, which is static, or NULL
 */
const struct wc_cipher *wc_cipher_find(const char *name)
{
	size_t i;

	for (i = 0; i < WC_CIPHERS; i++)
		if (!strcmp(ciphers[i].name, name))
			return &ciphers[i];
	return NULL;
}

/**
 * wc_cipher_max_bits() - the widest word that this processor has
 *
 * Return: 64, 256 (AVX2) or 512 (AVX-512F)
 */
unsigned int wc_cipher_max_bits(void)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx512f"))
		return 512;
	if (__builtin_cpu_supports("avx2"))
		return 256;
#endif
	return 64;
}

/**
 * wc_cipher_set_key() - expand a key
 * @key: the result
 * @cipher: for which cipher
 * @bytes: the key
 * @len: its length, bytes
 *
 * Return: false if @cipher has no keys of this length; @key is unchanged then
 */
bool wc_cipher_set_key(struct wc_cipher_key *key,
		       const struct wc_cipher *cipher, const uint8_t *bytes,
		       size_t len)
{
	if (len < cipher->key_min || len > cipher->key_max ||
	    (len - cipher->key_min) % cipher->key_step)
		return false;
	key->cipher = cipher;
	key->max_bits = wc_cipher_max_bits();
	cipher->expand(key->expanded, bytes, len);
	return true;
}

/**
 * wc_cipher_wipe_key() - forget a key
 * @key: the key, which needs a wc_cipher_set_key() before it is used again
 */
void wc_cipher_wipe_key(struct wc_cipher_key *key)
{
	explicit_bzero(key, sizeof(*key));
}

/* The narrowest width that does @blocks at once, or the widest there is. */
static const struct wc_width *choose(unsigned int max_bits, size_t blocks)
{
#if defined(__x86_64__)
	if (blocks > 64 && max_bits >= 256) {
		if (blocks > 256 && max_bits >= 512)
			return &wc_width_512;
		return &wc_width_256;
	}
#endif
	(void)max_bits;
	(void)blocks;
	return &wc_width_64;
}

/**
 * wc_cipher_blocks() - encrypt or decrypt blocks, each on its own
 * @key: the key
 * @decrypt: the direction
 * @dst: where they go
 * @src: where they come from; may be @dst
 * @blocks: how many; the time taken grows in steps of 64, 256 or 512
 */
void wc_cipher_blocks(const struct wc_cipher_key *key, bool decrypt,
		      uint8_t *dst, const uint8_t *src, size_t blocks)
{
	unsigned int id = key->cipher->id;

	if (blocks <= FEW && key->cipher->one) {
		for (; blocks--; dst += WC_CIPHER_BLOCK, src += WC_CIPHER_BLOCK)
			key->cipher->one(key->expanded, decrypt, dst, src);
		return;
	}
	while (blocks) {
		const struct wc_width *w = choose(key->max_bits, blocks);
		size_t part = blocks < w->bits ? blocks : w->bits;
		size_t bytes = part * WC_CIPHER_BLOCK;

		if (part == w->bits) {
			w->blocks[id][decrypt](key->expanded, dst, src);
		} else {
			uint8_t pad[WIDEST * WC_CIPHER_BLOCK];

			memcpy(pad, src, bytes);
			memset(pad + bytes, 0,
			       w->bits * WC_CIPHER_BLOCK - bytes);
			w->blocks[id][decrypt](key->expanded, pad, pad);
			memcpy(dst, pad, bytes);
			explicit_bzero(pad, w->bits * WC_CIPHER_BLOCK);
		}
		dst += bytes;
		src += bytes;
		blocks -= part;
	}
}
