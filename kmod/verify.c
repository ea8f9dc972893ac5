// SPDX-License-Identifier: GPL-2.0-only
/*
 * Verification: one request in N is done in software as well.
 *
 * The source is copied first (the snapshot), and both the device and the software
 * work on the copy. AF_ALG sources are pages that the user may write to at any
 * time; that must not make the helper's result look wrong. The user gets the
 * result of the software.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "cipher.h"

#include <crypto/algapi.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "compat.h"

/* How many requests are verified at a time. */
#define WC_VERIFY_COUNT	16

static LIST_HEAD(wc_verify_free);
static DEFINE_SPINLOCK(wc_verify_lock);
static struct wc_verify *wc_verify_all;
static DEFINE_MUTEX(wc_verify_mutex);
/* wc_verify_init() has been called. */
static bool wc_verify_ready;
/* wc_verify_exit() has been called; the parameter can still be written. */
static bool wc_verify_over;
/* The parameter: verify one request in this many, 0: none. */
static uint wc_param_verify;
static atomic_t wc_verify_turns = ATOMIC_INIT(0);

/* Should the next request be verified? */
bool wc_verify_turn(void)
{
	uint every = READ_ONCE(wc_param_verify);

	return every && !((uint)atomic_inc_return(&wc_verify_turns) % every);
}

/**
 * wc_verify_begin() - take a snapshot of a request if it should be verified
 * @ctx: a request that is about to be submitted
 *
 * None is taken if no link would admit the request: the copy costs time, and the
 * turn is for requests to be offloaded. (If the link is full, or dies now, the
 * copy was made for nothing.)
 *
 * Context: as the request's.
 * Return: the snapshot, or NULL when the request is not verified: it will be
 * refused, it is not its turn, it is too long, or all snapshots are in use (the
 * last two are counted).
 */
struct wc_verify *wc_verify_begin(struct wc_skcipher_req *ctx)
{
	struct skcipher_request *req = ctx->req;
	struct crypto_skcipher *tfm = crypto_skcipher_reqtfm(req);
	struct wc_verify *v = NULL;

	if (!READ_ONCE(wc_param_verify) || !wc_submit_expects(&ctx->rq) ||
	    !wc_verify_turn())
		return NULL;

	if (req->cryptlen <= WC_VERIFY_BYTES) {
		spin_lock_bh(&wc_verify_lock);
		v = list_first_entry_or_null(&wc_verify_free, struct wc_verify,
					     node);
		if (v)
			list_del(&v->node);
		spin_unlock_bh(&wc_verify_lock);
	}
	if (!v) {
		wc_count(WC_VERIFY_SKIPPED, 1);
		return NULL;
	}
	wc_count(WC_VERIFY_SNAPSHOTS, 1);
	v->ctx = ctx;
	scatterwalk_map_and_copy(v->soft, req->src, 0, req->cryptlen, 0);
	if (crypto_skcipher_ivsize(tfm))
		memcpy(v->iv, req->iv, crypto_skcipher_ivsize(tfm));
	return v;
}

/* Wipes and frees the snapshot of a request, if it has one. Not in hard interrupts. */
void wc_verify_drop(struct wc_skcipher_req *ctx)
{
	struct wc_verify *v = ctx->verify;

	if (!v)
		return;
	ctx->verify = NULL;
	memzero_explicit(v->soft, ctx->rq.len);
	memzero_explicit(v->device, ctx->rq.len);
	spin_lock_bh(&wc_verify_lock);
	list_add(&v->node, &wc_verify_free);
	spin_unlock_bh(&wc_verify_lock);
}

/* Keeps a part of the device's result for the comparison. @stream: @from is keystream. */
void wc_verify_take(struct wc_verify *v, const u8 __arena *from, u32 pos,
		    u32 len, bool stream)
{
	if (stream)
		wc_arena_xor_out(v->device + pos, v->soft + pos, from, len);
	else
		wc_arena_copy_out(v->device + pos, from, len);
}

/* Does the request in software, on the copy. Returns as crypto_skcipher_encrypt(). */
static int wc_verify_run(struct wc_verify *v, crypto_completion_t done)
{
	struct wc_skcipher_req *ctx = v->ctx;
	struct skcipher_request *sub = ctx->sub;
	u32 len = ctx->req->cryptlen;

	sg_init_one(&v->sg, v->soft, len);
	skcipher_request_set_tfm(sub, wc_skcipher_tfm(ctx)->fallback);
	skcipher_request_set_callback(sub, CRYPTO_TFM_REQ_MAY_BACKLOG, done, v);
	skcipher_request_set_crypt(sub, &v->sg, &v->sg, len, v->iv);
	return ctx->decrypt ? crypto_skcipher_decrypt(sub) :
			      crypto_skcipher_encrypt(sub);
}

/* After the software: compares, writes the result, frees the snapshot. */
static void wc_verify_finish(struct wc_verify *v, int err)
{
	struct wc_skcipher_req *ctx = v->ctx;
	struct skcipher_request *req = ctx->req;
	struct crypto_skcipher *tfm = crypto_skcipher_reqtfm(req);
	u32 len = req->cryptlen;

	wc_count(WC_VERIFY_DONE, 1);
	if (!err && crypto_memneq(v->soft, v->device, len)) {
		wc_count(WC_VERIFY_MISMATCH, 1);
		pr_err("verification: the helper's %s of %u bytes is WRONG\n",
		       crypto_tfm_alg_driver_name(crypto_skcipher_tfm(tfm)),
		       len);
		wc_link_kill_live(ctx->rq.link_gen, WC_MISMATCH);
	}
	if (!err) {
		scatterwalk_map_and_copy(v->soft, req->dst, 0, len, 1);
		if (crypto_skcipher_ivsize(tfm))
			memcpy(req->iv, v->iv, crypto_skcipher_ivsize(tfm));
	}
	wc_verify_drop(ctx);
}

static void wc_verify_deliver(struct wc_verify *v, int err)
{
	struct wc_skcipher_req *ctx = v->ctx;

	wc_verify_finish(v, err);
	wc_skcipher_complete(ctx, err);
}

static void wc_verify_done(wc_done_arg *arg, int err)
{
	if (err != -EINPROGRESS)
		wc_verify_deliver(wc_done_data(arg), err);
}

/* Does a request that the device has done in software, compares, and completes it. */
static void wc_verify_work(struct work_struct *work)
{
	struct wc_verify *v = container_of(work, struct wc_verify, work);
	int err = wc_verify_run(v, wc_verify_done);

	if (err != -EINPROGRESS && err != -EBUSY)
		wc_verify_deliver(v, err);
}

/*
 * Does a request of a synchronous algorithm, which the device has done, in software, and
 * compares. Its fallback is synchronous. Returns the request's result.
 */
int wc_verify_sync(struct wc_skcipher_req *ctx)
{
	int err = wc_verify_run(ctx->verify, NULL);

	wc_verify_finish(ctx->verify, err);
	return err;
}

static int wc_verify_alloc(void)
{
	int i;

	wc_verify_all = kcalloc(WC_VERIFY_COUNT, sizeof(*wc_verify_all),
				GFP_KERNEL);
	if (!wc_verify_all)
		return -ENOMEM;
	for (i = 0; i < WC_VERIFY_COUNT; i++) {
		struct wc_verify *v = &wc_verify_all[i];

		INIT_WORK(&v->work, wc_verify_work);
		v->soft = alloc_pages_exact(WC_VERIFY_BYTES, GFP_KERNEL);
		v->device = alloc_pages_exact(WC_VERIFY_BYTES, GFP_KERNEL);
		if (!v->soft || !v->device)
			return -ENOMEM;
	}
	spin_lock_bh(&wc_verify_lock);
	for (i = 0; i < WC_VERIFY_COUNT; i++)
		list_add(&wc_verify_all[i].node, &wc_verify_free);
	spin_unlock_bh(&wc_verify_lock);
	return 0;
}

static void wc_verify_free_all(void)
{
	int i;

	for (i = 0; wc_verify_all && i < WC_VERIFY_COUNT; i++) {
		struct wc_verify *v = &wc_verify_all[i];

		if (v->soft)
			free_pages_exact(v->soft, WC_VERIFY_BYTES);
		if (v->device)
			free_pages_exact(v->device, WC_VERIFY_BYTES);
	}
	kfree(wc_verify_all);
	wc_verify_all = NULL;
}

/* Allocates the memory that verification needs, once. May sleep. */
static int wc_verify_prepare(void)
{
	int err = 0;

	mutex_lock(&wc_verify_mutex);
	if (wc_verify_over) {
		err = -ENODEV;
	} else if (!wc_verify_all) {
		err = wc_verify_alloc();
		if (err)
			wc_verify_free_all();
	}
	mutex_unlock(&wc_verify_mutex);
	return err;
}

static int wc_verify_set(const char *val, const struct kernel_param *kp)
{
	uint every;
	int err;

	err = kstrtouint(val, 0, &every);
	/* While the module is loading, a later parameter may yet be wrong. */
	if (!err && every && wc_verify_ready)
		err = wc_verify_prepare();
	return err ?: param_set_uint(val, kp);
}

static const struct kernel_param_ops wc_verify_ops = {
	.set = wc_verify_set,
	.get = param_get_uint,
};
module_param_cb(verify, &wc_verify_ops, &wc_param_verify, 0644);
MODULE_PARM_DESC(verify, "Do one offloaded request in this many in software too and compare (default 0: none)");

/* Allocates the memory if the parameter is set at load. Returns 0 or -ENOMEM. */
int wc_verify_init(void)
{
	uint every;

	/* The parameter can be written already, under this lock. */
	kernel_param_lock(THIS_MODULE);
	wc_verify_ready = true;
	every = wc_param_verify;
	kernel_param_unlock(THIS_MODULE);
	return every ? wc_verify_prepare() : 0;
}

/* Frees the memory of verification for good. No request is in flight. */
void wc_verify_exit(void)
{
	mutex_lock(&wc_verify_mutex);
	wc_verify_over = true;
	wc_verify_free_all();
	mutex_unlock(&wc_verify_mutex);
}
