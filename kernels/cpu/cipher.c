// SPDX-License-Identifier: GPL-2.0-only
/* Key schedules and single blocks are those of the narrowest width. */
#define WC_WORD_BITS	64
#include "kernels/cpu/cipher.h"

#include <string.h>

#include "kernels/cpu/cipher_width.h"

#define WIDEST		512u
/* Up to this many keys are expanded one by one. */
#define KEYS_FEW	4u

/* The core's functions, with the types of struct wc_cipher. */
#define FUNCTIONS(NAME, name, ...)					\
static void expand_##name(union wc_expanded *key, const uint8_t *bytes,	\
			  uint32_t len)					\
{									\
	name##_expand(&key->name, bytes, len);				\
}									\
									\
static void one_##name(const union wc_expanded *key, bool decrypt,	\
		       uint8_t *dst, const uint8_t *src)		\
{									\
	name##_one(&key->name.plain, decrypt, dst, src);		\
}

WARPCRYPT_CIPHERS(FUNCTIONS)

#define CIPHER(NAME, cipher, value, min, max, step)			\
	[WARPCRYPT_CIPHER_##NAME] = {					\
		.name = #cipher, .number = value,			\
		.key_min = min, .key_max = max, .key_step = step,	\
		.expand = expand_##cipher, .one = one_##cipher,		\
	},

static const struct wc_cipher ciphers[WARPCRYPT_CIPHER_COUNT] = {
	WARPCRYPT_CIPHERS(CIPHER)
};

/* A cipher by its enum warpcrypt_cipher; NULL: there is none. */
const struct wc_cipher *wc_cipher_numbered(unsigned int number)
{
	if (number >= WARPCRYPT_CIPHER_COUNT || !ciphers[number].name)
		return NULL;
	return &ciphers[number];
}

/* A cipher by its name, as the kernel's crypto API spells it; NULL: there is none. */
const struct wc_cipher *wc_cipher_find(const char *name)
{
	size_t i;

	for (i = 0; i < WARPCRYPT_CIPHER_COUNT; i++)
		if (ciphers[i].name && !strcmp(ciphers[i].name, name))
			return &ciphers[i];
	return NULL;
}

/* The last form that this processor has of a cipher; NULL: of any. */
enum wc_cipher_form wc_cipher_best_form(const struct wc_cipher *cipher)
{
#if defined(__x86_64__)
	if ((!cipher || wc_code_gfni.blocks[cipher->number]) &&
	    __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512vl") &&
	    __builtin_cpu_supports("avx512vbmi") &&
	    __builtin_cpu_supports("gfni"))
		return WC_CIPHER_GFNI;
	if (__builtin_cpu_supports("avx512f"))
		return WC_CIPHER_512;
	if (__builtin_cpu_supports("avx2"))
		return WC_CIPHER_256;
#endif
	(void)cipher;
	return WC_CIPHER_64;
}

static bool has_length(const struct wc_cipher *cipher, size_t len)
{
	return len >= cipher->key_min && len <= cipher->key_max &&
	       (len - cipher->key_min) % cipher->key_step == 0;
}

/*
 * Expand @count keys, at most WC_CIPHER_KEYS, which takes less time together. False: the
 * cipher has no keys of this length, and nothing is changed.
 */
bool wc_cipher_set_keys(struct wc_cipher_key *const *keys,
			const struct wc_cipher *cipher,
			const uint8_t *const *bytes, size_t len, size_t count)
{
	size_t i;

	if (!has_length(cipher, len))
		return false;
	for (i = 0; i < count; i++) {
		keys[i]->cipher = cipher;
		keys[i]->form = wc_cipher_best_form(cipher);
	}
	if (wc_expand_many[cipher->number] && count > KEYS_FEW) {
		wc_expand_many[cipher->number](keys, bytes, count);
		wc_wipe_stack();
		return true;
	}
	for (i = 0; i < count; i++)
		cipher->expand(&keys[i]->expanded, bytes[i], (uint32_t)len);
	wc_wipe_stack();
	return true;
}

/* False: the cipher has no keys of this length, and @key is unchanged. */
bool wc_cipher_set_key(struct wc_cipher_key *key,
		       const struct wc_cipher *cipher, const uint8_t *bytes,
		       size_t len)
{
	return wc_cipher_set_keys(&key, cipher, &bytes, len, 1);
}

/* It needs a wc_cipher_set_key() before it is used again. */
void wc_cipher_wipe_key(struct wc_cipher_key *key)
{
	explicit_bzero(key, sizeof(*key));
}

#if defined(__x86_64__)
/*
 * Does GFNI's form do @blocks, if there is one? SKINNY's S-box is so small bitsliced that
 * words of 512 bits take less time, where the units have as many bits: on Intel's processors;
 * an EPYC of Zen 4 does a word in two steps (benchmarks.rst).
 */
static bool by_gfni(unsigned int number, size_t blocks)
{
	return wc_code_gfni.blocks[number] &&
	       !(number == WARPCRYPT_CIPHER_SKINNY &&
		 blocks >= wc_code_512.lanes && __builtin_cpu_is("intel"));
}
#endif

/* GFNI, or the narrowest width that does @blocks at once, or the widest there is. */
static const struct wc_code *choose(const struct wc_cipher_key *key, size_t blocks)
{
#if defined(__x86_64__)
	if (key->form >= WC_CIPHER_GFNI && by_gfni(key->cipher->number, blocks))
		return &wc_code_gfni;
	if (blocks > 64 && key->form >= WC_CIPHER_256) {
		if (blocks > 256 && key->form >= WC_CIPHER_512)
			return &wc_code_512;
		return &wc_code_256;
	}
#endif
	(void)key;
	(void)blocks;
	return &wc_code_64;
}

/*
 * Encrypt or decrypt blocks, each on its own. The time taken grows in steps of 64, 256 or
 * 512.
 */
void wc_cipher_blocks(const struct wc_cipher_key *key, bool decrypt,
		      uint8_t *dst, const uint8_t *src, size_t blocks)
{
	unsigned int number = key->cipher->number;

	if (blocks < choose(key, blocks)->least) {
		for (; blocks--; dst += WC_CIPHER_BLOCK, src += WC_CIPHER_BLOCK)
			key->cipher->one(&key->expanded, decrypt, dst, src);
		return;
	}
	while (blocks) {
		const struct wc_code *code = choose(key, blocks);
		size_t part = blocks < code->lanes ? blocks : code->lanes;
		size_t bytes = part * WC_CIPHER_BLOCK;

		if (part == code->lanes) {
			code->blocks[number](&key->expanded, decrypt, dst,
					  src);
		} else {
			uint8_t pad[WIDEST * WC_CIPHER_BLOCK];

			memcpy(pad, src, bytes);
			memset(pad + bytes, 0,
			       code->lanes * WC_CIPHER_BLOCK - bytes);
			code->blocks[number](&key->expanded, decrypt, pad, pad);
			memcpy(dst, pad, bytes);
			explicit_bzero(pad, code->lanes * WC_CIPHER_BLOCK);
		}
		dst += bytes;
		src += bytes;
		blocks -= part;
	}
}

/*
 * XTS: the tweaks of consecutive blocks, of which @key is the key. @tweak is the first;
 * becomes the one after the last.
 */
void wc_cipher_tweaks(const struct wc_cipher_key *key, uint8_t *to,
		      struct gf128 *tweak, size_t blocks)
{
	/* Of the key's form, not of the one that does as many blocks. */
	const struct wc_code *code = choose(key, 1);
	struct gf128 t = *tweak;

	if (code->tweaks) {
		code->tweaks(to, tweak, (unsigned int)blocks);
		return;
	}
	for (; blocks--; to += WC_CIPHER_BLOCK) {
		memcpy(to, &t, sizeof(t));
		t = gf128_xtime(t);
	}
	*tweak = t;
}
