/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The cipher algorithms: their requests in links, the software path, verification.
 * Includes path.h.
 */
#ifndef _WC_CIPHER_H
#define _WC_CIPHER_H

#include <crypto/internal/skcipher.h>
#include <crypto/scatterwalk.h>
#include <linux/bottom_half.h>
#include <linux/scatterlist.h>
#include <linux/workqueue.h>

#include "path.h"

#define WC_BLOCK_SIZE	WARPCRYPT_BLOCK_SIZE

struct crypto_tfm;
struct wc_skcipher_req;

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

/* The longest request that is verified. */
#define WC_VERIFY_BYTES	(128u << 10)

/**
 * struct wc_verify - the snapshot of a request that is verified
 * @node: on the list of free snapshots
 * @work: does the request in software and compares
 * @ctx: the request
 * @soft: copy of the source, then the software's result; WC_VERIFY_BYTES
 * @device: the device's result; WC_VERIFY_BYTES
 * @sg: @soft
 * @iv: the request's IV, then the IV that the software left
 */
struct wc_verify {
	struct list_head node;
	struct work_struct work;
	struct wc_skcipher_req *ctx;
	u8 *soft;
	u8 *device;
	struct scatterlist sg;
	u8 iv[16];
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

static inline struct wc_skcipher_req *wc_skcipher_ctx(struct wc_request *rq)
{
	return container_of(rq, struct wc_skcipher_req, rq);
}

static inline struct wc_skcipher_tfm *
wc_skcipher_tfm(const struct wc_skcipher_req *ctx)
{
	return crypto_skcipher_ctx(crypto_skcipher_reqtfm(ctx->req));
}

/*
 * Calls the completion callback of a request, which may be freed then. @err: the result, or
 * -EINPROGRESS when it has left the backlog. Not in hard interrupts.
 */
static inline void wc_skcipher_complete(struct wc_skcipher_req *ctx, int err)
{
	local_bh_disable();
	skcipher_request_complete(ctx->req, err);
	local_bh_enable();
}

/* verify.c */
bool wc_verify_turn(void);
struct wc_verify *wc_verify_begin(struct wc_skcipher_req *ctx);
void wc_verify_take(struct wc_verify *v, const u8 __arena *from, u32 pos,
		    u32 len, bool stream);
int wc_verify_sync(struct wc_skcipher_req *ctx);
void wc_verify_drop(struct wc_skcipher_req *ctx);
int wc_verify_init(void);
void wc_verify_exit(void);

/* skcipher_req.c */
int wc_skcipher_begin(struct wc_skcipher_req *ctx, struct skcipher_request *req,
		      struct skcipher_request *sub, bool decrypt);
int wc_skcipher_submit(struct wc_skcipher_req *ctx,
		       const struct wc_request_ops *ops, bool wait,
		       enum wc_reason *why);
void wc_skcipher_advance_iv(struct wc_skcipher_req *ctx);
void wc_skcipher_prepare(struct wc_request *rq);
void wc_skcipher_describe(struct wc_request *rq, struct warpcrypt_desc *desc,
			  u32 pos, u32 len);
void wc_skcipher_fill(struct wc_request *rq, u8 __arena *to, u32 pos, u32 len);
void wc_skcipher_drain(struct wc_request *rq, const u8 __arena *from, u32 pos,
		       u32 len);

void wc_fallback_count(const struct wc_request *rq,
		       const struct crypto_tfm *tfm, enum wc_reason why);
int wc_fallback_now(struct wc_skcipher_req *ctx, enum wc_reason why);
int wc_fallback_sync(struct wc_skcipher_req *ctx, enum wc_reason why);
void wc_fallback_redo(struct wc_request *rq);

#endif /* _WC_CIPHER_H */
