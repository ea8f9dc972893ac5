// SPDX-License-Identifier: GPL-2.0-only
/*
 * The software path: requests that the device does not do.
 *
 * Requests that are not admitted are passed to the fallback at once, in the
 * caller's context, and return what the fallback returns. Requests that a link
 * lost are done from a workqueue; their callers have got -EINPROGRESS or -EBUSY
 * and wait for the callback. (A lost request of a synchronous algorithm needs no
 * workqueue: the thread that waits for it calls the fallback.)
 */
#include "fallback.h"

#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "link.h"
#include "skcipher_req.h"

static LIST_HEAD(wc_lost);
static DEFINE_SPINLOCK(wc_lost_lock);

/* Runs the fallback on the request's own source and destination. */
static int wc_fallback_run(struct wc_skcipher_req *ctx, u32 flags,
			   crypto_completion_t done)
{
	struct skcipher_request *req = ctx->req;
	struct skcipher_request *sub = ctx->sub;

	/* Prevents -ENOSPC, which dm-crypt would turn into an I/O error. */
	flags |= CRYPTO_TFM_REQ_MAY_BACKLOG;
	skcipher_request_set_tfm(sub, wc_skcipher_tfm(ctx)->fallback);
	skcipher_request_set_callback(sub, flags, done, ctx);
	skcipher_request_set_crypt(sub, req->src, req->dst, req->cryptlen,
				   req->iv);
	return ctx->decrypt ? crypto_skcipher_decrypt(sub) :
			      crypto_skcipher_encrypt(sub);
}

static void wc_fallback_now_done(wc_done_arg *arg, int err)
{
	struct wc_skcipher_req *ctx = wc_done_data(arg);

	/* It left the fallback's queue; only a caller that got -EBUSY is told. */
	if (err == -EINPROGRESS &&
	    !(ctx->req->base.flags & CRYPTO_TFM_REQ_MAY_BACKLOG))
		return;
	wc_skcipher_complete(ctx, err);
}

static void wc_fallback_count(const struct wc_skcipher_req *ctx,
			      enum wc_reason why)
{
	const struct wc_key *key = &wc_skcipher_tfm(ctx)->key;

	wc_count_fallback(key->cipher, key->mode, why, ctx->req->cryptlen);
}

/**
 * wc_fallback_now() - do a request in software that was not admitted
 * @ctx: the request, after wc_skcipher_begin()
 * @why: the reason, for the counters
 *
 * Context: as the request's.
 * Return: as the fallback's encrypt or decrypt, but -EBUSY only if the request
 * has CRYPTO_TFM_REQ_MAY_BACKLOG, and never -ENOSPC.
 */
int wc_fallback_now(struct wc_skcipher_req *ctx, enum wc_reason why)
{
	u32 flags = ctx->req->base.flags;
	int err;

	wc_fallback_count(ctx, why);
	err = wc_fallback_run(ctx, flags, wc_fallback_now_done);
	/* An asynchronous fallback may have completed and freed @ctx. */
	if (err == -EBUSY && !(flags & CRYPTO_TFM_REQ_MAY_BACKLOG))
		return -EINPROGRESS;
	return err;
}

/**
 * wc_fallback_sync() - do a request of a synchronous algorithm in software
 * @ctx: the request, after wc_skcipher_begin(); its fallback is synchronous
 * @why: the reason, for the counters
 *
 * Context: as the request's.
 * Return: the request's result.
 */
int wc_fallback_sync(struct wc_skcipher_req *ctx, enum wc_reason why)
{
	wc_fallback_count(ctx, why);
	return wc_fallback_run(ctx, ctx->req->base.flags, NULL);
}

static void wc_fallback_later_done(wc_done_arg *arg, int err)
{
	/* The caller has already got -EINPROGRESS and waits for the result. */
	if (err != -EINPROGRESS)
		wc_skcipher_complete(wc_done_data(arg), err);
}

static void wc_fallback_redo(struct wc_skcipher_req *ctx)
{
	int err;

	/* It was in the backlog when the link died, and now leaves it. */
	if (ctx->rq.backlogged) {
		ctx->rq.backlogged = false;
		wc_skcipher_complete(ctx, -EINPROGRESS);
	}
	wc_fallback_count(ctx, ctx->reason);
	err = wc_fallback_run(ctx, 0, wc_fallback_later_done);
	if (err != -EINPROGRESS && err != -EBUSY)
		wc_skcipher_complete(ctx, err);
}

static void wc_fallback_work(struct work_struct *work)
{
	struct wc_skcipher_req *ctx;

	for (;;) {
		spin_lock_bh(&wc_lost_lock);
		ctx = list_first_entry_or_null(&wc_lost, struct wc_skcipher_req,
					       rq.node);
		if (ctx)
			list_del(&ctx->rq.node);
		spin_unlock_bh(&wc_lost_lock);
		if (!ctx)
			return;
		wc_fallback_redo(ctx);
		cond_resched();
	}
}

static DECLARE_WORK(wc_lost_work, wc_fallback_work);

/**
 * wc_fallback_later() - do a lost request in software, from a workqueue
 * @ctx: the request; its reason, direction and rq.backlogged are set
 *
 * Context: any but hard interrupts.
 */
void wc_fallback_later(struct wc_skcipher_req *ctx)
{
	spin_lock_bh(&wc_lost_lock);
	list_add_tail(&ctx->rq.node, &wc_lost);
	spin_unlock_bh(&wc_lost_lock);
	queue_work(wc_wq, &wc_lost_work);
}
