// SPDX-License-Identifier: GPL-2.0-only
/*
 * Entry points of 25519 for frames, of the shape of kernels/gpu/entry.h: see
 * kernels/gpu/25519_units.h for jobs and scratch, which is @slots here, and
 * kernels/gpu/25519_gpu.h for how a multiplication is two launches. Then a third
 * puts results where they belong.
 *
 *	launch		count		threads
 *	multiplication	jobs		one to a unit
 *	_finish		units		as many as share the inversions
 *	_put		jobs		one to a unit
 *
 * Doubles are the fastest (Documentation/benchmarks/). The CPU, which plays this
 * in tests, has integers.
 */
#include "kernels/gpu/25519_gpu.h"
#include "kernels/gpu/25519_units.h"
#include "kernels/gpu/entry.h"

#ifdef __CUDACC__
#include "kernels/curve/fe25519_dpf.h"
#define FE(name)	dpf_##name
#else
#include "kernels/curve/fe25519_i32.h"
#define FE(name)	i32_##name
#endif
#include "kernels/curve/25519_all.h"
#include "kernels/gpu/25519_gpu_fe.h"
#include "kernels/gpu/ed25519_gpu.h"
#include "kernels/gpu/x25519_gpu.h"

#define UNITS_MULTIPLY(name, blocks, work)				\
WC_BOUND_ENTRY(name, blocks,						\
	struct wc_units u = wc_units(slots, threads);			\
	const uint64_t *unit = (const uint64_t *)(const void *)(in +	\
		wc_unit_at((const struct wc_job *)jobs, count, thread)); \
									\
	work)

#define UNITS_FINISH(name, blocks, work)				\
WC_BOUND_ENTRY(name, blocks,						\
	struct wc_units u = wc_units(slots, count);			\
									\
	work)

UNITS_MULTIPLY(wc_25519_public, GPU_DPF_BLOCKS,
	FE(ed_base_one)(u.x, u.y, u.den, unit, u.table, thread, threads,
			  GPU_MONTGOMERY, 0);
	u.status[thread] = 0)
UNITS_MULTIPLY(wc_25519_shared, GPU_DPF_BLOCKS,
	FE(x25519_one)(u.x, u.den, unit, unit + 4, thread, threads))
UNITS_MULTIPLY(wc_25519_base, GPU_DPF_BLOCKS,
	FE(ed_base_one)(u.x, u.y, u.den, unit, u.table, thread, threads,
			  GPU_EDWARDS, 0);
	u.status[thread] = 0)
UNITS_MULTIPLY(wc_25519_mult, GPU_DPF_BLOCKS,
	FE(ed_mult_one)(u.x, u.y, u.den, u.status, unit, unit + 4, thread,
			  threads, 0))

UNITS_FINISH(wc_25519_public_finish, GPU_DPF_BLOCKS,
	FE(ed_finish_many)(u.out, u.status, u.x, u.y, u.den, u.work, thread,
			     threads, count, GPU_MONTGOMERY))
UNITS_FINISH(wc_25519_shared_finish, GPU_DPF_BLOCKS,
	FE(x25519_finish)(u.out, u.status, u.x, u.den, u.work, thread,
			    threads, count))
UNITS_FINISH(wc_25519_point_finish, GPU_DPF_BLOCKS,
	FE(ed_finish_many)(u.out, u.status, u.x, u.y, u.den, u.work, thread,
			     threads, count, GPU_EDWARDS))

WC_ENTRY(wc_25519_put,
	struct wc_units u = wc_units(slots, threads);

	wc_unit_put(out + wc_unit_at((const struct wc_job *)jobs, count, thread),
		    u.out + 4 * thread, u.status[thread]))

#undef FE
