// SPDX-License-Identifier: GPL-2.0-only
#define _DEFAULT_SOURCE
#include "helper/engine/check_units.h"

#include <endian.h>
#include <string.h>

#include "kernels/cpu/order.h"

/**
 * wc_check_ed25519_hash() - set the k of a unit
 * @unit: the unit
 * @hash: SHA-512(R || A || message), a little-endian number (RFC 8032, 5.1.7)
 */
void wc_check_ed25519_hash(struct wc_check_ed25519 *unit,
			   const uint8_t hash[64])
{
	uint64_t x[8], k[4];

	memcpy(x, hash, sizeof(x));
	wc_order_reduce(&wc_order_25519, k, x);
	memcpy(unit->k, k, sizeof(unit->k));
}

/* A big-endian number of 32 bytes as words, the least significant first. */
static void get_number(uint64_t w[4], const uint8_t bytes[32])
{
	uint64_t word;
	int i;

	for (i = 0; i < 4; i++) {
		memcpy(&word, bytes + 8 * (3 - i), sizeof(word));
		w[i] = be64toh(word);
	}
}

/**
 * wc_check_p256_scalars() - set r, u1 and u2 of units (FIPS 186-5, section 6.4.2)
 * @units: the units
 * @signatures: r and s of each, big-endian
 * @hashes: of each, big-endian numbers
 * @n: how many, at most WC_CHECK_SHARED
 *
 * The r of a signature whose r or s is not in [1, n - 1] becomes 0.
 */
void wc_check_p256_scalars(struct wc_check_p256 *units,
			   const uint8_t (*signatures)[64],
			   const uint8_t (*hashes)[32], size_t n)
{
	static const uint64_t none[4], one[4] = { 1 };
	const struct wc_order *o = &wc_order_p256;
	uint64_t s[WC_CHECK_SHARED][4], work[WC_CHECK_SHARED][4];
	uint64_t r[4], u[4];
	size_t i;

	for (i = 0; i < n; i++) {
		get_number(r, signatures[i]);
		get_number(s[i], signatures[i] + 32);
		if (!wc_order_is_scalar(o, r) || !wc_order_is_scalar(o, s[i])) {
			memcpy(r, none, sizeof(r));
			memcpy(s[i], one, sizeof(s[i]));
		}
		memcpy(units[i].r, r, sizeof(r));
	}
	wc_order_invert_vartime(o, s, work, n);
	for (i = 0; i < n; i++) {
		get_number(u, hashes[i]);
		wc_order_mul(o, u, u, s[i]);
		memcpy(units[i].u1, u, sizeof(u));
		memcpy(r, units[i].r, sizeof(r));
		wc_order_mul(o, u, r, s[i]);
		memcpy(units[i].u2, u, sizeof(u));
	}
}
