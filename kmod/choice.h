/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Choice: who does a request, so that no caller waits longer than it must.
 */
#ifndef _WC_CHOICE_H
#define _WC_CHOICE_H

#include <linux/types.h>

/**
 * struct wc_rate - how fast an engine is in one mode and direction
 * @lone_ns: for a frame with one short request; 0: nothing is known
 * @mib_ns: for each MiB of requests, if there are many
 * @chain_ns: for each block of a request whose blocks depend on each other; else 0
 */
struct wc_rate {
	u32 lone_ns;
	u32 mib_ns;
	u32 chain_ns;
};

struct wc_rate wc_rate_make(u32 lone_ns, u64 bytes_per_s, u32 chain_ns);

#endif /* _WC_CHOICE_H */
