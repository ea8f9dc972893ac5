/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Table lookups on the GPU whose time says nothing about their addresses.
 *
 * A table of 256 words lies in shared memory 32 times, once for each bank:
 *
 *	              bank 0   bank 1   ...   bank 31
 *	entry 0     | T[0]   | T[0]   | ... | T[0]   |	offset 0
 *	entry 1     | T[1]   | T[1]   | ... | T[1]   |	offset 128
 *	...
 *	entry 255   | T[255] | T[255] | ... | T[255] |	offset 32640
 *
 * Lane i of a warp only ever reads bank i. Whatever the 32 addresses are, they
 * lie in 32 different banks, and the warp's load takes one pass. That is the
 * one place in this tree where an address depends on a secret.
 *
 * Four tables fill 128 KiB, so one block of TABLE_THREADS threads has a
 * multiprocessor to itself and loops over blocks of data.
 *
 * Entries take a payload, one key and one IV:
 *	count	blocks
 *	iv	CTR: the first counter
 *	keys	one expanded key
 *	in, out	blocks before and after
 */
#ifndef WARPCRYPT_KERNELS_TABLE_CUH
#define WARPCRYPT_KERNELS_TABLE_CUH

#include "kernels/plain.h"

#define TABLE_THREADS	1024u
/* Four tables and 60 words of round keys, bytes. */
#define TABLE_SHARED	(4u * 32768u + 256u)

/*
 * Entry number byte @k of @x, from table @k; @lane is the lane times 4. The byte
 * goes to bits 7 to 14 of the address.
 */
static __device__ inline uint32_t table_look(const uint8_t *tables, uint32_t x,
					     int k, uint32_t lane, int table)
{
	uint32_t at = k ? x >> (8 * k - 7) : x << 7;

	return *(const uint32_t *)(tables + 32768 * table +
				   ((at & 0x7f80u) | lane));
}

/* Copy @value to all banks of an entry; done by the whole block. */
static __device__ inline void table_fill(uint32_t *shared, int table,
					 uint32_t entry, uint32_t value,
					 uint32_t bank)
{
	shared[8192 * table + 32 * entry + bank] = value;
}

/* The 128-bit big-endian counter @n steps after @iv, which wraps. */
static __device__ inline struct wc_block table_counter(struct wc_block iv,
						       uint32_t n)
{
	uint64_t sum = n;

	WC_UNROLL
	for (int i = 3; i >= 0; i--) {
		sum += __byte_perm(iv.w[i], 0, 0x0123);
		iv.w[i] = __byte_perm((uint32_t)sum, 0, 0x0123);
		sum >>= 32;
	}
	return iv;
}

#endif /* WARPCRYPT_KERNELS_TABLE_CUH */
