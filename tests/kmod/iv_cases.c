// SPDX-License-Identifier: GPL-2.0-only
/*
 * IVs: chained calls give the same result as one call; counters wrap.
 */

#include <linux/kernel.h>
#include <linux/slab.h>

#include "wct.h"

/*
 * Encrypts or decrypts @data in place; with @cut in calls of random lengths, each
 * with the IV that the call before has left.
 */
static int wct_chained(struct wct_run *run, struct crypto_skcipher *tfm,
		       struct wct_buffer *data, u8 *iv, bool decrypt,
		       bool cut)
{
	struct wct_buffer piece = *data;
	size_t from = 0;
	int ret = 0;

	while (from < data->len && !ret) {
		size_t len = data->len - from;
		struct sg_table table;

		if (cut)
			len = min_t(size_t, len, 16 * (1 + wct_random(run, 700)));
		piece.data = data->data + from;
		piece.len = len;
		ret = wct_buffer_map(&piece, &table, WCT_RANDOM, &run->rnd);
		if (ret)
			return ret;
		ret = wct_call(tfm, table.sgl, table.sgl, len, iv, decrypt,
			       wct_may_sleep(run));
		if (ret != -ETIMEDOUT)
			sg_free_table(&table);
		from += len;
	}
	return ret;
}

static int wct_chain_one(struct wct_run *run, struct wct_pair *pair,
			 bool decrypt, size_t len)
{
	struct wct_buffer cut = {}, whole = {};
	u8 cut_iv[WCT_BLOCK], whole_iv[WCT_BLOCK];
	int ret;

	ret = wct_buffer_alloc(&cut, len, 0);
	if (!ret)
		ret = wct_buffer_alloc(&whole, len, 0);
	if (ret)
		goto out;
	prandom_bytes_state(&run->rnd, cut.data, len);
	memcpy(whole.data, cut.data, len);
	prandom_bytes_state(&run->rnd, cut_iv, sizeof(cut_iv));
	memcpy(whole_iv, cut_iv, sizeof(cut_iv));

	ret = wct_chained(run, pair->driver, &cut, cut_iv, decrypt, true);
	if (!ret)
		ret = wct_chained(run, pair->generic, &whole, whole_iv,
				  decrypt, false);
	if (!ret && memcmp(cut.data, whole.data, len))
		ret = -EBADMSG;
	if (!ret && memcmp(cut_iv, whole_iv, pair->mode->ivsize))
		ret = -EILSEQ;
	if (ret)
		wct_note(run, "chained calls over %zu bytes: error %d", len,
			 ret);
	if (ret == -ETIMEDOUT)
		return ret;
out:
	wct_buffer_free(&cut);
	wct_buffer_free(&whole);
	return ret;
}

static void wct_chain(struct wct_run *run)
{
	const struct wct_mode *mode;
	unsigned int i;

	wct_for_each_mode(run, mode) {
		struct wct_pair pair;
		int ret;

		if (!mode->chains)
			continue;
		ret = wct_pair_open(run, &pair, mode, wct_keylen(run, 0));
		for (i = 0; i < 8 && !ret; i++)
			ret = wct_chain_one(run, &pair, i & 1,
					    40000 + 16 * wct_random(run, 3000));
		wct_pair_close(&pair);
		wct_ok(run, !ret, "%s(%s) chained calls equal one call",
		       mode->name, run->args.cipher);
	}
}

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
	{ "chain", wct_chain },
	{ "wrap", wct_wrap },
	{ }
};
