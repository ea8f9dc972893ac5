// SPDX-License-Identifier: GPL-2.0-only
/*
 * Choice: does the device do a request, or software in the caller's context?
 *
 * A lone request is faster in software, many are faster by the device; but as long as
 * software does each before the next is submitted, a caller with a thousand looks like
 * one with one. Only trials tell them apart. So each CPU has an account, in nanoseconds,
 * for each mode and direction. A 32nd of the time that software takes is its credit.
 * When that is four times what the device is expected to take, requests are offloaded: the
 * credit gets the time that software would have taken for those that have come back, and
 * loses the time that passes while any is in flight, and until the caller goes on. When
 * nothing is left of it, software does the requests again, and what was lost beyond it is
 * paid back first, up to WC_CREDIT_MOST. So trials cost three percent, whatever the helper
 * says of its engines, and a device that does more keeps its requests, whatever the cause:
 * depth, its speed, copies, other CPUs.
 *
 * Nothing here sleeps, allocates or takes a lock; the caller holds the account's, but
 * where the context says "any". The numbers are estimates: only speed depends on them.
 */
#include "choice.h"

#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/time64.h>

/* One in so many: of software's time, for trials; of its requests, to be measured. */
#define WC_TRIAL_SHARE		32
/* The most credit and debt, ns: so long may a device that does more stall. A trial needs half. */
#define WC_CREDIT_MOST		((s64)NSEC_PER_SEC / 16)
/* A caller that goes on within this time after its last result has waited for it, ns. */
#define WC_WAKE_MOST		(NSEC_PER_SEC / 4096)
/* A length is known after so many measurements, or one of a 1024th of a second. */
#define WC_SOFT_SEEN		4

/* The class whose length is not above @len; it is at least 1. */
static unsigned int wc_soft_class(u32 len)
{
	return clamp_t(int, ilog2(len) - 4, 0, WC_SOFT_CLASSES - 1);
}

/**
 * wc_soft_expect() - how long software will take for a request
 * @soft: what is known
 * @len: the request's length, bytes, at least 1
 *
 * Return: ns; 0 if nothing is known.
 */
u32 wc_soft_expect(const struct wc_soft *soft, u32 len)
{
	unsigned int class = wc_soft_class(len);
	u64 ns = READ_ONCE(soft->ns[class]);

	return min_t(u64, ns * max(len, 16u) >> (class + 4), U32_MAX);
}

/**
 * wc_soft_is_new() - must a length be measured before software can be judged?
 * @soft: what is known
 * @len: the length, bytes, at least 1
 */
bool wc_soft_is_new(const struct wc_soft *soft, u32 len)
{
	return READ_ONCE(soft->seen[wc_soft_class(len)]) < WC_SOFT_SEEN;
}

/**
 * wc_soft_learn() - software has done a request
 * @soft: what is known; changed
 * @len: the request's length, bytes, at least 1
 * @ns: how long that took
 */
void wc_soft_learn(struct wc_soft *soft, u32 len, u64 ns)
{
	unsigned int class = wc_soft_class(len);
	u32 old = READ_ONCE(soft->ns[class]), seen = READ_ONCE(soft->seen[class]);

	ns = min_t(u64, ns, NSEC_PER_SEC) << (class + 4);
	ns = clamp_t(u64, div64_u64(ns, max(len, 16u)), 16, NSEC_PER_SEC);
	if (seen < WC_SOFT_SEEN) {
		/* The least: one may be of a pause. */
		ns = seen ? min_t(u64, ns, old) : ns;
		seen = ns > NSEC_PER_SEC / 1024 ? WC_SOFT_SEEN : seen + 1;
		WRITE_ONCE(soft->seen[class], seen);
	} else {
		ns = old - old / 8 + clamp_t(u64, ns, old / 2, 2ull * old) / 8;
	}
	WRITE_ONCE(soft->ns[class], ns);
}

/* How often the thread has been switched out. */
static unsigned long wc_soft_switches(void)
{
	return current->nvcsw + current->nivcsw;
}

/* Software begins with a request that is to be measured. Not in hard interrupts. */
void wc_soft_begin(struct wc_soft_watch *watch)
{
	watch->switches = wc_soft_switches();
	watch->ran = current->se.sum_exec_runtime;
	watch->since = ktime_get_ns();
}

/**
 * wc_soft_end() - software has done a request: learn how long that took
 * @soft: what is known; changed
 * @len: the request's length, bytes, at least 1
 * @watch: from wc_soft_begin(), in the same context
 *
 * If the thread was switched out, what counts is the time that the scheduler has
 * accounted, which is right to a tick, or nothing if that is short: all users share @soft.
 *
 * Context: any but hard interrupts.
 */
void wc_soft_end(struct wc_soft *soft, u32 len,
		 const struct wc_soft_watch *watch)
{
	u64 ns = ktime_get_ns() - watch->since;

	if (watch->switches != wc_soft_switches()) {
		ns = min_t(u64, ns, current->se.sum_exec_runtime - watch->ran);
		if (ns < 4 * (u64)TICK_NSEC)
			return;
	}
	wc_soft_learn(soft, len, ns);
}

/**
 * wc_account_reset() - begin again, for another link
 * @account: the account; requests of an earlier link may be in flight still
 * @link_gen: the link's generation
 */
void wc_account_reset(struct wc_account *account, u32 link_gen)
{
	account->link_gen = link_gen;
	account->offloading = false;
	account->failed = 0;
	account->turn = 0;
	account->probe = 0;
	account->price = 0;
	/* The first trial is at once. */
	account->credit = (s64)NSEC_PER_SEC * 3600;
}

/*
 * Notes what has come back since the last settlement, and the time that has passed. True: a
 * request that was alone took longer than software, and so will the next.
 */
static bool wc_account_settle(struct wc_account *account, u64 now)
{
	/* Read first: @undone and @idle_since are written before it. */
	u64 back = atomic64_read_acquire(&account->back);
	u64 undone = atomic64_read(&account->undone);
	s64 pause = now - READ_ONCE(account->idle_since);
	s64 passed = max_t(s64, now - account->since, 0), gain;
	bool idle = back == account->sent, lone = idle && account->alone;

	gain = (back - account->settled) - (undone - account->undone_seen) -
	       passed;
	/* The last may have come back after @now was read, or before @since. */
	if (idle && pause > (s64)WC_WAKE_MOST)
		gain += min(pause, passed);
	account->credit = min_t(s64, account->credit + gain, WC_CREDIT_MOST);
	if (account->credit >= (s64)(2 * account->price))
		account->failed = 0;
	account->alone = idle;
	account->settled = back;
	account->undone_seen = undone;
	account->since = now;
	return lone && gain < 0;
}

/* Requests are offloaded: is it time to settle? Always, if few are in flight. */
static bool wc_account_is_due(const struct wc_account *account, u32 soft_ns)
{
	u64 in_flight = account->sent - atomic64_read(&account->back);

	return !(account->turn % 16) || in_flight < 16ull * soft_ns;
}

/* Requests are offloaded: also the next one? */
static enum wc_choice wc_account_go_on(struct wc_account *account, u32 soft_ns)
{
	bool lone;
	u64 now;

	if (account->probe) {
		/* This time is software's, and not waited for the device. */
		account->since += soft_ns;
		return --account->probe ? WC_CHOICE_SOFT : WC_CHOICE_MEASURE;
	}
	if (!wc_account_is_due(account, soft_ns))
		return WC_CHOICE_OFFLOAD;
	now = ktime_get_ns();
	lone = wc_account_settle(account, now);
	if (lone || account->credit < 0) {
		account->offloading = false;
		account->credit = clamp_t(s64, account->credit,
					  -WC_CREDIT_MOST, 0);
		/* Of many, results may come later than expected: wait longer. */
		account->failed = lone ? 0 : min(account->failed + 1, 5);
		return WC_CHOICE_SOFT;
	}
	/* Software is measured once a second, by the last of some: its caches are cold. */
	if (now - account->measured > NSEC_PER_SEC && soft_ns < NSEC_PER_SEC / 1024) {
		account->measured = now;
		account->probe = WC_SOFT_SEEN;
	}
	return WC_CHOICE_OFFLOAD;
}

/**
 * wc_account_choose() - choose who does a request
 * @account: the account
 * @soft_ns: software's time for it, known
 *
 * After WC_CHOICE_TRY, the caller asks wc_account_try().
 */
enum wc_choice wc_account_choose(struct wc_account *account, u32 soft_ns)
{
	account->turn++;
	if (account->offloading)
		return wc_account_go_on(account, soft_ns);
	account->credit += soft_ns / WC_TRIAL_SHARE;
	if (account->credit >= (s64)account->price ||
	    !(account->turn % WC_TRIAL_SHARE))
		return WC_CHOICE_TRY;
	return WC_CHOICE_SOFT;
}

/**
 * wc_account_try() - is there enough credit for a trial?
 * @account: the account
 * @device_ns: the time of the engine that would do the request, by the helper's numbers
 *
 * Return: true if the request, and those that follow, are offloaded.
 */
bool wc_account_try(struct wc_account *account, u64 device_ns)
{
	device_ns = min_t(u64, device_ns, WC_CREDIT_MOST);
	account->price = min_t(u64, 4 * device_ns << account->failed,
			       WC_CREDIT_MOST / 2);
	if (account->credit < (s64)account->price)
		return false;
	account->offloading = true;
	account->credit = account->price;
	account->settled = atomic64_read(&account->back);
	account->undone_seen = atomic64_read(&account->undone);
	account->alone = account->settled == account->sent;
	account->since = ktime_get_ns();
	account->measured = account->since;
	return true;
}

/**
 * wc_account_sent() - a request goes to the device
 * @account: the account
 * @soft_ns: software's time for it
 */
void wc_account_sent(struct wc_account *account, u32 soft_ns)
{
	WRITE_ONCE(account->sent, account->sent + soft_ns);
}

/**
 * wc_account_back() - requests that went to the device have come back
 * @account: the account
 * @soft_ns: as in wc_account_sent(), of all of them together
 *
 * Context: any.
 */
void wc_account_back(struct wc_account *account, u64 soft_ns)
{
	u64 sent = READ_ONCE(account->sent);
	bool last = sent - atomic64_read(&account->back) == soft_ns;

	/* Before it counts, so that a CPU that sees nothing in flight reads since when. */
	if (last)
		WRITE_ONCE(account->idle_since, ktime_get_ns());
	/* Unless two CPUs bring back the last two at the same time. */
	if (atomic64_add_return(soft_ns, &account->back) == (s64)sent && !last)
		WRITE_ONCE(account->idle_since, ktime_get_ns());
}

/**
 * wc_account_undone() - requests that went to the device were not done there
 * @account: the account
 * @soft_ns: as in wc_account_sent(), of all of them together
 *
 * Context: any.
 */
void wc_account_undone(struct wc_account *account, u64 soft_ns)
{
	atomic64_add(soft_ns, &account->undone);
	wc_account_back(account, soft_ns);
}
