/* SPDX-License-Identifier: GPL-2.0-only */
/* A RAM disk with dm-crypt on it, removed at exit. */
#ifndef WARPCRYPT_BENCH_DM_STACK_H
#define WARPCRYPT_BENCH_DM_STACK_H

#include <stddef.h>
#include <stdint.h>

const char *stack_disk(uint64_t bytes);
const char *stack_crypt(const char *alg, const char *iv, uint32_t key_len,
			uint32_t sector_size, const char *options);
void stack_drop_crypt(void);
void stack_drop(void);
int run_program(const char *const argv[], const char *input, char *output,
		size_t size);

#endif /* WARPCRYPT_BENCH_DM_STACK_H */
