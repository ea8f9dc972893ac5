// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/papers/tables.h"

#include <string.h>

#include "kernels/block/aes_table.h"
#include "kernels/block/kuznyechik.h"
#include "kernels/block/skinny_one.h"

/* AES's four T-tables, one after the other. */
void paper_aes_tables(uint32_t tables[PAPER_T_WORDS])
{
	uint32_t i, r;

	for (i = 0; i < 256; i++)
		for (r = 0; r < 4; r++)
			tables[256 * r + i] =
				wc_rotl32(aes_table_entry(i, 0), 8 * (int)r);
}

/* AES's round keys, four words a round. Returns how many rounds there are. */
uint32_t paper_aes_keys(uint32_t keys[PAPER_KEY_WORDS], const uint8_t *key,
			uint32_t len)
{
	struct aes_schedule s;

	aes_schedule(&s, key, len);
	memset(keys, 0, PAPER_KEY_WORDS * sizeof(keys[0]));
	memcpy(keys, s.rk, 16 * (s.rounds + 1));
	return s.rounds;
}

/*
 * SKINNY-128's four T-tables, one after the other, of MixColumns S or of MixColumns^-1
 * S^-1. MixColumns makes of a0 to a3: a0 ^ a2 ^ a3, a0, a1 ^ a2, a0 ^ a2; and its inverse
 * a1, a1 ^ a2 ^ a3, a1 ^ a3, a0 ^ a3.
 */
void paper_skinny_tables(uint32_t tables[PAPER_T_WORDS], int decrypt)
{
	static const uint32_t goes_to[2][4] = {
		{ 0x01000101, 0x00010000, 0x01010001, 0x00000001 },
		{ 0x01000000, 0x00010101, 0x00000100, 0x01010100 },
	};
	uint64_t x;
	uint32_t i, r;

	for (i = 0; i < 256; i++) {
		x = decrypt ? skinny_inv_sbox_word(i) : skinny_sbox_word(i);
		for (r = 0; r < 4; r++)
			tables[256 * r + i] = goes_to[decrypt != 0][r] *
					      (uint32_t)(x & 0xff);
	}
}

/* @cells, rows 0 and 1, after ShiftRows, and if encrypted MixColumns: column @c. */
static uint32_t skinny_mixed(uint64_t cells, uint32_t c, int decrypt)
{
	uint32_t a0 = cells >> 8 * c & 0xff;
	uint32_t a1 = cells >> (32 + 8 * ((c + 3) & 3)) & 0xff;

	if (decrypt)
		return a0 + 0x00000100 * a1;
	return 0x01000101 * a0 + 0x00010000 * a1;
}

/*
 * SKINNY-128's round keys of 16 or 32 bytes, four words a round, those of decryption with
 * the last first; and after the room for all rounds the constants. Returns how many rounds
 * there are; 0 if the papers' kernels have no room for them.
 */
uint32_t paper_skinny_keys(uint32_t keys[PAPER_KEY_WORDS], const uint8_t *key,
			   uint32_t len, int decrypt)
{
	uint32_t *constants = keys + 4 * PAPER_ROUNDS_MAX, rc = 0, r, c, at;
	struct skinny_schedule s;
	uint64_t upper;

	skinny_schedule(&s, key, len);
	if (s.rounds > PAPER_ROUNDS_MAX)
		return 0;
	memset(keys, 0, PAPER_KEY_WORDS * sizeof(keys[0]));
	for (r = 0; r < s.rounds; r++) {
		rc = ((rc << 1) | ((rc >> 5 ^ rc >> 4 ^ 1) & 1)) & 0x3f;
		upper = (rc & 0xf) | (uint64_t)(rc >> 4) << 32;
		at = 4 * (decrypt ? s.rounds - 1 - r : r);
		for (c = 0; c < 4; c++) {
			keys[at + c] = skinny_mixed(s.rk[r] ^ upper, c,
						    decrypt);
			constants[at + c] = skinny_mixed(upper, c, decrypt);
		}
		/* 2 in row 2, which turns by two columns. */
		constants[at + 2] ^= decrypt ? 0x00020000 : 0x02020002;
	}
	return r;
}

/* Kuznyechik's tables of L S, or of L^-1 S^-1: of each byte of a block 256 blocks. */
void paper_ls_tables(uint8_t tables[PAPER_LS_BYTES], int decrypt)
{
	uint8_t pi[PAPER_PI_BYTES];
	uint32_t i, x;

	paper_pi_tables(pi);
	for (i = 0; i < 16; i++) {
		for (x = 0; x < 256; x++) {
			uint8_t block[16] = { 0 };
			uint64_t words[2];

			block[i] = pi[256 * (decrypt != 0) + x];
			memcpy(words, block, 16);
			if (decrypt)
				kuznyechik_inv_linear_block(words);
			else
				kuznyechik_linear_block(words);
			memcpy(tables + 16 * (256 * i + x), words, 16);
		}
	}
}

/* Kuznyechik's substitution and its inverse. */
void paper_pi_tables(uint8_t pi[PAPER_PI_BYTES])
{
	uint32_t x;

	for (x = 0; x < 256; x++) {
		uint64_t words[2] = { x, 0 };

		kuznyechik_sub_block(words, 0);
		pi[x] = words[0] & 0xff;
		pi[256 + pi[x]] = (uint8_t)x;
	}
}

/*
 * Kuznyechik's round keys in the order in which they are used; those of decryption, all
 * but the last after L^-1. Returns how many rounds there are.
 */
uint32_t paper_ls_keys(struct wc_block rk[10], const uint8_t *key, int decrypt)
{
	struct kuznyechik_schedule s;
	uint32_t i;

	kuznyechik_schedule(&s, key, KUZNYECHIK_KEY_BYTES);
	for (i = 0; i < 10; i++) {
		uint64_t *k = s.rk[decrypt ? 9 - i : i];

		if (decrypt && i < 9)
			kuznyechik_inv_linear_block(k);
		memcpy(&rk[i], k, 16);
	}
	return 9;
}
