// SPDX-License-Identifier: GPL-2.0-only
/*
 * The driver under the kernel's templates (essiv() is found by common names only), with
 * more requests at once than have room.
 * Whoever gets -EBUSY from a template must be told once by -EINPROGRESS; there are
 * templates that do not pass that on.
 */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <crypto/aead.h>
#include <crypto/authenc.h>

#include "../../kmod/compat.h"
#include "wct.h"

#define WCT_ASSOC	16u
#define WCT_TAG		32u
#define WCT_MAC_KEY	32u

/**
 * struct wct_template - a template, or some
 * @name: format; the argument is the name of a driver for CBC
 * @aead: it authenticates, too
 * @longer: its requests are longer than a frame, which software encrypts at once; but the
 *	template's second request is short
 */
static const struct wct_template {
	const char *name;
	bool aead;
	bool longer;
} wct_templates[] = {
	{ "cts(%s)" },
	{ "cts(%s)", .longer = true },
	{ "authenc(hmac(sha256),%s)", .aead = true },
	{ "authenc(hmac(sha256),cts(%s))", .aead = true },
	{ "authencesn(hmac(sha256),%s)", .aead = true },
};

/* A tfm of either kind. */
union wct_tfm {
	struct crypto_skcipher *skcipher;
	struct crypto_aead *aead;
};

struct wct_flight;

/**
 * struct wct_passenger - a request
 * @flight: what it belongs to
 * @skcipher: the request, or
 * @aead: the request with authentication
 * @sg: its data
 * @iv: its IV
 * @returned: what the submission returned
 * @status: the result
 * @early: number of callbacks with -EINPROGRESS
 */
struct wct_passenger {
	struct wct_flight *flight;
	struct skcipher_request *skcipher;
	struct aead_request *aead;
	struct scatterlist sg;
	u8 *data;
	u8 iv[WCT_BLOCK];
	int returned;
	int status;
	atomic_t early;
};

/**
 * struct wct_flight - requests that are in flight at once
 * @template: what they go through
 * @tfm: the tfm
 * @len: bytes of each, without what is authenticated only and the tag
 * @size: bytes of each with both
 * @count: how many
 * @left: how many have no result
 * @over: none is left
 * @requests: the requests
 */
struct wct_flight {
	const struct wct_template *template;
	union wct_tfm tfm;
	unsigned int len;
	unsigned int size;
	unsigned int count;
	atomic_t left;
	struct completion over;
	struct wct_passenger *requests;
};

static int wct_template_setkey(const struct wct_template *template,
			       union wct_tfm tfm, const u8 *key,
			       unsigned int len)
{
	u8 blob[RTA_SPACE(sizeof(struct crypto_authenc_key_param)) +
		WCT_MAC_KEY + WCT_KEY_MAX] = {};
	unsigned int head = RTA_SPACE(sizeof(struct crypto_authenc_key_param));
	struct rtattr *rta = (void *)blob;
	struct crypto_authenc_key_param *param = RTA_DATA(rta);

	if (!template->aead)
		return crypto_skcipher_setkey(tfm.skcipher, key, len);
	rta->rta_type = CRYPTO_AUTHENC_KEYA_PARAM;
	rta->rta_len = RTA_LENGTH(sizeof(*param));
	param->enckeylen = cpu_to_be32(len);
	memset(blob + head, 0x55, WCT_MAC_KEY);
	memcpy(blob + head + WCT_MAC_KEY, key, len);
	return crypto_aead_setkey(tfm.aead, blob, head + WCT_MAC_KEY + len) ?:
	       crypto_aead_setauthsize(tfm.aead, WCT_TAG);
}

static void wct_template_close(const struct wct_template *template,
			       union wct_tfm tfm)
{
	if (template->aead)
		crypto_free_aead(tfm.aead);
	else
		crypto_free_skcipher(tfm.skcipher);
}

/* Over @driver. Returns an error. */
static int wct_template_open(const struct wct_template *template,
			     const char *driver, const u8 *key,
			     unsigned int len, union wct_tfm *tfm)
{
	char name[CRYPTO_MAX_ALG_NAME];
	int ret;

	snprintf(name, sizeof(name), template->name, driver);
	if (template->aead) {
		tfm->aead = crypto_alloc_aead(name, 0, 0);
		ret = PTR_ERR_OR_ZERO(tfm->aead);
	} else {
		tfm->skcipher = crypto_alloc_skcipher(name, 0, 0);
		ret = PTR_ERR_OR_ZERO(tfm->skcipher);
	}
	if (ret)
		return ret;
	ret = wct_template_setkey(template, *tfm, key, len);
	if (ret)
		wct_template_close(template, *tfm);
	return ret;
}

static void wct_flight_result(struct wct_passenger *rq, int status)
{
	struct wct_flight *flight = rq->flight;

	rq->status = status;
	if (atomic_dec_and_test(&flight->left))
		complete(&flight->over);
}

static void wct_flight_done(wc_done_arg *arg, int status)
{
	struct wct_passenger *rq = wc_done_data(arg);

	if (status == -EINPROGRESS)
		atomic_inc(&rq->early);
	else
		wct_flight_result(rq, status);
}

/* Allocates a request whose data are those of @plain. */
static int wct_flight_add(struct wct_flight *flight, struct wct_passenger *rq,
			  const u8 *plain)
{
	rq->flight = flight;
	rq->data = kmemdup(plain, flight->size, GFP_KERNEL);
	if (!rq->data)
		return -ENOMEM;
	sg_init_one(&rq->sg, rq->data, flight->size);
	if (flight->template->aead) {
		rq->aead = aead_request_alloc(flight->tfm.aead, GFP_KERNEL);
		if (!rq->aead)
			return -ENOMEM;
		aead_request_set_callback(rq->aead, CRYPTO_TFM_REQ_MAY_BACKLOG,
					  wct_flight_done, rq);
		aead_request_set_ad(rq->aead, WCT_ASSOC);
		aead_request_set_crypt(rq->aead, &rq->sg, &rq->sg, flight->len,
				       rq->iv);
		return 0;
	}
	rq->skcipher = skcipher_request_alloc(flight->tfm.skcipher, GFP_KERNEL);
	if (!rq->skcipher)
		return -ENOMEM;
	skcipher_request_set_callback(rq->skcipher, CRYPTO_TFM_REQ_MAY_BACKLOG,
				      wct_flight_done, rq);
	skcipher_request_set_crypt(rq->skcipher, &rq->sg, &rq->sg, flight->len,
				   rq->iv);
	return 0;
}

static void wct_flight_free(struct wct_flight *flight)
{
	unsigned int i;

	for (i = 0; flight->requests && i < flight->count; i++) {
		if (flight->requests[i].aead)
			aead_request_free(flight->requests[i].aead);
		skcipher_request_free(flight->requests[i].skcipher);
		kfree(flight->requests[i].data);
	}
	kvfree(flight->requests);
	kfree(flight);
}

static struct wct_flight *wct_flight_alloc(const struct wct_template *template,
					   union wct_tfm tfm, unsigned int len,
					   unsigned int count, const u8 *plain)
{
	struct wct_flight *flight = kzalloc(sizeof(*flight), GFP_KERNEL);
	unsigned int i;

	if (!flight)
		return NULL;
	flight->template = template;
	flight->tfm = tfm;
	flight->len = len;
	flight->size = len + (template->aead ? WCT_ASSOC + WCT_TAG : 0);
	flight->count = count;
	flight->requests = kvcalloc(count, sizeof(*flight->requests),
				    GFP_KERNEL);
	for (i = 0; flight->requests && i < count; i++)
		if (wct_flight_add(flight, &flight->requests[i], plain))
			break;
	if (!flight->requests || i < count) {
		wct_flight_free(flight);
		return NULL;
	}
	return flight;
}

/* All at once. Returns -ETIMEDOUT if some never come back, which must not be freed. */
static int wct_flight_go(struct wct_flight *flight)
{
	unsigned int i;

	init_completion(&flight->over);
	atomic_set(&flight->left, flight->count);
	for (i = 0; i < flight->count; i++) {
		struct wct_passenger *rq = &flight->requests[i];
		int ret = rq->aead ? crypto_aead_encrypt(rq->aead) :
				     crypto_skcipher_encrypt(rq->skcipher);

		rq->returned = ret;
		if (ret != -EINPROGRESS && ret != -EBUSY)
			wct_flight_result(rq, ret);
	}
	if (wait_for_completion_timeout(&flight->over, WCT_STUCK * HZ))
		return 0;
	__module_get(THIS_MODULE);
	return -ETIMEDOUT;
}

/* How many failed, were wrong, or broke the rules. */
static void wct_flight_report(struct wct_run *run,
			      const struct wct_flight *flight, const u8 *want,
			      const char *name)
{
	unsigned int errors = 0, wrong = 0, broken = 0, busy = 0, i;

	for (i = 0; i < flight->count; i++) {
		struct wct_passenger *rq = &flight->requests[i];

		errors += !!rq->status;
		wrong += !rq->status && memcmp(rq->data, want, flight->size);
		busy += rq->returned == -EBUSY;
		broken += atomic_read(&rq->early) != (rq->returned == -EBUSY);
	}
	wct_note(run, "requests=%u errors=%u wrong=%u busy=%u broken=%u",
		 flight->count, errors, wrong, busy, broken);
	wct_ok(run, !errors && !wrong, "%s: all come back, and are right", name);
	wct_ok(run, !broken, "%s: after -EBUSY comes -EINPROGRESS", name);
}

/* One request by the generic implementation under the same template: the result in @data. */
static int wct_template_expect(const struct wct_template *template,
			       const char *driver, const u8 *key,
			       unsigned int keylen, unsigned int len, u8 *data)
{
	struct wct_flight *flight;
	union wct_tfm tfm;
	int ret;

	ret = wct_template_open(template, driver, key, keylen, &tfm);
	if (ret)
		return ret;
	ret = -ENOMEM;
	flight = wct_flight_alloc(template, tfm, len, 1, data);
	if (flight) {
		ret = wct_flight_go(flight) ?: flight->requests->status;
		memcpy(data, flight->requests->data, flight->size);
		wct_flight_free(flight);
	}
	wct_template_close(template, tfm);
	return ret;
}

/* Many requests under @template over the driver; @data are theirs, and then the result. */
static int wct_template_fly(struct wct_run *run,
			    const struct wct_template *template,
			    const struct wct_pair *pair, unsigned int len,
			    u8 *data, const char *name)
{
	struct wct_flight *flight;
	union wct_tfm tfm;
	int ret;

	ret = wct_template_open(template,
				crypto_skcipher_driver_name(pair->driver),
				pair->key, pair->keylen, &tfm);
	if (ret)
		return ret;
	ret = -ENOMEM;
	flight = wct_flight_alloc(template, tfm, len, run->args.count, data);
	if (flight)
		ret = wct_template_expect(template,
					  crypto_skcipher_driver_name(pair->generic),
					  pair->key, pair->keylen, len, data);
	if (!ret)
		ret = wct_flight_go(flight);
	if (ret == -ETIMEDOUT)
		return ret;
	if (!ret)
		wct_flight_report(run, flight, data, name);
	if (flight)
		wct_flight_free(flight);
	wct_template_close(template, tfm);
	return ret;
}

static void wct_template(struct wct_run *run,
			 const struct wct_template *template,
			 const struct wct_mode *mode)
{
	/* Stealing: no whole number of blocks. */
	bool cts = strstr(template->name, "cts");
	unsigned int len = (template->longer ? run->args.frame + 32 : 2048) +
			   (cts ? 5 : 0);
	struct wct_pair pair;
	char name[CRYPTO_MAX_ALG_NAME];
	u8 *data = kmalloc(len + WCT_ASSOC + WCT_TAG, GFP_KERNEL);
	int ret = -ENOMEM;

	snprintf(name, sizeof(name), template->name, "cbc");
	memset(&pair, 0, sizeof(pair));
	if (data) {
		prandom_bytes_state(&run->rnd, data, len + WCT_ASSOC + WCT_TAG);
		ret = wct_pair_open(run, &pair, mode, wct_keylen(run, 0));
	}
	if (!ret)
		ret = wct_template_fly(run, template, &pair, len, data, name);
	if (ret == -ENOENT)
		wct_skip(run, "%s: this kernel does not have it", name);
	else if (ret)
		wct_ok(run, false, "%s, %u bytes: error %d", name, len, ret);
	wct_pair_close(&pair);
	kfree(data);
}

static void wct_template_case(struct wct_run *run)
{
	const struct wct_mode *mode = wct_next_mode(run, NULL);

	if (run->args.template < ARRAY_SIZE(wct_templates))
		wct_template(run, &wct_templates[run->args.template], mode);
	else
		wct_skip(run, "there are %zu", ARRAY_SIZE(wct_templates));
}

/* The software's queue is full, instead of the driver's. */
static void wct_template_queue(struct wct_run *run)
{
	const struct wct_mode *mode = wct_next_mode(run, NULL);
	struct crypto_skcipher *queue = wct_queue_open(run, mode);

	if (IS_ERR(queue)) {
		wct_ok(run, false, "no queue: error %ld", PTR_ERR(queue));
		return;
	}
	wct_template_case(run);
	wct_queue_close(queue);
}

const struct wct_case wct_template_cases[] = {
	{ "template", wct_template_case, "mode=cbc count=1100" },
	{ "template-queue", wct_template_queue, "mode=cbc count=1500" },
	{ }
};
