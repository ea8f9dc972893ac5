/* SPDX-License-Identifier: GPL-2.0-only */
/* The interfaces to OpenSSL, and what they share: tables of functions, errors, parameters. */
#ifndef WARPCRYPT_PROVIDER_INTERFACE_H
#define WARPCRYPT_PROVIDER_INTERFACE_H

#include <stdbool.h>
#include <stdint.h>

#include <openssl/core.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

/* What main.c offers. */
extern const OSSL_ALGORITHM wp_ciphers[];
extern const OSSL_ALGORITHM wp_key_managements[];
extern const OSSL_ALGORITHM wp_key_exchanges[];

int wp_group_capability(void *context, const char *capability, OSSL_CALLBACK *callback,
			void *argument);

/* As OSSL_DISPATCH has them. */
typedef void (*function)(void);

/* False, with a reason in OpenSSL's error queue, which says where this is. */
#define wp_fail(reason)	(ERR_raise(ERR_LIB_PROV, reason), false)

/* An argument that makes no difference. */
#define WP_ANY(name)	__attribute__((unused)) void *name

/* A function that tells OpenSSL which parameters there are. */
#define WP_LIST(name, arguments, ...)							\
static const OSSL_PARAM *name arguments							\
{											\
	static const OSSL_PARAM list[] = { __VA_ARGS__, OSSL_PARAM_END };		\
											\
	return list;									\
}

/* Gives a value to a parameter, if it is asked for; false: that could not be done. */
#define WP_PUT(what, type)								\
static inline bool wp_put_##what(OSSL_PARAM params[], const char *name, type value)	\
{											\
	OSSL_PARAM *p = OSSL_PARAM_locate(params, name);				\
											\
	return !p || OSSL_PARAM_set_##what(p, value);					\
}

WP_PUT(int, int)
WP_PUT(uint, unsigned int)
WP_PUT(size_t, size_t)
WP_PUT(uint64, uint64_t)
WP_PUT(utf8_ptr, const char *)
WP_PUT(utf8_string, const char *)

#endif /* WARPCRYPT_PROVIDER_INTERFACE_H */
