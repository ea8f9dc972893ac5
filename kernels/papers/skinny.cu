// SPDX-License-Identifier: GPL-2.0-only
/*
 * SKINNY-128-256 as the paper of 2021 has it, for a TITAN X: a column of a round is
 * 4 lookups and 5 XORs; a thread a block and tables in constant memory, which is its
 * own design, or four threads and shared memory; ECB and CTR, and decryption. NOT in
 * constant time; for comparison only.
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

/*
 * Decryption: w is the state before an S^-1, in the order of after a ShiftRows. Then
 * a round is S^-1 and MixColumns^-1 of columns whose rows turn the other way, and the
 * key after ShiftRows. MixColumns^-1 comes alone before the first round, and S^-1
 * alone after the last one: 16 lookups of a byte.
 */
struct skinny_inverse {
	static const uint32_t turn = 1;

	PAPER_FN uint32_t add_key(uint32_t x, uint32_t r, uint32_t c)
	{
		const uint32_t *keys = paper_t_keys + PAPER_KEY_WORDS;

		return x ^ keys[4 * r + c] ^
		       keys[4 * PAPER_ROUNDS_MAX + 4 * r + c];
	}
	/* Rows a0 to a3 of each column: a1, a1 ^ a2 ^ a3, a1 ^ a3, a0 ^ a3. */
	PAPER_FN void begin(uint32_t *s, struct wc_block b)
	{
		uint32_t c, x;

		WC_UNROLL
		for (c = 0; c < 4; c++) {
			x = skinny_paper::turned(b.w, c);
			x = (x >> 8 & 0xff) * 0x00010101 ^
			    (x >> 16 & 0xff) << 8 ^
			    (x >> 24) * 0x01010100 ^ x << 24;
			s[c] = add_key(x, 0, c);
		}
	}
	/* A byte that S^-1 makes is in some byte @r of some table. */
	template <class T>
	PAPER_FN uint32_t sub(const struct paper_team *t, uint32_t x, uint32_t r)
	{
		x = T::look(t, 256 * (r < 3 ? 1 : 3) + (x >> 8 * r & 0xff));
		return x & 0xffu << 8 * r;
	}
	template <class T>
	PAPER_FN uint32_t last(const struct paper_team *t, const uint32_t *s,
			       uint32_t r, uint32_t c)
	{
		(void)r;
		return sub<T>(t, s[c], 0) ^ sub<T>(t, s[(c + 1) & 3], 1) ^
		       sub<T>(t, s[(c + 2) & 3], 2) ^
		       sub<T>(t, s[(c + 3) & 3], 3);
	}
	PAPER_FN struct wc_block end(const uint32_t *s)
	{
		return skinny_paper::end(s);
	}
};

#define SKINNY_ENTRIES(memory)						\
PAPER_ENTRY(skinny_16_##memory##_ecb, t_block<skinny_paper, t_##memory, PAPER_ECB>) \
PAPER_ENTRY(skinny_16_##memory##_ctr, t_block<skinny_paper, t_##memory, PAPER_CTR>) \
PAPER_ENTRY(skinny_4_##memory##_ecb, t_word<skinny_paper, t_##memory, PAPER_ECB>) \
PAPER_ENTRY(skinny_4_##memory##_ctr, t_word<skinny_paper, t_##memory, PAPER_CTR>)

SKINNY_ENTRIES(constant)
SKINNY_ENTRIES(shared)

PAPER_ENTRY(skinny_16_constant_decrypt,
	    t_block<skinny_inverse, t_constant_inverse, PAPER_ECB>)
PAPER_ENTRY(skinny_16_shared_decrypt,
	    t_block<skinny_inverse, t_shared, PAPER_ECB>)
