/* SPDX-License-Identifier: GPL-2.0-only */
/* A helper's tasks, which call ENTER again and again. */
#ifndef WARPCRYPT_TESTS_CORE_HELPER_WORKER_H
#define WARPCRYPT_TESTS_CORE_HELPER_WORKER_H

#include "tests/core/helper.h"

/* One of them; @arg: struct test_helper. */
void helper_worker(void *arg);
/* A signal for any of them that does not end it: it calls again. */
void helper_interrupt_worker(struct test_helper *h);
void helper_end_workers(struct test_helper *h);

#endif /* WARPCRYPT_TESTS_CORE_HELPER_WORKER_H */
