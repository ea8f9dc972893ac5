/* SPDX-License-Identifier: GPL-2.0-only */
/* Between kernels/cpu/cipher.c and its forms: cipher_width.c, cipher_gfni.c. */
#ifndef WARPCRYPT_KERNELS_CPU_CIPHER_WIDTH_H
#define WARPCRYPT_KERNELS_CPU_CIPHER_WIDTH_H

#include "kmod/uapi/warpcrypt_ciphers.h"
#include "kernels/cpu/cipher.h"

/**
 * struct wc_code - the ciphers in one form
 * @lanes: how many blocks are done together
 * @least: fewer than these take less time one by one
 * @blocks: encrypt or decrypt exactly @lanes blocks, by &enum warpcrypt_cipher, or
 *	NULL: this form does not have the cipher
 * @tweaks: as wc_cipher_tweaks(), or NULL
 */
struct wc_code {
	unsigned int lanes;
	unsigned int least;
	void (*blocks[WARPCRYPT_CIPHER_COUNT])(const union wc_expanded *key,
					       bool decrypt, uint8_t *dst,
					       const uint8_t *src);
	void (*tweaks)(uint8_t *to, struct gf128 *tweak, unsigned int blocks);
};

extern const struct wc_code wc_code_64;

#if defined(__x86_64__)
extern const struct wc_code wc_code_256;
extern const struct wc_code wc_code_512;
extern const struct wc_code wc_code_gfni;
#endif

/*
 * Expand up to WC_CIPHER_KEYS keys together, in words of 64 bits, by &enum
 * warpcrypt_cipher; NULL: that takes no less time than one by one.
 */
typedef void wc_expand_many_fn(struct wc_cipher_key *const *keys,
			       const uint8_t *const *bytes, size_t count);
extern wc_expand_many_fn *const wc_expand_many[WARPCRYPT_CIPHER_COUNT];

#endif /* WARPCRYPT_KERNELS_CPU_CIPHER_WIDTH_H */
