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
#include "kernels/gpu/wei_gpu.h"
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
	if (i < j->n)
		wei_mult_one(j->x, j->y, j->den, j->status, j->scalars + 4 * i,
			     j->points + 8 * i, i, j->n);
}

FE_FN void curve_finish(curve_job *j, uint32_t i)
{
	if (i < j->step)
		wei_finish_many(j->out, j->status, j->x, j->y, j->den, j->work,
				i, j->step, j->n);
}

#define P256_BOUNDS	__launch_bounds__(GPU_THREADS, 2)

CURVE_ENTRY(product, curve_chain<0>, P256_BOUNDS)
CURVE_ENTRY(square, curve_chain<1>, P256_BOUNDS)
CURVE_ENTRY(mult, curve_mult, P256_BOUNDS)
CURVE_ENTRY(finish, curve_finish, P256_BOUNDS)
