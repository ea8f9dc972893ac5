/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SKINNY-128 by a table of its S-box in shared memory, for a block that comes alone.
 * kernels/block/table.h says why a table of which each lane has a copy is in constant
 * time. An entry is the byte, four times. A row of the state is a word; while encrypting,
 * a column is.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_SKINNY_TABLE_H
#define WARPCRYPT_KERNELS_BLOCK_SKINNY_TABLE_H

#include "kernels/block/skinny_one.h"
#include "kernels/block/table.h"

/* Rows have 256 bytes, so that one PRMT makes an address; the other half is empty. */
#define SKINNY_TABLES	65536u

/* S of a byte, or its inverse. */
WC_FN uint32_t skinny_table_entry(uint32_t i, int back)
{
	return (uint32_t)(back ? skinny_inv_sbox_word(i) :
				 skinny_sbox_word(i)) & 0xff;
}

/* Put S of byte @i, which is @entry, into @bank's copy. */
WC_FN void skinny_table_fill(uint8_t *base, uint32_t i, uint32_t bank,
			     uint32_t entry, int back)
{
	(void)back;
	table_put(base, table_place(i, bank), entry * 0x01010101u);
}

/* There are no others. */
WC_FN void skinny_table_more(uint8_t *base, uint32_t thread, uint32_t threads,
			     int back)
{
	(void)base;
	(void)thread;
	(void)threads;
	(void)back;
}

/* The bytes of @a where @mask is set, else those of @b. */
WC_FN uint32_t skinny_pick(uint32_t mask, uint32_t a, uint32_t b)
{
	return (a & mask) | (b & ~mask);
}

/* S on each byte of a row, which is turned right by @cells, a constant. */
WC_FN uint32_t skinny_table_row(const struct tables *t, uint32_t row, int cells)
{
	uint32_t a = table_look(t, 0, row, (4 - cells) & 3);
	uint32_t b = table_look(t, 0, row, (5 - cells) & 3);
	uint32_t c = table_look(t, 0, row, (6 - cells) & 3);
	uint32_t d = table_look(t, 0, row, (7 - cells) & 3);

	return skinny_pick(0xffff, skinny_pick(0x00ff00ff, a, b),
			   skinny_pick(0x00ff00ff, c, d));
}

/* Rows become columns, or columns rows. */
WC_FN void skinny_table_transpose(uint32_t *w)
{
	uint32_t low01 = table_bytes(w[0], w[1], 0x5140);
	uint32_t low23 = table_bytes(w[2], w[3], 0x5140);
	uint32_t high01 = table_bytes(w[0], w[1], 0x7362);
	uint32_t high23 = table_bytes(w[2], w[3], 0x7362);

	w[0] = table_bytes(low01, low23, 0x5410);
	w[1] = table_bytes(low01, low23, 0x7632);
	w[2] = table_bytes(high01, high23, 0x5410);
	w[3] = table_bytes(high01, high23, 0x7632);
}

/*
 * Column @j, a constant, after a round: a cell of row i comes from column j - i, and goes
 * into the rows in which MixColumns adds row i. The keys of rows 0 and 1, and the constant
 * of row 2, take the same way.
 */
WC_FN uint32_t skinny_table_column(const struct tables *t, const uint32_t *c,
				   uint64_t rk, uint32_t j)
{
	uint32_t key = table_bytes((uint32_t)rk, (uint32_t)(rk >> 32),
				   j * 0x1011 | (4 + (j + 3) % 4) << 8);

	if (j == 2)
		key ^= 0x02020002;
	key ^= table_look(t, 0, c[j], 0) & 0xff00ffff;
	key ^= table_look(t, 0, c[(j + 3) % 4], 1) & 0x00ff0000;
	key ^= table_look(t, 0, c[(j + 2) % 4], 2) & 0xffff00ff;
	return key ^ (table_look(t, 0, c[(j + 1) % 4], 3) & 0x000000ff);
}

/*
 * skinny_one() has the same round. The state is by columns, so that a lookup is
 * followed by one operation, and not by four that wait for each other.
 */
WC_FN void skinny_table_round(const struct tables *t, uint32_t *c, uint64_t rk)
{
	const uint32_t before[4] = { c[0], c[1], c[2], c[3] };
	uint32_t j;

	WC_UNROLL
	for (j = 0; j < 4; j++)
		c[j] = skinny_table_column(t, before, rk, j);
}

/* And of decryption this one. */
WC_FN void skinny_table_inv_round(const struct tables *t, uint32_t *w,
				  uint64_t rk)
{
	uint32_t b0 = w[0], b1 = w[1], b2 = w[2], b3 = w[3];

	w[0] = b1 ^ (uint32_t)rk;
	w[1] = skinny_turn(b1 ^ b2 ^ b3, 3) ^ (uint32_t)(rk >> 32);
	w[2] = skinny_turn(b1 ^ b3, 2) ^ 2;
	w[3] = skinny_turn(b0 ^ b3, 1);
	w[0] = skinny_table_row(t, w[0], 0);
	w[1] = skinny_table_row(t, w[1], 0);
	w[2] = skinny_table_row(t, w[2], 0);
	w[3] = skinny_table_row(t, w[3], 0);
}

/* Encrypt or decrypt a block; @t is for this direction, and @back a constant. */
WC_FN void skinny_table_block(const struct tables *t,
			      const struct skinny_schedule *key,
			      struct wc_block *b, int back)
{
	uint32_t r;

	if (back) {
		for (r = key->rounds; r-- > 0;)
			skinny_table_inv_round(t, b->w, key->rk[r]);
		return;
	}
	skinny_table_transpose(b->w);
	for (r = 0; r < key->rounds; r++)
		skinny_table_round(t, b->w, key->rk[r]);
	skinny_table_transpose(b->w);
}

#endif /* WARPCRYPT_KERNELS_BLOCK_SKINNY_TABLE_H */
