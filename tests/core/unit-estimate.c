// SPDX-License-Identifier: GPL-2.0-only
/* How long software and engines are expected to take (kmod/estimate.c). */
#include "kmod/choice.h"
#include "tests/core/choice_world.h"
#include "tests/unit/unit.h"

/* The most that wc_rate_expect() returns, ns. */
#define HOUR		3600000000000ull

/* What is learnt of software: of a length, and what follows for others. */
static void test_learns(void **state)
{
	struct wc_soft soft = { 0 };
	u32 i;

	(void)state;
	assert_int_equal(wc_soft_expect(&soft, 4096), 0);
	assert_true(wc_soft_is_new(&soft, 4096));
	wc_soft_learn(&soft, 4096, 900000);
	for (i = 0; i < 3; i++) {
		assert_true(wc_soft_is_new(&soft, 4096));
		wc_soft_learn(&soft, 4096, 8000);
	}
	assert_false(wc_soft_is_new(&soft, 4096));
	assert_int_equal(wc_soft_expect(&soft, 4096), 8000);
	/* In proportion, until they are measured; what takes long need not be. */
	assert_int_equal(wc_soft_expect(&soft, 8192), 16000);
	assert_int_equal(wc_soft_expect(&soft, 6144), 12000);
	assert_int_equal(wc_soft_expect(&soft, 16), 31);
	assert_true(wc_soft_is_new(&soft, 16));
	assert_false(wc_soft_is_new(&soft, 16 << 20));
	assert_int_equal(wc_soft_expect(&soft, 16 << 20), 8000 << 12);
	assert_int_equal(wc_soft_expect(&soft, 1), 31);
	/* Slower by half from now on; a pause does not count for much. */
	wc_soft_learn(&soft, 4096, 1000000000);
	assert_in_range(wc_soft_expect(&soft, 4096), 8000, 9000);
	for (i = 0; i < 100; i++)
		wc_soft_learn(&soft, 4096, 12000);
	assert_in_range(wc_soft_expect(&soft, 4096), 11500, 12500);
	/* The greatest lengths and times. */
	wc_soft_learn(&soft, ~0u, ~0ull >> 40);
	assert_true(wc_soft_expect(&soft, ~0u));
}

/* The greatest numbers that the helper may give. */
static void test_limits(void **state)
{
	struct wc_rate slow = wc_rate_make(1000000000, 1000, 10000000);
	struct wc_rate fast = wc_rate_make(1, 10000000000000ull, 0);
	struct wc_soft soft = { 0 };
	int i;

	(void)state;
	assert_int_equal(slow.mib_ns, ~0u);
	assert_int_equal(fast.mib_ns, 104);
	assert_true(wc_rate_expect(&slow, ~0u, ~0ull) >
		    wc_rate_expect(&slow, 1, 0));
	assert_int_equal(wc_rate_expect(&fast, 1 << 20, 1 << 20), 209);
	/* 2^33 bytes at 2^32 ns/MiB: 2^65. */
	slow = (struct wc_rate){ ~0u, ~0u, ~0u };
	assert_int_equal(wc_rate_expect(&slow, ~0u, ~0ull), HOUR);
	slow = (struct wc_rate){ 1, ~0u, 0 };
	assert_int_equal(wc_rate_expect(&slow, 1u << 31, 1u << 31), HOUR);
	/* The longest measurements of the longest requests leave estimates that only grow. */
	for (i = 0; i < 100; i++)
		wc_soft_learn(&soft, ~0u, ~0ull);
	assert_true(wc_soft_expect(&soft, ~0u) > 1000000000);
	assert_true(wc_soft_expect(&soft, 16) <= wc_soft_expect(&soft, ~0u));
}

/* A thread that waits for a CPU says nothing of software. */
static void test_preempted(void **state)
{
	struct wc_soft_watch watch;
	struct wc_soft soft = { 0 };
	int i;

	(void)state;
	for (i = 0; i < 4; i++)
		wc_soft_learn(&soft, 4096, 8000);
	for (i = 0; i < 100; i++) {
		wc_soft_begin(&watch);
		/* Not on a CPU since it was last switched on. */
		watch.since -= 1000000000;
		if (i & 1)
			sim_task.nvcsw++;
		else
			sim_task.nivcsw++;
		sim_task.se.sum_exec_runtime += 8000;
		wc_soft_end(&soft, 4096, &watch);
	}
	assert_int_equal(wc_soft_expect(&soft, 4096), 8000);
	/* Long requests are always switched out: what the scheduler says of them counts. */
	soft = (struct wc_soft){ 0 };
	wc_soft_begin(&watch);
	watch.since -= 10000000000;
	sim_task.nivcsw++;
	sim_task.se.sum_exec_runtime += 500000000;
	wc_soft_end(&soft, 16 << 20, &watch);
	assert_int_equal(wc_soft_expect(&soft, 16 << 20), 500000000);
	/* And one that is not switched out counts as it is. */
	soft = (struct wc_soft){ 0 };
	wc_soft_begin(&watch);
	watch.since -= 9000;
	wc_soft_end(&soft, 4096, &watch);
	assert_int_equal(wc_soft_expect(&soft, 4096), 9000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_learns),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_preempted),
	};

	return cmocka_run_group_tests_name("estimate", tests, NULL, NULL);
}
