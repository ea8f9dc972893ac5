// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whole frames through the CPU engine, and through the GPU's code run on this
 * machine: correct results for valid frames, -EINVAL and no memory errors for
 * invalid ones. Every test is run with both.
 */
#include "tests/unit/either_engine.h"
#include "tests/unit/engine_frames.h"
#include "tests/unit/engine_groups.h"
#include "tests/unit/engine_keys.h"
#include "tests/unit/engine_refusals.h"
#include "tests/unit/unit.h"
#include "tests/unit/watch_memory.h"

#define BOTH(name)							\
static void test_cpu_##name(void **state)				\
{									\
	(void)state;							\
	frames_##name(true);						\
}									\
static void test_gpu_code_##name(void **state)				\
{									\
	(void)state;							\
	engine_shared_memory = 0;					\
	frames_##name(false);						\
}

BOTH(lengths)
BOTH(mixed)
BOTH(pieces)
BOTH(groups)
BOTH(checks)
BOTH(wrong_groups)
BOTH(rekey)
BOTH(wrong_fields)
BOTH(known_key)
BOTH(wrong_frames)
BOTH(garbage)
BOTH(overlapping)

/* A GPU as those of compute capability 8.9: AES and SM4 are bitsliced. */
#define SMALL(name)							\
static void test_small_gpu_##name(void **state)				\
{									\
	(void)state;							\
	engine_shared_memory = 99;					\
	frames_##name(false);						\
}

SMALL(lengths)
SMALL(mixed)
SMALL(rekey)

#define TESTS(name)							\
	cmocka_unit_test(test_cpu_##name),				\
	cmocka_unit_test(test_gpu_code_##name)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TESTS(lengths),
		cmocka_unit_test(test_small_gpu_lengths),
		TESTS(mixed),
		cmocka_unit_test(test_small_gpu_mixed),
		TESTS(pieces),
		TESTS(groups),
		TESTS(checks),
		TESTS(wrong_groups),
		cmocka_unit_test(test_cpu_aes),
		cmocka_unit_test(test_cpu_widths),
		TESTS(rekey),
		cmocka_unit_test(test_small_gpu_rekey),
		TESTS(wrong_fields),
		TESTS(known_key),
		TESTS(wrong_frames),
		TESTS(garbage),
		TESTS(overlapping),
		cmocka_unit_test(test_no_allocation),
		cmocka_unit_test(test_keys_kept),
		cmocka_unit_test(test_masks_wiped),
		cmocka_unit_test(test_units_wiped),
		cmocka_unit_test(test_forget),
		cmocka_unit_test(test_released_core),
		cmocka_unit_test(test_released_libcrypto),
	};

	/* Before libcrypto allocates anything. */
	if (!watch_libcrypto())
		return 1;
	return cmocka_run_group_tests_name("engines", tests, NULL, NULL);
}
