/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * edwards25519 on the GPU. A template over FE(name), see fe25519.h and
 * 25519_gpu.h. Scratch is x, y, den and work, 32 bytes an element each.
 */

#define ed_save		FE(ed_save)
#define ed_base_one	FE(ed_base_one)
#define ed_mult_one	FE(ed_mult_one)
#define ed_finish_many	FE(ed_finish_many)

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
 * that the point does not decode.
 */
FE_FN void ed_finish_many(uint64_t *out, const uint8_t *status,
			  const uint64_t *x, const uint64_t *y, uint64_t *den,
			  uint64_t *work, uint32_t first, uint32_t step,
			  uint32_t n, int form)
{
	gpu_invert(den, work, first, step, n);
	FE_ROLLED
	for (uint32_t i = first; i < n; i += step) {
		uint64_t w[4], keep = (uint64_t)status[i] - 1;
		ed_point p;
		fe zinv;

		gpu_restore(&zinv, den, i, n);
		gpu_restore(&p.X, x, i, n);
		if (form == GPU_MONTGOMERY) {
			fe_mul(&p.X, &p.X, &zinv);
			fe_store(w, &p.X);
		} else {
			gpu_restore(&p.Y, y, i, n);
			ed_encode(w, &p, &zinv);
		}
		FE_UNROLL
		for (int j = 0; j < 4; j++)
			w[j] &= keep;
		gpu_put(out, i, w);
	}
}
