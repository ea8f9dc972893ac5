// SPDX-License-Identifier: GPL-2.0-only
/*
 * AES as the paper of 2011 has it, for a GTX 285: 3 divisions of the work, tables in
 * 3 kinds of memory, ECB and CTR. NOT in constant time; for comparison only.
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
	template <class T>
	PAPER_FN uint32_t last_part(const struct paper_team *t,
				    const uint32_t *s, uint32_t m)
	{
		return sub<T>(t, s[(m / 4 + m % 4) & 3], m % 4);
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

#define AES_ENTRIES(memory)						\
PAPER_ENTRY(aes_16_##memory##_ecb, t_block<aes_paper, t_##memory, PAPER_ECB>) \
PAPER_ENTRY(aes_16_##memory##_ctr, t_block<aes_paper, t_##memory, PAPER_CTR>) \
PAPER_ENTRY(aes_4_##memory##_ecb, t_word<aes_paper, t_##memory, PAPER_ECB>) \
PAPER_ENTRY(aes_4_##memory##_ctr, t_word<aes_paper, t_##memory, PAPER_CTR>) \
PAPER_ENTRY(aes_1_##memory##_ecb, t_bytes<aes_paper, t_##memory, PAPER_ECB>) \
PAPER_ENTRY(aes_1_##memory##_ctr, t_bytes<aes_paper, t_##memory, PAPER_CTR>)

AES_ENTRIES(constant)
AES_ENTRIES(texture)
AES_ENTRIES(shared)
