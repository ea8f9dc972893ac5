// SPDX-License-Identifier: GPL-2.0-only
/* RCU for sim_order.c and sim_threads.c: readers note the grace period that they began in. */
#include "tests/core/kernel.h"

#include "tests/core/sim_kernel.h"

static uint64_t grace = 1;

void rcu_read_lock(void)
{
	struct sim_task *t = sim_current();

	if (!t->rcu_nesting)
		__atomic_store_n(&t->rcu_since,
				 __atomic_load_n(&grace, __ATOMIC_SEQ_CST),
				 __ATOMIC_SEQ_CST);
	__atomic_add_fetch(&t->rcu_nesting, 1, __ATOMIC_SEQ_CST);
	sim_step();
}

void rcu_read_unlock(void)
{
	struct sim_task *t = sim_current();

	sim_step();
	__atomic_sub_fetch(&t->rcu_nesting, 1, __ATOMIC_SEQ_CST);
}

/*
 * Two grace periods: a reader that had read the number and not yet counted
 * itself is seen in the second.
 */
void synchronize_rcu(void)
{
	int i;

	for (i = 0; i < 2; i++) {
		uint64_t g = __atomic_add_fetch(&grace, 1, __ATOMIC_SEQ_CST);

		while (sim_rcu_readers(g))
			sim_nap(10000);
	}
}
