/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The known answers: a helper must compute them right before its link goes live.
 * Includes none of the module's headers.
 */
#ifndef _WC_KAT_H
#define _WC_KAT_H

#include <linux/types.h>

/**
 * struct wc_kat - one known answer
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode
 * @key_len: bytes of @key; 0: no key
 * @len: bytes of @plain and @sealed, at most WC_KAT_MAX
 * @block: XTS: number of blocks of the data unit before this
 * @one_way: @plain cannot be computed from @sealed (groups)
 * @key: the key
 * @iv: 16 bytes, or NULL for ECB
 * @plain: the plaintext; of a group, the unit as the helper gets it
 * @sealed: the ciphertext; of a group, the unit as the helper returns it
 */
struct wc_kat {
	u8 cipher;
	u8 mode;
	u16 key_len;
	u32 len;
	u32 block;
	bool one_way;
	const u8 *key;
	const u8 *iv;
	const u8 *plain;
	const u8 *sealed;
};

#define WC_KAT_MAX	96

extern const struct wc_kat wc_kats[];
extern const unsigned int wc_kat_count;
extern const struct wc_kat wc_kpp_kats[];
extern const unsigned int wc_kpp_kat_count;

#endif /* _WC_KAT_H */
