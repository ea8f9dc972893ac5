// SPDX-License-Identifier: GPL-2.0-only
/*
 * IVs: counters wrap.
 */

#include <linux/kernel.h>

#include "wct.h"

/* Sets @iv so that its low @bits bits wrap after @blocks blocks. */
static void wct_wrapping_iv(u8 *iv, unsigned int bits, u32 blocks)
{
	unsigned int i, borrow = 0;

	for (i = 0; i < bits / 8; i++) {
		u8 *byte = &iv[WCT_BLOCK - 1 - i];
		unsigned int take = (i < 4 ? (blocks >> (8 * i)) & 255 : 0) +
				    borrow;

		/* 0 - blocks, byte by byte */
		*byte = (256 - take) & 255;
		borrow = take > 0;
	}
}

static int wct_wrap_one(struct wct_run *run, struct wct_pair *pair,
			unsigned int bits, u32 blocks, size_t len)
{
	struct wct_op op;
	int ret;

	wct_op_init(run, &op, len);
	/* Not all ones above, so that a carry out of @bits is visible. */
	if (bits < 128)
		op.iv[WCT_BLOCK - 1 - bits / 8] = 0x7f;
	wct_wrapping_iv(op.iv, bits, blocks);
	op.src_split = WCT_RANDOM;
	op.dst_split = WCT_RANDOM;
	ret = wct_check(run, pair, &op);
	if (ret)
		return ret;
	op.in_place = true;
	return wct_check(run, pair, &op);
}

static void wct_wrap(struct wct_run *run)
{
	/* Approximate number of blocks in the first piece of a request. */
	const u32 frame = (run->args.frame - 64) / WCT_BLOCK;
	const u32 at[] = {
		1, 2, 31, 32, 33, 255, 256, frame - 1, frame, frame + 1,
		2 * frame, 2 * frame + 1,
	};
	static const unsigned int widths[] = { 8, 32, 64, 96, 128 };
	const struct wct_mode *mode;
	unsigned int i, w;

	wct_for_each_mode(run, mode) {
		if (strcmp(mode->name, "ctr"))
			continue;
		for (w = 0; w < ARRAY_SIZE(widths); w++) {
			struct wct_pair pair;
			int ret = wct_pair_open(run, &pair, mode,
						wct_keylen(run, 0));

			for (i = 0; i < ARRAY_SIZE(at) && !ret; i++)
				ret = wct_wrap_one(run, &pair, widths[w],
						   at[i],
						   16 * at[i] + 16 * 40 + 7);
			wct_pair_close(&pair);
			wct_ok(run, !ret, "%s(%s) counter wraps at %u bits",
			       mode->name, run->args.cipher, widths[w]);
		}
	}
}

const struct wct_case wct_iv_cases[] = {
	{ "wrap", wct_wrap },
	{ }
};
