// SPDX-License-Identifier: GPL-2.0-only
/*
 * The engine made of this machine's processors: AES by OpenSSL's libcrypto.
 * Every worker is an engine of its own and shares nothing with the others.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "helper/backend.h"
#include "helper/evp_cache.h"
#include "helper/xts.h"

/* libcrypto takes lengths as int; pieces also bound what one call does. */
#define PIECE	(1u << 20)
/* CTR encrypts this many zeroes at a time. */
#define ZEROES	16384u

struct cpu_backend {
	struct wc_backend base;
	char about[64];
};

struct cpu_worker {
	struct wc_worker base;
	struct wc_evp_cache *cache;
};

static const uint8_t zeroes[ZEROES];

static unsigned int cpu_default_threads(unsigned int cpus)
{
	return cpus;
}

static int cpu_open(struct wc_backend **backend, struct wc_error *err)
{
	struct cpu_backend *cpu = calloc(1, sizeof(*cpu));

	if (!cpu)
		return wc_fail(err, -ENOMEM, "out of memory");
	cpu->base.ops = &wc_backend_cpu;
	strncpy(cpu->about, OpenSSL_version(OPENSSL_VERSION),
		sizeof(cpu->about) - 1);
	*backend = &cpu->base;
	return 0;
}

static const char *cpu_describe(const struct wc_backend *backend)
{
	return ((const struct cpu_backend *)backend)->about;
}

static void cpu_modes(const struct wc_backend *backend,
		      uint16_t modes[WARPCRYPT_CIPHER_COUNT])
{
	(void)backend;
	memset(modes, 0, sizeof(modes[0]) * WARPCRYPT_CIPHER_COUNT);
	modes[WARPCRYPT_CIPHER_AES] = WC_ALL_MODES;
}

static int cpu_arena_add(struct wc_backend *backend,
			 const struct wc_arena *arena, struct wc_error *err)
{
	(void)err;
	backend->arena = arena;
	return 0;
}

static void cpu_arena_remove(struct wc_backend *backend)
{
	backend->arena = NULL;
}

static int cpu_worker_start(struct wc_backend *backend,
			    struct wc_worker **worker, struct wc_error *err)
{
	struct cpu_worker *w = calloc(1, sizeof(*w));

	if (!w)
		return wc_fail(err, -ENOMEM, "out of memory");
	w->base.backend = backend;
	w->cache = wc_evp_cache_new();
	if (!w->cache) {
		free(w);
		return wc_fail(err, -ENOMEM,
			       "libcrypto has no AES, or no memory for it");
	}
	*worker = &w->base;
	return 0;
}

static void cpu_worker_stop(struct wc_worker *worker)
{
	struct cpu_worker *w = (struct cpu_worker *)worker;

	wc_evp_cache_free(w->cache);
	free(w);
}

static EVP_CIPHER_CTX *context(struct cpu_worker *w, enum wc_evp_use use,
			       const struct wc_frame *frame,
			       const struct warpcrypt_desc *desc)
{
	EVP_CIPHER_CTX *ctx = wc_evp_cache_find(w->cache, use, desc);
	struct warpcrypt_key key;

	if (ctx)
		return ctx;
	if (!wc_frame_key(frame, desc, &key))
		ctx = wc_evp_cache_fill(w->cache, use, desc, &key);
	explicit_bzero(&key, sizeof(key));
	return ctx;
}

static bool update(EVP_CIPHER_CTX *ctx, uint8_t *dst, const uint8_t *src,
		   size_t len)
{
	int done;

	return EVP_CipherUpdate(ctx, dst, &done, src, (int)len) &&
	       done == (int)len;
}

static bool in_place(EVP_CIPHER_CTX *ctx, uint8_t *buf, size_t len)
{
	size_t part;

	for (; len; len -= part, buf += part) {
		part = len < PIECE ? len : PIECE;
		if (!update(ctx, buf, buf, part))
			return false;
	}
	return true;
}

static bool xts_blocks(void *ctx, uint8_t *buf, size_t len)
{
	return update(ctx, buf, buf, len);
}

static int do_ecb(struct cpu_worker *w, const struct wc_frame *frame,
		  const struct warpcrypt_desc *desc, uint8_t *buf)
{
	bool decrypt = desc->flags & WARPCRYPT_DESC_DECRYPT;
	EVP_CIPHER_CTX *ctx;

	ctx = context(w, decrypt ? WC_EVP_ECB_DEC : WC_EVP_ECB_ENC, frame,
		      desc);
	if (!ctx)
		return -EINVAL;
	return in_place(ctx, buf, desc->len) ? 0 : -EIO;
}

static int do_cbc(struct cpu_worker *w, const struct wc_frame *frame,
		  const struct warpcrypt_desc *desc, uint8_t *buf)
{
	bool decrypt = desc->flags & WARPCRYPT_DESC_DECRYPT;
	EVP_CIPHER_CTX *ctx;

	ctx = context(w, decrypt ? WC_EVP_CBC_DEC : WC_EVP_CBC_ENC, frame,
		      desc);
	if (!ctx)
		return -EINVAL;
	if (!EVP_CipherInit_ex2(ctx, NULL, NULL, desc->iv, -1, NULL))
		return -EIO;
	return in_place(ctx, buf, desc->len) ? 0 : -EIO;
}

static int do_ctr(struct cpu_worker *w, const struct wc_frame *frame,
		  const struct warpcrypt_desc *desc, uint8_t *buf)
{
	EVP_CIPHER_CTX *ctx = context(w, WC_EVP_CTR, frame, desc);
	size_t len = desc->len, part;

	if (!ctx)
		return -EINVAL;
	if (!EVP_CipherInit_ex2(ctx, NULL, NULL, desc->iv, -1, NULL))
		return -EIO;
	for (; len; len -= part, buf += part) {
		part = len < ZEROES ? len : ZEROES;
		if (!update(ctx, buf, zeroes, part))
			return -EIO;
	}
	return 0;
}

static int do_xts(struct cpu_worker *w, const struct wc_frame *frame,
		  const struct warpcrypt_desc *desc, uint8_t *buf)
{
	bool decrypt = desc->flags & WARPCRYPT_DESC_DECRYPT;
	EVP_CIPHER_CTX *data, *tweaks;
	uint8_t iv[WC_BLOCK];
	struct gf128 tweak;
	int ret = 0;

	tweaks = context(w, WC_EVP_XTS_TWEAK, frame, desc);
	data = context(w, decrypt ? WC_EVP_XTS_DEC : WC_EVP_XTS_ENC, frame,
		       desc);
	if (!tweaks || !data)
		return -EINVAL;
	if (!update(tweaks, iv, desc->iv, WC_BLOCK))
		return -EIO;
	memcpy(&tweak.lo, iv, 8);
	memcpy(&tweak.hi, iv + 8, 8);
	if (desc->block)
		tweak = gf128_mul(tweak, gf128_xpow(desc->block));
	if (!wc_xts(xts_blocks, data, decrypt, tweak, buf, desc->len))
		ret = -EIO;
	explicit_bzero(&tweak, sizeof(tweak));
	explicit_bzero(iv, sizeof(iv));
	return ret;
}

static int cpu_process(struct wc_worker *worker, const struct wc_frame *frame)
{
	struct cpu_worker *w = (struct cpu_worker *)worker;
	uint32_t i;
	int ret = 0;

	for (i = 0; i < frame->requests && !ret; i++) {
		struct warpcrypt_desc desc;
		uint8_t *buf;

		ret = wc_frame_desc(frame, i, &desc);
		if (ret || desc.cipher != WARPCRYPT_CIPHER_AES)
			return -EINVAL;
		buf = frame->base + desc.offset;
		switch (desc.mode) {
		case WARPCRYPT_MODE_ECB:
			ret = do_ecb(w, frame, &desc, buf);
			break;
		case WARPCRYPT_MODE_CTR:
			ret = do_ctr(w, frame, &desc, buf);
			break;
		case WARPCRYPT_MODE_CBC:
			ret = do_cbc(w, frame, &desc, buf);
			break;
		case WARPCRYPT_MODE_XTS:
			ret = do_xts(w, frame, &desc, buf);
			break;
		default:
			ret = -EINVAL;
		}
	}
	if (ret == -EIO)
		wc_fail(&worker->error, ret, "libcrypto failed doing a frame");
	return ret;
}

static void cpu_close(struct wc_backend *backend)
{
	free(backend);
}

const struct wc_backend_ops wc_backend_cpu = {
	.name = "cpu",
	.about = "this machine's processors, AES by OpenSSL's libcrypto",
	.default_threads = cpu_default_threads,
	.open = cpu_open,
	.describe = cpu_describe,
	.modes = cpu_modes,
	.arena_add = cpu_arena_add,
	.arena_remove = cpu_arena_remove,
	.worker_start = cpu_worker_start,
	.process = cpu_process,
	.worker_stop = cpu_worker_stop,
	.close = cpu_close,
};
