// SPDX-License-Identifier: GPL-2.0-only
/*
 * The steps of Kuznyechik that RFC 7801 has examples of, and its parts for a
 * block that comes alone.
 */
#include <stdio.h>
#include <string.h>

#include "kernels/cpu/cipher.h"
#include "tests/hex.h"
#include "tests/reference/reference.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"
#include "tests/vectors/vector.h"
#include "tests/vectors/kuznyechik.h"

/* L on blocks that are not sliced, both ways. */
TEST(linear_block)
{
	struct test_rand r = { 11 };
	int i;

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

static void reference_s(uint8_t block[16])
{
	int i;

	for (i = 0; i < 16; i++)
		block[i] = reference_kuznyechik_pi[block[i]];
}

static void our_s(uint8_t block[16])
{
	uint64_t words[2];

	memcpy(words, block, 16);
	kuznyechik_sbox_block(words);
	memcpy(block, words, 16);
}

static void our_l(uint8_t block[16])
{
	uint64_t words[2];

	memcpy(words, block, 16);
	kuznyechik_linear_block(words);
	memcpy(block, words, 16);
}

static void check_steps(void (*step)(uint8_t block[16]),
			const char *const steps[5])
{
	uint8_t block[16], want[16];
	int i;

	from_hex(block, steps[0]);
	for (i = 1; i < 5; i++) {
		step(block);
		from_hex(want, steps[i]);
		assert_memory_equal(block, want, 16);
	}
}

TEST(kuznyechik_steps)
{
	static struct wc_cipher_key key;
	const struct kuznyechik_key *ours = &key.expanded.kuznyechik;
	struct reference_key naive;
	uint8_t bytes[32], want[16];
	int i;

	check_steps(reference_s, kuznyechik_s_steps);
	check_steps(our_s, kuznyechik_s_steps);
	check_steps(reference_kuznyechik_r, kuznyechik_r_steps);
	check_steps(reference_kuznyechik_l, kuznyechik_l_steps);
	check_steps(our_l, kuznyechik_l_steps);
	from_hex(bytes, KUZNYECHIK_EXAMPLE_KEY);
	assert_true(reference_set_key(&naive, "kuznyechik", bytes, 32));
	assert_true(wc_cipher_set_key(&key, wc_cipher_find("kuznyechik"), bytes,
				      32));
	for (i = 0; i < 10; i++) {
		from_hex(want, kuznyechik_round_keys[i]);
		assert_memory_equal(naive.round[i], want, 16);
		assert_memory_equal(ours->plain.rk[i], want, 16);
	}
}

int main(void)
{
	return unit_run("kuznyechik", NULL, NULL);
}
