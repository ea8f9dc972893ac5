// SPDX-License-Identifier: GPL-2.0-only
/* SKINNY-128, after ePrint 2016/660, section 2. Cells in the paper's order. */
#include "tests/reference/reference.h"

#include <string.h>

#define NTH(x, i)	((x) >> (i) & 1)

/* Figure 2 (right): (x7, ..., x0), three times with the permutation. */
static uint8_t sbox(uint8_t x)
{
	unsigned int v = x, i;

	for (i = 0; i < 4; i++) {
		v ^= (!(NTH(v, 7) | NTH(v, 6))) << 4;
		v ^= (!(NTH(v, 3) | NTH(v, 2))) << 0;
		if (i == 3)	/* x1 and x2 change places */
			v = (v & 0xf9) | NTH(v, 1) << 2 | NTH(v, 2) << 1;
		else		/* (x2, x1, x7, x6, x4, x0, x3, x5) */
			v = NTH(v, 2) << 7 | NTH(v, 1) << 6 | NTH(v, 7) << 5 |
			    NTH(v, 6) << 4 | NTH(v, 4) << 3 | NTH(v, 0) << 2 |
			    NTH(v, 3) << 1 | NTH(v, 5) << 0;
	}
	return (uint8_t)v;
}

/* The same as tables, which are made once, before there are threads. */
static uint8_t s8_table[256], inverse_table[256];

static void __attribute__((constructor)) make_tables(void)
{
	int x;

	if (s8_table[0])
		return;
	for (x = 255; x >= 0; x--) {
		uint8_t y = sbox((uint8_t)x);

		inverse_table[y] = (uint8_t)x;
		s8_table[x] = y;
	}
}

/* Round keys are what is added to the upper two rows, constants and all. */
static void expand(struct reference_key *key, const uint8_t *bytes, size_t len)
{
	static const int pt[16] = {
		9, 15, 8, 13, 10, 14, 12, 11, 0, 1, 2, 3, 4, 5, 6, 7
	};
	int z = (int)len / 16, rc = 0, r, i, k;
	uint8_t tk[3][16], old[16];

	make_tables();
	memset(tk, 0, sizeof(tk));
	memcpy(tk, bytes, len);
	key->rounds = 32 + 8 * z;
	for (r = 0; r < key->rounds; r++) {
		rc = (rc << 1 & 0x3f) | (NTH(rc, 5) ^ NTH(rc, 4) ^ 1);
		for (i = 0; i < 8; i++)
			key->round[r][i] = tk[0][i] ^ tk[1][i] ^ tk[2][i];
		key->round[r][0] ^= (uint8_t)(rc & 0xf);
		key->round[r][4] ^= (uint8_t)(rc >> 4);
		for (k = 0; k < z; k++) {
			memcpy(old, tk[k], 16);
			for (i = 0; i < 16; i++)
				tk[k][i] = old[pt[i]];
		}
		for (i = 0; i < 8; i++) {
			unsigned int x = tk[1][i], y = tk[2][i];

			tk[1][i] = (uint8_t)(x << 1 | (NTH(x, 7) ^ NTH(x, 5)));
			tk[2][i] = (uint8_t)(y >> 1 |
					     (NTH(y, 0) ^ NTH(y, 6)) << 7);
		}
	}
}

/* ShiftRows, MixColumns */
static void linear(uint8_t s[16])
{
	uint8_t a[16];
	int i, c;

	for (i = 0; i < 16; i++)	/* row r to the right by r */
		a[i / 4 * 4 + (i + i / 4) % 4] = s[i];
	for (c = 0; c < 4; c++) {
		s[c] = a[c] ^ a[8 + c] ^ a[12 + c];
		s[4 + c] = a[c];
		s[8 + c] = a[4 + c] ^ a[8 + c];
		s[12 + c] = a[c] ^ a[8 + c];
	}
}

static void round_forward(uint8_t s[16], const uint8_t key[8])
{
	int i;

	for (i = 0; i < 16; i++)
		s[i] = s8_table[s[i]];
	s[8] ^= 2;
	for (i = 0; i < 8; i++)
		s[i] ^= key[i];
	linear(s);
}

static void round_back(uint8_t s[16], const uint8_t key[8])
{
	uint8_t a[16];
	int i, c;

	for (c = 0; c < 4; c++) {
		a[c] = s[4 + c];
		a[8 + c] = s[12 + c] ^ a[c];
		a[4 + c] = s[8 + c] ^ a[8 + c];
		a[12 + c] = s[c] ^ a[c] ^ a[8 + c];
	}
	for (i = 0; i < 16; i++)
		s[i] = a[i / 4 * 4 + (i + i / 4) % 4];
	for (i = 0; i < 8; i++)
		s[i] ^= key[i];
	s[8] ^= 2;
	for (i = 0; i < 16; i++)
		s[i] = inverse_table[s[i]];
}

static void block(const struct reference_key *key, int decrypt, uint8_t out[16],
		  const uint8_t in[16])
{
	int r;

	memmove(out, in, 16);
	for (r = 0; r < key->rounds; r++) {
		if (decrypt)
			round_back(out, key->round[key->rounds - 1 - r]);
		else
			round_forward(out, key->round[r]);
	}
}

const struct reference_cipher reference_skinny = {
	.name = "skinny", .lengths = { 16, 32, 48 },
	.expand = expand, .block = block,
};
