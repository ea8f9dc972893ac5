// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests of key agreements: the points are the source's pieces, and results are as
 * long.
 */
#include <crypto/kpp.h>
#include <linux/err.h>

#include "load.h"

static void *kpp_open(const struct wcb_job *job)
{
	struct crypto_kpp *tfm;
	int ret;

	tfm = crypto_alloc_kpp(job->alg, 0, 0);
	if (IS_ERR(tfm))
		return tfm;
	ret = crypto_kpp_set_secret(tfm, job->key, job->key_len);
	if (ret) {
		crypto_free_kpp(tfm);
		/* Not -EINVAL, which the caller gets for other reasons, too. */
		return ERR_PTR(ret == -EINVAL ? -EKEYREJECTED : ret);
	}
	return tfm;
}

static void kpp_close(void *tfm)
{
	crypto_free_kpp(tfm);
}

static const char *kpp_driver(void *tfm)
{
	return crypto_tfm_alg_driver_name(crypto_kpp_tfm(tfm));
}

static size_t kpp_bytes(void *tfm)
{
	return sizeof(struct kpp_request) + crypto_kpp_reqsize(tfm);
}

static void kpp_init(struct wcb_request *r, u32 flags)
{
	struct kpp_request *req = (void *)r->req;

	kpp_request_set_tfm(req, r->load->tfm);
	kpp_request_set_callback(req, flags, wcb_load_callback, r);
}

static int kpp_start(struct wcb_request *r)
{
	struct kpp_request *req = (void *)r->req;
	const struct wcb_job *job = r->load->job;

	kpp_request_set_output(req, r->dst, job->size);
	if (job->flags & WCB_BASE) {
		kpp_request_set_input(req, NULL, 0);
		return crypto_kpp_generate_public_key(req);
	}
	kpp_request_set_input(req, r->src, job->size);
	return crypto_kpp_compute_shared_secret(req);
}

/* Of jobs WCB_KPP. */
const struct wcb_api wcb_kpp_api = {
	.open	= kpp_open,
	.close	= kpp_close,
	.driver	= kpp_driver,
	.bytes	= kpp_bytes,
	.init	= kpp_init,
	.start	= kpp_start,
};
