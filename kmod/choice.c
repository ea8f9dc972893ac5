// SPDX-License-Identifier: GPL-2.0-only
/*
 * Choice: does the device do a request, or software in the caller's context?
 *
 * A lone request is faster in software, many are faster by the device; but as long as
 * software does each before the next is submitted, a caller with a thousand looks like
 * one with one. Only trials tell them apart. So each CPU has an account, in nanoseconds,
 * for each share, mode and direction. While requests are offloaded, its credit gains the time
 * that software would have taken for those that have come back, and loses the time that
 * passes.
 * It is settled at the end of each window: when all that was in flight at the window's first
 * result is back. Below zero, software does the requests, and a 128th of the time that it
 * takes is credit, until that is zero: then the next trial begins. So trials cost one
 * percent, whatever the device's latency is, and a device that does more keeps its requests,
 * whatever the cause: depth, its speed, copies, other CPUs.
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

/* One in so many: of software's time, for trials. */
#define WC_TRIAL_SHARE		128
/* Of software's requests, to be measured; of those in a window, to look at the clock. */
#define WC_SAMPLE		64
/* The most credit and debt, ns: so long may a device that does more stall. */
#define WC_CREDIT_MOST		((s64)NSEC_PER_SEC / 16)
/* A caller that goes on within this time after its last result has waited for it, ns. */
#define WC_WAKE_MOST		(NSEC_PER_SEC / 4096)
/* So many requests or windows, of which the first find cold caches and a device that sleeps. */
#define WC_WARM			4
/* One is enough of requests for which software needs longer than this, ns. */
#define WC_LONG			NSEC_PER_MSEC

/* The class whose length is not above @len; it is at least 1. */
static unsigned int wc_soft_class(u32 len)
{
	return clamp_t(int, ilog2(len) - 4, 0, WC_SOFT_CLASSES - 1);
}

/* How long software will take for @len bytes, at least 1, ns; 0: it must be measured first. */
u32 wc_soft_expect(const struct wc_soft *soft, u32 len)
{
	unsigned int class = wc_soft_class(len);
	u64 ns = READ_ONCE(soft->ns[class]);

	if (READ_ONCE(soft->seen[class]) < WC_WARM)
		return 0;
	return min_t(u64, ns * max(len, 16u) >> (class + 4), U32_MAX);
}

/* Software has done a request of @len bytes, at least 1, in @ns. */
void wc_soft_learn(struct wc_soft *soft, u32 len, u64 ns)
{
	unsigned int class = wc_soft_class(len);
	u32 old = READ_ONCE(soft->ns[class]), seen = READ_ONCE(soft->seen[class]);

	ns = min_t(u64, ns, NSEC_PER_SEC) << (class + 4);
	ns = clamp_t(u64, div64_u64(ns, max(len, 16u)), 16, NSEC_PER_SEC);
	if (seen < WC_WARM) {
		/* The least: one may be of a pause. */
		ns = seen ? min_t(u64, ns, old) : ns;
		seen = ns > WC_LONG ? WC_WARM : seen + 1;
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

static void wc_account_open(struct wc_account *account, u64 back, u64 now)
{
	account->marked = false;
	account->settled = back;
	account->mark = back + 1;
	account->since = now;
}

/* The window ends: its gain, ns. Time in which nothing was in flight is the caller's. */
static s64 wc_account_gain(struct wc_account *account, u64 back, u64 now)
{
	s64 passed = max_t(s64, now - account->since, 0);
	s64 pause = now - READ_ONCE(account->back_at);

	if (back == account->sent && pause > (s64)WC_WAKE_MOST)
		passed -= min(pause, passed);
	return back - account->settled - passed;
}

/* How many a trial has, of requests that software does in @soft_ns. */
static u32 wc_account_windows(u32 soft_ns)
{
	return soft_ns < WC_LONG ? WC_WARM : 1;
}

/* Software does the requests until it has paid for what the device has lost. */
static enum wc_choice wc_account_stop(struct wc_account *account, u32 soft_ns)
{
	account->credit = clamp_t(s64, account->credit,
				  -WC_CREDIT_MOST - 8ll * soft_ns, 0);
	account->offloading = false;
	return WC_CHOICE_SOFT;
}

/* The window has not ended; offloading ends if it has lost too much already. */
static enum wc_choice wc_account_wait(struct wc_account *account, u64 back,
				      u32 soft_ns)
{
	s64 lost;

	if (++account->turn % WC_SAMPLE)
		return WC_CHOICE_OFFLOAD;
	lost = ktime_get_ns() - account->since - (back - account->settled);
	if (lost - max_t(s64, account->credit, 0) <=
	    WC_CREDIT_MOST + 8ll * soft_ns)
		return WC_CHOICE_OFFLOAD;
	account->credit -= lost;
	return wc_account_stop(account, soft_ns);
}

/* Requests are offloaded: also the next one? */
static enum wc_choice wc_account_go_on(struct wc_account *account, u32 soft_ns)
{
	/* @back_at is written before it. */
	u64 back = atomic64_read_acquire(&account->back), now;
	bool lone = !account->marked;
	s64 gain;

	if (account->probe) {
		/* This time is software's, and not waited for the device. */
		account->since += soft_ns;
		return --account->probe ? WC_CHOICE_SOFT : WC_CHOICE_MEASURE;
	}
	if (back >= account->mark && lone) {
		account->marked = true;
		account->mark = account->sent;
	}
	if (back < account->mark)
		return wc_account_wait(account, back, soft_ns);
	now = ktime_get_ns();
	gain = wc_account_gain(account, back, now);
	account->credit = min_t(s64, account->credit + gain, WC_CREDIT_MOST);
	if (account->trial)
		account->trial--;
	/* Alone: the caller waited for all that was in flight, as it will for the next. */
	if (gain < 0 && (account->trial ? account->credit < -WC_CREDIT_MOST :
			 lone || account->credit < 0)) {
		/* Pays for more than was lost: if twice as slow, less than 1 % are trials'. */
		if (lone)
			account->credit += 4ll * wc_account_windows(soft_ns) *
					   max_t(s64, gain, -(s64)soft_ns);
		return wc_account_stop(account, soft_ns);
	}
	wc_account_open(account, back, now);
	/* Software is measured once a second, by the last of some: its caches are cold. */
	if (now - account->measured > max_t(u64, NSEC_PER_SEC,
					    (u64)WC_SAMPLE * soft_ns)) {
		account->measured = now;
		account->probe = wc_account_windows(soft_ns);
	}
	return WC_CHOICE_OFFLOAD;
}

/* Software does the requests: does a trial begin with the next one? */
static enum wc_choice wc_account_pay(struct wc_account *account, u32 soft_ns)
{
	account->credit += max(soft_ns / WC_TRIAL_SHARE, 1u);
	if (account->credit < 0)
		return ++account->turn % WC_SAMPLE ? WC_CHOICE_SOFT :
						     WC_CHOICE_MEASURE;
	account->offloading = true;
	account->trial = wc_account_windows(soft_ns);
	account->measured = ktime_get_ns();
	wc_account_open(account, atomic64_read(&account->back),
			account->measured);
	return WC_CHOICE_TRIAL;
}

/**
 * wc_account_choose() - choose who does a request
 * @account: the account
 * @link_gen: generation of the link to whose device it may go
 * @soft_ns: software's time for it, known
 *
 * Return: who; if it is the device, the caller calls wc_account_back() when the request
 * is back.
 */
enum wc_choice wc_account_choose(struct wc_account *account, u32 link_gen,
				 u32 soft_ns)
{
	enum wc_choice choice;

	/* Requests of the earlier link may be in flight still. */
	if (account->link_gen != link_gen) {
		account->link_gen = link_gen;
		account->offloading = false;
		account->probe = 0;
		/* The first trial is at once. */
		account->credit = 0;
	}
	choice = account->offloading ? wc_account_go_on(account, soft_ns) :
				       wc_account_pay(account, soft_ns);
	if (choice >= WC_CHOICE_TRIAL)
		account->sent += soft_ns;
	return choice;
}

/*
 * Requests that went to the device have come back. @soft_ns: as in wc_account_choose(), of all of
 * them together. Also those that the device refused: software does them in the caller's time,
 * which the account loses. An engine that loses requests is retired (&wc_engine.budget). Any
 * context.
 */
void wc_account_back(struct wc_account *account, u64 soft_ns)
{
	WRITE_ONCE(account->back_at, ktime_get_ns());
	/* It is a barrier, too: a CPU that sees them back reads since when. */
	atomic64_add_return(soft_ns, &account->back);
}
