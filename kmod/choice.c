// SPDX-License-Identifier: GPL-2.0-only
/*
 * Choice: who does a request, so that no caller waits longer than it must.
 */
#include "choice.h"

#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>

/**
 * wc_rate_make() - a rate from the helper's numbers
 * @lone_ns: ns, 0 if the rate is not known
 * @bytes_per_s: at least 1
 * @chain_ns: ns, 0 if blocks are computed side by side
 *
 * Context: any.
 */
struct wc_rate wc_rate_make(u32 lone_ns, u64 bytes_per_s, u32 chain_ns)
{
	u64 mib_ns = div64_u64(1000000000ull << 20, bytes_per_s);

	return (struct wc_rate){
		.lone_ns = lone_ns,
		.mib_ns = min_t(u64, mib_ns, U32_MAX),
		.chain_ns = chain_ns,
	};
}
