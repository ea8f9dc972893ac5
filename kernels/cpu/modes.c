// SPDX-License-Identifier: GPL-2.0-only
/*
 * The modes, once for all ciphers, for any number of payloads under one key.
 *
 * Payloads are copied through a stage of PIECE bytes: enough blocks for the widest
 * words, and small enough for the first-level cache. Short payloads share a
 * stage, so many of them take no longer than one payload of the same total
 * length; a long one fills the stage several times.
 */
#include "kernels/cpu/modes.h"

#include <string.h>

#include "kernels/block/gf128.h"

#define BLOCK	WC_CIPHER_BLOCK
#define MANY	WC_CIPHER_MANY
#define PIECE	(MANY * BLOCK)

/**
 * struct piece - where blocks of the stage go
 * @dst: the place
 * @mask: XORed to them as they are copied, or NULL
 * @len: bytes; the last block may be cut
 */
struct piece {
	uint8_t *dst;
	const uint8_t *mask;
	size_t len;
};

/**
 * struct stage - blocks to be done together
 * @key: the key of all
 * @decrypt: the direction of all
 * @used: blocks in @buf
 * @most: the most that @used was, to be wiped
 * @pieces: entries of @piece in use
 * @piece: what the blocks belong to, in order
 * @buf: the blocks
 * @mask: room for masks of as many blocks
 */
struct stage {
	const struct wc_cipher_key *key;
	bool decrypt;
	size_t used;
	size_t most;
	size_t pieces;
	struct piece piece[MANY];
	uint8_t buf[PIECE] __attribute__((aligned(64)));
	uint8_t mask[PIECE] __attribute__((aligned(64)));
};

static void xor_bytes(uint8_t *dst, const uint8_t *a, const uint8_t *b,
		      size_t len)
{
	size_t i;

	for (i = 0; i + 8 <= len; i += 8) {
		uint64_t x, y;

		memcpy(&x, a + i, 8);
		memcpy(&y, b + i, 8);
		x ^= y;
		memcpy(dst + i, &x, 8);
	}
	for (; i < len; i++)
		dst[i] = a[i] ^ b[i];
}

static size_t in_blocks(size_t len)
{
	return (len + BLOCK - 1) / BLOCK;
}

/* The buffers are not touched: most calls need little of them. */
static void stage_begin(struct stage *s, const struct wc_cipher_key *key,
			bool decrypt)
{
	s->key = key;
	s->decrypt = decrypt;
	s->used = 0;
	s->most = 0;
	s->pieces = 0;
}

/* How many of the next @len bytes there is room for, at least a block. */
static size_t stage_room(const struct stage *s, size_t len)
{
	size_t room = (MANY - s->used) * BLOCK;

	return len < room ? len : room;
}

/* Where the next blocks, and their masks, are to be put. */
static uint8_t *stage_next(struct stage *s)
{
	return s->buf + s->used * BLOCK;
}

static uint8_t *stage_next_mask(struct stage *s)
{
	return s->mask + s->used * BLOCK;
}

static void stage_flush(struct stage *s)
{
	const uint8_t *at = s->buf;
	size_t i;

	wc_cipher_blocks(s->key, s->decrypt, s->buf, s->buf, s->used);
	for (i = 0; i < s->pieces; i++) {
		const struct piece *p = &s->piece[i];

		if (p->mask)
			xor_bytes(p->dst, at, p->mask, p->len);
		else
			memcpy(p->dst, at, p->len);
		at += in_blocks(p->len) * BLOCK;
	}
	if (s->most < s->used)
		s->most = s->used;
	s->used = 0;
	s->pieces = 0;
}

/* The blocks at stage_next() are @len bytes that go to @dst. */
static void stage_put(struct stage *s, uint8_t *dst, const uint8_t *mask,
		      size_t len)
{
	s->piece[s->pieces++] = (struct piece){ dst, mask, len };
	s->used += in_blocks(len);
	if (s->used == MANY)
		stage_flush(s);
}

static void stage_end(struct stage *s)
{
	stage_flush(s);
	explicit_bzero(s->buf, s->most * BLOCK);
	explicit_bzero(s->mask, s->most * BLOCK);
}

/* Lengths are multiples of 16. */
void wc_cipher_ecb_items(const struct wc_cipher_key *key, bool decrypt,
			 const struct wc_cipher_item *items, size_t count)
{
	struct stage s;
	size_t at, part, i;

	stage_begin(&s, key, decrypt);
	for (i = 0; i < count; i++) {
		for (at = 0; at < items[i].len; at += part) {
			part = stage_room(&s, items[i].len - at);
			memcpy(stage_next(&s), items[i].src + at, part);
			stage_put(&s, items[i].dst + at, NULL, part);
		}
	}
	stage_end(&s);
}

/* Counters for @len bytes of keystream; @iv moves on. */
static void put_counters(uint8_t *to, uint8_t iv[BLOCK], size_t len)
{
	uint64_t hi, lo, word;
	size_t i;

	memcpy(&hi, iv, 8);
	memcpy(&lo, iv + 8, 8);
	hi = __builtin_bswap64(hi);
	lo = __builtin_bswap64(lo);
	for (i = 0; i < len; i += BLOCK) {
		word = __builtin_bswap64(hi);
		memcpy(to + i, &word, 8);
		word = __builtin_bswap64(lo);
		memcpy(to + i + 8, &word, 8);
		lo++;
		hi += !lo;
	}
	hi = __builtin_bswap64(hi);
	lo = __builtin_bswap64(lo);
	memcpy(iv, &hi, 8);
	memcpy(iv + 8, &lo, 8);
}

/**
 * wc_cipher_ctr_items() - counter mode (SP 800-38A, 6.5)
 * @key: the key
 * @items: payloads of any length. The IV is the first counter, 128 bits,
 *	big-endian, which wraps; it becomes the first that was not used.
 *	Without a source the keystream itself is the result
 * @count: how many
 */
void wc_cipher_ctr_items(const struct wc_cipher_key *key,
			 struct wc_cipher_item *items, size_t count)
{
	struct stage s;
	size_t at, part, i;

	stage_begin(&s, key, false);
	for (i = 0; i < count; i++) {
		const uint8_t *src = items[i].src;

		for (at = 0; at < items[i].len; at += part) {
			part = stage_room(&s, items[i].len - at);
			put_counters(stage_next(&s), items[i].iv, part);
			stage_put(&s, items[i].dst + at, src ? src + at : NULL,
				  part);
		}
	}
	stage_end(&s);
}

/* The next block of up to MANY payloads; returns how many had one. */
static size_t cbc_encrypt_step(const struct wc_cipher_key *key,
			       struct wc_cipher_item *items, size_t count,
			       size_t at)
{
	uint8_t blocks[PIECE];
	size_t live = 0, i;

	for (i = 0; i < count; i++)
		if (at < items[i].len)
			xor_bytes(blocks + BLOCK * live++, items[i].src + at,
				  items[i].iv, BLOCK);
	if (!live)
		return 0;
	wc_cipher_blocks(key, false, blocks, blocks, live);
	live = 0;
	for (i = 0; i < count; i++) {
		if (at >= items[i].len)
			continue;
		memcpy(items[i].iv, blocks + BLOCK * live++, BLOCK);
		memcpy(items[i].dst + at, items[i].iv, BLOCK);
	}
	return live;
}

/**
 * wc_cipher_cbc_encrypt_items() - cipher block chaining (SP 800-38A, 6.2)
 * @key: the key of all of them
 * @items: payloads; lengths are multiples of 16. The IV becomes the last block
 *	of ciphertext
 * @count: how many
 *
 * Each block needs the one before it, so only blocks of different payloads can be
 * done together: a payload alone takes as long as 64.
 */
void wc_cipher_cbc_encrypt_items(const struct wc_cipher_key *key,
				 struct wc_cipher_item *items, size_t count)
{
	size_t part, at;

	for (; count; count -= part, items += part) {
		part = count < MANY ? count : MANY;
		for (at = 0; cbc_encrypt_step(key, items, part, at);)
			at += BLOCK;
	}
}

/* As wc_cipher_cbc_encrypt_items(). */
void wc_cipher_cbc_decrypt_items(const struct wc_cipher_key *key,
				 struct wc_cipher_item *items, size_t count)
{
	struct stage s;
	size_t at, part, i;

	stage_begin(&s, key, true);
	for (i = 0; i < count; i++) {
		for (at = 0; at < items[i].len; at += part) {
			const uint8_t *src = items[i].src + at;
			uint8_t *mask = stage_next_mask(&s);

			part = stage_room(&s, items[i].len - at);
			memcpy(stage_next(&s), src, part);
			/* What is added is the ciphertext one block before. */
			memcpy(mask, items[i].iv, BLOCK);
			memcpy(mask + BLOCK, src, part - BLOCK);
			memcpy(items[i].iv, src + part - BLOCK, BLOCK);
			stage_put(&s, items[i].dst + at, mask, part);
		}
	}
	stage_end(&s);
}

static struct gf128 get_tweak(const uint8_t block[BLOCK])
{
	struct gf128 t;

	memcpy(&t.lo, block, 8);
	memcpy(&t.hi, block + 8, 8);
	return t;
}

static void put_tweak(uint8_t block[BLOCK], struct gf128 t)
{
	memcpy(block, &t.lo, 8);
	memcpy(block + 8, &t.hi, 8);
}

/* Every IV becomes the tweak of its payload's first block, of GB/T mirrored. */
static void xts_first_tweaks(const struct wc_cipher_key *key, bool gb,
			     struct wc_cipher_item *items, size_t count)
{
	struct gf128 t;
	struct stage s;
	size_t i;

	stage_begin(&s, key, false);
	for (i = 0; i < count; i++) {
		memcpy(stage_next(&s), items[i].iv, BLOCK);
		stage_put(&s, items[i].iv, NULL, BLOCK);
	}
	stage_end(&s);
	for (i = 0; i < count; i++) {
		t = get_tweak(items[i].iv);
		if (gb)
			t = gf128_mirror(t);
		if (items[i].block)
			t = gf128_mul(t, gf128_xpow(items[i].block));
		put_tweak(items[i].iv, t);
	}
	explicit_bzero(&t, sizeof(t));
}

/* Whole blocks, as many as there is room for; returns how many bytes. */
static size_t xts_put(struct stage *s, bool gb, struct gf128 *tweak,
		      uint8_t *dst, const uint8_t *src, size_t len)
{
	uint8_t *mask = stage_next_mask(s);
	size_t part = stage_room(s, len), i;

	wc_cipher_tweaks(s->key, mask, tweak, part / BLOCK);
	for (i = 0; gb && i < part; i += BLOCK)
		put_tweak(mask + i, gf128_mirror(get_tweak(mask + i)));
	xor_bytes(stage_next(s), src, mask, part);
	stage_put(s, dst, mask, part);
	return part;
}

/* How many bytes come before the last blocks, which stealing handles. */
static size_t xts_whole(size_t len)
{
	return len % BLOCK ? len - len % BLOCK - BLOCK : len;
}

/*
 * IEEE 1619-2018, 5.3.2 and 5.4.2, for every payload that has a partial block at
 * its end; its @iv is the tweak of the last whole block. That block is encrypted,
 * its first bytes are exchanged with those of the partial block, and it is
 * encrypted again. Encryption uses the block's own tweak first and then the next;
 * decryption uses them in the reverse order.
 */
static void xts_steal(struct stage *s, bool gb, struct wc_cipher_item *items,
		      size_t count)
{
	bool again;
	size_t i, j;

	for (again = false;; again = true) {
		for (i = 0; i < count; i++) {
			size_t at = xts_whole(items[i].len);
			size_t rest = items[i].len % BLOCK;
			struct gf128 t = get_tweak(items[i].iv);
			uint8_t *dst = items[i].dst + at;

			if (!rest)
				continue;
			if (again != s->decrypt)
				t = gf128_xtime(t);
			xts_put(s, gb, &t, dst,
				again ? dst : items[i].src + at, BLOCK);
		}
		stage_flush(s);
		if (again)
			return;
		for (i = 0; i < count; i++) {
			size_t at = xts_whole(items[i].len);

			for (j = at; j < at + items[i].len % BLOCK; j++) {
				uint8_t tail = items[i].src[BLOCK + j];

				items[i].dst[BLOCK + j] = items[i].dst[j];
				items[i].dst[j] = tail;
			}
		}
	}
}

/**
 * wc_cipher_xts_items() - XTS (IEEE 1619-2018), with ciphertext stealing
 * @data: the key of the data
 * @tweak: the key of the tweaks, of the same cipher
 * @gb: XTS of GB/T 17964-2021: the tweaks' blocks are mirrored
 * @decrypt: the direction
 * @items: payloads of at least 16 bytes. The IV is the data unit's number,
 *	little-endian; it is overwritten
 * @count: how many
 */
void wc_cipher_xts_items(const struct wc_cipher_key *data,
			 const struct wc_cipher_key *tweak, bool gb,
			 bool decrypt, struct wc_cipher_item *items,
			 size_t count)
{
	struct gf128 t = { 0, 0 };
	bool steal = false;
	struct stage s;
	size_t at, i;

	xts_first_tweaks(tweak, gb, items, count);
	stage_begin(&s, data, decrypt);
	for (i = 0; i < count; i++) {
		size_t whole = xts_whole(items[i].len);

		t = get_tweak(items[i].iv);
		for (at = 0; at < whole;)
			at += xts_put(&s, gb, &t, items[i].dst + at,
				      items[i].src + at, whole - at);
		put_tweak(items[i].iv, t);
		steal |= items[i].len % BLOCK != 0;
	}
	if (steal)
		xts_steal(&s, gb, items, count);
	stage_end(&s);
	for (i = 0; i < count; i++)
		explicit_bzero(items[i].iv, BLOCK);
	explicit_bzero(&t, sizeof(t));
}
