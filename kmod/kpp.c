// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kpp algorithms: X25519, edwards25519 and ECDH on P-256.
 *
 * A request is one multiplication of the tfm's secret scalar: by the base point
 * (generate_public_key) or by the point in the request's source
 * (compute_shared_secret). It is admitted to the live link, or done in software;
 * requests in flight gather in frames. The point is copied when the request comes
 * in, and the destination is written last. So a request can be done again when
 * the helper fails, and the destination does not change if there is no result.
 *
 * What is different between the groups is in kpp_group.c.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "cipher.h"

#include <crypto/algapi.h>
#include <crypto/internal/kpp.h>
#include <crypto/kpp.h>
#include <crypto/scatterwalk.h>
#include <linux/bottom_half.h>
#include <linux/cpumask.h>
#include <linux/module.h>
#include <linux/scatterlist.h>
#include <linux/workqueue.h>

#include "kpp.h"

/**
 * struct wc_kpp_req - the context of a request
 * @rq: the request as links see it
 * @work: does it in software, or verifies it
 * @reason: why it is done in software
 * @verify: compare the device's result with the software's
 * @point: the point to be multiplied; zero for the base point
 * @out: the device's result, and its status behind that
 * @result: the software's result, when it is compared with the device's
 */
struct wc_kpp_req {
	struct wc_request rq;
	struct work_struct work;
	enum wc_reason reason;
	bool verify;
	u8 point[WC_KPP_POINT_MAX];
	u8 out[WARPCRYPT_KPP_UNIT_MAX];
	u8 result[WC_KPP_POINT_MAX];
};

/* Runs as many works at a time as there are CPUs: they only compute. */
static struct workqueue_struct *wc_kpp_wq;

static const u8 wc_kpp_zero[WC_KPP_POINT_MAX];

static struct wc_kpp_req *wc_kpp_ctx(struct wc_request *rq)
{
	return container_of(rq, struct wc_kpp_req, rq);
}

static struct kpp_request *wc_kpp_request(struct wc_kpp_req *ctx)
{
	return container_of((void *)ctx, struct kpp_request, __ctx);
}

static struct wc_kpp_tfm *wc_kpp_tfm(struct wc_kpp_req *ctx)
{
	return kpp_tfm_ctx(crypto_kpp_reqtfm(wc_kpp_request(ctx)));
}

static const struct wc_kpp_group *wc_kpp_group(struct wc_kpp_req *ctx)
{
	return wc_kpp_tfm(ctx)->group;
}

/* Writes the result, unless @err; wipes it in @ctx. */
static int wc_kpp_finish(struct wc_kpp_req *ctx, int err)
{
	struct kpp_request *req = wc_kpp_request(ctx);
	u32 len = wc_kpp_group(ctx)->result[ctx->rq.mode];

	if (!err) {
		req->dst_len = len;
		scatterwalk_map_and_copy(ctx->out, req->dst, 0, len, 1);
	}
	memzero_explicit(ctx->out, sizeof(ctx->out));
	return err;
}

static void wc_kpp_complete(struct wc_kpp_req *ctx, int err)
{
	local_bh_disable();
	kpp_request_complete(wc_kpp_request(ctx), err);
	local_bh_enable();
}

static int wc_kpp_compute(struct wc_kpp_req *ctx, u8 *result)
{
	struct wc_kpp_tfm *tctx = wc_kpp_tfm(ctx);

	return tctx->group->compute(ctx->rq.mode, result, tctx->scalar,
				    ctx->point);
}

static int wc_kpp_software(struct wc_kpp_req *ctx)
{
	struct wc_soft_watch watch;
	int err;

	wc_fallback_count(&ctx->rq, wc_kpp_request(ctx)->base.tfm, ctx->reason);
	if (ctx->rq.soft)
		wc_soft_begin(&watch);
	err = wc_kpp_compute(ctx, ctx->out);
	if (ctx->rq.soft)
		wc_soft_end(ctx->rq.soft, ctx->rq.len, &watch);
	return wc_kpp_finish(ctx, err);
}

static void wc_kpp_software_work(struct work_struct *work)
{
	struct wc_kpp_req *ctx = container_of(work, struct wc_kpp_req, work);

	wc_submit_started(&ctx->rq);
	wc_kpp_complete(ctx, wc_kpp_software(ctx));
}

static void wc_kpp_software_later(struct wc_kpp_req *ctx)
{
	INIT_WORK(&ctx->work, wc_kpp_software_work);
	queue_work(wc_kpp_wq, &ctx->work);
}

/*
 * Checks the device's answer. 0: there is a result; -EINVAL: the device says that
 * there is none; -EBADMSG: the answer is invalid for this request.
 */
static int wc_kpp_answer(struct wc_kpp_req *ctx)
{
	const struct wc_kpp_group *group = wc_kpp_group(ctx);
	u32 status;

	memcpy(&status, ctx->out + group->point, sizeof(status));
	switch (status) {
	case WARPCRYPT_KPP_DONE:
		if (group->not_zero &&
		    !crypto_memneq(ctx->out, wc_kpp_zero,
				   group->point))
			return -EBADMSG;
		return 0;
	case WARPCRYPT_KPP_NONE:
		return ctx->rq.mode == WARPCRYPT_KPP_POINT ? -EINVAL : -EBADMSG;
	default:
		return -EBADMSG;
	}
}

/* Compares the device's answer, which says @theirs, with the software's, @err. */
static bool wc_kpp_differs(struct wc_kpp_req *ctx, int theirs, int err)
{
	u32 len = wc_kpp_group(ctx)->result[ctx->rq.mode];

	return err != theirs ||
	       (!err && crypto_memneq(ctx->result, ctx->out, len));
}

static void wc_kpp_verify_work(struct work_struct *work)
{
	struct wc_kpp_req *ctx = container_of(work, struct wc_kpp_req, work);
	struct kpp_request *req = wc_kpp_request(ctx);
	int err, theirs = wc_kpp_answer(ctx);

	err = wc_kpp_compute(ctx, ctx->result);
	wc_count(WC_VERIFY_DONE, 1);
	if (wc_kpp_differs(ctx, theirs, err)) {
		wc_count(WC_VERIFY_MISMATCH, 1);
		pr_err("verification: the helper's %s is WRONG\n",
		       crypto_tfm_alg_driver_name(req->base.tfm));
		wc_link_kill_live(ctx->rq.link_gen, WC_MISMATCH);
	}
	memcpy(ctx->out, ctx->result, sizeof(ctx->result));
	memzero_explicit(ctx->result, sizeof(ctx->result));
	wc_kpp_complete(ctx, wc_kpp_finish(ctx, err));
}

/* The turn is for requests that an engine is to do. */
static void wc_kpp_prepare(struct wc_request *rq)
{
	wc_kpp_ctx(rq)->verify = wc_verify_turn();
}

static void wc_kpp_describe(struct wc_request *rq, struct warpcrypt_desc *desc,
			    u32 pos, u32 len)
{
	/* No flags, no IV: the payload has everything. */
}

static void wc_kpp_fill(struct wc_request *rq, u8 __arena *to, u32 pos, u32 len)
{
	struct wc_kpp_req *ctx = wc_kpp_ctx(rq);

	wc_arena_copy_in(to, wc_kpp_tfm(ctx)->scalar, WC_KPP_SCALAR);
	wc_arena_copy_in(to + WC_KPP_SCALAR, ctx->point,
			 wc_kpp_group(ctx)->point);
}

static void wc_kpp_drain(struct wc_request *rq, const u8 __arena *from, u32 pos,
			 u32 len)
{
	struct wc_kpp_req *ctx = wc_kpp_ctx(rq);

	wc_arena_copy_out(ctx->out, from, len);
}

static void wc_kpp_done(struct wc_request *rq)
{
	struct wc_kpp_req *ctx = wc_kpp_ctx(rq);
	int err = wc_kpp_answer(ctx);

	wc_route_end(rq);
	wc_count_offload(rq->cipher, rq->mode, rq->len);
	/* No software agrees with an invalid answer: it ends the link as any wrong result does. */
	if (ctx->verify || err == -EBADMSG) {
		INIT_WORK(&ctx->work, wc_kpp_verify_work);
		queue_work(wc_kpp_wq, &ctx->work);
		return;
	}
	kpp_request_complete(wc_kpp_request(ctx), wc_kpp_finish(ctx, err));
}

static void wc_kpp_lost(struct wc_request *rq, enum wc_reason reason)
{
	struct wc_kpp_req *ctx = wc_kpp_ctx(rq);

	wc_route_end(rq);
	ctx->reason = reason;
	wc_kpp_software_later(ctx);
}

static void wc_kpp_started(struct wc_request *rq)
{
	wc_kpp_complete(wc_kpp_ctx(rq), -EINPROGRESS);
}

static const struct wc_request_ops wc_kpp_ops = {
	.prepare = wc_kpp_prepare,
	.describe = wc_kpp_describe,
	.fill = wc_kpp_fill,
	.drain = wc_kpp_drain,
	.done = wc_kpp_done,
	.lost = wc_kpp_lost,
	.started = wc_kpp_started,
};

/* Copies the point to be multiplied. */
static int wc_kpp_take_point(struct kpp_request *req, u8 mode)
{
	struct wc_kpp_req *ctx = kpp_request_ctx(req);
	u32 len = wc_kpp_group(ctx)->point;

	if (mode == WARPCRYPT_KPP_BASE) {
		memset(ctx->point, 0, len);
		return 0;
	}
	if (!req->src || req->src_len != len ||
	    sg_nents_for_len(req->src, len) < 0)
		return -EINVAL;
	scatterwalk_map_and_copy(ctx->point, req->src, 0, len, 0);
	return 0;
}

/* Checks the request, copies its point and fills in the context. */
static int wc_kpp_begin(struct kpp_request *req, u8 mode)
{
	struct wc_kpp_tfm *tctx = kpp_tfm_ctx(crypto_kpp_reqtfm(req));
	struct wc_kpp_req *ctx = kpp_request_ctx(req);
	u32 len = tctx->group->result[mode];
	int err;

	if (!tctx->has_secret)
		return -ENOKEY;
	if (req->dst_len < len) {
		req->dst_len = len;
		return -EOVERFLOW;
	}
	if (!req->dst || sg_nents_for_len(req->dst, len) < 0)
		return -EINVAL;
	err = wc_kpp_take_point(req, mode);
	if (err)
		return err;
	ctx->rq.ops = &wc_kpp_ops;
	ctx->rq.key = NULL;
	ctx->rq.cipher = tctx->group->cipher;
	ctx->rq.mode = mode;
	ctx->rq.len = wc_ciphers[ctx->rq.cipher].unit;
	ctx->rq.born = jiffies;
	ctx->rq.limited = tctx->limited;
	ctx->rq.splittable = false;
	ctx->rq.secret = true;
	/* Set here because wc_offload() may find no link and not set it. */
	ctx->rq.backlogged = false;
	return 0;
}

static int wc_kpp_multiply(struct kpp_request *req, u8 mode)
{
	struct wc_kpp_req *ctx = kpp_request_ctx(req);
	u32 flags = req->base.flags;
	int err;

	err = wc_kpp_begin(req, mode);
	if (err)
		return err;
	err = wc_offload(&ctx->rq, false, flags & CRYPTO_TFM_REQ_MAY_SLEEP,
			 flags & CRYPTO_TFM_REQ_MAY_BACKLOG, &ctx->reason);
	if (err != -EAGAIN)
		return err;
	if (flags & CRYPTO_TFM_REQ_MAY_SLEEP)
		return wc_kpp_software(ctx);
	/* It may be softirq, where the computation would take too long. */
	wc_kpp_software_later(ctx);
	return -EINPROGRESS;
}

static int wc_kpp_generate_public_key(struct kpp_request *req)
{
	return wc_kpp_multiply(req, WARPCRYPT_KPP_BASE);
}

static int wc_kpp_compute_shared_secret(struct kpp_request *req)
{
	return wc_kpp_multiply(req, WARPCRYPT_KPP_POINT);
}

static int wc_kpp_set_secret(struct crypto_kpp *tfm, const void *buf,
			     unsigned int len)
{
	struct wc_kpp_tfm *tctx = kpp_tfm_ctx(tfm);
	int err;

	tctx->has_secret = false;
	memzero_explicit(tctx->scalar, sizeof(tctx->scalar));
	err = tctx->group->set_secret(tctx, buf, len);
	if (err)
		memzero_explicit(tctx->scalar, sizeof(tctx->scalar));
	tctx->has_secret = !err;
	/* Kernel threads are root, too. */
	tctx->limited = !uid_eq(current_euid(), GLOBAL_ROOT_UID);
	return err;
}

/* Public keys are the longer results. */
static unsigned int wc_kpp_max_size(struct crypto_kpp *tfm)
{
	struct wc_kpp_tfm *tctx = kpp_tfm_ctx(tfm);

	return tctx->group->result[WARPCRYPT_KPP_BASE];
}

/**
 * struct wc_kpp_alg - one algorithm
 * @group: its group
 * @alg: the algorithm as it is registered with the crypto API
 */
struct wc_kpp_alg {
	const struct wc_kpp_group *group;
	struct kpp_alg alg;
};

static int wc_kpp_init_tfm(struct crypto_kpp *tfm)
{
	struct wc_kpp_tfm *tctx = kpp_tfm_ctx(tfm);

	tctx->group = container_of(crypto_kpp_alg(tfm), struct wc_kpp_alg,
				   alg)->group;
	kpp_set_reqsize(tfm, sizeof(struct wc_kpp_req));
	return 0;
}

static void wc_kpp_exit_tfm(struct crypto_kpp *tfm)
{
	struct wc_kpp_tfm *tctx = kpp_tfm_ctx(tfm);

	memzero_explicit(tctx, sizeof(*tctx));
}

#define WC_KPP_ALG(_group, _name)					\
{									\
	.group = &(_group),						\
	.alg = {							\
		.base.cra_name = _name,					\
		.base.cra_driver_name = _name "-warpcrypt",		\
		.base.cra_flags = CRYPTO_ALG_ASYNC |			\
				  CRYPTO_ALG_KERN_DRIVER_ONLY,		\
		.base.cra_ctxsize = sizeof(struct wc_kpp_tfm),		\
		.base.cra_module = THIS_MODULE,				\
		.set_secret = wc_kpp_set_secret,			\
		.generate_public_key = wc_kpp_generate_public_key,	\
		.compute_shared_secret = wc_kpp_compute_shared_secret,	\
		.max_size = wc_kpp_max_size,				\
		.init = wc_kpp_init_tfm,				\
		.exit = wc_kpp_exit_tfm,				\
	},								\
}

static struct wc_kpp_alg wc_kpp_algs[] = {
	WC_KPP_ALG(wc_kpp_curve25519, "curve25519"),
	WC_KPP_ALG(wc_kpp_edwards25519, "edwards25519"),
	WC_KPP_ALG(wc_kpp_p256, "ecdh-nist-p256"),
};

#define WC_KPP_ALIASES(_GROUP, _group, ...)				\
	MODULE_ALIAS_CRYPTO(#_group "-warpcrypt");			\
	WC_UNLESS_KERNEL_HAS(_GROUP, MODULE_ALIAS_CRYPTO(#_group);)

WARPCRYPT_GROUPS(WC_KPP_ALIASES)

static int wc_kpp_add(unsigned int i)
{
	wc_kpp_algs[i].alg.base.cra_priority = wc_param_priority;
	return crypto_register_kpp(&wc_kpp_algs[i].alg);
}

static void wc_kpp_remove(unsigned int i)
{
	crypto_unregister_kpp(&wc_kpp_algs[i].alg);
}

static const char *wc_kpp_name(unsigned int i)
{
	return wc_kpp_algs[i].alg.base.cra_driver_name;
}

const struct wc_algorithms wc_kpp_algorithms = {
	.count = ARRAY_SIZE(wc_kpp_algs),
	.add = wc_kpp_add,
	.remove = wc_kpp_remove,
	.name = wc_kpp_name,
};

int wc_kpp_init(void)
{
	wc_kpp_wq = alloc_workqueue("warpcrypt_kpp", WQ_UNBOUND,
				    num_possible_cpus());
	if (!wc_kpp_wq)
		return -ENOMEM;
	wc_soft25519_init();
	return 0;
}

/* No request is in flight and none will come. */
void wc_kpp_exit(void)
{
	destroy_workqueue(wc_kpp_wq);
}
