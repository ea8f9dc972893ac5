/* SPDX-License-Identifier: GPL-2.0-only */
/* A sequence of calls of the device, from bytes: fuzz-core.c. */
#ifndef WARPCRYPT_TESTS_CORE_FUZZ_CORE_H
#define WARPCRYPT_TESTS_CORE_FUZZ_CORE_H

#include "tests/core/model.h"

void fuzz_core_play(u64 seed, const u8 *data, size_t len);

#endif /* WARPCRYPT_TESTS_CORE_FUZZ_CORE_H */
