// SPDX-License-Identifier: GPL-2.0-only
/*
 * The skcipher algorithms: what the rest of the kernel sees of us.
 *
 * A request is either admitted to the live link, or done by the fallback.
 * Nothing of it is changed before all its results are back, so that even an
 * admitted request can still be done by the fallback when the helper fails.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "skcipher.h"

#include <linux/bottom_half.h>
#include <linux/minmax.h>
#include <linux/module.h>

#include "algorithms.h"
#include "fallback.h"
#include "link.h"
#include "params.h"
#include "skcipher_req.h"
#include "stats.h"
#include "sync.h"
#include "verify.h"

/**
 * struct wc_skcipher_async - a request's context, when somebody is called back
 * @ctx: the request on its way
 * @subreq: for the fallback; has the fallback's own context behind it
 */
struct wc_skcipher_async {
	struct wc_skcipher_req ctx;
	struct skcipher_request subreq; /* must be last */
};

/**
 * wc_skcipher_complete() - tell a request's owner of its end
 * @ctx: the request, not to be touched afterwards
 * @err: 0 or what went wrong
 *
 * Context: any but hard interrupts.
 */
void wc_skcipher_complete(struct wc_skcipher_req *ctx, int err)
{
	local_bh_disable();
	skcipher_request_complete(ctx->req, err);
	local_bh_enable();
}

static void wc_skcipher_done(struct wc_request *rq)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);

	wc_count_offload(rq->cipher, rq->mode, rq->len);
	if (ctx->verify) {
		wc_verify_later(ctx);
		return;
	}
	wc_skcipher_advance_iv(ctx);
	skcipher_request_complete(ctx->req, 0);
}

static void wc_skcipher_lost(struct wc_request *rq, enum wc_reason reason)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);

	wc_verify_drop(ctx);
	ctx->reason = reason;
	wc_fallback_later(ctx);
}

static void wc_skcipher_started(struct wc_request *rq)
{
	wc_skcipher_complete(wc_skcipher_ctx(rq), -EINPROGRESS);
}

static const struct wc_request_ops wc_skcipher_ops = {
	.describe = wc_skcipher_describe,
	.fill = wc_skcipher_fill,
	.drain = wc_skcipher_drain,
	.done = wc_skcipher_done,
	.lost = wc_skcipher_lost,
	.started = wc_skcipher_started,
};

static int wc_skcipher_crypt(struct skcipher_request *req, bool decrypt)
{
	struct wc_skcipher_async *async = skcipher_request_ctx(req);
	struct wc_skcipher_req *ctx = &async->ctx;
	enum wc_reason why;
	int err;

	err = wc_skcipher_begin(ctx, req, &async->subreq, decrypt);
	if (err || !req->cryptlen)
		return err;
	err = wc_skcipher_submit(ctx, &wc_skcipher_ops,
				 req->base.flags & CRYPTO_TFM_REQ_MAY_BACKLOG,
				 &why);
	if (err != -EAGAIN)
		return err;
	return wc_fallback_now(ctx, why);
}

static int wc_skcipher_encrypt(struct skcipher_request *req)
{
	return wc_skcipher_crypt(req, false);
}

static int wc_skcipher_decrypt(struct skcipher_request *req)
{
	return wc_skcipher_crypt(req, true);
}

static int wc_skcipher_setkey(struct crypto_skcipher *tfm, const u8 *key,
			      unsigned int len)
{
	struct wc_skcipher_tfm *tctx = crypto_skcipher_ctx(tfm);
	int err;

	wc_link_forget_key(&tctx->key);
	memzero_explicit(tctx->key.bytes, sizeof(tctx->key.bytes));
	tctx->key.len = 0;
	/* The fallback knows what makes a key good. */
	crypto_skcipher_clear_flags(tctx->fallback, CRYPTO_TFM_REQ_MASK);
	crypto_skcipher_set_flags(tctx->fallback,
				  crypto_skcipher_get_flags(tfm) &
				  CRYPTO_TFM_REQ_MASK);
	err = crypto_skcipher_setkey(tctx->fallback, key, len);
	if (err)
		return err;
	memcpy(tctx->key.bytes, key, len);
	tctx->key.len = len;
	return 0;
}

/**
 * struct wc_skcipher_alg - one algorithm
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode
 * @alg: as the crypto API wants it
 */
struct wc_skcipher_alg {
	u8 cipher;
	u8 mode;
	struct skcipher_alg alg;
};

static bool wc_skcipher_is_sync(const struct wc_skcipher_alg *alg)
{
	return !(alg->alg.base.cra_flags & CRYPTO_ALG_ASYNC);
}

static int wc_skcipher_init_tfm(struct crypto_skcipher *tfm)
{
	struct wc_skcipher_tfm *tctx = crypto_skcipher_ctx(tfm);
	struct wc_skcipher_alg *alg = container_of(crypto_skcipher_alg(tfm),
						   struct wc_skcipher_alg, alg);
	const char *name = alg->alg.base.cra_name;
	unsigned int size = sizeof(struct wc_skcipher_async);
	/*
	 * Whatever needs a fallback is not looked at. That rules out our own
	 * algorithms and all templates over them, which inherit the flag.
	 */
	u32 mask = CRYPTO_ALG_NEED_FALLBACK | CRYPTO_ALG_ALLOCATES_MEMORY;

	/*
	 * The asynchronous may have either: the CPU's AES instructions can be
	 * behind simd.c, which is asynchronous; without it they would get
	 * table-driven AES.
	 */
	if (wc_skcipher_is_sync(alg)) {
		mask |= CRYPTO_ALG_ASYNC;
		size = sizeof(struct skcipher_request);
	}
	tctx->fallback = crypto_alloc_skcipher(name, 0, mask);
	if (IS_ERR(tctx->fallback)) {
		pr_err_ratelimited("no software %s to fall back on (error %ld): modprobe 'crypto-%s' must find one\n",
				   name, PTR_ERR(tctx->fallback), name);
		return PTR_ERR(tctx->fallback);
	}
	tctx->key.cipher = alg->cipher;
	tctx->key.mode = alg->mode;
	crypto_skcipher_set_reqsize(tfm, size +
				    crypto_skcipher_reqsize(tctx->fallback));
	return 0;
}

static void wc_skcipher_exit_tfm(struct crypto_skcipher *tfm)
{
	struct wc_skcipher_tfm *tctx = crypto_skcipher_ctx(tfm);

	wc_link_forget_key(&tctx->key);
	crypto_free_skcipher(tctx->fallback);
	memzero_explicit(tctx, sizeof(*tctx));
}

#define WC_ONE(_name, _driver, _flags, _encrypt, _decrypt, _MODE, _CIPHER, \
	       _min, _max, _iv, _block)					\
{									\
	.cipher = WARPCRYPT_CIPHER_##_CIPHER,				\
	.mode = WARPCRYPT_MODE_##_MODE,					\
	.alg = {							\
		.base.cra_name = _name,					\
		.base.cra_driver_name = _driver,			\
		.base.cra_flags = CRYPTO_ALG_NEED_FALLBACK | (_flags),	\
		.base.cra_blocksize = _block,				\
		.base.cra_ctxsize = sizeof(struct wc_skcipher_tfm),	\
		.base.cra_module = THIS_MODULE,				\
		.min_keysize = _min,					\
		.max_keysize = _max,					\
		.ivsize = _iv,						\
		.chunksize = WC_BLOCK_SIZE,				\
		.setkey = wc_skcipher_setkey,				\
		.encrypt = _encrypt,					\
		.decrypt = _decrypt,					\
		.init = wc_skcipher_init_tfm,				\
		.exit = wc_skcipher_exit_tfm,				\
	},								\
}

/*
 * One row: mode and cipher as in the names, their UAPI numbers, the shortest and
 * the longest key, IV, all in bytes, block size as the API means it (1 for a
 * stream). Of each there are two, asynchronous and synchronous (sync.c).
 */
#define WC_ALG(_mode, _cipher, ...)					\
{									\
	WC_ONE(#_mode "(" #_cipher ")", #_mode "-" #_cipher "-warpcrypt", \
	       CRYPTO_ALG_ASYNC | CRYPTO_ALG_KERN_DRIVER_ONLY,		\
	       wc_skcipher_encrypt, wc_skcipher_decrypt, __VA_ARGS__),	\
	WC_ONE(#_mode "(" #_cipher ")", #_mode "-" #_cipher "-warpcrypt-sync", \
	       0, wc_sync_encrypt, wc_sync_decrypt, __VA_ARGS__),	\
}

/* The modes of a cipher whose keys have so many bytes. */
#define WC_ECB(_cipher, _CIPHER, _min, _max) \
	WC_ALG(ecb, _cipher, ECB, _CIPHER, _min, _max, 0, WC_BLOCK_SIZE)
#define WC_CTR(_cipher, _CIPHER, _min, _max) \
	WC_ALG(ctr, _cipher, CTR, _CIPHER, _min, _max, WC_BLOCK_SIZE, 1)
#define WC_CBC(_cipher, _CIPHER, _min, _max) \
	WC_ALG(cbc, _cipher, CBC, _CIPHER, _min, _max, WC_BLOCK_SIZE, \
	       WC_BLOCK_SIZE)
#define WC_XTS(_cipher, _CIPHER, _min, _max) \
	WC_ALG(xts, _cipher, XTS, _CIPHER, 2 * (_min), 2 * (_max), \
	       WC_BLOCK_SIZE, WC_BLOCK_SIZE)

/* Which lengths between the two are good, the fallback says. */
static struct wc_skcipher_alg wc_skcipher_algs[][2] = {
	WC_ECB(aes, AES, 16, 32),
	WC_CTR(aes, AES, 16, 32),
	WC_CBC(aes, AES, 16, 32),
	WC_XTS(aes, AES, 16, 32),
	WC_ECB(skinny, SKINNY, 16, 48),
	WC_CTR(skinny, SKINNY, 16, 48),
	WC_CBC(skinny, SKINNY, 16, 48),
	WC_XTS(skinny, SKINNY, 16, 48),
	WC_ECB(kuznyechik, KUZNYECHIK, 32, 32),
	WC_CTR(kuznyechik, KUZNYECHIK, 32, 32),
	WC_CBC(kuznyechik, KUZNYECHIK, 32, 32),
	WC_XTS(kuznyechik, KUZNYECHIK, 32, 32),
	WC_ECB(sm4, SM4, 16, 16),
	WC_CTR(sm4, SM4, 16, 16),
	WC_CBC(sm4, SM4, 16, 16),
	WC_XTS(sm4, SM4, 16, 16),
};

/*
 * How modprobe finds us. AES by driver name only: a system that just wants AES
 * has better than us, and need not load us to find out.
 */
MODULE_ALIAS_CRYPTO("ecb-aes-warpcrypt");
MODULE_ALIAS_CRYPTO("ctr-aes-warpcrypt");
MODULE_ALIAS_CRYPTO("cbc-aes-warpcrypt");
MODULE_ALIAS_CRYPTO("xts-aes-warpcrypt");
MODULE_ALIAS_CRYPTO("ecb-aes-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("ctr-aes-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("cbc-aes-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("xts-aes-warpcrypt-sync");

/*
 * The others under every name. A lookup that finds nothing asks for NAME, which
 * loads the software (kuznyechik_ct and its like), then for NAME-all, which
 * loads us, unless it is a lookup of a fallback: ours. Under the bare name our
 * own init, waiting for tests that open a fallback, could wait for itself.
 */
MODULE_ALIAS_CRYPTO("ecb-skinny-warpcrypt");
MODULE_ALIAS_CRYPTO("ctr-skinny-warpcrypt");
MODULE_ALIAS_CRYPTO("cbc-skinny-warpcrypt");
MODULE_ALIAS_CRYPTO("xts-skinny-warpcrypt");
MODULE_ALIAS_CRYPTO("ecb-skinny-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("ctr-skinny-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("cbc-skinny-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("xts-skinny-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("ecb(skinny)-all");
MODULE_ALIAS_CRYPTO("ctr(skinny)-all");
MODULE_ALIAS_CRYPTO("cbc(skinny)-all");
MODULE_ALIAS_CRYPTO("xts(skinny)-all");
MODULE_ALIAS_CRYPTO("ecb-kuznyechik-warpcrypt");
MODULE_ALIAS_CRYPTO("ctr-kuznyechik-warpcrypt");
MODULE_ALIAS_CRYPTO("cbc-kuznyechik-warpcrypt");
MODULE_ALIAS_CRYPTO("xts-kuznyechik-warpcrypt");
MODULE_ALIAS_CRYPTO("ecb-kuznyechik-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("ctr-kuznyechik-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("cbc-kuznyechik-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("xts-kuznyechik-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("ecb(kuznyechik)-all");
MODULE_ALIAS_CRYPTO("ctr(kuznyechik)-all");
MODULE_ALIAS_CRYPTO("cbc(kuznyechik)-all");
MODULE_ALIAS_CRYPTO("xts(kuznyechik)-all");
MODULE_ALIAS_CRYPTO("ecb-sm4-warpcrypt");
MODULE_ALIAS_CRYPTO("ctr-sm4-warpcrypt");
MODULE_ALIAS_CRYPTO("cbc-sm4-warpcrypt");
MODULE_ALIAS_CRYPTO("xts-sm4-warpcrypt");
MODULE_ALIAS_CRYPTO("ecb-sm4-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("ctr-sm4-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("cbc-sm4-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("xts-sm4-warpcrypt-sync");
MODULE_ALIAS_CRYPTO("ecb(sm4)-all");
MODULE_ALIAS_CRYPTO("ctr(sm4)-all");
MODULE_ALIAS_CRYPTO("cbc(sm4)-all");
MODULE_ALIAS_CRYPTO("xts(sm4)-all");

/* Loaded on demand too; said here for whoever makes an initramfs. */
MODULE_SOFTDEP("pre: skinny_ct kuznyechik_ct sm4_ct");

/*
 * A synchronous algorithm comes after the asynchronous one: a user that can use that
 * need not keep a thread waiting.
 *
 * And ECB is a step below the other modes: xts(ecb-NAME-warpcrypt) is a template
 * that anybody may have made who names it so, and has the priority of our ECB,
 * and xts(ecb-NAME-warpcrypt-sync) that of the synchronous one. It must not come
 * before our XTS of that kind.
 */
static int wc_skcipher_priority(const struct wc_skcipher_alg *alg)
{
	uint priority = alg->cipher == WARPCRYPT_CIPHER_AES ?
			wc_param_aes_priority : wc_param_priority;

	/* There is no priority below 0. */
	priority = max(priority, 2u);
	if (wc_skcipher_is_sync(alg))
		priority -= 2;
	return priority + (alg->mode != WARPCRYPT_MODE_ECB);
}

/* One after the other, row by row. */
static struct wc_skcipher_alg *wc_skcipher_alg(unsigned int i)
{
	return &wc_skcipher_algs[i / 2][i % 2];
}

static int wc_skcipher_add(unsigned int i)
{
	struct wc_skcipher_alg *alg = wc_skcipher_alg(i);

	alg->alg.base.cra_priority = wc_skcipher_priority(alg);
	return crypto_register_skcipher(&alg->alg);
}

static void wc_skcipher_remove(unsigned int i)
{
	crypto_unregister_skcipher(&wc_skcipher_alg(i)->alg);
}

static const char *wc_skcipher_name(unsigned int i)
{
	return wc_skcipher_alg(i)->alg.base.cra_driver_name;
}

#define WC_ALL_MODES	(WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_ECB) | \
			 WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_CTR) | \
			 WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_CBC) | \
			 WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_XTS))

const struct wc_algorithms wc_skcipher_algorithms = {
	.modes = {
		[WARPCRYPT_CIPHER_AES] = WC_ALL_MODES,
		[WARPCRYPT_CIPHER_SKINNY] = WC_ALL_MODES,
		[WARPCRYPT_CIPHER_KUZNYECHIK] = WC_ALL_MODES,
		[WARPCRYPT_CIPHER_SM4] = WC_ALL_MODES,
	},
	.count = 2 * ARRAY_SIZE(wc_skcipher_algs),
	.add = wc_skcipher_add,
	.remove = wc_skcipher_remove,
	.name = wc_skcipher_name,
};
