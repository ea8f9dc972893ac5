// SPDX-License-Identifier: GPL-2.0-only
/*
 * algif_kpp: a batch of multiplications that are in flight at the same time.
 */
#include "algif_batch.h"

#include <crypto/kpp.h>
#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/scatterlist.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "compat.h"

/**
 * struct kpp_batch - requests that are in flight together
 * @pending: number of requests that are not complete, and one for the submitter
 * @back: completed when @pending is 0
 * @err: the error of one that failed
 */
struct kpp_batch {
	atomic_t pending;
	struct completion back;
	int err;
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

static void kpp_item_over(struct kpp_batch *batch, int err)
{
	if (err)
		WRITE_ONCE(batch->err, err);
	if (atomic_dec_and_test(&batch->pending))
		complete(&batch->back);
}

static void kpp_item_done(wc_done_arg *arg, int err)
{
	/* It has left the backlog; the result comes later. */
	if (err == -EINPROGRESS)
		return;
	kpp_item_over(((struct kpp_item *)wc_done_data(arg))->batch, err);
}

static struct kpp_item *kpp_item_alloc(struct crypto_kpp *tfm)
{
	return kmalloc(sizeof(struct kpp_item) + crypto_kpp_reqsize(tfm),
		       GFP_KERNEL_ACCOUNT);
}

static int kpp_item_submit(struct kpp_item *item, struct crypto_kpp *tfm,
			   u8 *point, u8 *result)
{
	kpp_request_set_tfm(&item->req, tfm);
	kpp_request_set_callback(&item->req, CRYPTO_TFM_REQ_MAY_BACKLOG |
				 CRYPTO_TFM_REQ_MAY_SLEEP, kpp_item_done, item);
	sg_init_one(&item->dst, result, KPP_BYTES);
	kpp_request_set_output(&item->req, &item->dst, KPP_BYTES);
	if (!point) {
		kpp_request_set_input(&item->req, NULL, 0);
		return crypto_kpp_generate_public_key(&item->req);
	}
	sg_init_one(&item->src, point, KPP_BYTES);
	kpp_request_set_input(&item->req, &item->src, KPP_BYTES);
	return crypto_kpp_compute_shared_secret(&item->req);
}

/**
 * kpp_compute() - compute many results, all in flight at the same time
 * @tfm: the algorithm, with the secret
 * @points: @count points; NULL: compute the public key, @count is 1
 * @results: memory for @count results
 * @count: number of results
 *
 * @points and @results must be from kmalloc().
 *
 * Context: may sleep.
 * Return: 0; the error of one that failed; -ENOMEM; or -EINTR when the caller is
 * being killed. After an error, @results is undefined.
 */
int kpp_compute(struct crypto_kpp *tfm, u8 *points, u8 *results,
		unsigned int count)
{
	struct kpp_batch batch = {
		.pending = ATOMIC_INIT(1),
		.back = COMPLETION_INITIALIZER_ONSTACK(batch.back),
	};
	struct kpp_item *items = NULL, *item;
	unsigned int i;

	for (i = 0; i < count; i++) {
		int err = fatal_signal_pending(current) ? -EINTR : 0;

		item = err ? NULL : kpp_item_alloc(tfm);
		if (!item) {
			WRITE_ONCE(batch.err, err ?: -ENOMEM);
			break;
		}
		item->next = items;
		item->batch = &batch;
		items = item;
		atomic_inc(&batch.pending);
		err = kpp_item_submit(item, tfm,
				      points ? points + i * KPP_BYTES : NULL,
				      results + i * KPP_BYTES);
		if (err != -EINPROGRESS && err != -EBUSY)
			kpp_item_over(&batch, err);
		cond_resched();
	}
	kpp_item_over(&batch, 0);
	wait_for_completion(&batch.back);

	while (items) {
		item = items;
		items = item->next;
		kfree_sensitive(item);
	}
	return batch.err;
}
