/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SIMON 128/128 (ePrint 2013/404), bitsliced and one block at a time.
 *
 * A block is two words, the left one in its last eight bytes, both
 * little-endian. Rotations choose other planes and cost nothing.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_SIMON_H
#define WARPCRYPT_KERNELS_BLOCK_SIMON_H

#include "kernels/block/bitslice.h"

#define SIMON_ROUNDS	68
#define SIMON_KEY_BYTES	16u

/**
 * struct simon_schedule - the round keys
 * @rk: in encryption's order
 */
struct simon_schedule {
	uint64_t rk[SIMON_ROUNDS];
};

/**
 * struct simon_key - an expanded key
 * @plain: the round keys, which are spread over masks when they are needed
 */
struct simon_key {
	struct simon_schedule plain;
};

/* right ^= f(left) ^ key, of BS_LANES blocks */
WC_FN void simon_round(bs_word *right, const bs_word *left, uint64_t key)
{
	int b;

	WC_UNROLL
	for (b = 0; b < 64; b++) {
		bs_key_mask k = 0 - ((bs_key_mask)(key >> b) & 1);

		right[b] = bs_xor_and(right[b], left[(b + 63) & 63],
				      left[(b + 56) & 63]) ^
			   left[(b + 62) & 63] ^ bs_mask(k);
	}
}

/**
 * simon_encrypt() - encrypt BS_LANES blocks
 * @key: expanded by simon_expand()
 * @buf: 128 planes
 */
WC_FN void simon_encrypt(const struct simon_key *key, bs_word *buf)
{
	int r;

	for (r = 0; r < SIMON_ROUNDS; r += 2) {
		simon_round(buf, buf + 64, key->plain.rk[r]);
		simon_round(buf + 64, buf, key->plain.rk[r + 1]);
	}
}

/* The same: nothing of the key is fetched ahead. */
WC_FN void simon_encrypt_ahead(const struct simon_key *key, bs_word *buf,
			       int ahead)
{
	(void)ahead;
	simon_encrypt(key, buf);
}

/**
 * simon_decrypt() - decrypt BS_LANES blocks
 * @key: expanded by simon_expand()
 * @buf: 128 planes
 */
WC_FN void simon_decrypt(const struct simon_key *key, bs_word *buf)
{
	int r;

	for (r = SIMON_ROUNDS; r > 0; r -= 2) {
		simon_round(buf + 64, buf, key->plain.rk[r - 1]);
		simon_round(buf, buf + 64, key->plain.rk[r - 2]);
	}
}

#if WC_WORD_BITS <= 64

WC_FN uint64_t simon_left(uint64_t x, int n)
{
	return x << n | x >> (64 - n);
}

/* f(left) ^ key */
WC_FN uint64_t simon_f(uint64_t left, uint64_t key)
{
	return (simon_left(left, 1) & simon_left(left, 8)) ^
	       simon_left(left, 2) ^ key;
}

/**
 * simon_schedule() - the round keys (ePrint 2013/404, 3.2)
 * @schedule: the result
 * @bytes: the key
 * @len: SIMON_KEY_BYTES
 */
WC_FN void simon_schedule(struct simon_schedule *schedule, const uint8_t *bytes,
			  uint32_t len)
{
	/* z2, its first bit lowest; 62 bits that repeat */
	const uint64_t z = 0x3369f885192c0ef5ull;
	uint64_t *rk = schedule->rk, t;
	int i;

	(void)len;
	__builtin_memcpy(rk, bytes, SIMON_KEY_BYTES);
	for (i = 2; i < SIMON_ROUNDS; i++) {
		t = simon_left(rk[i - 1], 61);
		t ^= simon_left(t, 63);
		rk[i] = ~rk[i - 2] ^ t ^ 3 ^ (z >> ((i - 2) % 62) & 1);
	}
}

/* Nothing: there are no masks. */
WC_FN void simon_put_key(struct simon_key *key, uint32_t i)
{
	(void)key;
	(void)i;
}

/**
 * simon_expand() - expand a key
 * @key: the result
 * @bytes: the key
 * @len: SIMON_KEY_BYTES
 */
WC_FN void simon_expand(struct simon_key *key, const uint8_t *bytes,
			uint32_t len)
{
	simon_schedule(&key->plain, bytes, len);
}

/**
 * simon_one() - encrypt or decrypt a block that comes alone
 * @schedule: the round keys
 * @decrypt: the direction
 * @dst: where it goes
 * @src: where it comes from; may be @dst
 */
WC_FN void simon_one(const struct simon_schedule *schedule, int decrypt,
		     uint8_t *dst, const uint8_t *src)
{
	uint64_t x[2], t;
	int r;

	__builtin_memcpy(x, src, 16);
	for (r = 0; r < SIMON_ROUNDS; r++) {
		if (decrypt) {
			t = x[1] ^ simon_f(x[0],
					   schedule->rk[SIMON_ROUNDS - 1 - r]);
			x[1] = x[0];
			x[0] = t;
		} else {
			t = x[0] ^ simon_f(x[1], schedule->rk[r]);
			x[0] = x[1];
			x[1] = t;
		}
	}
	__builtin_memcpy(dst, x, 16);
}

#endif /* WC_WORD_BITS <= 64 */

#endif /* WARPCRYPT_KERNELS_BLOCK_SIMON_H */
