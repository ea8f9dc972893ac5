// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests of synchronous drivers from contexts in which vector registers may be used,
 * and from others. Each says which it is; the driver's counter of the parts that it did
 * in vector registers is for the script to compare.
 */

#include <linux/bottom_half.h>
#include <linux/kernel.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <asm/simd.h>
#include <crypto/internal/simd.h>

#include "../../kmod/compat.h"
#include "wct.h"

/* Encrypts in a context, and says whether vector registers are usable there. */
typedef int wct_context_fn(struct skcipher_request *req, bool *usable);

static int wct_here(struct skcipher_request *req, bool *usable)
{
	*usable = crypto_simd_usable();
	return crypto_skcipher_encrypt(req);
}

static int wct_in_bh_off(struct skcipher_request *req, bool *usable)
{
	int ret;

	local_bh_disable();
	ret = wct_here(req, usable);
	local_bh_enable();
	return ret;
}

/* As if the kernel's own code had been interrupted that uses them. */
static int wct_in_section(struct skcipher_request *req, bool *usable)
{
	int ret;

	wc_with_simd(ret = wct_here(req, usable));
	return ret;
}

#if defined(CONFIG_CRYPTO_MANAGER_EXTRA_TESTS) || defined(CONFIG_CRYPTO_SELFTESTS_FULL)
#define WCT_HAVE_DISABLED 1

/* As testmgr does it. */
static int wct_in_disabled(struct skcipher_request *req, bool *usable)
{
	int ret;

	preempt_disable();
	__this_cpu_write(crypto_simd_disabled_for_test, true);
	ret = wct_here(req, usable);
	__this_cpu_write(crypto_simd_disabled_for_test, false);
	preempt_enable();
	return ret;
}
#endif

/* A request of @len bytes, in place, and the same by the generic implementation. */
static int wct_context_one(struct wct_run *run, struct wct_pair *pair,
			   wct_context_fn *call, size_t len, bool *usable)
{
	struct skcipher_request *req = skcipher_request_alloc(pair->driver,
							      GFP_KERNEL);
	u8 *got = kmalloc(2 * len, GFP_KERNEL), *want = got + len;
	u8 iv[2][WCT_BLOCK] = {};
	struct scatterlist sg;
	int ret = -ENOMEM;

	if (!req || !got)
		goto out;
	prandom_bytes_state(&run->rnd, got, len);
	memcpy(want, got, len);
	ret = wct_expect(pair, want, len, iv[0]);
	if (ret)
		goto out;
	sg_init_one(&sg, got, len);
	skcipher_request_set_callback(req, 0, NULL, NULL);
	skcipher_request_set_crypt(req, &sg, &sg, len, iv[1]);
	ret = call(req, usable);
	if (!ret && memcmp(got, want, len))
		ret = -EBADMSG;
out:
	if (ret)
		wct_note(run, "%s, %zu bytes: error %d", pair->mode->name, len,
			 ret);
	kfree(got);
	if (req)
		skcipher_request_free(req);
	return ret;
}

static void wct_context(struct wct_run *run, wct_context_fn *call)
{
	/* Less than a block in 64 lanes, and more; what vectors do at once, and more. */
	static const size_t lengths[] = { 16, 512, 1056, 4096, 4128, 12000 };
	const struct wct_mode *mode;
	bool usable = false;
	unsigned int i;

	wct_for_each_mode(run, mode) {
		struct wct_pair pair;
		int ret = wct_pair_open(run, &pair, mode, wct_keylen(run, 0));

		for (i = 0; i < ARRAY_SIZE(lengths) && !ret; i++)
			ret = wct_context_one(run, &pair, call, lengths[i],
					      &usable);
		wct_pair_close(&pair);
		wct_ok(run, !ret, "%s(%s) where vector registers %s",
		       mode->name, run->args.cipher,
		       usable ? "are usable" : "are not usable");
	}
}

static void wct_task(struct wct_run *run)
{
	wct_context(run, wct_here);
}

static void wct_bh_off(struct wct_run *run)
{
	wct_context(run, wct_in_bh_off);
}

static void wct_simd_section(struct wct_run *run)
{
	wct_context(run, wct_in_section);
}

static void wct_simd_disabled(struct wct_run *run)
{
#ifdef WCT_HAVE_DISABLED
	wct_context(run, wct_in_disabled);
#else
	wct_skip(run, "this kernel's testmgr cannot disable vector registers");
#endif
}

const struct wct_case wct_context_cases[] = {
	{ "task", wct_task },
	{ "bh-off", wct_bh_off },
	{ "simd-section", wct_simd_section },
	{ "simd-disabled", wct_simd_disabled },
	{ }
};
