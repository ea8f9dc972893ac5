// SPDX-License-Identifier: GPL-2.0-only
/*
 * skcipher requests in a link: what the asynchronous and the synchronous
 * algorithms share.
 */
#include "skcipher_req.h"

#include <linux/jiffies.h>

#include "compat.h"
#include "route.h"
#include "sg.h"
#include "submit.h"
#include "verify.h"

/* Adds @n to a 128-bit big-endian counter, which may wrap. */
static void wc_counter_add(u8 counter[WC_BLOCK_SIZE], u64 n)
{
	u64 low = get_unaligned_be64(counter + 8);

	put_unaligned_be64(low + n, counter + 8);
	if (low + n < low)
		put_unaligned_be64(get_unaligned_be64(counter) + 1, counter);
}

/**
 * wc_skcipher_describe() - &wc_request_ops.describe of a skcipher request
 * @rq: the request
 * @desc: the descriptor of a piece
 * @pos: where the piece starts, bytes
 * @len: length of the piece, bytes
 *
 * Context: BH off.
 */
void wc_skcipher_describe(struct wc_request *rq, struct warpcrypt_desc *desc,
			  u32 pos, u32 len)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);
	/* The user may have changed the source since the snapshot was taken. */
	const u8 *iv = ctx->verify ? wc_verify_iv(ctx->verify) : ctx->req->iv;

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
			memcpy(desc->iv, wc_verify_source(ctx->verify) + pos -
			       WC_BLOCK_SIZE, WC_BLOCK_SIZE);
		else
			scatterwalk_map_and_copy(desc->iv, ctx->req->src,
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

/**
 * wc_skcipher_fill() - &wc_request_ops.fill of a skcipher request
 * @rq: the request
 * @to: destination, in a frame
 * @pos: where in the source to read from, bytes
 * @len: bytes
 *
 * Context: BH off.
 */
void wc_skcipher_fill(struct wc_request *rq, u8 __arena *to, u32 pos, u32 len)
{
	struct wc_skcipher_req *ctx = wc_skcipher_ctx(rq);

	/* The helper puts keystream there; wc_skcipher_drain() reads the source. */
	if (rq->key->mode == WARPCRYPT_MODE_CTR)
		return;
	if (ctx->verify)
		wc_arena_copy_in(to, wc_verify_source(ctx->verify) + pos, len);
	else
		wc_sg_read(&ctx->in, to, len);
}

/**
 * wc_skcipher_drain() - &wc_request_ops.drain of a skcipher request
 * @rq: the request
 * @from: the helper's result, in a frame
 * @pos: where in the result it belongs, bytes
 * @len: bytes
 *
 * Context: BH off.
 */
void wc_skcipher_drain(struct wc_request *rq, const u8 __arena *from, u32 pos,
		       u32 len)
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
 * CBC: sets the IV to the last block of ciphertext. Encryption reads it from the
 * destination, because the helper may have changed the frame since.
 */
static void wc_skcipher_next_iv(struct wc_skcipher_req *ctx)
{
	struct skcipher_request *req = ctx->req;

	if (ctx->decrypt)
		memcpy(req->iv, ctx->next_iv, WC_BLOCK_SIZE);
	else
		scatterwalk_map_and_copy(req->iv, req->dst,
					 req->cryptlen - WC_BLOCK_SIZE,
					 WC_BLOCK_SIZE, 0);
}

/**
 * wc_skcipher_advance_iv() - set the IV of a request to the one that follows it
 * @ctx: a request that the device has done
 *
 * Context: any.
 */
void wc_skcipher_advance_iv(struct wc_skcipher_req *ctx)
{
	u8 mode = ctx->rq.key->mode;

	if (mode == WARPCRYPT_MODE_CBC)
		wc_skcipher_next_iv(ctx);
	else if (mode == WARPCRYPT_MODE_CTR)
		wc_counter_add(ctx->req->iv,
			       DIV_ROUND_UP(ctx->rq.len, WC_BLOCK_SIZE));
}

/* Refuses the lengths that the kernel's template of the mode refuses. */
static int wc_skcipher_check(u8 mode, unsigned int len)
{
	if (mode == WARPCRYPT_MODE_XTS)
		return len < WC_BLOCK_SIZE ? -EINVAL : 0;
	if (mode == WARPCRYPT_MODE_CTR)
		return 0;
	return len % WC_BLOCK_SIZE ? -EINVAL : 0;
}

/**
 * wc_skcipher_begin() - start to work on a request
 * @ctx: filled in with what the fallback needs
 * @req: the request
 * @sub: memory for the fallback's request, in the context of @req
 * @decrypt: the direction
 *
 * Context: any.
 * Return: 0, or -EINVAL if the mode does not take requests of this length. After
 * 0, a request of zero bytes is complete.
 */
int wc_skcipher_begin(struct wc_skcipher_req *ctx, struct skcipher_request *req,
		      struct skcipher_request *sub, bool decrypt)
{
	ctx->req = req;
	ctx->sub = sub;
	ctx->decrypt = decrypt;
	ctx->rq.soft = NULL;
	ctx->rq.born = jiffies;
	return wc_skcipher_check(wc_skcipher_tfm(ctx)->key.mode, req->cryptlen);
}

/* Is it an engine that is to do the request? */
static bool wc_skcipher_route(struct wc_skcipher_req *ctx, enum wc_reason *why)
{
	struct wc_key *key = &wc_skcipher_tfm(ctx)->key;

	ctx->rq.key = key;
	ctx->rq.cipher = key->cipher;
	ctx->rq.mode = key->mode;
	ctx->rq.len = ctx->req->cryptlen;
	ctx->rq.limited = key->limited;
	return wc_route(&ctx->rq,
			ctx->decrypt && key->mode != WARPCRYPT_MODE_CTR, true,
			why);
}

static void wc_skcipher_prepare(struct wc_skcipher_req *ctx,
				const struct wc_request_ops *ops)
{
	struct skcipher_request *req = ctx->req;
	bool cbc = ctx->rq.mode == WARPCRYPT_MODE_CBC;

	ctx->rq.ops = ops;
	ctx->rq.splittable = !cbc || ctx->decrypt;
	ctx->rq.secret = false;
	scatterwalk_start(&ctx->in, req->src);
	scatterwalk_start(&ctx->out, req->dst);
	if (cbc && ctx->decrypt)
		scatterwalk_map_and_copy(ctx->next_iv, req->src,
					 req->cryptlen - WC_BLOCK_SIZE,
					 WC_BLOCK_SIZE, 0);
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
	int err;

	if (!wc_skcipher_route(ctx, why))
		return -EAGAIN;
	wc_skcipher_prepare(ctx, ops);
	err = wc_submit(&ctx->rq, wait, why);
	/* If it was taken, it may be complete and freed. */
	if (err == -EAGAIN) {
		wc_verify_drop(ctx);
		wc_route_undone(&ctx->rq);
	}
	return err;
}
