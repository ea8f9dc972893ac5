// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/cpu_engine.h"

#include <string.h>

#define BLOCK		16u
#define CHUNK_BLOCKS	(WC_XTS_CHUNK / BLOCK)

/* A block, for XORs of 16 bytes at a time. Payloads in no frame may be anywhere. */
typedef uint64_t vector __attribute__((vector_size(16), aligned(1), may_alias));

/* Make masks of @blocks tweaks and XOR them in; returns the next tweak. */
static struct gf128 mask_in(vector *data, vector *mask, size_t blocks,
			    struct gf128 t)
{
	size_t i;

	for (i = 0; i < blocks; i++) {
		mask[i] = (vector){ t.lo, t.hi };
		data[i] ^= mask[i];
		t = gf128_xtime(t);
	}
	return t;
}

static void mask_out(vector *data, const vector *mask, size_t blocks)
{
	size_t i;

	for (i = 0; i < blocks; i++)
		data[i] ^= mask[i];
}

/* Do whole blocks; @tweak becomes that of the next block. */
static bool whole_blocks(wc_blocks_fn blocks, void *ctx, struct gf128 *tweak,
			 uint8_t *buf, size_t len)
{
	vector mask[CHUNK_BLOCKS];
	size_t done, part;
	bool ok = true;

	for (done = 0; ok && done < len; done += part) {
		vector *data = (vector *)(void *)(buf + done);

		part = len - done < WC_XTS_CHUNK ? len - done : WC_XTS_CHUNK;
		*tweak = mask_in(data, mask, part / BLOCK, *tweak);
		ok = blocks(ctx, buf + done, part);
		mask_out(data, mask, part / BLOCK);
	}
	explicit_bzero(mask, len < sizeof(mask) ? len : sizeof(mask));
	return ok;
}

/*
 * IEEE 1619-2018, 5.3.2 and 5.4.2: the last whole block and the @rest bytes
 * after it. @tweak is the tweak of the whole block. When encrypting, the whole
 * block is done first with its own tweak; when decrypting, with the next one.
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
	/* buf = (the bytes after the block, then the stolen end of head) */
	memcpy(buf, buf + BLOCK, rest);
	memcpy(buf + rest, head + rest, BLOCK - rest);
	memcpy(buf + BLOCK, head, rest);
	ok = ok && whole_blocks(blocks, ctx, &second, buf, BLOCK);
	explicit_bzero(head, sizeof(head));
	return ok;
}

/*
 * Encrypt or decrypt a data unit, or its end, in place, at least 16 bytes; @tweak is the
 * first block's. False: @blocks has failed.
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
