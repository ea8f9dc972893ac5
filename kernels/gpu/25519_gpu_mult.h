/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Multiplications on Curve25519 and edwards25519 on the GPU. A template over FE(name), see
 * fe25519.h and 25519_gpu.h. Scratch is x, y, den and work, 32 bytes an element each.
 */

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

/* @form: GPU_EDWARDS or GPU_MONTGOMERY; Montgomery is a fraction, and has no y. */
FE_FN void ed_save(uint64_t *x, uint64_t *y, uint64_t *den, const ed_point *p,
		   uint32_t i, uint32_t n, int form)
{
	fe a, b;

	if (form == GPU_MONTGOMERY) {
		ed_to_montgomery(&a, &b, p);
		gpu_save(x, i, n, &a);
		gpu_save(den, i, n, &b);
	} else {
		gpu_save(x, i, n, &p->X);
		gpu_save(y, i, n, &p->Y);
		gpu_save(den, i, n, &p->Z);
	}
}

FE_FN void ed_base_one(uint64_t *x, uint64_t *y, uint64_t *den,
		       const uint64_t *scalar,
		       const uint64_t *__restrict__ table, uint32_t i,
		       uint32_t n, int form)
{
	uint64_t k[4];
	ed_point p;

	gpu_get(k, scalar);
	if (form == GPU_MONTGOMERY)
		x25519_clamp(k);
	ed_base(&p, k, table, ED_GPU_BASE_W);
	ed_save(x, y, den, &p, i, n, form);
}

/*
 * @status: 1 where the point does not decode (kernels/cpu/x25519.h)
 * @window: use the window, as the paper does, and not the ladder; a constant
 */
FE_FN void ed_mult_one(uint64_t *x, uint64_t *y, uint64_t *den, uint8_t *status,
		       const uint64_t *scalar, const uint64_t *point,
		       uint32_t i, uint32_t n, int window)
{
	uint64_t k[4], w[4];
	ed_point p;

	gpu_get(w, point);
	gpu_get(k, scalar);
	if (window) {
		status[i] = 1 & ed_decode(&p, w);
		ed_mult(&p, k, &p);
	} else {
		status[i] = 1 & ed_mult_ladder(&p, k, 256, w);
	}
	ed_save(x, y, den, &p, i, n, GPU_EDWARDS);
}

/*
 * The results of every @step-th element from @first on; zeros where @status says
 * that the point does not decode. Of shared secrets @status becomes 2 where they are zeros
 * (kernels/cpu/x25519.h).
 */
FE_FN void ed_finish_many(uint64_t *out, uint8_t *status, const uint64_t *x,
			  const uint64_t *y, uint64_t *den, uint64_t *work,
			  uint32_t first, uint32_t step, uint32_t n, int form)
{
	gpu_invert(den, work, first, step, n);
	FE_ROLLED
	for (uint32_t i = first; i < n; i += step) {
		uint64_t w[4], keep;
		ed_point p;
		fe zinv;

		gpu_restore(&zinv, den, i, n);
		gpu_restore(&p.X, x, i, n);
		if (form == GPU_EDWARDS) {
			gpu_restore(&p.Y, y, i, n);
			ed_encode(w, &p, &zinv);
		} else {
			fe_mul(&p.X, &p.X, &zinv);
			fe_store(w, &p.X);
		}
		if (form == GPU_SHARED)
			status[i] = 2 & mask_zero(w[0] | w[1] | w[2] | w[3]);
		keep = form == GPU_SHARED ? ~0ULL : (uint64_t)status[i] - 1;
		FE_UNROLL
		for (int j = 0; j < 4; j++)
			w[j] &= keep;
		gpu_put(out, i, w);
	}
}
