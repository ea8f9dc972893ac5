// SPDX-License-Identifier: GPL-2.0-only
#include "helper/provider/keymgmt.h"

#include <string.h>

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>

#include "helper/provider/interface.h"

#define NAMES	"X25519:1.3.101.110"

/* Bits of the prime's size and of security, as OpenSSL's own X25519 says. */
#define BITS		253
#define SECURITY_BITS	128

static void *new_key(void *context)
{
	struct wp_key *key = OPENSSL_zalloc(sizeof(*key));

	if (key) {
		key->context = context;
		atomic_init(&key->references, 1);
	}
	return key;
}

/* Another reference to a key. Returns @key. */
struct wp_key *wp_key_hold(struct wp_key *key)
{
	atomic_fetch_add(&key->references, 1);
	return key;
}

/* Give a reference back, or NULL. With the last the key is wiped and freed. */
void wp_key_put(void *key)
{
	struct wp_key *k = key;

	if (k && atomic_fetch_sub(&k->references, 1) == 1)
		OPENSSL_clear_free(k, sizeof(*k));
}

static void *copy_key(const void *key, int selection)
{
	const struct wp_key *k = key;
	struct wp_key *copy = new_key(k->context);

	if (!copy)
		return NULL;
	/* A secret key is of no use without its public one. */
	if (selection & OSSL_KEYMGMT_SELECT_KEYPAIR && k->has_public) {
		memcpy(copy->public, k->public, WP_X25519);
		copy->has_public = true;
	}
	if (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY && k->has_secret) {
		memcpy(copy->secret, k->secret, WP_X25519);
		copy->has_secret = true;
	}
	return copy;
}

static int has(const void *key, int selection)
{
	const struct wp_key *k = key;

	return k &&
	       (!(selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) || k->has_public) &&
	       (!(selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) || k->has_secret);
}

/* OpenSSL compares public keys, where both have one, and secret keys otherwise. */
static int match(const void *a, const void *b, int selection)
{
	const struct wp_key *one = a, *other = b;

	if (!(selection & OSSL_KEYMGMT_SELECT_KEYPAIR))
		return 1;
	if (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY && one->has_public && other->has_public)
		return !CRYPTO_memcmp(one->public, other->public, WP_X25519);
	return selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY &&
	       one->has_secret && other->has_secret &&
	       !CRYPTO_memcmp(one->secret, other->secret, WP_X25519);
}

/* Does the public key belong to the secret one? */
static int validate(const void *key, int selection, int type)
{
	const struct wp_key *k = key;
	uint8_t public[WP_X25519];

	(void)type;
	if (!has(key, selection & OSSL_KEYMGMT_SELECT_KEYPAIR))
		return 0;
	if ((selection & OSSL_KEYMGMT_SELECT_KEYPAIR) != OSSL_KEYMGMT_SELECT_KEYPAIR)
		return 1;
	return wp_x25519_public(k->context, public, k->secret) &&
	       !CRYPTO_memcmp(public, k->public, WP_X25519);
}

/*
 * The bytes of a parameter: 1; 0: it is not there; -1: of a wrong length or type. @bytes are
 * as they were unless it is 1.
 */
static int get_bytes(const OSSL_PARAM params[], const char *name, uint8_t bytes[WP_X25519])
{
	const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, name);
	void *to = bytes;

	if (!p)
		return 0;
	/* OSSL_PARAM_get_octet_string() copies what is too short, too. */
	if (p->data_size != WP_X25519 || !OSSL_PARAM_get_octet_string(p, &to, WP_X25519, NULL)) {
		ERR_raise(ERR_LIB_PROV, PROV_R_INVALID_KEY_LENGTH);
		return -1;
	}
	return 1;
}

/* A key of the parameters' bytes. */
static bool read_key(struct wp_key *k, int selection, const OSSL_PARAM params[])
{
	int public, secret = 0;

	public = get_bytes(params, OSSL_PKEY_PARAM_PUB_KEY, k->public);
	if (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY)
		secret = get_bytes(params, OSSL_PKEY_PARAM_PRIV_KEY, k->secret);
	if (public < 0 || secret < 0)
		return false;
	if (!public && !secret)
		return wp_fail(PROV_R_MISSING_KEY);
	if (!public && !wp_x25519_public(k->context, k->public, k->secret))
		return false;
	k->has_public = true;
	k->has_secret = secret;
	return true;
}

static int import(void *key, int selection, const OSSL_PARAM params[])
{
	struct wp_key *k = key, new = { .context = k->context };
	bool done;

	if (!(selection & OSSL_KEYMGMT_SELECT_KEYPAIR))
		return 0;
	done = read_key(&new, selection, params);
	if (done) {
		memcpy(k->secret, new.secret, WP_X25519);
		memcpy(k->public, new.public, WP_X25519);
		k->has_secret = new.has_secret;
		k->has_public = new.has_public;
	}
	OPENSSL_cleanse(new.secret, WP_X25519);
	return done;
}

/*
 * As OpenSSL's own: whatever part of the pair is selected, the public key; and the secret
 * one if it is selected and there. So a public key satisfies a selection of both.
 */
static int export(void *key, int selection, OSSL_CALLBACK *callback, void *argument)
{
	struct wp_key *k = key;
	OSSL_PARAM params[3];
	size_t n = 0;

	if (!(selection & OSSL_KEYMGMT_SELECT_KEYPAIR) || !k->has_public)
		return 0;
	params[n++] = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, k->public,
							WP_X25519);
	if (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY && k->has_secret)
		params[n++] = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PRIV_KEY,
								k->secret, WP_X25519);
	params[n] = OSSL_PARAM_construct_end();
	return callback(params, argument);
}

static const OSSL_PARAM *types(int selection)
{
	static const OSSL_PARAM list[] = {
		OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
		OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0),
		OSSL_PARAM_END
	};

	return selection & OSSL_KEYMGMT_SELECT_KEYPAIR ? list : NULL;
}

static bool put_bytes(OSSL_PARAM params[], const char *name, const void *bytes)
{
	OSSL_PARAM *p = OSSL_PARAM_locate(params, name);

	return !p || OSSL_PARAM_set_octet_string(p, bytes, WP_X25519);
}

static int get_params(void *key, OSSL_PARAM params[])
{
	struct wp_key *k = key;

	return wp_put_int(params, OSSL_PKEY_PARAM_BITS, BITS) &&
	       wp_put_int(params, OSSL_PKEY_PARAM_SECURITY_BITS, SECURITY_BITS) &&
	       wp_put_int(params, OSSL_PKEY_PARAM_MAX_SIZE, WP_X25519) &&
	       (!k->has_public ||
		(put_bytes(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, k->public) &&
		 put_bytes(params, OSSL_PKEY_PARAM_PUB_KEY, k->public))) &&
	       (!k->has_secret || put_bytes(params, OSSL_PKEY_PARAM_PRIV_KEY, k->secret));
}

WP_LIST(gettable, (WP_ANY(context)),
	OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL),
	OSSL_PARAM_int(OSSL_PKEY_PARAM_SECURITY_BITS, NULL),
	OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL),
	OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, NULL, 0),
	OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
	OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0))

/* What TLS gets from its peer becomes a key here. */
static int set_params(void *key, const OSSL_PARAM params[])
{
	struct wp_key *k = key;
	int set = get_bytes(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, k->public);

	if (set > 0) {
		OPENSSL_cleanse(k->secret, WP_X25519);
		k->has_secret = false;
		k->has_public = true;
	}
	return set >= 0;
}

WP_LIST(settable, (WP_ANY(context)),
	OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, NULL, 0))

/* A generation of keys. */
struct generation {
	struct wp_context *context;
	int selection;
};

static void *new_generation(void *context, int selection, const OSSL_PARAM params[])
{
	struct generation *g = OPENSSL_zalloc(sizeof(*g));

	(void)params;
	if (g)
		*g = (struct generation){ context, selection };
	return g;
}

static int set_generation_params(WP_ANY(generation), const OSSL_PARAM params[])
{
	const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_GROUP_NAME);
	const char *group = NULL;

	return !p || (OSSL_PARAM_get_utf8_string_ptr(p, &group) &&
		      !OPENSSL_strcasecmp(group, "x25519")) ||
	       wp_fail(ERR_R_PASSED_INVALID_ARGUMENT);
}

WP_LIST(settable_generation, (WP_ANY(generation), WP_ANY(context)),
	OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, NULL, 0))

static void *generate(void *generation, OSSL_CALLBACK *callback, WP_ANY(argument))
{
	struct generation *g = generation;
	struct wp_key *key = new_key(g->context);

	(void)callback;
	/* Parameters alone are an empty key. */
	if (!key || !(g->selection & OSSL_KEYMGMT_SELECT_KEYPAIR))
		return key;
	if (RAND_priv_bytes_ex(g->context->base.libctx, key->secret, WP_X25519, 0) <= 0 ||
	    !wp_x25519_public(g->context, key->public, key->secret)) {
		wp_key_put(key);
		return NULL;
	}
	/* Clamped, as OpenSSL's own: RFC 7748, section 5. */
	key->secret[0] &= 248;
	key->secret[31] &= 127;
	key->secret[31] |= 64;
	key->has_secret = true;
	key->has_public = true;
	return key;
}

static void free_generation(void *generation)
{
	OPENSSL_free(generation);
}

static const OSSL_DISPATCH functions[] = {
	{ OSSL_FUNC_KEYMGMT_NEW, (function)new_key },
	{ OSSL_FUNC_KEYMGMT_FREE, (function)wp_key_put },
	{ OSSL_FUNC_KEYMGMT_DUP, (function)copy_key },
	{ OSSL_FUNC_KEYMGMT_HAS, (function)has },
	{ OSSL_FUNC_KEYMGMT_MATCH, (function)match },
	{ OSSL_FUNC_KEYMGMT_VALIDATE, (function)validate },
	{ OSSL_FUNC_KEYMGMT_IMPORT, (function)import },
	{ OSSL_FUNC_KEYMGMT_IMPORT_TYPES, (function)types },
	{ OSSL_FUNC_KEYMGMT_EXPORT, (function)export },
	{ OSSL_FUNC_KEYMGMT_EXPORT_TYPES, (function)types },
	{ OSSL_FUNC_KEYMGMT_GET_PARAMS, (function)get_params },
	{ OSSL_FUNC_KEYMGMT_GETTABLE_PARAMS, (function)gettable },
	{ OSSL_FUNC_KEYMGMT_SET_PARAMS, (function)set_params },
	{ OSSL_FUNC_KEYMGMT_SETTABLE_PARAMS, (function)settable },
	{ OSSL_FUNC_KEYMGMT_GEN_INIT, (function)new_generation },
	{ OSSL_FUNC_KEYMGMT_GEN_SET_PARAMS, (function)set_generation_params },
	{ OSSL_FUNC_KEYMGMT_GEN_SETTABLE_PARAMS, (function)settable_generation },
	{ OSSL_FUNC_KEYMGMT_GEN, (function)generate },
	{ OSSL_FUNC_KEYMGMT_GEN_CLEANUP, (function)free_generation },
	{ 0, NULL }
};

const OSSL_ALGORITHM wp_key_managements[] = {
	{ NAMES, "provider=warpcrypt", functions, "keys of X25519" },
	{ NULL, NULL, NULL, NULL }
};
