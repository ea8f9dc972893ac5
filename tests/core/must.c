// SPDX-License-Identifier: GPL-2.0-only
#include "tests/core/must.h"

void must_be(const char *what, u32 got, u32 least, u32 most)
{
	if (got < least || got > most)
		broken("%s: %u, not %u to %u", what, got, least, most);
}
