// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/cpu/cipher.h"

#include <string.h>

/* The key schedules are those of the narrowest width. */
#define WC_WORD_BITS	64
#include "kernels/block/aes.h"
#include "kernels/cpu/cipher_width.h"
#include "kernels/block/kuznyechik.h"
#include "kernels/block/skinny_one.h"
#include "kernels/block/sm4.h"

#define WIDEST		512u
/* So few blocks are done one by one, where a cipher can. */
#define FEW		2u

/**
 * struct skinny_both - a key of SKINNY
 * @wide: for many blocks
 * @plain: for a block that comes alone
 */
struct skinny_both {
	struct skinny_key wide;
	struct skinny_schedule plain;
};

_Static_assert(sizeof(struct aes_wide_key) <= WC_CIPHER_KEY_SIZE, "AES");
_Static_assert(sizeof(struct kuznyechik_key) <= WC_CIPHER_KEY_SIZE,
	       "Kuznyechik");
_Static_assert(sizeof(struct skinny_both) <= WC_CIPHER_KEY_SIZE, "SKINNY");
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

/* Lanes that are left over have the last key again. */
static void expand_kuznyechiks(void *const *expanded,
			       const uint8_t *const *bytes, size_t count)
{
	uint64_t spare[KUZNYECHIK_KEYS][2];
	uint64_t (*plain[WC_KEYS_MANY])[2];
	const uint8_t *key[WC_KEYS_MANY];
	size_t i;
	int k;

	for (i = 0; i < WC_KEYS_MANY; i++) {
		struct kuznyechik_key *e = i < count ? expanded[i] : NULL;

		plain[i] = e ? e->plain : spare;
		key[i] = bytes[i < count ? i : count - 1];
	}
	wc_kuznyechik_schedules(plain, key);
	for (i = 0; i < count; i++)
		for (k = 0; k < KUZNYECHIK_KEYS; k++)
			kuznyechik_put_key(expanded[i], k);
	explicit_bzero(spare, sizeof(spare));
}

static void expand_skinny(void *expanded, const uint8_t *bytes, size_t len)
{
	struct skinny_both *key = expanded;

	skinny_schedule(&key->plain, bytes, (uint32_t)len);
	skinny_put_keys(&key->wide, &key->plain);
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

static void one_skinny(const void *expanded, bool decrypt, uint8_t *dst,
		       const uint8_t *src)
{
	const struct skinny_both *key = expanded;
	uint64_t block[2];

	memcpy(block, src, sizeof(block));
	if (decrypt)
		skinny_decrypt_one(&key->plain, block);
	else
		skinny_encrypt_one(&key->plain, block);
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
		.expand_many = expand_kuznyechiks,
	},
	[WC_CIPHER_SKINNY] = {
		.name = "skinny", .id = WC_CIPHER_SKINNY,
		.key_min = 16, .key_max = 48, .key_step = 16,
		.expand = expand_skinny, .one = one_skinny,
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

static bool has_length(const struct wc_cipher *cipher, size_t len)
{
	return len >= cipher->key_min && len <= cipher->key_max &&
	       (len - cipher->key_min) % cipher->key_step == 0;
}

/* Fewer are faster one by one. */
#define KEYS_FEW	4u

/**
 * wc_cipher_set_keys() - expand keys, which takes less time together
 * @keys: the results
 * @cipher: for which cipher
 * @bytes: the keys
 * @len: the length of each, bytes
 * @count: how many, at most WC_CIPHER_KEYS
 *
 * Return: false if @cipher has no keys of this length; nothing is changed then
 */
bool wc_cipher_set_keys(struct wc_cipher_key *const *keys,
			const struct wc_cipher *cipher,
			const uint8_t *const *bytes, size_t len, size_t count)
{
	void *expanded[WC_CIPHER_KEYS];
	size_t i;

	if (!has_length(cipher, len))
		return false;
	for (i = 0; i < count; i++) {
		keys[i]->cipher = cipher;
		keys[i]->max_bits = wc_cipher_max_bits();
		expanded[i] = keys[i]->expanded;
	}
	if (cipher->expand_many && count > KEYS_FEW) {
		cipher->expand_many(expanded, bytes, count);
		return true;
	}
	for (i = 0; i < count; i++)
		cipher->expand(expanded[i], bytes[i], len);
	return true;
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
	return wc_cipher_set_keys(&key, cipher, &bytes, len, 1);
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
