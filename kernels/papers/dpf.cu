// SPDX-License-Identifier: GPL-2.0-only
/*
 * 25519 as DPF-ECC has it: compiled once for each of its switches, which are those
 * of kernels/curve/fe25519.h and fe25519_dpf.h; PAPER_SWITCH is the name, for the
 * entries. For comparison only: dpf_NAME_known_address, and what dpf_points.h has, read
 * tables at addresses that depend on the scalar.
 *
 * A multiplication is two launches, as ours: the second divides.
 */
#include "kernels/gpu/25519_gpu.h"
#include "kernels/curve/fe25519_dpf.h"

#define FE(name)	dpf_##name
#include "kernels/curve/25519_all.h"
#include "kernels/gpu/25519_gpu_fe.h"
#include "kernels/gpu/25519_gpu_mult.h"
#if DPF_UNSIGNED
#include "kernels/papers/dpf_points.h"
#endif
#define CURVE_FIELD	dpf
#include "kernels/papers/curve_entry.h"

FE_FN void curve_x25519(curve_job *j, uint32_t i)
{
	if (i < j->n)
		x25519_one(j->x, j->den, j->scalars + 4 * i, j->points + 4 * i,
			   i, j->n);
}

#ifndef DPF_REGISTERS
FE_FN void curve_known(curve_job *j, uint32_t i)
{
	if (i >= j->n)
		return;
	ed_base_one(j->x, j->y, j->den, j->scalars + 4 * i, j->table, i, j->n,
		    GPU_EDWARDS);
	j->status[i] = 0;
}

FE_FN void curve_known_address(curve_job *j, uint32_t i)
{
	uint64_t k[4];
	ed_point p;

	if (i >= j->n)
		return;
	gpu_get(k, j->scalars + 4 * i);
	ed_base_vartime(&p, k, j->table, ED_GPU_BASE_W);
	ed_save(j->x, j->y, j->den, &p, i, j->n, GPU_EDWARDS);
	j->status[i] = 0;
}

FE_FN void curve_unknown(curve_job *j, uint32_t i)
{
	if (i < j->n)
		ed_mult_one(j->x, j->y, j->den, j->status, j->scalars + 4 * i,
			    j->points + 4 * i, i, j->n, 1);
}

FE_FN void curve_finish_montgomery(curve_job *j, uint32_t i)
{
	if (i < j->step)
		ed_finish_many(j->out, j->status, j->x, j->y, j->den, j->work,
			       i, j->step, j->n, GPU_SHARED);
}

FE_FN void curve_finish(curve_job *j, uint32_t i)
{
	if (i < j->step)
		ed_finish_many(j->out, j->status, j->x, j->y, j->den, j->work,
			       i, j->step, j->n, GPU_EDWARDS);
}
#endif

#if DPF_UNSIGNED
/* @mixed: additions are mixed. */
template <int mixed> FE_FN void curve_segments(curve_job *j, uint32_t i)
{
	uint64_t k[4];
	ed_point p;

	if (i >= j->n)
		return;
	gpu_get(k, j->scalars + 4 * i);
	paper_known(&p, k, j->table, j->width, mixed);
	ed_save(j->x, j->y, j->den, &p, i, j->n, GPU_EDWARDS);
	j->status[i] = 0;
}

FE_FN void curve_unknown_paper(curve_job *j, uint32_t i)
{
	uint64_t k[4], w[4];
	ed_point p;

	if (i >= j->n)
		return;
	gpu_get(w, j->points + 4 * i);
	gpu_get(k, j->scalars + 4 * i);
	j->status[i] = 1 & ed_decode(&p, w);
	paper_unknown(&p, k);
	ed_save(j->x, j->y, j->den, &p, i, j->n, GPU_EDWARDS);
}
#endif

#define DPF_ENTRY(entry)						\
	CURVE_ENTRY(entry, curve_##entry,				\
		    __launch_bounds__(GPU_THREADS, GPU_DPF_BLOCKS))

#ifdef DPF_REGISTERS
#define LADDER(registers)						\
	CURVE_ENTRY(x25519_##registers, curve_x25519, __maxnreg__(registers))
#define POINTS(registers)						\
	CURVE_ENTRY(known_paper_##registers, curve_segments<1>,		\
		    __maxnreg__(registers))				\
	CURVE_ENTRY(unknown_paper_##registers, curve_unknown_paper,	\
		    __maxnreg__(registers))

PAPER_REGISTERS(LADDER)
PAPER_REGISTERS_FEW(POINTS)
#else
DPF_ENTRY(x25519)
DPF_ENTRY(known)
DPF_ENTRY(known_address)
DPF_ENTRY(unknown)
DPF_ENTRY(finish_montgomery)
DPF_ENTRY(finish)
#if DPF_UNSIGNED
CURVE_ENTRY(known_paper, curve_segments<1>,
	    __launch_bounds__(GPU_THREADS, GPU_DPF_BLOCKS))
CURVE_ENTRY(known_full, curve_segments<0>,
	    __launch_bounds__(GPU_THREADS, GPU_DPF_BLOCKS))
DPF_ENTRY(unknown_paper)
#endif
#endif
