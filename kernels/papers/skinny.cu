// SPDX-License-Identifier: GPL-2.0-only
/*
 * SKINNY-128-256 as the paper of 2021 has it, for a TITAN X: a column of a round is
 * 4 lookups and 5 XORs; a thread a block, or four; tables in constant or in shared
 * memory; ECB and CTR. NOT in constant time; for comparison only.
 *
 * Keys and round constants lie in constant memory, both as what they are after
 * ShiftRows and MixColumns: the fourth and the fifth XOR.
 */
#include "kernels/papers/t_table.h"

struct skinny_paper {
	static const uint32_t turn = 3;

	/* Rounds count from 1 here, and every one has a key. */
	PAPER_FN uint32_t add_key(uint32_t x, uint32_t r, uint32_t c)
	{
		return x ^ paper_t_keys[4 * (r - 1) + c] ^
		       paper_t_keys[4 * PAPER_ROUNDS_MAX + 4 * (r - 1) + c];
	}
	/* Bytes are in rows in memory: word @m of the transposed words @w. */
	PAPER_FN uint32_t turned(const uint32_t *w, uint32_t m)
	{
		return (w[0] >> 8 * m & 0xff) | (w[1] >> 8 * m & 0xff) << 8 |
		       (w[2] >> 8 * m & 0xff) << 16 |
		       (w[3] >> 8 * m & 0xff) << 24;
	}
	PAPER_FN void begin_column(uint32_t *s, struct wc_block b, uint32_t c)
	{
		s[c] = turned(b.w, c);
	}
	PAPER_FN void begin(uint32_t *s, struct wc_block b)
	{
		uint32_t c;

		WC_UNROLL
		for (c = 0; c < 4; c++)
			begin_column(s, b, c);
	}
	/* The last round is as all others. */
	template <class T>
	PAPER_FN uint32_t last(const struct paper_team *t, const uint32_t *s,
			       uint32_t r, uint32_t c)
	{
		return add_key(t_column<skinny_paper, T>(t, s, c), r, c);
	}
	PAPER_FN uint32_t end_word(const uint32_t *s, uint32_t m)
	{
		return turned(s, m);
	}
	PAPER_FN struct wc_block end(const uint32_t *s)
	{
		struct wc_block b;
		uint32_t m;

		WC_UNROLL
		for (m = 0; m < 4; m++)
			b.w[m] = turned(s, m);
		return b;
	}
};

#define SKINNY_ENTRIES(memory)						\
PAPER_ENTRY(skinny_16_##memory##_ecb, t_block<skinny_paper, t_##memory, PAPER_ECB>) \
PAPER_ENTRY(skinny_16_##memory##_ctr, t_block<skinny_paper, t_##memory, PAPER_CTR>) \
PAPER_ENTRY(skinny_4_##memory##_ecb, t_word<skinny_paper, t_##memory, PAPER_ECB>) \
PAPER_ENTRY(skinny_4_##memory##_ctr, t_word<skinny_paper, t_##memory, PAPER_CTR>)

SKINNY_ENTRIES(constant)
SKINNY_ENTRIES(shared)
