// SPDX-License-Identifier: GPL-2.0-only
/*
 * A submitter that keeps requests of the crypto API in flight. Submitters share
 * nothing, except the tfm with WCB_SHARED_TFM.
 *
 * A request is on the idle list of the submitter, or with the algorithm, or on the
 * done list. The completion callback puts it on the done list, and the submitter
 * takes all requests from there when its idle list is empty.
 */
#include <crypto/skcipher.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/llist.h>
#include <linux/mm.h>
#include <linux/prefetch.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "bench.h"
#include "../../../kmod/compat.h"

#define IV_MAX	32

/* The requests may need more memory than there is: fail, without the OOM killer. */
#define GFP_REQUEST	(GFP_KERNEL | __GFP_RETRY_MAYFAIL | __GFP_NOWARN)

/**
 * struct wcb_request - a request of a submitter
 * @node: in the idle list or in &struct wcb_cipher.done
 * @job: its job
 * @src: scatterlist of the source
 * @dst: scatterlist of the destination, may be @src
 * @iv: its IV
 * @flying: it is with the algorithm, or has come back and is not counted yet
 * @one_src: the source's scatterlist if one entry is enough
 * @one_dst: the destination's
 * @req: the request, followed by the algorithm's context
 *
 * There are thousands of them, so each is out of the cache when it is used again;
 * everything is in one allocation to touch few cache lines.
 */
struct wcb_request {
	struct llist_node node;
	struct wcb_cipher *job;
	struct scatterlist *src;
	struct scatterlist *dst;
	u8 iv[IV_MAX] __aligned(8);
	bool flying;
	struct scatterlist one_src;
	struct scatterlist one_dst;
	struct skcipher_request req;
};

/**
 * struct wcb_cipher - the state of a submitter
 * @file: the file, with the buffers
 * @arg: the job
 * @sub: the submitter
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
struct wcb_cipher {
	struct wcb_file *file;
	const struct wcb_job *arg;
	struct wcb_submitter *sub;
	struct crypto_skcipher *tfm;
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

/*
 * Under RCU: the submitter frees everything after it has seen the last request
 * on the done list and a grace period has passed.
 */
static void give_back(struct wcb_request *r)
{
	struct wcb_cipher *job = r->job;

	rcu_read_lock();
	if (llist_add(&r->node, &job->done))
		wake_up(&job->wq);
	rcu_read_unlock();
}

static void complete_request(struct wcb_request *r, int err)
{
	struct wcb_cipher *job = r->job;

	if (err == -EINPROGRESS) {
		rcu_read_lock();
		atomic_dec(&job->congested);
		wake_up(&job->wq);
		rcu_read_unlock();
		return;
	}
	if (unlikely(err)) {
		/* Two at the same time may lose a count; only > 0 matters. */
		if (!job->sub->result.errors++)
			job->sub->result.first_error = err;
	}
	give_back(r);
}

static void callback(wc_done_arg *arg, int err)
{
	complete_request(wc_done_data(arg), err);
}

static void prepare(struct wcb_cipher *job, struct wcb_request *r)
{
	const struct wcb_job *arg = job->arg;
	struct wcb_file *file = job->file;

	wcb_buffer_sg(&file->dst, job->offset, arg->size, arg->seg, r->dst,
		      job->sg_max);
	if (r->src != r->dst)
		wcb_buffer_sg(&file->src, job->offset, arg->size, arg->seg,
			      r->src, job->sg_max);
	memset(r->iv, 0, 16);
	*(__le64 *)r->iv = cpu_to_le64(job->number);

	job->number++;
	job->offset = wcb_share_next(&job->sub->share, job->offset, arg->size);
	if (job->offset == job->sub->share.first)
		job->number = job->sub->share.number;
}

static void submit(struct wcb_cipher *job, struct wcb_request *r)
{
	int ret = 0;

	prepare(job, r);
	r->flying = true;
	job->in_flight++;
	if (job->tfm) {
		skcipher_request_set_crypt(&r->req, r->src, r->dst,
					   job->arg->size, r->iv);
		if (job->arg->flags & WCB_DECRYPT)
			ret = crypto_skcipher_decrypt(&r->req);
		else
			ret = crypto_skcipher_encrypt(&r->req);
	}
	if (ret == -EINPROGRESS)
		return;
	if (ret == -EBUSY && job->arg->flags & WCB_BACKLOG) {
		/* The callback that decrements it may have come before. */
		atomic_inc(&job->congested);
		return;
	}
	complete_request(r, ret);
}

/*
 * Takes the next idle request. A request that has come back is counted here, not
 * when it is taken off the done list: so it is accessed once, just before use.
 */
static struct wcb_request *take(struct wcb_cipher *job)
{
	struct wcb_request *r = llist_entry(job->idle, struct wcb_request,
					    node);

	job->idle = r->node.next;
	if (job->idle)
		prefetchw(job->idle);
	if (r->flying) {
		r->flying = false;
		job->in_flight--;
		job->sub->result.requests++;
	}
	return r;
}

static bool may_go_on(struct wcb_cipher *job)
{
	return atomic_read(&job->congested) <= 0 &&
	       (job->idle || !llist_empty(&job->done));
}

/* Waits until a request is idle and none is in a backlog. */
static int wait_for_idle(struct wcb_cipher *job)
{
	for (;;) {
		if (!job->idle)
			job->idle = llist_del_all(&job->done);
		if (job->idle && atomic_read(&job->congested) <= 0)
			return 0;
		job->sub->result.sleeps++;
		if (wait_event_interruptible(job->wq, may_go_on(job) ||
					     READ_ONCE(job->sub->run->stop)) ||
		    READ_ONCE(job->sub->run->stop))
			return -EINTR;
	}
}

/* Waits for all requests in flight, which use our memory: not interruptible. */
static void drain(struct wcb_cipher *job)
{
	while (job->in_flight) {
		while (job->idle)
			take(job);
		if (!job->in_flight)
			break;
		wait_event(job->wq, !llist_empty(&job->done));
		job->idle = llist_del_all(&job->done);
	}
}

/* At depth 1: waits until the request has come back. */
static int wait_for_lone(struct wcb_cipher *job)
{
	int ret;

	if (job->arg->depth > 1)
		return 0;
	ret = wait_for_idle(job);
	if (!ret)
		wcb_meter_latency(job->sub, job->started);
	return ret;
}

static int submit_all(struct wcb_cipher *job)
{
	u32 since_resched = 0;
	int ret = 0;

	while (wcb_meter_more(job->sub)) {
		struct wcb_request *r;

		ret = wait_for_idle(job);
		if (ret)
			break;
		r = take(job);
		if (job->arg->depth == 1)
			job->started = ktime_get_ns();
		submit(job, r);
		ret = wait_for_lone(job);
		if (ret)
			break;
		if (++since_resched >= job->arg->depth) {
			since_resched = 0;
			if (job->arg->depth > 1)
				cond_resched();
			if (wcb_run_stopped(job->sub)) {
				ret = -EINTR;
				break;
			}
		}
	}

	drain(job);
	return ret;
}

static void free_lists(struct wcb_request *r)
{
	if (r->dst != r->src && r->dst != &r->one_dst)
		kfree(r->dst);
	if (r->src != &r->one_src)
		kfree(r->src);
}

static bool alloc_lists(struct wcb_request *r, u32 sg_max, bool in_place)
{
	r->src = &r->one_src;
	r->dst = &r->one_dst;
	if (sg_max > 1) {
		r->src = kmalloc_array(sg_max, sizeof(*r->src), GFP_REQUEST);
		r->dst = NULL;
		if (!in_place)
			r->dst = kmalloc_array(sg_max, sizeof(*r->dst),
					       GFP_REQUEST);
	}
	if (in_place)
		r->dst = r->src;
	if (!r->src || !r->dst) {
		free_lists(r);
		return false;
	}
	sg_init_table(r->src, sg_max);
	sg_init_table(r->dst, sg_max);
	return true;
}

static void free_requests(struct wcb_cipher *job)
{
	u32 i;

	for (i = 0; job->requests && i < job->arg->depth; i++) {
		struct wcb_request *r = job->requests[i];

		if (!r)
			continue;
		free_lists(r);
		kfree_sensitive(r);
	}
	kvfree(job->requests);
}

static struct wcb_request *alloc_request(struct wcb_cipher *job)
{
	size_t len = sizeof(struct wcb_request);
	struct wcb_request *r;

	if (job->tfm)
		len += crypto_skcipher_reqsize(job->tfm);
	r = kzalloc(len, GFP_REQUEST);
	if (!r)
		return NULL;
	r->job = job;
	if (!alloc_lists(r, job->sg_max, job->arg->flags & WCB_IN_PLACE)) {
		kfree(r);
		return NULL;
	}
	return r;
}

static int alloc_requests(struct wcb_cipher *job)
{
	u32 flags = 0;
	u32 i;

	if (job->arg->flags & WCB_BACKLOG)
		flags |= CRYPTO_TFM_REQ_MAY_BACKLOG;
	job->requests = kvcalloc(job->arg->depth, sizeof(*job->requests),
				 GFP_KERNEL);
	if (!job->requests)
		return -ENOMEM;
	for (i = 0; i < job->arg->depth; i++) {
		struct wcb_request *r = alloc_request(job);

		if (!r)
			return -ENOMEM;
		job->requests[i] = r;
		if (job->tfm) {
			skcipher_request_set_tfm(&r->req, job->tfm);
			skcipher_request_set_callback(&r->req, flags, callback,
						      r);
		}
		r->node.next = job->idle;
		job->idle = &r->node;
	}
	return 0;
}

/* Allocates a tfm with the job's key, for one submitter or for all. */
static struct crypto_skcipher *alloc_tfm(const struct wcb_job *arg)
{
	struct crypto_skcipher *tfm;
	int ret;

	tfm = crypto_alloc_skcipher(arg->alg, 0, 0);
	if (IS_ERR(tfm))
		return tfm;
	ret = -EOPNOTSUPP;
	if (crypto_skcipher_ivsize(tfm) <= IV_MAX)
		ret = crypto_skcipher_setkey(tfm, arg->key, arg->key_len);
	if (ret) {
		crypto_free_skcipher(tfm);
		/* Not -EINVAL, which the caller gets for other reasons, too. */
		return ERR_PTR(ret == -EINVAL ? -EKEYREJECTED : ret);
	}
	return tfm;
}

static int cipher_begin(struct wcb_run *run)
{
	struct crypto_skcipher *tfm;

	if (run->job->kind == WCB_LOOP || !(run->job->flags & WCB_SHARED_TFM))
		return 0;
	tfm = alloc_tfm(run->job);
	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	run->tfm = tfm;
	return 0;
}

static void cipher_end(struct wcb_run *run)
{
	crypto_free_skcipher(run->tfm);
}

/* Sets up the state of a submitter, without the memory of its requests. */
static int init_cipher(struct wcb_cipher *job, struct wcb_submitter *sub)
{
	struct crypto_skcipher *tfm = sub->run->tfm;

	job->file = sub->run->file;
	job->arg = sub->run->job;
	job->sub = sub;
	init_llist_head(&job->done);
	init_waitqueue_head(&job->wq);
	job->offset = sub->share.first;
	job->number = sub->share.number;
	job->sg_max = wcb_buffer_sg_max(&job->file->dst, job->arg->size,
					job->arg->seg);
	if (job->arg->kind == WCB_LOOP)
		return 0;
	if (!tfm)
		tfm = alloc_tfm(job->arg);
	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	job->tfm = tfm;
	strscpy(sub->result.driver, crypto_skcipher_driver_name(tfm),
		sizeof(sub->result.driver));
	return 0;
}

static int cipher_submit(struct wcb_submitter *sub)
{
	struct wcb_cipher job = { };
	int ret;

	ret = init_cipher(&job, sub);
	if (!ret)
		ret = alloc_requests(&job);
	if (!ret)
		ret = wcb_meter_start(sub);
	if (!ret) {
		ret = submit_all(&job);
		wcb_meter_stop(sub);
		/* Callbacks of the last requests may still be returning. */
		synchronize_rcu();
	}
	free_requests(&job);
	if (job.tfm != sub->run->tfm)
		crypto_free_skcipher(job.tfm);
	return ret;
}

/*
 * A job WCB_SKCIPHER or WCB_LOOP. After a signal it submits no more requests and
 * waits for those in flight. Fails with an error of crypto_alloc_skcipher()
 * (-ENOENT: no such algorithm), -EKEYREJECTED, -EOPNOTSUPP for an IV of more than
 * 32 bytes, or -ENOMEM.
 */
const struct wcb_work wcb_cipher_work = {
	.begin	= cipher_begin,
	.submit	= cipher_submit,
	.end	= cipher_end,
};
