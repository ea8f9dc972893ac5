/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An engine in the GPU's place, by its name: the CPU's, but shared by its
 * threads like a GPU, without SM4 and edwards25519, and it breaks when it is
 * told to.
 */
#ifndef WARPCRYPT_TESTS_LIB_ENGINE_H
#define WARPCRYPT_TESTS_LIB_ENGINE_H

#include <stdatomic.h>

/* Every frame fails while this is true. */
extern atomic_bool lib_engine_breaks;

#endif /* WARPCRYPT_TESTS_LIB_ENGINE_H */
