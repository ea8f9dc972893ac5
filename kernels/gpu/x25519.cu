// SPDX-License-Identifier: GPL-2.0-only
/*
 * X25519 on the GPU: entry points for either arithmetic, and for both beside each
 * other. See 25519_gpu.h for how an operation is two launches.
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

/* x25519_ladder_dpf(), x25519_finish_dpf() */
#define FE(name)	dpf_##name
#define FE_ENTRY(name)	name##_dpf
#define FE_KERNEL	GPU_KERNEL_DPF
#define FE_LADDER	GPU_LADDER_DPF
#ifndef WARPCRYPT_25519_TEMPLATES
#include "kernels/curve/25519_all.h"
#include "kernels/gpu/25519_gpu_fe.h"
#endif
#include "kernels/gpu/x25519_gpu.h"
#include "kernels/gpu/x25519_entry.h"
#undef FE
#undef FE_ENTRY
#undef FE_KERNEL
#undef FE_LADDER

/* x25519_ladder_i32(), x25519_finish_i32() */
#define FE(name)	i32_##name
#define FE_ENTRY(name)	name##_i32
#define FE_KERNEL	GPU_KERNEL
#define FE_LADDER	GPU_KERNEL
#ifndef WARPCRYPT_25519_TEMPLATES
#include "kernels/curve/25519_all.h"
#include "kernels/gpu/25519_gpu_fe.h"
#endif
#include "kernels/gpu/x25519_gpu.h"
#include "kernels/gpu/x25519_entry.h"
#undef FE
#undef FE_ENTRY
#undef FE_KERNEL
#undef FE_LADDER
#define WARPCRYPT_25519_TEMPLATES

/*
 * Doubles and integers beside each other, to measure what that is worth: one block for each
 * multiprocessor, which takes an equal part of the elements. Four warps, one in each quarter
 * of the multiprocessor, have a role together: the first @DOUBLES fours work on doubles, the
 * others on integers. A warp that has done 32 elements takes the block's next.
 */
#define ROLES_THREADS	384

template <int DOUBLES>
static __device__ __forceinline__ void x25519_roles(X25519_LADDER_ARGS)
{
	__shared__ uint32_t next;
	uint32_t groups = (n + 31) / 32, lane = threadIdx.x % 32;
	uint32_t first = (uint64_t)groups * blockIdx.x / gridDim.x;
	uint32_t end = (uint64_t)groups * (blockIdx.x + 1) / gridDim.x;

	if (threadIdx.x == 0)
		next = first;
	__syncthreads();
	for (;;) {
		uint32_t i = 0;

		if (lane == 0)
			i = atomicAdd(&next, 1);
		i = __shfl_sync(~0u, i, 0);
		if (i >= end)
			return;
		i = 32 * i + lane;
		if (i >= n)
			continue;
		if (threadIdx.x / 128 < DOUBLES)
			dpf_x25519_one(num, den, scalars + 4 * i,
				       points + 4 * i, i, n);
		else
			i32_x25519_one(num, den, scalars + 4 * i,
				       points + 4 * i, i, n);
	}
}

#define X25519_ROLES(doubles)						\
extern "C" __global__ void __launch_bounds__(ROLES_THREADS, 1)		\
x25519_ladder_roles_##doubles(X25519_LADDER_ARGS)			\
{									\
	x25519_roles<doubles>(num, den, scalars, points, n);		\
}

/* x25519_ladder_roles_1(), x25519_ladder_roles_2() */
X25519_ROLES(1)
X25519_ROLES(2)
