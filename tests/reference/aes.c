// SPDX-License-Identifier: GPL-2.0-only
/* AES, after FIPS 197. s[r][c] of the standard is byte r + 4c. */
#include "tests/reference/reference.h"

#include <string.h>

static uint8_t times(unsigned int a, unsigned int b)
{
	return reference_multiply(a, b, 0x11b);
}

/* 5.1.1: the inverse, then affine. */
static uint8_t sbox_of(uint8_t x)
{
	unsigned int inverse = 0, s = 0x63, y, i;

	for (y = 1; x && y < 256; y++)
		if (times(x, y) == 1)
			inverse = y;
	for (i = 0; i < 5; i++)
		s ^= (inverse << i | inverse >> (8 - i)) & 0xff;
	return (uint8_t)s;
}

/* The same, and products, as tables, which are made once, before there are threads. */
static uint8_t sbox[256], inverse_sbox[256], products[15][256];

static void __attribute__((constructor)) make_tables(void)
{
	unsigned int by;
	int x;

	if (sbox[0])
		return;
	for (x = 255; x >= 0; x--) {
		uint8_t s = sbox_of((uint8_t)x);

		inverse_sbox[s] = (uint8_t)x;
		sbox[x] = s;
		for (by = 1; by < 15; by++)
			products[by][x] = times((unsigned int)x, by);
	}
}

/* 5.2, with words as bytes */
static void expand(struct reference_key *key, const uint8_t *bytes, size_t len)
{
	int nk = (int)len / 4, nr = nk + 6, i, j;
	uint8_t (*w)[4] = (uint8_t (*)[4])key->round;
	uint8_t t[4], first, rcon = 1;

	make_tables();
	key->rounds = nr + 1;
	memcpy(w, bytes, len);
	for (i = nk; i < 4 * (nr + 1); i++) {
		memcpy(t, w[i - 1], 4);
		if (i % nk == 0) {
			first = t[0];
			t[0] = sbox[t[1]] ^ rcon;
			t[1] = sbox[t[2]];
			t[2] = sbox[t[3]];
			t[3] = sbox[first];
			rcon = times(rcon, 2);
		} else if (nk > 6 && i % nk == 4) {
			for (j = 0; j < 4; j++)
				t[j] = sbox[t[j]];
		}
		for (j = 0; j < 4; j++)
			w[i][j] = w[i - nk][j] ^ t[j];
	}
}

static void add_round_key(uint8_t s[16], const uint8_t k[16])
{
	int i;

	for (i = 0; i < 16; i++)
		s[i] ^= k[i];
}

static void sub_bytes(uint8_t s[16], const uint8_t table[256])
{
	int i;

	for (i = 0; i < 16; i++)
		s[i] = table[s[i]];
}

/* 5.1.2: row r to the left by r; 5.3.1: back */
static void shift_rows(uint8_t s[16], int inverse)
{
	uint8_t old[16];
	int r, c;

	memcpy(old, s, 16);
	for (r = 0; r < 4; r++)
		for (c = 0; c < 4; c++) {
			if (inverse)
				s[r + 4 * ((c + r) % 4)] = old[r + 4 * c];
			else
				s[r + 4 * c] = old[r + 4 * ((c + r) % 4)];
		}
}

/* 5.1.3, 5.3.3 */
static void mix_column(uint8_t a[4], int inverse)
{
	static const uint8_t row[2][4] = { { 2, 3, 1, 1 }, { 14, 11, 13, 9 } };
	uint8_t old[4];
	int r, i;

	memcpy(old, a, 4);
	for (r = 0; r < 4; r++) {
		a[r] = 0;
		for (i = 0; i < 4; i++)
			a[r] ^= products[row[inverse][i]][old[(r + i) % 4]];
	}
}

static void mix_columns(uint8_t s[16], int inverse)
{
	int c;

	for (c = 0; c < 4; c++)
		mix_column(s + 4 * c, inverse);
}

/* 5.1, 5.3 */
static void block(const struct reference_key *key, int decrypt, uint8_t out[16],
		  const uint8_t in[16])
{
	int last = key->rounds - 1, r;

	memmove(out, in, 16);
	if (!decrypt) {
		add_round_key(out, key->round[0]);
		for (r = 1; r <= last; r++) {
			sub_bytes(out, sbox);
			shift_rows(out, 0);
			if (r < last)
				mix_columns(out, 0);
			add_round_key(out, key->round[r]);
		}
	} else {
		add_round_key(out, key->round[last]);
		for (r = last - 1; r >= 0; r--) {
			shift_rows(out, 1);
			sub_bytes(out, inverse_sbox);
			add_round_key(out, key->round[r]);
			if (r)
				mix_columns(out, 1);
		}
	}
}

const struct reference_cipher reference_aes = {
	.name = "aes", .lengths = { 16, 24, 32 },
	.expand = expand, .block = block,
};
