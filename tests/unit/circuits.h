/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How circuits are compared with tables and definitions, at the width that
 * WC_WORD_BITS says. Each cipher of the list has a file circuits_NAME.c, with
 * CIRCUITS(NAME), which is compiled once for each width.
 */
#ifndef WARPCRYPT_TESTS_UNIT_CIRCUITS_H
#define WARPCRYPT_TESTS_UNIT_CIRCUITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/block/bitslice.h"
#include "kmod/uapi/warpcrypt_ciphers.h"

/*
 * CIRCUITS(NAME) is NAME_circuits_64() and so on: returns NULL, or the first
 * thing that is wrong. Three-input gates made of others have a name of their
 * own.
 */
#ifdef WC_SOFT_LUT3
#define CIRCUITS(name)	name##_circuits_lut3
#else
#define CIRCUITS__(name, bits)	name##_circuits_##bits
#define CIRCUITS_(name, bits)	CIRCUITS__(name, bits)
#define CIRCUITS(name)	CIRCUITS_(name, WC_WORD_BITS)
#endif

#define CIRCUITS_OF(NAME, name, ...)	const char *CIRCUITS(name)(void);

WARPCRYPT_CIPHERS(CIRCUITS_OF)

typedef void circuit_fn(bs_word *planes);

/* The byte in lane @lane of the eight planes @b. */
static inline unsigned int circuit_get(const bs_word *b, unsigned int lane)
{
	unsigned int v = 0, j;

	for (j = 0; j < 8; j++) {
		const uint8_t *bytes = (const uint8_t *)&b[j];

		v |= (bytes[lane / 8] >> (lane % 8) & 1u) << j;
	}
	return v;
}

static inline void circuit_put(bs_word *b, unsigned int lane, unsigned int v)
{
	unsigned int j;

	for (j = 0; j < 8; j++) {
		uint8_t *bytes = (uint8_t *)&b[j];

		bytes[lane / 8] &= (uint8_t)~(1u << (lane % 8));
		bytes[lane / 8] |= (uint8_t)((v >> j & 1) << (lane % 8));
	}
}

/* Whether @circuit(x) is @table[@in ^ x] ^ @out for all x. */
static inline bool circuit_is_table(circuit_fn *circuit, const uint8_t *table,
				    uint8_t in, uint8_t out)
{
	unsigned int base, lane;
	bs_word b[8];

	for (base = 0; base < 256; base += BS_LANES < 256 ? BS_LANES : 256) {
		for (lane = 0; lane < BS_LANES; lane++)
			circuit_put(b, lane, (base + lane) & 0xff);
		circuit(b);
		for (lane = 0; lane < BS_LANES; lane++)
			if (circuit_get(b, lane) !=
			    (table[((base + lane) & 0xff) ^ in] ^ out))
				return false;
	}
	return true;
}

static inline void circuit_invert(uint8_t *inverse, const uint8_t *table)
{
	unsigned int x;

	for (x = 0; x < 256; x++)
		inverse[table[x]] = (uint8_t)x;
}

/*
 * Whether @map does what @reference does, and @inverse undoes it. They are
 * linear: the unit vectors and zero tell everything. Bit i of the block is set
 * in lane i modulo the width.
 */
static inline bool circuit_is_map(circuit_fn *map, circuit_fn *inverse,
				  void (*reference)(uint8_t block[16]))
{
	bs_word buf[2 * BS_PLANES];
	unsigned int base, lane, i;

	for (base = 0; base < 128; base += BS_LANES) {
		memset(buf, 0, sizeof(buf));
		for (lane = 0; lane < BS_LANES && base + lane < 128; lane++)
			circuit_put(buf + (base + lane) / 8 * 8, lane,
				    1u << (base + lane) % 8);
		map(buf);
		for (lane = 0; lane < BS_LANES; lane++) {
			uint8_t block[16] = { 0 };

			if (base + lane < 128)
				block[(base + lane) / 8] =
					(uint8_t)(1u << (base + lane) % 8);
			reference(block);
			for (i = 0; i < 16; i++)
				if (circuit_get(buf + 8 * i, lane) != block[i])
					return false;
		}
		inverse(buf);
		for (lane = 0; lane < BS_LANES; lane++)
			for (i = 0; i < 128; i++)
				if ((circuit_get(buf + i / 8 * 8, lane) >> i % 8 & 1) !=
				    (i == base + lane))
					return false;
	}
	return true;
}

/* @circuit(planes), by @mix of each column, which adds a key: zero. */
#define CIRCUIT_COLUMNS(circuit, mix)					\
static void circuit(bs_word *buf)					\
{									\
	static const bs_key_mask no_key[BS_PLANES];			\
	int c;								\
									\
	memcpy(buf + BS_PLANES, buf, BS_PLANES * sizeof(bs_word));	\
	for (c = 0; c < 4; c++)						\
		mix(buf, buf + BS_PLANES, no_key, c);			\
}

#endif /* WARPCRYPT_TESTS_UNIT_CIRCUITS_H */
