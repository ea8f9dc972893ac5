// SPDX-License-Identifier: GPL-2.0-only
/* A cipher context of OpenSSL's is a struct wp_stream. */
#include <string.h>
#include <strings.h>

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "helper/provider/interface.h"
#include "helper/provider/stream.h"

/* OpenSSL 3.0 has not this name yet. */
#ifndef OSSL_CIPHER_PARAM_XTS_STANDARD
#define OSSL_CIPHER_PARAM_XTS_STANDARD	"xts_standard"
#endif

static void *new_stream(void *context, const struct wp_algorithm *a)
{
	struct wp_stream *s = OPENSSL_zalloc(sizeof(*s));

	if (!s)
		return NULL;
	s->bulk.context = context;
	s->bulk.algorithm = a;
	s->bulk.gb = wp_has_gb(a);
	s->pad = true;
	return s;
}

static void free_stream(void *stream)
{
	struct wp_stream *s = stream;

	if (!s)
		return;
	wp_bulk_wipe(&s->bulk);
	OPENSSL_clear_free(s, sizeof(*s));
}

static void *copy_stream(void *stream)
{
	const struct wp_stream *s = stream;
	struct wp_stream *copy = OPENSSL_memdup(s, sizeof(*s));

	if (!copy)
		return NULL;
	/* What the key was expanded to is @s's. */
	copy->bulk.software = (struct wp_software){ 0 };
	copy->bulk.engine = NULL;
	copy->bulk.engine_key = NULL;
	if (s->bulk.set && !wp_bulk_set_key(&copy->bulk, s->bulk.key, s->bulk.encrypt)) {
		free_stream(copy);
		return NULL;
	}
	return copy;
}

static int set_padding(struct wp_stream *s, const OSSL_PARAM params[])
{
	const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_PADDING);
	unsigned int pad;

	if (!p)
		return 1;
	if (!OSSL_PARAM_get_uint(p, &pad))
		return wp_fail(PROV_R_FAILED_TO_GET_PARAMETER);
	s->pad = pad;
	return 1;
}

static int set_key_length(const struct wp_stream *s, const OSSL_PARAM params[])
{
	const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_KEYLEN);
	size_t len;

	if (!p)
		return 1;
	if (!OSSL_PARAM_get_size_t(p, &len))
		return wp_fail(PROV_R_FAILED_TO_GET_PARAMETER);
	return len == s->bulk.algorithm->key_len || wp_fail(PROV_R_INVALID_KEY_LENGTH);
}

/* As OpenSSL's own SM4-XTS has it: "GB" or "IEEE". */
static int set_standard(struct wp_stream *s, const OSSL_PARAM params[])
{
	const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_XTS_STANDARD);
	const struct wp_algorithm *a = s->bulk.algorithm;
	const char *name = NULL;
	bool gb;

	if (!p || a->mode != WP_XTS)
		return 1;
	if (!OSSL_PARAM_get_utf8_string_ptr(p, &name) || !name)
		return wp_fail(PROV_R_FAILED_TO_GET_PARAMETER);
	gb = !strcasecmp(name, "GB");
	if (gb ? !wp_has_gb(a) : strcasecmp(name, "IEEE")) {
		ERR_raise_data(ERR_LIB_PROV, PROV_R_FAILED_TO_SET_PARAMETER,
			       "warpcrypt: no XTS of %s by the standard '%s'", a->cipher, name);
		return 0;
	}
	wp_bulk_choose_gb(&s->bulk, gb);
	return 1;
}

static int set_params(void *stream, const OSSL_PARAM params[])
{
	return !params || (set_padding(stream, params) && set_key_length(stream, params) &&
			   set_standard(stream, params));
}

WP_LIST(settable, (WP_ANY(stream), WP_ANY(context)),
	OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
	OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL))

WP_LIST(settable_xts, (WP_ANY(stream), WP_ANY(context)),
	OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
	OSSL_PARAM_utf8_string(OSSL_CIPHER_PARAM_XTS_STANDARD, NULL, 0))

/* With equal halves XTS is not secure. OpenSSL's own decrypts with such keys, too. */
static bool halves_equal(const struct wp_algorithm *a, const unsigned char *key)
{
	size_t half = a->key_len / 2;

	return a->mode == WP_XTS && !CRYPTO_memcmp(key, key + half, half);
}

static int init(struct wp_stream *s, const unsigned char *key, size_t key_len,
		const unsigned char *iv, size_t iv_len, const OSSL_PARAM params[], bool encrypt)
{
	const struct wp_algorithm *a = s->bulk.algorithm;

	if (key && key_len != a->key_len)
		return wp_fail(PROV_R_INVALID_KEY_LENGTH);
	if (iv && iv_len != a->iv_len)
		return wp_fail(PROV_R_INVALID_IV_LENGTH);
	/* The same key in the other direction is expanded again. */
	if (!key && s->bulk.set && s->bulk.encrypt != encrypt)
		key = s->bulk.key;
	if (key && encrypt && halves_equal(a, key))
		return wp_fail(PROV_R_XTS_DUPLICATED_KEYS);
	if (key && !wp_bulk_set_key(&s->bulk, key, encrypt))
		return wp_fail(ERR_R_MALLOC_FAILURE);
	s->bulk.encrypt = encrypt;
	wp_stream_restart(s, iv);
	return set_params(s, params);
}

static int init_encrypt(void *stream, const unsigned char *key, size_t key_len,
			const unsigned char *iv, size_t iv_len, const OSSL_PARAM params[])
{
	return init(stream, key, key_len, iv, iv_len, params, true);
}

static int init_decrypt(void *stream, const unsigned char *key, size_t key_len,
			const unsigned char *iv, size_t iv_len, const OSSL_PARAM params[])
{
	return init(stream, key, key_len, iv, iv_len, params, false);
}

/*
 * EVP_Cipher(): whole blocks, and what an update has kept stays apart. CTR: any bytes; XTS:
 * a data unit.
 */
static int whole(void *stream, unsigned char *out, size_t *out_len, size_t out_size,
		 const unsigned char *in, size_t len)
{
	struct wp_stream *s = stream;
	unsigned int used = s->used;
	bool pad = s->pad;
	int done;

	if (s->bulk.algorithm->mode >= WP_CTR)
		return wp_stream_update(s, out, out_len, out_size, in, len);
	if (len % WP_BLOCK)
		return wp_fail(PROV_R_WRONG_FINAL_BLOCK_LENGTH);
	s->pad = false;
	s->used = 0;
	done = wp_stream_update(s, out, out_len, out_size, in, len);
	s->pad = pad;
	s->used = used;
	return done;
}

static bool put_bytes(OSSL_PARAM params[], const char *name, const void *bytes, size_t len)
{
	OSSL_PARAM *p = OSSL_PARAM_locate(params, name);

	return !p || OSSL_PARAM_set_octet_string(p, bytes, len) ||
	       OSSL_PARAM_set_octet_ptr(p, bytes, len);
}

static int get_params(const struct wp_algorithm *a, OSSL_PARAM params[])
{
	static const unsigned int modes[] = {
		[WP_ECB] = EVP_CIPH_ECB_MODE, [WP_CBC] = EVP_CIPH_CBC_MODE,
		[WP_CTR] = EVP_CIPH_CTR_MODE, [WP_XTS] = EVP_CIPH_XTS_MODE,
	};

	return (wp_put_uint(params, OSSL_CIPHER_PARAM_MODE, modes[a->mode]) &&
		wp_put_size_t(params, OSSL_CIPHER_PARAM_KEYLEN, a->key_len) &&
		wp_put_size_t(params, OSSL_CIPHER_PARAM_IVLEN, a->iv_len) &&
		wp_put_size_t(params, OSSL_CIPHER_PARAM_BLOCK_SIZE,
			      a->mode >= WP_CTR ? 1 : WP_BLOCK) &&
		/* A flag that OpenSSL's own XTS has. */
		wp_put_int(params, OSSL_CIPHER_PARAM_CUSTOM_IV, a->mode == WP_XTS)) ||
	       wp_fail(PROV_R_FAILED_TO_SET_PARAMETER);
}

WP_LIST(gettable, (WP_ANY(context)),
	OSSL_PARAM_uint(OSSL_CIPHER_PARAM_MODE, NULL),
	OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
	OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
	OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, NULL),
	OSSL_PARAM_int(OSSL_CIPHER_PARAM_CUSTOM_IV, NULL))

/* CTR's counter is a block, also where the IV is less: to go on takes all of it. */
static size_t updated_iv_len(const struct wp_algorithm *a)
{
	return a->mode == WP_CTR ? WP_BLOCK : a->iv_len;
}

static int get_stream_params(void *stream, OSSL_PARAM params[])
{
	struct wp_stream *s = stream;
	const struct wp_algorithm *a = s->bulk.algorithm;

	return (wp_put_size_t(params, OSSL_CIPHER_PARAM_KEYLEN, a->key_len) &&
		wp_put_size_t(params, OSSL_CIPHER_PARAM_IVLEN, a->iv_len) &&
		wp_put_uint(params, OSSL_CIPHER_PARAM_PADDING, s->pad) &&
		wp_put_uint(params, OSSL_CIPHER_PARAM_NUM, a->mode == WP_CTR ? s->used : 0) &&
		put_bytes(params, OSSL_CIPHER_PARAM_IV, s->first_iv, a->iv_len) &&
		put_bytes(params, OSSL_CIPHER_PARAM_UPDATED_IV, s->iv, updated_iv_len(a))) ||
	       wp_fail(PROV_R_FAILED_TO_SET_PARAMETER);
}

WP_LIST(gettable_stream, (WP_ANY(stream), WP_ANY(context)),
	OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
	OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
	OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
	OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
	OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
	OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0))

/*
 * The algorithms: name in C; cipher; mode; among OpenSSL's own; bytes of keys and IVs;
 * names in OpenSSL, which for SM4 are those of the default provider, and for Kuznyechik
 * those that gost-engine and its provider have.
 */
#define ALGORITHMS(F)								\
	F(sm4_ecb, "sm4", ECB, "ecb", "SM4-ECB", 16, 0,				\
	  "SM4-ECB:1.2.156.10197.1.104.1")					\
	F(sm4_cbc, "sm4", CBC, "cbc", "SM4-CBC", 16, 16,			\
	  "SM4-CBC:SM4:1.2.156.10197.1.104.2")					\
	F(sm4_ctr, "sm4", CTR, "ctr", "SM4-CTR", 16, 16,			\
	  "SM4-CTR:1.2.156.10197.1.104.7")					\
	F(kuznyechik_ecb, "kuznyechik", ECB, "ecb", NULL, 32, 0,		\
	  "kuznyechik-ecb:grasshopper-ecb")					\
	F(kuznyechik_cbc, "kuznyechik", CBC, "cbc", NULL, 32, 16,		\
	  "kuznyechik-cbc:grasshopper-cbc")					\
	/* GOST R 34.13: the IV is half of the first counter, the rest is zero. */ \
	F(kuznyechik_ctr, "kuznyechik", CTR, "ctr", NULL, 32, 8,		\
	  "kuznyechik-ctr:grasshopper-ctr")					\
	F(sm4_xts, "sm4", XTS, "xts-gb", NULL, 32, 16,				\
	  "SM4-XTS:1.2.156.10197.1.104.10")					\
	F(kuznyechik_xts, "kuznyechik", XTS, "xts", NULL, 64, 16,		\
	  "kuznyechik-xts:grasshopper-xts")

#define settable_of_ECB	settable
#define settable_of_CBC	settable
#define settable_of_CTR	settable
#define settable_of_XTS	settable_xts

#define DEFINE(name, the_cipher, upper, lower, the_base, key, iv, names)	\
static const struct wp_algorithm name = {					\
	.cipher = the_cipher, .mode = WP_##upper, .mode_name = lower,		\
	.base = the_base, .key_len = key, .iv_len = iv,				\
};										\
										\
static void *name##_new(void *context)						\
{										\
	return new_stream(context, &name);					\
}										\
										\
static int name##_get_params(OSSL_PARAM params[])				\
{										\
	return get_params(&name, params);					\
}										\
										\
static const OSSL_DISPATCH name##_functions[] = {				\
	{ OSSL_FUNC_CIPHER_NEWCTX, (function)name##_new },			\
	{ OSSL_FUNC_CIPHER_FREECTX, (function)free_stream },			\
	{ OSSL_FUNC_CIPHER_DUPCTX, (function)copy_stream },			\
	{ OSSL_FUNC_CIPHER_ENCRYPT_INIT, (function)init_encrypt },		\
	{ OSSL_FUNC_CIPHER_DECRYPT_INIT, (function)init_decrypt },		\
	{ OSSL_FUNC_CIPHER_UPDATE, (function)wp_stream_update },		\
	{ OSSL_FUNC_CIPHER_FINAL, (function)wp_stream_final },			\
	{ OSSL_FUNC_CIPHER_CIPHER, (function)whole },				\
	{ OSSL_FUNC_CIPHER_GET_PARAMS, (function)name##_get_params },		\
	{ OSSL_FUNC_CIPHER_GETTABLE_PARAMS, (function)gettable },		\
	{ OSSL_FUNC_CIPHER_GET_CTX_PARAMS, (function)get_stream_params },	\
	{ OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, (function)gettable_stream },	\
	{ OSSL_FUNC_CIPHER_SET_CTX_PARAMS, (function)set_params },		\
	{ OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, (function)settable_of_##upper },	\
	{ 0, NULL }								\
};

ALGORITHMS(DEFINE)

#define LIST(name, the_cipher, upper, lower, the_base, key, iv, names)		\
	{ names, "provider=warpcrypt", name##_functions, the_cipher " in " #upper },

const OSSL_ALGORITHM wp_ciphers[] = {
	ALGORITHMS(LIST)
	{ NULL, NULL, NULL, NULL }
};
