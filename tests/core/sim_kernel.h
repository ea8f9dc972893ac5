/* SPDX-License-Identifier: GPL-2.0-only */
/* What tests use of the emulated kernel, and its own files of each other. */
#ifndef WARPCRYPT_TESTS_CORE_SIM_KERNEL_H
#define WARPCRYPT_TESTS_CORE_SIM_KERNEL_H

#include "tests/core/sim.h"

/* Sleeps for @ns, or until the task is woken. */
static inline void sim_nap(int64_t ns)
{
	sim_enter();
	sim_current()->running = false;
	sim_leave();
	sim_sleep(sim_now() + ns);
}

/* One allocation in so many fails; 0: none. */
extern uint32_t sim_alloc_fails;

#endif /* WARPCRYPT_TESTS_CORE_SIM_KERNEL_H */
