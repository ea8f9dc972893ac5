// SPDX-License-Identifier: GPL-2.0-only
/* The provider, as OpenSSL sees it. warpcrypt-provider(7) says how to use it. */
#include <inttypes.h>
#include <stdio.h>

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>

#include "helper/provider/engine.h"
#include "helper/provider/interface.h"

#define COUNTS(F) \
	F(engine) F(engine_bytes) F(software) F(software_bytes) F(points) F(software_points) \
	F(paused) F(failed)

static bool open_base(struct wp_base *base)
{
	base->libctx = OSSL_LIB_CTX_new();
	base->provider = base->libctx ? OSSL_PROVIDER_load(base->libctx, "default") : NULL;
	return base->provider;
}

/* What open_base() has loaded, or zeroes. */
static void close_base(struct wp_base *base)
{
	OSSL_PROVIDER_unload(base->provider);
	OSSL_LIB_CTX_free(base->libctx);
}

#define GETTABLE(name)	OSSL_PARAM_uint64(#name, NULL),

WP_LIST(gettable, (WP_ANY(context)),
	COUNTS(GETTABLE)
	OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, NULL, 0),
	OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, NULL, 0),
	OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, NULL, 0),
	OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, NULL),
	OSSL_PARAM_utf8_string("engine_name", NULL, 0))

static int get_params(void *context, OSSL_PARAM params[])
{
	struct wp_context *c = context;
	char engine[256];

	wp_engine_describe(engine, sizeof(engine));
#define PUT_COUNT(name)	&& wp_put_uint64(params, #name, atomic_load(&c->counts.name))
	return wp_put_int(params, OSSL_PROV_PARAM_STATUS, 1) &&
	       wp_put_utf8_string(params, "engine_name", engine) &&
	       wp_put_utf8_ptr(params, OSSL_PROV_PARAM_NAME, "warpcrypt") &&
	       wp_put_utf8_ptr(params, OSSL_PROV_PARAM_VERSION, WARPCRYPT_VERSION) &&
	       wp_put_utf8_ptr(params, OSSL_PROV_PARAM_BUILDINFO, WARPCRYPT_VERSION)
	       COUNTS(PUT_COUNT);
}

static const OSSL_ALGORITHM *query(WP_ANY(context), int operation, int *no_cache)
{
	*no_cache = 0;
	switch (operation) {
	case OSSL_OP_CIPHER:
		return wp_ciphers;
	case OSSL_OP_KEYMGMT:
		return wp_key_managements;
	case OSSL_OP_KEYEXCH:
		return wp_key_exchanges;
	default:
		return NULL;
	}
}

static void summarize(struct wp_context *c)
{
	char engine[256];

	wp_engine_describe(engine, sizeof(engine));
#define PRINT_COUNT(name)	fprintf(stderr, " " #name " %" PRIu64, atomic_load(&c->counts.name));
	fputs("warpcrypt:", stderr);
	COUNTS(PRINT_COUNT)
	fprintf(stderr, "; engine: %s\n", engine);
}

static void tear_down(void *context)
{
	struct wp_context *c = context;

	if (c->config.summary)
		summarize(c);
	wp_engine_release();
	close_base(&c->base);
	OPENSSL_free(c);
}

static const OSSL_DISPATCH functions[] = {
	{ OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (function)gettable },
	{ OSSL_FUNC_PROVIDER_GET_PARAMS, (function)get_params },
	{ OSSL_FUNC_PROVIDER_QUERY_OPERATION, (function)query },
	{ OSSL_FUNC_PROVIDER_GET_CAPABILITIES, (function)wp_group_capability },
	{ OSSL_FUNC_PROVIDER_TEARDOWN, (function)tear_down },
	{ 0, NULL }
};

static OSSL_FUNC_core_get_params_fn *core_get_params(const OSSL_DISPATCH *in)
{
	for (; in->function_id; in++)
		if (in->function_id == OSSL_FUNC_CORE_GET_PARAMS)
			return OSSL_FUNC_core_get_params(in);
	return NULL;
}

#define PUBLIC	__attribute__((visibility("default")))

/* What OpenSSL calls first. */
PUBLIC OSSL_provider_init_fn OSSL_provider_init;

PUBLIC int OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
			      const OSSL_DISPATCH **out, void **context)
{
	OSSL_FUNC_core_get_params_fn *get = core_get_params(in);
	struct wp_context *c = OPENSSL_zalloc(sizeof(*c));

	if (!get || !c || !wp_config_read(&c->config, handle, get) ||
	    !open_base(&c->base) || !wp_engine_watch_forks()) {
		if (c)
			close_base(&c->base);
		OPENSSL_free(c);
		return 0;
	}
	*out = functions;
	*context = c;
	return 1;
}
