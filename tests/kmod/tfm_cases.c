// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tfms: more tfms than key slots, new keys.
 */

#include <linux/kernel.h>
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

const struct wct_case wct_tfm_cases[] = {
	{ "rekey", wct_rekey, "count=60" },
	{ "many", wct_many, "count=1000" },
	{ }
};
