/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SM4 (GB/T 32907-2016) by tables that each lane has its own copy of:
 * kernels/block/table.h says why that is in constant time.
 *
 * The words of the standard have the most significant byte first. Here they stay as
 * they are in memory, with the first byte lowest: table k has the contribution of
 * byte k (0 is the first) of a word to T(word) = L(S(word)).
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_SM4_TABLE_H
#define WARPCRYPT_KERNELS_BLOCK_SM4_TABLE_H

#include "kernels/block/sm4.h"
#include "kernels/block/table.h"

/* Round keys, four to a block, bytes in the order of the standard. */
struct sm4_table_key {
	struct wc_block rk[SM4_ROUNDS / 4];
};

WC_FN void sm4_table_expand(struct sm4_table_key *key, const uint8_t *bytes,
			    uint32_t len)
{
	struct sm4_schedule *plain = (struct sm4_schedule *)(void *)key->rk;
	int i;

	sm4_schedule(plain, bytes, len);
	for (i = 0; i < SM4_ROUNDS; i++)
		plain->rk[i] = wc_swap32(plain->rk[i]);
}

/*
 * Entry @i of table 0; table k has it turned left by k bytes. Both directions
 * have the same tables.
 */
WC_FN uint32_t sm4_table_entry(uint32_t i, int back)
{
	uint32_t s = sm4_sbox_word(i << 24) & 0xff000000u;

	(void)back;
	return wc_swap32(s ^ wc_rotl32(s, 2) ^ wc_rotl32(s, 10) ^
			 wc_rotl32(s, 18) ^ wc_rotl32(s, 24));
}

/* Put an entry into @bank's copies of all tables. */
WC_FN void sm4_table_fill(uint8_t *base, uint32_t i, uint32_t bank,
			  uint32_t entry, int back)
{
	int k;

	(void)back;
	WC_UNROLL
	for (k = 0; k < 4; k++)
		table_put(base, table_place(i, bank) + TABLE_START(k),
			  wc_rotl32(entry, 8 * k));
}

/* @x + T(@y) */
WC_FN uint32_t sm4_table_t(const struct tables *t, uint32_t x, uint32_t y)
{
	x = bs_xor3(x, table_look(t, 0, y, 0), table_look(t, 1, y, 1));
	return bs_xor3(x, table_look(t, 2, y, 2), table_look(t, 3, y, 3));
}

/*
 * Four rounds, of which the first @done (0 or 1) are done. Two rounds at a time
 * have two words in common.
 */
WC_FN void sm4_table_four(const struct tables *t, uint32_t *x,
			  const struct wc_block *k, int done, int back)
{
	uint32_t both;
	int i;

	WC_UNROLL
	for (i = 0; i < 4; i += 2) {
		both = x[i ^ 2] ^ x[i ^ 3];
		if (i >= done)
			x[i] = sm4_table_t(t, x[i],
					   bs_xor3(both, x[i + 1],
						   k->w[back ? 3 - i : i]));
		x[i + 1] = sm4_table_t(t, x[i + 1],
				       bs_xor3(both, x[i],
					       k->w[back ? 2 - i : i + 1]));
	}
}

WC_FN const struct wc_block *sm4_table_keys(const struct sm4_table_key *key,
					    int i, int back)
{
	return &key->rk[back ? SM4_ROUNDS / 4 - 1 - i : i];
}

/* All rounds but the first @done, on @n blocks side by side. */
WC_FN void sm4_table_rounds(const struct tables *t,
			    const struct sm4_table_key *key,
			    struct wc_block *b, int n, int done, int back)
{
	struct wc_block k = *sm4_table_keys(key, 0, back), x;
	int i, r;

	WC_UNROLL
	for (i = 0; i < n; i++)
		sm4_table_four(t, b[i].w, &k, done, back);
	for (r = 1; r < SM4_ROUNDS / 4; r++) {
		k = *sm4_table_keys(key, r, back);
		WC_UNROLL
		for (i = 0; i < n; i++)
			sm4_table_four(t, b[i].w, &k, 0, back);
	}
	/* The output has the last four words in reverse. */
	WC_UNROLL
	for (i = 0; i < n; i++) {
		x = b[i];
		WC_UNROLL
		for (r = 0; r < 4; r++)
			b[i].w[r] = x.w[3 - r];
	}
}

/* Encrypt or decrypt @n blocks. @n and @back are constants. */
WC_FN void sm4_table_blocks(const struct tables *t,
			    const struct sm4_table_key *key,
			    struct wc_block *b, int n, int back)
{
	sm4_table_rounds(t, key, b, n, 0, back);
}

/*
 * What 256 counters have in common that differ in their last byte only: round 1 looks up
 * three bytes that are the same. @x: the counter without its last byte, with word 0 after
 * round 1 without the contribution of that byte; @key: what is added to it, in the lowest
 * byte.
 */
struct sm4_table_start {
	struct wc_block x;
	uint32_t key;
};

/* @counter: any of the 256. */
WC_FN void sm4_table_begin(const struct tables *t,
			   const struct sm4_table_key *key,
			   struct sm4_table_start *start,
			   struct wc_block counter)
{
	uint32_t x;

	start->x = counter;
	start->x.w[3] &= 0x00ffffffu;
	x = counter.w[1] ^ counter.w[2] ^ start->x.w[3] ^ key->rk[0].w[0];
	start->key = x >> 24;
	start->x.w[0] ^= table_look(t, 0, x, 0) ^ table_look(t, 1, x, 1) ^
			 table_look(t, 2, x, 2);
}

/*
 * Encrypt @n counters, a constant: @start is by sm4_table_begin(), and of @last, the last
 * byte of each, higher bits are ignored.
 */
WC_FN void sm4_table_keystream(const struct tables *t,
			       const struct sm4_table_key *key,
			       const struct sm4_table_start *start,
			       const uint32_t *last, struct wc_block *b, int n)
{
	int i;

	WC_UNROLL
	for (i = 0; i < n; i++) {
		b[i] = start[i].x;
		b[i].w[0] ^= table_look(t, 3, last[i] ^ start[i].key, 0);
		b[i].w[3] ^= last[i] << 24;
	}
	sm4_table_rounds(t, key, b, n, 1, 0);
}

#endif /* WARPCRYPT_KERNELS_BLOCK_SM4_TABLE_H */
