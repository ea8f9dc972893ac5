// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/cpu_groups.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/cpu/wei.h"
#include "kernels/cpu/x25519.h"

/* Lanes of the widest vectors times the vectors that share an inversion. */
#define BATCH		256u
#define SCALAR		WC_UNIT_SCALAR
#define POINT_MAX	(WARPCRYPT_KPP_UNIT_MAX - SCALAR)

/* Both say so with 0, and with another number why there is no result. */
_Static_assert(!WC25519_OK && !WCWEI_OK, "a result");
_Static_assert(WC25519_BYTES == SCALAR && WCWEI_SCALAR_BYTES == SCALAR &&
	       WCWEI_POINT_BYTES == POINT_MAX, "the lengths");

/**
 * struct wc_cpu_groups - one batch of units
 * @scalars: of each unit
 * @points: of each unit, one after the other
 * @results: of each unit, one after the other
 * @status: of each unit; 0: there is a result
 * @unit: the address of each in the frame
 * @units: the number of units
 */
struct wc_cpu_groups {
	uint8_t scalars[BATCH * SCALAR];
	uint8_t points[BATCH * POINT_MAX];
	uint8_t results[BATCH * POINT_MAX];
	uint8_t status[BATCH];
	uint8_t *unit[BATCH];
	uint32_t units;
};

/**
 * wc_cpu_groups_new() - allocate, and make the tables of the base points
 *
 * Return: an empty batch, or NULL
 */
struct wc_cpu_groups *wc_cpu_groups_new(void)
{
	struct wc_cpu_groups *g = calloc(1, sizeof(*g));

	/* The first call makes the tables, which takes milliseconds. */
	if (g) {
		wc25519_base(NULL, g->results, g->scalars, 1);
		wcwei_base(&wcwei_p256, NULL, g->results, g->scalars, 1, NULL);
	}
	return g;
}

/**
 * wc_cpu_groups_free() - free the memory; flush() has wiped all secrets
 * @groups: from wc_cpu_groups_new(), or NULL
 */
void wc_cpu_groups_free(struct wc_cpu_groups *groups)
{
	free(groups);
}

/* The scalar and the point follow each other in the units of all groups. */
static void take(struct wc_cpu_groups *g, uint8_t *unit, uint32_t point)
{
	memcpy(g->scalars + g->units * SCALAR, unit, SCALAR);
	memcpy(g->points + g->units * point, unit + SCALAR, point);
	g->unit[g->units++] = unit;
}

/* So do the result, which is as long as a point, the status and zeros. */
static void put(const struct wc_cpu_groups *g, uint32_t i, uint32_t point)
{
	uint32_t status = g->status[i] ? WARPCRYPT_KPP_NONE :
					 WARPCRYPT_KPP_DONE;

	memcpy(g->unit[i], g->results + i * point, point);
	memcpy(g->unit[i] + point, &status, sizeof(status));
	memset(g->unit[i] + point + sizeof(status), 0, SCALAR - sizeof(status));
}

static void curve25519(struct wc_cpu_groups *g, uint8_t mode)
{
	if (mode == WARPCRYPT_KPP_POINT)
		wc25519_shared(NULL, g->results, g->scalars, g->points,
			       g->units, g->status);
	else
		wc25519_public(NULL, g->results, g->scalars, g->units);
}

static void edwards25519(struct wc_cpu_groups *g, uint8_t mode)
{
	if (mode == WARPCRYPT_KPP_POINT)
		wc25519_mult(NULL, g->results, g->scalars, g->points, g->units,
			     g->status);
	else
		wc25519_base(NULL, g->results, g->scalars, g->units);
}

static void p256(struct wc_cpu_groups *g, uint8_t mode)
{
	if (mode == WARPCRYPT_KPP_POINT)
		wcwei_mult(&wcwei_p256, NULL, g->results, g->scalars, g->points,
			   g->units, g->status);
	else
		wcwei_base(&wcwei_p256, NULL, g->results, g->scalars, g->units,
			   g->status);
}

/* Multiply the units of the batch, write the results to the frame, and wipe. */
static void flush(struct wc_cpu_groups *g, uint8_t cipher, uint8_t mode)
{
	uint32_t point = wc_unit_bytes(cipher) - SCALAR, i;

	memset(g->status, 0, g->units);
	switch (cipher) {
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
	g->units = 0;
}

/**
 * wc_cpu_groups() - do requests of the same group and mode
 * @groups: the worker's
 * @frame: the frame they are in
 * @descs: descriptors of a group that passed wc_view_desc()
 * @which: indices in @descs of the requests to do
 * @count: entries of @which, at least 1
 */
void wc_cpu_groups(struct wc_cpu_groups *groups, const struct wc_view *frame,
		   const struct warpcrypt_desc *descs, const uint32_t *which,
		   uint32_t count)
{
	uint8_t cipher = descs[which[0]].cipher, mode = descs[which[0]].mode;
	uint32_t unit = wc_unit_bytes(cipher), i, at;

	for (i = 0; i < count; i++) {
		const struct warpcrypt_desc *d = &descs[which[i]];

		for (at = 0; at < d->len; at += unit) {
			take(groups, frame->base + d->offset + at,
			     unit - SCALAR);
			if (groups->units == BATCH)
				flush(groups, cipher, mode);
		}
	}
	if (groups->units)
		flush(groups, cipher, mode);
}
