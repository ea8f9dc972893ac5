// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names in openssl.cnf that are no options. OpenSSL's core gives a provider what it
 * asks for, and does not tell what else there is: so the file is read again.
 */
#include "helper/provider/config_names.h"

#include <string.h>

#include <openssl/conf.h>
#include <openssl/crypto.h>
#include <openssl/err.h>

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
				      const struct wp_name *known, size_t count,
				      bool *is_ours)
{
	STACK_OF(CONF_VALUE) *all = NCONF_get_section(conf, section);
	const CONF_VALUE *unknown = NULL, *v;
	const char *text;
	size_t k;
	int i;

	for (k = 0; k < count; k++) {
		text = NCONF_get_string(conf, section, known[k].name);
		if (!text != !known[k].text ||
		    (text && strcmp(text, known[k].text)))
			*is_ours = false;
	}
	for (i = 0; i < sk_CONF_VALUE_num(all); i++) {
		v = sk_CONF_VALUE_value(all, i);
		for (k = 0; k < count && strcmp(known[k].name, v->name); k++)
			;
		if (k == count && !is_core(v->name))
			unknown = v;
	}
	return unknown;
}

/**
 * wp_config_unknown() - a name in the provider's section that is no option
 * @provider: as the provider is called in openssl.cnf
 * @known: the options, with the texts that the core has given
 * @count: how many there are
 *
 * Looks into the default file (OPENSSL_CONF). If what the core has given is not what is
 * there, the program has loaded another one, and nothing is said.
 *
 * Return: for OPENSSL_free(); NULL: there is none
 */
char *wp_config_unknown(const char *provider, const struct wp_name *known,
			size_t count)
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
		unknown = find_unknown(conf, section, known, count, &is_ours);
	if (unknown && is_ours)
		name = OPENSSL_strdup(unknown->name);
	ERR_pop_to_mark();
	NCONF_free(conf);
	OPENSSL_free(file);
	return name;
}
