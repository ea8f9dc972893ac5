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

static void wct_length_list(struct wct_run *run, const struct wct_mode *mode,
			    const size_t *list, unsigned int count,
			    const char *what, unsigned int keylen)
{
	struct wct_pair pair;
	unsigned int i;
	int ret;

	ret = wct_pair_open(run, &pair, mode, keylen);
	for (i = 0; i < count && !ret; i++)
		ret = wct_length(run, &pair, list[i]);
	wct_pair_close(&pair);
	wct_ok(run, !ret, "%s(%s) key %u, %s", mode->name, run->args.cipher,
	       keylen * mode->keys, what);
}

/* Also lengths that the mode does not take: both must refuse them. */
static void wct_lengths(struct wct_run *run)
{
	static const size_t list[] = {
		0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 511, 512, 513,
		4080, 4095, 4096, 4097, 65536,
	};
	const struct wct_mode *mode;
	unsigned int keylen;

	wct_for_each_mode(run, mode)
		wct_for_each_keylen(run, keylen)
			wct_length_list(run, mode, list, ARRAY_SIZE(list),
					"lengths 0 to 65536", keylen);
}

static void wct_long(struct wct_run *run)
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
	const struct wct_mode *mode;

	wct_for_each_mode(run, mode)
		wct_length_list(run, mode, list, ARRAY_SIZE(list),
				"longer than a frame", wct_keylen(run, 2));
}

/*
 * One request in place that takes several frames. Decryption, because CBC
 * encryption cannot be done in pieces.
 */
static void wct_pieces(struct wct_run *run)
{
	const struct wct_mode *mode;

	wct_for_each_mode(run, mode) {
		struct wct_pair pair;
		struct wct_op op;
		int ret = wct_pair_open(run, &pair, mode, wct_keylen(run, 2));

		wct_op_init(run, &op, 3 * run->args.frame + 4 * WCT_BLOCK);
		op.decrypt = true;
		op.in_place = true;
		op.src_split = WCT_RANDOM;
		if (!ret)
			ret = wct_check(run, &pair, &op);
		wct_pair_close(&pair);
		wct_ok(run, !ret, "%s(%s) one request of several frames in place",
		       mode->name, run->args.cipher);
	}
}

/* All tails around each place where a request is cut into frames. */
static void wct_border(struct wct_run *run)
{
	/* A frame has the payload and a descriptor of 64 bytes. */
	const size_t room = run->args.frame - 64;
	const size_t borders[] = {
		room, room - WCT_BLOCK, room + WCT_BLOCK, run->args.frame,
		2 * room, 2 * room + WCT_BLOCK,
	};
	const struct wct_mode *mode;
	unsigned int keylen = wct_keylen(run, 0);

	wct_for_each_mode(run, mode) {
		struct wct_pair pair;
		unsigned int border, tail;
		int ret = wct_pair_open(run, &pair, mode, keylen);

		for (border = 0; border < ARRAY_SIZE(borders); border++)
			for (tail = 0; tail < WCT_BLOCK && !ret;
			     tail += mode->granule)
				ret = wct_length(run, &pair,
						 borders[border] + tail);
		wct_pair_close(&pair);
		wct_ok(run, !ret, "%s(%s) every tail around a frame's end",
		       mode->name, run->args.cipher);
	}
}

/* XTS: all tails after one, two and many blocks. */
static void wct_stealing(struct wct_run *run)
{
	static const size_t whole[] = { 16, 32, 64, 496, 512, 4080, 4096 };
	const struct wct_mode *mode;
	unsigned int keylen;

	wct_for_each_mode(run, mode) {
		if (!mode->least)
			continue;
		wct_for_each_keylen(run, keylen) {
			struct wct_pair pair;
			unsigned int i, tail;
			int ret = wct_pair_open(run, &pair, mode, keylen);

			for (i = 0; i < ARRAY_SIZE(whole); i++)
				for (tail = 1; tail < WCT_BLOCK && !ret; tail++)
					ret = wct_length(run, &pair,
							 whole[i] + tail);
			wct_pair_close(&pair);
			wct_ok(run, !ret, "%s(%s) key %u, ciphertext stealing",
			       mode->name, run->args.cipher,
			       keylen * mode->keys);
		}
	}
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
static void wct_matrix(struct wct_run *run)
{
	static const size_t list[] = {
		15, 16, 17, 511, 512, 513, 4096, 512 * WCT_BLOCK + 1,
	};
	const struct wct_mode *mode;
	unsigned int i, keylen;

	wct_for_each_mode(run, mode)
		wct_for_each_keylen(run, keylen) {
			struct wct_pair pair;
			int ret = wct_pair_open(run, &pair, mode, keylen);

			for (i = 0; i < ARRAY_SIZE(list) && !ret; i++)
				ret = wct_shapes(run, &pair, list[i], i);
			if (!ret)
				ret = wct_many_frames(run, &pair);
			wct_pair_close(&pair);
			wct_ok(run, !ret, "%s(%s) key %u, lengths by shapes",
			       mode->name, run->args.cipher,
			       keylen * mode->keys);
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

			wct_op_random(run, &op, wct_fit(mode, wct_random(run, most)));
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

const struct wct_case wct_length_cases[] = {
	{ "lengths", wct_lengths },
	{ "long", wct_long },
	{ "pieces", wct_pieces },
	{ "border", wct_border },
	{ "stealing", wct_stealing },
	{ "matrix", wct_matrix },
	{ "wrap", wct_wrap },
	{ "random", wct_random_ops, "count=200 size=200000" },
	{ }
};
