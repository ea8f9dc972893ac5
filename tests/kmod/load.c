// SPDX-License-Identifier: GPL-2.0-only
/*
 * A load: many requests in flight at once with known results. It checks for each
 * that the driver follows the API's rules:
 *
 *   submission returned   callbacks
 *   0 or an error         none
 *   -EINPROGRESS          one, the result
 *   -EBUSY                one with -EINPROGRESS, then one, the result
 *                         (only with CRYPTO_TFM_REQ_MAY_BACKLOG)
 *
 * The thread of the load owns its slots. While a request is in flight, the
 * submission and the callback own its slot; the one that ends last gives it back
 * through the done list.
 *
 * In a kernel, only this finds a cipher's request that, among many in flight, is called
 * back twice, never, or against these rules.
 */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "../../kmod/compat.h"
#include "wct.h"

/* When it changes, the loads that run until they are stopped end. */
static atomic_t wct_load_stops;
/* Results of all loads. */
static atomic_t wct_load_results;

/* In destinations, before a request. */
#define WCT_STALE_BYTE	0x3C

static void wct_slot_submit(struct wct_slot *slot);
static bool wct_slot_ruled(const struct wct_slot *slot);

/* Submits the slot again in place, in the other direction. From any context. */
static void wct_slot_again(struct wct_slot *slot)
{
	slot->again--;
	atomic_set(&slot->halves, 2);
	atomic_set(&slot->early, 0);
	atomic_set(&slot->results, 0);
	memcpy(slot->iv, slot->vector->iv, sizeof(slot->iv));
	wct_slot_submit(slot);
}

static void wct_slot_half(struct wct_slot *slot, int halves)
{
	struct wct_load *load = slot->load;

	if (!atomic_sub_and_test(halves, &slot->halves))
		return;
	if (slot->again && !slot->status && wct_slot_ruled(slot)) {
		wct_slot_again(slot);
		return;
	}
	/* The load may be destroyed as soon as its thread sees the slot. */
	rcu_read_lock();
	llist_add(&slot->node, &load->done);
	wake_up(&load->wait);
	rcu_read_unlock();
}

static void wct_slot_done(wc_done_arg *arg, int status)
{
	struct wct_slot *slot = wc_done_data(arg);

	if (status == -EINPROGRESS) {
		if (atomic_read(&slot->results))
			slot->late = true;
		atomic_inc(&slot->early);
		return;
	}
	slot->status = status;
	/* A second result would free the slot twice; only count it. */
	if (atomic_inc_return(&slot->results) == 1) {
		slot->order = atomic_inc_return(&wct_load_results);
		wct_slot_half(slot, 1);
	}
}

/* From any context. */
static void wct_slot_submit(struct wct_slot *slot)
{
	bool decrypt = slot->vector->decrypt ^ (slot->again & 1);
	int ret = decrypt ? crypto_skcipher_decrypt(slot->req) :
			    crypto_skcipher_encrypt(slot->req);

	slot->submitted = ret;
	if (ret == -EINPROGRESS || ret == -EBUSY) {
		wct_slot_half(slot, 1);
		return;
	}
	slot->status = ret;
	wct_slot_half(slot, 2);
}

static void wct_load_softirq(struct tasklet_struct *tasklet)
{
	struct wct_load *load = from_tasklet(load, tasklet, tasklet);
	struct llist_node *list = llist_del_all(&load->ready);
	struct wct_slot *slot, *next;

	llist_for_each_entry_safe(slot, next, list, node)
		wct_slot_submit(slot);
}

static void wct_slot_prepare(struct wct_slot *slot)
{
	struct wct_load *load = slot->load;
	struct wct_run *run = load->run;
	u32 flags = run->args.backlog ? CRYPTO_TFM_REQ_MAY_BACKLOG : 0;
	struct scatterlist *dst;

	/* Callbacks, which may submit again, may not sleep. */
	if (!load->softirq && !run->args.again)
		flags |= wct_may_sleep(run);
	slot->vector = &load->vectors[load->key * WCT_VECTORS +
				      wct_random(run, WCT_VECTORS)];
	slot->again = 2 * run->args.again;
	slot->in_place = slot->again || wct_random(run, 2);
	slot->status = 0;
	atomic_set(&slot->halves, 2);
	atomic_set(&slot->early, 0);
	atomic_set(&slot->results, 0);
	slot->late = false;
	wct_buffer_cut(&slot->src, slot->vector->len);
	wct_buffer_cut(&slot->dst, slot->vector->len);
	memcpy(slot->src.data, slot->vector->in, slot->vector->len);
	/* What an earlier request of this slot left here may be the right result. */
	memset(slot->dst.data, WCT_STALE_BYTE, slot->vector->len);
	memcpy(slot->iv, slot->vector->iv, sizeof(slot->iv));
	dst = slot->in_place ? slot->src.table.sgl : slot->dst.table.sgl;
	skcipher_request_set_tfm(slot->req, slot->vector->pair->driver);
	skcipher_request_set_callback(slot->req, flags, wct_slot_done, slot);
	skcipher_request_set_crypt(slot->req, slot->src.table.sgl, dst,
				   slot->vector->len,
				   slot->vector->pair->mode->ivsize ? slot->iv : NULL);
}

/* Submit idle slots, at most so many. */
void wct_load_submit(struct wct_load *load, unsigned int most)
{
	while (most-- && !llist_empty(&load->idle)) {
		struct wct_slot *slot = llist_entry(llist_del_first(&load->idle),
						    struct wct_slot, node);

		wct_slot_prepare(slot);
		load->flying++;
		if (load->softirq)
			llist_add(&slot->node, &load->ready);
		else
			wct_slot_submit(slot);
	}
	if (load->softirq)
		tasklet_schedule(&load->tasklet);
}

/* Did submission and callbacks follow the rules at the top of this file? */
static bool wct_slot_ruled(const struct wct_slot *slot)
{
	int early = atomic_read(&slot->early);
	int results = atomic_read(&slot->results);
	bool may_backlog = slot->load->run->args.backlog;

	switch (slot->submitted) {
	case -EINPROGRESS:
		return early == 0 && results == 1;
	case -EBUSY:
		return may_backlog && early == 1 && results == 1 && !slot->late;
	case -ENOSPC:
		return slot->load->run->args.refused && !may_backlog &&
		       early == 0 && results == 0;
	default:
		return early == 0 && results == 0;
	}
}

static void wct_slot_note(const struct wct_slot *slot, const char *what)
{
	struct crypto_tfm *tfm = crypto_skcipher_tfm(slot->vector->pair->driver);
	struct wct_run *run = slot->load->run;

	wct_note(run, "%s of %zu bytes %s %s", crypto_tfm_alg_driver_name(tfm),
		 slot->vector->len, slot->in_place ? "in place" : "apart", what);
	wct_note(run, "submitted %d, early %d, results %d, status %d",
		 slot->submitted, atomic_read(&slot->early),
		 atomic_read(&slot->results), slot->status);
}

/* Are the source and the memory around the data unchanged? */
static bool wct_slot_confined(const struct wct_slot *slot)
{
	const struct wct_vector *vector = slot->vector;

	return wct_buffer_guarded(&slot->src) && wct_buffer_guarded(&slot->dst) &&
	       (slot->in_place ||
		!memcmp(slot->src.data, vector->in, vector->len));
}

static bool wct_slot_right(const struct wct_slot *slot)
{
	const struct wct_vector *vector = slot->vector;
	const struct wct_mode *mode = vector->pair->mode;
	const u8 *got = slot->in_place ? slot->src.data : slot->dst.data;

	return !memcmp(got, vector->out, vector->len) &&
	       (!mode->chains || !memcmp(slot->iv, vector->iv_out, mode->ivsize));
}

static void wct_slot_reap(struct wct_slot *slot)
{
	const struct wct_vector *vector = slot->vector;
	struct wct_load *load = slot->load;
	const char *what = NULL;

	load->requests++;
	load->bytes += vector->len;
	load->sync += slot->submitted == 0;
	load->started += slot->submitted == -EINPROGRESS;
	load->busy += slot->submitted == -EBUSY;
	load->early += atomic_read(&slot->early);
	load->refused += slot->submitted == -ENOSPC;
	if (!wct_slot_ruled(slot)) {
		load->broken++;
		what = "broke the rules of callbacks";
	} else if (!wct_slot_confined(slot)) {
		load->outside++;
		what = "changed its source, or wrote outside its data";
	} else if (slot->submitted == -ENOSPC) {
		/* As if it had not been submitted. */
	} else if (slot->status) {
		load->errors++;
		what = "ended with an error";
	} else if (!wct_slot_right(slot)) {
		load->wrong++;
		what = load->run->args.check ? "is wrong" : NULL;
	}
	if (what && load->errors + load->wrong + load->broken + load->outside < 10)
		wct_slot_note(slot, what);
	load->flying--;
	llist_add(&slot->node, &load->idle);
}

/*
 * Check the requests that have come back: wait until one has, or, with @all, until none is in
 * flight. When none comes back for WCT_STUCK seconds, the slots in flight are given up and
 * counted. Sleeps.
 */
void wct_load_reap(struct wct_load *load, bool all)
{
	while (load->flying) {
		struct wct_slot *slot, *next;
		struct llist_node *list;

		if (!wait_event_timeout(load->wait, !llist_empty(&load->done),
					WCT_STUCK * HZ)) {
			load->stuck += load->flying;
			load->flying = 0;
			return;
		}
		list = llist_del_all(&load->done);
		llist_for_each_entry_safe(slot, next, list, node)
			wct_slot_reap(slot);
		if (!all)
			return;
	}
}

/* End the loads that have no other end. */
void wct_load_stop(void)
{
	atomic_inc(&wct_load_stops);
}

/* Keep all slots in flight, for &wct_args.count requests or until wct_load_stop(). */
void wct_load_loop(struct wct_load *load)
{
	unsigned long count = load->run->args.count;
	int stops = atomic_read(&wct_load_stops);
	u64 submitted = 0;

	while (!load->stuck && atomic_read(&wct_load_stops) == stops &&
	       (!count || submitted < count)) {
		unsigned int before = load->flying;

		wct_load_submit(load, load->depth);
		submitted += load->flying - before;
		wct_load_reap(load, false);
		cond_resched();
	}
	wct_load_reap(load, true);
}

static int wct_slot_buffer(struct wct_run *run, struct wct_buffer *buffer)
{
	unsigned int misalign = wct_random(run, 64);

	return wct_buffer_make(buffer, run->args.size, misalign, wct_random(run, 3), &run->rnd);
}

static int wct_slot_make(struct wct_load *load, struct wct_slot *slot)
{
	struct wct_run *run = load->run;
	unsigned int i, reqsize = 0;
	int ret;

	for (i = 0; i < load->pair_count; i++)
		reqsize = max(reqsize,
			      crypto_skcipher_reqsize(load->pairs[i].driver));
	slot->load = load;
	slot->req = kzalloc(sizeof(*slot->req) + reqsize, GFP_KERNEL);
	if (!slot->req)
		return -ENOMEM;
	ret = wct_slot_buffer(run, &slot->src);
	if (!ret)
		ret = wct_slot_buffer(run, &slot->dst);
	llist_add(&slot->node, &load->idle);
	return ret;
}

static int wct_load_slots(struct wct_load *load)
{
	struct wct_run *run = load->run;
	unsigned int i;
	int ret;

	for (i = 0; i < run->args.depth; i++) {
		load->depth++;
		ret = wct_slot_make(load, &load->slots[i]);
		if (ret)
			return ret;
	}
	return 0;
}

static struct wct_load *wct_load_alloc(struct wct_run *run)
{
	struct wct_load *load = kzalloc(sizeof(*load), GFP_KERNEL);

	if (!load)
		return NULL;
	load->run = run;
	init_waitqueue_head(&load->wait);
	init_llist_head(&load->ready);
	init_llist_head(&load->done);
	init_llist_head(&load->idle);
	tasklet_setup(&load->tasklet, wct_load_softirq);
	load->slots = kvcalloc(run->args.depth, sizeof(*load->slots),
			       GFP_KERNEL);
	if (!load->slots) {
		kfree(load);
		return NULL;
	}
	return load;
}

/*
 * Make a load: keys, vectors and slots; @run must outlive it. With @owner it uses the keys and
 * vectors of that load, which must outlive it, too, and not change them. The load or an error
 * pointer. Sleeps.
 */
struct wct_load *wct_load_create(struct wct_run *run, const struct wct_load *owner)
{
	struct wct_load *load = wct_load_alloc(run);
	int ret = 0;

	if (!load)
		return ERR_PTR(-ENOMEM);
	load->owner = owner;
	if (owner) {
		load->pairs = owner->pairs;
		load->pair_count = owner->pair_count;
		load->vectors = owner->vectors;
		load->key = owner->key;
	} else {
		ret = wct_load_open(load);
	}
	if (!ret)
		ret = wct_load_slots(load);
	if (ret) {
		wct_load_destroy(load);
		return ERR_PTR(ret);
	}
	return load;
}

/*
 * Free a load that has no requests in flight. If any is stuck, all memory stays allocated and
 * this module stays loaded. Sleeps.
 */
void wct_load_destroy(struct wct_load *load)
{
	unsigned int i;

	if (load->stuck) {
		__module_get(THIS_MODULE);
		return;
	}
	tasklet_kill(&load->tasklet);
	/* The callbacks of the last slots may still be about to wake this thread. */
	synchronize_rcu();
	for (i = 0; i < load->depth; i++) {
		wct_buffer_free(&load->slots[i].src);
		wct_buffer_free(&load->slots[i].dst);
		kfree(load->slots[i].req);
	}
	kvfree(load->slots);
	if (!load->owner)
		wct_load_close(load);
	kfree(load);
}

/* Add the counts of a load to @sum. */
void wct_load_add(struct wct_load *sum, const struct wct_load *load)
{
	sum->requests += load->requests;
	sum->bytes += load->bytes;
	sum->sync += load->sync;
	sum->started += load->started;
	sum->busy += load->busy;
	sum->early += load->early;
	sum->refused += load->refused;
	sum->errors += load->errors;
	sum->wrong += load->wrong;
	sum->broken += load->broken;
	sum->outside += load->outside;
	sum->stuck += load->stuck;
}

/* Report the counts of a load, and whether it passed. */
void wct_load_report(struct wct_run *run, const struct wct_load *load,
		     const char *what)
{
	wct_note(run, "requests=%llu bytes=%llu sync=%llu started=%llu",
		 load->requests, load->bytes, load->sync, load->started);
	wct_note(run, "busy=%llu early=%llu errors=%llu wrong=%llu",
		 load->busy, load->early, load->errors, load->wrong);
	wct_note(run, "broken=%llu outside=%llu stuck=%llu refused=%llu",
		 load->broken, load->outside, load->stuck, load->refused);
	wct_ok(run, load->requests && !load->errors && !load->broken &&
	       !load->outside && !load->stuck && load->early == load->busy &&
	       (!load->wrong || !run->args.check), "%s", what);
}
