// SPDX-License-Identifier: GPL-2.0-only
/* Kuznyechik, after RFC 7801. Byte 0 of a block is a15. */
#include "tests/reference/reference.h"

#include <string.h>

/* RFC 7801, 4.1.1, in decimal as there. */
static const uint8_t pi[256] = {
	252, 238, 221,  17, 207, 110,  49,  22, 251, 196, 250, 218,
	 35, 197,   4,  77, 233, 119, 240, 219, 147,  46, 153, 186,
	 23,  54, 241, 187,  20, 205,  95, 193, 249,  24, 101,  90,
	226,  92, 239,  33, 129,  28,  60,  66, 139,   1, 142,  79,
	  5, 132,   2, 174, 227, 106, 143, 160,   6,  11, 237, 152,
	127, 212, 211,  31, 235,  52,  44,  81, 234, 200,  72, 171,
	242,  42, 104, 162, 253,  58, 206, 204, 181, 112,  14,  86,
	  8,  12, 118,  18, 191, 114,  19,  71, 156, 183,  93, 135,
	 21, 161, 150,  41,  16, 123, 154, 199, 243, 145, 120, 111,
	157, 158, 178, 177,  50, 117,  25,  61, 255,  53, 138, 126,
	109,  84, 198, 128, 195, 189,  13,  87, 223, 245,  36, 169,
	 62, 168,  67, 201, 215, 121, 214, 246, 124,  34, 185,   3,
	224,  15, 236, 222, 122, 148, 176, 188, 220, 232,  40,  80,
	 78,  51,  10,  74, 167, 151,  96, 115,  30,   0,  98,  68,
	 26, 184,  56, 130, 100, 159,  38,  65, 173,  69,  70, 146,
	 39,  94,  85,  47, 140, 163, 165, 125, 105, 213, 149,  59,
	  7,  88, 179,  64, 134, 172,  29, 247,  48,  55, 107, 228,
	136, 217, 231, 137, 225,  27, 131,  73,  76,  63, 248, 254,
	141,  83, 170, 144, 202, 216, 133,  97,  32, 113, 103, 164,
	 45,  43,   9,  91, 203, 155,  37, 208, 190, 229, 108,  82,
	 89, 166, 116, 210, 230, 244, 180, 192, 209, 102, 175, 194,
	 57,  75,  99, 182,
};

/* 4.1.2: the coefficients of l, for a15 first. */
static const uint8_t coefficients[16] = {
	148, 32, 133, 16, 194, 192, 1, 251, 1, 192, 194, 16, 133, 32, 148, 1
};

/* Their products, modulo x^8 + x^7 + x^6 + x + 1, in a table made once. */
static uint8_t products[16][256];

static void make_products(void)
{
	unsigned int x;
	int i;

	if (products[15][255])
		return;
	for (i = 0; i < 16; i++)
		for (x = 0; x < 256; x++)
			products[i][x] = reference_multiply(coefficients[i], x,
							    0x1c3);
}

static uint8_t l(const uint8_t a[16])
{
	uint8_t sum = 0;
	int i;

	make_products();
	for (i = 0; i < 16; i++)
		sum ^= products[i][a[i]];
	return sum;
}

static void r(uint8_t a[16])
{
	uint8_t first = l(a);

	memmove(a + 1, a, 15);
	a[0] = first;
}

static void inverse_r(uint8_t a[16])
{
	uint8_t turned[16], last;

	memcpy(turned, a + 1, 15);
	turned[15] = a[0];
	last = l(turned);
	memcpy(a, turned, 15);
	a[15] = last;
}

static void map_l(uint8_t block[16])
{
	int i;

	for (i = 0; i < 16; i++)
		r(block);
}

/*
 * For whole volumes: pi backwards, and what L and its inverse make of each
 * byte in each place. Both are linear: the sum over the places is all of it.
 */
static uint8_t inverse_pi[256], forward[16][256][16], back[16][256][16];

static void __attribute__((constructor)) make_tables(void)
{
	unsigned int i, a, j;

	if (inverse_pi[pi[1]])
		return;
	for (a = 0; a < 256; a++)
		inverse_pi[pi[a]] = (uint8_t)a;
	for (i = 0; i < 16; i++) {
		for (a = 0; a < 256; a++) {
			forward[i][a][i] = (uint8_t)a;
			back[i][a][i] = (uint8_t)a;
			map_l(forward[i][a]);
			for (j = 0; j < 16; j++)
				inverse_r(back[i][a]);
		}
	}
}

static void x(uint8_t a[16], const uint8_t k[16])
{
	int i;

	for (i = 0; i < 16; i++)
		a[i] ^= k[i];
}

static void linear(uint8_t table[16][256][16], uint8_t a[16])
{
	uint8_t sum[16] = { 0 };
	int i;

	for (i = 0; i < 16; i++)
		x(sum, table[i][a[i]]);
	memcpy(a, sum, 16);
}

static void s(uint8_t a[16])
{
	int i;

	for (i = 0; i < 16; i++)
		a[i] = pi[a[i]];
}

static void inverse_s(uint8_t a[16])
{
	int i;

	for (i = 0; i < 16; i++)
		a[i] = inverse_pi[a[i]];
}

/* 4.3 */
static void expand(struct reference_key *expanded, const uint8_t *key,
		   size_t len)
{
	uint8_t (*k)[16] = expanded->round;
	uint8_t a1[16], a0[16], t[16], c[16];
	int i;

	(void)len;
	/* Not every kernel calls constructors. */
	make_tables();
	expanded->rounds = 10;
	memcpy(a1, key, 16);
	memcpy(a0, key + 16, 16);
	memcpy(k[0], a1, 16);
	memcpy(k[1], a0, 16);
	for (i = 1; i <= 32; i++) {
		memset(c, 0, 16);
		c[15] = (uint8_t)i;
		map_l(c);
		memcpy(t, a1, 16);
		x(t, c);
		s(t);
		map_l(t);
		x(t, a0);
		memcpy(a0, a1, 16);
		memcpy(a1, t, 16);
		if (i % 8 == 0) {
			memcpy(k[i / 4], a1, 16);
			memcpy(k[i / 4 + 1], a0, 16);
		}
	}
}

/* 4.4 */
static void block(const struct reference_key *key, int decrypt, uint8_t out[16],
		  const uint8_t in[16])
{
	const uint8_t (*k)[16] = key->round;
	int i;

	memmove(out, in, 16);
	if (!decrypt) {
		for (i = 0; i < 9; i++) {
			x(out, k[i]);
			s(out);
			linear(forward, out);
		}
		x(out, k[9]);
	} else {
		for (i = 9; i > 0; i--) {
			x(out, k[i]);
			linear(back, out);
			inverse_s(out);
		}
		x(out, k[0]);
	}
}

const struct reference_cipher reference_kuznyechik = {
	.name = "kuznyechik", .lengths = { 32 },
	.expand = expand, .block = block,
};
