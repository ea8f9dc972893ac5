// SPDX-License-Identifier: GPL-2.0-only
/*
 * skcipher requests in a link: what the asynchronous and the synchronous
 * algorithms share.
 */
#include "cipher.h"

#include <linux/jiffies.h>

#include "compat.h"
#include "trace.h"

/*
 * --- Copies between scatterlists and frames, in parts.
 *
 * Each call continues where the last one on the same walk ended.
 */

/* @len: at least 1, as of the two that follow. */
static void wc_sg_read(struct scatter_walk *walk, u8 __arena *to, u32 len)
{
	while (len) {
		u8 *src;
		u32 n = wc_walk_next(walk, len, &src);

		wc_arena_copy_in(to, src, n);
		wc_walk_done_src(walk, src, n);
		to += n;
		len -= n;
	}
}

static void wc_sg_write(struct scatter_walk *walk, const u8 __arena *from,
			u32 len)
{
	while (len) {
		u8 *dst;
		u32 n = wc_walk_next(walk, len, &dst);

		wc_arena_copy_out(dst, from, n);
		wc_walk_done_dst(walk, dst, n);
		from += n;
		len -= n;
	}
}

/* XORs one scatterlist with a stream into another, which may be the same memory. */
static void wc_sg_xor(struct scatter_walk *in, struct scatter_walk *out,
		      const u8 __arena *stream, u32 len)
{
	while (len) {
		u8 *src, *dst;
		u32 n;

		n = wc_walk_next(out, len, &dst);
		n = wc_walk_next(in, n, &src);
		wc_arena_xor_out(dst, src, stream, n);
		wc_walk_done_src(in, src, n);
		wc_walk_done_dst(out, dst, n);
		stream += n;
		len -= n;
	}
}

/* --- requests */

/* Adds @n to a 128-bit big-endian counter, which may wrap. */
static void wc_counter_add(u8 counter[WC_BLOCK_SIZE], u64 n)
{
	u64 low = get_unaligned_be64(counter + 8);

	put_unaligned_be64(low + n, counter + 8);
	if (low + n < low)
		put_unaligned_be64(get_unaligned_be64(counter) + 1, counter);
}

/* &wc_request_ops.describe of a skcipher request. */
void wc_skcipher_describe(struct wc_request *rq, struct warpcrypt_desc *desc,
			  u32 pos, u32 len)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);
	/* The user may have changed the source since the snapshot was taken. */
	const u8 *iv = ctx->verify ? ctx->verify->iv : ctx->req->iv;

	switch (rq->mode) {
	case WARPCRYPT_MODE_ECB:
		break;
	case WARPCRYPT_MODE_CTR:
		memcpy(desc->iv, iv, sizeof(desc->iv));
		wc_counter_add(desc->iv, pos / WC_BLOCK_SIZE);
		/* No direction: the keystream is the same for both. */
		return;
	case WARPCRYPT_MODE_CBC:
		if (!pos)
			memcpy(desc->iv, iv, sizeof(desc->iv));
		else if (ctx->verify)
			memcpy(desc->iv, ctx->verify->soft + pos -
			       WC_BLOCK_SIZE, WC_BLOCK_SIZE);
		else
			scatterwalk_map_and_copy(desc->iv, ctx->req->src,
						 pos - WC_BLOCK_SIZE,
						 WC_BLOCK_SIZE, 0);
		break;
	case WARPCRYPT_MODE_XTS:
	case WARPCRYPT_MODE_XTS_GB:
		memcpy(desc->iv, iv, sizeof(desc->iv));
		desc->block = pos / WC_BLOCK_SIZE;
		break;
	}
	if (ctx->decrypt)
		desc->flags = WARPCRYPT_DESC_DECRYPT;
}

/* &wc_request_ops.fill of a skcipher request. */
void wc_skcipher_fill(struct wc_request *rq, u8 __arena *to, u32 pos, u32 len)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);

	/* The helper puts keystream there; wc_skcipher_drain() reads the source. */
	if (rq->mode == WARPCRYPT_MODE_CTR)
		return;
	if (ctx->verify)
		wc_arena_copy_in(to, ctx->verify->soft + pos, len);
	else
		wc_sg_read(&ctx->in, to, len);
}

/* &wc_request_ops.drain of a skcipher request. */
void wc_skcipher_drain(struct wc_request *rq, const u8 __arena *from, u32 pos,
		       u32 len)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);
	u8 mode = rq->mode;

	if (ctx->verify)
		wc_verify_take(ctx->verify, from, pos, len,
			       mode == WARPCRYPT_MODE_CTR);
	else if (mode == WARPCRYPT_MODE_CTR)
		wc_sg_xor(&ctx->in, &ctx->out, from, len);
	else
		wc_sg_write(&ctx->out, from, len);
}

/* CBC: the last block of ciphertext is the next IV. @sg: the ciphertext of @ctx. */
static void wc_skcipher_last_block(struct wc_skcipher_req *ctx, u8 *iv,
				   struct scatterlist *sg)
{
	scatterwalk_map_and_copy(iv, sg, ctx->req->cryptlen - WC_BLOCK_SIZE,
				 WC_BLOCK_SIZE, 0);
}

/* Sets the IV of a request that the device has done to the one that follows it. */
void wc_skcipher_advance_iv(struct wc_skcipher_req *ctx)
{
	struct skcipher_request *req = ctx->req;
	u8 mode = ctx->rq.mode;

	if (mode == WARPCRYPT_MODE_CTR)
		wc_counter_add(req->iv,
			       DIV_ROUND_UP(ctx->rq.len, WC_BLOCK_SIZE));
	else if (mode == WARPCRYPT_MODE_CBC && ctx->decrypt)
		memcpy(req->iv, ctx->next_iv, WC_BLOCK_SIZE);
	else if (mode == WARPCRYPT_MODE_CBC)
		/* Not from the frame, which the helper may have changed since. */
		wc_skcipher_last_block(ctx, req->iv, req->dst);
}

/**
 * wc_skcipher_begin() - start to work on a request
 * @ctx: filled in with what the fallback needs
 * @req: the request
 * @sub: memory for the fallback's request, in the context of @req
 * @decrypt: the direction
 *
 * Return: 0, or -EINVAL if the mode does not take requests of this length. After
 * 0, a request of zero bytes is complete.
 */
int wc_skcipher_begin(struct wc_skcipher_req *ctx, struct skcipher_request *req,
		      struct skcipher_request *sub, bool decrypt)
{
	struct wc_key *key;

	ctx->req = req;
	ctx->sub = sub;
	ctx->decrypt = decrypt;
	key = &wc_skcipher_tfm(ctx)->key;
	ctx->rq.key = key;
	ctx->rq.cipher = key->cipher;
	ctx->rq.mode = key->mode;
	ctx->rq.len = req->cryptlen;
	ctx->rq.limited = key->limited;
	ctx->rq.soft = NULL;
	ctx->rq.born = jiffies;
	/* The lengths that the kernel's template of the mode refuses. */
	if (WARPCRYPT_IS_XTS(key->mode))
		return req->cryptlen < WC_BLOCK_SIZE ? -EINVAL : 0;
	if (key->mode == WARPCRYPT_MODE_CTR)
		return 0;
	return req->cryptlen % WC_BLOCK_SIZE ? -EINVAL : 0;
}

/* &wc_request_ops.prepare */
void wc_skcipher_prepare(struct wc_request *rq)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);
	struct skcipher_request *req = ctx->req;
	bool cbc = rq->mode == WARPCRYPT_MODE_CBC;

	rq->splittable = !cbc || ctx->decrypt;
	rq->secret = false;
	scatterwalk_start(&ctx->in, req->src);
	scatterwalk_start(&ctx->out, req->dst);
	if (cbc && ctx->decrypt)
		wc_skcipher_last_block(ctx, ctx->next_iv, req->src);
	ctx->verify = wc_verify_begin(ctx);
}

/**
 * wc_skcipher_submit() - try to have a request done by the device
 * @ctx: the request, after wc_skcipher_begin(); at least one byte
 * @ops: the functions for the link to call
 * @wait: when there is no room, put it into the backlog
 * @why: set to the reason when the request is not taken
 *
 * Context: any but hard interrupts. Never sleeps, never allocates.
 * Return: -EINPROGRESS (taken), -EBUSY (taken, waits for room) or -EAGAIN
 * (not taken).
 */
int wc_skcipher_submit(struct wc_skcipher_req *ctx,
		       const struct wc_request_ops *ops, bool wait,
		       enum wc_reason *why)
{
	bool back = ctx->decrypt && ctx->rq.mode != WARPCRYPT_MODE_CTR;
	int err;

	ctx->rq.ops = ops;
	ctx->verify = NULL;
	err = wc_offload(&ctx->rq, back, true, wait, why);
	if (err == -EAGAIN)
		wc_verify_drop(ctx);
	return err;
}

/*
 * --- The software path: requests that the device does not do.
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
 * With the caller's flags; notes how long it takes, if that is asked for. An asynchronous
 * completion is not timed.
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

/* Counts a request, whose cipher, mode and length are set, that software begins to do. */
void wc_fallback_count(const struct wc_request *rq,
		       const struct crypto_tfm *tfm, enum wc_reason why)
{
	/* testmgr's, before the first helper: no user waits for one. */
	if (why == WC_NO_HELPER && !(tfm->__crt_alg->cra_flags & CRYPTO_ALG_TESTED))
		return;
	trace_warpcrypt_software(rq, why);
	this_cpu_inc(wc_stats->fallback_requests[rq->cipher][rq->mode][why]);
	this_cpu_add(wc_stats->fallback_bytes[rq->cipher][rq->mode][why], rq->len);
}

/**
 * wc_fallback_now() - do a request in software that was not admitted
 * @ctx: the request, after wc_skcipher_begin()
 * @why: the reason, for the counters
 *
 * Return: as the fallback's encrypt or decrypt: -EBUSY only if the request has
 * CRYPTO_TFM_REQ_MAY_BACKLOG and its tfm not &wc_skcipher_tfm.no_backlog, -ENOSPC
 * only if it has not the former.
 */
int wc_fallback_now(struct wc_skcipher_req *ctx, enum wc_reason why)
{
	const struct wc_skcipher_tfm *tctx = wc_skcipher_tfm(ctx);
	int err;

	wc_fallback_count(&ctx->rq, ctx->req->base.tfm, why);
	if (!tctx->no_backlog)
		return wc_fallback_measure(ctx, tctx->fallback,
					   wc_fallback_now_done);
	err = wc_fallback_measure(ctx, tctx->fallback, wc_fallback_later_done);
	return err == -EBUSY ? -EINPROGRESS : err;
}

/* Does a request in software, after wc_skcipher_begin(), and returns its result. */
int wc_fallback_sync(struct wc_skcipher_req *ctx, enum wc_reason why)
{
	wc_fallback_count(&ctx->rq, ctx->req->base.tfm, why);
	return wc_fallback_measure(ctx, wc_skcipher_tfm(ctx)->sync, NULL);
}

/* &wc_request_ops.redo of a request that a link lost; its context has the reason. */
void wc_fallback_redo(struct wc_request *rq)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);
	enum wc_reason why;
	int err;

	wc_submit_started(rq);
	/* The other engines go on. */
	if (ctx->reason == WC_RETIRED &&
	    wc_skcipher_submit(ctx, rq->ops, false, &why) != -EAGAIN) {
		wc_count(WC_REQUESTS_AGAIN, 1);
		return;
	}
	wc_fallback_count(rq, ctx->req->base.tfm, ctx->reason);
	err = wc_fallback_run(ctx, wc_skcipher_tfm(ctx)->fallback,
			      CRYPTO_TFM_REQ_MAY_BACKLOG,
			      wc_fallback_later_done);
	if (err != -EINPROGRESS && err != -EBUSY)
		wc_skcipher_complete(ctx, err);
}
