// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/cpu_check.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/check_units.h"
#include "kernels/cpu/wei.h"
#include "kernels/cpu/x25519.h"

/* Lanes of the widest vectors times the vectors that share an inversion. */
#define BATCH	256u

/**
 * struct wc_cpu_check - one batch of units
 * @keys: Ed25519: of each unit, A
 * @signatures: Ed25519: of each unit, R and S
 * @ks: Ed25519: of each unit, k
 * @p256: ECDSA: the units
 * @checks: ECDSA: of each unit what wcwei_check_vartime() takes
 * @status: of each unit; 0: it is valid
 * @unit: the address of each in the frame
 * @units: the number of units
 * @hash: for messages
 */
struct wc_cpu_check {
	uint8_t keys[BATCH][32];
	uint8_t signatures[BATCH][64];
	uint8_t ks[BATCH][32];
	struct wc_check_p256 p256[BATCH];
	uint8_t checks[BATCH][WCWEI_CHECK_BYTES];
	uint8_t status[BATCH];
	uint8_t *unit[BATCH];
	uint32_t units;
	EVP_MD_CTX *hash;
};

/* Both say so with 0, and with another number why it is not. */
_Static_assert(!WC25519_OK && !WCWEI_OK, "a valid signature");
_Static_assert(BATCH <= WC_CHECK_SHARED, "a batch is converted at a time");

/* Allocate an empty batch; NULL: there is no memory. */
struct wc_cpu_check *wc_cpu_check_new(void)
{
	struct wc_cpu_check *check = calloc(1, sizeof(*check));

	if (check)
		check->hash = wc_check_hash_new();
	if (check && !check->hash) {
		free(check);
		check = NULL;
	}
	return check;
}

/* Free the memory. */
void wc_cpu_check_free(struct wc_cpu_check *check)
{
	if (check)
		EVP_MD_CTX_free(check->hash);
	free(check);
}

static int take(struct wc_cpu_check *c, uint8_t group, uint8_t *unit)
{
	struct wc_check_ed25519 in;
	uint32_t i = c->units++;

	c->unit[i] = unit;
	if (group == WARPCRYPT_CIPHER_P256) {
		memcpy(&c->p256[i], unit, sizeof(c->p256[i]));
		return 0;
	}
	memcpy(&in, unit, sizeof(in));
	memcpy(c->keys[i], in.key, sizeof(in.key));
	memcpy(c->signatures[i], in.r, sizeof(in.r));
	memcpy(c->signatures[i] + sizeof(in.r), in.s, sizeof(in.s));
	if (in.len <= WC_CHECK_TEXT)
		return wc_check_ed25519_k(c->ks[i], &in, in.text, in.len,
					  c->hash);
	memcpy(c->ks[i], in.text, sizeof(c->ks[i]));
	return 0;
}

/* Check the units of the batch and write the verdicts to the frame. */
static void flush(struct wc_cpu_check *c, uint8_t group, uint8_t mode)
{
	size_t at = offsetof(struct wc_check_ed25519, verdict);
	uint32_t i;

	if (group == WARPCRYPT_CIPHER_P256) {
		at = offsetof(struct wc_check_p256, verdict);
		wc_check_p256_scalars(c->checks, c->p256, c->units);
		wcwei_check_vartime(&wcwei_p256, NULL, c->checks[0], c->units,
				    c->status);
	} else {
		wc25519_check_vartime(NULL, c->keys[0], c->signatures[0],
				      c->ks[0], c->units,
				      mode == WC_CHECK_COFACTOR, c->status);
	}
	for (i = 0; i < c->units; i++) {
		uint32_t verdict = c->status[i] ? 0 : WC_CHECK_VALID;

		memcpy(c->unit[i] + at, &verdict, sizeof(verdict));
	}
	c->units = 0;
}

/**
 * wc_cpu_check() - do requests of the same group and mode
 * @check: the worker's
 * @frame: the frame they are in
 * @descs: descriptors of checks that passed wc_view_desc()
 * @which: indices in @descs of the requests to do
 * @count: entries of @which, at least 1
 *
 * Return: 0, or -EIO: libcrypto failed
 */
int wc_cpu_check(struct wc_cpu_check *check, const struct wc_view *frame,
		 const struct warpcrypt_desc *descs, const uint32_t *which,
		 uint32_t count)
{
	uint8_t group = descs[which[0]].cipher, mode = descs[which[0]].mode;
	uint32_t unit = wc_operation_bytes(group, mode), i, at;
	int ret = 0;

	for (i = 0; i < count; i++) {
		const struct warpcrypt_desc *d = &descs[which[i]];

		for (at = 0; at < d->len; at += unit) {
			ret |= take(check, group, frame->base + d->offset + at);
			if (check->units == BATCH)
				flush(check, group, mode);
		}
	}
	if (check->units)
		flush(check, group, mode);
	return ret;
}
