// SPDX-License-Identifier: GPL-2.0-only
#include "helper/provider/stream.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>

#include "helper/provider/interface.h"

/* The longest data unit of XTS, bytes: 2^20 blocks (IEEE 1619-2018, 5.1). */
#define UNIT_MOST	(16u << 20)

/**
 * wp_stream_restart() - begin another stream
 * @s: with a key or without
 * @iv: as long as the algorithm's; or NULL: as with OpenSSL's own ciphers, CBC has the one
 *	that was set last, if one was, and CTR goes on with the next block, so that no
 *	keystream is used twice
 */
void wp_stream_restart(struct wp_stream *s, const uint8_t *iv)
{
	if (iv) {
		memset(s->first_iv, 0, WP_BLOCK);
		memcpy(s->first_iv, iv, s->bulk.algorithm->iv_len);
		s->has_iv = true;
	}
	if (iv || (s->has_iv && s->bulk.algorithm->mode != WP_CTR))
		memcpy(s->iv, s->first_iv, WP_BLOCK);
	OPENSSL_cleanse(s->kept, WP_BLOCK);
	s->used = 0;
}

/* CTR: up to @len bytes with what is left of a block's keystream; how many. */
static size_t use_kept(struct wp_stream *s, uint8_t *out, const uint8_t *in, size_t len)
{
	size_t i;

	for (i = 0; i < len && s->used; i++) {
		out[i] = in[i] ^ s->kept[s->used];
		s->used = (s->used + 1) % WP_BLOCK;
	}
	return i;
}

static bool update_ctr(struct wp_stream *s, uint8_t *out, const uint8_t *in, size_t len)
{
	size_t done = use_kept(s, out, in, len), whole = (len - done) / WP_BLOCK * WP_BLOCK;

	if (!wp_bulk_run(&s->bulk, s->iv, out + done, in + done, whole))
		return false;
	done += whole;
	if (done == len)
		return true;
	memset(s->kept, 0, WP_BLOCK);
	if (!wp_bulk_run(&s->bulk, s->iv, s->kept, s->kept, WP_BLOCK))
		return false;
	out[done] = in[done] ^ s->kept[0];
	s->used = 1;
	done++;
	use_kept(s, out + done, in + done, len - done);
	return true;
}

/* OpenSSL's own XTS has the same limits. */
static bool update_unit(struct wp_stream *s, uint8_t *out, const uint8_t *in, size_t len)
{
	if (!s->has_iv) {
		ERR_raise_data(ERR_LIB_PROV, PROV_R_CIPHER_OPERATION_FAILED,
			       "warpcrypt: XTS: no IV has been set");
		return false;
	}
	if (len < WP_BLOCK) {
		ERR_raise_data(ERR_LIB_PROV, PROV_R_CIPHER_OPERATION_FAILED,
			       "warpcrypt: XTS: data units have at least 16 bytes, not %zu",
			       len);
		return false;
	}
	if (len > UNIT_MOST)
		return wp_fail(PROV_R_XTS_DATA_UNIT_IS_TOO_LARGE);
	return wp_bulk_run(&s->bulk, s->iv, out, in, len);
}

/* How many of @total bytes can go now: whole blocks; all but the one that may be padding. */
static size_t ready(const struct wp_stream *s, size_t total)
{
	size_t whole = total / WP_BLOCK * WP_BLOCK;

	if (!s->bulk.encrypt && s->pad && whole && whole == total)
		whole -= WP_BLOCK;
	return whole;
}

static bool update_blocks(struct wp_stream *s, uint8_t *out, const uint8_t *in, size_t len,
			  size_t now)
{
	size_t part;

	if (s->bulk.algorithm->mode == WP_XTS)
		return update_unit(s, out, in, len);
	if (now && s->used) {
		part = WP_BLOCK - s->used;
		if (part)
			memcpy(s->kept + s->used, in, part);
		if (!wp_bulk_run(&s->bulk, s->iv, out, s->kept, WP_BLOCK))
			return false;
		s->used = 0;
		now -= WP_BLOCK;
		out += WP_BLOCK;
		in += part;
		len -= part;
	}
	if (!wp_bulk_run(&s->bulk, s->iv, out, in, now))
		return false;
	if (len > now)
		memcpy(s->kept + s->used, in + now, len - now);
	s->used += (unsigned int)(len - now);
	return true;
}

static bool overlap(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
	return (uintptr_t)a < (uintptr_t)b + b_len && (uintptr_t)b < (uintptr_t)a + a_len;
}

/* In place, but not block by block: what is written would destroy what is to be read. */
static bool update_copied(struct wp_stream *s, uint8_t *out, const uint8_t *in, size_t len,
			  size_t now)
{
	uint8_t *copy = malloc(len);
	bool done;

	if (!copy)
		return wp_fail(ERR_R_MALLOC_FAILURE);
	memcpy(copy, in, len);
	done = update_blocks(s, out, copy, len, now);
	OPENSSL_cleanse(copy, len);
	free(copy);
	return done;
}

/**
 * wp_stream_update() - more bytes
 * @stream: a struct wp_stream, with a key
 * @out: where the result goes: as many bytes as are in, and up to 16 more
 * @out_len: how many there are
 * @out_size: how many there may be
 * @in: the bytes; @out, or others
 * @len: how many; XTS: of a data unit, 16 bytes to 16 MiB
 *
 * Return: 0: OpenSSL's error queue says why
 */
int wp_stream_update(void *stream, uint8_t *out, size_t *out_len, size_t out_size,
		     const uint8_t *in, size_t len)
{
	struct wp_stream *s = stream;
	size_t now = len;

	*out_len = 0;
	if (!s->bulk.set)
		return wp_fail(PROV_R_NO_KEY_SET);
	/* If padding was switched off, a block that was kept because of it can go. */
	if (!len && s->bulk.algorithm->mode != WP_XTS && (s->pad || s->used < WP_BLOCK))
		return true;
	if (s->bulk.algorithm->mode < WP_CTR)
		now = ready(s, s->used + len);
	if (out_size < now)
		return wp_fail(PROV_R_OUTPUT_BUFFER_TOO_SMALL);
	*out_len = now;
	if (s->bulk.algorithm->mode == WP_CTR)
		return update_ctr(s, out, in, len);
	if (len && overlap(out, now, in, len) && (s->used || out != in))
		return update_copied(s, out, in, len, now);
	return update_blocks(s, out, in, len, now);
}

/* 1 if @block ends in right padding; the time does not depend on it. */
static unsigned int padding_right(const uint8_t block[WP_BLOCK])
{
	unsigned int n = block[WP_BLOCK - 1], wrong, i;

	wrong = (n - 1) >> 4;
	for (i = 0; i < WP_BLOCK; i++)
		/* All ones in the last n bytes. */
		wrong |= (block[i] ^ n) & (0 - ((WP_BLOCK - 1 - i - n) >> 31));
	return !wrong;
}

/* @s->kept is a whole block, whose last bytes are padding. */
static bool final_unpad(struct wp_stream *s, uint8_t *out, size_t *out_len)
{
	uint8_t block[WP_BLOCK];
	bool right;

	if (!wp_bulk_run(&s->bulk, s->iv, block, s->kept, WP_BLOCK))
		return false;
	right = padding_right(block);
	if (right) {
		*out_len = WP_BLOCK - block[WP_BLOCK - 1];
		memcpy(out, block, *out_len);
	}
	OPENSSL_cleanse(block, sizeof(block));
	return right || wp_fail(PROV_R_BAD_DECRYPT);
}

static bool final_block(struct wp_stream *s, uint8_t *out, size_t *out_len)
{
	unsigned int n = WP_BLOCK - s->used;

	if (s->pad && s->bulk.encrypt)
		memset(s->kept + s->used, (int)n, n);
	else if (n)
		return (!s->pad && !s->used) || wp_fail(PROV_R_WRONG_FINAL_BLOCK_LENGTH);
	if (s->pad && !s->bulk.encrypt)
		return final_unpad(s, out, out_len);
	/* Without padding a block is left if padding was on before: it might have been that. */
	*out_len = WP_BLOCK;
	return wp_bulk_run(&s->bulk, s->iv, out, s->kept, WP_BLOCK);
}

/**
 * wp_stream_final() - the end of a stream
 * @stream: as in wp_stream_update()
 * @out: where the rest of the result goes
 * @out_len: how many bytes it is, up to 16
 * @out_size: how many there may be
 *
 * Return: 0: OpenSSL's error queue says why
 */
int wp_stream_final(void *stream, uint8_t *out, size_t *out_len, size_t out_size)
{
	struct wp_stream *s = stream;
	bool done;

	*out_len = 0;
	if (!s->bulk.set)
		return wp_fail(PROV_R_NO_KEY_SET);
	if (s->bulk.algorithm->mode >= WP_CTR)
		return true;
	if (out_size < WP_BLOCK && (s->pad || s->used))
		return wp_fail(PROV_R_OUTPUT_BUFFER_TOO_SMALL);
	done = final_block(s, out, out_len);
	OPENSSL_cleanse(s->kept, WP_BLOCK);
	s->used = 0;
	return done;
}
