/* SPDX-License-Identifier: GPL-2.0-only */
/* Names in openssl.cnf that are no options. */
#ifndef WARPCRYPT_PROVIDER_CONFIG_NAMES_H
#define WARPCRYPT_PROVIDER_CONFIG_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct wp_name - an option
 * @name: its name
 * @text: what the core says; NULL: nothing
 */
struct wp_name {
	const char *name;
	const char *text;
};

char *wp_config_unknown(const char *provider, const struct wp_name *known,
			size_t count);

#endif /* WARPCRYPT_PROVIDER_CONFIG_NAMES_H */
