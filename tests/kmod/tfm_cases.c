// SPDX-License-Identifier: GPL-2.0-only
/* Tfms: more tfms than key slots, new keys. */

#include <linux/kernel.h>
#include <linux/slab.h>

#include "wct.h"

/* A request after every setkey, keys of all lengths in turn. */
static int wct_rekey(struct wct_run *run, struct wct_pair *pair)
{
	static const unsigned int order[] = { 0, 2, 1, 2, 0 };
	unsigned long i;
	int ret = 0;

	for (i = 0; i < run->args.count && !ret; i++) {
		struct wct_op op;

		pair->keylen = pair->mode->keys *
			       wct_keylen(run, order[i % ARRAY_SIZE(order)]);
		ret = wct_pair_rekey(run, pair);
		wct_op_init(run, &op, wct_fit(pair->mode, 600 + i));
		op.decrypt = i & 1;
		op.in_place = i & 2;
		if (!ret)
			ret = wct_check(run, pair, &op);
	}
	return ret;
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
	{ "rekey", .pair = wct_rekey, .what = "and new ones",
	  .defaults = "count=60" },
	{ "many", wct_many, "count=1000" },
	{ }
};
