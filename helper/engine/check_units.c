// SPDX-License-Identifier: GPL-2.0-only
#define _DEFAULT_SOURCE
#include "helper/engine/check_units.h"

#include <endian.h>
#include <errno.h>
#include <string.h>

#include "helper/engine/libcrypto.h"
#include "kernels/cpu/order.h"

/* A context for wc_check_ed25519_k(), for EVP_MD_CTX_free(). NULL: no memory, or no SHA-512. */
EVP_MD_CTX *wc_check_hash_new(void)
{
	OSSL_LIB_CTX *own = wc_libcrypto();
	EVP_MD *sha512 = own ? EVP_MD_fetch(own, "SHA2-512", NULL) : NULL;
	EVP_MD_CTX *hash = EVP_MD_CTX_new();

	if (!sha512 || !hash || !EVP_DigestInit_ex(hash, sha512, NULL)) {
		EVP_MD_CTX_free(hash);
		hash = NULL;
	}
	/* The context has its own reference. */
	EVP_MD_free(sha512);
	return hash;
}

/*
 * SHA-512(R || A || message) modulo L (RFC 8032, 5.1.7), little-endian; the unit has R and
 * A. Returns 0, or -EIO: libcrypto failed.
 */
int wc_check_ed25519_k(uint8_t k[32], const struct wc_check_ed25519 *unit,
		       const void *message, size_t len, EVP_MD_CTX *hash)
{
	uint64_t digest[8], reduced[4];

	/* The context keeps SHA-512: nothing is looked up. */
	if (!EVP_DigestInit_ex(hash, NULL, NULL) ||
	    !EVP_DigestUpdate(hash, unit->r, sizeof(unit->r)) ||
	    !EVP_DigestUpdate(hash, unit->key, sizeof(unit->key)) ||
	    (len && !EVP_DigestUpdate(hash, message, len)) ||
	    !EVP_DigestFinal_ex(hash, (uint8_t *)digest, NULL))
		return -EIO;
	order_reduce(&wc_order_25519, reduced, digest);
	memcpy(k, reduced, sizeof(reduced));
	return 0;
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

/* What a check needs beside the key: r, or 0; u1 and u2. */
static void put_scalars(uint8_t check[WCWEI_CHECK_BYTES],
			const struct wc_check_p256 *unit, const uint64_t r[4],
			const uint64_t inverse[4])
{
	uint64_t w[3][4];

	memcpy(w[0], r, sizeof(w[0]));
	get_number(w[1], unit->hash);
	order_mul(&wc_order_p256, w[1], w[1], inverse);
	order_mul(&wc_order_p256, w[2], r, inverse);
	memcpy(check, unit->key, sizeof(unit->key));
	memcpy(check + sizeof(unit->key), w, sizeof(w));
}

/*
 * What wcwei_check_vartime() takes (FIPS 186-5, section 6.4.2), of up to WC_CHECK_SHARED
 * units. The r of a signature whose r or s is not in [1, n - 1] becomes 0.
 */
void wc_check_p256_scalars(uint8_t (*checks)[WCWEI_CHECK_BYTES],
			   const struct wc_check_p256 *units, size_t n)
{
	static const uint64_t none[4], one[4] = { 1 };
	const struct wc_order *o = &wc_order_p256;
	uint64_t r[WC_CHECK_SHARED][4], s[WC_CHECK_SHARED][4];
	uint64_t work[WC_CHECK_SHARED][4];
	size_t i;

	for (i = 0; i < n; i++) {
		get_number(r[i], units[i].r);
		get_number(s[i], units[i].s);
		if (!wc_order_is_scalar(o, r[i]) || !wc_order_is_scalar(o, s[i])) {
			memcpy(r[i], none, sizeof(r[i]));
			memcpy(s[i], one, sizeof(s[i]));
		}
	}
	wc_order_invert_vartime(o, s, work, n);
	for (i = 0; i < n; i++)
		put_scalars(checks[i], &units[i], r[i], s[i]);
}
