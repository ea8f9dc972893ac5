// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tfms: more tfms than key slots, new keys, a tfm that is kept open.
 */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "wct.h"

/* A request after every setkey, keys of all lengths in turn. */
static void wct_rekey(struct wct_run *run)
{
	static const unsigned int order[] = { 0, 2, 1, 2, 0 };
	const struct wct_mode *mode;
	unsigned long i;

	wct_for_each_mode(run, mode) {
		struct wct_pair pair;
		struct wct_op op;
		int ret = wct_pair_open(run, &pair, mode, wct_keylen(run, 0));

		for (i = 0; i < run->args.count && !ret; i++) {
			pair.keylen = mode->keys *
				      wct_keylen(run, order[i % ARRAY_SIZE(order)]);
			ret = wct_pair_rekey(run, &pair);
			wct_op_init(run, &op, wct_fit(mode, 600 + i));
			op.decrypt = i & 1;
			op.in_place = i & 2;
			if (!ret)
				ret = wct_check(run, &pair, &op);
		}
		wct_pair_close(&pair);
		wct_ok(run, !ret, "%s(%s) %lu new keys", mode->name,
		       run->args.cipher, run->args.count);
	}
}

/* Each tfm has its own key and is used more than once. */
static int wct_many_used(struct wct_run *run, struct wct_pair *pairs,
			 unsigned long count)
{
	unsigned long round, i;
	int ret = 0;

	for (round = 0; round < 2; round++)
		for (i = 0; i < count && !ret; i++) {
			struct wct_op op;

			wct_op_init(run, &op, wct_fit(pairs[i].mode, 768));
			op.decrypt = round;
			ret = wct_check(run, &pairs[i], &op);
		}
	return ret;
}

static void wct_many(struct wct_run *run)
{
	unsigned long count = run->args.count, i;
	struct wct_pair *pairs = kvcalloc(count, sizeof(*pairs), GFP_KERNEL);
	const struct wct_mode *mode;

	if (!pairs) {
		wct_ok(run, false, "no memory for %lu tfms", count);
		return;
	}
	wct_for_each_mode(run, mode) {
		int ret = 0;

		for (i = 0; i < count && !ret; i++)
			ret = wct_pair_open(run, &pairs[i], mode,
					    wct_keylen(run, 0));
		if (!ret)
			ret = wct_many_used(run, pairs, count);
		/* Every other tfm is freed; the others still work, and so do new ones. */
		for (i = 0; i < count && !ret; i += 2) {
			wct_pair_close(&pairs[i]);
			ret = wct_pair_open(run, &pairs[i], mode,
					    wct_keylen(run, 2));
		}
		if (!ret)
			ret = wct_many_used(run, pairs, count);
		for (i = 0; i < count; i++)
			wct_pair_close(&pairs[i]);
		memset(pairs, 0, count * sizeof(*pairs));
		wct_ok(run, !ret, "%s(%s) %lu tfms at once", mode->name,
		       run->args.cipher, count);
	}
	kvfree(pairs);
}

static DEFINE_MUTEX(wct_held_lock);
static struct crypto_skcipher *wct_held;

/* Keeps a tfm open until "release". */
static void wct_hold(struct wct_run *run)
{
	const struct wct_mode *mode;

	mutex_lock(&wct_held_lock);
	wct_for_each_mode(run, mode) {
		if (wct_held)
			break;
		wct_held = wct_open_driver(run, mode);
		if (IS_ERR(wct_held))
			wct_held = NULL;
	}
	wct_ok(run, wct_held, "a tfm is open");
	mutex_unlock(&wct_held_lock);
}

static void wct_release(struct wct_run *run)
{
	mutex_lock(&wct_held_lock);
	wct_ok(run, wct_held, "a tfm was open");
	crypto_free_skcipher(wct_held);
	wct_held = NULL;
	mutex_unlock(&wct_held_lock);
}

const struct wct_case wct_tfm_cases[] = {
	{ "rekey", wct_rekey, "count=60" },
	{ "many", wct_many, "count=1000" },
	{ "hold", wct_hold },
	{ "release", wct_release },
	{ }
};
