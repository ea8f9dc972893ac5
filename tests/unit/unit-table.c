// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables that every lane has its own copy of: where the copies are, and how
 * work is divided among lanes. unit-engines compares what they compute.
 */
#include <string.h>

#include "kernels/block/aes_table.h"
#include "kernels/block/kuznyechik_table.h"
#include "kernels/gpu/share.h"
#include "tests/unit/unit.h"

/* A lane reads its own bank only: the others are filled with rubbish. */
TEST(banks)
{
	static uint8_t base[TABLE_FOUR + TABLE_NARROW]
		__attribute__((aligned(16)));
	struct tables t = { base, 0 };
	uint32_t bank, i, entry;
	int table, k;

	for (bank = 0; bank < TABLE_BANKS; bank++) {
		memset(base, 0xee, sizeof(base));
		t.lane = 4 * bank;
		for (i = 0; i < 256; i++)
			aes_table_fill(base, i, bank, aes_table_entry(i, 1), 1);
		for (i = 0; i < 4 * 256; i++) {
			k = (int)i / 256;
			entry = aes_table_entry(i % 256, 1);
			assert_int_equal(
				table_look_narrow(&t, i % 256 << 8 * k, k),
				entry * 0x01010101u);
			entry = aes_column_inv_mix(entry);
			for (table = 0; table < 4; table++)
				assert_int_equal(
					table_look(&t, table,
						   i % 256 << 8 * k, k),
					wc_rotl32(entry, 8 * table));
		}
	}
}

/* More lanes to a thread only while there are enough of them. */
TEST(parts)
{
	assert_int_equal(table_parts(1, 67584), 4);
	assert_int_equal(table_parts(16896, 67584), 4);
	assert_int_equal(table_parts(16897, 67584), 2);
	assert_int_equal(table_parts(33793, 67584), 1);
	assert_int_equal(table_parts(1000000, 67584), 1);
	assert_int_equal(table_parts(1, 512), 4);
}

/*
 * Kuznyechik's tables of L: lanes that a load serves together, 8 beside each other, have
 * copies in different banks, and each lane has its own alone.
 */
TEST(nibbles)
{
	static uint8_t base[KUZNYECHIK_TABLES] __attribute__((aligned(16)));
	uint64_t in[2], out[2];
	uint32_t bank, n, v, i, at;
	int back;

	for (bank = 0; bank < KUZNYECHIK_COPIES; bank++)
		assert_int_equal(kuznyechik_table_copy(bank) / 4 % 32, 4 * bank);
	for (back = 0; back < 2; back++) {
		for (i = 0; i < 37; i++)
			kuznyechik_table_more(base, i, 37, back);
		for (i = 0; i < KUZNYECHIK_NIBBLES * 16; i++) {
			n = i / 16;
			v = i % 16;
			memset(in, 0, sizeof(in));
			in[n / 16] = (uint64_t)v << (4 * (n % 16));
			if (back)
				kuznyechik_inv_linear_block(in);
			else
				kuznyechik_linear_block(in);
			for (bank = 0; bank < TABLE_BANKS; bank++) {
				at = n * KUZNYECHIK_NIBBLE + 128 * v +
				     kuznyechik_table_copy(bank);
				memcpy(out, base + at, sizeof(out));
				assert_memory_equal(in, out, sizeof(in));
			}
		}
	}
}

/* Every block is in exactly one share, however many parts there are. */
TEST(shares)
{
	static uint8_t seen[600];
	uint32_t blocks, thread, parts, part, at;

	for (blocks = 1; blocks < sizeof(seen); blocks++) {
		for (parts = 1; parts <= LATENCY_PARTS; parts *= 2) {
			memset(seen, 0, sizeof(seen));
			for (thread = 0; thread < wide_threads(blocks);
			     thread++) {
				for (part = 0; part < parts; part++) {
					struct table_share s =
						table_share(blocks, thread,
							    part, parts);

					for (at = s.first; at < s.end;
					     at += s.step)
						seen[at]++;
				}
			}
			for (at = 0; at < sizeof(seen); at++)
				assert_int_equal(seen[at], at < blocks);
		}
	}
}

UNIT_MAIN("table", NULL, NULL)
