/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * skcipher requests in a link: what the asynchronous and the synchronous
 * algorithms share.
 */
#ifndef _WC_SKCIPHER_REQ_H
#define _WC_SKCIPHER_REQ_H

#include <crypto/internal/skcipher.h>
#include <crypto/scatterwalk.h>
#include <linux/bottom_half.h>

#include "keys.h"
#include "redo.h"
#include "request.h"

struct wc_verify;

#define WC_BLOCK_SIZE	WARPCRYPT_BLOCK_SIZE

/**
 * struct wc_skcipher_tfm - the context of a tfm
 * @key: its key
 * @fallback: the software implementation of the algorithm, with the same key
 * @sync: a synchronous one, which is the same unless @fallback is asynchronous
 * @lost: its requests that links have lost and that wait to be done in software
 * @no_backlog: its user may not get -EBUSY, see wc_skcipher_has_templates()
 */
struct wc_skcipher_tfm {
	struct wc_key key;
	struct crypto_skcipher *fallback;
	struct crypto_skcipher *sync;
	struct wc_redo_queue lost;
	bool no_backlog;
};

/**
 * struct wc_skcipher_req - what the module knows of a request
 * @rq: the request as links see it
 * @req: the request as its user sees it
 * @sub: for the fallback; followed by the fallback's own context
 * @in: how far the source was read
 * @out: how far the destination was written
 * @verify: the snapshot if the request is verified, else NULL
 * @reason: why the link lost it
 * @decrypt: the direction
 * @next_iv: CBC decryption: the IV to be left in @req
 *
 * @sub is in the context of @req. This struct is there too if the algorithm is
 * asynchronous; else it is on the stack of the thread that waits.
 */
struct wc_skcipher_req {
	struct wc_request rq;
	struct skcipher_request *req;
	struct skcipher_request *sub;
	struct scatter_walk in;
	struct scatter_walk out;
	struct wc_verify *verify;
	enum wc_reason reason;
	bool decrypt;
	u8 next_iv[WC_BLOCK_SIZE];
};

/* Context: any. */
static inline struct wc_skcipher_req *wc_skcipher_ctx(struct wc_request *rq)
{
	return container_of(rq, struct wc_skcipher_req, rq);
}

/* Context: any. */
static inline struct wc_skcipher_tfm *
wc_skcipher_tfm(const struct wc_skcipher_req *ctx)
{
	return crypto_skcipher_ctx(crypto_skcipher_reqtfm(ctx->req));
}

/**
 * wc_skcipher_complete() - call the completion callback of a request
 * @ctx: the request; it may be freed when this returns
 * @err: the result, or -EINPROGRESS when it has left the backlog
 *
 * Context: any but hard interrupts.
 */
static inline void wc_skcipher_complete(struct wc_skcipher_req *ctx, int err)
{
	local_bh_disable();
	skcipher_request_complete(ctx->req, err);
	local_bh_enable();
}

int wc_skcipher_begin(struct wc_skcipher_req *ctx, struct skcipher_request *req,
		      struct skcipher_request *sub, bool decrypt);
int wc_skcipher_submit(struct wc_skcipher_req *ctx,
		       const struct wc_request_ops *ops, bool wait,
		       enum wc_reason *why);
void wc_skcipher_advance_iv(struct wc_skcipher_req *ctx);

void wc_skcipher_describe(struct wc_request *rq, struct warpcrypt_desc *desc,
			  u32 pos, u32 len);
void wc_skcipher_fill(struct wc_request *rq, u8 __arena *to, u32 pos, u32 len);
void wc_skcipher_drain(struct wc_request *rq, const u8 __arena *from, u32 pos,
		       u32 len);

#endif /* _WC_SKCIPHER_REQ_H */
