// SPDX-License-Identifier: GPL-2.0-only
/*
 * P-256 on doubles, by Montgomery's reduction and by that of a Solinas prime, which
 * DPF-ECC's last page proposes: L52_SOLINAS of kernels/curve/fe256_l52.h. Compiled for
 * each; PAPER_SWITCH is the name. For comparison only.
 */
#define L52_DOUBLES	1

#include "kernels/curve/wei.h"
#include "kernels/curve/p256.h"

#define WEI(name)	P256_##name
#define FE(name)	p256_l52_##name

#include "kernels/curve/fe256_l52.h"
#include "kernels/curve/wei_all.h"
#include "kernels/gpu/25519_gpu.h"
#include "kernels/gpu/25519_gpu_fe.h"
#define CURVE_FIELD	p256
#include "kernels/papers/curve_entry.h"

/* 2 PAPER_CHAIN products, or squares, each of the one before. */
template <int squares> FE_FN void curve_chain(curve_job *j, uint32_t i)
{
	uint64_t w[4];
	fe x, y;

	if (i >= j->n)
		return;
	gpu_get(w, j->scalars + 4 * i);
	fe_load(&x, w);
	gpu_get(w, j->points + 8 * i);
	fe_load(&y, w);
	FE_ROLLED
	for (int r = 0; r < PAPER_CHAIN; r++) {
		if (squares) {
			fe_sqr(&x, &x);
			fe_sqr(&x, &x);
		} else {
			fe_mul(&x, &x, &y);
			fe_mul(&y, &y, &x);
		}
	}
	fe_store(w, &x);
	gpu_put(j->out, 2 * i, w);
	gpu_put(j->out, 2 * i + 1, w);
}

FE_FN void curve_mult(curve_job *j, uint32_t i)
{
	uint64_t w[8], k[4], bad;
	wei_affine p;
	wei_point r;

	if (i >= j->n)
		return;
	gpu_get(w, j->points + 8 * i);
	gpu_get(w + 4, j->points + 8 * i + 4);
	bad = wei_decode(&p, w);
	gpu_get(w, j->scalars + 4 * i);
	bad |= wei_scalar(k, w);
	wei_mult(&r, k, &p);
	gpu_save(j->x, i, j->n, &r.X);
	gpu_save(j->y, i, j->n, &r.Y);
	gpu_save(j->den, i, j->n, &r.Z);
	j->status[i] = bad & 1;
}

FE_FN void curve_finish(curve_job *j, uint32_t thread)
{
	if (thread >= j->step)
		return;
	gpu_invert(j->den, j->work, thread, j->step, j->n);
	FE_ROLLED
	for (uint32_t i = thread; i < j->n; i += j->step) {
		uint64_t keep = (uint64_t)j->status[i] - 1, w[8];
		wei_point r;
		fe zinv;

		gpu_restore(&zinv, j->den, i, j->n);
		gpu_restore(&r.X, j->x, i, j->n);
		gpu_restore(&r.Y, j->y, i, j->n);
		wei_encode(w, &r, &zinv);
		FE_UNROLL
		for (int n = 0; n < 8; n++)
			w[n] &= keep;
		gpu_put(j->out, 2 * i, w);
		gpu_put(j->out, 2 * i + 1, w + 4);
	}
}

#define P256_BOUNDS	__launch_bounds__(GPU_THREADS, 2)

CURVE_ENTRY(product, curve_chain<0>, P256_BOUNDS)
CURVE_ENTRY(square, curve_chain<1>, P256_BOUNDS)
CURVE_ENTRY(mult, curve_mult, P256_BOUNDS)
CURVE_ENTRY(finish, curve_finish, P256_BOUNDS)
