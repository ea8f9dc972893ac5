/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What right answers are: the modes written down as slowly and as close to
 * their standards as possible, over libcrypto's AES on single blocks.
 */
#ifndef WARPCRYPT_TESTS_UNIT_MODEL_H
#define WARPCRYPT_TESTS_UNIT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kmod/uapi/warpcrypt.h"

void model_block(const uint8_t *key, size_t key_len, bool decrypt,
		 const uint8_t in[16], uint8_t out[16]);
void model_payload(const struct warpcrypt_desc *desc,
		   const struct warpcrypt_key *key, uint8_t *buf);

#endif /* WARPCRYPT_TESTS_UNIT_MODEL_H */
