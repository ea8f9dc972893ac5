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

#define ED25519_SCRATCH_ARGS						\
	uint64_t *x, uint64_t *y, uint64_t *den
#define ED25519_BASE_ARGS						\
	ED25519_SCRATCH_ARGS, const uint64_t *scalars,			\
	const uint64_t *__restrict__ table, uint32_t n, int form
#define ED25519_MULT_ARGS						\
	ED25519_SCRATCH_ARGS, uint8_t *status, const uint64_t *scalars,	\
	const uint64_t *points, uint32_t n
#define ED25519_FINISH_ARGS						\
	uint64_t *out, const uint8_t *status, const uint64_t *x,	\
	const uint64_t *y, uint64_t *den, uint64_t *work, uint32_t n,	\
	int form

/*
 * ed25519_base_dpf(), ed25519_base_vartime_dpf(), ed25519_mult_dpf(),
 * ed25519_ladder_dpf(), ed25519_finish_dpf()
 */
#define FE(name)	dpf_##name
#define FE_ENTRY(name)	name##_dpf
#define FE_KERNEL	GPU_KERNEL_DPF
#define FE_LADDER	GPU_LADDER_DPF
#ifndef WARPCRYPT_25519_TEMPLATES
#include "kernels/curve/25519_all.h"
#include "kernels/gpu/25519_gpu_fe.h"
#endif
#include "kernels/gpu/ed25519_gpu.h"
#include "kernels/gpu/ed25519_entry.h"
#undef FE
#undef FE_ENTRY
#undef FE_KERNEL
#undef FE_LADDER

/*
 * ed25519_base_i32(), ed25519_base_vartime_i32(), ed25519_mult_i32(),
 * ed25519_ladder_i32(), ed25519_finish_i32()
 */
#define FE(name)	i32_##name
#define FE_ENTRY(name)	name##_i32
#define FE_KERNEL	GPU_KERNEL
#define FE_LADDER	GPU_KERNEL
#ifndef WARPCRYPT_25519_TEMPLATES
#include "kernels/curve/25519_all.h"
#include "kernels/gpu/25519_gpu_fe.h"
#endif
#include "kernels/gpu/ed25519_gpu.h"
#include "kernels/gpu/ed25519_entry.h"
#undef FE
#undef FE_ENTRY
#undef FE_KERNEL
#undef FE_LADDER
#define WARPCRYPT_25519_TEMPLATES
