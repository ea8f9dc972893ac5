/* SPDX-License-Identifier: GPL-2.0-only */
/* What tests set of sim_kernel.c. */
#ifndef WARPCRYPT_TESTS_CORE_SIM_KERNEL_H
#define WARPCRYPT_TESTS_CORE_SIM_KERNEL_H

#include <stdint.h>

/* Sleeps for 10 us. */
void sim_nap(void);

/* One allocation in so many fails; 0: none. */
extern uint32_t sim_alloc_fails;

#endif /* WARPCRYPT_TESTS_CORE_SIM_KERNEL_H */
