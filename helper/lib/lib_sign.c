// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_sign.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "helper/engine/check_units.h"

static struct warpcrypt_message
message_of(const struct warpcrypt_signatures *s, size_t i)
{
	if (s->messages)
		return s->messages[i];
	return (struct warpcrypt_message){
		.bytes = s->packed + i * lib_sign_stride(s),
		.len = s->packed_len,
	};
}

static int pack_ed25519(struct wc_check_ed25519 *unit,
			const struct warpcrypt_signatures *s, size_t i,
			EVP_MD_CTX *hash)
{
	const struct warpcrypt_message m = message_of(s, i);

	memset(unit, 0, sizeof(*unit));
	memcpy(unit->r, s->signatures[i], sizeof(unit->r));
	memcpy(unit->key, s->keys + i * sizeof(unit->key), sizeof(unit->key));
	memcpy(unit->s, s->signatures[i] + sizeof(unit->r), sizeof(unit->s));
	if (m.len > WC_CHECK_TEXT) {
		unit->len = WC_CHECK_HASHED;
		return wc_check_ed25519_k(unit->text, unit, m.bytes, m.len,
					  hash);
	}
	unit->len = (uint32_t)m.len;
	if (m.len)
		memcpy(unit->text, m.bytes, m.len);
	return 0;
}

static int pack_all_ed25519(const struct warpcrypt_signatures *s, size_t first,
			    uint8_t *to, size_t n, EVP_MD_CTX *hash, bool *missing)
{
	struct wc_check_ed25519 unit = { };
	size_t i;
	int ret = 0;

	for (i = first; i < first + n && !ret; i++) {
		if (lib_sign_misses(s, i))
			*missing = true;
		else
			ret = pack_ed25519(&unit, s, i, hash);
		memcpy(to, &unit, sizeof(unit));
		to += sizeof(unit);
	}
	return ret;
}

static void pack_all_p256(const struct warpcrypt_signatures *s, size_t first,
			  uint8_t *to, size_t n)
{
	struct wc_check_p256 unit = { };
	size_t i;

	for (i = first; i < first + n; i++) {
		memcpy(unit.key, s->keys + i * sizeof(unit.key), sizeof(unit.key));
		memcpy(unit.r, s->signatures[i], sizeof(unit.r));
		memcpy(unit.s, s->signatures[i] + sizeof(unit.r), sizeof(unit.s));
		memcpy(unit.hash, s->hashes[i], sizeof(unit.hash));
		memcpy(to, &unit, sizeof(unit));
		to += sizeof(unit);
	}
}

/**
 * lib_sign_group() - the group of a scheme
 * @scheme: enum warpcrypt_scheme
 *
 * Return: enum warpcrypt_cipher, or 0: there is no such scheme
 */
int lib_sign_group(enum warpcrypt_scheme scheme)
{
	switch (scheme) {
	case WARPCRYPT_ED25519:
	case WARPCRYPT_ED25519_BATCH:
		return WARPCRYPT_CIPHER_EDWARDS25519;
	case WARPCRYPT_ECDSA_P256:
		return WARPCRYPT_CIPHER_P256;
	default:
		return 0;
	}
}

/**
 * lib_sign_pack() - make units
 * @s: the signatures
 * @first: the first of them
 * @to: where to
 * @len: bytes of the units
 * @hash: from wc_check_hash_new()
 * @missing: set if lib_sign_misses() some of them; their units are any
 *
 * Return: 0, or -EIO: libcrypto failed
 */
int lib_sign_pack(const struct warpcrypt_signatures *s, size_t first,
		  uint8_t *to, uint32_t len, EVP_MD_CTX *hash, bool *missing)
{
	if (lib_sign_is_ed25519(s))
		return pack_all_ed25519(s, first, to,
					len / sizeof(struct wc_check_ed25519),
					hash, missing);
	pack_all_p256(s, first, to, len / sizeof(struct wc_check_p256));
	return 0;
}

/**
 * lib_sign_unpack() - take the verdicts out of units that an engine has done, but those
 *	without a message
 * @s: the signatures
 * @first: the first of them
 * @from: the units
 * @len: bytes of the units
 */
void lib_sign_unpack(const struct warpcrypt_signatures *s, size_t first,
		     const uint8_t *from, uint32_t len)
{
	bool edwards = lib_sign_is_ed25519(s);
	size_t unit = edwards ? sizeof(struct wc_check_ed25519) :
				sizeof(struct wc_check_p256);
	size_t at = edwards ? offsetof(struct wc_check_ed25519, verdict) :
			      offsetof(struct wc_check_p256, verdict);
	uint32_t verdict;

	for (; at < len; at += unit, first++) {
		if (edwards && lib_sign_misses(s, first))
			continue;
		memcpy(&verdict, from + at, sizeof(verdict));
		s->status[first] = verdict == WC_CHECK_VALID ? LIB_SIGN_VALID :
							       LIB_SIGN_NOT_VALID;
	}
}
