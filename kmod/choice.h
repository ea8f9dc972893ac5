/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Choice: does the device do a request, or software in the caller's context? Includes
 * none of the module's headers.
 */
#ifndef _WC_CHOICE_H
#define _WC_CHOICE_H

#include <linux/atomic.h>
#include <linux/cache.h>
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

/* Lengths of requests by powers of two: class @i is for 2^(4 + i) bytes and more. */
#define WC_SOFT_CLASSES		21

/**
 * struct wc_soft - how fast software is in one mode and direction
 * @ns: of each class, for 2^(4 + i) bytes
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

/**
 * enum wc_choice - who does a request
 * @WC_CHOICE_SOFT: software
 * @WC_CHOICE_MEASURE: software, and wc_soft_end() is to learn how long that takes
 * @WC_CHOICE_TRY: the device, if wc_account_try() says so; else as @WC_CHOICE_MEASURE
 * @WC_CHOICE_OFFLOAD: the device
 */
enum wc_choice {
	WC_CHOICE_SOFT,
	WC_CHOICE_MEASURE,
	WC_CHOICE_TRY,
	WC_CHOICE_OFFLOAD,
};

/**
 * struct wc_account - software or device, for one CPU, mode and direction
 * @link_gen: generation of the link to which this belongs
 * @offloading: requests go to the device
 * @alone: at the last settlement nothing was in flight
 * @failed: trials of more than one request that ended without a gain, in a row
 * @turn: counts requests; may wrap
 * @probe: software does so many of those that are offloaded, and measures the last
 * @credit: what the device may lose until software does the requests, ns
 * @price: the credit that a trial needs, ns
 * @since: the last settlement
 * @measured: when software was measured last
 * @sent: software's time for all requests that were offloaded, ns; may wrap
 * @settled: of @sent, what had come back at the last settlement
 * @undone_seen: @undone at the last settlement
 * @back: of @sent, what has come back
 * @undone: of @back, what was not done
 * @idle_since: when nothing was in flight any more
 *
 * Times are those of ktime_get_ns(). What comes before @back is changed under the lock
 * of the CPU's accounts; any CPU changes what follows.
 */
struct wc_account {
	u32 link_gen;
	bool offloading;
	bool alone;
	u8 failed;
	u8 turn;
	u8 probe;
	s64 credit;
	u64 price;
	u64 since;
	u64 measured;
	u64 sent;
	u64 settled;
	u64 undone_seen;

	atomic64_t back ____cacheline_aligned_in_smp;
	atomic64_t undone;
	u64 idle_since;
} ____cacheline_aligned_in_smp;

u32 wc_soft_expect(const struct wc_soft *soft, u32 len);
bool wc_soft_is_new(const struct wc_soft *soft, u32 len);
void wc_soft_learn(struct wc_soft *soft, u32 len, u64 ns);
void wc_soft_begin(struct wc_soft_watch *watch);
void wc_soft_end(struct wc_soft *soft, u32 len,
		 const struct wc_soft_watch *watch);

void wc_account_reset(struct wc_account *account, u32 link_gen);
enum wc_choice wc_account_choose(struct wc_account *account, u32 soft_ns);
bool wc_account_try(struct wc_account *account, u64 device_ns);
void wc_account_sent(struct wc_account *account, u32 soft_ns);
void wc_account_back(struct wc_account *account, u64 soft_ns);
void wc_account_undone(struct wc_account *account, u64 soft_ns);

#endif /* _WC_CHOICE_H */
