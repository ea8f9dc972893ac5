/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Table lookups on the GPU that take the same time for all addresses.
 *
 * A table of 256 words is in shared memory 32 times, once for each bank, and two
 * tables share a row:
 *
 *	         bank 0  bank 1  ... bank 31   bank 0  bank 1  ... bank 31
 *	row 0   | T0[0] | T0[0] |...| T0[0]  | T1[0] | T1[0] |...| T1[0]  |
 *	row 1   | T0[1] | T0[1] |...| T0[1]  | T1[1] | T1[1] |...| T1[1]  |
 *	...
 *	row 255 | T0[255] ...                | T1[255] ...                |
 *
 * Lane i of a warp reads bank i only. So the 32 addresses of a load are always in 32
 * different banks, and the load takes one pass. Besides this, addresses depend on secrets in
 * kernels/block/kuznyechik_table.h only, in the same way.
 *
 * A row is 256 bytes, so one PRMT makes the address of a lookup: the byte that is
 * looked up, above the lane's offset in a row. The offset of the table is in the
 * load instruction. Tables 0 and 1 take 64 KiB, 2 and 3 the next 64.
 *
 * Plain C, so that a test without a GPU can do the work of all lanes, each with its
 * own copies.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_TABLE_H
#define WARPCRYPT_KERNELS_BLOCK_TABLE_H

#include "kernels/block/word.h"
#include "kernels/plain.h"

/* Bytes of four tables, and of a narrow one, see table_look_narrow(). */
#define TABLE_FOUR	(4u * 32768u)
#define TABLE_NARROW	32768u
#define TABLE_BANKS	32u
/* Threads of a block; there is one block to a multiprocessor. */
#define TABLE_THREADS	512

/* @base: the tables of the whole block; @lane: the number of the lane, times 4. */
struct tables {
	const uint8_t *base;
	uint32_t lane;
};

/*
 * Four bytes out of those of @a, 0 to 3, and of @b, 4 to 7: PRMT. A hexadecimal digit of
 * @select for each, from the lowest.
 */
WC_FN uint32_t table_bytes(uint32_t a, uint32_t b, uint32_t select)
{
#if defined(__CUDA_ARCH__)
	return __byte_perm(a, b, select);
#else
	uint64_t both = a | (uint64_t)b << 32;
	uint32_t r = 0, i;

	for (i = 0; i < 4; i++)
		r |= (uint32_t)(both >> (8 * (select >> (4 * i) & 7)) & 0xff)
		     << (8 * i);
	return r;
#endif
}

WC_FN uint32_t table_at(const struct tables *t, uint32_t at)
{
	return *(const uint32_t *)(const void *)(t->base + at);
}

/* Where table @i has its first copy of its first entry; a constant. */
#define TABLE_START(i)	(65536 * ((i) >> 1) + 128 * ((i) & 1))

/* Look byte @k of @x, 0 is the lowest, up in table @i, 0 to 3. Both are constants. */
WC_FN uint32_t table_look(const struct tables *t, int i, uint32_t x, int k)
{
	uint32_t at = table_bytes(x, t->lane, 0x5504 | (uint32_t)k << 4);

	return table_at(t, at + TABLE_START(i));
}

/* The same in a single table after the four; its rows have 128 bytes. */
WC_FN uint32_t table_look_narrow(const struct tables *t, uint32_t x, int k)
{
	uint32_t at = k ? x >> (8 * k - 7) : x << 7;

	return table_at(t, ((at & 0x7f80u) | t->lane) + TABLE_FOUR);
}

/*
 * Where @bank has its copy of an entry: of all four tables, which differ by
 * TABLE_START(), and of the narrow one.
 */
WC_FN uint32_t table_place(uint32_t entry, uint32_t bank)
{
	return 256 * entry + 4 * bank;
}

WC_FN uint32_t table_place_narrow(uint32_t entry, uint32_t bank)
{
	return TABLE_FOUR + 128 * entry + 4 * bank;
}

WC_FN void table_put(uint8_t *base, uint32_t at, uint32_t value)
{
	*(uint32_t *)(void *)(base + at) = value;
}

/* The bits of a byte, and a byte of bits: for the circuit of an S-box. */
WC_FN void table_to_bits(bs_word q[8], uint32_t byte)
{
	uint32_t i;

	WC_UNROLL
	for (i = 0; i < 8; i++)
		q[i] = (byte >> i) & 1;
}

WC_FN uint32_t table_from_bits(const bs_word q[8])
{
	uint32_t byte = 0, i;

	WC_UNROLL
	for (i = 0; i < 8; i++)
		byte |= (uint32_t)(q[i] & 1) << i;
	return byte;
}

#endif /* WARPCRYPT_KERNELS_BLOCK_TABLE_H */
