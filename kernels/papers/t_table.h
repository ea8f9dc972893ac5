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

/*
 * Four tables of 256 words; the keys of all rounds, and SKINNY's constants. Then the
 * same of decryption.
 */
PAPER_CONSTANT(uint32_t, paper_t_tables, 2 * PAPER_T_WORDS)
PAPER_CONSTANT(uint32_t, paper_t_keys, 2 * PAPER_KEY_WORDS)

/* Where the tables are: look(t, i) is word i of all of them. */
template <uint32_t first>
struct t_constant_from {
	static const uint32_t shared = 0;

	PAPER_FN uint32_t look(const struct paper_team *t, uint32_t i)
	{
		(void)t;
		return paper_t_tables[first + i];
	}
};

typedef t_constant_from<0> t_constant;
typedef t_constant_from<PAPER_T_WORDS> t_constant_inverse;

struct t_texture {
	static const uint32_t shared = 0;

	PAPER_FN uint32_t look(const struct paper_team *t, uint32_t i)
	{
		return paper_texel<uint32_t>(t->job, i);
	}
};

struct t_shared {
	static const uint32_t shared = PAPER_T_BYTES;

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

/* What the cipher makes of @b. */
template <class C, class T>
PAPER_FN struct wc_block t_cipher(const struct paper_team *t, struct wc_block b)
{
	const uint32_t rounds = t->job->rounds;
	uint32_t s[4], next[4], r, c;

	C::begin(s, b);
	for (r = 1; r < rounds; r++) {
		WC_UNROLL
		for (c = 0; c < 4; c++)
			next[c] = C::add_key(t_column<C, T>(t, s, c), r, c);
		WC_UNROLL
		for (c = 0; c < 4; c++)
			s[c] = next[c];
	}
	WC_UNROLL
	for (c = 0; c < 4; c++)
		next[c] = C::template last<T>(t, s, rounds, c);
	return C::end(next);
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

/* A thread does a block of 16 bytes, which it loads and stores itself. */
template <class C, class T, int mode>
struct t_block : paper_design {
	static const uint32_t shared = T::shared;

	PAPER_FN void run(const struct paper_team *t)
	{
		const uint32_t n = t->number;

		if (n >= t->job->blocks)
			return;
		paper_output<mode>(t->job, n,
				   t_cipher<C, T>(t, paper_input<mode>(t->job,
								       n)));
	}
};

/*
 * Members of a team load @blocks blocks from @first on together: neighbours load
 * adjacent words. What does not exist is 0.
 */
template <uint32_t blocks>
PAPER_FN void t_load(const struct paper_job *job, uint32_t first,
		     uint32_t *data, uint32_t m)
{
	uint32_t k;

	for (k = m; k < 4 * blocks; k += PAPER_HALF)
		data[k] = first + k / 4 < job->blocks ?
			  job->in[first + k / 4].w[k % 4] : 0;
}

/* Word @m of what block @n is: of its counter, or of @data. */
template <int mode>
PAPER_FN uint32_t t_word_in(const struct paper_job *job, uint32_t n,
			    const uint32_t *data, uint32_t m)
{
	return mode == PAPER_CTR ? wc_counter(job->iv, n).w[m] : data[m];
}

template <uint32_t blocks>
PAPER_FN void t_store(const struct paper_job *job, uint32_t first,
		      const uint32_t *data, uint32_t m)
{
	uint32_t k;

	for (k = m; k < 4 * blocks; k += PAPER_HALF)
		if (first + k / 4 < job->blocks)
			job->out[first + k / 4].w[k % 4] = data[k];
}

/*
 * The same, but the threads of a half-warp load their blocks to shared memory
 * together and store them together, and their block of threads waits in between.
 */
template <class C, class T, int mode>
struct t_together : paper_design {
	static const uint32_t team = PAPER_HALF, shared = T::shared;
	static const uint32_t scratch = T_TOGETHER_SCRATCH;

	PAPER_FN void run(const struct paper_team *t)
	{
		const uint32_t first = t->number * PAPER_HALF;
		struct wc_block *own = (struct wc_block *)t->scratch;

		PAPER_EACH(m, team)
			t_load<PAPER_HALF>(t->job, first, t->scratch, m);
		PAPER_BLOCK_TOGETHER();
		PAPER_EACH(m, team) {
			struct wc_block b = mode == PAPER_CTR ?
				wc_counter(t->job->iv, first + m) : own[m];

			b = t_cipher<C, T>(t, b);
			if (mode == PAPER_CTR)
				wc_xor(&b, &own[m]);
			own[m] = b;
		}
		PAPER_BLOCK_TOGETHER();
		PAPER_EACH(m, team)
			t_store<PAPER_HALF>(t->job, first, t->scratch, m);
	}
};

/* Four threads do a block, one a word of 32 bits: a column. */
template <class C, class T, int mode>
struct t_word : paper_design {
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

/*
 * Sixteen threads do a block, four a word, and then the next one, @blocks of them.
 * A thread does a lookup and three XORs a round: with what its neighbour looked up,
 * with the sum of the other two, and with the key. So all four have the whole word,
 * where one needs it, and no thread branches.
 */
template <class C, class T, int mode, uint32_t blocks>
struct t_lookup : paper_design {
	/* The data, and two values of each thread: one is read, the other written. */
	static const uint32_t team = PAPER_HALF, shared = T::shared;
	static const uint32_t scratch = T_LOOKUP_SCRATCH(blocks);

	PAPER_FN void run(const struct paper_team *t)
	{
		const uint32_t rounds = t->job->rounds;
		const uint32_t first = t->number * blocks;
		uint32_t *data = t->scratch, *s = data + 4 * blocks;
		uint32_t *next = s + PAPER_HALF, *was, k, r;

		PAPER_EACH(m, team)
			t_load<blocks>(t->job, first, data, m);
		PAPER_TOGETHER();
		for (k = 0; k < blocks; k++) {
			PAPER_EACH(m, team)
				s[m] = C::add_key(t_word_in<mode>(t->job,
					first + k, data + 4 * k, m / 4), 0,
					m / 4);
			PAPER_TOGETHER();
			for (r = 1; r <= rounds; r++) {
				PAPER_EACH(m, team)
					next[m] = C::template part<T>(t,
						s[4 * ((m / 4 + m % 4) & 3) +
						  m % 4], m % 4, r == rounds);
				PAPER_TOGETHER();
				PAPER_EACH(m, team)
					s[m] = next[m] ^ next[m ^ 1];
				PAPER_TOGETHER();
				PAPER_EACH(m, team)
					next[m] = C::add_key(s[m] ^ s[m ^ 2], r,
							     m / 4);
				PAPER_TOGETHER();
				was = s;
				s = next;
				next = was;
			}
			PAPER_EACH(m, team)
				if (m % 4 == 0)
					data[4 * k + m / 4] = s[m] ^
						(mode == PAPER_CTR ?
						 data[4 * k + m / 4] : 0);
			PAPER_TOGETHER();
		}
		PAPER_EACH(m, team)
			t_store<blocks>(t->job, first, data, m);
		PAPER_TOGETHER();
	}
};

#endif /* WARPCRYPT_KERNELS_PAPERS_T_TABLE_H */
