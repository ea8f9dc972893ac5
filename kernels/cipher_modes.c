// SPDX-License-Identifier: GPL-2.0-only
/*
 * The modes, once for all ciphers. Each works in pieces of PIECE bytes: enough
 * for the widest words, and in the first-level cache with everything else.
 */
#include "kernels/cipher.h"

#include <string.h>

#include "kernels/gf128.h"

#define BLOCK	WC_CIPHER_BLOCK
#define MANY	WC_CIPHER_MANY
#define PIECE	(MANY * BLOCK)

static size_t piece(size_t len)
{
	return len < PIECE ? len : PIECE;
}

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

/**
 * wc_cipher_ecb() - blocks on their own
 * @key: the key
 * @decrypt: the direction
 * @dst: where they go
 * @src: where they come from; may be @dst
 * @len: bytes, a multiple of 16
 */
void wc_cipher_ecb(const struct wc_cipher_key *key, bool decrypt, uint8_t *dst,
		   const uint8_t *src, size_t len)
{
	wc_cipher_blocks(key, decrypt, dst, src, len / BLOCK);
}

/**
 * wc_cipher_ctr() - counter mode (SP 800-38A, 6.5)
 * @key: the key
 * @iv: in: the first counter, 128 bits, big-endian, which wraps; out: the
 *	first counter that was not used
 * @dst: where the result goes
 * @src: what the keystream is added to, may be @dst; NULL: the keystream itself
 *	is the result
 * @len: bytes, any number
 */
void wc_cipher_ctr(const struct wc_cipher_key *key, uint8_t iv[BLOCK],
		   uint8_t *dst, const uint8_t *src, size_t len)
{
	uint8_t stream[PIECE];
	uint64_t hi, lo, word;
	size_t part, i;

	memcpy(&hi, iv, 8);
	memcpy(&lo, iv + 8, 8);
	hi = __builtin_bswap64(hi);
	lo = __builtin_bswap64(lo);
	while (len) {
		part = piece(len);
		for (i = 0; i < part; i += BLOCK) {
			word = __builtin_bswap64(hi);
			memcpy(stream + i, &word, 8);
			word = __builtin_bswap64(lo);
			memcpy(stream + i + 8, &word, 8);
			lo++;
			hi += !lo;
		}
		wc_cipher_blocks(key, false, stream, stream,
				 (part + BLOCK - 1) / BLOCK);
		if (src) {
			xor_bytes(dst, src, stream, part);
			src += part;
		} else {
			memcpy(dst, stream, part);
		}
		dst += part;
		len -= part;
	}
	hi = __builtin_bswap64(hi);
	lo = __builtin_bswap64(lo);
	memcpy(iv, &hi, 8);
	memcpy(iv + 8, &lo, 8);
	explicit_bzero(stream, sizeof(stream));
}

/* The next block of up to MANY chains; returns how many had one. */
static size_t cbc_encrypt_step(const struct wc_cipher_key *key,
			       struct wc_cipher_chain *chains, size_t count,
			       size_t at)
{
	uint8_t blocks[PIECE];
	size_t live = 0, i;

	for (i = 0; i < count; i++)
		if (at < chains[i].len)
			xor_bytes(blocks + BLOCK * live++, chains[i].src + at,
				  chains[i].iv, BLOCK);
	wc_cipher_blocks(key, false, blocks, blocks, live);
	live = 0;
	for (i = 0; i < count; i++) {
		if (at >= chains[i].len)
			continue;
		memcpy(chains[i].iv, blocks + BLOCK * live++, BLOCK);
		memcpy(chains[i].dst + at, chains[i].iv, BLOCK);
	}
	return live;
}

/**
 * wc_cipher_cbc_encrypt() - cipher block chaining (SP 800-38A, 6.2)
 * @key: the key of all of them
 * @chains: payloads
 * @count: how many
 *
 * Each block needs the one before it, so what is done together are blocks of
 * different chains: one alone takes as long as 64.
 */
void wc_cipher_cbc_encrypt(const struct wc_cipher_key *key,
			   struct wc_cipher_chain *chains, size_t count)
{
	size_t part, at;

	for (; count; count -= part, chains += part) {
		part = count < MANY ? count : MANY;
		for (at = 0; cbc_encrypt_step(key, chains, part, at);)
			at += BLOCK;
	}
}

/**
 * wc_cipher_cbc_decrypt() - and back
 * @key: the key
 * @iv: in: the IV; out: the last block of ciphertext
 * @dst: where the plaintext goes
 * @src: the ciphertext; may be @dst
 * @len: bytes, a multiple of 16
 */
void wc_cipher_cbc_decrypt(const struct wc_cipher_key *key, uint8_t iv[BLOCK],
			   uint8_t *dst, const uint8_t *src, size_t len)
{
	uint8_t plain[PIECE], last[BLOCK];
	size_t part;

	for (; len; len -= part, dst += part, src += part) {
		part = piece(len);
		wc_cipher_blocks(key, true, plain, src, part / BLOCK);
		memcpy(last, src + part - BLOCK, BLOCK);
		/* From the end, because @dst may be @src. */
		xor_bytes(plain + BLOCK, plain + BLOCK, src, part - BLOCK);
		xor_bytes(plain, plain, iv, BLOCK);
		memcpy(dst, plain, part);
		memcpy(iv, last, BLOCK);
	}
	explicit_bzero(plain, sizeof(plain));
}

/* Whole blocks; @tweak moves on to the block that follows. */
static void xts_whole(const struct wc_cipher_key *key, bool decrypt,
		      struct gf128 *tweak, uint8_t *dst, const uint8_t *src,
		      size_t len)
{
	uint64_t mask[PIECE / 8];
	struct gf128 t = *tweak;
	size_t part, i;

	for (; len; len -= part, dst += part, src += part) {
		part = piece(len);
		for (i = 0; i < part / 8; i += 2) {
			mask[i] = t.lo;
			mask[i + 1] = t.hi;
			t = gf128_xtime(t);
		}
		xor_bytes(dst, src, (const uint8_t *)mask, part);
		wc_cipher_blocks(key, decrypt, dst, dst, part / BLOCK);
		xor_bytes(dst, dst, (const uint8_t *)mask, part);
	}
	*tweak = t;
	explicit_bzero(mask, sizeof(mask));
}

/*
 * IEEE 1619-2018, 5.3.2 and 5.4.2: the last whole block and the @rest bytes
 * behind it. @tweak belongs to the whole block. Encrypting, the whole block
 * goes first with its own tweak; decrypting, with the next one.
 */
static void xts_steal(const struct wc_cipher_key *key, bool decrypt,
		      struct gf128 tweak, uint8_t *dst, const uint8_t *src,
		      size_t rest)
{
	struct gf128 next = gf128_xtime(tweak);
	struct gf128 first = decrypt ? next : tweak;
	struct gf128 second = decrypt ? tweak : next;
	uint8_t head[BLOCK], tail[BLOCK];

	xts_whole(key, decrypt, &first, head, src, BLOCK);
	memcpy(tail, src + BLOCK, rest);
	memcpy(tail + rest, head + rest, BLOCK - rest);
	memcpy(dst + BLOCK, head, rest);
	xts_whole(key, decrypt, &second, dst, tail, BLOCK);
	explicit_bzero(head, sizeof(head));
	explicit_bzero(tail, sizeof(tail));
}

/**
 * wc_cipher_xts() - XTS (IEEE 1619-2018), with ciphertext stealing
 * @data: the key of the data
 * @tweak: the key of the tweaks, of the same cipher
 * @decrypt: the direction
 * @iv: the data unit's number, little-endian
 * @block: blocks of the data unit that lie before @src
 * @dst: where the result goes
 * @src: where the data come from; may be @dst
 * @len: bytes, at least 16
 */
void wc_cipher_xts(const struct wc_cipher_key *data,
		   const struct wc_cipher_key *tweak, bool decrypt,
		   const uint8_t iv[BLOCK], uint64_t block, uint8_t *dst,
		   const uint8_t *src, size_t len)
{
	size_t rest = len % BLOCK;
	size_t whole = len - rest - (rest ? BLOCK : 0);
	uint8_t first[BLOCK];
	struct gf128 t;

	wc_cipher_blocks(tweak, false, first, iv, 1);
	memcpy(&t.lo, first, 8);
	memcpy(&t.hi, first + 8, 8);
	if (block)
		t = gf128_mul(t, gf128_xpow(block));
	xts_whole(data, decrypt, &t, dst, src, whole);
	if (rest)
		xts_steal(data, decrypt, t, dst + whole, src + whole, rest);
	explicit_bzero(first, sizeof(first));
	explicit_bzero(&t, sizeof(t));
}
