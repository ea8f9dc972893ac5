/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kuznyechik by tables in shared memory, for a block that comes alone: bitsliced, 32
 * blocks take no longer, but that is 30 us. kernels/block/table.h says why tables of
 * which each lane has a copy are in constant time.
 *
 * S is a table of words, once for each bank. L is linear: a sum over the 32 nibbles of a
 * block, and for each of them there is a table of the 16 values, of 16 bytes each. A
 * load of 16 bytes is done for 8 lanes at a time, whose addresses must be in different
 * parts of the banks; so there are 8 copies, and a lane's is that of its number modulo 8.
 *
 *	bytes		what
 *	32 * 2048	nibble n, value v, copy c: at 2048 n + 128 v + 16 c
 *	256 * 128	S of byte b, bank i: at 128 b + 4 i
 *
 * Encrypting, an entry of S is where the tables of L have its two nibbles, and the
 * lane's copy. Decrypting, it is the byte, four times.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_TABLE_H
#define WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_TABLE_H

#include "kernels/block/kuznyechik.h"
#include "kernels/block/table.h"

#define KUZNYECHIK_NIBBLES	32u
#define KUZNYECHIK_NIBBLE	2048u
#define KUZNYECHIK_COPIES	8u
#define KUZNYECHIK_TABLE_S	(KUZNYECHIK_NIBBLES * KUZNYECHIK_NIBBLE)
#define KUZNYECHIK_TABLES	(KUZNYECHIK_TABLE_S + 256u * 128u)

/* S of a byte, or its inverse. */
WC_FN uint32_t kuznyechik_table_entry(uint32_t i, int back)
{
	bs_word q[8];

	table_to_bits(q, i);
	if (back)
		kuznyechik_inv_sbox(q);
	else
		kuznyechik_sbox(q);
	return table_from_bits(q) ^ (back ? KUZNYECHIK_INV_PI_0 : KUZNYECHIK_PI_0);
}

/* Where a lane of @bank has its copy of the tables of L. */
WC_FN uint32_t kuznyechik_table_copy(uint32_t bank)
{
	return bank % KUZNYECHIK_COPIES * 16;
}

/* Put S of byte @i, which is @entry, into @bank's copy. */
WC_FN void kuznyechik_table_fill(uint8_t *base, uint32_t i, uint32_t bank,
				 uint32_t entry, int back)
{
	uint32_t copy = kuznyechik_table_copy(bank);

	if (back)
		entry *= 0x01010101u;
	else
		entry = (entry & 15) * 128 + copy +
			(((entry >> 4) * 128 + copy) << 16);
	table_put(base, KUZNYECHIK_TABLE_S + 128 * i + 4 * bank, entry);
}

/* L, or its inverse, of value @v of nibble @n. */
WC_FN void kuznyechik_table_column(uint64_t out[2], uint32_t n, uint32_t v,
				   int back)
{
	static const uint64_t column[16][2] = KUZNYECHIK_COLUMNS;
	/* The inverse is L with the bytes in reverse before and after. */
	uint32_t byte = back ? 15 - n / 2 : n / 2;
	uint64_t lo = 0, hi = 0, take;
	int bit;

	v <<= 4 * (n & 1);
	for (bit = 7; bit >= 0; bit--) {
		take = 0 - (uint64_t)(v >> bit & 1);
		lo = kuznyechik_xtime(lo) ^ (take & column[byte][0]);
		hi = kuznyechik_xtime(hi) ^ (take & column[byte][1]);
	}
	out[0] = back ? wc_swap64(hi) : lo;
	out[1] = back ? wc_swap64(lo) : hi;
}

/* Thread @thread's part of the tables of L, of @threads that make them. */
WC_FN void kuznyechik_table_more(uint8_t *base, uint32_t thread,
				 uint32_t threads, int back)
{
	uint32_t i, k;

	for (i = thread; i < 16 * KUZNYECHIK_NIBBLES; i += threads) {
		uint64_t out[2];
		struct wc_block b;

		kuznyechik_table_column(out, i / 16, i % 16, back);
		b.w[0] = (uint32_t)out[0];
		b.w[1] = (uint32_t)(out[0] >> 32);
		b.w[2] = (uint32_t)out[1];
		b.w[3] = (uint32_t)(out[1] >> 32);
		/* Threads beside each other begin with different copies. */
		for (k = 0; k < KUZNYECHIK_COPIES; k++)
			*(struct wc_block *)(void *)(base + 128 * i +
				kuznyechik_table_copy(k + i)) = b;
	}
}

/* Add an entry of the table of nibble @n. */
WC_FN void kuznyechik_table_add(struct wc_block *sum, const struct tables *t,
				uint32_t n, uint32_t at)
{
	const struct wc_block *entry = (const struct wc_block *)(const void *)
		(t->base + at + n * KUZNYECHIK_NIBBLE);
	struct wc_block b = *entry;
	int i;

	WC_UNROLL
	for (i = 0; i < 4; i++)
		sum->w[i] ^= b.w[i];
}

/* What S's table has for byte @k of @x. */
WC_FN uint32_t kuznyechik_table_s(const struct tables *t, uint32_t x, int k)
{
	uint32_t at = k ? x >> (8 * k - 7) : x << 7;

	return table_at(t, ((at & 0x7f80u) | t->lane) + KUZNYECHIK_TABLE_S);
}

/* S, then L. */
WC_FN void kuznyechik_table_round(const struct tables *t, struct wc_block *b)
{
	struct wc_block sum = { { 0, 0, 0, 0 } };
	uint32_t i;

	WC_UNROLL
	for (i = 0; i < 16; i++) {
		uint32_t e = kuznyechik_table_s(t, b->w[i / 4], i % 4);

		kuznyechik_table_add(&sum, t, 2 * i, e & 0xffff);
		kuznyechik_table_add(&sum, t, 2 * i + 1, e >> 16);
	}
	*b = sum;
}

/* The inverse of L, then that of S. */
WC_FN void kuznyechik_table_inv_round(const struct tables *t,
				      struct wc_block *b)
{
	uint32_t copy = kuznyechik_table_copy(t->lane / 4), i, n;
	struct wc_block sum = { { 0, 0, 0, 0 } };

	WC_UNROLL
	for (i = 0; i < KUZNYECHIK_NIBBLES; i++) {
		uint32_t x = b->w[i / 8];

		n = 4 * (i % 8);
		x = n < 7 ? x << (7 - n) : x >> (n - 7);
		kuznyechik_table_add(&sum, t, i, (x & 0x780u) | copy);
	}
	WC_UNROLL
	for (i = 0; i < 4; i++) {
		uint32_t x = sum.w[i];

		b->w[i] = (kuznyechik_table_s(t, x, 0) & 0xffu) |
			  (kuznyechik_table_s(t, x, 1) & 0xff00u) |
			  (kuznyechik_table_s(t, x, 2) & 0xff0000u) |
			  (kuznyechik_table_s(t, x, 3) & 0xff000000u);
	}
}

WC_FN void kuznyechik_table_key(struct wc_block *b, const uint64_t rk[2])
{
	b->w[0] ^= (uint32_t)rk[0];
	b->w[1] ^= (uint32_t)(rk[0] >> 32);
	b->w[2] ^= (uint32_t)rk[1];
	b->w[3] ^= (uint32_t)(rk[1] >> 32);
}

/* Encrypt or decrypt a block; @t is for this direction, and @back a constant. */
WC_FN void kuznyechik_table_block(const struct tables *t,
				  const struct kuznyechik_schedule *key,
				  struct wc_block *b, int back)
{
	int i;

	if (!back) {
		for (i = 0; i < KUZNYECHIK_KEYS - 1; i++) {
			kuznyechik_table_key(b, key->rk[i]);
			kuznyechik_table_round(t, b);
		}
		kuznyechik_table_key(b, key->rk[i]);
		return;
	}
	kuznyechik_table_key(b, key->rk[KUZNYECHIK_KEYS - 1]);
	for (i = KUZNYECHIK_KEYS - 1; i-- > 0;) {
		kuznyechik_table_inv_round(t, b);
		kuznyechik_table_key(b, key->rk[i]);
	}
}

#endif /* WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_TABLE_H */
