/* SPDX-License-Identifier: GPL-2.0-only */
/* Between kernels/cpu/cipher.c and kernels/cpu/cipher_width.c. */
#ifndef WARPCRYPT_KERNELS_CPU_CIPHER_WIDTH_H
#define WARPCRYPT_KERNELS_CPU_CIPHER_WIDTH_H

#include "kmod/uapi/warpcrypt_ciphers.h"
#include "kernels/cpu/cipher.h"

/**
 * struct wc_width - the ciphers at one width
 * @bits: the width, which is also how many blocks are done together
 * @blocks: encrypt or decrypt exactly that many blocks, by &enum warpcrypt_cipher
 */
struct wc_width {
	unsigned int bits;
	void (*blocks[WARPCRYPT_CIPHER_COUNT])(const union wc_expanded *key,
					       bool decrypt, uint8_t *dst,
					       const uint8_t *src);
};

extern const struct wc_width wc_width_64;

#if defined(__x86_64__)
extern const struct wc_width wc_width_256;
extern const struct wc_width wc_width_512;
#endif

/*
 * Expand up to WC_CIPHER_KEYS keys together, in words of 64 bits, by &enum
 * warpcrypt_cipher; NULL: that takes no less time than one by one.
 */
typedef void wc_expand_many_fn(struct wc_cipher_key *const *keys,
			       const uint8_t *const *bytes, size_t count);
extern wc_expand_many_fn *const wc_expand_many[WARPCRYPT_CIPHER_COUNT];

#endif /* WARPCRYPT_KERNELS_CPU_CIPHER_WIDTH_H */
