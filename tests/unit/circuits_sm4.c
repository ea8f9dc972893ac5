// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/block/sm4.h"
#include "tests/reference/reference.h"
#include "tests/unit/circuits.h"

static const bs_key_mask no_key[BS_PLANES];

/*
 * SM4's T on all values of each byte of a word, the others being zero. What
 * the S-boxes leave out shows in every byte.
 */
static bool t_is_right(void)
{
	bs_word x0[32], x1[32], zero[32];
	unsigned int byte, base, lane, i;

	for (byte = 0; byte < 4; byte++)
		for (base = 0; base < 256; base += BS_LANES) {
			memset(x0, 0, sizeof(x0));
			memset(x1, 0, sizeof(x1));
			memset(zero, 0, sizeof(zero));
			for (lane = 0; lane < BS_LANES; lane++)
				circuit_put(x1 + 8 * byte, lane, (base + lane) & 0xff);
			sm4_round(x0, x1, zero, zero, no_key);
			for (lane = 0; lane < BS_LANES; lane++) {
				uint32_t t = reference_sm4_t(
					((base + lane) & 0xff) <<
					(24 - 8 * byte));

				for (i = 0; i < 4; i++)
					if ((circuit_get(x0 + 8 * i, lane) ^
					     SM4_LEFT_OUT) !=
					    (t >> (24 - 8 * i) & 0xff))
						return false;
			}
		}
	return true;
}

const char *CIRCUITS(sm4)(void)
{
	if (!circuit_is_table(sm4_sbox, reference_sm4_s, 0, SM4_S_0))
		return "SM4's S-box";
	if (!t_is_right())
		return "SM4's T";
	return NULL;
}
