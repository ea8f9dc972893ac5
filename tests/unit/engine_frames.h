/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tests with frames of block ciphers' requests. @cpu: by the CPU engine, not by the GPU's
 * code.
 */
#ifndef WARPCRYPT_TESTS_UNIT_ENGINE_FRAMES_H
#define WARPCRYPT_TESTS_UNIT_ENGINE_FRAMES_H

#include <stdbool.h>

void frames_lengths(bool cpu);
void frames_mixed(bool cpu);
void frames_pieces(bool cpu);
void frames_rekey(bool cpu);

void test_cpu_aes(void **state);
void test_cpu_widths(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_ENGINE_FRAMES_H */
