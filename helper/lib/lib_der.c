// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/libwarpcrypt.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <openssl/bn.h>
#include <openssl/ec.h>

#include "helper/lib/lib_error.h"

/* No signature on P-256 is longer in DER, bytes. */
#define DER_MOST	72u

/* Is @sig what these bytes are in DER, and no other encoding of it? */
static bool is_der(const ECDSA_SIG *sig, const uint8_t *der, size_t len)
{
	uint8_t *again = NULL;
	int n = i2d_ECDSA_SIG(sig, &again);
	bool same = n >= 0 && (size_t)n == len && !memcmp(again, der, len);

	OPENSSL_free(again);
	return same;
}

int warpcrypt_signature_from_der(uint8_t signature[64], const void *der,
				 size_t len)
{
	const uint8_t *at = der;
	ECDSA_SIG *sig = NULL;
	const BIGNUM *r, *s;
	bool ok = false;

	if (len <= DER_MOST)
		sig = d2i_ECDSA_SIG(NULL, &at, (long)len);
	if (sig) {
		ECDSA_SIG_get0(sig, &r, &s);
		ok = is_der(sig, der, len) && !BN_is_negative(r) &&
		     !BN_is_negative(s) &&
		     BN_bn2binpad(r, signature, 32) == 32 &&
		     BN_bn2binpad(s, signature + 32, 32) == 32;
	}
	ECDSA_SIG_free(sig);
	if (ok)
		return 0;
	memset(signature, 0, 64);
	return lib_fail(-EINVAL,
			"%zu bytes are no ECDSA signature on P-256 in DER", len);
}
