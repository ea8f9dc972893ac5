/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * X25519 and edwards25519 in batches on the CPU.
 *
 * Scalars, points and results are arrays of 32-byte little-endian encodings,
 * those of RFC 7748 and RFC 8032, one after the other. Arrays may be unaligned,
 * and a result may take the place of its scalar or point. Any count is allowed,
 * zero too. Nothing is allocated; every function may be called from many
 * threads at a time.
 *
 * Constant time: no branch and no address depends on a scalar or on a value
 * computed from it, except in the functions whose names have vartime in them. Whether a
 * point was valid is public.
 *
 * NULL as an engine means the fastest that this CPU has.
 */
#ifndef WARPCRYPT_KERNELS_CPU_X25519_H
#define WARPCRYPT_KERNELS_CPU_X25519_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/cpu/curve_engine.h"

#define WC25519_BYTES	32

/* The result of one element of a batch. */
enum wc25519_status {
	WC25519_OK = 0,
	/* Not the encoding of a point; the result is zeros. */
	WC25519_BAD_POINT = 1,
	/* The shared secret is all zeros: a point of small order. */
	WC25519_ZERO = 2,
	/* The signature is not valid. */
	WC25519_NOT_VALID = 3,
};

/* The fastest first, as curve-bench has them. */
extern const struct wc_curve_engine *const wc25519_engines[];

/**
 * wc25519_shared() - X25519(k, u) (RFC 7748, section 5)
 * @engine: an engine or NULL
 * @out: @n results
 * @scalars: @n scalars, clamped here
 * @points: @n u-coordinates; bit 255 is ignored, u >= p is taken modulo p
 * @n: elements
 * @status: @n bytes, enum wc25519_status, or NULL. WC25519_ZERO comes with a
 *	result of zeros.
 *
 * Return: how many elements are not WC25519_OK.
 */
size_t wc25519_shared(const struct wc_curve_engine *engine, uint8_t *out,
		      const uint8_t *scalars, const uint8_t *points, size_t n,
		      uint8_t *status);

/**
 * wc25519_public() - X25519(k, 9), the public keys of secret scalars
 * @engine: an engine or NULL
 * @out: @n results
 * @scalars: @n scalars, clamped here
 * @n: elements
 *
 * By way of [k]B on edwards25519 and the birational map: RFC 7748, section 4.1.
 */
void wc25519_public(const struct wc_curve_engine *engine, uint8_t *out,
		    const uint8_t *scalars, size_t n);

/**
 * wc25519_base() - [k]B on edwards25519 (RFC 8032, section 5.1)
 * @engine: an engine or NULL
 * @out: @n points
 * @scalars: @n scalars, 256 bits, neither clamped nor reduced
 * @n: elements
 */
void wc25519_base(const struct wc_curve_engine *engine, uint8_t *out,
		  const uint8_t *scalars, size_t n);

/**
 * wc25519_mult() - [k]P on edwards25519
 * @engine: an engine or NULL
 * @out: @n points; zeros where the point does not decode
 * @scalars: @n scalars, 256 bits, neither clamped nor reduced
 * @points: @n points as RFC 8032, section 5.1.3 decodes them; y >= p, a y that
 *	no point has, and x = 0 with the sign bit set are WC25519_BAD_POINT
 * @n: elements
 * @status: @n bytes, enum wc25519_status, or NULL
 *
 * Return: how many elements are not WC25519_OK.
 */
size_t wc25519_mult(const struct wc_curve_engine *engine, uint8_t *out,
		    const uint8_t *scalars, const uint8_t *points, size_t n,
		    uint8_t *status);

/**
 * wc25519_check_vartime() - check signatures of Ed25519 (ed25519_check.h)
 * @engine: an engine or NULL
 * @keys: @n public keys A
 * @signatures: @n signatures, R and S, 64 bytes each
 * @ks: @n numbers k = SHA-512(R || A || message) modulo L
 * @n: elements
 * @cofactor: whether with the cofactor
 * @status: @n bytes, WC25519_OK or WC25519_NOT_VALID, or NULL
 *
 * Return: how many elements are not WC25519_OK.
 */
size_t wc25519_check_vartime(const struct wc_curve_engine *engine,
			     const uint8_t *keys, const uint8_t *signatures,
			     const uint8_t *ks, size_t n, int cofactor,
			     uint8_t *status);

#endif /* WARPCRYPT_KERNELS_CPU_X25519_H */
