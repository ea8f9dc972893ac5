/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Choice: does the device do a request, or software in the caller's context? By
 * estimates of how long either would take. Includes none of the module's headers.
 */
#ifndef _WC_CHOICE_H
#define _WC_CHOICE_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/types.h>

/**
 * enum wc_choice - who does a request
 * @WC_CHOICE_SOFT: software
 * @WC_CHOICE_MEASURE: software, and wc_soft_end() is to hear how long that took
 * @WC_CHOICE_LONE: the device, because it is faster even if it does nothing else
 * @WC_CHOICE_DEEP: the device, because it does more in the same time
 */
enum wc_choice {
	WC_CHOICE_SOFT,
	WC_CHOICE_MEASURE,
	WC_CHOICE_LONE,
	WC_CHOICE_DEEP,
};

/**
 * struct wc_account - what the device has gained one CPU in one mode and direction
 * @link_gen: generation of the link to which this belongs
 * @offloading: requests go to the device
 * @probe: but software does the next so many, and measures the last of them
 * @turn: counts requests, to measure one in some; may wrap
 * @credit: what offloading may cost, ns; less than 0: what it has cost too much
 * @earned: what the device has gained in the long run, ns
 * @price: how much credit it takes to offload again
 * @tries: how often offloading was given up though enough was in flight
 * @lag: how much longer a lone request has taken than the helper's numbers say, ns
 * @wake: how long it takes until the caller goes on when all has come back, ns
 * @own: how long the caller does other things between two requests that software does, ns
 * @dear: software's time for the longest request that is not faster by the device
 * @sent: software's time for all requests that were offloaded, ns; may wrap
 * @deepest: software's time for what was in flight at most, since it began to offload
 * @settled: of @sent, what had come back at the last settlement
 * @since: when that was
 * @alone: nothing was in flight then
 * @gained: at a settlement since it began to offload, the device had done more than software
 *	would have
 * @count: requests that were offloaded since
 * @expected: how long the last of them was to take, without @lag
 * @measured: when software was measured last
 * @done: when software is done, as expected, with a request that is measured; 0: the next has
 *	come since
 * @undone_seen: @undone at the last settlement
 * @back: of @sent, what has come back
 * @undone: of @back, what was not done
 * @idle_since: when nothing was in flight any more
 *
 * Times are those of ktime_get_ns(). Only its CPU changes what comes before @back,
 * with BH off; any CPU changes what follows.
 */
struct wc_account {
	u32 link_gen;
	bool offloading;
	u8 probe;
	u8 turn;
	s64 credit;
	s64 earned;
	u64 price;
	u8 tries;
	u32 lag;
	u32 wake;
	u32 own;
	u32 dear;
	u64 sent;
	u64 deepest;
	u64 settled;
	u64 since;
	bool alone;
	bool gained;
	u32 count;
	u64 expected;
	u64 measured;
	u64 done;
	u64 undone_seen;

	atomic64_t back ____cacheline_aligned_in_smp;
	atomic64_t undone;
	u64 idle_since;
} ____cacheline_aligned_in_smp;

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

/* choice.c */
void wc_account_reset(struct wc_account *account, u32 link_gen);
bool wc_account_is_soft(struct wc_account *account, u32 soft_ns);
enum wc_choice wc_account_choose(struct wc_account *account, u32 soft_ns,
				 u64 device_ns);
void wc_account_sent(struct wc_account *account, u32 soft_ns);
void wc_account_back(struct wc_account *account, u64 soft_ns);
void wc_account_undone(struct wc_account *account, u64 soft_ns);

/* estimate.c */
struct wc_rate wc_rate_make(u32 lone_ns, u64 bytes_per_s, u32 chain_ns);
u64 wc_rate_expect(const struct wc_rate *rate, u32 len, u64 ahead);
u32 wc_soft_expect(const struct wc_soft *soft, u32 len);
bool wc_soft_is_new(const struct wc_soft *soft, u32 len);
void wc_soft_learn(struct wc_soft *soft, u32 len, u64 ns);
void wc_soft_begin(struct wc_soft_watch *watch);
void wc_soft_end(struct wc_soft *soft, u32 len,
		 const struct wc_soft_watch *watch);

#endif /* _WC_CHOICE_H */
