/* SPDX-License-Identifier: GPL-2.0-only */
/* A submitter that keeps requests of the crypto API in flight. */
#ifndef _WARPCRYPT_BENCH_LOAD_H
#define _WARPCRYPT_BENCH_LOAD_H

#include <linux/crypto.h>
#include <linux/llist.h>

#include "bench.h"
#include "../../../kmod/compat.h"

#define WCB_IV_MAX	32

/*
 * A request of a submitter. There are thousands of them, so each is out of the cache when it is
 * used again; everything is in one allocation to touch few cache lines.
 */
struct wcb_request {
	struct llist_node node;		/* in the idle list or in &wcb_load.done */
	struct wcb_load *load;
	struct scatterlist *src;
	struct scatterlist *dst;	/* may be @src */
	u8 iv[WCB_IV_MAX] __aligned(8);	/* the number of its piece */
	bool flying;	/* it is with the algorithm, or has come back and is not counted yet */
	struct scatterlist one_src;	/* if one entry is enough */
	struct scatterlist one_dst;
	void *req[] CRYPTO_MINALIGN_ATTR;	/* the API's, followed by the algorithm's context */
};

/* One kind of algorithms. */
struct wcb_api {
	/*
	 * Allocates a tfm with the job's key, or an ERR_PTR: of crypto_alloc_*() (-ENOENT: no such
	 * algorithm), -EKEYREJECTED, -EOPNOTSUPP for one that this does not support.
	 */
	void *(*open)(const struct wcb_job *job);
	void (*close)(void *tfm);	/* frees it */
	const char *(*driver)(void *tfm);	/* its driver's name */
	size_t (*bytes)(void *tfm);	/* length of a request with its context */
	/* Prepares a request once, with the flags of the crypto API. */
	void (*init)(struct wcb_request *r, u32 flags);
	/* Submits a request; @wcb_request.src and .dst are its piece. */
	int (*start)(struct wcb_request *r);
};

/* The state of a submitter. */
struct wcb_load {
	struct wcb_file *file;
	const struct wcb_job *job;
	struct wcb_submitter *sub;
	const struct wcb_api *api;	/* the kind of algorithm, NULL for WCB_LOOP */
	void *tfm;			/* NULL for WCB_LOOP */
	struct wcb_request **requests;
	struct llist_node *idle;	/* idle requests, the last one that came back first */
	struct llist_head done;		/* requests that have come back */
	wait_queue_head_t wq;		/* where the submitter waits */
	atomic_t congested;		/* number of requests in the algorithm's backlog */
	u32 in_flight;	/* number of requests that are flying; used by the submitter only */
	size_t offset;			/* offset of the next request in the buffers */
	u64 number;	/* number of the next request in this pass over the buffers */
	u32 sg_max;			/* entries of the scatterlists */
	u64 started;			/* at depth 1: when the request was submitted, ns */
};

/* cipher.c */
extern const struct wcb_api wcb_cipher_api;

/* kpp.c */
extern const struct wcb_api wcb_kpp_api;

/* load.c */
int wcb_load_begin(struct wcb_run *run);
int wcb_load_submit(struct wcb_submitter *sub);
void wcb_load_end(struct wcb_run *run);
void wcb_load_callback(wc_done_arg *arg, int err);

#endif /* _WARPCRYPT_BENCH_LOAD_H */
