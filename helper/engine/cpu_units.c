// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/cpu_engine.h"

#include <stdlib.h>
#include <string.h>

#include "helper/engine/check_units.h"
#include "kernels/cpu/wei.h"
#include "kernels/cpu/x25519.h"

/* Lanes of the widest vectors times the vectors that share an inversion. */
#define BATCH		256u
#define SCALAR		WC_UNIT_SCALAR
#define POINT_MAX	(WARPCRYPT_KPP_UNIT_MAX - SCALAR)

/* Both say so with 0, and with another number why there is no result, or what is not valid. */
_Static_assert(!WC25519_OK && !WCWEI_OK, "a result, or a valid signature");
_Static_assert(WC25519_BYTES == SCALAR && WCWEI_SCALAR_BYTES == SCALAR &&
	       WCWEI_POINT_BYTES == POINT_MAX, "the lengths");
_Static_assert(BATCH <= WC_CHECK_SHARED, "a batch is converted at a time");

/**
 * struct wc_cpu_units - one batch of units, all of one group and mode
 * @scalars: multiplications: of each unit
 * @points: multiplications: of each unit, one after the other
 * @results: multiplications: of each unit, one after the other
 * @keys: checks of Ed25519: of each unit, A
 * @signatures: checks of Ed25519: of each unit, R and S
 * @ks: checks of Ed25519: of each unit, k
 * @p256: checks of ECDSA: the units
 * @checks: checks of ECDSA: of each unit what wcwei_check_vartime() takes
 * @status: of each unit; 0: there is a result, or it is valid
 * @unit: the address of each in the frame
 * @units: the number of units
 * @hash: for messages
 */
struct wc_cpu_units {
	uint8_t scalars[BATCH * SCALAR];
	uint8_t points[BATCH * POINT_MAX];
	uint8_t results[BATCH * POINT_MAX];
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

/* Allocate, and make the tables of the base points. Returns an empty batch, or NULL. */
struct wc_cpu_units *wc_cpu_units_new(void)
{
	struct wc_cpu_units *g = malloc(sizeof(*g));

	if (!g)
		return NULL;
	/* All pages are there then: at a page fault the kernel keeps registers with a scalar. */
	explicit_bzero(g, sizeof(*g));
	g->hash = wc_check_hash_new();
	if (!g->hash) {
		free(g);
		return NULL;
	}
	/* The first call makes the tables, which takes milliseconds. */
	wc25519_base(NULL, g->results, g->scalars, 1);
	wcwei_base(&wcwei_p256, NULL, g->results, g->scalars, 1, NULL);
	return g;
}

/* Free the memory; multiply() has wiped all secrets. @units may be NULL. */
void wc_cpu_units_free(struct wc_cpu_units *units)
{
	if (units)
		EVP_MD_CTX_free(units->hash);
	free(units);
}

/* The scalar and the point follow each other in the units of all groups. */
static void take_product(struct wc_cpu_units *g, uint32_t i, uint32_t point)
{
	memcpy(g->scalars + i * SCALAR, g->unit[i], SCALAR);
	memcpy(g->points + i * point, g->unit[i] + SCALAR, point);
}

/* So do the result, which is as long as a point, the status and zeros. */
static void put(const struct wc_cpu_units *g, uint32_t i, uint32_t point)
{
	uint32_t status = g->status[i] ? WARPCRYPT_KPP_NONE :
					 WARPCRYPT_KPP_DONE;

	memcpy(g->unit[i], g->results + i * point, point);
	memcpy(g->unit[i] + point, &status, sizeof(status));
	memset(g->unit[i] + point + sizeof(status), 0, SCALAR - sizeof(status));
}

static void curve25519(struct wc_cpu_units *g, uint8_t mode)
{
	if (mode == WARPCRYPT_KPP_POINT)
		wc25519_shared(NULL, g->results, g->scalars, g->points,
			       g->units, g->status);
	else
		wc25519_public(NULL, g->results, g->scalars, g->units);
}

static void edwards25519(struct wc_cpu_units *g, uint8_t mode)
{
	if (mode == WARPCRYPT_KPP_POINT)
		wc25519_mult(NULL, g->results, g->scalars, g->points, g->units,
			     g->status);
	else
		wc25519_base(NULL, g->results, g->scalars, g->units);
}

static void p256(struct wc_cpu_units *g, uint8_t mode)
{
	if (mode == WARPCRYPT_KPP_POINT)
		wcwei_mult(&wcwei_p256, NULL, g->results, g->scalars, g->points,
			   g->units, g->status);
	else
		wcwei_base(&wcwei_p256, NULL, g->results, g->scalars, g->units,
			   g->status);
}

/* Multiply the units of the batch, write the results to the frame, and wipe. */
static void multiply(struct wc_cpu_units *g, uint8_t group, uint8_t mode)
{
	uint32_t point = wc_unit_bytes(group) - SCALAR, i;

	memset(g->status, 0, g->units);
	switch (group) {
	case WARPCRYPT_CIPHER_CURVE25519:
		curve25519(g, mode);
		break;
	case WARPCRYPT_CIPHER_EDWARDS25519:
		edwards25519(g, mode);
		break;
	case WARPCRYPT_CIPHER_P256:
		p256(g, mode);
	}
	for (i = 0; i < g->units; i++)
		put(g, i, point);
	explicit_bzero(g->scalars, (size_t)g->units * SCALAR);
	explicit_bzero(g->points, (size_t)g->units * point);
	explicit_bzero(g->results, (size_t)g->units * point);
}

static int take_check(struct wc_cpu_units *g, uint32_t i, uint8_t group)
{
	struct wc_check_ed25519 in;

	if (group == WARPCRYPT_CIPHER_P256) {
		memcpy(&g->p256[i], g->unit[i], sizeof(g->p256[i]));
		return 0;
	}
	memcpy(&in, g->unit[i], sizeof(in));
	memcpy(g->keys[i], in.key, sizeof(in.key));
	memcpy(g->signatures[i], in.r, sizeof(in.r));
	memcpy(g->signatures[i] + sizeof(in.r), in.s, sizeof(in.s));
	if (in.len <= WC_CHECK_TEXT)
		return wc_check_ed25519_k(g->ks[i], &in, in.text, in.len,
					  g->hash);
	memcpy(g->ks[i], in.text, sizeof(g->ks[i]));
	return 0;
}

/* Check the units of the batch and write the verdicts to the frame. Nothing is secret. */
static void check(struct wc_cpu_units *g, uint8_t group, uint8_t mode)
{
	size_t at = offsetof(struct wc_check_ed25519, verdict);
	uint32_t i;

	if (group == WARPCRYPT_CIPHER_P256) {
		at = offsetof(struct wc_check_p256, verdict);
		wc_check_p256_scalars(g->checks, g->p256, g->units);
		wcwei_check_vartime(&wcwei_p256, NULL, g->checks[0], g->units,
				    g->status);
	} else {
		wc25519_check_vartime(NULL, g->keys[0], g->signatures[0],
				      g->ks[0], g->units,
				      mode == WC_CHECK_COFACTOR, g->status);
	}
	for (i = 0; i < g->units; i++) {
		uint32_t verdict = g->status[i] ? 0 : WC_CHECK_VALID;

		memcpy(g->unit[i] + at, &verdict, sizeof(verdict));
	}
}

static int take(struct wc_cpu_units *g, uint8_t *unit, uint8_t group, uint8_t mode)
{
	uint32_t i = g->units++;

	g->unit[i] = unit;
	if (wc_is_check(mode))
		return take_check(g, i, group);
	take_product(g, i, wc_unit_bytes(group) - SCALAR);
	return 0;
}

static void flush(struct wc_cpu_units *g, uint8_t group, uint8_t mode)
{
	if (wc_is_check(mode))
		check(g, group, mode);
	else
		multiply(g, group, mode);
	g->units = 0;
}

/* Do requests of the same group and mode. Returns 0, or -EIO: libcrypto failed. */
int wc_cpu_units(struct wc_cpu_units *units, const struct wc_view *frame,
		 const struct warpcrypt_desc *descs, const uint32_t *which,
		 uint32_t count)
{
	uint8_t group = descs[which[0]].cipher, mode = descs[which[0]].mode;
	uint32_t unit = wc_operation_bytes(group, mode), i, at;
	int ret = 0;

	for (i = 0; i < count; i++) {
		const struct warpcrypt_desc *d = &descs[which[i]];

		for (at = 0; at < d->len; at += unit) {
			ret |= take(units, frame->base + d->offset + at, group,
				    mode);
			if (units->units == BATCH)
				flush(units, group, mode);
		}
	}
	if (units->units)
		flush(units, group, mode);
	return ret;
}
