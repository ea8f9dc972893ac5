// SPDX-License-Identifier: GPL-2.0-only
/*
 * AES as the paper of 2011 has it, for a GTX 285: three schemes (section 4.3), tables
 * in constant and in texture memory (6.1), and in shared memory, which is not the
 * paper's; ECB and CTR. NOT in constant time; for comparison only.
 *
 * Round keys are expanded on the host and lie in constant memory. The last round's
 * substitution is a byte of the same tables.
 */
#include "kernels/papers/t_table.h"

struct aes_paper {
	static const uint32_t turn = 1;

	PAPER_FN uint32_t add_key(uint32_t x, uint32_t r, uint32_t c)
	{
		return x ^ paper_t_keys[4 * r + c];
	}
	PAPER_FN void begin_column(uint32_t *s, struct wc_block b, uint32_t c)
	{
		s[c] = add_key(b.w[c], 0, c);
	}
	PAPER_FN void begin(uint32_t *s, struct wc_block b)
	{
		uint32_t c;

		WC_UNROLL
		for (c = 0; c < 4; c++)
			begin_column(s, b, c);
	}
	/* Byte 1 of table 0, byte 2 of table 1 ...: the substitution alone. */
	template <class T>
	PAPER_FN uint32_t sub(const struct paper_team *t, uint32_t x, uint32_t r)
	{
		uint32_t up = (r + 3) & 3;

		x = T::look(t, 256 * up + (x >> 8 * r & 0xff));
		return x & 0xffu << 8 * r;
	}
	template <class T>
	PAPER_FN uint32_t last(const struct paper_team *t, const uint32_t *s,
			       uint32_t r, uint32_t c)
	{
		return add_key(sub<T>(t, s[c], 0) ^
			       sub<T>(t, s[(c + 1) & 3], 1) ^
			       sub<T>(t, s[(c + 2) & 3], 2) ^
			       sub<T>(t, s[(c + 3) & 3], 3), r, c);
	}
	/* What byte @r of @x adds to a word. */
	template <class T>
	PAPER_FN uint32_t part(const struct paper_team *t, uint32_t x,
			       uint32_t r, bool in_last)
	{
		return in_last ? sub<T>(t, x, r) : t_byte<T>(t, x, r);
	}
	PAPER_FN uint32_t end_word(const uint32_t *s, uint32_t m)
	{
		return s[m];
	}
	PAPER_FN struct wc_block end(const uint32_t *s)
	{
		struct wc_block b = { { s[0], s[1], s[2], s[3] } };

		return b;
	}
};

#define AES_MODES(memory, mode, MODE)					\
PAPER_ENTRY(aes_16_##memory##_##mode,					\
	    t_block<aes_paper, t_##memory, PAPER_##MODE>)		\
PAPER_ENTRY(aes_16_together_##memory##_##mode,				\
	    t_together<aes_paper, t_##memory, PAPER_##MODE>)		\
PAPER_ENTRY(aes_4_##memory##_##mode,					\
	    t_word<aes_paper, t_##memory, PAPER_##MODE>)		\
PAPER_ENTRY(aes_1_##memory##_##mode,					\
	    t_lookup<aes_paper, t_##memory, PAPER_##MODE, 1>)		\
PAPER_ENTRY(aes_1_by_4_##memory##_##mode,				\
	    t_lookup<aes_paper, t_##memory, PAPER_##MODE, 4>)		\
PAPER_ENTRY(aes_1_by_8_##memory##_##mode,				\
	    t_lookup<aes_paper, t_##memory, PAPER_##MODE, 8>)

#define AES_ENTRIES(memory)						\
AES_MODES(memory, ecb, ECB)						\
AES_MODES(memory, ctr, CTR)

AES_ENTRIES(constant)
AES_ENTRIES(texture)
AES_ENTRIES(shared)
