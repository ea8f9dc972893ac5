// SPDX-License-Identifier: GPL-2.0-only
/*
 * The synchronous skcipher algorithms: the calling thread waits for the result.
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
 * The wait is as bounded as that of any request (expire.c). Signals do not end it,
 * because the link still uses source and destination.
 */
#include "sync.h"

#include <linux/completion.h>

#include "fallback.h"
#include "route.h"
#include "skcipher_req.h"
#include "stats.h"
#include "verify.h"

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

/* Only the thread itself knows that it was in the backlog. */
static void wc_sync_started(struct wc_request *rq)
{
}

static const struct wc_request_ops wc_sync_ops = {
	.describe = wc_skcipher_describe,
	.fill = wc_skcipher_fill,
	.drain = wc_skcipher_drain,
	.done = wc_sync_done,
	.lost = wc_sync_lost,
	.started = wc_sync_started,
	.waits = true,
};

/* Does what is left to do after the link has given the request back. */
static int wc_sync_finish(struct wc_sync_req *sync)
{
	struct wc_skcipher_req *ctx = &sync->ctx;

	if (sync->lost) {
		wc_route_undone(&ctx->rq);
		wc_verify_drop(ctx);
		return wc_fallback_sync(ctx, ctx->reason);
	}
	/* Here, because it is the thread's waking up that counts. */
	wc_route_end(&ctx->rq);
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

/**
 * wc_sync_encrypt() - encrypt a request synchronously
 * @req: the request
 *
 * Context: process context if the request may sleep; any but hard interrupts
 * otherwise.
 * Return: the request's result.
 */
int wc_sync_encrypt(struct skcipher_request *req)
{
	return wc_sync_crypt(req, false);
}

/**
 * wc_sync_decrypt() - decrypt a request synchronously
 * @req: the request
 *
 * Context: as wc_sync_encrypt().
 * Return: the request's result.
 */
int wc_sync_decrypt(struct skcipher_request *req)
{
	return wc_sync_crypt(req, true);
}
