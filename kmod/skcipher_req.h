/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A skcipher request on its way through a link: what the asynchronous and the
 * synchronous algorithms have in common.
 */
#ifndef _WC_SKCIPHER_REQ_H
#define _WC_SKCIPHER_REQ_H

#include <crypto/internal/skcipher.h>
#include <crypto/scatterwalk.h>
#include <linux/bottom_half.h>

#include "keys.h"
#include "request.h"

struct wc_verify;

/* Bytes; of all our ciphers. */
#define WC_BLOCK_SIZE	16

/**
 * struct wc_skcipher_tfm - a tfm's context
 * @key: its key
 * @fallback: the software implementation of the same, with the same key
 */
struct wc_skcipher_tfm {
	struct wc_key key;
	struct crypto_skcipher *fallback;
};

/**
 * struct wc_skcipher_req - what we know of a request
 * @rq: the request as links see it
 * @req: the request as its user sees it
 * @sub: for the fallback; has the fallback's own context behind it
 * @in: how far the source was read
 * @out: how far the destination was written
 * @verify: when it is verified: the snapshot of its source, else NULL
 * @reason: why it is done again in software
 * @decrypt: the direction
 * @next_iv: CBC decryption: the IV that the caller finds in @req afterwards
 *
 * @sub always lies in the context of @req. This struct does too if the algorithm
 * is asynchronous; else it lies on the stack of the thread that waits.
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
