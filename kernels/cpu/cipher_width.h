/* SPDX-License-Identifier: GPL-2.0-only */
/* Between kernels/cpu/cipher.c and kernels/cpu/cipher_width.c. */
#ifndef WARPCRYPT_KERNELS_CPU_CIPHER_WIDTH_H
#define WARPCRYPT_KERNELS_CPU_CIPHER_WIDTH_H

#include <stdint.h>

enum wc_cipher_id {
	WC_CIPHER_AES,
	WC_CIPHER_KUZNYECHIK,
	WC_CIPHER_SKINNY,
	WC_CIPHER_SM4,
	WC_CIPHERS,
};

/**
 * struct wc_width - the ciphers at one width
 * @bits: the width, which is also how many blocks are done together
 * @blocks: encrypt (0) or decrypt (1) exactly so many blocks with an expanded
 *	key, by &enum wc_cipher_id
 */
struct wc_width {
	unsigned int bits;
	void (*blocks[WC_CIPHERS][2])(const void *key, uint8_t *dst,
				      const uint8_t *src);
};

extern const struct wc_width wc_width_64;

/* Key schedules done together, in words of 64 bits: kuznyechik_schedules(). */
#define WC_KEYS_MANY	64u
void wc_kuznyechik_schedules(uint64_t (*const plain[WC_KEYS_MANY])[2],
			     const uint8_t *const bytes[WC_KEYS_MANY]);

#if defined(__x86_64__)
extern const struct wc_width wc_width_256;
extern const struct wc_width wc_width_512;
#endif

#endif /* WARPCRYPT_KERNELS_CPU_CIPHER_WIDTH_H */
