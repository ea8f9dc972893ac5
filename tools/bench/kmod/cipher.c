// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests of ciphers.
 */
#include <crypto/skcipher.h>
#include <linux/err.h>

#include "load.h"

static void *cipher_open(const struct wcb_job *job)
{
	struct crypto_skcipher *tfm;
	int ret;

	tfm = crypto_alloc_skcipher(job->alg, 0, 0);
	if (IS_ERR(tfm))
		return tfm;
	ret = -EOPNOTSUPP;
	if (crypto_skcipher_ivsize(tfm) <= WCB_IV_MAX)
		ret = crypto_skcipher_setkey(tfm, job->key, job->key_len);
	if (ret) {
		crypto_free_skcipher(tfm);
		/* Not -EINVAL, which the caller gets for other reasons, too. */
		return ERR_PTR(ret == -EINVAL ? -EKEYREJECTED : ret);
	}
	return tfm;
}

static void cipher_close(void *tfm)
{
	crypto_free_skcipher(tfm);
}

static const char *cipher_driver(void *tfm)
{
	return crypto_skcipher_driver_name(tfm);
}

static size_t cipher_bytes(void *tfm)
{
	return sizeof(struct skcipher_request) + crypto_skcipher_reqsize(tfm);
}

static void cipher_init(struct wcb_request *r, u32 flags)
{
	struct skcipher_request *req = (void *)r->req;

	skcipher_request_set_tfm(req, r->load->tfm);
	skcipher_request_set_callback(req, flags, wcb_load_callback, r);
}

static int cipher_start(struct wcb_request *r)
{
	struct skcipher_request *req = (void *)r->req;
	const struct wcb_job *job = r->load->job;

	skcipher_request_set_crypt(req, r->src, r->dst, job->size, r->iv);
	if (job->flags & WCB_DECRYPT)
		return crypto_skcipher_decrypt(req);
	return crypto_skcipher_encrypt(req);
}

/* Of jobs WCB_SKCIPHER. */
const struct wcb_api wcb_cipher_api = {
	.open	= cipher_open,
	.close	= cipher_close,
	.driver	= cipher_driver,
	.bytes	= cipher_bytes,
	.init	= cipher_init,
	.start	= cipher_start,
};
