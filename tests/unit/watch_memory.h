/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What libcrypto and the CPU engine allocate: counted, and, between watch_begin() and
 * watch_end(), remembered, so that a test can search it. Programs are linked with
 * --wrap=aligned_alloc.
 */
#ifndef WARPCRYPT_TESTS_UNIT_WATCH_MEMORY_H
#define WARPCRYPT_TESTS_UNIT_WATCH_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How often libcrypto has allocated. */
extern unsigned long watched_allocations;

/* To be called before libcrypto allocates anything; false: it has. */
bool watch_libcrypto(void);

void watch_begin(void);
void watch_end(void);
/* Memory that is not the engine's. */
void watch_forget(void *at);
/* How much of the engine's own memory is not zero: little but keys. */
size_t watch_own_bytes(void);
/* How often the bytes are in what is remembered. */
unsigned int watch_search(const uint8_t *bytes, size_t len);

#endif /* WARPCRYPT_TESTS_UNIT_WATCH_MEMORY_H */
