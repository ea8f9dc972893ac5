// SPDX-License-Identifier: GPL-2.0-only
/* Key exchange with X25519: the interface to OpenSSL. */
#include "helper/provider/keymgmt.h"

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ssl.h>

#include "helper/provider/interface.h"

/* One side of an exchange: our key and theirs. */
struct exchange {
	struct wp_context *context;
	struct wp_key *ours;
	struct wp_key *theirs;
};

static void *new_exchange(void *context)
{
	struct exchange *e = OPENSSL_zalloc(sizeof(*e));

	if (e)
		e->context = context;
	return e;
}

static void free_exchange(void *exchange)
{
	struct exchange *e = exchange;

	if (!e)
		return;
	wp_key_put(e->ours);
	wp_key_put(e->theirs);
	OPENSSL_free(e);
}

static void *copy_exchange(void *exchange)
{
	const struct exchange *e = exchange;
	struct exchange *copy = new_exchange(e->context);

	if (!copy)
		return NULL;
	copy->ours = e->ours ? wp_key_hold(e->ours) : NULL;
	copy->theirs = e->theirs ? wp_key_hold(e->theirs) : NULL;
	return copy;
}

static int init(void *exchange, void *key, const OSSL_PARAM params[])
{
	struct exchange *e = exchange;

	(void)params;
	if (!key)
		return 0;
	wp_key_put(e->ours);
	wp_key_put(e->theirs);
	e->ours = wp_key_hold(key);
	e->theirs = NULL;
	return 1;
}

static int set_peer(void *exchange, void *key)
{
	struct exchange *e = exchange;

	if (!key)
		return 0;
	wp_key_put(e->theirs);
	e->theirs = wp_key_hold(key);
	return 1;
}

static int derive(void *exchange, unsigned char *secret, size_t *len, size_t size)
{
	struct exchange *e = exchange;

	if (!e->ours || !e->ours->has_secret || !e->ours->has_public)
		return wp_fail(PROV_R_NOT_A_PRIVATE_KEY);
	if (!e->theirs || !e->theirs->has_public)
		return wp_fail(PROV_R_NOT_A_PUBLIC_KEY);
	*len = WP_X25519;
	if (!secret)
		return 1;
	if (size < WP_X25519)
		return wp_fail(PROV_R_OUTPUT_BUFFER_TOO_SMALL);
	return wp_x25519_shared(e->context, secret, e->ours->secret, e->ours->public,
				e->theirs->public);
}

static const OSSL_DISPATCH functions[] = {
	{ OSSL_FUNC_KEYEXCH_NEWCTX, (function)new_exchange },
	{ OSSL_FUNC_KEYEXCH_FREECTX, (function)free_exchange },
	{ OSSL_FUNC_KEYEXCH_DUPCTX, (function)copy_exchange },
	{ OSSL_FUNC_KEYEXCH_INIT, (function)init },
	{ OSSL_FUNC_KEYEXCH_SET_PEER, (function)set_peer },
	{ OSSL_FUNC_KEYEXCH_DERIVE, (function)derive },
	{ 0, NULL }
};

const OSSL_ALGORITHM wp_key_exchanges[] = {
	{ "X25519:1.3.101.110", "provider=warpcrypt", functions, "key exchange with X25519" },
	{ NULL, NULL, NULL, NULL }
};

/* TLS's number of the group: RFC 8446, section 4.2.7. */
#define X25519_GROUP	29

/*
 * Tell OpenSSL that TLS can use our X25519. libssl uses a group only with keys of the
 * provider that has told it of the group: so this one tells it, too, although the default
 * provider does.
 */
int wp_group_capability(WP_ANY(context), const char *capability, OSSL_CALLBACK *callback,
			void *argument)
{
	static unsigned int number = X25519_GROUP, bits = 128;
	/* From the first version on, to the last, whichever that is (0). */
	static int tls = TLS1_VERSION, dtls = DTLS1_VERSION, last;
	static const OSSL_PARAM group[] = {
		OSSL_PARAM_utf8_string(OSSL_CAPABILITY_TLS_GROUP_NAME, "x25519", 7),
		OSSL_PARAM_utf8_string(OSSL_CAPABILITY_TLS_GROUP_NAME_INTERNAL, "X25519", 7),
		OSSL_PARAM_utf8_string(OSSL_CAPABILITY_TLS_GROUP_ALG, "X25519", 7),
		OSSL_PARAM_uint(OSSL_CAPABILITY_TLS_GROUP_ID, &number),
		OSSL_PARAM_uint(OSSL_CAPABILITY_TLS_GROUP_SECURITY_BITS, &bits),
		OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MIN_TLS, &tls),
		OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MAX_TLS, &last),
		OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MIN_DTLS, &dtls),
		OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MAX_DTLS, &last),
		OSSL_PARAM_END
	};

	return !OPENSSL_strcasecmp(capability, "TLS-GROUP") && callback(group, argument);
}
