// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kuznyechik's variants whose tables are not in constant memory, and decryption.
 * NOT in constant time; for comparison only.
 *
 * Decryption: with the tables of L^-1 S^-1, and pi before the first round, which
 * takes its S^-1 away:
 *
 *	x = pi(c); 9 times x = sum of tables at the bytes of x, and L^-1 of a key;
 *	the last key; and S^-1 alone of what the ninth time left out
 *
 * so pi and its inverse are looked up 16 times a block each, in the memory that is
 * varied; the large tables are in global memory.
 */
#include "kernels/papers/kuznyechik.h"

LS_ENTRIES(global)
LS_ENTRIES(texture)
LS_ENTRIES(shared)

PAPER_CONSTANT(uint8_t, paper_pi, PAPER_PI_BYTES)

struct pi_global {
	static const uint32_t shared = 0;

	PAPER_FN uint32_t look(const struct paper_team *t, uint32_t i)
	{
		return paper_read_only(t->job->pi + i);
	}
};

struct pi_constant {
	static const uint32_t shared = 0;

	PAPER_FN uint32_t look(const struct paper_team *t, uint32_t i)
	{
		(void)t;
		return paper_pi[i];
	}
};

/* The launch has @pi behind @tables for this one: paper_run() copies it. */
struct pi_shared {
	static const uint32_t shared = PAPER_PI_BYTES;

	PAPER_FN uint32_t look(const struct paper_team *t, uint32_t i)
	{
		return t->tables[i];
	}
};

template <class P>
PAPER_FN void pi_bytes(const struct paper_team *t, struct wc_block *b,
		       uint32_t from)
{
	uint32_t i, w, x;

	WC_UNROLL
	for (w = 0; w < 4; w++) {
		x = 0;
		WC_UNROLL
		for (i = 0; i < 4; i++)
			x |= P::look(t, from + (b->w[w] >> 8 * i & 0xff)) <<
			     8 * i;
		b->w[w] = x;
	}
}

/* The tables of decryption are at @job->pi + PAPER_PI_BYTES, always global. */
struct ls_behind {
	PAPER_FN uint4 look(const struct paper_team *t, uint32_t i)
	{
		return paper_read_only((const uint4 *)(const void *)
				       (t->job->pi + PAPER_PI_BYTES) + i);
	}
};

/* The order and the keys are those of the paper's encryption. */
template <class P>
struct ls_decrypt : paper_design {
	static const uint32_t shared = P::shared, keys = keys_shared::keys;

	PAPER_FN void run(const struct paper_team *t)
	{
		const struct paper_job *job = t->job;
		const struct wc_block *rk = keys_shared::at(t);
		const uint32_t n = ls_place<1, PAPER_EVEN_ODD>(t->number, 0);
		struct wc_block b;
		uint32_t r;

		if (n >= job->blocks)
			return;
		b = paper_load(&job->in[n]);
		pi_bytes<P>(t, &b, 0);
		for (r = 0; r < 9; r++) {
			ls_round<ls_behind>(t, &b);
			wc_xor(&b, &rk[r]);
		}
		pi_bytes<P>(t, &b, 256);
		wc_xor(&b, &rk[9]);
		job->out[n] = b;
	}
};

PAPER_ENTRY(kuznyechik_decrypt_global, ls_decrypt<pi_global>)
PAPER_ENTRY(kuznyechik_decrypt_constant, ls_decrypt<pi_constant>)
PAPER_ENTRY(kuznyechik_decrypt_shared, ls_decrypt<pi_shared>)
