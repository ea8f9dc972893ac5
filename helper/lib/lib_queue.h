/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The queue of batches that are not in frames yet; notes which pieces are back.
 */
#ifndef WARPCRYPT_HELPER_LIB_QUEUE_H
#define WARPCRYPT_HELPER_LIB_QUEUE_H

#include "helper/lib/lib_types.h"

/* &warpcrypt_points.status of what was cancelled, or not begun. */
#define LIB_POINT_CANCELLED	2

void lib_queue_init(struct lib_queue *q, bool shared, unsigned int threads);
void lib_queue_free(struct lib_queue *q);
int lib_queue_add(struct warpcrypt_batch *b, uint64_t bytes);
bool lib_queue_await(struct lib_queue *q, const struct lib_load *load, uint32_t releases,
		     const struct timespec *end);
void lib_queue_init_cond(pthread_cond_t *cond);
void lib_queue_wake_all(struct lib_queue *q);
void lib_queue_release(struct lib_queue *q);
void lib_queue_take(struct lib_queue *q, struct lib_frame *frame,
		    unsigned int frames, unsigned int threads);
bool lib_queue_take_new(struct lib_queue *q, struct warpcrypt_batch *b,
			uint64_t bytes, struct lib_frame *frame);
void lib_queue_back(struct lib_queue *q, struct lib_frame *frame, int status);
void lib_queue_again(struct lib_queue *q, struct lib_frame *frame, bool hangs);
size_t lib_queue_cancel(struct warpcrypt_batch *b);
void lib_queue_fail(struct lib_queue *q);
void lib_queue_end(struct lib_queue *q);

#endif /* WARPCRYPT_HELPER_LIB_QUEUE_H */
