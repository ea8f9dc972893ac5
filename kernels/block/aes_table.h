/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * AES (FIPS 197) by tables that each lane has its own copy of: kernels/block/table.h
 * says why that is in constant time.
 *
 * A column is a word, row 0 in the lowest byte. Table r has the contribution of a byte
 * in row r to its column after SubBytes and MixColumns, or after their inverses.
 * The last round has no MixColumns: encrypting, two bytes of each entry are the
 * S-box alone; decrypting, there is a narrow table of it.
 *
 * Decryption is the standard's equivalent inverse cipher (section 5.3.5).
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_AES_TABLE_H
#define WARPCRYPT_KERNELS_BLOCK_AES_TABLE_H

#include "kernels/block/aes.h"
#include "kernels/block/table.h"

/*
 * @dec: in the order in which decryption uses them, all but first and last after
 * InvMixColumns.
 */
struct aes_table_key {
	struct aes_schedule enc;
	struct wc_block dec[AES_KEYS_MAX];
};

/* @len: 16, 24 or 32 bytes. */
WC_FN void aes_table_expand(struct aes_table_key *key, const uint8_t *bytes,
			    uint32_t len)
{
	uint32_t rounds, i, j;

	__builtin_memset(key->dec, 0, sizeof(key->dec));
	aes_schedule(&key->enc, bytes, len);
	rounds = key->enc.rounds;
	for (i = 0; i <= rounds; i++) {
		key->dec[i] = key->enc.rk[rounds - i];
		for (j = 0; j < 4 && i && i < rounds; j++)
			key->dec[i].w[j] = aes_column_inv_mix(key->dec[i].w[j]);
	}
}

/* Entry @i of table 0; table r has it turned left by r bytes. */
WC_FN uint32_t aes_table_entry(uint32_t i, int back)
{
	bs_word q[8];
	uint32_t s;

	table_to_bits(q, i);
	if (back)
		aes_inv_sbox(q);
	else
		aes_sbox(q);
	s = table_from_bits(q);
	if (back)
		return s;
	return aes_column_twice(s) | s << 8 | s << 16 |
	       (aes_column_twice(s) ^ s) << 24;
}

/* Put an entry into @bank's copies of all tables. */
WC_FN void aes_table_fill(uint8_t *base, uint32_t i, uint32_t bank,
			  uint32_t entry, int back)
{
	int r;

	if (back) {
		table_put(base, table_place_narrow(i, bank),
			  entry * 0x01010101u);
		entry = aes_column_inv_mix(entry);
	}
	WC_UNROLL
	for (r = 0; r < 4; r++)
		table_put(base, table_place(i, bank) + TABLE_START(r),
			  wc_rotl32(entry, 8 * r));
}

/*
 * Column @c of the next state. Row r comes from r columns to the right
 * (ShiftRows), or decrypting to the left: 3 r to the right.
 */
#define AES_TABLE_FROM(c, r, back)	(((c) + ((back) ? 3 : 1) * (r)) & 3)

WC_FN uint32_t aes_table_column(const struct tables *t, const uint32_t *s,
				uint32_t key, int c, int back)
{
	return key ^ table_look(t, 0, s[c], 0) ^
	       table_look(t, 1, s[AES_TABLE_FROM(c, 1, back)], 1) ^
	       table_look(t, 2, s[AES_TABLE_FROM(c, 2, back)], 2) ^
	       table_look(t, 3, s[AES_TABLE_FROM(c, 3, back)], 3);
}

/* Table r has the S-box alone in bytes (r + 1) and (r + 2) mod 4. */
WC_FN uint32_t aes_table_last(const struct tables *t, const uint32_t *s,
			      uint32_t key, int c)
{
	return key ^ (table_look(t, 2, s[c], 0) & 0xffu) ^
	       (table_look(t, 3, s[AES_TABLE_FROM(c, 1, 0)], 1) & 0xff00u) ^
	       (table_look(t, 0, s[AES_TABLE_FROM(c, 2, 0)], 2) & 0xff0000u) ^
	       (table_look(t, 1, s[AES_TABLE_FROM(c, 3, 0)], 3) & 0xff000000u);
}

WC_FN uint32_t aes_table_inv_last(const struct tables *t, const uint32_t *s,
				  uint32_t key, int c)
{
	return key ^ (table_look_narrow(t, s[c], 0) & 0xffu) ^
	       (table_look_narrow(t, s[AES_TABLE_FROM(c, 1, 1)], 1) &
		0xff00u) ^
	       (table_look_narrow(t, s[AES_TABLE_FROM(c, 2, 1)], 2) &
		0xff0000u) ^
	       (table_look_narrow(t, s[AES_TABLE_FROM(c, 3, 1)], 3) &
		0xff000000u);
}

/*
 * Rounds @r to the last, on @n blocks side by side: a lane waits for one
 * block's lookups while it makes the others' addresses. @n and @back are
 * constants.
 */
WC_FN void aes_table_rounds(const struct tables *t, const struct wc_block *rk,
			    uint32_t r, uint32_t rounds, struct wc_block *b,
			    int n, int back)
{
	struct wc_block k, next;
	int i, c;

	for (; r < rounds; r++) {
		k = rk[r];
		WC_UNROLL
		for (i = 0; i < n; i++) {
			WC_UNROLL
			for (c = 0; c < 4; c++)
				next.w[c] = aes_table_column(t, b[i].w, k.w[c],
							     c, back);
			b[i] = next;
		}
	}
	k = rk[rounds];
	WC_UNROLL
	for (i = 0; i < n; i++) {
		WC_UNROLL
		for (c = 0; c < 4; c++)
			next.w[c] = back ?
				aes_table_inv_last(t, b[i].w, k.w[c], c) :
				aes_table_last(t, b[i].w, k.w[c], c);
		b[i] = next;
	}
}

/* Encrypt or decrypt @n blocks; @t is for this direction. @n and @back are constants. */
WC_FN void aes_table_blocks(const struct tables *t,
			    const struct aes_table_key *key,
			    struct wc_block *b, int n, int back)
{
	const struct wc_block *rk = back ? key->dec : key->enc.rk;
	struct wc_block k = rk[0];
	int i, c;

	WC_UNROLL
	for (i = 0; i < n; i++) {
		WC_UNROLL
		for (c = 0; c < 4; c++)
			b[i].w[c] ^= k.w[c];
	}
	aes_table_rounds(t, rk, 1, key->enc.rounds, b, n, back);
}

/**
 * struct aes_table_start - what 256 counters have in common
 * @first: column 0 after round 1, without byte 15 of the counter
 * @second: the columns after round 2, without column 0 of round 1
 * @key: what is added to byte 15, in the lowest byte
 *
 * Of counters that differ in their last byte only, which is in row 3 and
 * column 3, round 1 changes column 0 and nothing else. So one lookup does round
 * 1 and four do round 2.
 */
struct aes_table_start {
	uint32_t first;
	uint32_t second[4];
	uint32_t key;
};

/* @counter: any of the 256. */
WC_FN void aes_table_begin(const struct tables *t,
			   const struct aes_table_key *key,
			   struct aes_table_start *start,
			   struct wc_block counter)
{
	struct wc_block k = key->enc.rk[1];
	uint32_t s[4], one[4], full;
	int c;

	WC_UNROLL
	for (c = 0; c < 4; c++)
		s[c] = counter.w[c] ^ key->enc.rk[0].w[c];
	WC_UNROLL
	for (c = 0; c < 4; c++)
		one[c] = aes_table_column(t, s, k.w[c], c, 0);
	start->first = one[0] ^ table_look(t, 3, s[3], 3);
	start->key = key->enc.rk[0].w[3] >> 24;
	k = key->enc.rk[2];
	WC_UNROLL
	for (c = 0; c < 4; c++) {
		/* Row (4 - c) mod 4 of column 0 comes here. */
		full = aes_table_column(t, one, k.w[c], c, 0);
		start->second[c] = full ^ table_look(t, (4 - c) & 3, one[0],
						     (4 - c) & 3);
	}
}

/*
 * Encrypt @n counters, a constant: @start is by aes_table_begin(), and of @last, the last
 * byte of each, higher bits are ignored.
 */
WC_FN void aes_table_keystream(const struct tables *t,
			       const struct aes_table_key *key,
			       const struct aes_table_start *start,
			       const uint32_t *last, struct wc_block *b, int n)
{
	int i, c;

	WC_UNROLL
	for (i = 0; i < n; i++) {
		uint32_t x = start[i].first ^
			     table_look(t, 3, last[i] ^ start[i].key, 0);

		WC_UNROLL
		for (c = 0; c < 4; c++)
			b[i].w[c] = start[i].second[c] ^
				table_look(t, (4 - c) & 3, x, (4 - c) & 3);
	}
	aes_table_rounds(t, key->enc.rk, 3, key->enc.rounds, b, n, 0);
}

#endif /* WARPCRYPT_KERNELS_BLOCK_AES_TABLE_H */
