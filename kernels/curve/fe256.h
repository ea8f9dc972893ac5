/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The field of integers modulo a prime p of 256 bits whose Montgomery reduction is
 * cheap: p + 1 is a sum of few powers of two, the smallest of them 2^64 or more
 * (a Solinas prime). What every arithmetic offers; the arithmetics:
 *
 *	i32	fe256_i32.h	eight 32-bit words; GPU (PTX), CPU (plain C)
 *	i64	fe256_i64.h	four 64-bit words; CPU
 *	l52	fe256_l52.h	five 52-bit limbs; their products by AVX-512 IFMA, by
 *				doubles (GPU, AVX2, AVX-512), or by 64-bit words
 *
 * Each is a template over the prime, too. The curve says which: WEI(name) makes its
 * constants' names (wei.h), as FE(name) makes those of the instance:
 *
 *	#include "kernels/curve/p256.h"
 *	#define WEI(name) P256_##name
 *	#define FE(name) p256_i64_##name
 *	#include "kernels/curve/fe256_i64.h"
 *
 * gives p256_i64_mul() and so on. fe.h has the names without a prefix.
 *
 * An element x is kept as x R modulo p, R = 2^256 or 2^260: p is -1 modulo 2^64, so
 * the multiple of p that clears the lowest digit m of a product is m p itself, which
 * adds m (p + 1) / 2^64 or so above it and needs no multiplication to be found.
 *
 * Bounds. i32, i64: elements are below p. l52: below 2 p, each limb below 2^52.
 * Inputs and results of all functions are elements:
 *
 *	function		result
 *	fe_add, fe_sub		a + b, a - b
 *	fe_sub2(r, a, b, c)	a - b - c
 *	fe_triple(r, a)		3 a
 *	fe_halve(r, a)		a / 2
 *	fe_mul, fe_sqr		a b, a^2
 *	fe_load(r, w)		from four words, any value
 *	fe_store(w, a)		four words, the number in [0, p)
 *	fe_raw(r, w)		from x 2^256 modulo p, four words: entries of tables
 *	fe_cmov(r, a, mask)	a in the lanes of mask
 *
 * With FE_CHECKED every step asserts the bounds of its inputs and results.
 *
 * Nothing branches on, or indexes by, a limb. Masks are words of all zeros or all
 * ones for each lane.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_FE256_H
#define WARPCRYPT_KERNELS_CURVE_FE256_H

#include "kernels/curve/fe.h"

#define fe_sub2		FE(sub2)
#define fe_triple	FE(triple)
#define fe_halve	FE(halve)
#define fe_raw		FE(raw)

#endif /* WARPCRYPT_KERNELS_CURVE_FE256_H */
