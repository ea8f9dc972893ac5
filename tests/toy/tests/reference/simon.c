// SPDX-License-Identifier: GPL-2.0-only
/*
 * SIMON 128/128, after ePrint 2013/404. Words as arrays of bits, the least
 * significant first, as they lie in memory.
 */
#include "tests/reference/reference.h"

#include <string.h>

#define WORD	64
#define ROUNDS	68

/* 3.1: z2 */
static const char z2[] =
	"10101111011100000011010010011000101000010001111110010110110011";

static void load(int word[WORD], const uint8_t *bytes)
{
	int i;

	for (i = 0; i < WORD; i++)
		word[i] = bytes[i / 8] >> (i % 8) & 1;
}

static void store(uint8_t *bytes, const int word[WORD])
{
	int i;

	memset(bytes, 0, WORD / 8);
	for (i = 0; i < WORD; i++)
		bytes[i / 8] |= (uint8_t)(word[i] << (i % 8));
}

/* The bit at place @i of a word that is rotated to the left by @n. */
static int rotated(const int word[WORD], int i, int n)
{
	return word[(i - n + WORD) % WORD];
}

static uint8_t *round_key(struct reference_key *key, int r)
{
	return &key->round[0][0] + WORD / 8 * r;
}

/* 3.2, with two key words */
static void expand(struct reference_key *key, const uint8_t *bytes, size_t len)
{
	int k[ROUNDS][WORD], t[WORD], r, i;

	(void)len;
	key->rounds = ROUNDS;
	load(k[0], bytes);
	load(k[1], bytes + WORD / 8);
	for (r = 2; r < ROUNDS; r++) {
		for (i = 0; i < WORD; i++)
			t[i] = rotated(k[r - 1], i, WORD - 3);
		for (i = 0; i < WORD; i++)
			k[r][i] = k[r - 2][i] ^ t[i] ^ rotated(t, i, WORD - 1) ^
				  (i >= 2);
		k[r][0] ^= z2[(r - 2) % 62] - '0';
	}
	for (r = 0; r < ROUNDS; r++)
		store(round_key(key, r), k[r]);
}

/* 3: R(x, y) = (y + f(x) + k, x); its inverse is the same with x and y swapped */
static void block(const struct reference_key *key, int decrypt, uint8_t out[16],
		  const uint8_t in[16])
{
	struct reference_key *keys = (struct reference_key *)key;
	int half[2][WORD], k[WORD], r, i, x = !decrypt, y = decrypt;

	load(half[0], in);
	load(half[1], in + 8);
	for (r = 0; r < ROUNDS; r++) {
		load(k, round_key(keys, decrypt ? ROUNDS - 1 - r : r));
		for (i = 0; i < WORD; i++)
			half[y][i] ^= (rotated(half[x], i, 1) &
				       rotated(half[x], i, 8)) ^
				      rotated(half[x], i, 2) ^ k[i];
		x = !x;
		y = !y;
	}
	store(out, half[0]);
	store(out + 8, half[1]);
}

const struct reference_cipher reference_simon = {
	.name = "simon", .lengths = { 16 },
	.expand = expand, .block = block,
};
