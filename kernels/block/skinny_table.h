/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SKINNY-128 by a table of its S-box in shared memory, for a block that comes alone.
 * kernels/block/table.h says why a table of which each lane has a copy is in constant
 * time. An entry is the byte, four times. A row of the state is a word.
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

/* skinny_encrypt_one() has the same round. */
WC_FN void skinny_table_round(const struct tables *t, uint32_t *w, uint64_t rk)
{
	uint32_t a0 = skinny_table_row(t, w[0], 0) ^ (uint32_t)rk;
	uint32_t a1 = skinny_table_row(t, w[1], 1) ^
		      skinny_turn((uint32_t)(rk >> 32), 1);
	uint32_t a2 = skinny_table_row(t, w[2], 2) ^ 2u << 16;
	uint32_t a3 = skinny_table_row(t, w[3], 3);

	w[0] = a0 ^ a2 ^ a3;
	w[1] = a0;
	w[2] = a1 ^ a2;
	w[3] = a0 ^ a2;
}

/* And skinny_decrypt_one() this one. */
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

/**
 * skinny_table_block() - encrypt or decrypt a block
 * @t: the lane's tables, for this direction
 * @key: the round keys
 * @b: the block
 * @back: the direction, a constant
 */
WC_FN void skinny_table_block(const struct tables *t,
			      const struct skinny_schedule *key,
			      struct wc_block *b, int back)
{
	uint32_t r;

	if (!back)
		for (r = 0; r < key->rounds; r++)
			skinny_table_round(t, b->w, key->rk[r]);
	else
		for (r = key->rounds; r-- > 0;)
			skinny_table_inv_round(t, b->w, key->rk[r]);
}

#endif /* WARPCRYPT_KERNELS_BLOCK_SKINNY_TABLE_H */
