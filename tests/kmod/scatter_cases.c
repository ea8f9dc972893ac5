// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scatterlists: many odd pieces, cut differently for source and destination,
 * at every alignment.
 */

#include <linux/kernel.h>

#include "wct.h"

static int wct_scatter_one(struct wct_run *run, struct wct_pair *pair,
			   unsigned int src, unsigned int dst, size_t len)
{
	int variant, ret;

	for (variant = 0; variant < 4; variant++) {
		struct wct_op op;

		wct_op_init(run, &op, len);
		op.decrypt = variant & 1;
		op.in_place = variant & 2;
		op.src_split = src;
		op.dst_split = dst;
		op.src_misalign = wct_random(run, 64);
		op.dst_misalign = wct_random(run, 64);
		/* In place there is only one list. */
		if (op.in_place && src != dst)
			continue;
		ret = wct_check(run, pair, &op);
		if (ret)
			return ret;
	}
	return 0;
}

static void wct_scatter(struct wct_run *run)
{
	const size_t list[] = {
		17, 64, 517, 4096, 4097, 20000, run->args.frame + 333,
	};
	const struct wct_mode *mode;
	unsigned int src, dst, i;

	wct_for_each_mode(run, mode) {
		struct wct_pair pair;
		int ret = wct_pair_open(run, &pair, mode, wct_keylen(run, 0));

		for (src = 0; src < WCT_SPLITS; src++)
			for (dst = 0; dst < WCT_SPLITS; dst++)
				for (i = 0; i < ARRAY_SIZE(list) && !ret; i++)
					ret = wct_scatter_one(run, &pair, src,
							      dst,
							      wct_fit(mode, list[i]));
		wct_pair_close(&pair);
		wct_ok(run, !ret, "%s(%s) scatterlists of %u by %u shapes",
		       mode->name, run->args.cipher, WCT_SPLITS, WCT_SPLITS);
	}
}

static void wct_aligned(struct wct_run *run)
{
	const struct wct_mode *mode;
	unsigned int misalign;

	wct_for_each_mode(run, mode) {
		struct wct_pair pair;
		int ret = wct_pair_open(run, &pair, mode, wct_keylen(run, 0));

		for (misalign = 0; misalign < 64 && !ret; misalign++) {
			struct wct_op op;

			wct_op_init(run, &op, wct_fit(mode, 1000 + misalign));
			op.decrypt = misalign & 1;
			op.in_place = misalign & 2;
			op.src_misalign = misalign;
			op.dst_misalign = 63 - misalign;
			ret = wct_check(run, &pair, &op);
		}
		wct_pair_close(&pair);
		wct_ok(run, !ret, "%s(%s) every alignment", mode->name,
		       run->args.cipher);
	}
}

/* Random lengths, shapes, directions, alignments and keys. */
static void wct_random_ops(struct wct_run *run)
{
	const struct wct_mode *mode;
	unsigned long i;

	wct_for_each_mode(run, mode) {
		struct wct_pair pair;
		int ret = wct_pair_open(run, &pair, mode, wct_keylen(run, 2));

		for (i = 0; i < run->args.count && !ret; i++) {
			struct wct_op op;
			u32 most = wct_random(run, 4) ? 5000 : run->args.size;

			wct_op_init(run, &op, wct_fit(mode, wct_random(run, most)));
			op.decrypt = wct_random(run, 2);
			op.in_place = wct_random(run, 2);
			op.src_split = wct_random(run, WCT_SPLITS);
			op.dst_split = wct_random(run, WCT_SPLITS);
			op.src_misalign = wct_random(run, 64);
			op.dst_misalign = wct_random(run, 64);
			if (!wct_random(run, 8))
				ret = wct_pair_rekey(run, &pair);
			if (!ret)
				ret = wct_check(run, &pair, &op);
		}
		wct_pair_close(&pair);
		wct_ok(run, !ret, "%s(%s) %lu random requests", mode->name,
		       run->args.cipher, run->args.count);
	}
}

const struct wct_case wct_scatter_cases[] = {
	{ "scatter", wct_scatter },
	{ "alignment", wct_aligned },
	{ "random", wct_random_ops, "count=200 size=200000" },
	{ }
};
