// SPDX-License-Identifier: GPL-2.0-only
/*
 * edwards25519 on the GPU: [k]B, [k]P and X25519's public keys; entry points for
 * either arithmetic. See 25519_gpu.h for how an operation is two launches, and
 * ed25519_base.h for the tables.
 *
 * Arrays of 32-byte elements as in kernels/cpu/x25519.h, 16-byte aligned, in device
 * memory; scratch is x, y, den and work, 32 bytes an element each. All of it is
 * secret: the caller wipes it.
 */
#include "kernels/gpu/25519_gpu.h"
#include "kernels/curve/fe25519_dpf.h"
#include "kernels/curve/fe25519_i32.h"

#define FE(name)	dpf_##name
#ifndef WARPCRYPT_25519_TEMPLATES
#include "kernels/curve/25519_all.h"
#include "kernels/gpu/25519_gpu_fe.h"
#endif
#include "kernels/gpu/ed25519_gpu.h"
#undef FE

#define FE(name)	i32_##name
#ifndef WARPCRYPT_25519_TEMPLATES
#include "kernels/curve/25519_all.h"
#include "kernels/gpu/25519_gpu_fe.h"
#endif
#include "kernels/gpu/ed25519_gpu.h"
#undef FE
#define WARPCRYPT_25519_TEMPLATES

#define SCRATCH_ARGS uint64_t *x, uint64_t *y, uint64_t *den
#define BASE_ARGS SCRATCH_ARGS, const uint64_t *scalars, \
		  const uint64_t *__restrict__ table, uint32_t n, int form
#define MULT_ARGS SCRATCH_ARGS, uint8_t *status, const uint64_t *scalars, \
		  const uint64_t *points, uint32_t n
#define END_ARGS uint64_t *out, const uint8_t *status, const uint64_t *x, \
		 const uint64_t *y, uint64_t *den, uint64_t *work, uint32_t n, \
		 int form

GPU_KERNEL_DPF ed25519_base_dpf(BASE_ARGS)
{
	uint32_t i = gpu_thread();

	if (i < n)
		dpf_ed_base_one(x, y, den, scalars + 4 * i, table, i, n, form, 0);
}

/* For public scalars: addresses depend on them. */
GPU_KERNEL_DPF ed25519_base_vartime_dpf(BASE_ARGS)
{
	uint32_t i = gpu_thread();

	if (i < n)
		dpf_ed_base_one(x, y, den, scalars + 4 * i, table, i, n, form, 1);
}

GPU_KERNEL_DPF ed25519_mult_dpf(MULT_ARGS)
{
	uint32_t i = gpu_thread();

	if (i < n)
		dpf_ed_mult_one(x, y, den, status, scalars + 4 * i, points + 4 * i, i, n, 1);
}

GPU_KERNEL_DPF ed25519_ladder_dpf(MULT_ARGS)
{
	uint32_t i = gpu_thread();

	if (i < n)
		dpf_ed_mult_one(x, y, den, status, scalars + 4 * i, points + 4 * i, i, n, 0);
}

GPU_KERNEL_DPF ed25519_finish_dpf(END_ARGS)
{
	dpf_ed_finish_many(out, status, x, y, den, work, gpu_thread(),
			   gridDim.x * blockDim.x, n, form);
}

GPU_KERNEL ed25519_base_i32(BASE_ARGS)
{
	uint32_t i = gpu_thread();

	if (i < n)
		i32_ed_base_one(x, y, den, scalars + 4 * i, table, i, n, form, 0);
}

/* For public scalars: addresses depend on them. */
GPU_KERNEL ed25519_base_vartime_i32(BASE_ARGS)
{
	uint32_t i = gpu_thread();

	if (i < n)
		i32_ed_base_one(x, y, den, scalars + 4 * i, table, i, n, form, 1);
}

GPU_KERNEL ed25519_mult_i32(MULT_ARGS)
{
	uint32_t i = gpu_thread();

	if (i < n)
		i32_ed_mult_one(x, y, den, status, scalars + 4 * i, points + 4 * i, i, n, 1);
}

GPU_KERNEL ed25519_ladder_i32(MULT_ARGS)
{
	uint32_t i = gpu_thread();

	if (i < n)
		i32_ed_mult_one(x, y, den, status, scalars + 4 * i, points + 4 * i, i, n, 0);
}

GPU_KERNEL ed25519_finish_i32(END_ARGS)
{
	i32_ed_finish_many(out, status, x, y, den, work, gpu_thread(),
			   gridDim.x * blockDim.x, n, form);
}
