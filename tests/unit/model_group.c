// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/model.h"

#include <openssl/obj_mac.h>
#include <string.h>

#include "tests/hex.h"
#include "tests/reference/edwards25519.h"
#include "tests/reference/openssl_25519.h"
#include "tests/reference/openssl_wei.h"
#include "tests/vectors/25519.h"

/* Returns whether there is a result. */
static bool multiply(uint8_t cipher, uint8_t mode, uint8_t *result,
		     const uint8_t *scalar, const uint8_t *point)
{
	uint8_t base[32];

	if (mode != WARPCRYPT_KPP_POINT)
		point = NULL;
	if (cipher == WARPCRYPT_CIPHER_P256)
		return openssl_wei_mult(NID_X9_62_prime256v1, result, scalar, point);
	from_hex(base, EDWARDS25519_BASE);
	if (cipher == WARPCRYPT_CIPHER_EDWARDS25519)
		return edwards25519_multiply(result, scalar, point ? point : base);
	return openssl_x25519(result, scalar, point);
}

static void model_25519(const struct warpcrypt_desc *desc, uint8_t *at)
{
	struct warpcrypt_kpp_out out = { .status = WARPCRYPT_KPP_DONE };
	struct warpcrypt_kpp_in in;

	memcpy(&in, at, sizeof(in));
	if (!multiply(desc->cipher, desc->mode, out.result, in.scalar,
		      in.point)) {
		memset(out.result, 0, sizeof(out.result));
		out.status = WARPCRYPT_KPP_NONE;
	}
	memcpy(at, &out, sizeof(out));
}

static void model_p256(const struct warpcrypt_desc *desc, uint8_t *at)
{
	struct warpcrypt_kpp_p256_out out = { .status = WARPCRYPT_KPP_NONE };
	struct warpcrypt_kpp_p256_in in;
	uint8_t result[64];

	memcpy(&in, at, sizeof(in));
	if (multiply(desc->cipher, desc->mode, result, in.scalar, in.x)) {
		memcpy(out.x, result, sizeof(out.x));
		memcpy(out.y, result + sizeof(out.x), sizeof(out.y));
		out.status = WARPCRYPT_KPP_DONE;
	}
	memcpy(at, &out, sizeof(out));
}

/* What a helper should make of a group's payload, in place; the descriptor makes sense. */
void model_units(const struct warpcrypt_desc *desc, uint8_t *buf)
{
	bool p256 = desc->cipher == WARPCRYPT_CIPHER_P256;
	uint32_t at, len = p256 ? sizeof(struct warpcrypt_kpp_p256_in) :
				  sizeof(struct warpcrypt_kpp_in);

	for (at = 0; at < desc->len; at += len)
		(p256 ? model_p256 : model_25519)(desc, buf + at);
}
