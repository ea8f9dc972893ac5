/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tables and round keys of the papers' kernels, made on the host. NOT in
 * constant time where keys are concerned; for comparison only.
 */
#ifndef WARPCRYPT_KERNELS_PAPERS_TABLES_H
#define WARPCRYPT_KERNELS_PAPERS_TABLES_H

#include "kernels/papers/job.h"

#ifdef __cplusplus
extern "C" {
#endif

void paper_aes_tables(uint32_t tables[PAPER_T_WORDS]);
uint32_t paper_aes_keys(uint32_t keys[PAPER_KEY_WORDS], const uint8_t *key,
			uint32_t len);
void paper_skinny_tables(uint32_t tables[PAPER_T_WORDS], int decrypt);
uint32_t paper_skinny_keys(uint32_t keys[PAPER_KEY_WORDS], const uint8_t *key,
			   uint32_t len, int decrypt);
void paper_ls_tables(uint8_t tables[PAPER_LS_BYTES], int decrypt);
void paper_pi_tables(uint8_t pi[PAPER_PI_BYTES]);
uint32_t paper_ls_keys(struct wc_block rk[10], const uint8_t *key, int decrypt);

#ifdef __cplusplus
}
#endif

#endif /* WARPCRYPT_KERNELS_PAPERS_TABLES_H */
