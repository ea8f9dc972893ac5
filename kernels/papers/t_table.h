/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ciphers by T-tables, as the papers on AES and on SKINNY divide the work. NOT in
 * constant time.
 *
 * A state is four columns, a word each, row 0 in the lowest byte. Column c of the
 * next state is
 *
 *	T0[row 0 of column c] ^ T1[row 1 of column c + s] ^
 *	T2[row 2 of column c + 2 s] ^ T3[row 3 of column c + 3 s] ^ key
 *
 * with s = 1 for AES, and 3 for SKINNY, whose rows turn the other way.
 */
#ifndef WARPCRYPT_KERNELS_PAPERS_T_TABLE_H
#define WARPCRYPT_KERNELS_PAPERS_T_TABLE_H

#include "kernels/papers/paper.h"

/* Four tables of 256 words; the keys of all rounds, and SKINNY's constants. */
PAPER_CONSTANT(uint32_t, paper_t_tables, PAPER_T_WORDS)
PAPER_CONSTANT(uint32_t, paper_t_keys, PAPER_KEY_WORDS)

/* Where the tables are: look(t, i) is word i of all of them. */
struct t_constant {
	static const uint32_t shared = 0;

	PAPER_FN uint32_t look(const struct paper_team *t, uint32_t i)
	{
		(void)t;
		return paper_t_tables[i];
	}
};

struct t_texture {
	static const uint32_t shared = 0;

	PAPER_FN uint32_t look(const struct paper_team *t, uint32_t i)
	{
		return paper_texel<uint32_t>(t->job, i);
	}
};

struct t_shared {
	static const uint32_t shared = 4 * PAPER_T_WORDS;

	PAPER_FN uint32_t look(const struct paper_team *t, uint32_t i)
	{
		return ((const uint32_t *)(const void *)t->tables)[i];
	}
};

/* Table @r at byte @r of @x. */
template <class T>
PAPER_FN uint32_t t_byte(const struct paper_team *t, uint32_t x, uint32_t r)
{
	return T::look(t, 256 * r + (x >> 8 * r & 0xff));
}

/* Column @c of the next state, but for the key. */
template <class C, class T>
PAPER_FN uint32_t t_column(const struct paper_team *t, const uint32_t *s,
			   uint32_t c)
{
	return t_byte<T>(t, s[c], 0) ^
	       t_byte<T>(t, s[(c + C::turn) & 3], 1) ^
	       t_byte<T>(t, s[(c + 2 * C::turn) & 3], 2) ^
	       t_byte<T>(t, s[(c + 3 * C::turn) & 3], 3);
}

/* What row m % 4 adds to column m / 4. */
template <class C, class T>
PAPER_FN uint32_t t_part(const struct paper_team *t, const uint32_t *s,
			 uint32_t m)
{
	return t_byte<T>(t, s[(m / 4 + m % 4 * C::turn) & 3], m % 4);
}

/* Word @m of the result of block @n. */
template <class C, int mode>
PAPER_FN void t_word_out(const struct paper_job *job, uint32_t n,
			 const uint32_t *s, uint32_t m)
{
	uint32_t word = C::end_word(s, m);

	if (mode == PAPER_CTR)
		word ^= job->in[n].w[m];
	job->out[n].w[m] = word;
}

/* A thread does a block of 16 bytes. */
template <class C, class T, int mode>
struct t_block {
	static const uint32_t team = 1, scratch = 0, shared = T::shared;

	PAPER_FN void run(const struct paper_team *t)
	{
		const uint32_t n = t->number, rounds = t->job->rounds;
		uint32_t s[4], next[4], r, c;

		if (n >= t->job->blocks)
			return;
		C::begin(s, paper_input<mode>(t->job, n));
		for (r = 1; r < rounds; r++) {
			WC_UNROLL
			for (c = 0; c < 4; c++)
				next[c] = C::add_key(t_column<C, T>(t, s, c),
						     r, c);
			WC_UNROLL
			for (c = 0; c < 4; c++)
				s[c] = next[c];
		}
		WC_UNROLL
		for (c = 0; c < 4; c++)
			next[c] = C::template last<T>(t, s, rounds, c);
		paper_output<mode>(t->job, n, C::end(next));
	}
};

/* Four threads do a block, one a word of 32 bits: a column. */
template <class C, class T, int mode>
struct t_word {
	/* Two states: one is read, the other written. */
	static const uint32_t team = 4, scratch = 8, shared = T::shared;

	PAPER_FN void run(const struct paper_team *t)
	{
		const uint32_t n = t->number, rounds = t->job->rounds;
		uint32_t *s = t->scratch, *next = t->scratch + 4, r;

		if (n >= t->job->blocks)
			return;
		PAPER_EACH(m, 4)
			C::begin_column(s, paper_input<mode>(t->job, n), m);
		PAPER_TOGETHER();
		for (r = 1; r <= rounds; r++) {
			uint32_t *was = s;

			PAPER_EACH(m, 4)
				next[m] = r < rounds ?
					C::add_key(t_column<C, T>(t, s, m), r,
						   m) :
					C::template last<T>(t, s, r, m);
			PAPER_TOGETHER();
			s = next;
			next = was;
		}
		PAPER_EACH(m, 4)
			t_word_out<C, mode>(t->job, n, s, m);
	}
};

/* Sixteen threads do a block, four a word: each looks up one byte. */
template <class C, class T, int mode>
struct t_bytes {
	/* The state, and what each thread has looked up. */
	static const uint32_t team = 16, scratch = 20, shared = T::shared;

	PAPER_FN void run(const struct paper_team *t)
	{
		const uint32_t n = t->number, rounds = t->job->rounds;
		uint32_t *s = t->scratch, *part = t->scratch + 4, r;

		if (n >= t->job->blocks)
			return;
		PAPER_EACH(m, 16)
			if (m < 4)
				C::begin_column(s, paper_input<mode>(t->job, n),
						m);
		PAPER_TOGETHER();
		for (r = 1; r <= rounds; r++) {
			PAPER_EACH(m, 16)
				part[m] = r < rounds ?
					t_part<C, T>(t, s, m) :
					C::template last_part<T>(t, s, m);
			PAPER_TOGETHER();
			PAPER_EACH(m, 16)
				if (m % 4 == 0)
					s[m / 4] = C::add_key(part[m] ^
						part[m + 1] ^ part[m + 2] ^
						part[m + 3], r, m / 4);
			PAPER_TOGETHER();
		}
		PAPER_EACH(m, 16)
			if (m < 4)
				t_word_out<C, mode>(t->job, n, s, m);
	}
};

#endif /* WARPCRYPT_KERNELS_PAPERS_T_TABLE_H */
