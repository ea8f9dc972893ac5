// SPDX-License-Identifier: GPL-2.0-only
/*
 * Key agreement: many requests in flight, from all contexts, and invalid
 * requests. The argument group is curve25519, edwards25519 or ecdh-nist-p256. Secrets
 * and results were given by a program (kpp_given.c).
 *
 * Only this finds wrong ends of requests that no socket makes: from softirq, that may not
 * wait, or whose destination has less room than they say.
 */

#include <crypto/ecdh.h>
#include <crypto/kpp.h>
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/interrupt.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../kmod/compat.h"
#include "wct.h"

/* A secret and its results. */
struct wct_kpp_vector {
	struct crypto_kpp *tfm;		/* the driver, with the secret */
	struct wct_kpp_given given;	/* the secret, a point, and the results for both */
};

struct wct_kpp_burst;

/* One request in flight. */
struct wct_kpp_slot {
	struct wct_kpp_burst *burst;		/* the burst that it belongs to */
	const struct wct_kpp_vector *vector;	/* the secret and the expected results */
	struct kpp_request *req;
	struct scatterlist src;			/* scatterlist of @point */
	struct scatterlist dst[2];		/* scatterlist of @result, in two pieces */
	u8 point[WCT_KPP_POINT];
	u8 result[WCT_KPP_POINT];		/* the destination */
	bool shared;				/* compute the shared secret, else the public key */
	atomic_t early;				/* callbacks with -EINPROGRESS */
	int submitted;				/* what the submission returned */
	int status;
};

/* Requests that are submitted all at once. */
struct wct_kpp_burst {
	const struct wct_kpp_group *group;
	struct wct_kpp_slot *slots;
	unsigned int depth;	/* number of @slots */
	u32 flags;		/* flags of the requests */
	struct tasklet_struct tasklet;	/* submits them, if the case submits from softirq */
	atomic_t left;		/* how many more times completed requests are submitted again */
	atomic_t pending;	/* requests that are not complete, and one for the submitter */
	struct completion over;	/* completed when @pending is 0 */
};

/* ECDH's secrets, as the crypto API has them; without ECDH in the kernel: none. */
static int wct_kpp_set_ecdh(struct crypto_kpp *tfm, const void *secret,
			    unsigned int len)
{
#if IS_REACHABLE(CONFIG_CRYPTO_ECDH)
	struct ecdh key = { .key = (char *)secret, .key_size = len };
	char packed[2 * WCT_KPP_SECRET];
	unsigned int size = crypto_ecdh_key_len(&key);
	int err;

	if (size > sizeof(packed))
		return -E2BIG;
	err = crypto_ecdh_encode_key(packed, size, &key);
	return err ?: crypto_kpp_set_secret(tfm, packed, size);
#else
	return -EOPNOTSUPP;
#endif
}

static int wct_kpp_set(const struct wct_kpp_group *group,
		       struct crypto_kpp *tfm, const void *secret,
		       unsigned int len)
{
	return group->ecdh ? wct_kpp_set_ecdh(tfm, secret, len) :
			     crypto_kpp_set_secret(tfm, secret, len);
}

/* Computes the public key, @len bytes, and waits for it. */
static int wct_kpp_public(struct crypto_kpp *tfm, u8 *result, unsigned int len)
{
	struct kpp_request *req = kpp_request_alloc(tfm, GFP_KERNEL);
	DECLARE_CRYPTO_WAIT(wait);
	struct scatterlist dst;
	int ret = -ENOMEM;
	u8 *buf;

	buf = kzalloc(len, GFP_KERNEL);
	if (!req || !buf)
		goto free;
	sg_init_one(&dst, buf, len);
	kpp_request_set_callback(req, CRYPTO_TFM_REQ_MAY_BACKLOG |
				 CRYPTO_TFM_REQ_MAY_SLEEP, crypto_req_done,
				 &wait);
	kpp_request_set_output(req, &dst, len);
	kpp_request_set_input(req, NULL, 0);
	ret = crypto_wait_req(crypto_kpp_generate_public_key(req), &wait);
	memcpy(result, buf, len);
free:
	kfree(buf);
	kpp_request_free(req);
	return ret;
}

static struct crypto_kpp *wct_kpp_open(struct wct_run *run, const char *suffix)
{
	char name[CRYPTO_MAX_ALG_NAME];
	struct crypto_kpp *tfm;

	snprintf(name, sizeof(name), "%s-%s", run->args.group, suffix);
	tfm = crypto_alloc_kpp(name, 0, 0);
	if (IS_ERR(tfm))
		wct_note(run, "%s: error %ld", name, PTR_ERR(tfm));
	return tfm;
}

static void wct_kpp_vectors_free(struct wct_kpp_vector *vectors)
{
	unsigned int i;

	for (i = 0; vectors && i < WCT_KPP_VECTORS; i++)
		if (!IS_ERR_OR_NULL(vectors[i].tfm))
			crypto_free_kpp(vectors[i].tfm);
	kfree(vectors);
}

static int wct_kpp_vector_make(struct wct_run *run, struct wct_kpp_vector *v,
			       unsigned int index)
{
	const struct wct_kpp_group *group = wct_kpp_group(run->args.group);
	int ret = wct_kpp_take(run->args.group, index, &v->given);

	if (ret)
		return ret;
	v->tfm = wct_kpp_open(run, "warpcrypt");
	if (IS_ERR(v->tfm))
		return PTR_ERR(v->tfm);
	return wct_kpp_set(group, v->tfm, v->given.secret, WCT_KPP_SECRET);
}

static struct wct_kpp_vector *wct_kpp_vectors(struct wct_run *run)
{
	struct wct_kpp_vector *vectors;
	unsigned int i;
	int ret = 0;

	vectors = kcalloc(WCT_KPP_VECTORS, sizeof(*vectors), GFP_KERNEL);
	for (i = 0; vectors && i < WCT_KPP_VECTORS && !ret; i++)
		ret = wct_kpp_vector_make(run, &vectors[i], i);
	if (!ret)
		return vectors;
	wct_note(run, "no vectors: error %d (were they given to us?)", ret);
	wct_kpp_vectors_free(vectors);
	return NULL;
}

static void wct_kpp_over(struct wct_kpp_burst *burst)
{
	if (atomic_dec_and_test(&burst->pending))
		complete(&burst->over);
}

static void wct_kpp_submit(struct wct_kpp_slot *slot);

static void wct_kpp_done(wc_done_arg *arg, int status)
{
	struct wct_kpp_slot *slot = wc_done_data(arg);

	if (status == -EINPROGRESS) {
		atomic_inc(&slot->early);
		return;
	}
	slot->status = status;
	if (!status && atomic_dec_if_positive(&slot->burst->left) >= 0) {
		wct_kpp_submit(slot);
		return;
	}
	wct_kpp_over(slot->burst);
}

static void wct_kpp_submit(struct wct_kpp_slot *slot)
{
	int ret;

	ret = slot->shared ? crypto_kpp_compute_shared_secret(slot->req) :
			     crypto_kpp_generate_public_key(slot->req);
	slot->submitted = ret;
	if (ret == -EINPROGRESS || ret == -EBUSY)
		return;
	slot->status = ret;
	wct_kpp_over(slot->burst);
}

static void wct_kpp_submit_all(struct wct_kpp_burst *burst)
{
	unsigned int i;

	for (i = 0; i < burst->depth; i++)
		wct_kpp_submit(&burst->slots[i]);
	wct_kpp_over(burst);
}

static void wct_kpp_tasklet(struct tasklet_struct *tasklet)
{
	wct_kpp_submit_all(from_tasklet((struct wct_kpp_burst *)NULL, tasklet,
					tasklet));
}

/* Bytes of the slot's result. */
static unsigned int wct_kpp_slot_len(const struct wct_kpp_slot *slot)
{
	const struct wct_kpp_group *group = slot->burst->group;

	return slot->shared ? group->shared : group->point;
}

static void wct_kpp_slot_arm(struct wct_kpp_burst *burst,
			     struct wct_kpp_slot *slot)
{
	unsigned int point = burst->group->point, len = wct_kpp_slot_len(slot);

	memcpy(slot->point, slot->vector->given.point, point);
	memset(slot->result, 0, sizeof(slot->result));
	atomic_set(&slot->early, 0);
	kpp_request_set_callback(slot->req, burst->flags, wct_kpp_done, slot);
	sg_init_one(&slot->src, slot->point, point);
	sg_init_table(slot->dst, 2);
	sg_set_buf(&slot->dst[0], slot->result, 5);
	sg_set_buf(&slot->dst[1], slot->result + 5, len - 5);
	kpp_request_set_input(slot->req, slot->shared ? &slot->src : NULL,
			      slot->shared ? point : 0);
	kpp_request_set_output(slot->req, slot->dst, len);
}

static bool wct_kpp_slot_is_right(const struct wct_kpp_slot *slot)
{
	const u8 *want = slot->shared ? slot->vector->given.shared :
					slot->vector->given.public;
	unsigned int len = wct_kpp_slot_len(slot);

	return !slot->status && slot->req->dst_len == len &&
	       !memcmp(slot->result, want, len);
}

/* Only a request that got -EBUSY gets -EINPROGRESS, once. */
static bool wct_kpp_slot_is_proper(const struct wct_kpp_slot *slot)
{
	return atomic_read(&slot->early) == (slot->submitted == -EBUSY);
}

/* Submits all slots once; false when some never came back and must be leaked. */
static bool wct_kpp_burst_run(struct wct_run *run, struct wct_kpp_burst *burst,
			      bool softirq, const char *what)
{
	unsigned int i, wrong = 0, improper = 0, busy = 0;

	atomic_set(&burst->pending, burst->depth + 1);
	init_completion(&burst->over);
	for (i = 0; i < burst->depth; i++)
		wct_kpp_slot_arm(burst, &burst->slots[i]);
	if (softirq)
		tasklet_schedule(&burst->tasklet);
	else
		wct_kpp_submit_all(burst);
	if (!wait_for_completion_timeout(&burst->over, WCT_STUCK * HZ)) {
		wct_ok(run, false, "%s: %d requests never came back", what,
		       atomic_read(&burst->pending));
		return false;
	}
	for (i = 0; i < burst->depth; i++) {
		wrong += !wct_kpp_slot_is_right(&burst->slots[i]);
		improper += !wct_kpp_slot_is_proper(&burst->slots[i]);
		busy += burst->slots[i].submitted == -EBUSY;
	}
	wct_note(run, "%u requests waited for room", busy);
	wct_ok(run, !wrong && !improper, "%s %s: %u at a time", run->args.group,
	       what, burst->depth);
	if (wrong || improper)
		wct_note(run, "%u wrong, %u against the rules", wrong, improper);
	return true;
}

static void wct_kpp_bursts(struct wct_run *run, struct wct_kpp_burst *burst)
{
	static const struct {
		u32 flags;
		bool softirq;
		const char *what;
		/* How many times as many are submitted from callbacks. */
		unsigned int again;
	} kinds[] = {
		{ CRYPTO_TFM_REQ_MAY_BACKLOG | CRYPTO_TFM_REQ_MAY_SLEEP, false,
		  "that may sleep and wait" },
		{ CRYPTO_TFM_REQ_MAY_BACKLOG, false, "that may wait" },
		{ 0, false, "that may neither" },
		{ CRYPTO_TFM_REQ_MAY_BACKLOG, true, "from softirq" },
		{ 0, true, "from softirq that may not wait" },
		{ 0, false, "and again from callbacks", 4 },
	};
	unsigned long round;
	unsigned int i;

	for (round = 0; round < run->args.count; round++) {
		for (i = 0; i < ARRAY_SIZE(kinds); i++) {
			burst->flags = kinds[i].flags;
			atomic_set(&burst->left, kinds[i].again * burst->depth);
			if (!wct_kpp_burst_run(run, burst, kinds[i].softirq,
					       kinds[i].what)) {
				/* The driver may still use its memory. */
				__module_get(THIS_MODULE);
				burst->slots = NULL;
				return;
			}
		}
	}
}

static void wct_kpp(struct wct_run *run)
{
	struct wct_kpp_burst *burst = kzalloc(sizeof(*burst), GFP_KERNEL);
	struct wct_kpp_vector *vectors = wct_kpp_vectors(run);
	bool ready = burst && vectors;
	unsigned int i;

	if (ready) {
		burst->group = wct_kpp_group(run->args.group);
		burst->depth = run->args.depth;
		tasklet_setup(&burst->tasklet, wct_kpp_tasklet);
		burst->slots = kvcalloc(burst->depth, sizeof(*burst->slots),
					GFP_KERNEL);
		ready = burst->slots;
	}
	for (i = 0; ready && i < burst->depth; i++) {
		struct wct_kpp_slot *slot = &burst->slots[i];

		slot->burst = burst;
		slot->vector = &vectors[i % WCT_KPP_VECTORS];
		slot->shared = i % 3;
		slot->req = kpp_request_alloc(slot->vector->tfm, GFP_KERNEL);
		ready = slot->req;
	}
	if (!ready) {
		wct_ok(run, false, "getting ready");
	} else {
		wct_kpp_bursts(run, burst);
		if (!burst->slots)
			return;
		tasklet_kill(&burst->tasklet);
	}
	for (i = 0; burst && burst->slots && i < burst->depth; i++)
		if (burst->slots[i].req)
			kpp_request_free(burst->slots[i].req);
	if (burst)
		kvfree(burst->slots);
	kfree(burst);
	wct_kpp_vectors_free(vectors);
}

/* --- invalid requests */

/* An invalid request. */
struct wct_kpp_refusal {
	const char *what;	/* what is wrong with it */
	/* &kpp_request.src_len, less the length of a point; WCT_KPP_NO_SRC: no source. */
	int src;
	int dst;	/* &kpp_request.dst_len before, less the length of a shared secret */
	int room;	/* bytes of the destination's scatterlist, less that */
	int error;	/* the expected error */
	int dst_after;	/* &kpp_request.dst_len after, less that */
};

#define WCT_KPP_NO_SRC	(-(int)WCT_KPP_POINT)

static const struct wct_kpp_refusal wct_kpp_refusals[] = {
	{ "no room", 0, -1, -1, -EOVERFLOW, 0 },
	{ "less room than is said", 0, 0, -1, -EINVAL, 0 },
	{ "no point", WCT_KPP_NO_SRC, 0, 0, -EINVAL, 0 },
	{ "half a point", -16, 0, 0, -EINVAL, 0 },
	{ "more than a point", 32, 32, 32, -EINVAL, 32 },
};

/* The bytes of a request's source are 9, and that is no point of P-256. */
static const struct wct_kpp_refusal wct_kpp_no_point = {
	"what is no point", 0, 0, 0, -EINVAL, 0
};

static void wct_kpp_refuse(struct wct_run *run, struct crypto_kpp *tfm,
			   const struct wct_kpp_refusal *r, u8 *buf)
{
	const struct wct_kpp_group *group = wct_kpp_group(run->args.group);
	struct kpp_request *req = kpp_request_alloc(tfm, GFP_KERNEL);
	unsigned int src_len = r->src == WCT_KPP_NO_SRC ?
				       0 : group->point + r->src;
	DECLARE_CRYPTO_WAIT(wait);
	struct scatterlist src, dst;
	int ret;

	if (!req) {
		wct_ok(run, false, "no memory");
		return;
	}
	memset(buf, 9, 128);
	memset(buf + 128, 0xa5, 128);
	sg_init_one(&src, buf, src_len ?: 1);
	sg_init_one(&dst, buf + 128, group->shared + r->room);
	kpp_request_set_callback(req, CRYPTO_TFM_REQ_MAY_BACKLOG,
				 crypto_req_done, &wait);
	kpp_request_set_input(req, src_len ? &src : NULL, src_len);
	kpp_request_set_output(req, &dst, group->shared + r->dst);
	ret = crypto_wait_req(crypto_kpp_compute_shared_secret(req), &wait);
	wct_ok(run, ret == r->error &&
	       req->dst_len == group->shared + r->dst_after &&
	       !memchr_inv(buf + 128, 0xa5, 128), "%s %s: error %d",
	       group->name, r->what, ret);
	kpp_request_free(req);
}

/* Invalid secrets, and a tfm without a secret. */
static void wct_kpp_secrets(struct wct_run *run, struct crypto_kpp *tfm, u8 *buf)
{
	const struct wct_kpp_group *group = wct_kpp_group(run->args.group);
	unsigned int len = group->point;

	wct_ok(run, wct_kpp_public(tfm, buf, len) == -ENOKEY, "%s no secret",
	       group->name);
	memset(buf, 0, 64);
	wct_ok(run, (group->ecdh ||
		     wct_kpp_set(group, tfm, buf, 31) == -EINVAL) &&
	       wct_kpp_set(group, tfm, buf, 33) == -EINVAL,
	       "%s secrets of 31 and 33 bytes", group->name);
	wct_ok(run, !wct_kpp_set(group, tfm, NULL, 0), "%s a random secret",
	       group->name);
}

/* The same key with fewer bytes, as zeros are in front; and what encodes none. */
static void wct_kpp_encodings(struct wct_run *run, struct crypto_kpp *tfm,
			      u8 *buf)
{
	const struct wct_kpp_group *group = wct_kpp_group(run->args.group);
	u8 *plain = buf + 128;
	unsigned int len;

	for (len = 1; len < 32; len += 6) {
		memset(buf, 0, 32 - len);
		memset(buf + 32 - len, 0x11, len);
		wct_ok(run, !wct_kpp_set(group, tfm, buf, 32) &&
		       !wct_kpp_public(tfm, plain, 64) &&
		       !wct_kpp_set(group, tfm, buf + 32 - len, len) &&
		       !wct_kpp_public(tfm, buf + 64, 64) &&
		       !memcmp(plain, buf + 64, 64), "%s a key of %u bytes",
		       group->name, len);
	}
	memset(buf, 0xff, 64);
	wct_ok(run, crypto_kpp_set_secret(tfm, NULL, 0) == -EINVAL &&
	       crypto_kpp_set_secret(tfm, buf, 5) == -EINVAL &&
	       crypto_kpp_set_secret(tfm, buf, 32) == -EINVAL &&
	       crypto_kpp_set_secret(tfm, buf, 38) == -EINVAL &&
	       wct_kpp_set(group, tfm, buf, 32) == -EINVAL,
	       "%s encodings of no key", group->name);
	wct_ok(run, wct_kpp_public(tfm, plain, 64) == -ENOKEY,
	       "%s which leave no secret", group->name);
	memset(buf, 0x11, 32);
	wct_ok(run, !wct_kpp_set(group, tfm, buf, 32), "%s until there is one",
	       group->name);
}

static void wct_kpp_errors(struct wct_run *run)
{
	struct crypto_kpp *tfm = wct_kpp_open(run, "warpcrypt");
	u8 *buf = kmalloc(256, GFP_KERNEL);
	unsigned int i;

	if (IS_ERR(tfm) || !buf) {
		wct_ok(run, false, "open");
		goto free;
	}
	wct_kpp_secrets(run, tfm, buf);
	for (i = 0; i < ARRAY_SIZE(wct_kpp_refusals); i++)
		wct_kpp_refuse(run, tfm, &wct_kpp_refusals[i], buf);
	if (wct_kpp_group(run->args.group)->ecdh) {
		wct_kpp_refuse(run, tfm, &wct_kpp_no_point, buf);
		wct_kpp_encodings(run, tfm, buf);
	}
free:
	kfree(buf);
	if (!IS_ERR(tfm))
		crypto_free_kpp(tfm);
}

const struct wct_case wct_kpp_cases[] = {
	{ "kpp", wct_kpp, "depth=256" },
	{ "kpp-errors", wct_kpp_errors },
	{ }
};
