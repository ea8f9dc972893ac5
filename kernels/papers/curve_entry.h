/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Entry points of dpf.cu and p256.cu, FIELD_SWITCH_ENTRY: CURVE_FIELD is the first part,
 * PAPER_SWITCH the second.
 */
#include "kernels/papers/curve_job.h"

typedef const struct paper_curve curve_job;

#define CURVE_PASTE(field, name, entry)	field##_##name##_##entry
#define CURVE_NAME(field, name, entry)	CURVE_PASTE(field, name, entry)

#ifdef __CUDACC__
/* @bounds: what bounds its registers */
#define CURVE_ENTRY(entry, run, bounds)					\
extern "C" __global__ void bounds					\
CURVE_NAME(CURVE_FIELD, PAPER_SWITCH, entry)				\
	(const __grid_constant__ struct paper_curve job)		\
{									\
	run(&job, gpu_thread());					\
}
#else
/* Programs that emulate the GPU find all by their names: tools/bench/papers_emulated.c */
extern "C" int paper_curve_add(const char *name,
			       void (*entry)(const struct paper_curve *job,
					     uint32_t thread));

#define CURVE_TEXT(x)		#x
#define CURVE_STRING(x)		CURVE_TEXT(x)
#define CURVE_ENTRY(entry, run, bounds)					\
static void emulate_##entry(const struct paper_curve *job, uint32_t thread) \
{									\
	unsigned int mode = dpf_enter();				\
									\
	run(job, thread);						\
	dpf_leave(mode);						\
}									\
static const int added_##entry __attribute__((unused)) =		\
	paper_curve_add(CURVE_STRING(CURVE_NAME(CURVE_FIELD, PAPER_SWITCH, \
						entry)), emulate_##entry);
#endif
