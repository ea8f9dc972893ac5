// SPDX-License-Identifier: GPL-2.0-only
/*
 * The skcipher algorithms: what the rest of the kernel sees of the module.
 *
 * A request is either admitted to the live link, or done by the fallback. Its
 * destination and IV do not change before all its results are back. So the
 * fallback can still do an admitted request when the helper fails.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "cipher.h"

#include <linux/completion.h>
#include <linux/cred.h>
#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/rwsem.h>
#include <linux/uidgid.h>

#include "compat.h"

/**
 * struct wc_skcipher_async - the context of a request of an asynchronous algorithm
 * @ctx: what the module knows of the request
 * @subreq: for the fallback; followed by the fallback's own context
 */
struct wc_skcipher_async {
	struct wc_skcipher_req ctx;
	struct skcipher_request subreq; /* must be last */
};

static void wc_skcipher_done(struct wc_request *rq)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);

	wc_route_end(rq);
	wc_count_offload(rq->cipher, rq->mode, rq->len);
	if (ctx->verify) {
		queue_work(wc_wq, &ctx->verify->work);
		return;
	}
	wc_skcipher_advance_iv(ctx);
	skcipher_request_complete(ctx->req, 0);
}

static void wc_skcipher_lost(struct wc_request *rq, enum wc_reason reason)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);

	wc_route_end(rq);
	wc_verify_drop(ctx);
	ctx->reason = reason;
	wc_redo_later(&wc_skcipher_tfm(ctx)->lost, rq,
		      ctx->req->base.flags & CRYPTO_TFM_REQ_MAY_SLEEP ?
		      WC_REDO_USER : WC_REDO_KERNEL);
}

static void wc_skcipher_started(struct wc_request *rq)
{
	wc_skcipher_complete(wc_skcipher_ctx(rq), -EINPROGRESS);
}

static const struct wc_request_ops wc_skcipher_ops = {
	.prepare = wc_skcipher_prepare,
	.describe = wc_skcipher_describe,
	.fill = wc_skcipher_fill,
	.drain = wc_skcipher_drain,
	.done = wc_skcipher_done,
	.lost = wc_skcipher_lost,
	.started = wc_skcipher_started,
	.redo = wc_fallback_redo,
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
	/*
	 * A caller that waits by crypto_wait_req() in atomic context. With an
	 * asynchronous driver dm-crypt does so: for the keys of BitLocker's volumes within
	 * the completion of another request (aes-cbc-elephant, 6.1 to 6.12), which may run
	 * in a thread of the helper; for IVs (eboiv) in softirq. Such a request has to be
	 * complete when encrypt() or decrypt() returns.
	 */
	if (req->base.complete == crypto_req_done &&
	    (preempt_count() || softirq_count() || irqs_disabled()))
		return wc_fallback_sync(ctx, WC_ATOMIC);
	err = wc_skcipher_submit(ctx, &wc_skcipher_ops,
				 req->base.flags & CRYPTO_TFM_REQ_MAY_BACKLOG &&
				 !wc_skcipher_tfm(ctx)->no_backlog, &why);
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

/*
 * --- The synchronous skcipher algorithms: the calling thread waits for the result.
 *
 * They are for users that cannot use others: AF_ALG since Linux 7.2, and callers
 * of crypto_alloc_sync_skcipher(). A request that may sleep is submitted like
 * those of the asynchronous algorithms, and its thread sleeps until the link
 * gives it back. One that may not sleep is done in software.
 *
 * struct wc_sync_req is on the thread's stack, so that the request's context
 * holds only the fallback's: crypto_alloc_sync_skcipher() warns if a context is
 * larger than MAX_SYNC_SKCIPHER_REQSIZE. The stack stays valid as long as the link
 * needs it: the thread continues only after the link has called done or lost.
 *
 * The wait is as bounded as that of any request (deliver.c). Signals do not end it,
 * because the link still uses source and destination.
 */

/**
 * struct wc_sync_req - a request that a thread waits for; on its stack
 * @ctx: what the module knows of the request
 * @back: completed when the link has given the request back
 * @lost: the link has lost it
 */
struct wc_sync_req {
	struct wc_skcipher_req ctx;
	struct completion back;
	bool lost;
};

static struct wc_sync_req *wc_sync_req(struct wc_request *rq)
{
	return container_of(wc_skcipher_ctx(rq), struct wc_sync_req, ctx);
}

/* After complete(), the thread may return and @rq be invalid. */
static void wc_sync_done(struct wc_request *rq)
{
	complete(&wc_sync_req(rq)->back);
}

static void wc_sync_lost(struct wc_request *rq, enum wc_reason reason)
{
	struct wc_sync_req *sync = wc_sync_req(rq);

	sync->lost = true;
	sync->ctx.reason = reason;
	complete(&sync->back);
}

/* No @started: the thread that waits needs no notice before the result. */
static const struct wc_request_ops wc_sync_ops = {
	.prepare = wc_skcipher_prepare,
	.describe = wc_skcipher_describe,
	.fill = wc_skcipher_fill,
	.drain = wc_skcipher_drain,
	.done = wc_sync_done,
	.lost = wc_sync_lost,
	.waits = true,
};

/* Does what is left to do after the link has given the request back. */
static int wc_sync_finish(struct wc_sync_req *sync)
{
	struct wc_skcipher_req *ctx = &sync->ctx;

	/* Here, because it is the thread's waking up that counts. */
	wc_route_end(&ctx->rq);
	if (sync->lost) {
		wc_verify_drop(ctx);
		return wc_fallback_sync(ctx, ctx->reason);
	}
	wc_count_offload(ctx->rq.cipher, ctx->rq.mode, ctx->rq.len);
	wc_count(WC_SYNC_DONE, 1);
	if (ctx->verify)
		return wc_verify_sync(ctx);
	wc_skcipher_advance_iv(ctx);
	return 0;
}

static int wc_sync_crypt(struct skcipher_request *req, bool decrypt)
{
	struct wc_sync_req sync;
	enum wc_reason why = WC_ATOMIC;
	int err;

	err = wc_skcipher_begin(&sync.ctx, req, skcipher_request_ctx(req),
				decrypt);
	if (err || !req->cryptlen)
		return err;
	/* Nothing else says whether the caller may sleep; skcipher walks use it, too. */
	if (req->base.flags & CRYPTO_TFM_REQ_MAY_SLEEP) {
		init_completion(&sync.back);
		sync.lost = false;
		err = wc_skcipher_submit(&sync.ctx, &wc_sync_ops, true, &why);
		if (err != -EAGAIN) {
			wait_for_completion(&sync.back);
			return wc_sync_finish(&sync);
		}
	}
	return wc_fallback_sync(&sync.ctx, why);
}

static int wc_sync_encrypt(struct skcipher_request *req)
{
	return wc_sync_crypt(req, false);
}

static int wc_sync_decrypt(struct skcipher_request *req)
{
	return wc_sync_crypt(req, true);
}

/* --- the algorithms */

static int wc_skcipher_setkey_soft(struct crypto_skcipher *soft,
				   struct crypto_skcipher *tfm, const u8 *key,
				   unsigned int len)
{
	crypto_skcipher_clear_flags(soft, CRYPTO_TFM_REQ_MASK);
	crypto_skcipher_set_flags(soft, crypto_skcipher_get_flags(tfm) &
					CRYPTO_TFM_REQ_MASK);
	return crypto_skcipher_setkey(soft, key, len);
}

static int wc_skcipher_setkey(struct crypto_skcipher *tfm, const u8 *key,
			      unsigned int len)
{
	struct wc_skcipher_tfm *tctx = crypto_skcipher_ctx(tfm);
	int err;

	wc_link_forget_key(&tctx->key);
	memzero_explicit(tctx->key.bytes, sizeof(tctx->key.bytes));
	tctx->key.len = 0;
	/* The fallback decides whether the key is valid. */
	err = wc_skcipher_setkey_soft(tctx->fallback, tfm, key, len);
	if (!err && tctx->sync != tctx->fallback)
		err = wc_skcipher_setkey_soft(tctx->sync, tfm, key, len);
	if (err)
		return err;
	memcpy(tctx->key.bytes, key, len);
	tctx->key.len = len;
	/* Kernel threads are root, too. */
	tctx->key.limited = !uid_eq(current_euid(), GLOBAL_ROOT_UID);
	return 0;
}

/**
 * struct wc_skcipher_alg - one algorithm
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode
 * @priority: the parameter that says its priority
 * @alg: the algorithm as it is registered with the crypto API
 */
struct wc_skcipher_alg {
	u8 cipher;
	u8 mode;
	const uint *priority;
	struct skcipher_alg alg;
};

static bool wc_skcipher_is_sync(const struct skcipher_alg *alg)
{
	return !(alg->base.cra_flags & CRYPTO_ALG_ASYNC);
}

/*
 * Is the algorithm a part of any template's instance? A request's -EBUSY must be
 * followed by a callback with -EINPROGRESS, and there are templates that pass on the
 * former and not the latter, so that dm-crypt waits for ever: authenc() in 6.1 and
 * authencesn(); cts(), when only the last of its two requests waits for room. krb5enc()
 * takes -EBUSY for a result. What is above them, such as essiv(), does not change that.
 * So no tfm of the algorithm gets -EBUSY: a template's instance is in the list before it
 * makes a tfm, but nothing tells that tfm from another.
 */
static bool wc_skcipher_has_templates(struct crypto_alg *alg)
{
	bool found;

	down_read(&crypto_alg_sem);
	found = !list_empty(&alg->cra_users);
	up_read(&crypto_alg_sem);
	return found;
}

static struct crypto_skcipher *wc_skcipher_alloc_soft(const char *name, u32 mask)
{
	/*
	 * An algorithm that needs a fallback itself is no fallback. That excludes
	 * our own algorithms and all templates over them, which inherit the flag.
	 */
	struct crypto_skcipher *soft =
		crypto_alloc_skcipher(name, 0, mask | CRYPTO_ALG_NEED_FALLBACK |
						CRYPTO_ALG_ALLOCATES_MEMORY);

	if (IS_ERR(soft))
		pr_err_ratelimited("no software %s to fall back on (error %ld): modprobe 'crypto-%s' must find one\n",
				   name, PTR_ERR(soft), name);
	return soft;
}

static int wc_skcipher_init_tfm(struct crypto_skcipher *tfm)
{
	struct wc_skcipher_tfm *tctx = crypto_skcipher_ctx(tfm);
	struct wc_skcipher_alg *alg = container_of(crypto_skcipher_alg(tfm),
						   struct wc_skcipher_alg, alg);
	const char *name = alg->alg.base.cra_name;
	bool sync = wc_skcipher_is_sync(&alg->alg);

	/* First: what is loaded for a fallback may take the instances off the list. */
	tctx->no_backlog = wc_skcipher_has_templates(&alg->alg.base);
	/*
	 * An asynchronous algorithm may have a fallback of either kind: AES
	 * instructions of the CPU can be behind crypto/simd.c, which is asynchronous;
	 * without it the fallback would be AES with tables.
	 */
	tctx->fallback = wc_skcipher_alloc_soft(name, sync ? CRYPTO_ALG_ASYNC : 0);
	if (IS_ERR(tctx->fallback))
		return PTR_ERR(tctx->fallback);
	tctx->sync = tctx->fallback;
	if (!wc_skcipher_is_sync(crypto_skcipher_alg(tctx->fallback)))
		tctx->sync = wc_skcipher_alloc_soft(name, CRYPTO_ALG_ASYNC);
	if (IS_ERR(tctx->sync)) {
		crypto_free_skcipher(tctx->fallback);
		return PTR_ERR(tctx->sync);
	}
	wc_redo_queue_init(&tctx->lost);
	tctx->key.cipher = alg->cipher;
	tctx->key.mode = alg->mode;
	crypto_skcipher_set_reqsize(tfm, (sync ? sizeof(struct skcipher_request) :
						 sizeof(struct wc_skcipher_async)) +
				    max(crypto_skcipher_reqsize(tctx->fallback),
					crypto_skcipher_reqsize(tctx->sync)));
	return 0;
}

static void wc_skcipher_exit_tfm(struct crypto_skcipher *tfm)
{
	struct wc_skcipher_tfm *tctx = crypto_skcipher_ctx(tfm);

	wc_link_forget_key(&tctx->key);
	if (tctx->sync != tctx->fallback)
		crypto_free_skcipher(tctx->sync);
	crypto_free_skcipher(tctx->fallback);
	memzero_explicit(tctx, sizeof(*tctx));
}

/* Bytes of the IV. */
#define WC_IV_SIZE(_mode)	((_mode) == WARPCRYPT_MODE_ECB ? 0 : WC_BLOCK_SIZE)
/* The block size as the crypto API means it: 1 for a stream cipher. */
#define WC_GRANULE(_mode)	((_mode) == WARPCRYPT_MODE_CTR ? 1 : WC_BLOCK_SIZE)
/* How many keys of the cipher a key consists of. */
#define WC_KEYS(_mode)		(WARPCRYPT_IS_XTS(_mode) ? 2 : 1)

#define WC_ONE(_name, _driver, _flags, _encrypt, _decrypt, _cipher, _mode, \
	       _priority, _min, _max)					\
{									\
	.cipher = _cipher,						\
	.mode = _mode,							\
	.priority = _priority,						\
	.alg = {							\
		.base.cra_name = _name,					\
		.base.cra_driver_name = _driver,			\
		.base.cra_flags = CRYPTO_ALG_NEED_FALLBACK | (_flags),	\
		.base.cra_blocksize = WC_GRANULE(_mode),		\
		.base.cra_ctxsize = sizeof(struct wc_skcipher_tfm),	\
		.base.cra_module = THIS_MODULE,				\
		.min_keysize = WC_KEYS(_mode) * (_min),			\
		.max_keysize = WC_KEYS(_mode) * (_max),			\
		.ivsize = WC_IV_SIZE(_mode),				\
		.chunksize = WC_BLOCK_SIZE,				\
		.setkey = wc_skcipher_setkey,				\
		.encrypt = _encrypt,					\
		.decrypt = _decrypt,					\
		.init = wc_skcipher_init_tfm,				\
		.exit = wc_skcipher_exit_tfm,				\
	},								\
}

/*
 * A row of the table: one mode of one cipher, asynchronous and synchronous
 * (wc_sync_crypt()). The fallback refuses the key lengths between the shortest and the
 * longest that the cipher does not have.
 */
#define WC_MODE_ALGS(_MODE, _mode, _n, _CIPHER, _cipher, _number, _min, _max, ...) \
{									\
	WC_ONE(#_mode "(" #_cipher ")", #_mode "-" #_cipher "-warpcrypt", \
	       CRYPTO_ALG_ASYNC | CRYPTO_ALG_KERN_DRIVER_ONLY,		\
	       wc_skcipher_encrypt, wc_skcipher_decrypt,		\
	       WARPCRYPT_CIPHER_##_CIPHER, WARPCRYPT_MODE_##_MODE,	\
	       WC_PRIORITY(_CIPHER), _min, _max),			\
	WC_ONE(#_mode "(" #_cipher ")", #_mode "-" #_cipher "-warpcrypt-sync", \
	       0, wc_sync_encrypt, wc_sync_decrypt,			\
	       WARPCRYPT_CIPHER_##_CIPHER, WARPCRYPT_MODE_##_MODE,	\
	       WC_PRIORITY(_CIPHER), _min, _max),			\
},

#define WC_PRIORITY(_CIPHER) \
	(WC_KERNEL_HAS(_CIPHER) ? &wc_param_aes_priority : &wc_param_priority)

/* All modes of a cipher. */
#define WC_CIPHER_ALGS(...)	WARPCRYPT_MODES(WC_MODE_ALGS, __VA_ARGS__)

static struct wc_skcipher_alg wc_skcipher_algs[][2] = {
	WARPCRYPT_CIPHERS(WC_CIPHER_ALGS)
	WARPCRYPT_OWN_MODES(WC_MODE_ALGS)
};

/*
 * How modprobe finds this module: by the driver names, and by NAME-all. A lookup
 * that finds no algorithm NAME first asks modprobe for NAME, which loads the
 * software (kuznyechik_ct and so on), then for NAME-all, which loads this
 * module, unless it is the lookup of a fallback. The bare NAME is no alias:
 * this module's init waits for tests that open a fallback, and so could wait
 * for itself.
 */
#define WC_MODE_ALIASES(_MODE, _mode, _n, _CIPHER, _cipher, ...)	\
	MODULE_ALIAS_CRYPTO(#_mode "-" #_cipher "-warpcrypt");		\
	MODULE_ALIAS_CRYPTO(#_mode "-" #_cipher "-warpcrypt-sync");	\
	WC_UNLESS_KERNEL_HAS(_CIPHER,					\
		MODULE_ALIAS_CRYPTO(#_mode "(" #_cipher ")-all");)

#define WC_CIPHER_ALIASES(...)	WARPCRYPT_MODES(WC_MODE_ALIASES, __VA_ARGS__)

WARPCRYPT_CIPHERS(WC_CIPHER_ALIASES)
WARPCRYPT_OWN_MODES(WC_MODE_ALIASES)

/*
 * The software is loaded on demand too; this tells tools that make an initramfs, in which
 * an algorithm whose software is missing fails its self-test for good. For ciphers that the
 * kernel has itself it may be the modes' templates.
 */
#define WC_SOFTWARE(_CIPHER, _cipher, ...) \
	WC_UNLESS_KERNEL_HAS(_CIPHER, " " #_cipher "_ct")
#define WC_TEMPLATE(_MODE, _mode, ...) " " #_mode

MODULE_SOFTDEP("pre:" WARPCRYPT_CIPHERS(WC_SOFTWARE) WARPCRYPT_MODES(WC_TEMPLATE));

/*
 * A synchronous algorithm has a lower priority than the asynchronous one: a user
 * that can use the asynchronous one does not block a thread.
 *
 * ECB has a lower priority than the other modes. A request for
 * "xts(ecb-NAME-warpcrypt)" by that name instantiates the xts template over our
 * ECB, with its priority. That must be below the priority of our own XTS; the
 * same for xts(ecb-NAME-warpcrypt-sync).
 */
static int wc_skcipher_priority(const struct wc_skcipher_alg *alg)
{
	/* There is no priority below 0. */
	uint priority = max(*alg->priority, 2u);

	if (wc_skcipher_is_sync(&alg->alg))
		priority -= 2;
	return priority + (alg->mode != WARPCRYPT_MODE_ECB);
}

/* Algorithm @i, counted row by row. */
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

static_assert(2 * ARRAY_SIZE(wc_skcipher_algs) <= WC_ALGORITHMS_MAX);

const struct wc_algorithms wc_skcipher_algorithms = {
	.count = 2 * ARRAY_SIZE(wc_skcipher_algs),
	.add = wc_skcipher_add,
	.remove = wc_skcipher_remove,
	.name = wc_skcipher_name,
};
