// SPDX-License-Identifier: GPL-2.0-only
#include "helper/provider/bulk.h"

#include <errno.h>
#include <sched.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/proverr.h>

/* From this on, bytes, the engine is faster in a job than software is one by one. */
#define ONES_MOST	256

static void leave_engine(struct wp_bulk *b)
{
	/*
	 * A parent's key is not to be touched. It is busy if a job that uses it is paused, and
	 * is given up by its program: until the engine has done its batch.
	 */
	if (wp_engine_usable(b->engine))
		while (warpcrypt_key_free(b->engine->w, b->engine_key) == -EBUSY)
			sched_yield();
	wp_engine_put(b->engine);
	b->engine = NULL;
	b->engine_key = NULL;
}

static const char *mode_name(const struct wp_bulk *b)
{
	return wp_has_gb(b->algorithm) && !b->gb ? "xts" : b->algorithm->mode_name;
}

/*
 * Is the key in this process's engine? If not, it is put there. An engine that has failed is
 * not asked: what is in place could not be told from what it has begun.
 */
static bool in_engine(struct wp_bulk *b)
{
	if (wp_engine_usable(b->engine) && !atomic_load(&b->engine->failed))
		return true;
	leave_engine(b);
	b->engine = wp_engine_get(&b->context->config);
	if (!b->engine)
		return false;
	if (!warpcrypt_key(b->engine->w, &b->engine_key, b->algorithm->cipher,
			   mode_name(b), b->key, b->algorithm->key_len))
		return true;
	leave_engine(b);
	return false;
}

/*
 * Is the engine faster? CBC encryption is serial: nothing is. In a job, what OpenSSL does
 * not have itself is done one block at a time, which is slower than anything.
 */
static bool worth_it(const struct wp_bulk *b, size_t len)
{
	const struct wp_config *c = &b->context->config;

	if (b->algorithm->mode == WP_CBC && b->encrypt)
		return false;
	if (!wp_in_job())
		return len >= c->min_bytes;
	return len >= c->async_min_bytes || (!b->algorithm->base && len >= ONES_MOST);
}

static int run_engine(struct wp_bulk *b, const uint8_t iv[WP_BLOCK], uint8_t *dst,
		      const uint8_t *src, size_t len)
{
	struct warpcrypt_request request = {
		.size = sizeof(request), .key = b->engine_key, .decrypt = !b->encrypt,
		.src = src, .dst = dst, .len = len,
	};
	struct warpcrypt_work work = {
		.size = sizeof(work), .requests = &request, .count = 1,
	};

	memcpy(request.iv, iv, WP_BLOCK);
	return wp_run(b->context, wp_engine_hold(b->engine), &work);
}

static bool run_software(struct wp_bulk *b, const uint8_t iv[WP_BLOCK], uint8_t *dst,
			 const uint8_t *src, size_t len)
{
	struct wp_counts *counts = &b->context->counts;

	atomic_fetch_add(&counts->software, 1);
	atomic_fetch_add(&counts->software_bytes, len);
	return wp_software_run(&b->software, b->algorithm, b->gb, b->encrypt, iv, dst, src, len);
}

static bool run_somewhere(struct wp_bulk *b, const uint8_t iv[WP_BLOCK], uint8_t *dst,
			  const uint8_t *src, size_t len)
{
	struct wp_counts *counts = &b->context->counts;
	char why[256];
	int error;

	if (!worth_it(b, len) || !in_engine(b))
		return run_software(b, iv, dst, src, len);
	error = run_engine(b, iv, dst, src, len);
	if (!error) {
		atomic_fetch_add(&counts->engine, 1);
		atomic_fetch_add(&counts->engine_bytes, len);
		return true;
	}
	atomic_fetch_add(&counts->failed, 1);
	if (error != -EIO || dst != src)
		return run_software(b, iv, dst, src, len);
	/* The source may be overwritten. */
	wp_engine_describe(why, sizeof(why));
	ERR_raise_data(ERR_LIB_PROV, PROV_R_CIPHER_OPERATION_FAILED, "warpcrypt: engine: %s",
		       why);
	return false;
}

/* Set another key. False: no memory, or OpenSSL was built without this cipher. */
bool wp_bulk_set_key(struct wp_bulk *b, const uint8_t *key, bool encrypt)
{
	uint8_t copy[WP_KEY_MAX];

	/* It may be the one that is there. */
	memcpy(copy, key, b->algorithm->key_len);
	wp_bulk_wipe(b);
	memcpy(b->key, copy, b->algorithm->key_len);
	OPENSSL_cleanse(copy, sizeof(copy));
	b->encrypt = encrypt;
	b->set = wp_software_set_key(&b->software, &b->context->base, b->algorithm, b->key,
				     encrypt);
	return b->set;
}

/**
 * wp_bulk_run() - encrypt or decrypt
 * @b: with a key
 * @iv: CBC: the IV, CTR: the first counter; afterwards those for what follows. XTS: the
 *	data unit's number
 * @dst: result; @src, or not overlapping it
 * @src: source
 * @len: bytes, a multiple of 16; XTS: at least 16
 *
 * Return: false: OpenSSL's error queue says why
 */
bool wp_bulk_run(struct wp_bulk *b, uint8_t iv[WP_BLOCK], uint8_t *dst, const uint8_t *src,
		 size_t len)
{
	uint8_t last[WP_BLOCK];

	if (!len)
		return true;
	memcpy(last, src + len - WP_BLOCK, WP_BLOCK);
	if (!run_somewhere(b, iv, dst, src, len))
		return false;
	if (b->algorithm->mode == WP_CTR)
		wp_count(iv, len / WP_BLOCK);
	else if (b->algorithm->mode == WP_CBC)
		memcpy(iv, b->encrypt ? dst + len - WP_BLOCK : last, WP_BLOCK);
	OPENSSL_cleanse(last, sizeof(last));
	return true;
}

/**
 * wp_bulk_choose_gb() - which standard's XTS it is
 * @b: of an algorithm in XTS, with or without a key
 * @gb: that of GB/T 17964-2021, not IEEE 1619
 */
void wp_bulk_choose_gb(struct wp_bulk *b, bool gb)
{
	if (gb == b->gb)
		return;
	/* There, the key is one of the other mode. */
	leave_engine(b);
	b->gb = gb;
}

/**
 * wp_bulk_wipe() - wipe the key, everywhere
 * @b: with or without a key; keeps its context and algorithm
 */
void wp_bulk_wipe(struct wp_bulk *b)
{
	leave_engine(b);
	wp_software_wipe(&b->software);
	OPENSSL_cleanse(b->key, sizeof(b->key));
	b->set = false;
}
