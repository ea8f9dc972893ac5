/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * 25519 in a frame: a job is a payload of units of WC_UNIT_BYTES. On input each is
 * a scalar and a point (struct warpcrypt_kpp_in of the UAPI), on output a result
 * and a status (struct warpcrypt_kpp_out).
 *
 * Programs have scalars, points and results in arrays of their own. A job may have
 * them so, in the room of as many units (WC_JOB_ARRAYS): the first half of a payload
 * is scalars, 32 bytes each, the second points; the first half of a result is results,
 * and after them comes a byte for each unit, 1: there is no result.
 *
 * Signature checks have units of their own, of WC_ED25519_CHECK_BYTES (struct
 * wc_check_ed25519 of helper/transport/check.h): R, A, a message of up to WC_ED25519_TEXT
 * bytes (or k), S, and a block that begins with the verdict and the message's length.
 * Results are what R has to be.
 */
#ifndef WARPCRYPT_KERNELS_GPU_25519_UNITS_H
#define WARPCRYPT_KERNELS_GPU_25519_UNITS_H

#include "kernels/curve/25519_sizes.h"
#include "kernels/gpu/units.h"

#define WC_UNIT_BYTES		64u
#define WC_ED25519_CHECK_BYTES	288u
/* Words of eight bytes before the message, and before S; the longest message. */
#define WC_ED25519_TEXT_AT	8
#define WC_ED25519_S_AT		30
#define WC_ED25519_TEXT		175u
#define WC_SECRET_TABLE_BYTES	(8 * ED_TABLE_WORDS(ED_GPU_BASE_W))
#define WC_TABLE_BYTES		(WC_SECRET_TABLE_BYTES +		\
				 8 * ED_TABLE_WORDS(ED_GPU_CHECK_W))
/* Scratch for each unit. */
#define WC_UNIT_SCRATCH		(5u * 32 + 1)

WC_FN struct wc_units wc_units(uint8_t *scratch, uint32_t n)
{
	return wc_units_in(scratch, n, WC_SECRET_TABLE_BYTES, WC_TABLE_BYTES, 4);
}

/* The job of a unit of a launch; @unit becomes its number in the job. */
WC_FN const struct wc_job *wc_unit_of(const struct wc_job *jobs, uint32_t count,
				      uint32_t *unit)
{
	const struct wc_job *job = wc_job_find(jobs, count, *unit);

	*unit -= job->first;
	return job;
}

/* Where unit @i of a job has its scalar, bytes from the start of all payloads. */
WC_FN uint32_t wc_scalar_at(const struct wc_job *job, uint32_t i)
{
	return job->offset + i * (job->slot == WC_JOB_ARRAYS ?
				  WC_UNIT_BYTES / 2 : WC_UNIT_BYTES);
}

/* How far the point of a unit is behind its scalar. */
WC_FN uint32_t wc_point_behind(const struct wc_job *job)
{
	return job->slot == WC_JOB_ARRAYS ? job->len / 2 : WC_UNIT_BYTES / 2;
}

/* The result of unit @i of a job of arrays. */
WC_FN void wc_array_put(uint8_t *out, const struct wc_job *job, uint32_t i,
			const uint64_t *result, uint32_t status)
{
	struct wc_block *to = wc_blocks_out(out, wc_scalar_at(job, i));
	const struct wc_block *from =
		(const struct wc_block *)(const void *)result;

	to[0] = from[0];
	to[1] = from[1];
	out[job->offset + job->len / 2 + i] = status != 0;
}

#endif /* WARPCRYPT_KERNELS_GPU_25519_UNITS_H */
