// SPDX-License-Identifier: GPL-2.0-only
/*
 * The S-boxes and linear maps against tables and definitions, at all inputs and
 * at every width that this processor has. Circuits of three-input gates are
 * those of 512 bits and of CUDA; test_lut3() runs them anywhere.
 */
#include "kernels/cpu/cipher.h"
#include "tests/unit/unit.h"

/* tests/unit/circuits.c: each returns NULL, or the first thing that is wrong. */
const char *all_circuits_32(void);
const char *all_circuits_64(void);
const char *all_circuits_128(void);
const char *all_circuits_256(void);
const char *all_circuits_512(void);
/* 64 bits, three-input gates */
const char *all_circuits_lut3(void);

static void report(const char *wrong)
{
	if (wrong)
		fail_msg("%s: the circuit and the table differ", wrong);
}

TEST(32)
{
	report(all_circuits_32());
}

TEST(64)
{
	report(all_circuits_64());
}

TEST(128)
{
	report(all_circuits_128());
}

TEST(lut3)
{
	report(all_circuits_lut3());
}

#if defined(__x86_64__)
TEST(256)
{
	if (wc_cipher_best_form(NULL) < WC_CIPHER_256) {
		print_message("this processor has no AVX2\n");
		skip();
	}
	report(all_circuits_256());
}

TEST(512)
{
	if (wc_cipher_best_form(NULL) < WC_CIPHER_512) {
		print_message("this processor has no AVX-512\n");
		skip();
	}
	report(all_circuits_512());
}
#endif

int main(void)
{
	return unit_run("circuits", NULL, NULL);
}
