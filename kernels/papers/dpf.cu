// SPDX-License-Identifier: GPL-2.0-only
/*
 * 25519 as DPF-ECC has it: compiled once for each of its switches, which are those
 * of kernels/curve/fe25519.h; PAPER_SWITCH is the name, for the entries. For
 * comparison only: dpf_NAME_known_address reads its table at addresses that depend
 * on the scalar.
 *
 * A multiplication is two launches, as ours: the second divides.
 */
#include "kernels/gpu/25519_gpu.h"
#include "kernels/curve/fe25519_dpf.h"

#define FE(name)	dpf_##name
#include "kernels/curve/25519_all.h"
#include "kernels/gpu/25519_gpu_fe.h"
#include "kernels/gpu/ed25519_gpu.h"
#include "kernels/gpu/x25519_gpu.h"
#include "kernels/papers/curve_job.h"

#define PAPER_PASTE(name, entry)	dpf_##name##_##entry
#define PAPER_NAME(name, entry)		PAPER_PASTE(name, entry)

typedef const struct paper_curve curve_job;

FE_FN void curve_x25519(curve_job *j, uint32_t i)
{
	if (i < j->n)
		FE(x25519_one)(j->x, j->den, j->scalars + 4 * i,
			       j->points + 4 * i, i, j->n);
}

FE_FN void curve_known(curve_job *j, uint32_t i)
{
	if (i < j->n)
		FE(ed_base_one)(j->x, j->y, j->den, j->scalars + 4 * i,
				j->table, i, j->n, GPU_EDWARDS, 0);
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
}

FE_FN void curve_unknown(curve_job *j, uint32_t i)
{
	if (i < j->n)
		FE(ed_mult_one)(j->x, j->y, j->den, j->status,
				j->scalars + 4 * i, j->points + 4 * i, i, j->n,
				1);
}

FE_FN void curve_finish_montgomery(curve_job *j, uint32_t i)
{
	if (i < j->step)
		FE(x25519_finish)(j->out, j->status, j->x, j->den, j->work, i,
				  j->step, j->n);
}

FE_FN void curve_finish(curve_job *j, uint32_t i)
{
	if (i < j->step)
		FE(ed_finish_many)(j->out, j->status, j->x, j->y, j->den,
				   j->work, i, j->step, j->n, GPU_EDWARDS);
}

#ifdef __CUDACC__
#define CURVE_ENTRY(entry)						\
extern "C" __global__ void __launch_bounds__(GPU_THREADS, GPU_DPF_BLOCKS) \
PAPER_NAME(PAPER_SWITCH, entry)(const __grid_constant__ struct paper_curve job) \
{									\
	curve_##entry(&job, gpu_thread());				\
}
#else
/* Programs that play the GPU find all by their names: tools/bench/papers_play.c */
extern "C" int paper_curve_add(const char *name,
			       void (*entry)(const struct paper_curve *job,
					     uint32_t thread));

#define CURVE_TEXT(x)		#x
#define CURVE_NAME(name, entry)	"dpf_" CURVE_TEXT(name) "_" #entry
#define CURVE_ENTRY(entry)						\
static void play_##entry(const struct paper_curve *job, uint32_t thread) \
{									\
	unsigned int mode = dpf_enter();				\
									\
	curve_##entry(job, thread);					\
	dpf_leave(mode);						\
}									\
static const int added_##entry __attribute__((unused)) =		\
	paper_curve_add(CURVE_NAME(PAPER_SWITCH, entry), play_##entry);
#endif

CURVE_ENTRY(x25519)
CURVE_ENTRY(known)
CURVE_ENTRY(known_address)
CURVE_ENTRY(unknown)
CURVE_ENTRY(finish_montgomery)
CURVE_ENTRY(finish)
