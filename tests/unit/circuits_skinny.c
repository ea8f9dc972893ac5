// SPDX-License-Identifier: GPL-2.0-only
/* The form that has its linear layer in a function of its own. */
#define SKINNY_IN_REGISTERS
#include "kernels/block/skinny.h"
#include "tests/reference/reference.h"
#include "tests/unit/circuits.h"

static const bs_key_mask no_key[BS_PLANES];

static void linear(bs_word *buf)
{
	int c;

	memcpy(buf + BS_PLANES, buf, BS_PLANES * sizeof(bs_word));
	for (c = 0; c < 4; c++)
		skinny_mix(buf, buf + BS_PLANES, no_key, c);
}

static void inv_linear(bs_word *buf)
{
	int c;

	memcpy(buf + BS_PLANES, buf, BS_PLANES * sizeof(bs_word));
	for (c = 0; c < 4; c++)
		skinny_inv_mix(buf, buf + BS_PLANES, no_key, c);
}

const char *CIRCUITS(skinny)(void)
{
	uint8_t table[256], inverse[256];
	unsigned int x;

	for (x = 0; x < 256; x++)
		table[x] = reference_skinny_s8((uint8_t)x);
	circuit_invert(inverse, table);
	if (!circuit_is_table(skinny_sbox, table, SKINNY_OFFSET, 0) ||
	    !circuit_is_table(skinny_inv_sbox, inverse, 0, SKINNY_OFFSET))
		return "SKINNY's S-box";
	if (!circuit_is_map(linear, inv_linear, reference_skinny_linear))
		return "SKINNY's ShiftRows and MixColumns";
	return NULL;
}
