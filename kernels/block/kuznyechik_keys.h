/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Key schedules of Kuznyechik, BS_LANES at a time, bitsliced like blocks. A schedule
 * has 32 rounds, encryption 9: one by one, a schedule would take longer than the
 * encryption of 4 KiB.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_KEYS_H
#define WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_KEYS_H

#include "kernels/block/kuznyechik.h"

/* Keys on their way through the schedule. @block: a half of each, as it lies in memory. */
struct kuznyechik_keys {
	bs_word buf[2 * BS_PLANES];
	bs_word left[BS_PLANES];
	bs_word right[BS_PLANES];
	uint64_t block[BS_LANES][2];
};

/* The halves @block from and to planes. */
WC_FN void kuznyechik_keys_in(struct kuznyechik_keys *k, bs_word *half)
{
	bs_slice(half, (const uint8_t *)k->block);
}

WC_FN void kuznyechik_keys_out(struct kuznyechik_keys *k, const bs_word *half)
{
	__builtin_memcpy(k->buf, half, sizeof(k->left));
	bs_unslice((uint8_t *)k->block, k->buf);
}

/* F[C_i] (RFC 7801, 4.3). What the S-box leaves out is added to all bytes. */
WC_FN void kuznyechik_keys_round(struct kuznyechik_keys *k, uint32_t i)
{
	const uint64_t pi_0 = KUZNYECHIK_PI_0;
	uint64_t c[2];
	int p, j;

	kuznyechik_constant(c, i);
	for (p = 0; p < BS_PLANES; p += 8) {
		bs_word *b = k->buf + BS_PLANES + p;

		for (j = 0; j < 8; j++) {
			b[j] = k->left[p + j];
			if (c[p / 64] >> ((p + j) % 64) & 1)
				b[j] = ~b[j];
		}
		kuznyechik_sbox(b);
		for (j = 0; j < 8; j++)
			if (pi_0 >> j & 1)
				b[j] = ~b[j];
	}
	kuznyechik_linear(k->buf);
	for (p = 0; p < BS_PLANES; p++) {
		bs_word left = k->buf[p] ^ k->right[p];

		k->right[p] = k->left[p];
		k->left[p] = left;
	}
}

/* The schedules of BS_LANES keys, KUZNYECHIK_KEY_BYTES bytes each (4.3). */
WC_FN void kuznyechik_keys_schedule(struct kuznyechik_keys *k,
				    struct kuznyechik_schedule *const *plain,
				    const uint8_t *const *bytes)
{
	uint32_t i, half, lane;

	for (half = 0; half < 2; half++) {
		for (lane = 0; lane < BS_LANES; lane++) {
			__builtin_memcpy(k->block[lane],
					 bytes[lane] + 16 * half, 16);
			__builtin_memcpy(plain[lane]->rk[half],
					 k->block[lane], 16);
		}
		kuznyechik_keys_in(k, half ? k->right : k->left);
	}
	for (i = 1; i <= 32; i++) {
		kuznyechik_keys_round(k, i);
		if (i % 8)
			continue;
		for (half = 0; half < 2; half++) {
			kuznyechik_keys_out(k, half ? k->right : k->left);
			for (lane = 0; lane < BS_LANES; lane++)
				__builtin_memcpy(plain[lane]->rk[i / 4 + half],
						 k->block[lane], 16);
		}
	}
}

#if WC_WORD_BITS <= 64

/* Expand 1 to BS_LANES keys, which takes less time together. */
WC_FN void kuznyechik_expand_many(struct kuznyechik_key *const *key,
				  const uint8_t *const *bytes, uint32_t count)
{
	struct kuznyechik_schedule *plain[BS_LANES], spare;
	const uint8_t *from[BS_LANES];
	struct kuznyechik_keys work;
	uint32_t lane, i;

	/* Lanes that are left over have the last key again. */
	for (lane = 0; lane < BS_LANES; lane++) {
		plain[lane] = lane < count ? &key[lane]->plain : &spare;
		from[lane] = bytes[lane < count ? lane : count - 1];
	}
	kuznyechik_keys_schedule(&work, plain, from);
	for (lane = 0; lane < count; lane++)
		for (i = 0; i < KUZNYECHIK_KEYS; i++)
			kuznyechik_put_key(key[lane], i);
	wc_wipe(&work, sizeof(work));
	wc_wipe(&spare, sizeof(spare));
}

#endif /* WC_WORD_BITS <= 64 */

#endif /* WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_KEYS_H */
