/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Field elements in scratch memory, and divisions of them, of the arithmetic that FE(name)
 * is: see fe25519.h and 25519_gpu.h. As a file has one, names here are without FE().
 */
#include "kernels/gpu/order_gpu.h"

FE_FN void gpu_save(uint64_t *a, uint32_t i, uint32_t n, const fe *x)
{
	uint64_t w[4];

	fe_store(w, x);
	gpu_save_words(a, i, n, w);
}

FE_FN void gpu_restore(fe *x, const uint64_t *a, uint32_t i, uint32_t n)
{
	uint64_t w[4];

	gpu_restore_words(w, a, i, n);
	fe_load(x, w);
}

/*
 * What fe_invert_many() does, in scratch memory: @n elements, of which this thread has
 * @first and then every @step-th. Zeros become ones: the caller's numerator must be zero
 * already (see x25519_one()).
 */
FE_FN void gpu_invert(uint64_t *den, uint64_t *work, uint32_t first,
		      uint32_t step, uint32_t n)
{
	fe one, t, z, inverse;
	uint32_t i, count = 0;

	fe_one(&one);
	t = one;
	FE_ROLLED
	for (i = first; i < n; i += step) {
		gpu_restore(&z, den, i, n);
		gpu_save(work, i, n, &t);
		fe_mul(&t, &t, &z);
		count++;
	}
	fe_invert(&t, &t);
	FE_ROLLED
	while (count--) {
		i = first + count * step;
		gpu_restore(&z, work, i, n);
		fe_mul(&inverse, &t, &z);
		gpu_restore(&z, den, i, n);
		fe_mul(&t, &t, &z);
		gpu_save(den, i, n, &inverse);
	}
}
