// SPDX-License-Identifier: GPL-2.0-only
/*
 * 25519 with scalars, points and results in arrays of their own, as programs have
 * them, and not in units (kernels/gpu/25519_units.h). The GPU fetches the arrays into
 * the buffer for results, one after the other where the units would be there; from
 * them one launch makes the units. After the multiplication another one puts the
 * results, and after them the statuses, to where the units were.
 *
 *	launch	jobs		count	threads		in, out
 *	spread	the units' job	arrays	one to a unit	results, payloads
 *	gather	the units' job	-	one to a unit	results, payloads
 *
 * The number of arrays is 1, scalars, or 2, scalars and points.
 */
#include "kernels/gpu/25519_units.h"
#include "kernels/gpu/entry.h"

#define HALF	(WC_UNIT_BYTES / 2)

/* Copy element @i of an array to @to. */
WC_GPU_FN void copy_half(struct wc_block *to, const uint8_t *array, uint32_t i)
{
	const struct wc_block *from = wc_blocks_in(array, i * HALF);

	to[0] = from[0];
	to[1] = from[1];
}

WC_GPU_FN void unit_spread(const struct wc_args *a, uint32_t thread)
{
	uint32_t at = wc_job_at(a, 0)->offset;
	struct wc_block *unit = wc_blocks_out(a->out, at + thread * WC_UNIT_BYTES);

	copy_half(unit, a->in + at, thread);
	if (a->count > 1)
		copy_half(unit + 2, a->in + at + a->threads * HALF, thread);
}

WC_GPU_FN void unit_gather(const struct wc_args *a, uint32_t thread)
{
	uint32_t at = wc_job_at(a, 0)->offset;
	const struct wc_block *unit =
		wc_blocks_in(a->in, at + thread * WC_UNIT_BYTES);
	struct wc_block *to = wc_blocks_out(a->out, at + thread * HALF);

	to[0] = unit[0];
	to[1] = unit[1];
	a->out[at + a->threads * HALF + thread] = unit[2].w[0] != 0;
}

WC_ENTRY(wc_25519_spread, 1, unit_spread)
WC_ENTRY(wc_25519_gather, 1, unit_gather)
