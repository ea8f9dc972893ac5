// SPDX-License-Identifier: GPL-2.0-only
/*
 * Opening: which driver a user gets who asks for a mode by its common name, maybe
 * as the first to do so; and requests of users that need a synchronous driver.
 */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "wct.h"

/* The flags that AF_ALG excludes since Linux 7.2. */
#define WCT_AF_ALG_MASK	(CRYPTO_ALG_ASYNC | CRYPTO_ALG_ALLOCATES_MEMORY | \
			 CRYPTO_ALG_KERN_DRIVER_ONLY)

static void wct_common_name(struct wct_run *run, const struct wct_mode *mode,
			    char name[CRYPTO_MAX_ALG_NAME])
{
	snprintf(name, CRYPTO_MAX_ALG_NAME, "%s(%s)", mode->name,
		 run->args.cipher);
}

/* Reports whether @tfm is of the driver that the arguments name, and frees it. */
static void wct_opened(struct wct_run *run, const struct wct_mode *mode,
		       struct crypto_skcipher *tfm, const char *user)
{
	char name[CRYPTO_MAX_ALG_NAME], want[CRYPTO_MAX_ALG_NAME];
	const char *got = "nothing";

	wct_common_name(run, mode, name);
	snprintf(want, sizeof(want), "%s-%s-%s", mode->name, run->args.cipher,
		 run->args.suffix);
	if (!IS_ERR(tfm))
		got = crypto_skcipher_driver_name(tfm);
	wct_ok(run, !strcmp(got, want), "%s is %s for %s", name, got, user);
	if (!IS_ERR(tfm))
		crypto_free_skcipher(tfm);
}

static void wct_open_masked(struct wct_run *run, u32 mask, const char *user)
{
	const struct wct_mode *mode;
	char name[CRYPTO_MAX_ALG_NAME];

	wct_for_each_mode(run, mode) {
		wct_common_name(run, mode, name);
		wct_opened(run, mode, crypto_alloc_skcipher(name, 0, mask),
			   user);
	}
}

/* By the common name, among all drivers. */
static void wct_any(struct wct_run *run)
{
	wct_open_masked(run, 0, "any user");
	wct_open_masked(run, CRYPTO_ALG_ALLOCATES_MEMORY, "dm-crypt");
}

/* By the common name, among synchronous drivers. */
static void wct_sync(struct wct_run *run)
{
	const struct wct_mode *mode;

	wct_open_masked(run, CRYPTO_ALG_ASYNC, "a user that cannot wait");
	wct_open_masked(run, WCT_AF_ALG_MASK, "AF_ALG");
	wct_for_each_mode(run, mode) {
		struct crypto_sync_skcipher *tfm;
		char name[CRYPTO_MAX_ALG_NAME];

		/* Warns if its request would not fit on a stack. */
		wct_common_name(run, mode, name);
		tfm = crypto_alloc_sync_skcipher(name, 0, 0);
		wct_opened(run, mode, IS_ERR(tfm) ? ERR_CAST(tfm) : &tfm->base,
			   "a user with requests on the stack");
	}
}

/* A request on the stack, in place, without a callback. */
static int wct_stack_call(struct crypto_sync_skcipher *tfm,
			  struct scatterlist *sg, size_t len, u8 *iv, u32 flags)
{
	SYNC_SKCIPHER_REQUEST_ON_STACK(req, tfm);
	int ret;

	skcipher_request_set_sync_tfm(req, tfm);
	skcipher_request_set_callback(req, flags, NULL, NULL);
	skcipher_request_set_crypt(req, sg, sg, len, iv);
	ret = crypto_skcipher_encrypt(req);
	skcipher_request_zero(req);
	return ret;
}

/* Compares the driver, with a request on the stack, with the generic one. */
static int wct_stack_one(const struct wct_pair *pair,
			 struct crypto_sync_skcipher *tfm, size_t len)
{
	u8 *got = kmalloc(2 * len, GFP_KERNEL), *want = got + len;
	u8 iv[2][WCT_BLOCK] = {};
	struct scatterlist sg;
	int ret;

	if (!got)
		return -ENOMEM;
	memset(got, 0xa5, 2 * len);
	sg_init_one(&sg, got, len);
	ret = wct_stack_call(tfm, &sg, len, iv[0], CRYPTO_TFM_REQ_MAY_SLEEP);
	if (!ret)
		ret = wct_expect(pair, want, len, iv[1]);
	if (!ret && (memcmp(got, want, len) ||
		     (pair->mode->chains && memcmp(iv[0], iv[1], WCT_BLOCK))))
		ret = -EBADMSG;
	kfree(got);
	return ret;
}

static int wct_stack(struct wct_run *run, struct wct_pair *pair)
{
	static const size_t list[] = { 16, 512, 4096, 20000, 65536 };
	struct crypto_sync_skcipher *tfm;
	unsigned int i;
	int ret;

	tfm = crypto_alloc_sync_skcipher(crypto_skcipher_driver_name(pair->driver),
					 0, 0);
	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	ret = crypto_sync_skcipher_setkey(tfm, pair->key, pair->keylen);
	for (i = 0; i < ARRAY_SIZE(list) && !ret; i++)
		ret = wct_stack_one(pair, tfm, list[i]);
	crypto_free_sync_skcipher(tfm);
	return ret;
}

const struct wct_case wct_open_cases[] = {
	{ "any", wct_any },
	{ "sync", wct_sync },
	{ "stack", .pair = wct_stack, .what = "requests on the stack" },
	{ }
};
