// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every circuit on every input, at the width that WC_WORD_BITS says: compiled
 * once for each, and once with three-input gates made of others, see
 * unit-circuits.c.
 */
#include <stddef.h>
#include <string.h>

/* The form that has its linear layer in a function of its own. */
#define SKINNY_IN_REGISTERS
#include "kernels/block/aes.h"
#include "kernels/block/bitslice.h"
#include "kernels/block/kuznyechik_linear.h"
#include "kernels/block/kuznyechik_sbox.h"
#include "kernels/block/skinny.h"
#include "kernels/block/sm4.h"
#include "tests/reference/reference.h"
#include "tests/unit/circuits.h"

typedef void (*circuit_fn)(bs_word *b);

/* Byte @v from the lane of @b whose number is @lane. */
static unsigned int get(const bs_word *b, unsigned int lane)
{
	unsigned int v = 0, j;

	for (j = 0; j < 8; j++) {
		const uint8_t *bytes = (const uint8_t *)&b[j];

		v |= (bytes[lane / 8] >> (lane % 8) & 1u) << j;
	}
	return v;
}

static void put(bs_word *b, unsigned int lane, unsigned int v)
{
	unsigned int j;

	for (j = 0; j < 8; j++) {
		uint8_t *bytes = (uint8_t *)&b[j];

		bytes[lane / 8] &= (uint8_t)~(1u << (lane % 8));
		bytes[lane / 8] |= (uint8_t)((v >> j & 1) << (lane % 8));
	}
}

/* Whether @circuit(x) is @table[@in ^ x] ^ @out for all x. */
static int check(circuit_fn circuit, const uint8_t *table, uint8_t in,
		 uint8_t out)
{
	unsigned int base, lane;
	bs_word b[8];

	for (base = 0; base < 256; base += BS_LANES < 256 ? BS_LANES : 256) {
		for (lane = 0; lane < BS_LANES; lane++)
			put(b, lane, (base + lane) & 0xff);
		circuit(b);
		for (lane = 0; lane < BS_LANES; lane++)
			if (get(b, lane) !=
			    (table[((base + lane) & 0xff) ^ in] ^ out))
				return 0;
	}
	return 1;
}

static void invert(uint8_t *inverse, const uint8_t *table)
{
	unsigned int x;

	for (x = 0; x < 256; x++)
		inverse[table[x]] = (uint8_t)x;
}

static int check_sboxes(const char **what)
{
	uint8_t t[256], inverse[256];
	unsigned int x;

	*what = "Kuznyechik";
	invert(inverse, reference_kuznyechik_pi);
	if (!check(kuznyechik_sbox, reference_kuznyechik_pi, 0,
		   KUZNYECHIK_PI_0) ||
	    !check(kuznyechik_inv_sbox, inverse, 0, KUZNYECHIK_INV_PI_0))
		return 0;
	*what = "SM4";
	if (!check(sm4_sbox, reference_sm4_s, 0, SM4_S_0))
		return 0;
	*what = "SKINNY";
	for (x = 0; x < 256; x++)
		t[x] = reference_skinny_s8((uint8_t)x);
	invert(inverse, t);
	if (!check(skinny_sbox, t, SKINNY_OFFSET, 0) ||
	    !check(skinny_inv_sbox, inverse, 0, SKINNY_OFFSET))
		return 0;
	*what = "AES";
	for (x = 0; x < 256; x++)
		t[x] = reference_aes_sbox((uint8_t)x);
	invert(inverse, t);
	return check(aes_sbox, t, 0, 0) && check(aes_inv_sbox, inverse, 0, 0);
}

typedef void (*linear_fn)(bs_word *buf);

static void l(bs_word *buf)
{
	memcpy(buf + BS_PLANES, buf, BS_PLANES * sizeof(bs_word));
	kuznyechik_linear(buf);
}

static void inverse_l(bs_word *buf)
{
	kuznyechik_inv_linear(buf);
	memcpy(buf, buf + BS_PLANES, BS_PLANES * sizeof(bs_word));
}

static const uint32_t no_key[BS_PLANES];

static void aes_linear(bs_word *buf)
{
	int c;

	memcpy(buf + BS_PLANES, buf, BS_PLANES * sizeof(bs_word));
	for (c = 0; c < 4; c++)
		aes_wide_mix(buf, buf + BS_PLANES, no_key, c);
}

static void aes_inv_linear(bs_word *buf)
{
	int c;

	memcpy(buf + BS_PLANES, buf, BS_PLANES * sizeof(bs_word));
	for (c = 0; c < 4; c++)
		aes_wide_inv_mix(buf, buf + BS_PLANES, no_key, c);
}

static void skinny_linear(bs_word *buf)
{
	int c;

	memcpy(buf + BS_PLANES, buf, BS_PLANES * sizeof(bs_word));
	for (c = 0; c < 4; c++)
		skinny_mix(buf, buf + BS_PLANES, no_key, c);
}

static void skinny_inv_linear(bs_word *buf)
{
	int c;

	memcpy(buf + BS_PLANES, buf, BS_PLANES * sizeof(bs_word));
	for (c = 0; c < 4; c++)
		skinny_inv_mix(buf, buf + BS_PLANES, no_key, c);
}

/*
 * Whether @map does what @reference does, and @inverse undoes it. They are
 * linear: the unit vectors and zero tell everything. Bit i of the block is set
 * in lane i modulo the width.
 */
static int check_map(linear_fn map, linear_fn inverse,
		     void (*reference)(uint8_t block[16]))
{
	bs_word buf[2 * BS_PLANES];
	unsigned int base, lane, i;

	for (base = 0; base < 128; base += BS_LANES) {
		memset(buf, 0, sizeof(buf));
		for (lane = 0; lane < BS_LANES && base + lane < 128; lane++)
			put(buf + (base + lane) / 8 * 8, lane,
			    1u << (base + lane) % 8);
		map(buf);
		for (lane = 0; lane < BS_LANES; lane++) {
			uint8_t block[16] = { 0 };

			if (base + lane < 128)
				block[(base + lane) / 8] =
					(uint8_t)(1u << (base + lane) % 8);
			reference(block);
			for (i = 0; i < 16; i++)
				if (get(buf + 8 * i, lane) != block[i])
					return 0;
		}
		inverse(buf);
		for (lane = 0; lane < BS_LANES; lane++)
			for (i = 0; i < 128; i++)
				if ((get(buf + i / 8 * 8, lane) >> i % 8 & 1) !=
				    (i == base + lane))
					return 0;
	}
	return 1;
}

/*
 * SM4's T on all values of each byte of a word, the others being zero. What
 * the S-boxes leave out shows in every byte.
 */
static int check_sm4_t(void)
{
	bs_word x0[32], x1[32], zero[32];
	unsigned int byte, base, lane, i;

	for (byte = 0; byte < 4; byte++)
		for (base = 0; base < 256; base += BS_LANES) {
			memset(x0, 0, sizeof(x0));
			memset(x1, 0, sizeof(x1));
			memset(zero, 0, sizeof(zero));
			for (lane = 0; lane < BS_LANES; lane++)
				put(x1 + 8 * byte, lane, (base + lane) & 0xff);
			sm4_round(x0, x1, zero, zero, no_key);
			for (lane = 0; lane < BS_LANES; lane++) {
				uint32_t t = reference_sm4_t(
					((base + lane) & 0xff) <<
					(24 - 8 * byte));

				for (i = 0; i < 4; i++)
					if ((get(x0 + 8 * i, lane) ^
					     SM4_LEFT_OUT) !=
					    (t >> (24 - 8 * i) & 0xff))
						return 0;
			}
		}
	return 1;
}

static int check_linear(const char **what)
{
	*what = "Kuznyechik's L";
	if (!check_map(l, inverse_l, reference_kuznyechik_l))
		return 0;
	*what = "AES's ShiftRows and MixColumns";
	if (!check_map(aes_linear, aes_inv_linear, reference_aes_linear))
		return 0;
	*what = "SKINNY's ShiftRows and MixColumns";
	if (!check_map(skinny_linear, skinny_inv_linear,
		       reference_skinny_linear))
		return 0;
	*what = "SM4's T";
	return check_sm4_t();
}

/* That planes are what bitslice.h says, up to the order of blocks. */
static int check_slicing(const char **what)
{
	static uint8_t blocks[16 * BS_LANES], back[16 * BS_LANES];
	uint8_t seen[BS_LANES] = { 0 };
	bs_word s[BS_PLANES];
	unsigned int i, lane;

	*what = "slicing";
	/* Block n is n, n >> 8, then bytes that depend on both places. */
	for (i = 0; i < sizeof(blocks); i++)
		blocks[i] = (uint8_t)(i % 16 == 0 ? i / 16 :
				      i % 16 == 1 ? i / 16 >> 8 :
				      (i / 16 * 29 + i % 16 * 71) ^ i >> 7);
	bs_slice(s, blocks);
	for (lane = 0; lane < BS_LANES; lane++) {
		unsigned int n = get(s, lane) | get(s + 8, lane) << 8;

		if (n >= BS_LANES || seen[n]++)
			return 0;
		for (i = 0; i < 16; i++)
			if (get(s + 8 * i, lane) != blocks[16 * n + i])
				return 0;
	}
	bs_unslice(back, s);
	return !memcmp(back, blocks, sizeof(blocks));
}

#ifdef WC_SOFT_LUT3
#define NAME(bits)	circuits_lut3
#else
#define NAME_(bits)	circuits_##bits
#define NAME(bits)	NAME_(bits)
#endif

const char *NAME(WC_WORD_BITS)(void)
{
	const char *what;

	if (check_slicing(&what) && check_sboxes(&what) && check_linear(&what))
		return NULL;
	return what;
}
