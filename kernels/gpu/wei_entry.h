/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Entry points of a short Weierstrass curve, of the shape of kernels/gpu/entry.h: see
 * kernels/gpu/wei_units.h for jobs and scratch, which is @slots here. A template over the
 * curve and the arithmetic (kernels/curve/wei.h); WEI_ENTRY(name) makes an entry's name,
 * WEI_BLOCKS says how many blocks of threads must fit a multiprocessor, WEI_BASE_BLOCKS of
 * [k]G, WEI_CHECK_BLOCKS of signature checks.
 *
 *	launch		count		threads
 *	base, mult	jobs		one to a unit
 *	finish		units		as many as share the inversions
 *	put		jobs		one to a unit
 *	ranges, verify	jobs		one to a unit
 *	inverses	units		as many as share the inversions
 */
#include "kernels/gpu/entry.h"
#include "kernels/gpu/wei_gpu.h"
#include "kernels/gpu/wei_units.h"

WC_GPU_FN uint32_t unit_at(const struct wc_args *a, uint32_t thread)
{
	return wc_unit_at((const struct wc_job *)a->jobs, a->count, thread,
			  WEI_UNIT_BYTES);
}

/* The words of a unit: its scalar, then its point. */
WC_GPU_FN const uint64_t *unit_in(const struct wc_args *a, uint32_t thread)
{
	return (const uint64_t *)(const void *)(a->in + unit_at(a, thread));
}

WC_GPU_FN void unit_base(const struct wc_args *a, uint32_t thread)
{
	struct wc_units u = wei_units(a->slots, a->threads);
	uint64_t w[4], k[4], bad;
	wei_point r;

	gpu_get(w, unit_in(a, thread));
	bad = wei_scalar(k, w);
	wei_base(&r, k, u.table, WEI_GPU_BASE_W);
	wei_save(u.x, u.y, u.den, &r, thread, a->threads);
	u.status[thread] = bad & 1;
}

WC_GPU_FN void unit_mult(const struct wc_args *a, uint32_t thread)
{
	struct wc_units u = wei_units(a->slots, a->threads);
	const uint64_t *in = unit_in(a, thread);

	wei_mult_one(u.x, u.y, u.den, u.status, in, in + 4, thread, a->threads);
}

WC_GPU_FN void unit_finish(const struct wc_args *a, uint32_t thread)
{
	struct wc_units u = wei_units(a->slots, a->count);

	wei_finish_many(u.out, u.status, u.x, u.y, u.den, u.work, thread,
			a->threads, a->count);
}

WC_GPU_FN void unit_put(const struct wc_args *a, uint32_t thread)
{
	struct wc_units u = wei_units(a->slots, a->threads);

	wc_unit_put(a->out + unit_at(a, thread), u.out + 8 * thread, 4,
		    u.status[thread]);
}

/* Where the unit of a signature check is. */
WC_GPU_FN uint32_t unit_check_at(const struct wc_args *a, uint32_t thread)
{
	return wc_unit_at((const struct wc_job *)a->jobs, a->count, thread,
			  WEI_CHECK_BYTES);
}

/* All ones where a number is in [1, n - 1]. */
WC_GPU_FN uint64_t unit_is_scalar(const uint64_t w[4])
{
	return fe_below(w, WEI(N0), WEI(N1), WEI(N2), WEI(N3)) &
	       ~mask_zero(w[0] | w[1] | w[2] | w[3]);
}

/* The first part of a signature check: s for the inversion, or 1. */
WC_GPU_FN void unit_ranges(const struct wc_args *a, uint32_t thread)
{
	struct wc_units u = wei_units(a->slots, a->threads);
	const uint64_t *in = (const uint64_t *)(const void *)
			     (a->in + unit_check_at(a, thread));
	uint64_t w[4], s[4], good;

	gpu_get(w, in + 8);
	wei_swap(s, w);
	good = unit_is_scalar(s);
	gpu_get(w, in + 12);
	wei_swap(s, w);
	good &= unit_is_scalar(s);
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		s[i] &= good;
	s[0] |= ~good & 1;
	gpu_save_words(u.den, thread, a->threads, s);
	u.status[thread] = ~good & 1;
}

WC_GPU_FN void unit_inverses(const struct wc_args *a, uint32_t thread)
{
	const struct wc_order o = WEI(ORDER);
	struct wc_units u = wei_units(a->slots, a->count);

	gpu_order_invert(&o, u.den, u.work, thread, a->threads, a->count);
}

/*
 * The last part (FIPS 186-5, section 6.4.2). Public: the tables are read by address.
 */
WC_GPU_FN void unit_verify(const struct wc_args *a, uint32_t thread)
{
	const struct wc_order o = WEI(ORDER);
	uint32_t at = unit_check_at(a, thread);
	const uint64_t *in = (const uint64_t *)(const void *)(a->in + at);
	struct wc_units u = wei_units(a->slots, a->threads);
	uint64_t q[8], r[4], u1[4], u2[4], inverse[4], bad;

	gpu_restore_words(inverse, u.den, thread, a->threads);
	gpu_get(q, in + 16);
	wei_swap(u1, q);
	order_mul(&o, u1, u1, inverse);
	gpu_get(q, in + 8);
	wei_swap(r, q);
	order_mul(&o, u2, r, inverse);
	gpu_get(q, in);
	gpu_get(q + 4, in + 4);
	bad = u.status[thread] |
	      wei_check_vartime(q, r, u1, u2, u.check_table,
				WEI_GPU_CHECK_W);
	wc_verdict_put(a->out + at, a->in + at, WEI_CHECK_BYTES, ~bad & 1);
}

WC_WARP_ENTRY(WEI_ENTRY(base), WEI_BASE_BLOCKS, unit_base)
WC_ENTRY(WEI_ENTRY(mult), WEI_BLOCKS, unit_mult)
WC_ENTRY(WEI_ENTRY(finish), WEI_BLOCKS, unit_finish)
WC_ENTRY(WEI_ENTRY(put), 1, unit_put)
WC_ENTRY(WEI_ENTRY(ranges), 1, unit_ranges)
WC_ENTRY(WEI_ENTRY(inverses), 1, unit_inverses)
WC_ENTRY(WEI_ENTRY(verify), WEI_CHECK_BLOCKS, unit_verify)
