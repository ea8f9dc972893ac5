// SPDX-License-Identifier: GPL-2.0-only
#include "helper/provider/software.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "helper/provider/engine.h"
#include "kernels/block/gf128.h"
#include "kernels/cpu/modes.h"

/* How much OpenSSL gets in one call, whose lengths are of type int. */
#define EVP_MOST	(1u << 30)

static EVP_CIPHER_CTX *new_evp(const struct wp_base *base, const struct wp_algorithm *a,
			       const uint8_t *key, bool encrypt)
{
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(base->libctx, a->base, NULL);
	EVP_CIPHER_CTX *evp = EVP_CIPHER_CTX_new();

	if (!cipher || !evp || !EVP_CipherInit_ex2(evp, cipher, key, NULL, encrypt, NULL) ||
	    !EVP_CIPHER_CTX_set_padding(evp, 0)) {
		EVP_CIPHER_CTX_free(evp);
		evp = NULL;
	}
	EVP_CIPHER_free(cipher);
	return evp;
}

static struct wc_cipher_key *new_core(const char *cipher, const uint8_t *key, size_t len)
{
	size_t align = _Alignof(struct wc_cipher_key);
	struct wc_cipher_key *core;

	core = aligned_alloc(align, (sizeof(*core) + align - 1) / align * align);
	if (core && !wc_cipher_set_key(core, wc_cipher_find(cipher), key, len)) {
		free(core);
		core = NULL;
	}
	return core;
}

static void free_core(struct wc_cipher_key *core)
{
	if (!core)
		return;
	wc_cipher_wipe_key(core);
	free(core);
}

/* Expand a key; @s is zeroes. False: no memory, or OpenSSL was built without this cipher. */
bool wp_software_set_key(struct wp_software *s, const struct wp_base *base,
			 const struct wp_algorithm *a, const uint8_t *key, bool encrypt)
{
	size_t half = a->key_len / 2;

	if (a->base) {
		s->evp = new_evp(base, a, key, encrypt);
		return s->evp;
	}
	if (a->mode != WP_XTS) {
		s->core = new_core(a->cipher, key, a->key_len);
		return s->core;
	}
	s->core = new_core(a->cipher, key, half);
	s->tweak = new_core(a->cipher, key + half, half);
	return s->core && s->tweak;
}

static bool run_evp(EVP_CIPHER_CTX *evp, const struct wp_algorithm *a, const uint8_t *iv,
		    uint8_t *dst, const uint8_t *src, size_t len)
{
	size_t part;
	int out;

	if (a->mode != WP_ECB && !EVP_CipherInit_ex2(evp, NULL, NULL, iv, -1, NULL))
		return false;
	for (; len; len -= part, dst += part, src += part) {
		part = len < EVP_MOST ? len : EVP_MOST;
		if (!EVP_CipherUpdate(evp, dst, &out, src, (int)part) || (size_t)out != part)
			return false;
	}
	return true;
}

static void add(uint8_t *dst, const uint8_t *a, const uint8_t *b)
{
	int i;

	for (i = 0; i < WP_BLOCK; i++)
		dst[i] = a[i] ^ b[i];
}

/* Advance a counter of 128 bits, big-endian, which wraps, by @blocks. */
void wp_count(uint8_t counter[WP_BLOCK], uint64_t blocks)
{
	int i;

	for (i = WP_BLOCK - 1; i >= 0 && blocks; i--) {
		blocks += counter[i];
		counter[i] = (uint8_t)blocks;
		blocks >>= 8;
	}
}

/* One block after the other: slow, and content with the stack of a job. */
static void run_ones(const struct wc_cipher_key *key, enum wp_mode mode, bool encrypt,
		     uint8_t iv[WP_BLOCK], uint8_t *dst, const uint8_t *src, size_t len)
{
	uint8_t block[WP_BLOCK];

	for (; len; len -= WP_BLOCK, dst += WP_BLOCK, src += WP_BLOCK) {
		switch (mode) {
		case WP_ECB:
			key->cipher->one(&key->expanded, !encrypt, dst, src);
			break;
		case WP_CTR:
			key->cipher->one(&key->expanded, false, block, iv);
			wp_count(iv, 1);
			add(dst, src, block);
			break;
		case WP_CBC:
			if (encrypt) {
				add(block, src, iv);
				key->cipher->one(&key->expanded, false, dst, block);
				memcpy(iv, dst, WP_BLOCK);
				break;
			}
			key->cipher->one(&key->expanded, true, block, src);
			add(block, block, iv);
			memcpy(iv, src, WP_BLOCK);
			memcpy(dst, block, WP_BLOCK);
			break;
		case WP_XTS:
			/* run_ones_xts() */
			break;
		}
	}
	OPENSSL_cleanse(block, sizeof(block));
}

/* A block, with the tweak @t. */
static void xts_one(const struct wc_cipher_key *key, bool gb, bool encrypt, struct gf128 t,
		    uint8_t *dst, const uint8_t *src)
{
	uint8_t mask[WP_BLOCK], block[WP_BLOCK];

	if (gb)
		t = gf128_mirror(t);
	memcpy(mask, &t, WP_BLOCK);
	add(block, src, mask);
	key->cipher->one(&key->expanded, !encrypt, block, block);
	add(dst, block, mask);
	OPENSSL_cleanse(mask, sizeof(mask));
	OPENSSL_cleanse(block, sizeof(block));
}

/* The same as run_ones() in XTS, with ciphertext stealing (IEEE 1619-2018, 5.3.2, 5.4.2). */
static void run_ones_xts(const struct wp_software *s, bool gb, bool encrypt,
			 const uint8_t iv[WP_BLOCK], uint8_t *dst, const uint8_t *src, size_t len)
{
	size_t rest = len % WP_BLOCK, whole = len - rest - (rest ? WP_BLOCK : 0), i;
	uint8_t block[WP_BLOCK];
	struct gf128 t, next;

	s->tweak->cipher->one(&s->tweak->expanded, false, block, iv);
	memcpy(&t, block, WP_BLOCK);
	if (gb)
		t = gf128_mirror(t);
	for (; whole; whole -= WP_BLOCK, dst += WP_BLOCK, src += WP_BLOCK) {
		xts_one(s->core, gb, encrypt, t, dst, src);
		t = gf128_xtime(t);
	}
	next = gf128_xtime(t);
	if (rest) {
		xts_one(s->core, gb, encrypt, encrypt ? t : next, block, src);
		for (i = 0; i < rest; i++) {
			uint8_t last = src[WP_BLOCK + i];

			dst[WP_BLOCK + i] = block[i];
			block[i] = last;
		}
		xts_one(s->core, gb, encrypt, encrypt ? next : t, dst, block);
	}
	OPENSSL_cleanse(block, sizeof(block));
	OPENSSL_cleanse(&t, sizeof(t));
	OPENSSL_cleanse(&next, sizeof(next));
}

static void run_core(const struct wp_software *s, enum wp_mode mode, bool gb, bool encrypt,
		     uint8_t iv[WP_BLOCK], uint8_t *dst, const uint8_t *src, size_t len)
{
	const struct wc_cipher_key *key = s->core;

	switch (mode) {
	case WP_ECB:
		wc_cipher_ecb(key, !encrypt, dst, src, len);
		break;
	case WP_CTR:
		wc_cipher_ctr(key, iv, dst, src, len);
		break;
	case WP_CBC:
		wc_cipher_cbc(key, !encrypt, iv, dst, src, len);
		break;
	case WP_XTS:
		wc_cipher_xts(key, s->tweak, gb, !encrypt, iv, 0, dst, src, len);
	}
}

/**
 * wp_software_run() - encrypt or decrypt whole blocks, or a data unit of XTS
 * @s: a key
 * @a: the cipher, and
 * @gb: XTS: which one
 * @encrypt: the direction that it was set for
 * @iv: CBC: the IV; CTR: the first counter; XTS: the data unit's number
 * @dst: result; @src, or not overlapping it
 * @src: source
 * @len: bytes, a multiple of 16; XTS: at least 16
 *
 * Return: false: OpenSSL's own failed, and its error queue says why
 */
bool wp_software_run(struct wp_software *s, const struct wp_algorithm *a, bool gb,
		     bool encrypt, const uint8_t iv[WP_BLOCK], uint8_t *dst,
		     const uint8_t *src, size_t len)
{
	uint8_t chain[WP_BLOCK];

	if (s->evp)
		return run_evp(s->evp, a, iv, dst, src, len);
	memcpy(chain, iv, WP_BLOCK);
	if (!wp_in_job())
		run_core(s, a->mode, gb, encrypt, chain, dst, src, len);
	else if (a->mode == WP_XTS)
		run_ones_xts(s, gb, encrypt, chain, dst, src, len);
	else
		run_ones(s->core, a->mode, encrypt, chain, dst, src, len);
	return true;
}

/* Wipe and free a key; zeroes before, and afterwards, are none. */
void wp_software_wipe(struct wp_software *s)
{
	EVP_CIPHER_CTX_free(s->evp);
	free_core(s->core);
	free_core(s->tweak);
	*s = (struct wp_software){ 0 };
}
