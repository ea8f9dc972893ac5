/* SPDX-License-Identifier: GPL-2.0-only */
/* What is left in a struct warpcrypt when its caller has waited for all and undone all. */
#ifndef WARPCRYPT_TESTS_UNIT_LIB_IDLE_H
#define WARPCRYPT_TESTS_UNIT_LIB_IDLE_H

#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"

/* Each returns NULL, or what is wrong. Every batch has been waited for. */
const char *lib_idle_queue(struct warpcrypt *w);
/*
 * Every key has been freed, and nothing is registered; no engine has failed. @aes_bytes: of
 * all AES requests that were done since it was opened.
 */
const char *lib_idle_all(struct warpcrypt *w, uint64_t aes_bytes);

#endif /* WARPCRYPT_TESTS_UNIT_LIB_IDLE_H */
