// SPDX-License-Identifier: GPL-2.0-only
/*
 * AES by tables, each lane with its own copy: see kernels/table.cuh.
 *
 * Column words are little-endian, row 0 in the lowest byte. Table k holds the
 * contribution of a byte in row k to its column after SubBytes and MixColumns;
 * bytes 1 and 2 of table 0 are the S-box alone, for the last round.
 */
#include "kernels/aes_wide.h"
#include "kernels/table.cuh"

/* The S-box of one byte, by the circuit: tables are made, not written down. */
static __device__ inline uint32_t aes_table_sub(uint32_t x)
{
	bs_word q[8];
	uint32_t s = 0, j;

	WC_UNROLL
	for (j = 0; j < 8; j++)
		q[j] = (x >> j) & 1;
	aes_sbox(q);
	WC_UNROLL
	for (j = 0; j < 8; j++)
		s |= (q[j] & 1) << j;
	return s;
}

static __device__ void aes_table_setup(uint32_t *shared,
				       const struct aes_wide_key *key)
{
	uint32_t i, s, two, t, w;

	/* A warp fills an entry's 32 banks. */
	for (i = threadIdx.x / 32; i < 256; i += TABLE_THREADS / 32) {
		s = aes_table_sub(i);
		two = (s << 1) ^ ((s >> 7) * 0x11b);
		t = two | s << 8 | s << 16 | (two ^ s) << 24;
		for (w = 0; w < 4; w++) {
			table_fill(shared, (int)w, i, t, threadIdx.x % 32);
			t = t << 8 | t >> 24;
		}
	}
	/* The round keys, back from masks to words. */
	for (i = threadIdx.x; i < 4 * (key->rounds + 1); i += TABLE_THREADS) {
		const uint32_t *mask = key->rk[i / 4] + 32 * (i % 4);

		w = 0;
		for (t = 0; t < 32; t++)
			w |= (mask[t] & 1) << t;
		shared[4 * 8192 + i] = w;
	}
	__syncthreads();
}

/* One block; the key is read from every lane at the same address. */
static __device__ inline struct wc_block
aes_table_block(const uint32_t *shared, uint32_t rounds, uint32_t lane,
		struct wc_block b)
{
	const uint8_t *tables = (const uint8_t *)shared;
	const uint4 *rk = (const uint4 *)(shared + 4 * 8192);
	uint32_t a[4], c[4], r;
	uint4 k = rk[0];
	int i;

	a[0] = b.w[0] ^ k.x;
	a[1] = b.w[1] ^ k.y;
	a[2] = b.w[2] ^ k.z;
	a[3] = b.w[3] ^ k.w;
	for (r = 1; r < rounds; r++) {
		k = rk[r];
		c[0] = k.x;
		c[1] = k.y;
		c[2] = k.z;
		c[3] = k.w;
		WC_UNROLL
		for (i = 0; i < 4; i++)
			c[i] ^= table_look(tables, a[i], 0, lane, 0) ^
				table_look(tables, a[(i + 1) & 3], 1, lane, 1) ^
				table_look(tables, a[(i + 2) & 3], 2, lane, 2) ^
				table_look(tables, a[(i + 3) & 3], 3, lane, 3);
		WC_UNROLL
		for (i = 0; i < 4; i++)
			a[i] = c[i];
	}
	k = rk[r];
	c[0] = k.x;
	c[1] = k.y;
	c[2] = k.z;
	c[3] = k.w;
	/* Table t has the S-box alone in bytes (t + 1) and (t + 2) mod 4. */
	WC_UNROLL
	for (i = 0; i < 4; i++)
		b.w[i] = c[i] ^
			(table_look(tables, a[i], 0, lane, 2) & 0xffu) ^
			(table_look(tables, a[(i + 1) & 3], 1, lane, 3) &
			 0xff00u) ^
			(table_look(tables, a[(i + 2) & 3], 2, lane, 0) &
			 0xff0000u) ^
			(table_look(tables, a[(i + 3) & 3], 3, lane, 1) &
			 0xff000000u);
	return b;
}

#define AES_TABLE_ENTRY(name, load)					\
extern "C" __global__ void __launch_bounds__(TABLE_THREADS, 1)		\
name(uint32_t count, struct wc_block iv, const struct aes_wide_key *keys, \
     const struct wc_block *in, struct wc_block *out)			\
{									\
	extern __shared__ uint32_t shared[];				\
	uint32_t lane = threadIdx.x % 32 * 4;				\
	uint32_t rounds = keys->rounds;					\
	uint32_t step = gridDim.x * TABLE_THREADS;			\
	uint32_t i = blockIdx.x * TABLE_THREADS + threadIdx.x;		\
									\
	aes_table_setup(shared, keys);					\
	for (; i < count; i += step)					\
		out[i] = aes_table_block(shared, rounds, lane, load);	\
}

AES_TABLE_ENTRY(wc_aes_table_ecb_encrypt, in[i])
AES_TABLE_ENTRY(wc_aes_table_ctr, table_counter(iv, i))
