/* SPDX-License-Identifier: GPL-2.0-only */
/* The helper's memory. */
#ifndef WARPCRYPT_TESTS_CORE_USER_H
#define WARPCRYPT_TESTS_CORE_USER_H

#include "tests/core/model.h"

u8 *user_memory_get(size_t len);
void user_memory_put(u8 *at);
bool user_memory_holds(u64 addr, u64 len);
/* A copy that may race with the other side's, as the UAPI allows. */
void arena_copy(void *to, const void *from, size_t len);
/* The same with the XOR of both. */
void arena_xor(void *to, const void *from, const void *stream, size_t len);

#endif /* WARPCRYPT_TESTS_CORE_USER_H */
