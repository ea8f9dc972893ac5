/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The skcipher algorithms: what the rest of the kernel sees of us.
 */
#ifndef _WC_SKCIPHER_H
#define _WC_SKCIPHER_H

#include <crypto/internal/skcipher.h>
#include <crypto/scatterwalk.h>

#include "keys.h"
#include "request.h"

struct wc_algorithms;
struct wc_verify;

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
 * struct wc_skcipher_req - a request's context
 * @rq: the request as links see it
 * @in: how far the source was read
 * @out: how far the destination was written
 * @verify: when it is verified: the snapshot of its source, else NULL
 * @reason: why it is done again in software
 * @decrypt: the direction
 * @next_iv: CBC decryption: the IV that the caller finds in req->iv afterwards
 * @subreq: for the fallback; has the fallback's own context behind it
 */
struct wc_skcipher_req {
	struct wc_request rq;
	struct scatter_walk in;
	struct scatter_walk out;
	struct wc_verify *verify;
	enum wc_reason reason;
	bool decrypt;
	u8 next_iv[16];
	struct skcipher_request subreq; /* must be last */
};

/* Context: any. */
static inline struct skcipher_request *
wc_skcipher_request(struct wc_skcipher_req *ctx)
{
	return container_of((void *)ctx, struct skcipher_request, __ctx);
}

extern const struct wc_algorithms wc_skcipher_algorithms;

void wc_skcipher_complete(struct wc_skcipher_req *ctx, int err);

#endif /* _WC_SKCIPHER_H */
