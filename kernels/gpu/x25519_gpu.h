/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * X25519 on the GPU. A template over FE(name), see fe25519.h and 25519_gpu.h.
 */

#define x25519_one	FE(x25519_one)

/*
 * Element @i: the ladder of @scalar and @point; the fraction goes to scratch. The
 * point at infinity, z = 0, becomes 0 / 1: no denominator of those that are
 * inverted together may be zero.
 */
FE_FN void x25519_one(uint64_t *num, uint64_t *den, const uint64_t *scalar,
		      const uint64_t *point, uint32_t i, uint32_t n)
{
	uint64_t k[4], u[4], infinite;
	fe x, z, zero, one;

	gpu_get(k, scalar);
	gpu_get(u, point);
	x25519_clamp(k);
	x25519_ladder(&x, &z, k, u);
	fe_zero(&zero);
	fe_one(&one);
	infinite = fe_is_zero(&z);
	fe_cmov(&x, &zero, infinite);
	fe_cmov(&z, &one, infinite);
	gpu_save(num, i, n, &x);
	gpu_save(den, i, n, &z);
}

#define x25519_finish	FE(x25519_finish)

/*
 * The results of every @step-th element from @first on. Status 2: all zeros,
 * as in kernels/cpu/x25519.h.
 */
FE_FN void x25519_finish(uint64_t *out, uint8_t *status, const uint64_t *num,
			 uint64_t *den, uint64_t *work, uint32_t first,
			 uint32_t step, uint32_t n)
{
	gpu_invert(den, work, first, step, n);
	FE_ROLLED
	for (uint32_t i = first; i < n; i += step) {
		uint64_t w[4];
		fe x, z;

		gpu_restore(&x, num, i, n);
		gpu_restore(&z, den, i, n);
		fe_mul(&x, &x, &z);
		fe_store(w, &x);
		gpu_put(out, i, w);
		status[i] = 2 & mask_zero(w[0] | w[1] | w[2] | w[3]);
	}
}
