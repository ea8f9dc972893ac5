// SPDX-License-Identifier: GPL-2.0-only
/*
 * SM4 by tables, each lane with its own copy: see kernels/table.cuh.
 *
 * Table k holds the contribution of byte k (0 is the least significant) of a
 * word to T(word) = L(S(word)).
 */
#include "kernels/sm4.h"
#include "kernels/table.cuh"

static __device__ void sm4_table_setup(uint32_t *shared,
				       const struct sm4_key *key)
{
	uint32_t i, s, t, w;

	for (i = threadIdx.x / 32; i < 256; i += TABLE_THREADS / 32) {
		s = sm4_sbox_word(i) & 0xff;
		t = s ^ s << 2 ^ s << 10 ^ s << 18 ^ s << 24;
		for (w = 0; w < 4; w++) {
			table_fill(shared, (int)w, i, t, threadIdx.x % 32);
			t = t << 8 | t >> 24;
		}
	}
	if (threadIdx.x < SM4_ROUNDS)
		shared[4 * 8192 + threadIdx.x] = key->plain[threadIdx.x];
	__syncthreads();
}

static __device__ inline uint32_t sm4_table_t(const uint8_t *tables, uint32_t x,
					      uint32_t lane)
{
	return table_look(tables, x, 0, lane, 0) ^
	       table_look(tables, x, 1, lane, 1) ^
	       table_look(tables, x, 2, lane, 2) ^
	       table_look(tables, x, 3, lane, 3);
}

template <int back>
static __device__ inline struct wc_block
sm4_table_block(const uint32_t *shared, uint32_t lane, struct wc_block b)
{
	const uint8_t *tables = (const uint8_t *)shared;
	const uint4 *rk = (const uint4 *)(shared + 4 * 8192);
	uint32_t x[4], i;

	WC_UNROLL
	for (i = 0; i < 4; i++)
		x[i] = __byte_perm(b.w[i], 0, 0x0123);
	for (i = 0; i < SM4_ROUNDS / 4; i++) {
		uint4 k = rk[back ? SM4_ROUNDS / 4 - 1 - i : i];

		x[0] ^= sm4_table_t(tables, x[1] ^ x[2] ^ x[3] ^
				    (back ? k.w : k.x), lane);
		x[1] ^= sm4_table_t(tables, x[2] ^ x[3] ^ x[0] ^
				    (back ? k.z : k.y), lane);
		x[2] ^= sm4_table_t(tables, x[3] ^ x[0] ^ x[1] ^
				    (back ? k.y : k.z), lane);
		x[3] ^= sm4_table_t(tables, x[0] ^ x[1] ^ x[2] ^
				    (back ? k.x : k.w), lane);
	}
	WC_UNROLL
	for (i = 0; i < 4; i++)
		b.w[i] = __byte_perm(x[3 - i], 0, 0x0123);
	return b;
}

#define SM4_TABLE_ENTRY(name, back, load)				\
extern "C" __global__ void __launch_bounds__(TABLE_THREADS, 1)		\
name(uint32_t count, struct wc_block iv, const struct sm4_key *keys,	\
     const struct wc_block *in, struct wc_block *out)			\
{									\
	extern __shared__ uint32_t shared[];				\
	uint32_t lane = threadIdx.x % 32 * 4;				\
	uint32_t step = gridDim.x * TABLE_THREADS;			\
	uint32_t i = blockIdx.x * TABLE_THREADS + threadIdx.x;		\
									\
	sm4_table_setup(shared, keys);					\
	for (; i < count; i += step)					\
		out[i] = sm4_table_block<back>(shared, lane, load);	\
}

SM4_TABLE_ENTRY(wc_sm4_table_ecb_encrypt, 0, in[i])
SM4_TABLE_ENTRY(wc_sm4_table_ecb_decrypt, 1, in[i])
SM4_TABLE_ENTRY(wc_sm4_table_ctr, 0, table_counter(iv, i))
