/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tests with frames that are not valid: -EINVAL, and no memory errors. @cpu: by the CPU
 * engine, not by the GPU's code.
 */
#ifndef WARPCRYPT_TESTS_UNIT_ENGINE_REFUSALS_H
#define WARPCRYPT_TESTS_UNIT_ENGINE_REFUSALS_H

#include <stdbool.h>

void frames_wrong_fields(bool cpu);
void frames_known_key(bool cpu);
void frames_wrong_frames(bool cpu);
void frames_garbage(bool cpu);
void frames_overlapping(bool cpu);

#endif /* WARPCRYPT_TESTS_UNIT_ENGINE_REFUSALS_H */
