/* SPDX-License-Identifier: GPL-2.0-only */
/* A submitter that keeps requests of the crypto API in flight. */
#ifndef _WARPCRYPT_BENCH_LOAD_H
#define _WARPCRYPT_BENCH_LOAD_H

#include <linux/crypto.h>
#include <linux/llist.h>

#include "bench.h"
#include "../../../kmod/compat.h"

#define WCB_IV_MAX	32

/**
 * struct wcb_request - a request of a submitter
 * @node: in the idle list or in &wcb_load.done
 * @load: its submitter's
 * @src: scatterlist of the source
 * @dst: scatterlist of the destination, may be @src
 * @iv: its IV, the number of its piece
 * @flying: it is with the algorithm, or has come back and is not counted yet
 * @one_src: the source's scatterlist if one entry is enough
 * @one_dst: the destination's
 * @req: the API's request, followed by the algorithm's context
 *
 * There are thousands of them, so each is out of the cache when it is used again;
 * everything is in one allocation to touch few cache lines.
 */
struct wcb_request {
	struct llist_node node;
	struct wcb_load *load;
	struct scatterlist *src;
	struct scatterlist *dst;
	u8 iv[WCB_IV_MAX] __aligned(8);
	bool flying;
	struct scatterlist one_src;
	struct scatterlist one_dst;
	void *req[] CRYPTO_MINALIGN_ATTR;
};

/**
 * struct wcb_api - one kind of algorithms
 * @open: allocates a tfm with the job's key, or an ERR_PTR: of crypto_alloc_*()
 *	(-ENOENT: no such algorithm), -EKEYREJECTED, -EOPNOTSUPP for one that this
 *	does not support
 * @close: frees it
 * @driver: its driver's name
 * @bytes: length of a request with its context
 * @init: prepares a request once, with the flags of the crypto API
 * @start: submits a request; @wcb_request.src and .dst are its piece
 */
struct wcb_api {
	void *(*open)(const struct wcb_job *job);
	void (*close)(void *tfm);
	const char *(*driver)(void *tfm);
	size_t (*bytes)(void *tfm);
	void (*init)(struct wcb_request *r, u32 flags);
	int (*start)(struct wcb_request *r);
};

/**
 * struct wcb_load - the state of a submitter
 * @file: the file, with the buffers
 * @job: the job
 * @sub: the submitter
 * @api: the kind of algorithm, NULL for WCB_LOOP
 * @tfm: NULL for WCB_LOOP
 * @requests: all requests
 * @idle: idle requests, the last one that came back first
 * @done: requests that have come back
 * @wq: where the submitter waits
 * @congested: number of requests in the algorithm's backlog
 * @in_flight: number of requests that are flying; used by the submitter only
 * @offset: offset of the next request in the buffers
 * @number: number of the next request in this pass over the buffers
 * @sg_max: entries of the scatterlists
 * @started: at depth 1: when the request was submitted, ns
 */
struct wcb_load {
	struct wcb_file *file;
	const struct wcb_job *job;
	struct wcb_submitter *sub;
	const struct wcb_api *api;
	void *tfm;
	struct wcb_request **requests;
	struct llist_node *idle;
	struct llist_head done;
	wait_queue_head_t wq;
	atomic_t congested;
	u32 in_flight;
	size_t offset;
	u64 number;
	u32 sg_max;
	u64 started;
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
