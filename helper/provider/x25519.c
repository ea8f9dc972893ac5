// SPDX-License-Identifier: GPL-2.0-only
#include "helper/provider/keymgmt.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>

#include "helper/provider/engine.h"
#include "helper/provider/interface.h"

enum outcome { DONE, NO_RESULT, FAILED };

/* @point NULL: the base point. */
static enum outcome by_engine(struct wp_context *context, uint8_t *result,
			      const uint8_t *secret, const uint8_t *point)
{
	struct wp_engine *engine = wp_engine_get(&context->config);
	uint8_t status = 0;
	struct warpcrypt_points points = {
		.size = sizeof(points), .curve = WARPCRYPT_X25519, .count = 1,
		.scalars = (const uint8_t (*)[WP_X25519])secret,
		.points = (const uint8_t (*)[WP_X25519])point,
		.results = (uint8_t (*)[WP_X25519])result, .status = &status,
	};
	struct warpcrypt_work work = { .size = sizeof(work), .points = &points };
	int error;

	if (!engine)
		return FAILED;
	error = wp_run(context, engine, &work);
	if (error) {
		atomic_fetch_add(&context->counts.failed, 1);
		return FAILED;
	}
	atomic_fetch_add(&context->counts.points, 1);
	return status ? NO_RESULT : DONE;
}

/* OpenSSL computes the public key if it does not get it, as long as an exchange takes. */
static EVP_PKEY *own_key(struct wp_context *context, const uint8_t *secret,
			 const uint8_t *public)
{
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, (void *)secret,
						  WP_X25519),
		OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)public,
						  WP_X25519),
		OSSL_PARAM_construct_end()
	};
	EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(context->base.libctx, "X25519", NULL);
	EVP_PKEY *key = NULL;

	if (c && EVP_PKEY_fromdata_init(c) > 0)
		EVP_PKEY_fromdata(c, &key, EVP_PKEY_KEYPAIR, params);
	EVP_PKEY_CTX_free(c);
	return key;
}

static bool own_public(struct wp_context *context, uint8_t *result, const uint8_t *secret)
{
	EVP_PKEY *key = EVP_PKEY_new_raw_private_key_ex(context->base.libctx, "X25519", NULL,
							secret, WP_X25519);
	size_t len = WP_X25519;
	bool done = key && EVP_PKEY_get_raw_public_key(key, result, &len) > 0;

	EVP_PKEY_free(key);
	return done;
}

static bool own_shared(struct wp_context *context, uint8_t *result, const uint8_t *secret,
		       const uint8_t *public, const uint8_t *point)
{
	EVP_PKEY *peer = EVP_PKEY_new_raw_public_key_ex(context->base.libctx, "X25519", NULL,
							point, WP_X25519);
	EVP_PKEY *key = own_key(context, secret, public);
	size_t len = WP_X25519;
	EVP_PKEY_CTX *derive;
	bool done;

	derive = key ? EVP_PKEY_CTX_new_from_pkey(context->base.libctx, key, NULL) : NULL;
	done = derive && peer && EVP_PKEY_derive_init(derive) > 0 &&
	       EVP_PKEY_derive_set_peer(derive, peer) > 0 &&
	       EVP_PKEY_derive(derive, result, &len) > 0;
	EVP_PKEY_CTX_free(derive);
	EVP_PKEY_free(key);
	EVP_PKEY_free(peer);
	return done;
}

/* False: OpenSSL's error queue says why. */
bool wp_x25519_public(struct wp_context *context, uint8_t result[WP_X25519],
		      const uint8_t secret[WP_X25519])
{
	if (wp_in_job() && by_engine(context, result, secret, NULL) == DONE)
		return true;
	atomic_fetch_add(&context->counts.software_points, 1);
	return own_public(context, result, secret);
}

/*
 * @public: our public key; @point: theirs. False: the result would be zero, or another
 * error; OpenSSL's error queue says which.
 */
bool wp_x25519_shared(struct wp_context *context, uint8_t result[WP_X25519],
		      const uint8_t secret[WP_X25519], const uint8_t public[WP_X25519],
		      const uint8_t point[WP_X25519])
{
	enum outcome outcome = wp_in_job() ? by_engine(context, result, secret, point) : FAILED;

	if (outcome == DONE)
		return true;
	if (outcome == NO_RESULT)
		return wp_fail(PROV_R_FAILED_DURING_DERIVATION);
	atomic_fetch_add(&context->counts.software_points, 1);
	return own_shared(context, result, secret, public, point);
}
