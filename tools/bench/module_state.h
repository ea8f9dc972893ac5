/* SPDX-License-Identifier: GPL-2.0-only */
/* The module's state and the parameters that a measurement sets. */
#ifndef WARPCRYPT_BENCH_MODULE_STATE_H
#define WARPCRYPT_BENCH_MODULE_STATE_H

#include <stdbool.h>

bool module_state_is(const char *wanted);
void module_expect_no_helper(void);
void module_set_known_answers(bool on);
void module_set_choice(const char *choice);

#endif /* WARPCRYPT_BENCH_MODULE_STATE_H */
