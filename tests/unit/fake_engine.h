/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An engine with the name of the GPU's. It is the CPU engine, but shared by its
 * threads like a GPU, without SM4 and edwards25519, and tests can make it fail.
 */
#ifndef WARPCRYPT_TESTS_UNIT_FAKE_ENGINE_H
#define WARPCRYPT_TESTS_UNIT_FAKE_ENGINE_H

#include <stdatomic.h>

/* Every frame fails while this is true. */
extern atomic_bool fake_engine_breaks;

#endif /* WARPCRYPT_TESTS_UNIT_FAKE_ENGINE_H */
