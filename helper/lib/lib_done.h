/* SPDX-License-Identifier: GPL-2.0-only */
/* Batches that are done: in queues of callers, or told by callbacks. */
#ifndef WARPCRYPT_HELPER_LIB_DONE_H
#define WARPCRYPT_HELPER_LIB_DONE_H

#include "helper/lib/lib_types.h"

bool lib_done_expect(struct warpcrypt_batch *b);
void lib_done_put(struct warpcrypt_batch *b);
void *lib_done_calls(void *queue);
bool lib_done_is(const struct warpcrypt_batch *b);
bool lib_done_never(const struct warpcrypt_batch *b);
void lib_done_take(struct warpcrypt_batch *b);

#endif /* WARPCRYPT_HELPER_LIB_DONE_H */
