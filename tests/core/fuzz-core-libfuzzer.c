// SPDX-License-Identifier: GPL-2.0-only
/* fuzz-core: what libFuzzer calls. */
#include "tests/core/fuzz-core.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t len);
int LLVMFuzzerTestOneInput(const u8 *data, size_t len)
{
	fuzz_core_play(len ? data[0] : 0, data, len);
	return 0;
}
