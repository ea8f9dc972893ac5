// SPDX-License-Identifier: GPL-2.0-only
/*
 * The software path: requests that the device does not do.
 *
 * Requests that are not admitted are passed to the fallback at once, in the
 * caller's context, with the caller's flags, and return what the fallback returns.
 * If the fallback has a queue, that may be -ENOSPC: a caller that does not set
 * MAY_BACKLOG asks to be told when it is too fast.
 *
 * Requests that a link lost are done from a workqueue (or, if it has lost only one
 * engine, by the others, if they have room); their callers have got
 * -EINPROGRESS or -EBUSY and wait for the callback. So they are never refused: the
 * fallback's queue must take them. (A lost request of a synchronous algorithm
 * needs no workqueue: the thread that waits for it calls the fallback.)
 */
#include "fallback.h"

#include "estimate.h"
#include "skcipher_req.h"
#include "trace.h"

/* Runs @fallback on the request's own source and destination. */
static int wc_fallback_run(struct wc_skcipher_req *ctx,
			   struct crypto_skcipher *fallback, u32 flags,
			   crypto_completion_t done)
{
	struct skcipher_request *req = ctx->req;
	struct skcipher_request *sub = ctx->sub;

	skcipher_request_set_tfm(sub, fallback);
	skcipher_request_set_callback(sub, flags, done, ctx);
	skcipher_request_set_crypt(sub, req->src, req->dst, req->cryptlen,
				   req->iv);
	return ctx->decrypt ? crypto_skcipher_decrypt(sub) :
			      crypto_skcipher_encrypt(sub);
}

/*
 * With the caller's flags; notes how long it takes, if that is asked for. What is not
 * done when the fallback returns says nothing.
 */
static int wc_fallback_measure(struct wc_skcipher_req *ctx,
			       struct crypto_skcipher *fallback,
			       crypto_completion_t done)
{
	/* The request may be freed when the fallback returns. */
	struct wc_soft *soft = ctx->rq.soft;
	u32 len = ctx->req->cryptlen;
	struct wc_soft_watch watch;
	int err;

	if (soft)
		wc_soft_begin(&watch);
	err = wc_fallback_run(ctx, fallback, ctx->req->base.flags, done);
	if (soft && !err)
		wc_soft_end(soft, len, &watch);
	return err;
}

static void wc_fallback_now_done(wc_done_arg *arg, int err)
{
	wc_skcipher_complete(wc_done_data(arg), err);
}

/* The caller has got -EINPROGRESS, whatever the fallback returned. */
static void wc_fallback_later_done(wc_done_arg *arg, int err)
{
	if (err != -EINPROGRESS)
		wc_skcipher_complete(wc_done_data(arg), err);
}

static void wc_fallback_count(const struct wc_skcipher_req *ctx,
			      enum wc_reason why)
{
	const struct wc_key *key = &wc_skcipher_tfm(ctx)->key;
	struct crypto_tfm *tfm =
		crypto_skcipher_tfm(crypto_skcipher_reqtfm(ctx->req));

	/* testmgr's, before the first helper: no user waits for one. */
	if (why == WC_NO_HELPER && !(tfm->__crt_alg->cra_flags & CRYPTO_ALG_TESTED))
		return;
	trace_warpcrypt_software(&ctx->rq, key->cipher, key->mode,
				 ctx->req->cryptlen, why);
	wc_count_fallback(key->cipher, key->mode, why, ctx->req->cryptlen);
}

/**
 * wc_fallback_now() - do a request in software that was not admitted
 * @ctx: the request, after wc_skcipher_begin()
 * @why: the reason, for the counters
 *
 * Context: as the request's.
 * Return: as the fallback's encrypt or decrypt: -EBUSY only if the request has
 * CRYPTO_TFM_REQ_MAY_BACKLOG and its tfm not &wc_skcipher_tfm.no_backlog, -ENOSPC
 * only if it has not the former.
 */
int wc_fallback_now(struct wc_skcipher_req *ctx, enum wc_reason why)
{
	const struct wc_skcipher_tfm *tctx = wc_skcipher_tfm(ctx);
	int err;

	wc_fallback_count(ctx, why);
	if (!tctx->no_backlog)
		return wc_fallback_measure(ctx, tctx->fallback,
					   wc_fallback_now_done);
	err = wc_fallback_measure(ctx, tctx->fallback, wc_fallback_later_done);
	return err == -EBUSY ? -EINPROGRESS : err;
}

/**
 * wc_fallback_sync() - do a request in software before this returns
 * @ctx: the request, after wc_skcipher_begin()
 * @why: the reason, for the counters
 *
 * Context: as the request's.
 * Return: the request's result.
 */
int wc_fallback_sync(struct wc_skcipher_req *ctx, enum wc_reason why)
{
	wc_fallback_count(ctx, why);
	return wc_fallback_measure(ctx, wc_skcipher_tfm(ctx)->sync, NULL);
}

/**
 * wc_fallback_redo() - &wc_request_ops.redo of a request that a link lost
 * @rq: the request; the reason and the direction in its context are set
 *
 * Context: process context.
 */
void wc_fallback_redo(struct wc_request *rq)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);
	enum wc_reason why;
	int err;

	/* It was in the backlog when the link died, and now leaves it. */
	if (rq->backlogged) {
		rq->backlogged = false;
		wc_skcipher_complete(ctx, -EINPROGRESS);
	}
	/* The other engines go on. */
	if (ctx->reason == WC_RETIRED &&
	    wc_skcipher_submit(ctx, rq->ops, false, &why) != -EAGAIN) {
		wc_count(WC_REQUESTS_AGAIN, 1);
		return;
	}
	wc_fallback_count(ctx, ctx->reason);
	err = wc_fallback_run(ctx, wc_skcipher_tfm(ctx)->fallback,
			      CRYPTO_TFM_REQ_MAY_BACKLOG,
			      wc_fallback_later_done);
	if (err != -EINPROGRESS && err != -EBUSY)
		wc_skcipher_complete(ctx, err);
}
