// SPDX-License-Identifier: GPL-2.0-only
/*
 * Entry points of 25519 for frames, of the shape of kernels/gpu/entry.h: see
 * kernels/gpu/25519_units.h for jobs and scratch, which is @slots here, and
 * kernels/gpu/25519_gpu.h for how a multiplication is two launches. A third one
 * copies the results to the frame. A signature check is _verify, _point_finish and
 * _verdict, in the same way; with the cofactor it is _cofactor, or ed25519_batch.h's.
 *
 *	launch		count		threads
 *	multiplication	jobs		one to a unit
 *	_finish		units		as many as share the inversions
 *	_put, _verdict	jobs		one to a unit
 *
 * On GPUs doubles are the fastest (Documentation/curves.rst). Where tests emulate it on
 * the CPU, it uses integers.
 */
#include "kernels/gpu/25519_gpu.h"
#include "kernels/gpu/25519_units.h"
#include "kernels/gpu/ed25519_batch.h"
#include "kernels/gpu/entry.h"

#ifdef __CUDACC__
#include "kernels/curve/fe25519_dpf.h"
#define FE(name)	dpf_##name
#else
#include "kernels/curve/fe25519_i51.h"
#define FE(name)	i51_##name
#endif
#include "kernels/curve/25519_all.h"
#include "kernels/gpu/25519_gpu_fe.h"
#include "kernels/gpu/25519_gpu_mult.h"
#include "kernels/gpu/ed25519_check.h"
#include "kernels/gpu/ed25519_batch_entry.h"

/* What unit @thread of a launch is. */
struct unit_in {
	const uint64_t *scalar;
	const uint64_t *point;
};

WC_GPU_FN struct unit_in unit_in(const struct wc_args *a, uint32_t thread)
{
	const struct wc_job *job = wc_unit_of((const struct wc_job *)a->jobs,
					      a->count, &thread);
	const uint8_t *at = a->in + wc_scalar_at(job, thread);
	struct unit_in in = {
		(const uint64_t *)(const void *)at,
		(const uint64_t *)(const void *)(at + wc_point_behind(job)),
	};

	return in;
}

/* @form: GPU_EDWARDS or GPU_MONTGOMERY. */
template <int form>
WC_GPU_FN void unit_base(const struct wc_args *a, uint32_t thread)
{
	struct wc_units u = wc_units(a->slots, a->threads);

	ed_base_one(u.x, u.y, u.den, unit_in(a, thread).scalar, u.table, thread,
		    a->threads, form);
	u.status[thread] = 0;
}

WC_GPU_FN void unit_shared(const struct wc_args *a, uint32_t thread)
{
	struct wc_units u = wc_units(a->slots, a->threads);
	const struct unit_in in = unit_in(a, thread);

	x25519_one(u.x, u.den, in.scalar, in.point, thread, a->threads);
}

WC_GPU_FN void unit_mult(const struct wc_args *a, uint32_t thread)
{
	struct wc_units u = wc_units(a->slots, a->threads);
	const struct unit_in in = unit_in(a, thread);

	ed_mult_one(u.x, u.y, u.den, u.status, in.scalar, in.point, thread,
		    a->threads, 0);
}

template <int form>
WC_GPU_FN void unit_finish(const struct wc_args *a, uint32_t thread)
{
	struct wc_units u = wc_units(a->slots, a->count);

	ed_finish_many(u.out, u.status, u.x, u.y, u.den, u.work, thread,
		       a->threads, a->count, form);
}

WC_GPU_FN void unit_put(const struct wc_args *a, uint32_t thread)
{
	struct wc_units u = wc_units(a->slots, a->threads);
	const uint64_t *result = u.out + 4 * thread;
	uint32_t status = u.status[thread], i = thread;
	const struct wc_job *job = wc_unit_of((const struct wc_job *)a->jobs,
					      a->count, &i);

	if (job->slot == WC_JOB_ARRAYS)
		wc_array_put(a->out, job, i, result, status);
	else
		wc_unit_put(a->out + wc_scalar_at(job, i), result, 2, status);
}

/* What R has to be; the division is to come. Public: the tables are read by address. */
WC_GPU_FN void unit_verify(const struct wc_args *a, uint32_t thread)
{
	struct wc_units u = wc_units(a->slots, a->threads);
	const uint64_t *in = check_in(a, check_at(a, thread));
	uint64_t key[4], s[4], k[4];
	FE(ed_point) p;

	gpu_get(key, in + 4);
	gpu_get(s, in + WC_ED25519_S_AT);
	check_k(k, in);
	u.status[thread] = 1 & FE(ed_check_vartime)(&p, key, s, k,
						    u.check_table,
						    ED_GPU_CHECK_W, 0);
	ed_save(u.x, u.y, u.den, &p, thread, a->threads, GPU_EDWARDS);
}

WC_GPU_FN void unit_verdict(const struct wc_args *a, uint32_t thread)
{
	struct wc_units u = wc_units(a->slots, a->threads);
	uint32_t at = check_at(a, thread);
	uint64_t r[4], wrong = u.status[thread];

	gpu_get(r, check_in(a, at));
	for (int i = 0; i < 4; i++)
		wrong |= r[i] ^ u.out[4 * thread + i];
	wc_verdict_put(a->out + at, a->in + at, WC_ED25519_CHECK_BYTES,
		       wrong == 0);
}

WC_WARP_ENTRY(wc_25519_public, GPU_DPF_BLOCKS, unit_base<GPU_MONTGOMERY>)
WC_ENTRY(wc_25519_shared, GPU_LADDER_BLOCKS, unit_shared)
WC_WARP_ENTRY(wc_25519_base, GPU_DPF_BLOCKS, unit_base<GPU_EDWARDS>)
WC_ENTRY(wc_25519_mult, GPU_LADDER_BLOCKS, unit_mult)
WC_ENTRY(wc_25519_public_finish, GPU_DPF_BLOCKS, unit_finish<GPU_MONTGOMERY>)
WC_ENTRY(wc_25519_shared_finish, GPU_DPF_BLOCKS, unit_finish<GPU_SHARED>)
WC_ENTRY(wc_25519_point_finish, GPU_DPF_BLOCKS, unit_finish<GPU_EDWARDS>)
WC_ENTRY(wc_25519_put, 1, unit_put)
WC_ENTRY(wc_25519_verify, GPU_LADDER_BLOCKS, unit_verify)
WC_ENTRY(wc_25519_verdict, 1, unit_verdict)
WC_ENTRY(wc_25519_cofactor, GPU_LADDER_BLOCKS, unit_cofactor)

#undef FE
