// SPDX-License-Identifier: GPL-2.0-only
#include "helper/provider/group.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>
#include <openssl/ssl.h>

/* TLS's number of the group: RFC 8446, section 4.2.7. */
#define X25519_GROUP	29

/**
 * wp_group_capability() - tell OpenSSL that TLS can use our X25519
 * @context: the provider
 * @capability: what OpenSSL asks for
 * @callback: gets a description of each such
 * @argument: its argument
 *
 * libssl uses a group only with keys of the provider that has told it of the group: so
 * this one tells it, too, although the default provider does.
 *
 * Return: what @callback returns; 0: no such capability
 */
int wp_group_capability(void *context, const char *capability, OSSL_CALLBACK *callback,
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

	(void)context;
	return !OPENSSL_strcasecmp(capability, "TLS-GROUP") && callback(group, argument);
}
