// SPDX-License-Identifier: GPL-2.0-only
/* Requests of signature checks: OpenSSL signs, and says of each whether it is valid. */
#include <string.h>

#include "helper/engine/check_units.h"
#include "tests/hex.h"
#include "tests/reference/openssl_sign.h"
#include "tests/unit/builder.h"
#include "tests/vectors/p256.h"

/* A bit of it, three times of four. */
static void spoil(struct builder *b, uint8_t *bytes, uint32_t len)
{
	uint32_t bit = rand_below(&b->rand, 8 * len);

	if (rand_below(&b->rand, 4))
		bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
}

static bool make_ed25519(struct builder *b, struct wc_check_ed25519 *u)
{
	uint8_t seed[32], signature[64];

	memset(u, 0, sizeof(*u));
	u->len = rand_below(&b->rand, WC_CHECK_TEXT + 1);
	rand_fill(&b->rand, seed, sizeof(seed));
	/* What is behind the message must not matter. */
	rand_fill(&b->rand, u->text, sizeof(u->text));
	openssl_sign_ed25519(u->key, signature, seed, u->text, u->len);
	spoil(b, signature, sizeof(signature));
	memcpy(u->r, signature, sizeof(u->r));
	memcpy(u->s, signature + sizeof(u->r), sizeof(u->s));
	return openssl_check_ed25519(u->key, signature, u->text, u->len);
}

/* Sometimes r or s becomes a number around the limits of its range: 0, n, n + 1, 2^256 - 1. */
static void to_limit(struct builder *b, uint8_t number[32])
{
	switch (rand_below(&b->rand, 64)) {
	case 0:
		memset(number, 0, 32);
		break;
	case 1:
	case 2:
		from_hex(number, P256_ORDER);
		number[31] += (uint8_t)rand_below(&b->rand, 2);
		break;
	case 3:
		memset(number, 0xff, 32);
	}
}

static bool make_p256(struct builder *b, struct wc_check_p256 *u)
{
	uint8_t secret[32], nonce[32], hash[32], signature[64];

	memset(u, 0, sizeof(*u));
	rand_fill(&b->rand, secret, sizeof(secret));
	rand_fill(&b->rand, nonce, sizeof(nonce));
	rand_fill(&b->rand, hash, sizeof(hash));
	/* Below n. */
	secret[0] = nonce[0] = 1;
	openssl_sign_p256(u->key, signature, secret, nonce, hash);
	spoil(b, signature, sizeof(signature));
	to_limit(b, signature);
	to_limit(b, signature + 32);
	memcpy(u->r, signature, sizeof(u->r));
	memcpy(u->s, signature + sizeof(u->r), sizeof(u->s));
	memcpy(u->hash, hash, sizeof(u->hash));
	return openssl_check_p256(u->key, signature, hash);
}

/* A unit at @unit, and what it becomes at @want. */
static void put_unit(struct builder *b, uint8_t group, uint8_t *unit,
		     uint8_t *want)
{
	struct wc_check_ed25519 e;
	struct wc_check_p256 p;

	if (group == WARPCRYPT_CIPHER_P256) {
		uint32_t verdict = make_p256(b, &p) ? WC_CHECK_VALID : 0;

		memcpy(unit, &p, sizeof(p));
		p.verdict = verdict;
		memcpy(want, &p, sizeof(p));
	} else {
		uint32_t verdict = make_ed25519(b, &e) ? WC_CHECK_VALID : 0;

		memcpy(unit, &e, sizeof(e));
		e.verdict = verdict;
		memcpy(want, &e, sizeof(e));
	}
}

/*
 * Add a request of so many signature checks, @mode is WC_CHECK, or of Ed25519
 * WC_CHECK_COFACTOR, too; false: there is no room.
 */
bool builder_add_checks(struct builder *b, uint8_t group, uint8_t mode,
			uint32_t units)
{
	uint8_t *base = wc_mapping_frame(&b->arena, b->handed.index);
	uint32_t unit = wc_operation_bytes(group, mode), at;
	struct warpcrypt_desc *desc = builder_next(b, units * unit);

	if (!desc)
		return false;
	desc->cipher = group;
	desc->mode = mode;
	for (at = desc->offset; at < desc->offset + desc->len; at += unit)
		put_unit(b, group, base + at, b->expected + at);
	return true;
}
