// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "helper/engine/cpu_engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

/* The most bytes of one call: libcrypto's lengths are int. */
#define PIECE	(1u << 20)
/* CTR keystream is made by encrypting this many zeroes at a time. */
#define ZEROES	16384u

static const uint8_t zeroes[ZEROES];

static bool has_instructions(void)
{
#if defined(__x86_64__)
	return __builtin_cpu_supports("aes");
#elif defined(__aarch64__)
	return getauxval(AT_HWCAP) & HWCAP_AES;
#else
	return false;
#endif
}

/*
 * Is AES done by libcrypto? Yes if the processor has AES instructions. If not, libcrypto
 * is slower than bitsliced words, or its time depends on the data. Tests choose with
 * WARPCRYPT_CPU_AES=libcrypto or =core in the environment.
 */
bool wc_cpu_aes_wanted(void)
{
	const char *text = secure_getenv("WARPCRYPT_CPU_AES");

	if (text && !strcmp(text, "core"))
		return false;
	return (text && !strcmp(text, "libcrypto")) || has_instructions();
}

static bool update(EVP_CIPHER_CTX *ctx, uint8_t *dst, const uint8_t *src,
		   size_t len)
{
	int done;

	return EVP_CipherUpdate(ctx, dst, &done, src, (int)len) &&
	       done == (int)len;
}

static bool all(EVP_CIPHER_CTX *ctx, const struct wc_payload *p, size_t len)
{
	size_t done, part;

	for (done = 0; done < len; done += part) {
		part = len - done < PIECE ? len - done : PIECE;
		if (!update(ctx, p->dst + done, p->src + done, part))
			return false;
	}
	return true;
}

static bool xts_blocks(void *ctx, uint8_t *buf, size_t len)
{
	return update(ctx, buf, buf, len);
}

/* ECB or CBC. */
static int do_blocks(struct wc_evp_cache *cache, const struct wc_view *frame,
		     const struct warpcrypt_desc *desc, const struct wc_payload *p)
{
	bool decrypt = desc->flags & WARPCRYPT_DESC_DECRYPT;
	bool cbc = desc->mode == WARPCRYPT_MODE_CBC;
	EVP_CIPHER_CTX *ctx;

	ctx = wc_evp_cache_get(cache,
			       cbc ? (decrypt ? WC_EVP_CBC_DEC : WC_EVP_CBC_ENC) :
				     (decrypt ? WC_EVP_ECB_DEC : WC_EVP_ECB_ENC),
			       frame, desc);
	if (!ctx)
		return -EINVAL;
	if (cbc && !EVP_CipherInit_ex2(ctx, NULL, NULL, desc->iv, -1, NULL))
		return -EIO;
	return all(ctx, p, desc->len) ? 0 : -EIO;
}

static int do_ctr(struct wc_evp_cache *cache, const struct wc_view *frame,
		  const struct warpcrypt_desc *desc, const struct wc_payload *p)
{
	EVP_CIPHER_CTX *ctx = wc_evp_cache_get(cache, WC_EVP_CTR, frame, desc);
	size_t done, part;

	if (!ctx)
		return -EINVAL;
	if (!EVP_CipherInit_ex2(ctx, NULL, NULL, desc->iv, -1, NULL))
		return -EIO;
	if (p->direct)
		return all(ctx, p, desc->len) ? 0 : -EIO;
	for (done = 0; done < desc->len; done += part) {
		part = desc->len - done < ZEROES ? desc->len - done : ZEROES;
		if (!update(ctx, p->dst + done, zeroes, part))
			return -EIO;
	}
	return 0;
}

static int do_xts(struct wc_evp_cache *cache, const struct wc_view *frame,
		  const struct warpcrypt_desc *desc, const struct wc_payload *p)
{
	bool decrypt = desc->flags & WARPCRYPT_DESC_DECRYPT;
	EVP_CIPHER_CTX *data, *tweaks;
	uint8_t iv[WC_BLOCK];
	struct gf128 tweak;
	int ret = 0;

	tweaks = wc_evp_cache_get(cache, WC_EVP_XTS_TWEAK, frame, desc);
	data = wc_evp_cache_get(cache, decrypt ? WC_EVP_XTS_DEC : WC_EVP_XTS_ENC,
				frame, desc);
	if (!tweaks || !data)
		return -EINVAL;
	if (!update(tweaks, iv, desc->iv, WC_BLOCK))
		return -EIO;
	memcpy(&tweak.lo, iv, 8);
	memcpy(&tweak.hi, iv + 8, 8);
	if (desc->block)
		tweak = gf128_mul(tweak, gf128_xpow(desc->block));
	if (p->dst != p->src)
		memcpy(p->dst, p->src, desc->len);
	if (!wc_xts(xts_blocks, data, decrypt, tweak, p->dst, desc->len))
		ret = -EIO;
	explicit_bzero(&tweak, sizeof(tweak));
	explicit_bzero(iv, sizeof(iv));
	return ret;
}

/*
 * Do one request. Returns 0, -EINVAL if the key slot does not hold what @desc names, or
 * -EIO if libcrypto failed.
 */
int wc_cpu_aes(struct wc_evp_cache *cache, const struct wc_view *frame,
	       const struct warpcrypt_desc *desc)
{
	struct wc_payload p = wc_view_payload(frame, desc);

	switch (desc->mode) {
	case WARPCRYPT_MODE_ECB:
	case WARPCRYPT_MODE_CBC:
		return do_blocks(cache, frame, desc, &p);
	case WARPCRYPT_MODE_CTR:
		return do_ctr(cache, frame, desc, &p);
	default:
		return do_xts(cache, frame, desc, &p);
	}
}
