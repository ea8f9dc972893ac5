// SPDX-License-Identifier: GPL-2.0-only
/*
 * X25519 on the GPU: entry points for either arithmetic, and for both side by
 * side. See 25519_gpu.h for how an operation is two launches.
 *
 * Arrays of 32-byte elements as in kernels/cpu/x25519.h, 16-byte aligned, in device
 * memory; scratch is num, den and work, 32 bytes an element each. All of it is
 * secret: the caller wipes it.
 */
#include "kernels/gpu/25519_gpu.h"
#include "kernels/curve/fe25519_dpf.h"
#include "kernels/curve/fe25519_i32.h"

#define X25519_LADDER_ARGS						\
	uint64_t *num, uint64_t *den, const uint64_t *scalars,		\
	const uint64_t *points, uint32_t n
#define X25519_FINISH_ARGS						\
	uint64_t *out, uint8_t *status, const uint64_t *num,		\
	uint64_t *den, uint64_t *work, uint32_t n

#define FE(name)	dpf_##name
#define FE_ENTRY(name)	name##_dpf
#define FE_KERNEL	GPU_KERNEL_DPF
#ifndef WARPCRYPT_25519_TEMPLATES
#include "kernels/curve/25519_all.h"
#include "kernels/gpu/25519_gpu_fe.h"
#endif
#include "kernels/gpu/x25519_gpu.h"
#include "kernels/gpu/x25519_entry.h"
#undef FE
#undef FE_ENTRY
#undef FE_KERNEL

#define FE(name)	i32_##name
#define FE_ENTRY(name)	name##_i32
#define FE_KERNEL	GPU_KERNEL
#ifndef WARPCRYPT_25519_TEMPLATES
#include "kernels/curve/25519_all.h"
#include "kernels/gpu/25519_gpu_fe.h"
#endif
#include "kernels/gpu/x25519_gpu.h"
#include "kernels/gpu/x25519_entry.h"
#undef FE
#undef FE_ENTRY
#undef FE_KERNEL
#define WARPCRYPT_25519_TEMPLATES

/*
 * The multiplier for integers and the FP64 units are separate: of every @period
 * warps of an SM's quarter, @share work on doubles, the others on integers.
 * Warps go to the four quarters in turn.
 */
GPU_KERNEL_DPF x25519_ladder_mixed(X25519_LADDER_ARGS, uint32_t share,
					       uint32_t period)
{
	uint32_t i = gpu_thread(), group = i / 128;

	if (i >= n)
		return;
	if (group % period < share)
		dpf_x25519_one(num, den, scalars + 4 * i, points + 4 * i, i, n);
	else
		i32_x25519_one(num, den, scalars + 4 * i, points + 4 * i, i, n);
}
