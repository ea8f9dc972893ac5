/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * XTS on the CPU for any block cipher: the tweaks, the XORs and ciphertext
 * stealing, for any piece of a data unit.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_XTS_H
#define WARPCRYPT_HELPER_ENGINE_XTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/block/gf128.h"

/**
 * typedef wc_blocks_fn - encrypt or decrypt blocks in place, in ECB
 * @ctx: the key
 * @buf: the blocks
 * @len: bytes, a multiple of 16, at most WC_XTS_CHUNK
 *
 * Return: whether it worked
 */
typedef bool (*wc_blocks_fn)(void *ctx, uint8_t *buf, size_t len);

/* Fits into the first-level cache together with its masks. */
#define WC_XTS_CHUNK	2048u

bool wc_xts(wc_blocks_fn blocks, void *ctx, bool decrypt, struct gf128 tweak,
	    uint8_t *buf, size_t len);

#endif /* WARPCRYPT_HELPER_ENGINE_XTS_H */
