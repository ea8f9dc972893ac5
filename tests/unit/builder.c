// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "kernels/cpu/wei.h"
#include "kernels/cpu/x25519.h"
#include "tests/check_program.h"
#include "tests/unit/model.h"

#define NUMBER(NAME, ...)	WARPCRYPT_CIPHER_##NAME,

const uint8_t builder_ciphers[] = { WARPCRYPT_CIPHERS(NUMBER) };
const uint8_t builder_groups[] = { WARPCRYPT_GROUPS(NUMBER) };

/* An empty arena. Pages beyond it are unmapped: running past it crashes. */
void builder_init(struct builder *b, const struct wc_geometry *geo,
		  uint64_t seed)
{
	struct wc_error err = { "" };
	size_t len = wc_mapping_len(geo);
	void *at;

	memset(b, 0, sizeof(*b));
	b->rand.state = seed;
	b->cipher = WARPCRYPT_CIPHER_AES;
	b->ciphers = 1u << WARPCRYPT_CIPHER_AES;
	at = mmap(NULL, len, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	b->expected = aligned_alloc(64, geo->frame_size);
	if (at == MAP_FAILED || !b->expected ||
	    wc_mapping_use(&b->arena, geo, at, len, &err))
		die("builder: %s", err.text);
}

void builder_free(struct builder *b)
{
	munmap(b->arena.base, b->arena.len);
	free(b->expected);
}

/* The lengths of a block cipher's keys, and how many they are; in XTS keys are twice as long. */
size_t builder_key_sizes(uint8_t cipher, uint16_t sizes[BUILDER_SIZES])
{
	size_t n = 0;
	uint16_t len;

	switch (cipher) {
#define KEY_SIZES(NAME, name, number, min, max, step)			\
	case WARPCRYPT_CIPHER_##NAME:					\
		for (len = min; len <= max && n < BUILDER_SIZES; len += step) \
			sizes[n++] = len;				\
		break;
	WARPCRYPT_CIPHERS(KEY_SIZES)
	}
	return n;
}

/* A number that no cipher and no group has, and that is not 0. */
uint8_t builder_no_cipher(void)
{
	const uint32_t used = BUILDER_ALL | (0 WARPCRYPT_GROUPS(BUILDER_OR));
	uint8_t n = WARPCRYPT_CIPHER_COUNT - 1;

	while (n && used >> n & 1)
		n--;
	if (!n)
		abort();
	return n;
}

/* Put a fresh random key of @b->cipher, of @len bytes, into a slot, whose generation moves on. */
void builder_key(struct builder *b, uint32_t slot, uint8_t mode, uint16_t len)
{
	struct warpcrypt_key *key = wc_mapping_key(&b->arena, slot);

	key->generation++;
	key->cipher = b->cipher;
	key->mode = mode;
	key->len = len;
	memset(key->key, 0, sizeof(key->key));
	rand_fill(&b->rand, key->key, len);
}

/* Begin an empty frame. */
void builder_begin(struct builder *b, uint32_t index)
{
	memset(&b->handed, 0, sizeof(b->handed));
	b->handed.index = index;
}

/* A descriptor of the frame, in the arena, to be changed at will. */
struct warpcrypt_desc *builder_desc(struct builder *b, uint32_t i)
{
	uint8_t *base = wc_mapping_frame(&b->arena, b->handed.index);

	return (struct warpcrypt_desc *)(base + b->arena.geo.frame_size) - 1 - i;
}

/* Make a counter that carries into byte @byte after two steps; 0: it wraps. */
static void carry_into(uint8_t iv[16], uint32_t byte)
{
	memset(iv + byte, 0xff, 16 - byte);
	iv[15] = 0xfd;
}

/* Add a request: its descriptor, with offset and length alone, or NULL: there is no room. */
struct warpcrypt_desc *builder_next(struct builder *b, uint32_t len)
{
	uint32_t at = (b->handed.payload + 63) & ~63u;
	uint32_t descs = (b->handed.requests + 1) * 64;
	struct warpcrypt_desc *desc;

	if ((uint64_t)at + ((len + 63) & ~63u) + descs >
	    b->arena.geo.frame_size)
		return NULL;
	desc = builder_desc(b, b->handed.requests++);
	memset(desc, 0, sizeof(*desc));
	desc->offset = at;
	desc->len = len;
	b->handed.payload = at + len;
	return desc;
}

/*
 * Add a request with random data and IV; false: there is no room. The slot has a key for
 * @mode, which allows this length.
 */
bool builder_add(struct builder *b, uint8_t mode, bool decrypt, uint32_t slot,
		 uint64_t block, uint32_t len)
{
	const struct warpcrypt_key *key = wc_mapping_key(&b->arena, slot);
	uint8_t *base = wc_mapping_frame(&b->arena, b->handed.index);
	struct warpcrypt_desc *desc = builder_next(b, len);

	if (!desc)
		return false;
	desc->cipher = key->cipher;
	desc->mode = mode;
	desc->flags = decrypt ? WARPCRYPT_DESC_DECRYPT : 0;
	desc->key_slot = slot;
	desc->key_generation = key->generation;
	desc->block = block;
	if (mode != WARPCRYPT_MODE_ECB)
		rand_fill(&b->rand, desc->iv, sizeof(desc->iv));
	/* One in four counters carries, into any byte. */
	if (mode == WARPCRYPT_MODE_CTR && !rand_below(&b->rand, 4))
		carry_into(desc->iv, rand_below(&b->rand, 16));
	rand_fill(&b->rand, base + desc->offset, len);
	memcpy(b->expected + desc->offset, base + desc->offset, len);
	model_payload(desc, key, b->expected + desc->offset);
	return true;
}

/* Mostly a point, sometimes zeros or ones, sometimes random bytes. */
static void random_point(struct builder *b, uint8_t group, uint8_t *point,
			 uint32_t len)
{
	uint8_t scalar[32];

	rand_fill(&b->rand, point, len);
	switch (rand_below(&b->rand, 8)) {
	case 0:
		memset(point, rand_below(&b->rand, 2) ? 0xff : 0, len);
		break;
	case 1:
		break;
	default:
		memcpy(scalar, point, 32);
		if (group == WARPCRYPT_CIPHER_EDWARDS25519)
			wc25519_base(NULL, point, scalar, 1);
		if (group == WARPCRYPT_CIPHER_P256)
			wcwei_base(&wcwei_p256, NULL, point, scalar, 1, NULL);
	}
}

/* Add a request of so many multiplications, by enum warpcrypt_kpp; false: there is no room. */
bool builder_add_units(struct builder *b, uint8_t group, uint8_t mode,
		       uint32_t units)
{
	uint8_t *base = wc_mapping_frame(&b->arena, b->handed.index);
	uint32_t unit = wc_unit_bytes(group), len = units * unit, i;
	struct warpcrypt_desc *desc = builder_next(b, len);

	if (!desc)
		return false;
	desc->cipher = group;
	desc->mode = mode;
	memset(base + desc->offset, 0, len);
	for (i = 0; i < len; i += unit) {
		uint8_t *at = base + desc->offset + i;

		rand_fill(&b->rand, at, WC_UNIT_SCALAR);
		/* One in eight scalars of P-256 is too large, or zero. */
		if (group == WARPCRYPT_CIPHER_P256 && !rand_below(&b->rand, 8))
			memset(at, rand_below(&b->rand, 2) ? 0xff : 0,
			       WC_UNIT_SCALAR);
		if (mode == WARPCRYPT_KPP_POINT)
			random_point(b, group, at + WC_UNIT_SCALAR,
				     unit - WC_UNIT_SCALAR);
	}
	memcpy(b->expected + desc->offset, base + desc->offset, len);
	model_units(desc, b->expected + desc->offset);
	return true;
}

static uint32_t random_len(struct builder *b, uint8_t mode)
{
	uint32_t max = b->arena.geo.frame_size / 3, len;

	switch (rand_below(&b->rand, 8)) {
	case 0:
		len = 1 + rand_below(&b->rand, max);
		break;
	case 1:
		len = 16384 + rand_below(&b->rand, 40);
		break;
	case 2:
		len = 512;
		break;
	case 3:
		len = 4096;
		break;
	default:
		len = 1 + rand_below(&b->rand, 400);
	}
	if (WARPCRYPT_IS_XTS(mode))
		return len < 16 ? len + 16 : len;
	if (mode == WARPCRYPT_MODE_CTR)
		return len;
	return (len + 15) & ~15u;
}

static uint64_t random_block(struct builder *b, uint8_t mode)
{
	if (!WARPCRYPT_IS_XTS(mode) || rand_below(&b->rand, 3))
		return 0;
	return rand_below(&b->rand, 5000);
}

/* Has one of @b->ciphers this mode? */
static bool any_has(const struct builder *b, uint8_t mode)
{
	size_t i;

	for (i = 0; i < BUILDER_CIPHERS; i++)
		if (b->ciphers >> builder_ciphers[i] & 1 &&
		    builder_has(builder_ciphers[i], mode))
			return true;
	return false;
}

/* Sets @b->cipher to one of @b->ciphers that has @mode; returns a length of its keys. */
static uint16_t random_cipher(struct builder *b, uint8_t mode)
{
	uint16_t sizes[BUILDER_SIZES];

	do {
		b->cipher = builder_ciphers[rand_below(&b->rand,
						       BUILDER_CIPHERS)];
	} while (!(b->ciphers >> b->cipher & 1) || !builder_has(b->cipher, mode));
	return sizes[rand_below(&b->rand, (uint32_t)builder_key_sizes(
					b->cipher, sizes))];
}

/*
 * Fill the frame with requests of every kind, or of @only_mode, if that is not -1. Uses all
 * slots and changes some of their keys.
 */
void builder_random_frame(struct builder *b, int only_mode)
{
	uint32_t slots = b->arena.geo.key_slots, i, fresh;
	struct warpcrypt_key *key;
	uint8_t mode;
	uint16_t len;

	for (i = 0; i < slots; i++) {
		key = wc_mapping_key(&b->arena, i);
		fresh = rand_below(&b->rand, 8);
		mode = only_mode < 0 ?
		       (uint8_t)rand_below(&b->rand, WARPCRYPT_MODE_COUNT) :
		       (uint8_t)only_mode;
		if (!any_has(b, mode))
			mode = WARPCRYPT_MODE_XTS;
		if (key->generation && fresh &&
		    (only_mode < 0 || key->mode == mode))
			continue;
		len = random_cipher(b, mode);
		builder_key(b, i, mode,
			    WARPCRYPT_IS_XTS(mode) ? 2 * len : len);
	}
	for (i = 0; i < 400; i++) {
		uint32_t slot = rand_below(&b->rand, slots);

		mode = wc_mapping_key(&b->arena, slot)->mode;
		if (!builder_add(b, mode,
				 mode != WARPCRYPT_MODE_CTR &&
				 rand_below(&b->rand, 2), slot,
				 random_block(b, mode), random_len(b, mode)) &&
		    !rand_below(&b->rand, 4))
			break;
	}
}

/* Compare all payloads of the frame, which an engine has processed: NULL, or what is wrong. */
const char *builder_check(struct builder *b)
{
	const uint8_t *base = wc_mapping_frame(&b->arena, b->handed.index);
	static char line[200];
	uint32_t i, at;

	for (i = 0; i < b->handed.requests; i++) {
		const struct warpcrypt_desc *d = builder_desc(b, i);

		for (at = d->offset; at < d->offset + d->len; at++)
			if (base[at] != b->expected[at])
				break;
		if (at == d->offset + d->len)
			continue;
		snprintf(line, sizeof(line),
			 "request %u of %u: cipher %u mode %u flags %u key of %u bytes block %llu: byte %u of %u is wrong",
			 i, b->handed.requests, d->cipher, d->mode, d->flags,
			 wc_mapping_key(&b->arena, d->key_slot)->len,
			 (unsigned long long)d->block, at - d->offset, d->len);
		return line;
	}
	return NULL;
}
