// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lengths: 0, 1, around blocks, pages and frames, longer than a frame, longer
 * than the arena takes; ciphertext stealing with tails of all lengths; shapes of
 * scatterlists, cut differently for source and destination; counters that wrap.
 */

#include <linux/kernel.h>

#include "wct.h"

/* Tests one length in both directions, in place and not. */
static int wct_length(struct wct_run *run, struct wct_pair *pair, size_t len)
{
	int variant, ret, worst = 0;

	for (variant = 0; variant < 4; variant++) {
		struct wct_op op;

		wct_op_init(run, &op, len);
		op.decrypt = variant & 1;
		op.in_place = variant & 2;
		ret = wct_check(run, pair, &op);
		if (ret)
			worst = ret;
		if (ret == -ETIMEDOUT)
			break;
	}
	return worst;
}

static int wct_length_list(struct wct_run *run, struct wct_pair *pair,
			   const size_t *list, unsigned int count)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < count && !ret; i++)
		ret = wct_length(run, pair, list[i]);
	return ret;
}

/* Also lengths that the mode does not take: both must refuse them. */
static int wct_lengths(struct wct_run *run, struct wct_pair *pair)
{
	static const size_t list[] = {
		0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 511, 512, 513,
		4080, 4095, 4096, 4097, 65536,
	};

	return wct_length_list(run, pair, list, ARRAY_SIZE(list));
}

static int wct_long(struct wct_run *run, struct wct_pair *pair)
{
	const size_t list[] = {
		1u << 20,
		3 * run->args.frame + 4 * WCT_BLOCK,
		3 * run->args.frame + 4 * WCT_BLOCK + 5,
		run->args.arena / 2 - run->args.frame,
		run->args.arena / 2,
		run->args.arena / 2 + 1,
		run->args.arena / 2 + run->args.frame + WCT_BLOCK,
	};

	return wct_length_list(run, pair, list, ARRAY_SIZE(list));
}

/*
 * One request in place that takes several frames. Decryption, because CBC
 * encryption cannot be done in pieces.
 */
static int wct_pieces(struct wct_run *run, struct wct_pair *pair)
{
	struct wct_op op;

	wct_op_init(run, &op, 3 * run->args.frame + 4 * WCT_BLOCK);
	op.decrypt = true;
	op.in_place = true;
	op.src_split = WCT_RANDOM;
	return wct_check(run, pair, &op);
}

/* All tails around each place where a request is cut into frames. */
static int wct_border(struct wct_run *run, struct wct_pair *pair)
{
	/* A frame has the payload and a descriptor of 64 bytes. */
	const size_t room = run->args.frame - 64;
	const size_t borders[] = {
		room, room - WCT_BLOCK, room + WCT_BLOCK, run->args.frame,
		2 * room, 2 * room + WCT_BLOCK,
	};
	unsigned int border, tail;
	int ret = 0;

	for (border = 0; border < ARRAY_SIZE(borders); border++)
		for (tail = 0; tail < WCT_BLOCK && !ret;
		     tail += pair->mode->granule)
			ret = wct_length(run, pair, borders[border] + tail);
	return ret;
}

/* XTS: all tails after one, two and many blocks. */
static int wct_stealing(struct wct_run *run, struct wct_pair *pair)
{
	static const size_t whole[] = { 16, 32, 64, 496, 512, 4080, 4096 };
	unsigned int i, tail;
	int ret = 0;

	if (!pair->mode->least)
		return 1;
	for (i = 0; i < ARRAY_SIZE(whole); i++)
		for (tail = 1; tail < WCT_BLOCK && !ret; tail++)
			ret = wct_length(run, pair, whole[i] + tail);
	return ret;
}

static int wct_shape(struct wct_run *run, struct wct_pair *pair, size_t len,
		     enum wct_split src, enum wct_split dst, bool decrypt,
		     bool in_place)
{
	struct wct_op op;

	wct_op_random(run, &op, len);
	op.decrypt = decrypt;
	op.in_place = in_place;
	op.src_split = src;
	op.dst_split = dst;
	return wct_check(run, pair, &op);
}

/*
 * One length with all shapes of the source, in both directions, in place and not. With
 * as many numbers in @turn as there are shapes, each meets each of the destination.
 */
static int wct_shapes(struct wct_run *run, struct wct_pair *pair, size_t len,
		      unsigned int turn)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < 4 * WCT_SPLITS && !ret; i++)
		ret = wct_shape(run, pair, len, i / 4,
				(i / 4 + turn) % WCT_SPLITS, i & 1, i & 2);
	return ret;
}

/* Lengths that take many frames: both directions, one of them in place. */
static int wct_many_frames(struct wct_run *run, struct wct_pair *pair)
{
	const size_t list[] = { run->args.frame + 333, (1u << 20) - 1 };
	unsigned int i;
	int ret = 0;

	for (i = 0; i < 2 * ARRAY_SIZE(list) && !ret; i++) {
		/* Not split, so done in software: it would be compared with itself. */
		if (!(i & 1) && !strcmp(pair->mode->name, "cbc"))
			continue;
		ret = wct_shape(run, pair, wct_fit(pair->mode, list[i / 2]),
				WCT_RANDOM, WCT_RANDOM, i & 1, (i ^ i / 2) & 1);
	}
	return ret;
}

/*
 * All modes, key lengths, directions and shapes, with a few lengths around the
 * sizes that engines work in: blocks, sectors, pages, words of many lanes, frames.
 */
static int wct_matrix(struct wct_run *run, struct wct_pair *pair)
{
	static const size_t list[] = {
		15, 16, 17, 511, 512, 513, 4096, 512 * WCT_BLOCK + 1,
	};
	unsigned int i;
	int ret = 0;

	for (i = 0; i < ARRAY_SIZE(list) && !ret; i++)
		ret = wct_shapes(run, pair, list[i], i);
	return ret ?: wct_many_frames(run, pair);
}

/* Random lengths, shapes, directions, alignments and keys. */
static int wct_random_ops(struct wct_run *run, struct wct_pair *pair)
{
	unsigned long i;
	int ret = 0;

	for (i = 0; i < run->args.count && !ret; i++) {
		u32 most = wct_random(run, 4) ? 5000 : run->args.size;
		struct wct_op op;

		wct_op_random(run, &op,
			      wct_fit(pair->mode, wct_random(run, most)));
		if (!wct_random(run, 8))
			ret = wct_pair_rekey(run, pair);
		if (!ret)
			ret = wct_check(run, pair, &op);
	}
	return ret;
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

static int wct_wrap(struct wct_run *run, struct wct_pair *pair)
{
	/* Approximate number of blocks in the first piece of a request. */
	const u32 frame = (run->args.frame - 64) / WCT_BLOCK;
	const u32 at[] = {
		1, 2, 31, 32, 33, 255, 256, frame - 1, frame, frame + 1,
		2 * frame, 2 * frame + 1,
	};
	static const unsigned int widths[] = { 8, 32, 64, 96, 128 };
	unsigned int i, n = ARRAY_SIZE(at);
	int ret = 0;

	if (strcmp(pair->mode->name, "ctr"))
		return 1;
	for (i = 0; i < n * ARRAY_SIZE(widths) && !ret; i++)
		ret = wct_wrap_one(run, pair, widths[i / n], at[i % n],
				   16 * at[i % n] + 16 * 40 + 7);
	if (ret)
		wct_note(run, "the counter wraps at %u bits",
			 widths[(i - 1) / n]);
	return ret;
}

const struct wct_case wct_length_cases[] = {
	{ "lengths", .pair = wct_lengths, .key = WCT_EACH_KEY,
	  .what = "lengths 0 to 65536" },
	{ "long", .pair = wct_long, .key = 2, .what = "longer than a frame" },
	{ "pieces", .pair = wct_pieces, .key = 2,
	  .what = "one request of several frames in place" },
	{ "border", .pair = wct_border, .what = "every tail around a frame's end" },
	{ "stealing", .pair = wct_stealing, .key = WCT_EACH_KEY,
	  .what = "ciphertext stealing" },
	{ "matrix", .pair = wct_matrix, .key = WCT_EACH_KEY,
	  .what = "lengths by shapes" },
	{ "wrap", .pair = wct_wrap, .what = "counters that wrap" },
	{ "random", .pair = wct_random_ops, .key = 2, .what = "random requests",
	  .defaults = "count=200 size=200000" },
	{ }
};
