// SPDX-License-Identifier: GPL-2.0-only
/* The form that has its linear layer in a function of its own. */
#define SKINNY_IN_REGISTERS
#include "kernels/block/skinny.h"
#include "tests/reference/reference.h"
#include "tests/unit/circuits.h"

CIRCUIT_COLUMNS(linear, skinny_mix)
CIRCUIT_COLUMNS(inv_linear, skinny_inv_mix)

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
