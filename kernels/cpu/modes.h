/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ECB, CTR, CBC and XTS for every cipher of kernels/cpu/cipher.h, on whole
 * payloads. The rules for threads and buffers are the same.
 */
#ifndef WARPCRYPT_KERNELS_CPU_MODES_H
#define WARPCRYPT_KERNELS_CPU_MODES_H

#include <string.h>

#include "kernels/cpu/cipher.h"

/**
 * struct wc_cipher_item - one of many payloads under one key
 * @iv: in: the IV, as the mode wants it; out: for the payload that continues
 *	this one, but in XTS nothing
 * @block: XTS: number of blocks of the data unit before this payload
 * @dst: where the result goes
 * @src: where the data come from, which may be @dst
 * @len: bytes
 */
struct wc_cipher_item {
	uint8_t iv[WC_CIPHER_BLOCK];
	uint64_t block;
	uint8_t *dst;
	const uint8_t *src;
	size_t len;
};

void wc_cipher_ecb_items(const struct wc_cipher_key *key, bool decrypt,
			 const struct wc_cipher_item *items, size_t count);
void wc_cipher_ctr_items(const struct wc_cipher_key *key,
			 struct wc_cipher_item *items, size_t count);
void wc_cipher_cbc_encrypt_items(const struct wc_cipher_key *key,
				 struct wc_cipher_item *items, size_t count);
void wc_cipher_cbc_decrypt_items(const struct wc_cipher_key *key,
				 struct wc_cipher_item *items, size_t count);
void wc_cipher_xts_items(const struct wc_cipher_key *data,
			 const struct wc_cipher_key *tweak, bool gb,
			 bool decrypt, struct wc_cipher_item *items,
			 size_t count);

/* The same for a payload that comes alone; IVs are as in the items. */

static inline void wc_cipher_ecb(const struct wc_cipher_key *key, bool decrypt,
				 uint8_t *dst, const uint8_t *src, size_t len)
{
	struct wc_cipher_item item = { { 0 }, 0, dst, src, len };

	wc_cipher_ecb_items(key, decrypt, &item, 1);
}

static inline void wc_cipher_ctr(const struct wc_cipher_key *key,
				 uint8_t iv[WC_CIPHER_BLOCK], uint8_t *dst,
				 const uint8_t *src, size_t len)
{
	struct wc_cipher_item item = { { 0 }, 0, dst, src, len };

	memcpy(item.iv, iv, sizeof(item.iv));
	wc_cipher_ctr_items(key, &item, 1);
	memcpy(iv, item.iv, sizeof(item.iv));
}

static inline void wc_cipher_cbc(const struct wc_cipher_key *key, bool decrypt,
				 uint8_t iv[WC_CIPHER_BLOCK], uint8_t *dst,
				 const uint8_t *src, size_t len)
{
	struct wc_cipher_item item = { { 0 }, 0, dst, src, len };

	memcpy(item.iv, iv, sizeof(item.iv));
	if (decrypt)
		wc_cipher_cbc_decrypt_items(key, &item, 1);
	else
		wc_cipher_cbc_encrypt_items(key, &item, 1);
	memcpy(iv, item.iv, sizeof(item.iv));
}

static inline void wc_cipher_xts(const struct wc_cipher_key *data,
				 const struct wc_cipher_key *tweak,
				 bool gb, bool decrypt, const uint8_t iv[WC_CIPHER_BLOCK],
				 uint64_t block, uint8_t *dst,
				 const uint8_t *src, size_t len)
{
	struct wc_cipher_item item = { { 0 }, block, dst, src, len };

	memcpy(item.iv, iv, sizeof(item.iv));
	wc_cipher_xts_items(data, tweak, gb, decrypt, &item, 1);
}

#endif /* WARPCRYPT_KERNELS_CPU_MODES_H */
