/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The unit of a signature check, as a GPU thread finds it. A template over FE(name), see
 * fe25519.h and 25519_units.h.
 */
#include "kernels/curve/order.h"
#include "kernels/curve/sha512.h"

/* Where the unit of a signature check is. */
WC_GPU_FN uint32_t check_at(const struct wc_args *a, uint32_t thread)
{
	return wc_unit_at((const struct wc_job *)a->jobs, a->count, thread,
			  WC_ED25519_CHECK_BYTES);
}

/* The k of a check: hash and reduce, unless the library has done it. */
WC_GPU_FN void check_k(uint64_t k[4], const uint64_t *in)
{
	const struct wc_order l = ORDER_25519;
	uint32_t len = (uint32_t)(in[WC_ED25519_CHECK_BYTES / 8 - 2] >> 32);
	uint64_t hash[8];

	gpu_get(k, in + WC_ED25519_TEXT_AT);
	if (len > WC_ED25519_TEXT)
		return;
	sha512_short(hash, in, 8 * WC_ED25519_TEXT_AT + len);
	order_reduce(&l, k, hash);
}

WC_GPU_FN const uint64_t *check_in(const struct wc_args *a, uint32_t at)
{
	return (const uint64_t *)(const void *)(a->in + at);
}

/* With the cofactor. Public, as all of it. */
WC_GPU_FN int check_is_valid(const uint64_t *table, const uint64_t *in)
{
	uint64_t r[4], key[4], s[4], k[4];

	gpu_get(r, in);
	gpu_get(key, in + 4);
	gpu_get(s, in + WC_ED25519_S_AT);
	check_k(k, in);
	return !FE(ed_check_cofactor_vartime)(key, r, s, k, table, ED_GPU_CHECK_W, 0);
}

WC_GPU_FN void check_put(const struct wc_args *a, uint32_t at, int valid)
{
	wc_verdict_put(a->out + at, a->in + at, WC_ED25519_CHECK_BYTES, valid);
}

WC_GPU_FN void unit_cofactor(const struct wc_args *a, uint32_t thread)
{
	const uint32_t at = check_at(a, thread);
	const uint64_t *table = wc_units(a->slots, a->threads).check_table;

	check_put(a, at, check_is_valid(table, check_in(a, at)));
}
