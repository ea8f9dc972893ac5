// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "helper/engine/cpu_engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cpu/modes.h"

/* The cache of expanded keys is indexed by the slot's low bits. */
#define WAYS	64u

/*
 * An entry of the cache. @len: of the key before it was expanded, bytes; @tweak: for XTS,
 * which has two keys, the second half.
 */
struct entry {
	bool used;
	uint8_t cipher;
	bool xts;
	uint16_t len;
	uint32_t slot;
	uint32_t generation;
	struct wc_cipher_key data;
	struct wc_cipher_key tweak;
};

/**
 * struct fresh - keys that are expanded together
 * @entries: the number of cache entries
 * @entry: these entries
 * @key: the key of each entry, and room for one more that may not fit
 * @keys: the number of keys of the cipher: two per entry in XTS
 * @to: the destination of each
 * @bytes: the source of each
 */
struct fresh {
	uint32_t entries;
	struct entry *entry[WC_CIPHER_KEYS];
	struct warpcrypt_key key[WC_CIPHER_KEYS + 1];
	size_t keys;
	struct wc_cipher_key *to[WC_CIPHER_KEYS];
	const uint8_t *bytes[WC_CIPHER_KEYS];
};

/* All memory of a worker. @form: the last form of the ciphers' code to use. */
struct wc_cpu_wide {
	enum wc_cipher_form form;
	struct wc_cipher_item items[WC_CPU_WIDE_MOST];
	struct fresh fresh;
	struct entry entry[WAYS];
};

/*
 * For tests, WARPCRYPT_CPU_BITS=64, =256 or =512 in the environment chooses bitsliced
 * words of so many bits or fewer, without GFNI.
 */
static enum wc_cipher_form choose_form(void)
{
	static const char *const bits[] = {
		[WC_CIPHER_64] = "64", [WC_CIPHER_256] = "256", [WC_CIPHER_512] = "512",
	};
	const char *text = secure_getenv("WARPCRYPT_CPU_BITS");
	enum wc_cipher_form best = wc_cipher_best_form(NULL), form;

	for (form = WC_CIPHER_64; text && form < best; form++)
		if (!strcmp(text, bits[form]))
			return form;
	return best;
}

/* Which code of the ciphers is used, as static text. */
const char *wc_cpu_wide_about(void)
{
	static const char *const about[WC_CIPHER_FORMS] = {
		[WC_CIPHER_64] = "bitsliced in words of 64 bits",
		[WC_CIPHER_256] = "bitsliced in words of 256 bits",
		[WC_CIPHER_512] = "bitsliced in words of 512 bits",
		[WC_CIPHER_GFNI] = "AVX-512 with GFNI",
	};

	return about[choose_form()];
}

/* Allocate, with an empty cache; NULL: there is no memory. */
struct wc_cpu_wide *wc_cpu_wide_new(void)
{
	size_t size = (sizeof(struct wc_cpu_wide) + 63) & ~(size_t)63;
	struct wc_cpu_wide *wide = aligned_alloc(64, size);

	if (!wide)
		return NULL;
	memset(wide, 0, size);
	wide->form = choose_form();
	return wide;
}

/* Wipe the keys and free the memory; @wide may be NULL. */
void wc_cpu_wide_free(struct wc_cpu_wide *wide)
{
	if (!wide)
		return;
	explicit_bzero(wide, sizeof(*wide));
	free(wide);
}

static void wipe(struct entry *e)
{
	e->used = false;
	wc_cipher_wipe_key(&e->data);
	wc_cipher_wipe_key(&e->tweak);
}

/* Wipe the keys that are in their slots of @arena no longer. Returns how many. */
unsigned int wc_cpu_wide_forget(struct wc_cpu_wide *wide,
				const struct wc_mapping *arena)
{
	unsigned int i, n = 0;

	for (i = 0; i < WAYS; i++) {
		struct entry *e = &wide->entry[i];

		if (!e->used || wc_mapping_has_key(arena, e->slot,
						   e->generation))
			continue;
		wipe(e);
		n++;
	}
	return n;
}

static bool fits(const struct entry *e, const struct warpcrypt_desc *desc)
{
	return e->used && e->slot == desc->key_slot &&
	       e->generation == desc->key_generation &&
	       e->cipher == desc->cipher &&
	       e->xts == WARPCRYPT_IS_XTS(desc->mode);
}

/* The entry for the key that @desc names; an older key in it is overwritten. */
static struct entry *take_place(struct wc_cpu_wide *wide,
				const struct warpcrypt_desc *desc, uint16_t len)
{
	struct entry *e = &wide->entry[desc->key_slot % WAYS];
	bool xts = WARPCRYPT_IS_XTS(desc->mode);

	/* Another kind of key would leave a part of it. */
	if (e->used && (e->cipher != desc->cipher || e->xts != xts ||
			e->len != len))
		wipe(e);
	e->used = false;
	e->slot = desc->key_slot;
	e->generation = desc->key_generation;
	e->cipher = desc->cipher;
	e->xts = xts;
	e->len = len;
	return e;
}

/* Add a copied key, for XTS both halves, to the keys that will be expanded. */
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
 * Copy the key that @desc names and add it, if it can be expanded together with
 * the others. Returns 0; 1: it cannot, or it is in the cache already; or
 * -EINVAL: it is invalid.
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
	gather_key(wide, take_place(wide, desc, key->len), key->len / 2);
	return 0;
}

/*
 * The key of the first of @n descriptors is not in the cache. Expand it together
 * with keys of the following descriptors: many at a time are faster.
 */
static int expand(struct wc_cpu_wide *wide, const struct wc_view *frame,
		  const struct warpcrypt_desc *descs, uint32_t n)
{
	const struct wc_cipher *cipher = wc_cipher_numbered(descs->cipher);
	bool xts = WARPCRYPT_IS_XTS(descs->mode);
	struct fresh *f = &wide->fresh;
	uint32_t i;
	int ret;

	f->entries = 0;
	f->keys = 0;
	ret = cipher ? gather(wide, frame, descs) : -EINVAL;
	for (i = 1; i < n && !ret; i++)
		if (descs[i].cipher == descs->cipher &&
		    WARPCRYPT_IS_XTS(descs[i].mode) == xts)
			gather(wide, frame, &descs[i]);
	if (!ret && !wc_cipher_set_keys(f->to, cipher, f->bytes,
					f->key[0].len / (xts ? 2 : 1), f->keys))
		ret = -EINVAL;
	for (i = 0; i < f->entries; i++) {
		if (ret) {
			wipe(f->entry[i]);
			continue;
		}
		f->entry[i]->used = true;
		f->entry[i]->data.form = wide->form;
		f->entry[i]->tweak.form = wide->form;
	}
	/* One more may have been copied that did not fit. */
	explicit_bzero(f->key, (f->entries + 1) * sizeof(f->key[0]));
	return ret;
}

/*
 * Do requests of the same key, mode and direction: @which is ascending, at most
 * WC_CPU_WIDE_MOST of the @n descriptors. Returns 0, or -EINVAL if there is no such
 * cipher, or the key slot does not have the key that the descriptors name.
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
		struct wc_payload p = wc_view_payload(frame, d);

		memcpy(items[i].iv, d->iv, sizeof(items[i].iv));
		items[i].block = d->block;
		items[i].dst = p.dst;
		items[i].src = p.src;
		items[i].len = d->len;
		/* Write the keystream without a source. */
		if (d->mode == WARPCRYPT_MODE_CTR && !p.direct)
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
		wc_cipher_xts_items(&e->data, &e->tweak,
				    desc->mode == WARPCRYPT_MODE_XTS_GB, decrypt,
				    items, count);
	}
	return 0;
}
