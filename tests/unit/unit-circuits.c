// SPDX-License-Identifier: GPL-2.0-only
/*
 * The S-boxes and linear maps against tables and definitions, at all inputs and
 * at every width that this processor has. Circuits of three-input gates are
 * those of 512 bits and of CUDA; test_lut3() runs them anywhere.
 */
#include <string.h>

#include "kernels/cipher.h"
#include "kernels/kuznyechik_linear.h"
#include "tests/reference/reference.h"
#include "tests/unit/circuits.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

static void report(const char *wrong)
{
	if (wrong)
		fail_msg("%s: the circuit and the table differ", wrong);
}

static void test_32(void **state)
{
	(void)state;
	report(circuits_32());
}

static void test_64(void **state)
{
	(void)state;
	report(circuits_64());
}

static void test_lut3(void **state)
{
	(void)state;
	report(circuits_lut3());
}

#if defined(__x86_64__)
static void test_256(void **state)
{
	(void)state;
	if (wc_cipher_max_bits() < 256) {
		print_message("this processor has no AVX2\n");
		skip();
	}
	report(circuits_256());
}

static void test_512(void **state)
{
	(void)state;
	if (wc_cipher_max_bits() < 512) {
		print_message("this processor has no AVX-512\n");
		skip();
	}
	report(circuits_512());
}
#endif

/* L on blocks that are not sliced, both ways. */
static void test_linear_block(void **state)
{
	struct test_rand r = { 11 };
	int i;

	(void)state;
	for (i = 0; i < 200; i++) {
		uint8_t in[16], want[16];
		uint64_t block[2];

		rand_fill(&r, in, 16);
		memcpy(want, in, 16);
		reference_kuznyechik_l(want);
		memcpy(block, in, 16);
		kuznyechik_linear_block(block);
		assert_memory_equal(block, want, 16);
		kuznyechik_inv_linear_block(block);
		assert_memory_equal(block, in, 16);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_32),
		cmocka_unit_test(test_64),
		cmocka_unit_test(test_lut3),
#if defined(__x86_64__)
		cmocka_unit_test(test_256),
		cmocka_unit_test(test_512),
#endif
		cmocka_unit_test(test_linear_block),
	};

	return cmocka_run_group_tests_name("circuits", tests, NULL, NULL);
}
