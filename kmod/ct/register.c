// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers the algorithms of a cipher: its modes, and the plain cipher for the
 * kernel's templates, which does one block at a time.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "ct.h"

#include <linux/module.h>

static const struct wcct_cipher *wcct_cipher_of(struct crypto_tfm *tfm)
{
	return container_of(tfm->__crt_alg, struct wcct_cipher, alg);
}

static int wcct_setkey(struct crypto_tfm *tfm, const u8 *key, unsigned int len)
{
	const struct wcct_cipher *cipher = wcct_cipher_of(tfm);

	if (!wcct_key_fits(cipher, len))
		return -EINVAL;
	cipher->schedule(crypto_tfm_ctx(tfm), key, len);
	return 0;
}

static void wcct_encrypt(struct crypto_tfm *tfm, u8 *dst, const u8 *src)
{
	wcct_cipher_of(tfm)->one(crypto_tfm_ctx(tfm), false, dst, src);
}

static void wcct_decrypt(struct crypto_tfm *tfm, u8 *dst, const u8 *src)
{
	wcct_cipher_of(tfm)->one(crypto_tfm_ctx(tfm), true, dst, src);
}

static void wcct_cipher_init(struct wcct_cipher *cipher)
{
	struct crypto_alg *alg = &cipher->alg;

	strscpy(alg->cra_name, cipher->name, CRYPTO_MAX_ALG_NAME);
	snprintf(alg->cra_driver_name, CRYPTO_MAX_ALG_NAME, "%s-ct",
		 cipher->name);
	alg->cra_priority = WCCT_PRIORITY;
	alg->cra_flags = CRYPTO_ALG_TYPE_CIPHER;
	alg->cra_blocksize = WCCT_BLOCK;
	alg->cra_ctxsize = cipher->schedule_size;
	alg->cra_module = cipher->owner;
	alg->cra_cipher.cia_min_keysize = cipher->min_key;
	alg->cra_cipher.cia_max_keysize = cipher->max_key;
	alg->cra_cipher.cia_setkey = wcct_setkey;
	alg->cra_cipher.cia_encrypt = wcct_encrypt;
	alg->cra_cipher.cia_decrypt = wcct_decrypt;
}

/* Those of the first @count modes that it has. */
static void wcct_unregister_modes(struct wcct_cipher *cipher,
				  unsigned int count)
{
	while (count--)
		if (cipher->has & WARPCRYPT_MODE_BIT(count))
			crypto_unregister_skcipher(&cipher->modes[count].alg);
}

static void wcct_report(const struct wcct_cipher *cipher)
{
	if (cipher->simd)
		pr_info("%s: %s, or %s where vector registers may not be used\n",
			cipher->name, cipher->simd->title,
			cipher->general->title);
	else
		pr_info("%s: %s\n", cipher->name, cipher->general->title);
}

/**
 * wcct_register() - test a cipher and register all its algorithms
 * @cipher: the cipher, complete except for @general, @simd, @alg and @modes; must
 *	stay valid until wcct_unregister()
 *
 * Return: 0; -EBADMSG if a known answer is wrong; or another error. After an error
 * nothing is registered. Sleeps.
 */
int wcct_register(struct wcct_cipher *cipher)
{
	unsigned int i;
	int ret;

	ret = wcct_selftest(cipher);
	if (ret)
		return ret;
	wcct_cipher_init(cipher);
	wcct_modes_init(cipher);
	ret = crypto_register_alg(&cipher->alg);
	if (ret)
		return ret;
	for (i = 0; i < WCCT_MODES; i++) {
		if (!(cipher->has & WARPCRYPT_MODE_BIT(i)))
			continue;
		ret = crypto_register_skcipher(&cipher->modes[i].alg);
		if (ret)
			goto err_modes;
	}
	wcct_report(cipher);
	return 0;

err_modes:
	wcct_unregister_modes(cipher, i);
	crypto_unregister_alg(&cipher->alg);
	return ret;
}
EXPORT_SYMBOL_GPL(wcct_register);

/* Undoes wcct_register(). No tfm uses the cipher any more. */
void wcct_unregister(struct wcct_cipher *cipher)
{
	wcct_unregister_modes(cipher, WCCT_MODES);
	crypto_unregister_alg(&cipher->alg);
}
EXPORT_SYMBOL_GPL(wcct_unregister);

static int __init wcct_init(void)
{
	int ret = wcct_forms_init();

	return ret ?: wcct_scratch_init();
}

static void __exit wcct_exit(void)
{
	wcct_scratch_exit();
}

module_init(wcct_init);
module_exit(wcct_exit);

MODULE_DESCRIPTION("What warpcrypt's constant-time ciphers share");
MODULE_LICENSE("GPL");
