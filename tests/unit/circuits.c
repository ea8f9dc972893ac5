// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every cipher's circuits, and how blocks become planes, at the width that
 * WC_WORD_BITS says. Compiled once for each, and once with three-input gates made of
 * others: see unit-circuits.c.
 */
#include "tests/unit/circuits.h"

/* That planes are what bitslice.h says, up to the order of blocks. */
static bool slices(void)
{
	static uint8_t blocks[16 * BS_LANES], back[16 * BS_LANES];
	uint8_t seen[BS_LANES] = { 0 };
	bs_word s[BS_PLANES];
	unsigned int i, lane;

	/* Block n is n, n >> 8, then bytes that depend on both places. */
	for (i = 0; i < sizeof(blocks); i++)
		blocks[i] = (uint8_t)(i % 16 == 0 ? i / 16 :
				      i % 16 == 1 ? i / 16 >> 8 :
				      (i / 16 * 29 + i % 16 * 71) ^ i >> 7);
	bs_slice(s, blocks);
	for (lane = 0; lane < BS_LANES; lane++) {
		unsigned int n = circuit_get(s, lane) | circuit_get(s + 8, lane) << 8;

		if (n >= BS_LANES || seen[n]++)
			return false;
		for (i = 0; i < 16; i++)
			if (circuit_get(s + 8 * i, lane) != blocks[16 * n + i])
				return false;
	}
	bs_unslice(back, s);
	return !memcmp(back, blocks, sizeof(blocks));
}

/* Returns NULL, or the first thing that is wrong. */
const char *CIRCUITS(all)(void)
{
	static const struct {
		const char *(*wrong)(void);
	} ciphers[] = {
#define CIPHER(NAME, name, ...)	{ CIRCUITS(name) },
		WARPCRYPT_CIPHERS(CIPHER)
	};
	const char *wrong = NULL;
	size_t i;

	if (!slices())
		return "slicing";
	for (i = 0; i < sizeof(ciphers) / sizeof(ciphers[0]) && !wrong; i++)
		wrong = ciphers[i].wrong();
	return wrong;
}
