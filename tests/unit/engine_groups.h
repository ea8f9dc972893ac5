/* SPDX-License-Identifier: GPL-2.0-only */
/* Tests with units of groups. @cpu: by the CPU engine, not by the GPU's code. */
#ifndef WARPCRYPT_TESTS_UNIT_ENGINE_GROUPS_H
#define WARPCRYPT_TESTS_UNIT_ENGINE_GROUPS_H

#include <stdbool.h>

void frames_groups(bool cpu);
void frames_checks(bool cpu);
void frames_wrong_groups(bool cpu);
void test_units_wiped(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_ENGINE_GROUPS_H */
