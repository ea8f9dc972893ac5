/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Units, the payloads of groups: multiplications, and checks of signatures. The latter are
 * between libwarpcrypt and the engines alone: the helper does not offer the operation to the
 * kernel module, which does not know it.
 */
#ifndef WARPCRYPT_HELPER_TRANSPORT_CHECK_H
#define WARPCRYPT_HELPER_TRANSPORT_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "kmod/uapi/warpcrypt.h"

#define WC_KIND_CASE(NAME, ...)	case WARPCRYPT_CIPHER_##NAME:

/*
 * Is it a group, whose modes are those of enum warpcrypt_kpp, not a block cipher? Two
 * lines with one number do not compile.
 */
static inline bool wc_is_group(unsigned int cipher)
{
	switch (cipher) {
	WARPCRYPT_GROUPS(WC_KIND_CASE)
		return true;
	WARPCRYPT_CIPHERS(WC_KIND_CASE)
	default:
		return false;
	}
}

#define WC_UNIT_CASE(NAME, name, number, unit) case number: return unit;

/* Each unit begins with the scalar, and has as many bytes behind its result. */
#define WC_UNIT_SCALAR	32u

/* How long a unit of a group is; 1 if it is no group. */
static inline uint32_t wc_unit_bytes(unsigned int group)
{
	switch (group) {
	WARPCRYPT_GROUPS(WC_UNIT_CASE)
	default:
		return 1;
	}
}

/*
 * In a descriptor in place of enum warpcrypt_kpp: check signatures. The group says of
 * which scheme. EDWARDS25519: Ed25519, P256: ECDSA.
 */
#define WC_CHECK	(WARPCRYPT_MODE_COUNT - 1u)
/* The same with the cofactor; EDWARDS25519 only. */
#define WC_CHECK_COFACTOR (WARPCRYPT_MODE_COUNT - 2u)

_Static_assert(WC_CHECK_COFACTOR >= WARPCRYPT_KPP_COUNT, "they are none of the UAPI's");

/* Is @mode, of a group, one of them? */
static inline bool wc_is_check(unsigned int mode)
{
	return mode == WC_CHECK || mode == WC_CHECK_COFACTOR;
}

/* The verdict of a unit, after. */
#define WC_CHECK_VALID	1u

/*
 * The longest message that engines hash; with R and A it makes two blocks of SHA-512. Of
 * longer ones the library does it.
 */
#define WC_CHECK_TEXT	175u
/* In a message's length: there is no message, but k. */
#define WC_CHECK_HASHED	(~0u)

/**
 * struct wc_check_ed25519 - a unit: one signature of Ed25519
 * @r: R
 * @key: A
 * @text: the message; or k, SHA-512(R || A || message) modulo L,
 *	little-endian
 * @s: S
 * @verdict: before: 0; after: WC_CHECK_VALID, or 0: it is not valid. So a unit that an
 *	engine has left as it was is not valid
 * @len: bytes of the message, at most WC_CHECK_TEXT; more: WC_CHECK_HASHED
 * @zero: 0
 */
struct wc_check_ed25519 {
	uint8_t r[32];
	uint8_t key[32];
	uint8_t text[176];
	uint8_t s[32];
	uint32_t verdict;
	uint32_t len;
	uint32_t zero[2];
};

/**
 * struct wc_check_p256 - a unit: one signature of ECDSA on P-256
 * @key: x and y of Q, big-endian
 * @r: r, big-endian; any number
 * @s: s, big-endian; any number
 * @hash: the hash as a number, big-endian
 * @verdict: as of Ed25519
 * @zero: 0
 */
struct wc_check_p256 {
	uint8_t key[64];
	uint8_t r[32];
	uint8_t s[32];
	uint8_t hash[32];
	uint32_t verdict;
	uint32_t zero[3];
};

/*
 * How long a unit is, for enum warpcrypt_kpp, or a check; 0: the group has no such
 * operation.
 */
static inline uint32_t wc_operation_bytes(unsigned int group, unsigned int mode)
{
	if (mode < WARPCRYPT_KPP_COUNT)
		return wc_unit_bytes(group);
	if (wc_is_check(mode) && group == WARPCRYPT_CIPHER_EDWARDS25519)
		return sizeof(struct wc_check_ed25519);
	if (mode == WC_CHECK && group == WARPCRYPT_CIPHER_P256)
		return sizeof(struct wc_check_p256);
	return 0;
}

#endif /* WARPCRYPT_HELPER_TRANSPORT_CHECK_H */
