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

#include <crypto/scatterwalk.h>
#include <linux/module.h>

#include "algorithms.h"
#include "compat.h"
#include "fallback.h"
#include "link.h"
#include "params.h"
#include "sg.h"
#include "stats.h"
#include "submit.h"
#include "verify.h"

#define WC_BLOCK_SIZE	16

/* Adds @n to a 128-bit big-endian counter, which may wrap. */
static void wc_counter_add(u8 counter[WC_BLOCK_SIZE], u64 n)
{
	u64 low = get_unaligned_be64(counter + 8);

	put_unaligned_be64(low + n, counter + 8);
	if (low + n < low)
		put_unaligned_be64(get_unaligned_be64(counter) + 1, counter);
}

static struct wc_skcipher_req *wc_skcipher_ctx(struct wc_request *rq)
{
	return container_of(rq, struct wc_skcipher_req, rq);
}

static void wc_skcipher_describe(struct wc_request *rq,
				 struct warpcrypt_desc *desc, u32 pos, u32 len)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);
	struct skcipher_request *req = wc_skcipher_request(ctx);
	/* What is verified is the snapshot, whatever the user writes by now. */
	const u8 *iv = ctx->verify ? wc_verify_iv(ctx->verify) : req->iv;

	switch (rq->mode) {
	case WARPCRYPT_MODE_ECB:
		break;
	case WARPCRYPT_MODE_CTR:
		memcpy(desc->iv, iv, sizeof(desc->iv));
		wc_counter_add(desc->iv, pos / WC_BLOCK_SIZE);
		/* The same keystream both ways. */
		return;
	case WARPCRYPT_MODE_CBC:
		if (!pos)
			memcpy(desc->iv, iv, sizeof(desc->iv));
		else if (ctx->verify)
			memcpy(desc->iv, wc_verify_source(ctx->verify) + pos -
			       WC_BLOCK_SIZE, WC_BLOCK_SIZE);
		else
			scatterwalk_map_and_copy(desc->iv, req->src,
						 pos - WC_BLOCK_SIZE,
						 WC_BLOCK_SIZE, 0);
		break;
	case WARPCRYPT_MODE_XTS:
		memcpy(desc->iv, iv, sizeof(desc->iv));
		desc->block = pos / WC_BLOCK_SIZE;
		break;
	}
	if (ctx->decrypt)
		desc->flags = WARPCRYPT_DESC_DECRYPT;
}

static void wc_skcipher_fill(struct wc_request *rq, u8 __arena *to, u32 pos,
			     u32 len)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);

	/* The helper makes keystream there; the source is read by drain. */
	if (rq->key->mode == WARPCRYPT_MODE_CTR)
		return;
	if (ctx->verify)
		wc_arena_copy_in(to, wc_verify_source(ctx->verify) + pos, len);
	else
		wc_sg_read(&ctx->in, to, len);
}

static void wc_skcipher_drain(struct wc_request *rq, const u8 __arena *from,
			      u32 pos, u32 len)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);
	u8 mode = rq->key->mode;

	if (ctx->verify)
		wc_verify_take(ctx->verify, from, pos, len,
			       mode == WARPCRYPT_MODE_CTR);
	else if (mode == WARPCRYPT_MODE_CTR)
		wc_sg_xor(&ctx->in, &ctx->out, from, len);
	else
		wc_sg_write(&ctx->out, from, len);
}

/*
 * The last block of the ciphertext that the owner has: of what was written to
 * the destination, for the helper may have changed the frame since.
 */
static void wc_skcipher_next_iv(struct wc_skcipher_req *ctx)
{
	struct skcipher_request *req = wc_skcipher_request(ctx);

	if (ctx->decrypt)
		memcpy(req->iv, ctx->next_iv, WC_BLOCK_SIZE);
	else
		scatterwalk_map_and_copy(req->iv, req->dst,
					 req->cryptlen - WC_BLOCK_SIZE,
					 WC_BLOCK_SIZE, 0);
}

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
	skcipher_request_complete(wc_skcipher_request(ctx), err);
	local_bh_enable();
}

static void wc_skcipher_done(struct wc_request *rq)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);
	struct skcipher_request *req = wc_skcipher_request(ctx);

	wc_count_offload(rq->key->cipher, rq->key->mode, rq->len);
	if (ctx->verify) {
		wc_verify_compare(ctx);
		return;
	}
	if (rq->key->mode == WARPCRYPT_MODE_CBC)
		wc_skcipher_next_iv(ctx);
	else if (rq->key->mode == WARPCRYPT_MODE_CTR)
		wc_counter_add(req->iv, DIV_ROUND_UP(rq->len, WC_BLOCK_SIZE));
	skcipher_request_complete(req, 0);
}

static void wc_skcipher_lost(struct wc_request *rq, enum wc_reason reason)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);

	wc_verify_drop(ctx->verify);
	ctx->verify = NULL;
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

static void wc_skcipher_prepare(struct skcipher_request *req, bool decrypt)
{
	struct wc_skcipher_tfm *tctx =
		crypto_skcipher_ctx(crypto_skcipher_reqtfm(req));
	struct wc_skcipher_req *ctx = skcipher_request_ctx(req);
	bool cbc = tctx->key.mode == WARPCRYPT_MODE_CBC;

	ctx->rq.ops = &wc_skcipher_ops;
	ctx->rq.key = &tctx->key;
	ctx->rq.cipher = tctx->key.cipher;
	ctx->rq.mode = tctx->key.mode;
	ctx->rq.len = req->cryptlen;
	ctx->rq.splittable = !cbc || decrypt;
	ctx->rq.secret = false;
	ctx->decrypt = decrypt;
	scatterwalk_start(&ctx->in, req->src);
	scatterwalk_start(&ctx->out, req->dst);
	if (cbc && decrypt)
		scatterwalk_map_and_copy(ctx->next_iv, req->src,
					 req->cryptlen - WC_BLOCK_SIZE,
					 WC_BLOCK_SIZE, 0);
	ctx->verify = wc_verify_begin(req);
}

/* The lengths that a mode has no meaning for: as its template answers. */
static int wc_skcipher_check(u8 mode, unsigned int len)
{
	if (mode == WARPCRYPT_MODE_XTS)
		return len < WC_BLOCK_SIZE ? -EINVAL : 0;
	if (mode == WARPCRYPT_MODE_CTR)
		return 0;
	return len % WC_BLOCK_SIZE ? -EINVAL : 0;
}

static int wc_skcipher_crypt(struct skcipher_request *req, bool decrypt)
{
	struct wc_skcipher_tfm *tctx =
		crypto_skcipher_ctx(crypto_skcipher_reqtfm(req));
	struct wc_skcipher_req *ctx = skcipher_request_ctx(req);
	enum wc_reason why = WC_SMALL;
	int err;

	err = wc_skcipher_check(tctx->key.mode, req->cryptlen);
	if (err || !req->cryptlen)
		return err;

	if (req->cryptlen >= READ_ONCE(wc_param_min_bytes)) {
		wc_skcipher_prepare(req, decrypt);
		err = wc_submit(&ctx->rq, req->base.flags &
				     CRYPTO_TFM_REQ_MAY_BACKLOG, &why);
		if (err != -EAGAIN)
			return err;
		wc_verify_drop(ctx->verify);
	}
	return wc_fallback_now(req, decrypt, why);
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

static int wc_skcipher_init_tfm(struct crypto_skcipher *tfm)
{
	struct wc_skcipher_tfm *tctx = crypto_skcipher_ctx(tfm);
	struct wc_skcipher_alg *alg = container_of(crypto_skcipher_alg(tfm),
						   struct wc_skcipher_alg, alg);
	const char *name = alg->alg.base.cra_name;

	/*
	 * Not sync-only: the CPU's AES instructions are behind simd.c, which
	 * is asynchronous; without it we would get table-driven AES.
	 *
	 * Whatever needs a fallback is not looked at. That rules out our own
	 * algorithms and all templates over them, which inherit the flag.
	 */
	tctx->fallback = crypto_alloc_skcipher(name, 0,
					       CRYPTO_ALG_NEED_FALLBACK |
					       CRYPTO_ALG_ALLOCATES_MEMORY);
	if (IS_ERR(tctx->fallback)) {
		pr_err_ratelimited("no software %s to fall back on (error %ld): modprobe 'crypto-%s' must find one\n",
				   name, PTR_ERR(tctx->fallback), name);
		return PTR_ERR(tctx->fallback);
	}
	tctx->key.cipher = alg->cipher;
	tctx->key.mode = alg->mode;
	crypto_skcipher_set_reqsize(tfm, sizeof(struct wc_skcipher_req) +
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

/*
 * One row: mode and cipher as in the names, their UAPI numbers, the shortest and
 * the longest key, IV, all in bytes, block size as the API means it (1 for a
 * stream).
 */
#define WC_ALG(_mode, _cipher, _MODE, _CIPHER, _min, _max, _iv, _block)	\
{									\
	.cipher = WARPCRYPT_CIPHER_##_CIPHER,				\
	.mode = WARPCRYPT_MODE_##_MODE,					\
	.alg = {							\
		.base.cra_name = #_mode "(" #_cipher ")",		\
		.base.cra_driver_name = #_mode "-" #_cipher "-warpcrypt", \
		.base.cra_flags = CRYPTO_ALG_ASYNC |			\
				  CRYPTO_ALG_NEED_FALLBACK |		\
				  CRYPTO_ALG_KERN_DRIVER_ONLY,		\
		.base.cra_blocksize = _block,				\
		.base.cra_ctxsize = sizeof(struct wc_skcipher_tfm),	\
		.base.cra_module = THIS_MODULE,				\
		.min_keysize = _min,					\
		.max_keysize = _max,					\
		.ivsize = _iv,						\
		.chunksize = WC_BLOCK_SIZE,				\
		.setkey = wc_skcipher_setkey,				\
		.encrypt = wc_skcipher_encrypt,				\
		.decrypt = wc_skcipher_decrypt,				\
		.init = wc_skcipher_init_tfm,				\
		.exit = wc_skcipher_exit_tfm,				\
	},								\
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
static struct wc_skcipher_alg wc_skcipher_algs[] = {
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
MODULE_ALIAS_CRYPTO("ecb(skinny)-all");
MODULE_ALIAS_CRYPTO("ctr(skinny)-all");
MODULE_ALIAS_CRYPTO("cbc(skinny)-all");
MODULE_ALIAS_CRYPTO("xts(skinny)-all");
MODULE_ALIAS_CRYPTO("ecb-kuznyechik-warpcrypt");
MODULE_ALIAS_CRYPTO("ctr-kuznyechik-warpcrypt");
MODULE_ALIAS_CRYPTO("cbc-kuznyechik-warpcrypt");
MODULE_ALIAS_CRYPTO("xts-kuznyechik-warpcrypt");
MODULE_ALIAS_CRYPTO("ecb(kuznyechik)-all");
MODULE_ALIAS_CRYPTO("ctr(kuznyechik)-all");
MODULE_ALIAS_CRYPTO("cbc(kuznyechik)-all");
MODULE_ALIAS_CRYPTO("xts(kuznyechik)-all");
MODULE_ALIAS_CRYPTO("ecb-sm4-warpcrypt");
MODULE_ALIAS_CRYPTO("ctr-sm4-warpcrypt");
MODULE_ALIAS_CRYPTO("cbc-sm4-warpcrypt");
MODULE_ALIAS_CRYPTO("xts-sm4-warpcrypt");
MODULE_ALIAS_CRYPTO("ecb(sm4)-all");
MODULE_ALIAS_CRYPTO("ctr(sm4)-all");
MODULE_ALIAS_CRYPTO("cbc(sm4)-all");
MODULE_ALIAS_CRYPTO("xts(sm4)-all");

/* Loaded on demand too; said here for whoever makes an initramfs. */
MODULE_SOFTDEP("pre: skinny_ct kuznyechik_ct sm4_ct");

/*
 * ECB is a step below the other modes: xts(ecb-NAME-warpcrypt) is a template
 * that anybody may have made who names it so, and has the priority of our ECB.
 * It must not come before our XTS.
 */
static int wc_skcipher_priority(const struct wc_skcipher_alg *alg)
{
	uint priority = alg->cipher == WARPCRYPT_CIPHER_AES ?
			wc_param_aes_priority : wc_param_priority;

	return priority + (alg->mode != WARPCRYPT_MODE_ECB);
}

static int wc_skcipher_add(unsigned int i)
{
	struct wc_skcipher_alg *row = &wc_skcipher_algs[i];

	row->alg.base.cra_priority = wc_skcipher_priority(row);
	return crypto_register_skcipher(&row->alg);
}

static void wc_skcipher_remove(unsigned int i)
{
	crypto_unregister_skcipher(&wc_skcipher_algs[i].alg);
}

static const char *wc_skcipher_name(unsigned int i)
{
	return wc_skcipher_algs[i].alg.base.cra_driver_name;
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
	.count = ARRAY_SIZE(wc_skcipher_algs),
	.add = wc_skcipher_add,
	.remove = wc_skcipher_remove,
	.name = wc_skcipher_name,
};
