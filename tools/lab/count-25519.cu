// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kernels of one field operation each, whose instructions tools/lab/sass-count
 * counts: those of count_dpf_<operation> minus those of count_dpf_copy, which loads and
 * stores the same.
 */
#include "kernels/curve/fe25519_dpf.h"

#define ONE(op, call) \
extern "C" __global__ void count_dpf_##op(dpf_fe *p) \
{ \
	dpf_fe a = p[0], b = p[1], r = p[2]; \
	call; \
	p[3] = r; \
	p[4] = a; \
	p[5] = b; \
}

ONE(copy, )
ONE(mul, dpf_mul(&r, &a, &b))
ONE(sqr, dpf_sqr(&r, &a))
ONE(add, dpf_add(&r, &a, &b))
ONE(sub, dpf_sub(&r, &a, &b))
ONE(sqr2add, dpf_sqr2_add(&r, &a, &b, &b))
ONE(a24add, dpf_a24_add(&r, &a, &b))
