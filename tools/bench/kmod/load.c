// SPDX-License-Identifier: GPL-2.0-only
/*
 * A submitter that keeps requests of the crypto API in flight. Submitters share
 * nothing, except the tfm with WCB_SHARED_TFM. What a request is, is in cipher.c and
 * kpp.c.
 *
 * A request is on the idle list of the submitter, or with the algorithm, or on the
 * done list. The completion callback puts it on the done list, and the submitter
 * takes all requests from there when its idle list is empty.
 */
#include "load.h"

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/llist.h>
#include <linux/mm.h>
#include <linux/prefetch.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

/* The requests may need more memory than there is: fail, without the OOM killer. */
#define GFP_REQUEST	(GFP_KERNEL | __GFP_RETRY_MAYFAIL | __GFP_NOWARN)

/* At depth 2 and more the clock is read once in this many submissions. */
#define CLOCK_EVERY	32

/*
 * Under RCU: the submitter frees everything after it has seen the last request
 * on the done list and a grace period has passed.
 */
static void give_back(struct wcb_request *r)
{
	struct wcb_load *load = r->load;

	rcu_read_lock();
	if (llist_add(&r->node, &load->done))
		wake_up(&load->wq);
	rcu_read_unlock();
}

static void complete_request(struct wcb_request *r, int err)
{
	struct wcb_load *load = r->load;

	if (err == -EINPROGRESS) {
		rcu_read_lock();
		atomic_dec(&load->congested);
		wake_up(&load->wq);
		rcu_read_unlock();
		return;
	}
	if (unlikely(err)) {
		/* Two at the same time may lose a count; only > 0 matters. */
		if (!load->sub->result.errors++)
			load->sub->result.first_error = err;
	}
	give_back(r);
}

/* The completion callback of all requests; its data are the struct wcb_request. */
void wcb_load_callback(wc_done_arg *arg, int err)
{
	complete_request(wc_done_data(arg), err);
}

static void prepare(struct wcb_load *load, struct wcb_request *r)
{
	const struct wcb_job *job = load->job;
	struct wcb_file *file = load->file;

	wcb_buffer_sg(&file->dst, load->offset, job->size, r->dst, load->sg_max);
	if (r->src != r->dst)
		wcb_buffer_sg(&file->src, load->offset, job->size, r->src, load->sg_max);
	memset(r->iv, 0, 16);
	*(__le64 *)r->iv = cpu_to_le64(load->number);

	load->number++;
	load->offset = wcb_share_next(&load->sub->share, load->offset, job->size);
	if (load->offset == load->sub->share.first)
		load->number = load->sub->share.number;
}

static void submit(struct wcb_load *load, struct wcb_request *r)
{
	int ret = 0;

	prepare(load, r);
	r->flying = true;
	load->in_flight++;
	if (load->tfm)
		ret = load->api->start(r);
	if (ret == -EINPROGRESS)
		return;
	if (ret == -EBUSY && load->job->flags & WCB_BACKLOG) {
		/* The callback that decrements it may have come before. */
		atomic_inc(&load->congested);
		return;
	}
	complete_request(r, ret);
}

/*
 * Takes the next idle request. A request that has come back is counted here, not
 * when it is taken off the done list: so it is accessed once, just before use.
 */
static struct wcb_request *take(struct wcb_load *load)
{
	struct wcb_request *r = llist_entry(load->idle, struct wcb_request,
					    node);

	load->idle = r->node.next;
	if (load->idle)
		prefetchw(load->idle);
	if (r->flying) {
		r->flying = false;
		load->in_flight--;
		load->sub->result.requests++;
	}
	return r;
}

static bool may_go_on(struct wcb_load *load)
{
	return atomic_read(&load->congested) <= 0 &&
	       (load->idle || !llist_empty(&load->done));
}

/* Waits until a request is idle and none is in a backlog. */
static int wait_for_idle(struct wcb_load *load)
{
	for (;;) {
		if (!load->idle)
			load->idle = llist_del_all(&load->done);
		if (load->idle && atomic_read(&load->congested) <= 0)
			return 0;
		if (wait_event_interruptible(load->wq, may_go_on(load) ||
					     READ_ONCE(load->sub->run->stop)) ||
		    READ_ONCE(load->sub->run->stop))
			return -EINTR;
	}
}

/* Waits for all requests in flight, which use our memory: not interruptible. */
static void drain(struct wcb_load *load)
{
	while (load->in_flight) {
		while (load->idle)
			take(load);
		if (!load->in_flight)
			break;
		wait_event(load->wq, !llist_empty(&load->done));
		load->idle = llist_del_all(&load->done);
	}
}

/* At depth 1: waits until the request has come back, and records its latency. */
static int wait_for_lone(struct wcb_load *load)
{
	struct wcb_meter *meter = &load->sub->meter;
	int ret;

	if (load->job->depth > 1)
		return 0;
	ret = wait_for_idle(load);
	if (!ret && meter->sample_count < meter->sample_max)
		meter->samples[meter->sample_count++] = ktime_get_ns() - load->started;
	return ret;
}

/*
 * Has another submitter failed, or has a signal come? (Kernel threads get no signals:
 * the calling thread sets &wcb_run.stop and wakes them.)
 */
static bool stopped(const struct wcb_load *load)
{
	return READ_ONCE(load->sub->run->stop) || signal_pending(current);
}

/* Waits until all submitters are ready, and starts the clock. Returns 0, or -EINTR. */
static int start_clock(struct wcb_submitter *sub)
{
	struct wcb_meter *meter = &sub->meter;
	int ret = wcb_run_ready(sub);

	if (ret)
		return ret;
	meter->cpu_start = current->se.sum_exec_runtime;
	meter->start = sub->run->start;
	meter->last = meter->start;
	return 0;
}

/* Takes one more request into account; false when the time is up or the bytes are done. */
static bool may_submit(struct wcb_submitter *sub)
{
	const struct wcb_job *job = sub->run->job;
	struct wcb_meter *meter = &sub->meter;

	if (meter->submitted >= meter->quota)
		return false;
	if (job->max_ns) {
		if (job->depth == 1 || ++meter->ticks >= CLOCK_EVERY) {
			meter->ticks = 0;
			meter->last = ktime_get_ns();
		}
		if (meter->last - meter->start >= job->max_ns)
			return false;
	}
	meter->submitted++;
	return true;
}

static int submit_all(struct wcb_load *load)
{
	u32 since_resched = 0;
	int ret = 0;

	while (may_submit(load->sub)) {
		struct wcb_request *r;

		ret = wait_for_idle(load);
		if (ret)
			break;
		r = take(load);
		if (load->job->depth == 1)
			load->started = ktime_get_ns();
		submit(load, r);
		ret = wait_for_lone(load);
		if (ret)
			break;
		if (++since_resched >= load->job->depth) {
			since_resched = 0;
			if (load->job->depth > 1)
				cond_resched();
			if (stopped(load)) {
				ret = -EINTR;
				break;
			}
		}
	}

	drain(load);
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

static void free_requests(struct wcb_load *load)
{
	u32 i;

	for (i = 0; load->requests && i < load->job->depth; i++) {
		struct wcb_request *r = load->requests[i];

		if (!r)
			continue;
		free_lists(r);
		kfree_sensitive(r);
	}
	kvfree(load->requests);
}

static struct wcb_request *alloc_request(struct wcb_load *load)
{
	size_t len = sizeof(struct wcb_request);
	struct wcb_request *r;

	if (load->tfm)
		len += load->api->bytes(load->tfm);
	r = kzalloc(len, GFP_REQUEST);
	if (!r)
		return NULL;
	r->load = load;
	if (!alloc_lists(r, load->sg_max, load->job->flags & WCB_IN_PLACE)) {
		kfree(r);
		return NULL;
	}
	return r;
}

static int alloc_requests(struct wcb_load *load)
{
	u32 flags = 0;
	u32 i;

	if (load->job->flags & WCB_BACKLOG)
		flags |= CRYPTO_TFM_REQ_MAY_BACKLOG;
	if (load->job->flags & WCB_MAY_SLEEP)
		flags |= CRYPTO_TFM_REQ_MAY_SLEEP;
	load->requests = kvcalloc(load->job->depth, sizeof(*load->requests),
				  GFP_KERNEL);
	if (!load->requests)
		return -ENOMEM;
	for (i = 0; i < load->job->depth; i++) {
		struct wcb_request *r = alloc_request(load);

		if (!r)
			return -ENOMEM;
		load->requests[i] = r;
		if (load->tfm)
			load->api->init(r, flags);
		r->node.next = load->idle;
		load->idle = &r->node;
	}
	return 0;
}

/* Allocate the tfm that all submitters share. Returns 0, or an error of &wcb_api.open. */
int wcb_load_begin(struct wcb_run *run)
{
	void *tfm;

	if (!run->api || !(run->job->flags & WCB_SHARED_TFM))
		return 0;
	tfm = run->api->open(run->job);
	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	run->tfm = tfm;
	return 0;
}

/* Free the tfm that all submitters share. */
void wcb_load_end(struct wcb_run *run)
{
	if (run->tfm)
		run->api->close(run->tfm);
}

/* Sets up the state of a submitter, without the memory of its requests. */
static int init_load(struct wcb_load *load, struct wcb_submitter *sub)
{
	void *tfm = sub->run->tfm;

	load->file = sub->run->file;
	load->job = sub->run->job;
	load->sub = sub;
	load->api = sub->run->api;
	init_llist_head(&load->done);
	init_waitqueue_head(&load->wq);
	load->offset = sub->share.first;
	load->number = sub->share.number;
	load->sg_max = wcb_buffer_sg_max(&load->file->dst, load->job->size);
	if (!load->api)
		return 0;
	if (!tfm)
		tfm = load->api->open(load->job);
	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	load->tfm = tfm;
	strscpy(sub->result.driver, load->api->driver(tfm),
		sizeof(sub->result.driver));
	return 0;
}

/*
 * The part of a submitter. After a signal it submits no more requests and waits for those in
 * flight. 0; -EINTR; -ENOMEM; or an error of &wcb_api.open.
 */
int wcb_load_submit(struct wcb_submitter *sub)
{
	struct wcb_load load = { };
	int ret;

	ret = init_load(&load, sub);
	if (!ret)
		ret = alloc_requests(&load);
	if (!ret)
		ret = start_clock(sub);
	if (!ret) {
		ret = submit_all(&load);
		sub->meter.end = ktime_get_ns();
		sub->result.cpu_ns = current->se.sum_exec_runtime - sub->meter.cpu_start;
		/* Callbacks of the last requests may still be returning. */
		synchronize_rcu();
	}
	free_requests(&load);
	if (load.tfm && load.tfm != sub->run->tfm)
		load.api->close(load.tfm);
	return ret;
}
