// SPDX-License-Identifier: GPL-2.0-only
/* Invalid requests and keys: refused as the generic implementation refuses them. */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/minmax.h>

#include "wct.h"

/*
 * Sets a key on the driver and on a new generic tfm; true when both return the
 * same. If the new one accepts the key, it replaces the pair's generic tfm. If
 * not, the pair's keeps the old key. (A new one is needed because since 6.7 the
 * kernel's ecb and cbc templates have no key after they have refused one, and
 * accept requests without a key.)
 */
static bool wct_same_setkey(struct wct_run *run, struct wct_pair *pair,
			    const u8 *key, unsigned int len)
{
	struct crypto_skcipher *fresh = wct_open_generic(run, pair->mode);
	int driver, generic;

	if (IS_ERR(fresh))
		return false;
	/* It must refuse the same keys as the pair's. */
	crypto_skcipher_set_flags(fresh, CRYPTO_TFM_REQ_MASK &
				  crypto_skcipher_get_flags(pair->generic));
	driver = crypto_skcipher_setkey(pair->driver, key, len);
	generic = crypto_skcipher_setkey(fresh, key, len);
	if (driver != generic)
		wct_note(run, "key of %u bytes: driver %d, generic %d", len,
			 driver, generic);
	if (!generic)
		swap(fresh, pair->generic);
	crypto_free_skcipher(fresh);
	return driver == generic;
}

/* Sets a key of @len bytes: both must refuse it, or give the same results with it. */
static bool wct_same_key(struct wct_run *run, const struct wct_mode *mode,
			 const u8 *key, unsigned int len)
{
	struct wct_pair pair;
	struct wct_op op;
	bool same;

	wct_op_init(run, &op, 64);
	same = !wct_pair_open(run, &pair, mode, wct_keylen(run, 0)) &&
	       wct_same_setkey(run, &pair, key, len);
	/* After a refused key there is no key, or the old one. */
	if (same &&
	    !(crypto_skcipher_get_flags(pair.driver) & CRYPTO_TFM_NEED_KEY))
		same = !wct_check(run, &pair, &op);
	wct_pair_close(&pair);
	return same;
}

static void wct_keys(struct wct_run *run)
{
	const struct wct_mode *mode;
	u8 key[WCT_KEY_MAX];
	unsigned int len;

	prandom_bytes_state(&run->rnd, key, sizeof(key));
	wct_for_each_mode(run, mode) {
		for (len = 0; len <= sizeof(key); len++)
			if (!wct_same_key(run, mode, key, len))
				break;
		wct_ok(run, len > sizeof(key), "%s(%s) keys of 0 to %zu bytes",
		       mode->name, run->args.cipher, sizeof(key));
	}
}

/* Requests before any key is set. */
static void wct_keyless(struct wct_run *run)
{
	const struct wct_mode *mode;

	wct_for_each_mode(run, mode) {
		struct wct_pair pair = { .mode = mode };
		struct wct_op op;
		int ret = -ENOENT;

		pair.driver = wct_open_driver(run, mode);
		pair.generic = wct_open_generic(run, mode);
		wct_op_init(run, &op, 64);
		if (!IS_ERR(pair.driver) && !IS_ERR(pair.generic))
			ret = wct_check(run, &pair, &op);
		wct_pair_close(&pair);
		wct_ok(run, !ret, "%s(%s) a request without a key", mode->name,
		       run->args.cipher);
	}
}

static int wct_weak(struct wct_run *run, struct wct_pair *pair)
{
	unsigned int keylen;
	u8 key[WCT_KEY_MAX];
	struct wct_op op;

	if (pair->mode->keys != 2)
		return 1;
	wct_op_init(run, &op, 100);
	wct_for_each_keylen(run, keylen) {
		bool same;

		prandom_bytes_state(&run->rnd, key, keylen);
		memcpy(key + keylen, key, keylen);
		if (!wct_same_setkey(run, pair, key, 2 * keylen) ||
		    wct_check(run, pair, &op))
			return -EBADMSG;
		crypto_skcipher_set_flags(pair->driver, CRYPTO_TFM_REQ_FORBID_WEAK_KEYS);
		crypto_skcipher_set_flags(pair->generic, CRYPTO_TFM_REQ_FORBID_WEAK_KEYS);
		same = wct_same_setkey(run, pair, key, 2 * keylen);
		/* One bit changed makes it a valid key. */
		key[0] ^= 1;
		same = same && wct_same_setkey(run, pair, key, 2 * keylen) &&
		       !wct_check(run, pair, &op);
		crypto_skcipher_clear_flags(pair->driver, CRYPTO_TFM_REQ_FORBID_WEAK_KEYS);
		crypto_skcipher_clear_flags(pair->generic, CRYPTO_TFM_REQ_FORBID_WEAK_KEYS);
		if (!same)
			return -EBADMSG;
	}
	return 0;
}

const struct wct_case wct_error_cases[] = {
	{ "keys", wct_keys },
	{ "keyless", wct_keyless },
	{ "weak", .pair = wct_weak, .what = "keys with equal halves" },
	{ }
};
