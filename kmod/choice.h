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
 * @seen: how often each class was measured, at most WC_WARM
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
 * @WC_CHOICE_TRIAL: the device; a trial begins
 * @WC_CHOICE_OFFLOAD: the device
 */
enum wc_choice {
	WC_CHOICE_SOFT,
	WC_CHOICE_MEASURE,
	WC_CHOICE_TRIAL,
	WC_CHOICE_OFFLOAD,
};

/**
 * struct wc_account - software or device, for one CPU, share, mode and direction
 * @link_gen: generation of the link to which this belongs
 * @offloading: requests go to the device
 * @marked: in this window a result has come back
 * @trial: windows until the trial may end
 * @turn: counts requests that end no window; may wrap
 * @probe: software does so many of those that are offloaded, and measures the last
 * @credit: what the device has gained, ns; negative: what software's time is to pay
 * @since: when the window began
 * @measured: when software was measured last
 * @sent: software's time for all requests that were offloaded, ns
 * @settled: of @sent, what had come back when the window began
 * @mark: the window ends, or @marked is to be set, when so much of @sent is back
 * @back: of @sent, what has come back
 * @back_at: when that was
 *
 * Times are those of ktime_get_ns(). What comes before @back is changed under the lock
 * of the CPU's accounts; any CPU changes what follows.
 */
struct wc_account {
	u32 link_gen;
	bool offloading;
	bool marked;
	u8 trial;
	u8 turn;
	u8 probe;
	s64 credit;
	u64 since;
	u64 measured;
	u64 sent;
	u64 settled;
	u64 mark;

	atomic64_t back ____cacheline_aligned_in_smp;
	u64 back_at;
} ____cacheline_aligned_in_smp;

u32 wc_soft_expect(const struct wc_soft *soft, u32 len);
void wc_soft_learn(struct wc_soft *soft, u32 len, u64 ns);
void wc_soft_begin(struct wc_soft_watch *watch);
void wc_soft_end(struct wc_soft *soft, u32 len,
		 const struct wc_soft_watch *watch);

enum wc_choice wc_account_choose(struct wc_account *account, u32 link_gen,
				 u32 soft_ns);
void wc_account_back(struct wc_account *account, u64 soft_ns);

#endif /* _WC_CHOICE_H */
