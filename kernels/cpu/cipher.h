/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The bitsliced ciphers on this machine's processor: whole payloads, the
 * widest words that the processor has, in constant time.
 *
 * Three layers, each knowing only the one below:
 *
 *	kernels/cpu/modes.c	ECB, CTR, CBC, XTS for any cipher
 *	kernels/cpu/cipher.c	ciphers by name; any number of blocks
 *	kernels/cpu/cipher_width.c	BS_LANES blocks; compiled once for each width
 *
 * Nothing here allocates, locks or fails once a key is set; any number of
 * threads may use one key. Buffers need no alignment. Destination and source
 * are the same or do not overlap.
 */
#ifndef WARPCRYPT_KERNELS_CPU_CIPHER_H
#define WARPCRYPT_KERNELS_CPU_CIPHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define WC_CIPHER_BLOCK		16u
/* Room for the largest expanded key (SKINNY's). */
#define WC_CIPHER_KEY_SIZE	14848u
/* Blocks that are best done together, or a multiple of it. */
#define WC_CIPHER_MANY		512u
/* How many keys wc_cipher_set_keys() takes. */
#define WC_CIPHER_KEYS		64u

struct wc_width;

/**
 * struct wc_cipher - a cipher; all have blocks of 16 bytes
 * @name: "aes", "kuznyechik", "skinny" or "sm4"
 * @id: its place in the tables of each width
 * @key_min: shortest key, bytes
 * @key_max: longest key, bytes
 * @key_step: keys are @key_min plus a multiple of this long
 * @expand: expand a key of a length that was checked
 * @expand_many: expand up to WC_CIPHER_KEYS keys; NULL: no faster
 * @one: encrypt or decrypt a block that comes alone; NULL: no faster than 64
 */
struct wc_cipher {
	const char *name;
	unsigned int id;
	size_t key_min;
	size_t key_max;
	size_t key_step;
	void (*expand)(void *expanded, const uint8_t *bytes, size_t len);
	void (*expand_many)(void *const *expanded, const uint8_t *const *bytes,
			    size_t count);
	void (*one)(const void *expanded, bool decrypt, uint8_t *dst,
		    const uint8_t *src);
};

/**
 * struct wc_cipher_key - an expanded key
 * @cipher: whose
 * @max_bits: the widest word to use, 64, 256 or 512; wc_cipher_set_key() says
 *	what the processor has, and lower values are for tests
 * @expanded: the cipher's own
 */
struct wc_cipher_key {
	const struct wc_cipher *cipher;
	unsigned int max_bits;
	uint8_t expanded[WC_CIPHER_KEY_SIZE] __attribute__((aligned(64)));
};

/* kernels/cpu/cipher.c */
const struct wc_cipher *wc_cipher_find(const char *name);
unsigned int wc_cipher_max_bits(void);
bool wc_cipher_set_key(struct wc_cipher_key *key,
		       const struct wc_cipher *cipher, const uint8_t *bytes,
		       size_t len);
bool wc_cipher_set_keys(struct wc_cipher_key *const *keys,
			const struct wc_cipher *cipher,
			const uint8_t *const *bytes, size_t len, size_t count);
void wc_cipher_wipe_key(struct wc_cipher_key *key);
void wc_cipher_blocks(const struct wc_cipher_key *key, bool decrypt,
		      uint8_t *dst, const uint8_t *src, size_t blocks);

/**
 * struct wc_cipher_item - one of many payloads under one key
 * @iv: in: the IV, as the mode wants it; out: for the payload that continues
 *	this one, but in XTS nothing
 * @block: XTS: blocks of the data unit that lie before this payload
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

/* kernels/cpu/modes.c */
void wc_cipher_ecb_items(const struct wc_cipher_key *key, bool decrypt,
			 const struct wc_cipher_item *items, size_t count);
void wc_cipher_ctr_items(const struct wc_cipher_key *key,
			 struct wc_cipher_item *items, size_t count);
void wc_cipher_cbc_encrypt_items(const struct wc_cipher_key *key,
				 struct wc_cipher_item *items, size_t count);
void wc_cipher_cbc_decrypt_items(const struct wc_cipher_key *key,
				 struct wc_cipher_item *items, size_t count);
void wc_cipher_xts_items(const struct wc_cipher_key *data,
			 const struct wc_cipher_key *tweak, bool decrypt,
			 struct wc_cipher_item *items, size_t count);

/* The same for a payload that comes alone; IVs are as in the items. */

static inline void wc_cipher_ecb(const struct wc_cipher_key *key, bool decrypt,
				 uint8_t *dst, const uint8_t *src, size_t len)
{
	struct wc_cipher_item item = { .dst = dst, .src = src, .len = len };

	wc_cipher_ecb_items(key, decrypt, &item, 1);
}

static inline void wc_cipher_ctr(const struct wc_cipher_key *key,
				 uint8_t iv[WC_CIPHER_BLOCK], uint8_t *dst,
				 const uint8_t *src, size_t len)
{
	struct wc_cipher_item item = { .dst = dst, .src = src, .len = len };

	memcpy(item.iv, iv, sizeof(item.iv));
	wc_cipher_ctr_items(key, &item, 1);
	memcpy(iv, item.iv, sizeof(item.iv));
}

static inline void wc_cipher_cbc(const struct wc_cipher_key *key, bool decrypt,
				 uint8_t iv[WC_CIPHER_BLOCK], uint8_t *dst,
				 const uint8_t *src, size_t len)
{
	struct wc_cipher_item item = { .dst = dst, .src = src, .len = len };

	memcpy(item.iv, iv, sizeof(item.iv));
	if (decrypt)
		wc_cipher_cbc_decrypt_items(key, &item, 1);
	else
		wc_cipher_cbc_encrypt_items(key, &item, 1);
	memcpy(iv, item.iv, sizeof(item.iv));
}

static inline void wc_cipher_xts(const struct wc_cipher_key *data,
				 const struct wc_cipher_key *tweak,
				 bool decrypt, const uint8_t iv[WC_CIPHER_BLOCK],
				 uint64_t block, uint8_t *dst,
				 const uint8_t *src, size_t len)
{
	struct wc_cipher_item item = {
		.block = block, .dst = dst, .src = src, .len = len,
	};

	memcpy(item.iv, iv, sizeof(item.iv));
	wc_cipher_xts_items(data, tweak, decrypt, &item, 1);
}

#endif /* WARPCRYPT_KERNELS_CPU_CIPHER_H */
