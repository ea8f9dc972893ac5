// SPDX-License-Identifier: GPL-2.0-only
/* Takes an algorithm's name before the driver can: what does the driver do then? */
#include <crypto/algapi.h>
#include <linux/module.h>
#include <linux/string.h>

static char *name = "cbc-sm4-warpcrypt";
module_param(name, charp, 0400);
MODULE_PARM_DESC(name, "the driver name to take");

static int taken_setkey(struct crypto_tfm *tfm, const u8 *key, unsigned int len)
{
	return 0;
}

static void taken_crypt(struct crypto_tfm *tfm, u8 *dst, const u8 *src)
{
	memmove(dst, src, 16);
}

static struct crypto_alg taken = {
	.cra_driver_name = "name-taken",
	.cra_flags = CRYPTO_ALG_TYPE_CIPHER,
	.cra_blocksize = 16,
	.cra_module = THIS_MODULE,
	.cra_u.cipher = {
		.cia_min_keysize = 16,
		.cia_max_keysize = 16,
		.cia_setkey = taken_setkey,
		.cia_encrypt = taken_crypt,
		.cia_decrypt = taken_crypt,
	},
};

static int __init taken_init(void)
{
	/* A name that is a driver's is refused in any kernel; two drivers' are not. */
	strscpy(taken.cra_name, name, sizeof(taken.cra_name));
	return crypto_register_alg(&taken);
}

static void __exit taken_exit(void)
{
	crypto_unregister_alg(&taken);
}

module_init(taken_init);
module_exit(taken_exit);

MODULE_DESCRIPTION("Takes the name of an algorithm of warpcrypt");
MODULE_LICENSE("GPL");
