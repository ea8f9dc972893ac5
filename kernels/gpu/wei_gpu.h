/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Points of a short Weierstrass curve on the GPU. A template over the curve and the
 * arithmetic (kernels/curve/wei.h), see 25519_gpu.h. Scratch is x, y, den and work, 32 bytes
 * an element each. Denominators are never zero, as all elements have a scalar and a point
 * that give a result.
 */
#include "kernels/gpu/25519_gpu.h"
#include "kernels/gpu/25519_gpu_fe.h"

FE_FN void wei_save(uint64_t *x, uint64_t *y, uint64_t *den, const wei_point *p,
		    uint32_t i, uint32_t n)
{
	gpu_save(x, i, n, &p->X);
	gpu_save(y, i, n, &p->Y);
	gpu_save(den, i, n, &p->Z);
}

/* @status: 1 where there is no result */
FE_FN void wei_mult_one(uint64_t *x, uint64_t *y, uint64_t *den, uint8_t *status,
			const uint64_t *scalar, const uint64_t *point,
			uint32_t i, uint32_t n)
{
	uint64_t w[8], k[4], bad;
	wei_affine p;
	wei_point r;

	gpu_get(w, point);
	gpu_get(w + 4, point + 4);
	bad = wei_decode(&p, w);
	gpu_get(w, scalar);
	bad |= wei_scalar(k, w);
	wei_mult(&r, k, &p);
	wei_save(x, y, den, &r, i, n);
	status[i] = bad & 1;
}

/* The results of every @step-th element from @first on; zeros where @status is 1. */
FE_FN void wei_finish_many(uint64_t *out, const uint8_t *status,
			   const uint64_t *x, const uint64_t *y, uint64_t *den,
			   uint64_t *work, uint32_t first, uint32_t step,
			   uint32_t n)
{
	gpu_invert(den, work, first, step, n);
	FE_ROLLED
	for (uint32_t i = first; i < n; i += step) {
		uint64_t keep = (uint64_t)status[i] - 1, w[8];
		wei_point r;
		fe zinv;

		gpu_restore(&zinv, den, i, n);
		gpu_restore(&r.X, x, i, n);
		gpu_restore(&r.Y, y, i, n);
		wei_encode(w, &r, &zinv);
		FE_UNROLL
		for (int j = 0; j < 8; j++)
			w[j] &= keep;
		gpu_put(out, 2 * i, w);
		gpu_put(out, 2 * i + 1, w + 4);
	}
}
