// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>

static void die(const char *what)
{
	fprintf(stderr, "model: libcrypto: %s\n", what);
	abort();
}

static EVP_CIPHER_CTX *ecb(const uint8_t *key, size_t key_len, bool decrypt)
{
	const EVP_CIPHER *cipher = key_len == 16 ? EVP_aes_128_ecb() :
				   key_len == 24 ? EVP_aes_192_ecb() :
						   EVP_aes_256_ecb();
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

	if (!ctx || !EVP_CipherInit_ex(ctx, cipher, NULL, key, NULL, !decrypt) ||
	    !EVP_CIPHER_CTX_set_padding(ctx, 0))
		die("setup");
	return ctx;
}

static void block(EVP_CIPHER_CTX *ctx, const uint8_t in[16], uint8_t out[16])
{
	int len = 0;

	if (!EVP_CipherUpdate(ctx, out, &len, in, 16) || len != 16)
		die("update");
}

static void xor(uint8_t *a, const uint8_t *b)
{
	int i;

	for (i = 0; i < 16; i++)
		a[i] ^= b[i];
}

/**
 * model_block() - one block of AES
 * @key: the key
 * @key_len: 16, 24 or 32 bytes
 * @decrypt: the direction
 * @in: the block
 * @out: the result
 */
void model_block(const uint8_t *key, size_t key_len, bool decrypt,
		 const uint8_t in[16], uint8_t out[16])
{
	EVP_CIPHER_CTX *ctx = ecb(key, key_len, decrypt);

	block(ctx, in, out);
	EVP_CIPHER_CTX_free(ctx);
}

/* SP 800-38A, 6.2. */
static void cbc(EVP_CIPHER_CTX *ctx, bool decrypt, const uint8_t iv[16],
		uint8_t *buf, size_t len)
{
	uint8_t last[16], keep[16];

	memcpy(last, iv, 16);
	for (; len; len -= 16, buf += 16) {
		memcpy(keep, buf, 16);
		if (!decrypt)
			xor(buf, last);
		block(ctx, buf, buf);
		if (decrypt)
			xor(buf, last);
		memcpy(last, decrypt ? keep : buf, 16);
	}
}

/* SP 800-38A, 6.5, with the standard incrementing function on all 128 bits. */
static void keystream(EVP_CIPHER_CTX *ctx, const uint8_t iv[16], uint8_t *buf,
		      size_t len)
{
	uint8_t counter[16], out[16];
	size_t part;
	int i;

	memcpy(counter, iv, 16);
	for (; len; len -= part, buf += part) {
		part = len < 16 ? len : 16;
		block(ctx, counter, out);
		memcpy(buf, out, part);
		for (i = 15; i >= 0 && !++counter[i]; i--)
			;
	}
}

/* IEEE 1619-2018, 5.2, byte by byte. */
static void times_x(uint8_t t[16])
{
	int carry = 0, next, i;

	for (i = 0; i < 16; i++) {
		next = t[i] >> 7;
		t[i] = (uint8_t)(t[i] << 1 | carry);
		carry = next;
	}
	if (carry)
		t[0] ^= 0x87;
}

static void xex(EVP_CIPHER_CTX *ctx, const uint8_t t[16], const uint8_t *in,
		uint8_t *out)
{
	uint8_t tmp[16];

	memcpy(tmp, in, 16);
	xor(tmp, t);
	block(ctx, tmp, tmp);
	xor(tmp, t);
	memcpy(out, tmp, 16);
}

/* IEEE 1619-2018, 5.3.2 and 5.4.2: @in and @out do not overlap. */
static void xts(EVP_CIPHER_CTX *ctx, bool decrypt, uint8_t t[16],
		const uint8_t *in, uint8_t *out, size_t len)
{
	size_t m = len / 16, b = len % 16, j;
	uint8_t cc[16], pp[16], t_m[16];

	for (j = 0; j < m - (b != 0); j++) {
		xex(ctx, t, in + 16 * j, out + 16 * j);
		times_x(t);
	}
	if (!b)
		return;
	/* t belongs to block m - 1, t_m to block m */
	memcpy(t_m, t, 16);
	times_x(t_m);
	xex(ctx, decrypt ? t_m : t, in + 16 * (m - 1), cc);
	memcpy(pp, in + 16 * m, b);
	memcpy(pp + b, cc + b, 16 - b);
	memcpy(out + 16 * m, cc, b);
	xex(ctx, decrypt ? t : t_m, pp, out + 16 * (m - 1));
}

static void xts_payload(const struct warpcrypt_desc *desc,
			const struct warpcrypt_key *key, EVP_CIPHER_CTX *ctx,
			uint8_t *buf)
{
	uint8_t *in = malloc(desc->len), t[16];
	uint64_t i;

	if (!in)
		abort();
	memcpy(in, buf, desc->len);
	model_block(key->key + key->len / 2, key->len / 2, false, desc->iv, t);
	for (i = 0; i < desc->block; i++)
		times_x(t);
	xts(ctx, desc->flags & WARPCRYPT_DESC_DECRYPT, t, in, buf, desc->len);
	free(in);
}

/**
 * model_payload() - what a helper should make of a payload
 * @desc: a descriptor that makes sense; a @block of thousands takes time
 * @key: its key
 * @buf: the payload, replaced by the result
 */
void model_payload(const struct warpcrypt_desc *desc,
		   const struct warpcrypt_key *key, uint8_t *buf)
{
	bool decrypt = desc->flags & WARPCRYPT_DESC_DECRYPT;
	bool is_xts = desc->mode == WARPCRYPT_MODE_XTS;
	EVP_CIPHER_CTX *ctx;
	uint32_t i;

	ctx = ecb(key->key, is_xts ? key->len / 2 : key->len, decrypt);
	switch (desc->mode) {
	case WARPCRYPT_MODE_ECB:
		for (i = 0; i < desc->len; i += 16)
			block(ctx, buf + i, buf + i);
		break;
	case WARPCRYPT_MODE_CTR:
		keystream(ctx, desc->iv, buf, desc->len);
		break;
	case WARPCRYPT_MODE_CBC:
		cbc(ctx, decrypt, desc->iv, buf, desc->len);
		break;
	default:
		xts_payload(desc, key, ctx, buf);
	}
	EVP_CIPHER_CTX_free(ctx);
}
