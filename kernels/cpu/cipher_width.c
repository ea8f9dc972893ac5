// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ciphers at the width that WC_WORD_BITS says. Compiled once for each,
 * with the compiler flags for processors that have it; only kernels/cpu/cipher.c
 * knows whether this one does.
 */
#include "kernels/cpu/cipher_width.h"

/*
 * NAME_blocks(). The state is not wiped: that would cost as much as some
 * ciphers' rounds, and the next use writes over it. What is wiped are keys.
 */
#define BLOCKS(NAME, name, ...)						\
static void name##_blocks(const union wc_expanded *key, bool decrypt,	\
			  uint8_t *dst, const uint8_t *src)		\
{									\
	bs_word buf[2 * BS_PLANES];					\
									\
	bs_slice(buf, src);						\
	if (decrypt)							\
		name##_decrypt(&key->name, buf);			\
	else								\
		name##_encrypt(&key->name, buf);			\
	bs_unslice(dst, buf);						\
}

WARPCRYPT_CIPHERS(BLOCKS)

#define CODE_(bits)	wc_code_##bits
#define CODE(bits)	CODE_(bits)
#define ENTRY(NAME, name, ...)	[WARPCRYPT_CIPHER_##NAME] = name##_blocks,

const struct wc_code CODE(WC_WORD_BITS) = {
	.lanes = BS_LANES,
	.least = 3,
	.blocks = { WARPCRYPT_CIPHERS(ENTRY) },
};

#if WC_WORD_BITS == 64

_Static_assert(WC_CIPHER_KEYS == BS_LANES, "a key to each bit of a word");

#define EXPAND_MANY(NAME, name)						\
static void name##_expand_all(struct wc_cipher_key *const *keys,	\
			      const uint8_t *const *bytes, size_t count) \
{									\
	struct name##_key *key[WC_CIPHER_KEYS];				\
	size_t i;							\
									\
	for (i = 0; i < count; i++)					\
		key[i] = &keys[i]->expanded.name;			\
	name##_expand_many(key, bytes, (uint32_t)count);		\
}

WC_EXPAND_MANY_CIPHERS(EXPAND_MANY)

#define MANY_ENTRY(NAME, name)	[WARPCRYPT_CIPHER_##NAME] = name##_expand_all,

wc_expand_many_fn *const wc_expand_many[WARPCRYPT_CIPHER_COUNT] = {
	WC_EXPAND_MANY_CIPHERS(MANY_ENTRY)
};

#endif
