/* SPDX-License-Identifier: GPL-2.0-only */
/* What must be so in a case, or it breaks. */
#ifndef WARPCRYPT_TESTS_CORE_MUST_H
#define WARPCRYPT_TESTS_CORE_MUST_H

#include "tests/core/model.h"

#define MS		1000000ll

void must_be(const char *what, u32 got, u32 least, u32 most);

/* Sleeps until @condition, or breaks after @ms of simulated time. */
#define must_within(ms, condition, what) do {				\
	s64 end_ = sim_now() + (ms) * MS;				\
	while (!(condition)) {						\
		if (sim_now() > end_)					\
			broken("%s: not within %d ms", what, ms);	\
		nap_ms(1);						\
	}								\
} while (0)

#endif /* WARPCRYPT_TESTS_CORE_MUST_H */
