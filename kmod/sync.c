// SPDX-License-Identifier: GPL-2.0-only
/*
 * The synchronous skcipher algorithms: the thread that asks waits.
 *
 * They are for users who take nothing else: AF_ALG since Linux 7.2, and
 * callers of crypto_alloc_sync_skcipher(). A request that may sleep is
 * submitted as those of the asynchronous algorithms are, and its thread sleeps
 * until the link gives it back. One that may not sleep is done in software.
 *
 * What the link knows of the request lies on the thread's stack, so that the
 * request's context holds nothing but the fallback's: crypto_alloc_sync_skcipher()
 * warns of contexts above MAX_SYNC_SKCIPHER_REQSIZE. The stack is good for as
 * long as the link needs it, because the thread does not go on before the link
 * has called done or lost, or wc_submit_withdraw() has said that it will not.
 *
 * The wait ends. In a frame the request has the frame's deadline, which kills
 * the link; in the backlog it has that time too, and then leaves. No signal ends
 * it: source and destination may not go away under the link either.
 */
#include "sync.h"

#include <linux/completion.h>
#include <linux/jiffies.h>

#include "fallback.h"
#include "params.h"
#include "skcipher_req.h"
#include "stats.h"
#include "submit.h"
#include "verify.h"

/**
 * struct wc_sync_req - a request that a thread waits for; on its stack
 * @ctx: the request on its way
 * @back: the link has given it back
 * @lost: and has not done it
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

/* After complete(), the thread may be gone and its stack with it. */
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

/* Nobody else was told that it waits. */
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
};

/*
 * Sleeps until the request is the thread's again. In the backlog, a deadline
 * does not strike as long as the helper works on what comes before; so the
 * thread looks at the clock itself.
 */
static void wc_sync_wait(struct wc_sync_req *sync, bool backlogged)
{
	struct wc_skcipher_req *ctx = &sync->ctx;
	uint ms = READ_ONCE(wc_param_deadline_ms);

	if (backlogged) {
		if (wait_for_completion_timeout(&sync->back,
						msecs_to_jiffies(ms)))
			return;
		if (wc_submit_withdraw(&ctx->rq)) {
			sync->lost = true;
			ctx->reason = WC_FULL;
			return;
		}
	}
	wait_for_completion(&sync->back);
}

/* What is left to do in the thread's own time. */
static int wc_sync_finish(struct wc_sync_req *sync)
{
	struct wc_skcipher_req *ctx = &sync->ctx;

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
	/* There is no other way to know; walks of skciphers go by it, too. */
	if (req->base.flags & CRYPTO_TFM_REQ_MAY_SLEEP) {
		init_completion(&sync.back);
		sync.lost = false;
		err = wc_skcipher_submit(&sync.ctx, &wc_sync_ops, true, &why);
		if (err != -EAGAIN) {
			wc_sync_wait(&sync, err == -EBUSY);
			return wc_sync_finish(&sync);
		}
	}
	return wc_fallback_sync(&sync.ctx, why);
}

/**
 * wc_sync_encrypt() - encryption, all of it
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
 * wc_sync_decrypt() - decryption, all of it
 * @req: the request
 *
 * Context: as wc_sync_encrypt().
 * Return: the request's result.
 */
int wc_sync_decrypt(struct skcipher_request *req)
{
	return wc_sync_crypt(req, true);
}
