// SPDX-License-Identifier: GPL-2.0-only
/*
 * reference_ciphers: the ciphers of tests/reference for the crypto API, block by
 * block; the kernel's templates make modes of them. The mode that no template is
 * for is here: xts-gb(sm4-reference). They share no code with kmod/ct and with the
 * engines, so warpcrypt_test.ko compares these with them.
 *
 * Their names are NAME-reference and nothing else: who asks for NAME gets
 * another.
 */

#include <crypto/algapi.h>
#include <crypto/internal/skcipher.h>
#include <crypto/scatterwalk.h>
#include <crypto/xts.h>
#include <linux/crypto.h>
#include <linux/module.h>

#include "tests/reference/modes.h"
#include "tests/reference/reference.h"

#define REFERENCE_BLOCK		16u

static int reference_setkey(struct crypto_tfm *tfm, const u8 *bytes,
			    unsigned int len)
{
	struct reference_key *key = crypto_tfm_ctx(tfm);
	char cipher[CRYPTO_MAX_ALG_NAME];

	/* "NAME-reference" */
	strscpy(cipher, crypto_tfm_alg_name(tfm), sizeof(cipher));
	*strchrnul(cipher, '-') = 0;
	return reference_set_key(key, cipher, bytes, len) ? 0 : -EINVAL;
}

static void reference_encrypt(struct crypto_tfm *tfm, u8 *dst, const u8 *src)
{
	reference_block(crypto_tfm_ctx(tfm), 0, dst, src);
}

static void reference_decrypt(struct crypto_tfm *tfm, u8 *dst, const u8 *src)
{
	reference_block(crypto_tfm_ctx(tfm), 1, dst, src);
}

#define REFERENCE_ALG(_NAME, _name, _number, _min, _max, _step)		\
	{								\
		.cra_name = #_name "-reference",			\
		.cra_driver_name = #_name "-reference",			\
		.cra_priority = 1,					\
		.cra_flags = CRYPTO_ALG_TYPE_CIPHER,			\
		.cra_blocksize = REFERENCE_BLOCK,			\
		.cra_ctxsize = sizeof(struct reference_key),		\
		.cra_module = THIS_MODULE,				\
		.cra_cipher.cia_min_keysize = _min,			\
		.cra_cipher.cia_max_keysize = _max,			\
		.cra_cipher.cia_setkey = reference_setkey,		\
		.cra_cipher.cia_encrypt = reference_encrypt,		\
		.cra_cipher.cia_decrypt = reference_decrypt,		\
	},

static struct crypto_alg reference_algs[] = {
	WARPCRYPT_CIPHERS(REFERENCE_ALG)
};

struct reference_xts_keys {
	struct reference_key data, tweak;
};

static int reference_xts_setkey(struct crypto_skcipher *tfm, const u8 *bytes,
				unsigned int len)
{
	struct reference_xts_keys *keys = crypto_skcipher_ctx(tfm);
	int ret = xts_verify_key(tfm, bytes, len);

	if (ret)
		return ret;
	len /= 2;
	return reference_set_key(&keys->data, "sm4", bytes, len) &&
	       reference_set_key(&keys->tweak, "sm4", bytes + len, len) ?
	       0 : -EINVAL;
}

static int reference_xts_crypt(struct skcipher_request *req, int decrypt)
{
	struct reference_xts_keys *keys =
		crypto_skcipher_ctx(crypto_skcipher_reqtfm(req));
	u8 *buf;

	if (req->cryptlen < REFERENCE_BLOCK)
		return -EINVAL;
	buf = kmalloc(req->cryptlen, req->base.flags & CRYPTO_TFM_REQ_MAY_SLEEP ?
				     GFP_KERNEL : GFP_ATOMIC);
	if (!buf)
		return -ENOMEM;
	scatterwalk_map_and_copy(buf, req->src, 0, req->cryptlen, 0);
	reference_xts_gb(reference_block, &keys->data, &keys->tweak, decrypt,
			 req->iv, 0, buf, req->cryptlen);
	scatterwalk_map_and_copy(buf, req->dst, 0, req->cryptlen, 1);
	kfree(buf);
	return 0;
}

static int reference_xts_encrypt(struct skcipher_request *req)
{
	return reference_xts_crypt(req, 0);
}

static int reference_xts_decrypt(struct skcipher_request *req)
{
	return reference_xts_crypt(req, 1);
}

/* XTS by GB/T 17964-2021. */
static struct skcipher_alg reference_xts_alg = {
	.base = {
		.cra_name = "xts-gb(sm4-reference)",
		.cra_driver_name = "xts-gb-sm4-reference",
		.cra_priority = 1,
		.cra_blocksize = REFERENCE_BLOCK,
		.cra_ctxsize = sizeof(struct reference_xts_keys),
		.cra_module = THIS_MODULE,
	},
	.min_keysize = 2 * REFERENCE_BLOCK,
	.max_keysize = 2 * REFERENCE_BLOCK,
	.ivsize = REFERENCE_BLOCK,
	.setkey = reference_xts_setkey,
	.encrypt = reference_xts_encrypt,
	.decrypt = reference_xts_decrypt,
};

/* Makes the tables of a cipher's first key before several users can make them at once. */
static int __init reference_make_tables(void)
{
	struct reference_key *key = kzalloc(sizeof(*key), GFP_KERNEL);
	static const u8 zeroes[REFERENCE_BLOCK];
	u8 block[REFERENCE_BLOCK];
	u8 bytes[64] = {};
	unsigned int i;
	int ret = 0;

	if (!key)
		return -ENOMEM;
	for (i = 0; reference_ciphers[i] && !ret; i++) {
		const struct reference_cipher *cipher = reference_ciphers[i];

		if (!reference_set_key(key, cipher->name, bytes,
				       cipher->lengths[0]))
			ret = -EINVAL;
		else
			reference_block(key, 0, block, zeroes);
	}
	kfree(key);
	return ret;
}

static int __init reference_init(void)
{
	int ret = reference_make_tables();

	ret = ret ?: crypto_register_algs(reference_algs,
					  ARRAY_SIZE(reference_algs));
	if (ret)
		return ret;
	ret = crypto_register_skcipher(&reference_xts_alg);
	if (ret)
		crypto_unregister_algs(reference_algs,
				       ARRAY_SIZE(reference_algs));
	return ret;
}

static void __exit reference_exit(void)
{
	crypto_unregister_skcipher(&reference_xts_alg);
	crypto_unregister_algs(reference_algs, ARRAY_SIZE(reference_algs));
}

module_init(reference_init);
module_exit(reference_exit);

#define REFERENCE_ALIAS(_NAME, _name, ...) \
	MODULE_ALIAS_CRYPTO(#_name "-reference");
WARPCRYPT_CIPHERS(REFERENCE_ALIAS)
MODULE_ALIAS_CRYPTO("xts-gb(sm4-reference)");
MODULE_ALIAS_CRYPTO("xts-gb-sm4-reference");
MODULE_DESCRIPTION("Ciphers from their specifications, for tests to compare with");
MODULE_LICENSE("GPL");
