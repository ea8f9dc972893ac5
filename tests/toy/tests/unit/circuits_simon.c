// SPDX-License-Identifier: GPL-2.0-only
/* The circuit of SIMON, which is all of a round: see circuits.h. */
#include "tests/unit/circuits.h"

#include "kernels/block/simon.h"

static int bit(const bs_word *plane, unsigned int lane)
{
	const uint8_t *bytes = (const uint8_t *)plane;

	return bytes[lane / 8] >> (lane % 8) & 1;
}

const char *CIRCUITS(simon)(void)
{
	const uint64_t key = 0x0123456789abcdefull;
	bs_word left[64], right[64], was[64];
	unsigned int lane, b, i;

	for (i = 0; i < sizeof(left); i++) {
		((uint8_t *)left)[i] = (uint8_t)(i * 167 + i / 97);
		((uint8_t *)right)[i] = (uint8_t)(i * 59 + i / 31);
	}
	memcpy(was, right, sizeof(was));
	simon_round(right, left, key);
	for (lane = 0; lane < BS_LANES; lane++)
		for (b = 0; b < 64; b++)
			if (bit(&right[b], lane) !=
			    (bit(&was[b], lane) ^
			     (bit(&left[(b + 64 - 1) % 64], lane) &
			      bit(&left[(b + 64 - 8) % 64], lane)) ^
			     bit(&left[(b + 64 - 2) % 64], lane) ^
			     (int)(key >> b & 1)))
				return "SIMON's round";
	return NULL;
}
