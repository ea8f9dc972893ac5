// SPDX-License-Identifier: GPL-2.0-only
/*
 * One submitter that keeps requests of the crypto API in flight.
 *
 * A request is with the submitter (on its idle list), or with the algorithm,
 * or on the done list, where the completion callback puts it and from where
 * the submitter takes all there is when its idle list is empty.
 */
#include <crypto/skcipher.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/llist.h>
#include <linux/mm.h>
#include <linux/prefetch.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "bench.h"
#include "../../../kmod/compat.h"

#define IV_MAX	32

/**
 * struct wcb_request - a request of the submitter's
 * @node: in the idle list or in &struct wcb_cipher.done
 * @job: its job
 * @src: scatterlist of the source
 * @dst: scatterlist of the destination, may be @src
 * @iv: its IV
 * @flying: with the algorithm, or back from it and not yet counted
 * @one_src: the source's only entry, where one is enough
 * @one_dst: the destination's
 * @req: the crypto API's part, with the algorithm's context behind it
 *
 * Thousands of these go round, so each is a cold one: all in one piece.
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
 * struct wcb_cipher - a job that runs
 * @file: whose buffers
 * @arg: what was asked for
 * @tfm: NULL for WCB_LOOP
 * @requests: all requests
 * @idle: requests with the submitter, the last to come back first
 * @done: requests that are back
 * @wq: where the submitter waits
 * @congested: requests that were put on a backlog and are still there
 * @in_flight: requests that are flying; only the submitter's business
 * @offset: of the next request in the buffers
 * @number: of the next request in this pass over the buffers
 * @sg_max: entries of the scatterlists
 * @meter: the clock
 * @started: when the lone request was submitted, ns
 */
struct wcb_cipher {
	struct wcb_file *file;
	struct wcb_job *arg;
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
	struct wcb_meter meter;
	u64 started;
};

/*
 * The submitter may free everything as soon as it sees the request on the
 * list: it waits for a grace period first.
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
		/* Two at once may lose a count; that there were some is what matters. */
		if (!job->arg->result.errors++)
			job->arg->result.first_error = err;
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
	job->offset = wcb_buffer_next(&file->dst, job->offset, arg->size);
	if (!job->offset)
		job->number = 0;
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
		/* The callback that takes it back may have come first. */
		atomic_inc(&job->congested);
		return;
	}
	complete_request(r, ret);
}

/*
 * Takes the next idle request. Those that come back are counted here, not when
 * they are taken off the done list: each is looked at once, just before use.
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
		job->arg->result.requests++;
	}
	return r;
}

/* Until one request is idle, and none is on a backlog. */
static int wait_for_idle(struct wcb_cipher *job)
{
	for (;;) {
		if (!job->idle)
			job->idle = llist_del_all(&job->done);
		if (job->idle && atomic_read(&job->congested) <= 0)
			return 0;
		job->arg->result.sleeps++;
		if (wait_event_interruptible(job->wq,
					     atomic_read(&job->congested) <= 0 &&
					     (job->idle ||
					      !llist_empty(&job->done))))
			return -EINTR;
	}
}

/* What is in flight writes to our memory: no signal can end this wait. */
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

/* At depth 1: until the request is back. */
static int wait_for_lone(struct wcb_cipher *job)
{
	int ret;

	if (job->arg->depth > 1)
		return 0;
	ret = wait_for_idle(job);
	if (!ret)
		wcb_meter_latency(&job->meter, job->started);
	return ret;
}

static int submit_all(struct wcb_cipher *job)
{
	u32 since_resched = 0;
	int ret = 0;

	while (wcb_meter_more(&job->meter)) {
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
			if (signal_pending(current)) {
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
		r->src = kmalloc_array(sg_max, sizeof(*r->src), GFP_KERNEL);
		r->dst = NULL;
		if (!in_place)
			r->dst = kmalloc_array(sg_max, sizeof(*r->dst),
					       GFP_KERNEL);
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
	r = kzalloc(len, GFP_KERNEL);
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

static int alloc_tfm(struct wcb_cipher *job)
{
	struct crypto_skcipher *tfm;
	int ret;

	tfm = crypto_alloc_skcipher(job->arg->alg, 0, 0);
	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	job->tfm = tfm;
	if (crypto_skcipher_ivsize(tfm) > IV_MAX)
		return -EOPNOTSUPP;
	ret = crypto_skcipher_setkey(tfm, job->arg->key, job->arg->key_len);
	/* That the key is wrong is the caller's news, as -EINVAL is not. */
	return ret == -EINVAL ? -EKEYREJECTED : ret;
}

/**
 * wcb_cipher_run() - a WCB_SKCIPHER or a WCB_LOOP job
 * @file: the file, which has buffers
 * @arg: the job
 *
 * Context: may sleep; the caller holds the file's lock. When a signal comes it
 * submits no more and waits for what is in flight.
 * Return: 0, what crypto_alloc_skcipher() says (-ENOENT: no such algorithm),
 * -EKEYREJECTED, -EOPNOTSUPP for an IV of more than 32 bytes, -ENOMEM, -EINTR.
 */
int wcb_cipher_run(struct wcb_file *file, struct wcb_job *arg)
{
	struct wcb_cipher job = { .file = file, .arg = arg };
	int ret;

	init_llist_head(&job.done);
	init_waitqueue_head(&job.wq);
	job.sg_max = wcb_buffer_sg_max(&file->dst, arg->size, arg->seg);

	ret = wcb_meter_init(&job.meter, arg);
	if (ret)
		return ret;
	if (arg->kind == WCB_SKCIPHER)
		ret = alloc_tfm(&job);
	if (!ret)
		ret = alloc_requests(&job);
	if (!ret) {
		if (job.tfm)
			strscpy(arg->result.driver,
				crypto_skcipher_driver_name(job.tfm),
				sizeof(arg->result.driver));
		wcb_meter_start(&job.meter);
		ret = submit_all(&job);
		wcb_meter_stop(&job.meter);
		/* Callbacks of the last requests may still be returning. */
		synchronize_rcu();
	}
	free_requests(&job);
	crypto_free_skcipher(job.tfm);
	wcb_meter_exit(&job.meter);
	return ret;
}
