/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Estimates: how long an engine, or software, would take for a request.
 */
#ifndef _WC_ESTIMATE_H
#define _WC_ESTIMATE_H

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

/* Lengths of requests by powers of two: class @i is for 2^(4 + i) bytes. */
#define WC_SOFT_CLASSES		21

/**
 * struct wc_soft - how fast software is in one mode and direction
 * @ns: for a request of each class; measured, or derived from the nearest class that
 *	is; 0: none is
 * @seen: how often each class was measured, at most WC_SOFT_SEEN
 *
 * Read and written by all CPUs without a lock: only estimates are lost.
 */
struct wc_soft {
	u32 ns[WC_SOFT_CLASSES];
	u8 seen[WC_SOFT_CLASSES];
};

/**
 * struct wc_soft_watch - a request that software does is measured
 * @since: when it began, ns
 * @ran: how long the thread had been on a CPU by then, ns
 * @switches: how often it had been switched out by then
 */
struct wc_soft_watch {
	u64 since;
	u64 ran;
	unsigned long switches;
};

struct wc_rate wc_rate_make(u32 lone_ns, u64 bytes_per_s, u32 chain_ns);
u64 wc_rate_expect(const struct wc_rate *rate, u32 len, u64 ahead);

u32 wc_soft_expect(const struct wc_soft *soft, u32 len);
bool wc_soft_is_new(const struct wc_soft *soft, u32 len);
void wc_soft_learn(struct wc_soft *soft, u32 len, u64 ns);
void wc_soft_begin(struct wc_soft_watch *watch);
void wc_soft_end(struct wc_soft *soft, u32 len,
		 const struct wc_soft_watch *watch);

#endif /* _WC_ESTIMATE_H */
