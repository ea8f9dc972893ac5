// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/block/aes.h"
#include "tests/reference/reference.h"
#include "tests/unit/circuits.h"

CIRCUIT_COLUMNS(linear, aes_mix)
CIRCUIT_COLUMNS(inv_linear, aes_inv_mix)

const char *CIRCUITS(aes)(void)
{
	uint8_t table[256], inverse[256];
	unsigned int x;

	for (x = 0; x < 256; x++)
		table[x] = reference_aes_sbox((uint8_t)x);
	circuit_invert(inverse, table);
	if (!circuit_is_table(aes_sbox, table, 0, 0) ||
	    !circuit_is_table(aes_inv_sbox, inverse, 0, 0))
		return "AES's S-box";
	if (!circuit_is_map(linear, inv_linear, reference_aes_linear))
		return "AES's ShiftRows and MixColumns";
	return NULL;
}
