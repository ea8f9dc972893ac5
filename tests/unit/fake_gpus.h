/* SPDX-License-Identifier: GPL-2.0-only */
/* The file by which a test and the emulated GPUs know each other. */
#ifndef WARPCRYPT_TESTS_UNIT_FAKE_GPUS_H
#define WARPCRYPT_TESTS_UNIT_FAKE_GPUS_H

#include <stdbool.h>

#include "tests/unit/fake_cuda.h"

extern struct fake_cuda *gpus;
/* The names of enum fake_cuda_fault. */
extern const char *const fake_gpus_faults[FAKE_CUDA_FAULTS];

bool fake_gpus_are_used(void);
void fake_gpus_make(void);
void fake_gpus_reset(unsigned int count);
bool fake_gpus_hang(void);
void fake_gpus_clean_up(void);

#endif /* WARPCRYPT_TESTS_UNIT_FAKE_GPUS_H */
