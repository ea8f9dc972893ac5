// SPDX-License-Identifier: GPL-2.0-only
/*
 * The driver and the generic implementation side by side: for any request both
 * must give the same error, or the same bytes and the same IV.
 */

#include <linux/err.h>
#include <linux/module.h>
#include <linux/random.h>
#include <linux/slab.h>

#include "../../kmod/compat.h"
#include "wct.h"

/* Set the key of a pair without requests in flight on both: 0 or the error of one of them. */
int wct_pair_setkey(struct wct_run *run, struct wct_pair *pair)
{
	int ret;

	ret = crypto_skcipher_setkey(pair->driver, pair->key, pair->keylen);
	if (!ret)
		ret = crypto_skcipher_setkey(pair->generic, pair->key,
					     pair->keylen);
	if (ret)
		wct_note(run, "setkey: error %d", ret);
	return ret;
}

/* The same with a new random key. */
int wct_pair_rekey(struct wct_run *run, struct wct_pair *pair)
{
	prandom_bytes_state(&run->rnd, pair->key, pair->keylen);
	return wct_pair_setkey(run, pair);
}

/* Replace the driver of such a pair by a new one, which has no key yet: 0 or an error. Sleeps. */
int wct_pair_reopen(struct wct_run *run, struct wct_pair *pair)
{
	crypto_free_skcipher(pair->driver);
	pair->driver = wct_open_driver(run, pair->mode);
	return PTR_ERR_OR_ZERO(pair->driver);
}

/*
 * Open both with one random key, which has @cipher_keylen bytes for each of the cipher's;
 * wct_pair_close() in any case. 0 or an error. Sleeps.
 */
int wct_pair_open(struct wct_run *run, struct wct_pair *pair,
		  const struct wct_mode *mode, unsigned int cipher_keylen)
{
	memset(pair, 0, sizeof(*pair));
	pair->mode = mode;
	pair->keylen = cipher_keylen * mode->keys;
	pair->driver = wct_open_driver(run, mode);
	if (IS_ERR(pair->driver))
		return PTR_ERR(pair->driver);
	pair->generic = wct_open_generic(run, mode);
	if (IS_ERR(pair->generic))
		return PTR_ERR(pair->generic);
	return wct_pair_rekey(run, pair);
}

/* Free both, also after an error of wct_pair_open(). */
void wct_pair_close(struct wct_pair *pair)
{
	if (!IS_ERR_OR_NULL(pair->driver))
		crypto_free_skcipher(pair->driver);
	if (!IS_ERR_OR_NULL(pair->generic))
		crypto_free_skcipher(pair->generic);
}

/* Run a case with each mode and length of keys that the arguments select: a result for each. */
void wct_each_pair(struct wct_run *run, const struct wct_case *test)
{
	const struct wct_mode *mode;
	unsigned int bytes;

	wct_for_each_mode(run, mode)
		wct_for_each_keylen(run, bytes) {
			struct wct_pair pair;
			int ret;

			if (test->key != WCT_EACH_KEY &&
			    bytes != wct_keylen(run, test->key))
				continue;
			ret = wct_pair_open(run, &pair, mode, bytes);
			if (!ret)
				ret = test->pair(run, &pair);
			wct_pair_close(&pair);
			if (ret <= 0)
				wct_ok(run, !ret, "%s(%s) key %u, %s",
				       mode->name, run->args.cipher,
				       bytes * mode->keys, test->what);
		}
}

/* An ordinary request: encryption, not in place, one piece, aligned, random IV. */
void wct_op_init(struct wct_run *run, struct wct_op *op, size_t len)
{
	memset(op, 0, sizeof(*op));
	op->len = len;
	prandom_bytes_state(&run->rnd, op->iv, sizeof(op->iv));
}

/* A request of any direction, shape and alignment. */
void wct_op_random(struct wct_run *run, struct wct_op *op, size_t len)
{
	wct_op_init(run, op, len);
	op->decrypt = wct_random(run, 2);
	op->in_place = wct_random(run, 2);
	op->src_split = wct_random(run, WCT_SPLITS);
	op->dst_split = wct_random(run, WCT_SPLITS);
	op->src_misalign = wct_random(run, 64);
	op->dst_misalign = wct_random(run, 64);
}

/* Flags of a request from a context that may sleep: CRYPTO_TFM_REQ_MAY_SLEEP or 0. */
u32 wct_may_sleep(const struct wct_run *run)
{
	return run->args.sleep ? CRYPTO_TFM_REQ_MAY_SLEEP : 0;
}

/* A request that a thread waits for. */
struct wct_wait {
	struct skcipher_request *req;
	struct completion over;
	int status;
	bool early;
	u8 iv[WCT_BLOCK];
};

static void wct_call_done(wc_done_arg *arg, int status)
{
	struct wct_wait *wait = wc_done_data(arg);

	if (status == -EINPROGRESS) {
		wait->early = true;
		return;
	}
	wait->status = status;
	complete(&wait->over);
}

/* Waits; on -ETIMEDOUT the request still belongs to the driver. */
static int wct_call_wait(struct wct_wait *wait, int ret)
{
	if (ret != -EINPROGRESS && ret != -EBUSY)
		return ret;
	if (!wait_for_completion_timeout(&wait->over, WCT_STUCK * HZ))
		return -ETIMEDOUT;
	if (wait->early != (ret == -EBUSY))
		return -EBADE;
	return wait->status;
}

/**
 * wct_call() - run one request and wait for it
 * @tfm: has its key
 * @src: source
 * @dst: destination, may be @src
 * @len: bytes
 * @iv: as long as the tfm's IV; on return the IV that the request has left
 * @decrypt: direction
 * @flags: CRYPTO_TFM_REQ_*
 *
 * Return: the request's result; -EBADE when -EINPROGRESS was reported too often
 * or not at all, or when the request itself was changed; -ETIMEDOUT when it never
 * came back: the memory of @src and @dst must then not be freed. Sleeps.
 */
int wct_call(struct crypto_skcipher *tfm, struct scatterlist *src,
	     struct scatterlist *dst, size_t len, u8 *iv, bool decrypt,
	     u32 flags)
{
	struct wct_wait *wait = kzalloc(sizeof(*wait), GFP_KERNEL);
	struct skcipher_request *req;
	int ret;

	if (!wait)
		return -ENOMEM;
	req = skcipher_request_alloc(tfm, GFP_KERNEL);
	if (!req) {
		kfree(wait);
		return -ENOMEM;
	}
	init_completion(&wait->over);
	wait->req = req;
	memcpy(wait->iv, iv, sizeof(wait->iv));
	skcipher_request_set_callback(req, flags, wct_call_done, wait);
	skcipher_request_set_crypt(req, src, dst, len, wait->iv);
	ret = wct_call_wait(wait, decrypt ? crypto_skcipher_decrypt(req) :
					    crypto_skcipher_encrypt(req));
	if (ret == -ETIMEDOUT) {
		__module_get(THIS_MODULE);
		return ret;
	}
	if (req->src != src || req->dst != dst || req->cryptlen != len ||
	    req->iv != wait->iv || req->base.data != wait ||
	    crypto_skcipher_reqtfm(req) != tfm)
		ret = -EBADE;
	memcpy(iv, wait->iv, sizeof(wait->iv));
	skcipher_request_free(req);
	kfree(wait);
	return ret;
}

/*
 * What the generic implementation makes of data, not on the stack, that it encrypts in place;
 * @iv becomes the one that the request leaves. 0 or an error. Sleeps.
 */
int wct_expect(const struct wct_pair *pair, u8 *data, size_t len, u8 *iv)
{
	struct scatterlist sg;

	sg_init_one(&sg, data, len);
	return wct_call(pair->generic, &sg, &sg, len, iv, false, 0);
}

/* The results of one request on both sides. */
struct wct_side {
	struct wct_buffer src;
	struct wct_buffer dst;
	int ret;
	u8 iv[WCT_BLOCK];
};

static int wct_side_run(struct wct_run *run, struct wct_side *side,
			struct crypto_skcipher *tfm, const struct wct_op *op,
			const u8 *plain, u32 flags)
{
	struct scatterlist *dst;
	int ret;

	ret = wct_buffer_make(&side->src, op->len, op->src_misalign, op->src_split, &run->rnd);
	if (!ret && !op->in_place)
		ret = wct_buffer_make(&side->dst, op->len, op->dst_misalign, op->dst_split,
				      &run->rnd);
	if (ret)
		return ret;

	memcpy(side->src.data, plain, op->len);
	memcpy(side->iv, op->iv, sizeof(side->iv));
	dst = op->in_place ? side->src.table.sgl : side->dst.table.sgl;
	side->ret = wct_call(tfm, side->src.table.sgl, dst, op->len, side->iv,
			     op->decrypt, flags);
	return side->ret == -ETIMEDOUT ? -ETIMEDOUT : 0;
}

static void wct_side_free(struct wct_side *side)
{
	if (side->ret == -ETIMEDOUT)
		return;
	wct_buffer_free(&side->src);
	wct_buffer_free(&side->dst);
}

static const char *wct_compare(const struct wct_pair *pair,
			       const struct wct_op *op, const u8 *plain,
			       const struct wct_side *driver,
			       const struct wct_side *generic)
{
	const u8 *got = op->in_place ? driver->src.data : driver->dst.data;
	const u8 *want = op->in_place ? generic->src.data : generic->dst.data;

	if (driver->ret != generic->ret)
		return "other error";
	if (!wct_buffer_guarded(&driver->src) ||
	    (!op->in_place && !wct_buffer_guarded(&driver->dst)))
		return "wrote outside its data";
	if (!op->in_place && memcmp(driver->src.data, plain, op->len))
		return "changed the source";
	if (generic->ret)
		return NULL;
	if (memcmp(got, want, op->len))
		return "wrong data";
	if (pair->mode->chains &&
	    memcmp(driver->iv, generic->iv, pair->mode->ivsize))
		return "wrong output IV";
	return NULL;
}

/**
 * wct_check() - do one request with both and compare
 * @run: gets a note about differences
 * @pair: both, with a key
 * @op: the request; its data are random
 *
 * Compares error codes, data, the output IV where the mode defines one, the source
 * when it is not the destination, and the guards around both. The request's flags
 * are random.
 *
 * Return: 0 when they agree; -EBADMSG when they do not; another error when the
 * test could not be done. Sleeps.
 */
int wct_check(struct wct_run *run, struct wct_pair *pair,
	      const struct wct_op *op)
{
	struct wct_side *driver = kzalloc(2 * sizeof(*driver), GFP_KERNEL);
	struct wct_side *generic = driver + 1;
	struct wct_op simple = *op;
	const char *wrong;
	u8 *plain;
	u32 flags;
	int ret;

	if (!driver)
		return -ENOMEM;
	plain = kvmalloc(op->len + 1, GFP_KERNEL);
	if (!plain) {
		kfree(driver);
		return -ENOMEM;
	}
	prandom_bytes_state(&run->rnd, plain, op->len);
	simple.src_split = WCT_WHOLE;
	simple.dst_split = WCT_WHOLE;
	flags = wct_random(run, 2) ? CRYPTO_TFM_REQ_MAY_BACKLOG : 0;
	flags |= wct_random(run, 2) ? CRYPTO_TFM_REQ_MAY_SLEEP : wct_may_sleep(run);

	ret = wct_side_run(run, generic, pair->generic, &simple, plain, 0);
	if (!ret)
		ret = wct_side_run(run, driver, pair->driver, op, plain, flags);
	wrong = ret ? "not done" : wct_compare(pair, op, plain, driver, generic);
	if (wrong) {
		wct_note(run, "%s %s key %u, %zu bytes %s: %s",
			 pair->mode->name, op->decrypt ? "decrypt" : "encrypt",
			 pair->keylen, op->len,
			 op->in_place ? "in place" : "apart", wrong);
		wct_note(run, "split %d/%d align %u/%u flags %x: %d, driver %d, generic %d",
			 op->src_split, op->dst_split, op->src_misalign,
			 op->dst_misalign, flags, ret, driver->ret,
			 generic->ret);
	}

	kvfree(plain);
	wct_side_free(driver);
	wct_side_free(generic);
	kfree(driver);
	if (!ret && wrong)
		ret = -EBADMSG;
	return ret;
}
