/* SPDX-License-Identifier: GPL-2.0-only */
/* The modes, a block at a time, as close to their standards as they go. */
#ifndef WARPCRYPT_TESTS_REFERENCE_MODES_H
#define WARPCRYPT_TESTS_REFERENCE_MODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Encrypts or decrypts one block; @out may be @in. */
typedef void (*reference_block_fn)(const void *ctx, int decrypt,
				   uint8_t out[16], const uint8_t in[16]);

void reference_ecb(reference_block_fn block, const void *ctx, int decrypt,
		   uint8_t *buf, size_t len);
void reference_ctr(reference_block_fn block, const void *ctx,
		   const uint8_t iv[16], uint8_t *buf, size_t len);
void reference_cbc(reference_block_fn block, const void *ctx, int decrypt,
		   const uint8_t iv[16], uint8_t *buf, size_t len);
void reference_xts(reference_block_fn block, const void *data,
		   const void *tweak, int decrypt, const uint8_t iv[16],
		   uint64_t first, uint8_t *buf, size_t len);
void reference_xts_gb(reference_block_fn block, const void *data,
		      const void *tweak, int decrypt, const uint8_t iv[16],
		      uint64_t first, uint8_t *buf, size_t len);

/*
 * The mode of this name, of WARPCRYPT_MODES() or WARPCRYPT_OWN_MODES(); false: there is none.
 * ECB has no @iv; only XTS has @tweak and @first.
 */
bool reference_mode(const char *mode, reference_block_fn block, const void *data,
		    const void *tweak, int decrypt, const uint8_t *iv, uint64_t first,
		    uint8_t *buf, size_t len);

#endif /* WARPCRYPT_TESTS_REFERENCE_MODES_H */
