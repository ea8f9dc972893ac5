// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whole frames through the CPU engine, and through the GPU's code run on this
 * machine: correct results for valid frames, -EINVAL and no memory errors for
 * invalid ones. Every test is run with both.
 */
#include "tests/unit/either_engine.h"
#include "tests/unit/unit.h"
#include "tests/unit/watch_memory.h"

int main(void)
{
	/* Before libcrypto allocates anything. */
	if (!watch_libcrypto())
		return 1;
	return unit_run("engines", NULL, NULL);
}
