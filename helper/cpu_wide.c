// SPDX-License-Identifier: GPL-2.0-only
#include "helper/cpu_wide.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cipher.h"

/* Expanded keys are kept in a table indexed by the slot's low bits. */
#define WAYS	64u

/**
 * struct entry - an expanded key
 * @used: there is one
 * @cipher: enum warpcrypt_cipher
 * @xts: it is two
 * @slot: the slot
 * @generation: and the generation that name it
 * @data: the key, in XTS its first half
 * @tweak: in XTS its second half
 */
struct entry {
	bool used;
	uint8_t cipher;
	bool xts;
	uint32_t slot;
	uint32_t generation;
	struct wc_cipher_key data;
	struct wc_cipher_key tweak;
};

/**
 * struct wc_cpu_wide - what a worker needs; nothing is allocated later
 * @ciphers: by enum warpcrypt_cipher
 * @items: requests that are done together
 * @entry: expanded keys
 */
struct wc_cpu_wide {
	const struct wc_cipher *ciphers[WARPCRYPT_CIPHER_COUNT];
	struct wc_cipher_item items[WC_CPU_WIDE_MOST];
	struct entry entry[WAYS];
};

/**
 * wc_cpu_wide_new() - get the memory
 *
 * Return: a cache in which no key is, or NULL
 */
struct wc_cpu_wide *wc_cpu_wide_new(void)
{
	size_t size = (sizeof(struct wc_cpu_wide) + 63) & ~(size_t)63;
	struct wc_cpu_wide *wide = aligned_alloc(64, size);

	if (!wide)
		return NULL;
	memset(wide, 0, size);
	wide->ciphers[WARPCRYPT_CIPHER_AES] = wc_cipher_find("aes");
	wide->ciphers[WARPCRYPT_CIPHER_SKINNY] = wc_cipher_find("skinny");
	wide->ciphers[WARPCRYPT_CIPHER_KUZNYECHIK] =
		wc_cipher_find("kuznyechik");
	wide->ciphers[WARPCRYPT_CIPHER_SM4] = wc_cipher_find("sm4");
	return wide;
}

/**
 * wc_cpu_wide_free() - wipe the keys and free the memory
 * @wide: from wc_cpu_wide_new(), or NULL
 */
void wc_cpu_wide_free(struct wc_cpu_wide *wide)
{
	if (!wide)
		return;
	explicit_bzero(wide, sizeof(*wide));
	free(wide);
}

static bool fits(const struct entry *e, const struct warpcrypt_desc *desc)
{
	return e->used && e->slot == desc->key_slot &&
	       e->generation == desc->key_generation &&
	       e->cipher == desc->cipher &&
	       e->xts == (desc->mode == WARPCRYPT_MODE_XTS);
}

/* Whether the cipher has keys of this length. */
static bool fill(struct entry *e, const struct wc_cipher *cipher,
		 const struct warpcrypt_desc *desc,
		 const struct warpcrypt_key *key)
{
	size_t len = key->len;
	bool ok;

	e->xts = desc->mode == WARPCRYPT_MODE_XTS;
	if (e->xts)
		len /= 2;
	ok = wc_cipher_set_key(&e->data, cipher, key->key, len);
	if (ok && e->xts)
		ok = wc_cipher_set_key(&e->tweak, cipher, key->key + len, len);
	e->cipher = desc->cipher;
	e->slot = desc->key_slot;
	e->generation = desc->key_generation;
	return ok;
}

/* The expanded key that @desc names, or NULL if its slot has no such key. */
static const struct entry *find(struct wc_cpu_wide *wide,
				const struct wc_frame *frame,
				const struct warpcrypt_desc *desc)
{
	struct entry *e = &wide->entry[desc->key_slot % WAYS];
	const struct wc_cipher *cipher = wide->ciphers[desc->cipher];
	struct warpcrypt_key key;

	if (fits(e, desc))
		return e;
	/* The key that had the place is overwritten. */
	e->used = cipher && !wc_frame_key(frame, desc, &key) &&
		  fill(e, cipher, desc, &key);
	explicit_bzero(&key, sizeof(key));
	return e->used ? e : NULL;
}

/**
 * wc_cpu_wide() - do requests that have key, mode and direction in common
 * @wide: the worker's
 * @frame: the frame they are in
 * @descs: descriptors that passed wc_frame_desc()
 * @which: those to do, as indices of @descs
 * @count: how many, 1 to WC_CPU_WIDE_MOST
 *
 * Return: 0, or -EINVAL if there is no such cipher, or the key slot does not
 * hold what the descriptors name
 */
int wc_cpu_wide(struct wc_cpu_wide *wide, const struct wc_frame *frame,
		const struct warpcrypt_desc *descs, const uint32_t *which,
		uint32_t count)
{
	const struct warpcrypt_desc *desc = &descs[which[0]];
	const struct entry *e = find(wide, frame, desc);
	bool decrypt = desc->flags & WARPCRYPT_DESC_DECRYPT;
	struct wc_cipher_item *items = wide->items;
	uint32_t i;

	if (!e)
		return -EINVAL;
	for (i = 0; i < count; i++) {
		const struct warpcrypt_desc *d = &descs[which[i]];

		memcpy(items[i].iv, d->iv, sizeof(items[i].iv));
		items[i].block = d->block;
		items[i].dst = frame->base + d->offset;
		items[i].src = items[i].dst;
		items[i].len = d->len;
		/* The keystream alone. */
		if (d->mode == WARPCRYPT_MODE_CTR)
			items[i].src = NULL;
	}
	switch (desc->mode) {
	case WARPCRYPT_MODE_ECB:
		wc_cipher_ecb_items(&e->data, decrypt, items, count);
		break;
	case WARPCRYPT_MODE_CTR:
		wc_cipher_ctr_items(&e->data, items, count);
		break;
	case WARPCRYPT_MODE_CBC:
		if (decrypt)
			wc_cipher_cbc_decrypt_items(&e->data, items, count);
		else
			wc_cipher_cbc_encrypt_items(&e->data, items, count);
		break;
	default:
		wc_cipher_xts_items(&e->data, &e->tweak, decrypt, items, count);
	}
	return 0;
}
