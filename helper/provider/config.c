// SPDX-License-Identifier: GPL-2.0-only
#include "helper/provider/context.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/conf.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

enum option_type { NUMBER, SIZE, YES_NO, BACKEND };

static const struct option {
	const char *name;
	enum option_type type;
	size_t offset;
	unsigned long long max;
} options[] = {
	{ "backend", BACKEND, offsetof(struct wp_config, backend), 0 },
	{ "threads", NUMBER, offsetof(struct wp_config, threads), 256 },
	{ "keys", NUMBER, offsetof(struct wp_config, keys), 65536 },
	{ "gpu", NUMBER, offsetof(struct wp_config, gpu), 255 },
	{ "min_bytes", SIZE, offsetof(struct wp_config, min_bytes), SIZE_MAX },
	{ "async_min_bytes", SIZE, offsetof(struct wp_config, async_min_bytes), SIZE_MAX },
	{ "summary", YES_NO, offsetof(struct wp_config, summary), 0 },
};

#define OPTIONS		(sizeof(options) / sizeof(options[0]))

/* Also printed: OpenSSL 3.0 forgets why a provider of openssl.cnf was not loaded. */
static bool refused(const struct option *o, const char *text, const char *expected)
{
	fprintf(stderr, "warpcrypt: %s must be %s, not '%s'; the provider is not loaded\n",
		o->name, expected, text);
	ERR_raise_data(ERR_LIB_PROV, PROV_R_INVALID_DATA,
		       "warpcrypt: %s must be %s, not '%s'", o->name, expected, text);
	return false;
}

static bool read_number(const struct option *o, const char *text, unsigned long long *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && !errno && *value <= o->max;
}

static bool read_option(const struct option *o, const char *text, void *member)
{
	static const char *const backends[] = { "auto", "cuda", "cpu" };
	unsigned long long value;
	size_t i;

	switch (o->type) {
	case NUMBER:
		if (!read_number(o, text, &value))
			return refused(o, text, "a number within the limits of libwarpcrypt(3)");
		*(unsigned int *)member = (unsigned int)value;
		return true;
	case SIZE:
		if (!read_number(o, text, &value))
			return refused(o, text, "a number of bytes");
		*(size_t *)member = (size_t)value;
		return true;
	case YES_NO:
		if (strcmp(text, "yes") && strcmp(text, "no"))
			return refused(o, text, "yes or no");
		*(bool *)member = *text == 'y';
		return true;
	case BACKEND:
		for (i = 0; i < sizeof(backends) / sizeof(backends[0]); i++)
			if (!strcmp(text, backends[i])) {
				strcpy(member, text);
				return true;
			}
	}
	return refused(o, text, "auto, cuda or cpu");
}

/* The section of a provider that is called @name in its list; NULL: there is none. */
static const char *find_section(CONF *conf, const char *name)
{
	const char *at = NCONF_get_string(conf, NULL, "openssl_conf");

	if (at)
		at = NCONF_get_string(conf, at, "providers");
	return at ? NCONF_get_string(conf, at, name) : NULL;
}

/* Those that the core itself reads. */
static bool is_core(const char *name)
{
	static const char *const names[] = {
		"activate", "identity", "module", "soft_load",
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* Sets @is_ours to false if the core has read another file than this. */
static const CONF_VALUE *find_unknown(CONF *conf, const char *section,
				      const char *const text[OPTIONS], bool *is_ours)
{
	STACK_OF(CONF_VALUE) *all = NCONF_get_section(conf, section);
	const CONF_VALUE *unknown = NULL, *v;
	const char *there;
	size_t k;
	int i;

	for (k = 0; k < OPTIONS; k++) {
		there = NCONF_get_string(conf, section, options[k].name);
		if (!there != !text[k] || (there && strcmp(there, text[k])))
			*is_ours = false;
	}
	for (i = 0; i < sk_CONF_VALUE_num(all); i++) {
		v = sk_CONF_VALUE_value(all, i);
		for (k = 0; k < OPTIONS && strcmp(options[k].name, v->name); k++)
			;
		if (k == OPTIONS && !is_core(v->name))
			unknown = v;
	}
	return unknown;
}

/*
 * A name in the section of @provider that is no option, for OPENSSL_free(); NULL: there is
 * none. OpenSSL's core gives a provider what it asks for, and does not tell what else there
 * is: so the default file (OPENSSL_CONF) is read again. If what the core has given, @text, is
 * not what is there, the program has loaded another one, and nothing is said.
 */
static char *unknown_name(const char *provider, const char *const text[OPTIONS])
{
	char *file = CONF_get1_default_config_file(), *name = NULL;
	const CONF_VALUE *unknown = NULL;
	const char *section = NULL;
	CONF *conf = NCONF_new(NULL);
	bool is_ours = true;

	ERR_set_mark();
	if (file && conf && NCONF_load(conf, file, NULL) > 0)
		section = find_section(conf, provider);
	if (section)
		unknown = find_unknown(conf, section, text, &is_ours);
	if (unknown && is_ours)
		name = OPENSSL_strdup(unknown->name);
	ERR_pop_to_mark();
	NCONF_free(conf);
	OPENSSL_free(file);
	return name;
}

/* Is a name in the provider's section no option? Then it is refused. */
static bool has_unknown(const char *provider, const char *const text[OPTIONS])
{
	char *name = unknown_name(provider, text);

	if (!name)
		return false;
	fprintf(stderr, "warpcrypt: there is no option '%s'; the provider is not loaded\n", name);
	ERR_raise_data(ERR_LIB_PROV, PROV_R_INVALID_DATA,
		       "warpcrypt: there is no option '%s'", name);
	OPENSSL_free(name);
	return true;
}

/*
 * Read the options; what openssl.cnf does not have is the default. False: one is wrong,
 * and OpenSSL's error queue says which.
 */
bool wp_config_read(struct wp_config *config, const OSSL_CORE_HANDLE *handle,
		    OSSL_FUNC_core_get_params_fn *get_params)
{
	const char *text[OPTIONS] = { NULL }, *provider = NULL;
	OSSL_PARAM params[OPTIONS + 2];
	size_t i;

	*config = (struct wp_config){
		.backend = "auto", .keys = 1024,
		.min_bytes = 65536, .async_min_bytes = 4096,
	};
	for (i = 0; i < OPTIONS; i++)
		params[i] = OSSL_PARAM_construct_utf8_ptr(options[i].name, (char **)&text[i], 0);
	params[OPTIONS] = OSSL_PARAM_construct_utf8_ptr(OSSL_PROV_PARAM_CORE_PROV_NAME,
							(char **)&provider, 0);
	params[OPTIONS + 1] = OSSL_PARAM_construct_end();
	if (!get_params(handle, params))
		return false;
	for (i = 0; i < OPTIONS; i++)
		if (text[i] && !read_option(&options[i], text[i],
					    (char *)config + options[i].offset))
			return false;
	return !provider || !has_unknown(provider, text);
}
