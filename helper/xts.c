// SPDX-License-Identifier: GPL-2.0-only
#include "helper/xts.h"

#include <string.h>

#define BLOCK		16u
#define CHUNK_BLOCKS	(WC_XTS_CHUNK / BLOCK)

static void xor_into(uint64_t *restrict dst, const uint64_t *restrict src,
		     size_t words)
{
	size_t i;

	for (i = 0; i < words; i++)
		dst[i] ^= src[i];
}

/* Whole blocks; returns the tweak of the block that follows. */
static bool whole_blocks(wc_blocks_fn blocks, void *ctx, struct gf128 *tweak,
			 uint8_t *buf, size_t len)
{
	uint64_t mask[CHUNK_BLOCKS * 2];
	struct gf128 t = *tweak;
	size_t done, part, i;
	bool ok = true;

	for (done = 0; ok && done < len; done += part) {
		uint64_t *words = (uint64_t *)(void *)(buf + done);

		part = len - done < WC_XTS_CHUNK ? len - done : WC_XTS_CHUNK;
		for (i = 0; i < part / 8; i += 2) {
			mask[i] = t.lo;
			mask[i + 1] = t.hi;
			t = gf128_xtime(t);
		}
		xor_into(words, mask, part / 8);
		ok = blocks(ctx, buf + done, part);
		xor_into(words, mask, part / 8);
	}
	*tweak = t;
	explicit_bzero(mask, len < sizeof(mask) ? len : sizeof(mask));
	return ok;
}

/*
 * IEEE 1619-2018, 5.3.2 and 5.4.2: the last whole block and the @rest bytes
 * behind it. @tweak belongs to the whole block. Encrypting, the whole block
 * goes first with its own tweak; decrypting, with the next one.
 */
static bool steal(wc_blocks_fn blocks, void *ctx, bool decrypt,
		  struct gf128 tweak, uint8_t *buf, size_t rest)
{
	struct gf128 next = gf128_xtime(tweak);
	struct gf128 first = decrypt ? next : tweak;
	struct gf128 second = decrypt ? tweak : next;
	uint8_t head[BLOCK] __attribute__((aligned(16)));
	bool ok;

	memcpy(head, buf, BLOCK);
	ok = whole_blocks(blocks, ctx, &first, head, BLOCK);
	/* buf = (what followed, then the stolen end of head) */
	memcpy(buf, buf + BLOCK, rest);
	memcpy(buf + rest, head + rest, BLOCK - rest);
	memcpy(buf + BLOCK, head, rest);
	ok = ok && whole_blocks(blocks, ctx, &second, buf, BLOCK);
	explicit_bzero(head, sizeof(head));
	return ok;
}

/**
 * wc_xts() - encrypt or decrypt a data unit, or the end of one, in place
 * @blocks: does blocks with the data key, in the direction of @decrypt
 * @ctx: for @blocks
 * @decrypt: the direction
 * @tweak: the tweak of the first block
 * @buf: the data, aligned to 8 bytes
 * @len: bytes, at least 16
 *
 * Return: whether @blocks worked every time
 */
bool wc_xts(wc_blocks_fn blocks, void *ctx, bool decrypt, struct gf128 tweak,
	    uint8_t *buf, size_t len)
{
	size_t rest = len % BLOCK;
	size_t whole = len - rest - (rest ? BLOCK : 0);

	if (!whole_blocks(blocks, ctx, &tweak, buf, whole))
		return false;
	if (!rest)
		return true;
	return steal(blocks, ctx, decrypt, tweak, buf + whole, rest);
}
