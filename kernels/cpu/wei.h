/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scalar multiplications on short Weierstrass curves (kernels/curve/wei.h) in batches on
 * the CPU: of the curve's base point, and of any points of it.
 *
 * Scalars are arrays of WCWEI_SCALAR_BYTES each, points and results of WCWEI_POINT_BYTES:
 * x and y, one after the other. All numbers have their most significant byte first
 * (SEC 1). Arrays may be unaligned, and must not overlap results. Any count is allowed,
 * zero too. Nothing is allocated; every function may be called from many threads at a
 * time.
 *
 * Constant time: no branch and no address depends on a scalar or on a value computed
 * from it, but in the function whose name has vartime in it. Whether an element has a
 * result is public.
 *
 * NULL as an engine means the fastest that this CPU has.
 */
#ifndef WARPCRYPT_KERNELS_CPU_WEI_H
#define WARPCRYPT_KERNELS_CPU_WEI_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/cpu/curve_engine.h"

#define WCWEI_SCALAR_BYTES	32
#define WCWEI_POINT_BYTES	64
#define WCWEI_CHECK_BYTES	160

/* The result of one element of a batch. Unless it is WCWEI_OK, the result is zeros. */
enum wcwei_status {
	WCWEI_OK = 0,
	/* A coordinate is p or more, or the point is not on the curve. */
	WCWEI_BAD_POINT = 1,
	/* The scalar is 0, or the group's order or more. */
	WCWEI_BAD_SCALAR = 2,
	/* The signature is not valid. */
	WCWEI_NOT_VALID = 3,
};

struct wcwei_curve;

/* NIST P-256. */
extern const struct wcwei_curve wcwei_p256;

/**
 * wcwei_engines() - the engines of a curve, the fastest first
 */
const struct wc_curve_engine *const *wcwei_engines(const struct wcwei_curve *curve);

/**
 * wcwei_base() - [k]G, the public keys of secret scalars
 * @curve: the curve
 * @engine: one of its engines or NULL
 * @out: @n points
 * @scalars: @n scalars
 * @n: elements
 * @status: @n bytes, enum wcwei_status, or NULL
 *
 * The first call for a curve makes its tables, which takes a millisecond.
 *
 * Return: how many elements are not WCWEI_OK.
 */
size_t wcwei_base(const struct wcwei_curve *curve,
		  const struct wc_curve_engine *engine, uint8_t *out,
		  const uint8_t *scalars, size_t n, uint8_t *status);

/**
 * wcwei_mult() - [k]P; ECDH's shared secret is its x
 * @curve: the curve
 * @engine: one of its engines or NULL
 * @out: @n points
 * @scalars: @n scalars
 * @points: @n points
 * @n: elements
 * @status: @n bytes, enum wcwei_status, or NULL. If both point and scalar are
 *	wrong, it is WCWEI_BAD_POINT.
 *
 * Return: how many elements are not WCWEI_OK.
 */
size_t wcwei_mult(const struct wcwei_curve *curve,
		  const struct wc_curve_engine *engine, uint8_t *out,
		  const uint8_t *scalars, const uint8_t *points, size_t n,
		  uint8_t *status);

/**
 * wcwei_check_vartime() - check signatures of ECDSA (kernels/curve/wei_check.h)
 * @curve: the curve
 * @engine: one of its engines or NULL
 * @checks: @n of WCWEI_CHECK_BYTES: the key's x and y, most significant byte first;
 *	r, u1 and u2, least significant byte first, u1 and u2 below the order
 * @n: elements
 * @status: @n bytes, WCWEI_OK or WCWEI_NOT_VALID, or NULL
 *
 * Return: how many elements are not WCWEI_OK.
 */
size_t wcwei_check_vartime(const struct wcwei_curve *curve,
			   const struct wc_curve_engine *engine,
			   const uint8_t *checks, size_t n, uint8_t *status);

#endif /* WARPCRYPT_KERNELS_CPU_WEI_H */
