// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/model.h"

#include <string.h>

#include "kernels/cpu/x25519.h"

/* Returns whether there is a result. */
static bool multiply(uint8_t cipher, uint8_t mode,
		     struct warpcrypt_kpp_out *out,
		     const struct warpcrypt_kpp_in *in)
{
	const struct wc25519_engine *e = wc25519_engine("i51");
	bool edwards = cipher == WARPCRYPT_CIPHER_EDWARDS25519;

	if (mode == WARPCRYPT_KPP_POINT)
		return !(edwards ? wc25519_mult : wc25519_shared)(
			e, out->result, in->scalar, in->point, 1, NULL);
	(edwards ? wc25519_base : wc25519_public)(e, out->result, in->scalar, 1);
	return true;
}

/**
 * model_units() - what a helper should make of a group's payload
 * @desc: a descriptor that makes sense
 * @buf: the payload, replaced by the result
 */
void model_units(const struct warpcrypt_desc *desc, uint8_t *buf)
{
	struct warpcrypt_kpp_in in;
	uint32_t at;

	for (at = 0; at < desc->len; at += sizeof(in)) {
		struct warpcrypt_kpp_out out = { .status = WARPCRYPT_KPP_DONE };

		memcpy(&in, buf + at, sizeof(in));
		if (!multiply(desc->cipher, desc->mode, &out, &in)) {
			memset(out.result, 0, sizeof(out.result));
			out.status = WARPCRYPT_KPP_NONE;
		}
		memcpy(buf + at, &out, sizeof(out));
	}
}
