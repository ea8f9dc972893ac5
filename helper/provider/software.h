/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A cipher in the calling thread: OpenSSL's own SM4; for Kuznyechik, which OpenSSL does
 * not have, and for XTS, which OpenSSL has of SM4 since 3.2, the bitsliced core of
 * kernels/cpu.
 */
#ifndef WARPCRYPT_PROVIDER_SOFTWARE_H
#define WARPCRYPT_PROVIDER_SOFTWARE_H

#include "helper/provider/context.h"
#include "kernels/cpu/cipher.h"

#define WP_BLOCK	16

enum wp_mode { WP_ECB, WP_CBC, WP_CTR, WP_XTS };

/**
 * struct wp_algorithm - a cipher in a mode
 * @cipher: its name in libwarpcrypt
 * @mode: the mode
 * @mode_name: the mode's name in libwarpcrypt; "xts-gb": programs can choose "xts"
 * @base: its name among OpenSSL's own, or NULL: it is not there
 * @key_len: length of a key, bytes; at most 64; XTS has two of the cipher's
 * @iv_len: length of an IV, bytes; what an IV lacks to a block is zero
 */
struct wp_algorithm {
	const char *cipher;
	enum wp_mode mode;
	const char *mode_name;
	const char *base;
	size_t key_len;
	size_t iv_len;
};

/**
 * struct wp_software - a key; @evp or @core is not NULL when it is set
 * @evp: OpenSSL's
 * @core: the core's
 * @tweak: XTS: the core's for the tweaks
 */
struct wp_software {
	EVP_CIPHER_CTX *evp;
	struct wc_cipher_key *core;
	struct wc_cipher_key *tweak;
};

bool wp_software_set_key(struct wp_software *s, const struct wp_base *base,
			 const struct wp_algorithm *a, const uint8_t *key, bool encrypt);
bool wp_software_run(struct wp_software *s, const struct wp_algorithm *a, bool gb,
		     bool encrypt, const uint8_t iv[WP_BLOCK], uint8_t *dst,
		     const uint8_t *src, size_t len);
void wp_software_wipe(struct wp_software *s);
void wp_count(uint8_t counter[WP_BLOCK], uint64_t blocks);

#endif /* WARPCRYPT_PROVIDER_SOFTWARE_H */
