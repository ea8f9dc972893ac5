// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "helper/engine/cpu_wide.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cpu/cipher.h"

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
 * struct fresh - keys that are about to be expanded together
 * @entries: how many entries of the cache they are for
 * @entry: which
 * @key: the key of each, and one more to try
 * @keys: how many keys they are for the cipher
 * @to: where each goes
 * @bytes: where it is
 */
struct fresh {
	uint32_t entries;
	struct entry *entry[WC_CIPHER_KEYS];
	struct warpcrypt_key key[WC_CIPHER_KEYS + 1];
	size_t keys;
	struct wc_cipher_key *to[WC_CIPHER_KEYS];
	const uint8_t *bytes[WC_CIPHER_KEYS];
};

/**
 * struct wc_cpu_wide - what a worker needs; nothing is allocated later
 * @ciphers: by enum warpcrypt_cipher
 * @bits: the widest words to use
 * @items: requests that are done together
 * @fresh: keys to be expanded
 * @entry: expanded keys
 */
struct wc_cpu_wide {
	const struct wc_cipher *ciphers[WARPCRYPT_CIPHER_COUNT];
	unsigned int bits;
	struct wc_cipher_item items[WC_CPU_WIDE_MOST];
	struct fresh fresh;
	struct entry entry[WAYS];
};

/**
 * wc_cpu_wide_bits() - the widest words to use
 *
 * For tests, WARPCRYPT_CPU_BITS in the environment (64 or 256) makes them
 * narrower than the processor could.
 *
 * Return: 64, 256 or 512
 */
unsigned int wc_cpu_wide_bits(void)
{
	const char *text = secure_getenv("WARPCRYPT_CPU_BITS");
	unsigned int bits = text ? (unsigned int)strtoul(text, NULL, 10) : 0;
	unsigned int most = wc_cipher_max_bits();

	return (bits == 64 || bits == 256) && bits < most ? bits : most;
}

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
	wide->bits = wc_cpu_wide_bits();
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

/* Where the key that @desc names is to be; the key that had the place goes. */
static struct entry *take_place(struct wc_cpu_wide *wide,
				const struct warpcrypt_desc *desc)
{
	struct entry *e = &wide->entry[desc->key_slot % WAYS];

	e->used = false;
	e->slot = desc->key_slot;
	e->generation = desc->key_generation;
	e->cipher = desc->cipher;
	e->xts = desc->mode == WARPCRYPT_MODE_XTS;
	return e;
}

/* Add the key, in XTS both, to those that are to be expanded. */
static void gather_key(struct wc_cpu_wide *wide, struct entry *e, size_t half)
{
	struct fresh *f = &wide->fresh;
	const uint8_t *bytes = f->key[f->entries].key;

	f->entry[f->entries++] = e;
	f->to[f->keys] = &e->data;
	f->bytes[f->keys++] = bytes;
	if (!e->xts)
		return;
	f->to[f->keys] = &e->tweak;
	f->bytes[f->keys++] = bytes + half;
}

/*
 * Copy the key that @desc names if it can be expanded together with those that
 * have been gathered. Returns 0; 1: it cannot, or need not be; or -EINVAL: it
 * makes no sense.
 */
static int gather(struct wc_cpu_wide *wide, const struct wc_view *frame,
		  const struct warpcrypt_desc *desc)
{
	struct entry *e = &wide->entry[desc->key_slot % WAYS];
	struct fresh *f = &wide->fresh;
	struct warpcrypt_key *key = &f->key[f->entries];
	uint32_t i;

	if (fits(e, desc) ||
	    f->keys + 2 > WC_CIPHER_KEYS)
		return 1;
	for (i = 0; i < f->entries; i++)
		if (f->entry[i] == e)
			return 1;
	if (wc_view_key(frame, desc, key))
		return -EINVAL;
	if (f->entries && key->len != f->key[0].len)
		return 1;
	gather_key(wide, take_place(wide, desc), key->len / 2);
	return 0;
}

/*
 * The key of the first of @n descriptors is not at hand. Expand it, and those of
 * others that will be next: many at a time are faster.
 */
static int expand(struct wc_cpu_wide *wide, const struct wc_view *frame,
		  const struct warpcrypt_desc *descs, uint32_t n)
{
	const struct wc_cipher *cipher = wide->ciphers[descs->cipher];
	bool xts = descs->mode == WARPCRYPT_MODE_XTS;
	struct fresh *f = &wide->fresh;
	uint32_t i;
	int ret;

	f->entries = 0;
	f->keys = 0;
	ret = cipher ? gather(wide, frame, descs) : -EINVAL;
	for (i = 1; i < n && !ret; i++)
		if (descs[i].cipher == descs->cipher &&
		    (descs[i].mode == WARPCRYPT_MODE_XTS) == xts)
			gather(wide, frame, &descs[i]);
	if (!ret && !wc_cipher_set_keys(f->to, cipher, f->bytes,
					f->key[0].len / (xts ? 2 : 1), f->keys))
		ret = -EINVAL;
	for (i = 0; i < f->entries && !ret; i++) {
		f->entry[i]->used = true;
		f->entry[i]->data.max_bits = wide->bits;
		f->entry[i]->tweak.max_bits = wide->bits;
	}
	/* One more may have been copied and not been taken. */
	explicit_bzero(f->key, (f->entries + 1) * sizeof(f->key[0]));
	return ret;
}

/**
 * wc_cpu_wide() - do requests that have key, mode and direction in common
 * @wide: the worker's
 * @frame: the frame they are in
 * @descs: descriptors that passed wc_view_desc()
 * @n: how many
 * @which: those to do, as rising indices of @descs
 * @count: how many, 1 to WC_CPU_WIDE_MOST
 *
 * Return: 0, or -EINVAL if there is no such cipher, or the key slot does not
 * hold what the descriptors name
 */
int wc_cpu_wide(struct wc_cpu_wide *wide, const struct wc_view *frame,
		const struct warpcrypt_desc *descs, uint32_t n,
		const uint32_t *which, uint32_t count)
{
	const struct warpcrypt_desc *desc = &descs[which[0]];
	const struct entry *e = &wide->entry[desc->key_slot % WAYS];
	bool decrypt = desc->flags & WARPCRYPT_DESC_DECRYPT;
	struct wc_cipher_item *items = wide->items;
	uint32_t i;

	if (!fits(e, desc) && expand(wide, frame, desc, n - which[0]))
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
