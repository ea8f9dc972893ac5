/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The expected results: the modes of tests/reference over single blocks, which
 * libcrypto does if it has the cipher, because it is faster, else tests/reference.
 * 25519 is done by kernels/cpu/x25519.h's simplest engine, one unit at a time;
 * unit-25519-* compare that engine with libcrypto and the RFCs. P-256 is libcrypto's.
 */
#ifndef WARPCRYPT_TESTS_UNIT_MODEL_H
#define WARPCRYPT_TESTS_UNIT_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "kmod/uapi/warpcrypt.h"

void model_payload(const struct warpcrypt_desc *desc,
		   const struct warpcrypt_key *key, uint8_t *buf);

/* tests/unit/model_group.c */
void model_units(const struct warpcrypt_desc *desc, uint8_t *buf);

#endif /* WARPCRYPT_TESTS_UNIT_MODEL_H */
