// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests within the completion of another one, for which crypto_wait_req() waits:
 * they must be complete when they are submitted, because that context must not sleep.
 */

#include <linux/err.h>
#include <linux/slab.h>

#include "../../kmod/compat.h"
#include "wct.h"

/* Bytes of a request that is in flight, and of those within its completion. */
#define WCT_OUTER	4096u
#define WCT_INNER	512u

/* A request, and one within its completion. */
struct wct_nest {
	struct skcipher_request *outer;
	struct skcipher_request *inner;	/* what its callback submits */
	struct crypto_wait wait;	/* what @inner is waited for with */
	struct completion over;		/* the callback of @outer has come */
	int status;			/* the result of @outer */
	int returned;			/* what the submission of @inner returned */
	u8 *data;			/* of @outer, then of @inner, in place */
	struct scatterlist sg[2];	/* of both */
	u8 iv[2][WCT_BLOCK];		/* of both */
};

static void wct_nest_done(wc_done_arg *arg, int status)
{
	struct wct_nest *nest = wc_done_data(arg);

	if (status == -EINPROGRESS)
		return;
	nest->status = status;
	nest->returned = crypto_skcipher_encrypt(nest->inner);
	complete(&nest->over);
}

static struct skcipher_request *wct_nest_alloc(struct wct_nest *nest,
					       struct crypto_skcipher *tfm,
					       unsigned int i, u8 *data,
					       unsigned int len)
{
	struct skcipher_request *req = skcipher_request_alloc(tfm, GFP_KERNEL);

	if (!req)
		return NULL;
	sg_init_one(&nest->sg[i], data, len);
	skcipher_request_set_crypt(req, &nest->sg[i], &nest->sg[i], len,
				   nest->iv[i]);
	return req;
}

/*
 * Returns 0, -EALREADY if the first request had no callback, so that nothing was tested, or
 * another error. Nothing sleeps in the callback, even if the driver is wrong.
 */
static int wct_nest_run(struct wct_nest *nest)
{
	int ret;

	init_completion(&nest->over);
	crypto_init_wait(&nest->wait);
	skcipher_request_set_callback(nest->outer, CRYPTO_TFM_REQ_MAY_BACKLOG,
				      wct_nest_done, nest);
	skcipher_request_set_callback(nest->inner, 0, crypto_req_done,
				      &nest->wait);
	ret = crypto_skcipher_encrypt(nest->outer);
	if (ret != -EINPROGRESS && ret != -EBUSY)
		return ret ?: -EALREADY;
	wait_for_completion(&nest->over);
	ret = crypto_wait_req(nest->returned, &nest->wait);
	return nest->status ?: ret;
}

/* Compares both results with the generic implementation's. */
static int wct_nest_compare(const struct wct_pair *pair, struct wct_nest *nest,
			    u8 *want)
{
	u8 iv[2][WCT_BLOCK] = {};
	int ret = wct_expect(pair, want, WCT_OUTER, iv[0]);

	if (!ret)
		ret = wct_expect(pair, want + WCT_OUTER, WCT_INNER, iv[1]);
	if (!ret && memcmp(nest->data, want, WCT_OUTER + WCT_INNER))
		ret = -EBADMSG;
	return ret;
}

static int wct_nest_one(struct wct_run *run, struct wct_pair *pair)
{
	struct wct_nest *nest = kzalloc(sizeof(*nest), GFP_KERNEL);
	u8 *data = kmalloc(2 * (WCT_OUTER + WCT_INNER), GFP_KERNEL);
	u8 *want = data + WCT_OUTER + WCT_INNER;
	int ret = -ENOMEM;

	if (!nest || !data)
		goto out;
	prandom_bytes_state(&run->rnd, data, WCT_OUTER + WCT_INNER);
	memcpy(want, data, WCT_OUTER + WCT_INNER);
	nest->data = data;
	nest->outer = wct_nest_alloc(nest, pair->driver, 0, data, WCT_OUTER);
	nest->inner = wct_nest_alloc(nest, pair->driver, 1, data + WCT_OUTER,
				     WCT_INNER);
	if (!nest->outer || !nest->inner)
		goto out;
	ret = wct_nest_run(nest);
	if (!ret)
		ret = wct_nest_compare(pair, nest, want);
	if (!ret && nest->returned)
		ret = -EINPROGRESS;
	if (ret)
		wct_note(run, "%s: error %d; the request within the completion returned %d",
			 pair->mode->name, ret, nest->returned);
out:
	if (nest) {
		skcipher_request_free(nest->outer);
		skcipher_request_free(nest->inner);
	}
	kfree(data);
	kfree(nest);
	return ret;
}

static void wct_nest(struct wct_run *run, const struct wct_mode *mode,
		     const char *software)
{
	struct wct_pair pair;
	int ret = wct_pair_open(run, &pair, mode, wct_keylen(run, 0));

	if (!ret)
		ret = wct_nest_one(run, &pair);
	wct_pair_close(&pair);
	wct_ok(run, !ret, "%s(%s): waited for in a completion, %s", mode->name,
	       run->args.cipher, software);
}

static void wct_nested(struct wct_run *run)
{
	const struct wct_mode *mode;

	wct_for_each_mode(run, mode) {
		struct crypto_skcipher *queue;

		wct_nest(run, mode, "with the usual software");
		queue = wct_queue_open(run, mode);
		if (queue == ERR_PTR(-ENOENT)) {
			wct_skip(run, "this kernel has no cryptd");
			continue;
		}
		if (IS_ERR(queue)) {
			wct_ok(run, false, "%s: no queue: error %ld",
			       mode->name, PTR_ERR(queue));
			continue;
		}
		wct_nest(run, mode, "with software behind a queue");
		wct_queue_close(queue);
	}
}

const struct wct_case wct_nested_cases[] = {
	{ "nested", wct_nested },
	{ }
};
