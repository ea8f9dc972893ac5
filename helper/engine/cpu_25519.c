// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/cpu_25519.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/cpu/x25519.h"

/* Lanes of the widest vectors times the vectors that share an inversion. */
#define BATCH	256u

/**
 * struct wc_cpu_25519 - one batch of units
 * @scalars: of each unit
 * @points: of each unit
 * @results: of each unit
 * @status: of each unit, enum wc25519_status
 * @unit: the address of each in the frame
 * @units: the number of units
 */
struct wc_cpu_25519 {
	uint8_t scalars[BATCH][WC25519_BYTES];
	uint8_t points[BATCH][WC25519_BYTES];
	uint8_t results[BATCH][WC25519_BYTES];
	uint8_t status[BATCH];
	uint8_t *unit[BATCH];
	uint32_t units;
};

/**
 * wc_cpu_25519_new() - allocate, and make the tables of the base points
 *
 * Return: an empty batch, or NULL
 */
struct wc_cpu_25519 *wc_cpu_25519_new(void)
{
	struct wc_cpu_25519 *groups = calloc(1, sizeof(*groups));

	/* The first call makes the tables, which takes milliseconds. */
	if (groups)
		wc25519_base(NULL, groups->results[0], groups->scalars[0], 1);
	return groups;
}

/**
 * wc_cpu_25519_free() - free the memory; flush() has wiped all secrets
 * @groups: from wc_cpu_25519_new(), or NULL
 */
void wc_cpu_25519_free(struct wc_cpu_25519 *groups)
{
	free(groups);
}

static void take(struct wc_cpu_25519 *g, uint8_t *unit)
{
	struct warpcrypt_kpp_in in;

	memcpy(&in, unit, sizeof(in));
	memcpy(g->scalars[g->units], in.scalar, WC25519_BYTES);
	memcpy(g->points[g->units], in.point, WC25519_BYTES);
	g->unit[g->units++] = unit;
	explicit_bzero(&in, sizeof(in));
}

static void put(const struct wc_cpu_25519 *g, uint32_t i)
{
	struct warpcrypt_kpp_out out = {
		.status = g->status[i] == WC25519_OK ? WARPCRYPT_KPP_DONE :
						       WARPCRYPT_KPP_NONE,
	};

	memcpy(out.result, g->results[i], WC25519_BYTES);
	memcpy(g->unit[i], &out, sizeof(out));
	explicit_bzero(&out, sizeof(out));
}

static void multiply(struct wc_cpu_25519 *g, uint8_t cipher, uint8_t mode)
{
	const uint8_t *scalars = g->scalars[0], *points = g->points[0];
	uint8_t *results = g->results[0];

	memset(g->status, WC25519_OK, g->units);
	if (mode == WARPCRYPT_KPP_POINT) {
		if (cipher == WARPCRYPT_CIPHER_CURVE25519)
			wc25519_shared(NULL, results, scalars, points,
				       g->units, g->status);
		else
			wc25519_mult(NULL, results, scalars, points, g->units,
				     g->status);
	} else if (cipher == WARPCRYPT_CIPHER_CURVE25519) {
		wc25519_public(NULL, results, scalars, g->units);
	} else {
		wc25519_base(NULL, results, scalars, g->units);
	}
}

/* Multiply the units of the batch, write the results to the frame, and wipe. */
static void flush(struct wc_cpu_25519 *g, uint8_t cipher, uint8_t mode)
{
	size_t len = (size_t)g->units * WC25519_BYTES;
	uint32_t i;

	multiply(g, cipher, mode);
	for (i = 0; i < g->units; i++)
		put(g, i);
	explicit_bzero(g->scalars, len);
	explicit_bzero(g->points, len);
	explicit_bzero(g->results, len);
	g->units = 0;
}

/**
 * wc_cpu_25519() - do requests of the same group and mode
 * @groups: the worker's
 * @frame: the frame they are in
 * @descs: descriptors of a group that passed wc_view_desc()
 * @which: indices in @descs of the requests to do
 * @count: entries of @which, at least 1
 */
void wc_cpu_25519(struct wc_cpu_25519 *groups, const struct wc_view *frame,
		  const struct warpcrypt_desc *descs, const uint32_t *which,
		  uint32_t count)
{
	uint8_t cipher = descs[which[0]].cipher, mode = descs[which[0]].mode;
	uint32_t i, at;

	for (i = 0; i < count; i++) {
		const struct warpcrypt_desc *d = &descs[which[i]];

		for (at = 0; at < d->len; at += WARPCRYPT_KPP_UNIT) {
			take(groups, frame->base + d->offset + at);
			if (groups->units == BATCH)
				flush(groups, cipher, mode);
		}
	}
	if (groups->units)
		flush(groups, cipher, mode);
}
