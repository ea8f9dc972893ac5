/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The ciphers on this machine's processor, in constant time: bitsliced in the widest
 * words that the processor has, or all but AES with GFNI.
 *
 * Three layers, each of which knows only the one below it:
 *
 *	kernels/cpu/modes.c		ECB, CTR, CBC, XTS for any cipher
 *	kernels/cpu/cipher.c		ciphers by name; any number of blocks
 *	kernels/cpu/cipher_width.c	BS_LANES blocks; compiled once for each width
 *	kernels/cpu/cipher_gfni.c	64 blocks with GFNI
 *
 * Nothing here allocates, locks or fails once a key is set; any number of
 * threads may use one key. Buffers need no alignment. Destination and source
 * are the same or do not overlap.
 */
#ifndef WARPCRYPT_KERNELS_CPU_CIPHER_H
#define WARPCRYPT_KERNELS_CPU_CIPHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/block/ciphers.h"
#include "kernels/block/gf128.h"

#define WC_CIPHER_BLOCK		WARPCRYPT_BLOCK_SIZE
/* The most blocks that are worked on together. */
#define WC_CIPHER_MANY		512u
/* How many keys wc_cipher_set_keys() takes. */
#define WC_CIPHER_KEYS		64u

#define WC_EXPANDED(NAME, name, ...)	struct name##_key name;

/* An expanded key of any cipher. */
union wc_expanded {
	WARPCRYPT_CIPHERS(WC_EXPANDED)
};

#undef WC_EXPANDED

/**
 * enum wc_cipher_form - for which processors the code is; who has one has those before it
 * @WC_CIPHER_64: words of 64 bits, any processor
 * @WC_CIPHER_256: words of 256 bits, AVX2
 * @WC_CIPHER_512: words of 512 bits, AVX-512F
 * @WC_CIPHER_GFNI: AVX-512BW, VL, VBMI and GFNI; ciphers without such code are in words
 *	of 512 bits
 * @WC_CIPHER_FORMS: how many there are
 */
enum wc_cipher_form {
	WC_CIPHER_64,
	WC_CIPHER_256,
	WC_CIPHER_512,
	WC_CIPHER_GFNI,
	WC_CIPHER_FORMS
};

/**
 * struct wc_cipher - a cipher; all have blocks of 16 bytes
 * @name: as the kernel's crypto API spells it
 * @number: enum warpcrypt_cipher of the UAPI
 * @key_min: shortest key, bytes
 * @key_max: longest key, bytes
 * @key_step: keys are @key_min plus a multiple of this long
 * @expand: expand a key of a length that was checked
 * @one: encrypt or decrypt one block
 */
struct wc_cipher {
	const char *name;
	unsigned int number;
	size_t key_min;
	size_t key_max;
	size_t key_step;
	void (*expand)(union wc_expanded *key, const uint8_t *bytes,
		       uint32_t len);
	void (*one)(const union wc_expanded *key, bool decrypt, uint8_t *dst,
		    const uint8_t *src);
};

/**
 * struct wc_cipher_key - an expanded key
 * @cipher: whose
 * @form: the last form to use; wc_cipher_set_key() says what the processor has, and
 *	those before it are for tests
 * @expanded: the member of @cipher
 */
struct wc_cipher_key {
	const struct wc_cipher *cipher;
	enum wc_cipher_form form;
	union wc_expanded expanded __attribute__((aligned(64)));
};

const struct wc_cipher *wc_cipher_find(const char *name);
const struct wc_cipher *wc_cipher_numbered(unsigned int number);
enum wc_cipher_form wc_cipher_best_form(const struct wc_cipher *cipher);
bool wc_cipher_set_key(struct wc_cipher_key *key,
		       const struct wc_cipher *cipher, const uint8_t *bytes,
		       size_t len);
bool wc_cipher_set_keys(struct wc_cipher_key *const *keys,
			const struct wc_cipher *cipher,
			const uint8_t *const *bytes, size_t len, size_t count);
void wc_cipher_wipe_key(struct wc_cipher_key *key);
void wc_cipher_blocks(const struct wc_cipher_key *key, bool decrypt,
		      uint8_t *dst, const uint8_t *src, size_t blocks);
void wc_cipher_tweaks(const struct wc_cipher_key *key, uint8_t *to,
		      struct gf128 *tweak, size_t blocks);

#endif /* WARPCRYPT_KERNELS_CPU_CIPHER_H */
