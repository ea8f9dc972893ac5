// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kernels of one field operation each, whose instructions tools/lab/sass-count
 * counts: those of count_<arithmetic>_<operation> minus those of
 * count_<arithmetic>_copy, which loads and stores the same.
 */
#include "kernels/curve/fe25519_dpf.h"
#include "kernels/curve/fe25519_i32.h"

#define ONE(field, op, call) \
extern "C" __global__ void count_##field##_##op(field##_fe *p) \
{ \
	field##_fe a = p[0], b = p[1], r = p[2]; \
	call; \
	p[3] = r; \
	p[4] = a; \
	p[5] = b; \
}

#define ALL(field) \
	ONE(field, copy, ) \
	ONE(field, mul, field##_mul(&r, &a, &b)) \
	ONE(field, sqr, field##_sqr(&r, &a)) \
	ONE(field, add, field##_add(&r, &a, &b)) \
	ONE(field, sub, field##_sub(&r, &a, &b)) \
	ONE(field, sqr2add, field##_sqr2_add(&r, &a, &b, &b)) \
	ONE(field, a24add, field##_a24_add(&r, &a, &b))

ALL(dpf)
ALL(i32)
