// SPDX-License-Identifier: GPL-2.0-only
/*
 * algif_kpp: a batch of multiplications that are in flight at the same time.
 */
#include "kpp.h"

#include <crypto/kpp.h>
#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/scatterlist.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>
#include <net/sock.h>

#include "compat.h"

/**
 * enum kpp_batch_state - who frees a batch
 * @KPP_AWAITED: the thread that waits for it
 * @KPP_BACK: the same; all requests are complete
 * @KPP_ABANDONED: the last request, by @free: the thread was killed
 */
enum kpp_batch_state {
	KPP_AWAITED,
	KPP_BACK,
	KPP_ABANDONED,
};

/**
 * struct kpp_batch - requests that are in flight together
 * @of: what they have in common
 * @pending: number of requests that are not complete, and one for the submitter
 * @back: completed when @pending is 0, unless @state is KPP_ABANDONED
 * @state: enum kpp_batch_state
 * @err: the error of one that failed
 * @items: the requests
 * @points: copy of the points, NULL: none
 * @results: the results
 * @sk: KPP_ABANDONED: the socket, whose tfm the requests use; a reference
 * @free: frees the batch
 */
struct kpp_batch {
	struct kpp_batch_of of;
	atomic_t pending;
	struct completion back;
	atomic_t state;
	int err;
	struct kpp_item *items;
	u8 *points;
	u8 *results;
	struct sock *sk;
	struct work_struct free;
};

/**
 * struct kpp_item - one request of a batch
 * @next: the next one in the list of the batch
 * @batch: the batch
 * @src: its point
 * @dst: its result
 * @req: the request, followed by its context
 */
struct kpp_item {
	struct kpp_item *next;
	struct kpp_batch *batch;
	struct scatterlist src;
	struct scatterlist dst;
	struct kpp_request req; /* must be last */
};

/* Frees abandoned batches; freeing a socket, and so a tfm, may sleep. */
static struct workqueue_struct *kpp_wq;

static void kpp_batch_free(struct kpp_batch *batch)
{
	struct kpp_item *item;

	while ((item = batch->items)) {
		batch->items = item->next;
		kfree_sensitive(item);
	}
	kfree_sensitive(batch->points);
	kfree_sensitive(batch->results);
	kfree(batch);
}

static void kpp_batch_free_work(struct work_struct *work)
{
	struct kpp_batch *batch = container_of(work, struct kpp_batch, free);
	struct sock *sk = batch->sk;

	kpp_batch_free(batch);
	/* The socket has kept the tfm and this module. */
	sock_put(sk);
}

static void kpp_item_over(struct kpp_batch *batch, int err)
{
	if (err)
		WRITE_ONCE(batch->err, err);
	if (!atomic_dec_and_test(&batch->pending))
		return;
	if (atomic_cmpxchg(&batch->state, KPP_AWAITED, KPP_BACK) ==
	    KPP_ABANDONED)
		queue_work(kpp_wq, &batch->free);
	else
		complete(&batch->back);
}

static void kpp_item_done(wc_done_arg *arg, int err)
{
	/* It has left the backlog; the result comes later. */
	if (err == -EINPROGRESS)
		return;
	kpp_item_over(((struct kpp_item *)wc_done_data(arg))->batch, err);
}

/* Request @i of the batch. */
static int kpp_item_submit(struct kpp_item *item, unsigned int i)
{
	const struct kpp_batch *batch = item->batch;
	const struct kpp_batch_of *of = &batch->of;

	kpp_request_set_tfm(&item->req, of->tfm);
	kpp_request_set_callback(&item->req, CRYPTO_TFM_REQ_MAY_BACKLOG |
				 CRYPTO_TFM_REQ_MAY_SLEEP, kpp_item_done, item);
	sg_init_one(&item->dst, batch->results + i * of->result, of->result);
	kpp_request_set_output(&item->req, &item->dst, of->result);
	if (!of->point) {
		kpp_request_set_input(&item->req, NULL, 0);
		return crypto_kpp_generate_public_key(&item->req);
	}
	sg_init_one(&item->src, batch->points + i * of->point, of->point);
	kpp_request_set_input(&item->req, &item->src, of->point);
	return crypto_kpp_compute_shared_secret(&item->req);
}

static struct kpp_batch *kpp_batch_alloc(const struct kpp_batch_of *of,
					 const u8 *points, unsigned int count)
{
	struct kpp_batch *batch = kzalloc(sizeof(*batch), GFP_KERNEL_ACCOUNT);

	if (!batch)
		return NULL;
	batch->of = *of;
	atomic_set(&batch->pending, 1);
	atomic_set(&batch->state, KPP_AWAITED);
	init_completion(&batch->back);
	INIT_WORK(&batch->free, kpp_batch_free_work);
	batch->results = kmalloc_array(count, of->result, GFP_KERNEL_ACCOUNT);
	if (of->point)
		batch->points = kmemdup(points, count * of->point,
					GFP_KERNEL_ACCOUNT);
	if (!batch->results || (of->point && !batch->points)) {
		kpp_batch_free(batch);
		return NULL;
	}
	return batch;
}

/* Submits request @i. Returns an error if there is no memory for it. */
static int kpp_batch_add(struct kpp_batch *batch, unsigned int i)
{
	struct kpp_item *item;
	int err;

	item = kmalloc(sizeof(*item) + crypto_kpp_reqsize(batch->of.tfm),
		       GFP_KERNEL_ACCOUNT);
	if (!item)
		return -ENOMEM;
	item->next = batch->items;
	item->batch = batch;
	batch->items = item;
	atomic_inc(&batch->pending);
	err = kpp_item_submit(item, i);
	if (err != -EINPROGRESS && err != -EBUSY)
		kpp_item_over(batch, err);
	return 0;
}

/*
 * Waits until all requests are complete. If the thread is killed before, returns
 * -EINTR, and the batch is no longer the caller's: the device still writes to its
 * memory, however long it may take.
 */
static int kpp_batch_wait(struct kpp_batch *batch, struct sock *sk)
{
	if (!wait_for_completion_killable(&batch->back))
		return 0;
	sock_hold(sk);
	batch->sk = sk;
	if (atomic_cmpxchg(&batch->state, KPP_AWAITED, KPP_ABANDONED) ==
	    KPP_AWAITED)
		return -EINTR;
	sock_put(sk);
	/* It is complete, or just being completed. */
	wait_for_completion(&batch->back);
	return 0;
}

/**
 * kpp_compute() - compute many results, all in flight at the same time
 * @sk: the socket, which keeps the tfm
 * @of: what they have in common
 * @points: @count points; not used for public keys, of which @count is 1
 * @results: room for @count results; may be any memory
 * @count: number of results
 *
 * Context: may sleep, also with the socket locked: a fatal signal ends the wait.
 * Return: 0; the error of one that failed; -ENOMEM; or -EINTR when the caller is
 * being killed. After an error, @results is undefined.
 */
int kpp_compute(struct sock *sk, const struct kpp_batch_of *of,
		const u8 *points, u8 *results, unsigned int count)
{
	struct kpp_batch *batch = kpp_batch_alloc(of, points, count);
	unsigned int i;
	int err = 0;

	if (!batch)
		return -ENOMEM;
	for (i = 0; i < count && !err; i++) {
		err = fatal_signal_pending(current) ? -EINTR :
		      kpp_batch_add(batch, i);
		cond_resched();
	}
	kpp_item_over(batch, err);
	err = kpp_batch_wait(batch, sk);
	if (err)
		return err;
	err = batch->err;
	memcpy(results, batch->results, count * of->result);
	kpp_batch_free(batch);
	return err;
}

/* Gets ready for batches. Returns 0 or -ENOMEM. Sleeps. */
int kpp_batch_init(void)
{
	kpp_wq = alloc_workqueue("algif_kpp", WQ_UNBOUND, 0);
	return kpp_wq ? 0 : -ENOMEM;
}

/* Waits until the last abandoned batch is freed. There are no sockets any more. Sleeps. */
void kpp_batch_exit(void)
{
	destroy_workqueue(kpp_wq);
}
