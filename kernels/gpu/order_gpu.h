/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers of four words in scratch memory, and inverses modulo the order of a group
 * (kernels/curve/order.h): what 25519_gpu_fe.h has for field elements.
 */
#ifndef WARPCRYPT_KERNELS_GPU_ORDER_GPU_H
#define WARPCRYPT_KERNELS_GPU_ORDER_GPU_H

#include "kernels/curve/order.h"
#include "kernels/gpu/25519_gpu.h"

FE_FN void gpu_save_words(uint64_t *a, uint32_t i, uint32_t n,
			  const uint64_t w[4])
{
	FE_UNROLL
	for (int j = 0; j < 4; j++)
		a[GPU_AT(j, i, n)] = w[j];
}

FE_FN void gpu_restore_words(uint64_t w[4], const uint64_t *a, uint32_t i,
			     uint32_t n)
{
	FE_UNROLL
	for (int j = 0; j < 4; j++)
		w[j] = a[GPU_AT(j, i, n)];
}

/*
 * What wc_order_invert_vartime() does, in scratch memory: this thread has number @first
 * and then every @step-th, below @n.
 */
FE_FN void gpu_order_invert(const struct wc_order *o, uint64_t *a,
			    uint64_t *work, uint32_t first, uint32_t step,
			    uint32_t n)
{
	uint64_t t[4], z[4], inverse[4];
	uint32_t i, count = 0;

	FE_UNROLL
	for (int j = 0; j < 4; j++)
		t[j] = o->r[j];
	FE_ROLLED
	for (i = first; i < n; i += step) {
		gpu_restore_words(z, a, i, n);
		order_mul(o, z, z, o->rr);
		gpu_save_words(a, i, n, z);
		gpu_save_words(work, i, n, t);
		order_mul(o, t, t, z);
		count++;
	}
	order_invert(o, t);
	FE_ROLLED
	while (count--) {
		i = first + count * step;
		gpu_restore_words(z, work, i, n);
		order_mul(o, inverse, t, z);
		gpu_restore_words(z, a, i, n);
		order_mul(o, t, t, z);
		gpu_save_words(a, i, n, inverse);
	}
}

#endif /* WARPCRYPT_KERNELS_GPU_ORDER_GPU_H */
