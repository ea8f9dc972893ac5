// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/rate_frame.h"

#include <string.h>

/* Keys are this long, if the cipher has such, else as long as they can be. */
#define KEY_LEN		32u
#define KEY_BYTE	0x5a
/* Where they are. */
#define SLOT		0

static bool is_one_way(uint8_t cipher, uint8_t mode)
{
	return wc_is_group(cipher) || mode == WARPCRYPT_MODE_CTR;
}

/* What an engine with @modes, WARPCRYPT_MODE_BIT()s of each cipher, can do. Returns how many. */
unsigned int wc_rate_kinds(struct wc_rate_kind kinds[WC_RATE_KINDS_MAX],
			   const uint16_t modes[WARPCRYPT_CIPHER_COUNT])
{
	unsigned int n = 0;
	uint8_t c, m;

	for (c = 0; c < WARPCRYPT_CIPHER_COUNT; c++) {
		for (m = 0; m < WARPCRYPT_MODE_COUNT; m++) {
			if (!(modes[c] & WARPCRYPT_MODE_BIT(m)))
				continue;
			kinds[n++] = (struct wc_rate_kind){ c, m, false };
			if (!is_one_way(c, m))
				kinds[n++] = (struct wc_rate_kind){ c, m, true };
		}
	}
	return n;
}

static uint16_t key_len(uint8_t cipher)
{
	switch (cipher) {
#define KEY_SIZE(NAME, name, number, min, max, step)			\
	case WARPCRYPT_CIPHER_##NAME:					\
		return (max) < KEY_LEN ? (max) : KEY_LEN;
	WARPCRYPT_CIPHERS(KEY_SIZE)
	default:
		return 0;
	}
}

/* Put a key for some kind of request into the slot, which has another generation then. */
void wc_rate_key(const struct wc_mapping *arena, const struct wc_rate_kind *kind)
{
	struct warpcrypt_key *key = wc_mapping_key(arena, SLOT);

	key->generation++;
	key->cipher = kind->cipher;
	key->mode = kind->mode;
	key->len = key_len(kind->cipher);
	if (!wc_is_group(kind->cipher) && WARPCRYPT_IS_XTS(kind->mode))
		key->len *= 2;
	memset(key->key, KEY_BYTE, sizeof(key->key));
}

static uint32_t room_of(uint32_t len)
{
	return (len + WARPCRYPT_PAYLOAD_ALIGN - 1) &
	       ~(WARPCRYPT_PAYLOAD_ALIGN - 1);
}

/*
 * How many requests of @len bytes, of groups wc_unit_bytes(), fit into a frame: at least
 * 1, if one fits at all.
 */
uint32_t wc_rate_most(uint32_t frame_size, const struct wc_rate_kind *kind,
		      uint32_t len)
{
	uint32_t desc = sizeof(struct warpcrypt_desc);

	if (wc_is_group(kind->cipher))
		return (frame_size - desc) / len;
	return frame_size / (room_of(len) + desc);
}

/*
 * The scalar 2, and a point: u = 9; of edwards25519 the one with y = 4/5; the base point
 * of P-256.
 */
static const uint8_t unit_curve25519[WARPCRYPT_KPP_UNIT] = { 2, [32] = 9 };
static const uint8_t unit_edwards25519[WARPCRYPT_KPP_UNIT] = {
	2, [32] = 0x58, [33 ... 63] = 0x66
};
static const uint8_t unit_p256[WARPCRYPT_KPP_UNIT_P256] = {
	[31] = 2,
	0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47,
	0xf8, 0xbc, 0xe6, 0xe5, 0x63, 0xa4, 0x40, 0xf2,
	0x77, 0x03, 0x7d, 0x81, 0x2d, 0xeb, 0x33, 0xa0,
	0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96,
	0x4f, 0xe3, 0x42, 0xe2, 0xfe, 0x1a, 0x7f, 0x9b,
	0x8e, 0xe7, 0xeb, 0x4a, 0x7c, 0x0f, 0x9e, 0x16,
	0x2b, 0xce, 0x33, 0x57, 0x6b, 0x31, 0x5e, 0xce,
	0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5,
};

static const uint8_t *const group_units[WARPCRYPT_CIPHER_COUNT] = {
	[WARPCRYPT_CIPHER_CURVE25519] = unit_curve25519,
	[WARPCRYPT_CIPHER_EDWARDS25519] = unit_edwards25519,
	[WARPCRYPT_CIPHER_P256] = unit_p256,
};

static void fill_units(uint8_t *at, uint8_t group, uint32_t count)
{
	uint32_t len = wc_unit_bytes(group), i;

	for (i = 0; i < count; i++)
		memcpy(at + i * len, group_units[group], len);
}

static void fill_desc(struct warpcrypt_desc *d, const struct wc_mapping *arena,
		      const struct wc_rate_kind *kind)
{
	memset(d, 0, sizeof(*d));
	d->cipher = kind->cipher;
	d->mode = kind->mode;
	if (wc_is_group(kind->cipher))
		return;
	d->flags = kind->decrypt ? WARPCRYPT_DESC_DECRYPT : 0;
	d->key_slot = SLOT;
	d->key_generation = wc_mapping_key(arena, SLOT)->generation;
}

/*
 * Fill a frame with @count requests, at most wc_rate_most(), after wc_rate_key(). The payloads
 * of ciphers are as they were.
 */
void wc_rate_frame(struct wc_view *frame, const struct wc_mapping *arena,
		   uint32_t index, const struct wc_rate_kind *kind,
		   uint32_t count, uint32_t len)
{
	bool units = wc_is_group(kind->cipher);
	struct warpcrypt_desc *d;
	uint32_t i;

	*frame = (struct wc_view){
		.arena = arena,
		.base = wc_mapping_frame(arena, index),
		.index = index,
		.requests = units ? 1 : count,
		.payload = units ? count * len : (count - 1) * room_of(len) + len,
	};
	d = (struct warpcrypt_desc *)(frame->base + arena->geo.frame_size);
	for (i = 0; i < frame->requests; i++) {
		fill_desc(--d, arena, kind);
		d->offset = i * room_of(len);
		d->len = units ? count * len : len;
	}
	if (units)
		fill_units(frame->base, kind->cipher, count);
}
