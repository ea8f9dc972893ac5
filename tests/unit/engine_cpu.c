// SPDX-License-Identifier: GPL-2.0-only
/* What the CPU engine alone has. */
#define _GNU_SOURCE
#include <malloc.h>

#include "helper/engine/cpu_engine.h"
#include "tests/unit/either_engine.h"
#include "tests/unit/unit.h"

static void mixed_with(const char *name, const char *value)
{
	struct engine e;

	assert_int_equal(setenv(name, value, 1), 0);
	engine_init(&e, &wc_backend_cpu, 11);
	engine_assert_mixed(&e, 6);
	engine_free(&e);
	unsetenv(name);
}

/* AES by libcrypto and by bitsliced words, with or without AES instructions. */
TEST(cpu_aes)
{
	mixed_with("WARPCRYPT_CPU_AES", "core");
	mixed_with("WARPCRYPT_CPU_AES", "libcrypto");
}

/* Other forms of the ciphers than the best. */
TEST(cpu_widths)
{
	mixed_with("WARPCRYPT_CPU_BITS", "64");
	mixed_with("WARPCRYPT_CPU_BITS", "256");
	mixed_with("WARPCRYPT_CPU_BITS", "512");
}

/*
 * How many of the scalars, points and results at @units are in the worker's memory. Those
 * that are nearly all zeros, such as a status, may be anywhere.
 */
static unsigned int kept_of(struct wc_cpu_units *g, const uint8_t *units, uint32_t len)
{
	unsigned int kept = 0, set, i;
	uint32_t at;

	for (at = 0; at < len; at += 32) {
		for (i = 0, set = 0; i < 32; i++)
			set += units[at + i] != 0;
		kept += set > 8 && memmem(g, malloc_usable_size(g), units + at, 32);
	}
	return kept;
}

/* Nothing of any unit is left in the memory of the CPU engine's worker. */
TEST(units_wiped)
{
	struct wc_cpu_units *g = wc_cpu_units_new();
	static uint8_t before[300 * 96];
	const uint32_t which = 0;
	struct warpcrypt_desc desc;
	struct wc_view frame;
	struct engine e;
	uint32_t i;

	assert_non_null(g);
	engine_init(&e, &wc_backend_cpu, 23);
	for (i = 0; i < 2 * BUILDER_GROUPS; i++) {
		builder_begin(&e.b, 0);
		assert_true(builder_add_units(&e.b, builder_groups[i / 2], i % 2, 300));
		assert_int_equal(wc_view_open(&frame, &e.b.arena, &e.b.handed), 0);
		assert_int_equal(wc_view_desc(&frame, 0, &desc), 0);
		memcpy(before, frame.base + desc.offset, desc.len);
		wc_cpu_units(g, &frame, &desc, &which, 1);
		assert_memory_not_equal(before, frame.base + desc.offset, desc.len);
		assert_int_equal(kept_of(g, before, desc.len), 0);
		assert_int_equal(kept_of(g, frame.base + desc.offset, desc.len), 0);
	}
	wc_cpu_units_free(g);
	engine_free(&e);
}
