/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tables of a fixed point B: a scalar of 256 bits is cut into segments of w bits,
 * and segment i has a table of j 2^(w i) B for j = 1, 2, ... (digits.h).
 */
#ifndef WARPCRYPT_KERNELS_CURVE_SEGMENTS_H
#define WARPCRYPT_KERNELS_CURVE_SEGMENTS_H

/*
 * The last segment is unsigned: it is at most 2^(w-1) where w does not divide 256;
 * else it is at most 2^w and has twice the entries.
 */
#define SEGMENTS(w)		((256 + (w) - 1) / (w))
#define SEGMENT_ENTRIES(w)	(1 << ((w) - 1))
#define LAST_ENTRIES(w)		(SEGMENT_ENTRIES(w) << (256 % (w) == 0))
/* The entries of segment i. */
#define ENTRIES_OF(w, i)	((i) < SEGMENTS(w) - 1 ? SEGMENT_ENTRIES(w) : \
							 LAST_ENTRIES(w))
/* The entries of all segments. */
#define TABLE_ENTRIES(w)	((uint64_t)(SEGMENTS(w) - 1) * \
				 SEGMENT_ENTRIES(w) + LAST_ENTRIES(w))

#endif /* WARPCRYPT_KERNELS_CURVE_SEGMENTS_H */
