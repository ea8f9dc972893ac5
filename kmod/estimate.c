// SPDX-License-Identifier: GPL-2.0-only
/*
 * Estimates: how long would an engine take for a request, by the helper's numbers, and how
 * long software, by what was measured?
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

/* A class is known well after this many measurements, or one of this many ns. */
#define WC_SOFT_SEEN		4
#define WC_SOFT_LONG		(1000 * 1000u)
/* The longest that software takes for a request, ns: so no product wraps. */
#define WC_SOFT_MOST		(U32_MAX / 2)
/* The longest measurement that counts, ns; and a longer one is cut to it. */
#define WC_SOFT_MEASURED	(1ull << 39)
/* The longest that an engine takes for a request, ns: choice.c multiplies that by up to 1024. */
#define WC_RATE_MOST		((u64)NSEC_PER_SEC * 3600)
/*
 * The scheduler's time of a thread is right to a tick; after so many it is right enough.
 */
#define WC_SOFT_TICKS		4

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
	u64 mib_ns = div64_u64((u64)NSEC_PER_SEC << 20, bytes_per_s);

	return (struct wc_rate){
		.lone_ns = lone_ns,
		.mib_ns = min_t(u64, mib_ns, U32_MAX),
		.chain_ns = chain_ns,
	};
}

/**
 * wc_rate_expect() - how long an engine will take for a request
 * @rate: the engine's; known
 * @len: the request's length, bytes
 * @ahead: bytes that the engine does before
 *
 * Return: ns, at most an hour.
 */
u64 wc_rate_expect(const struct wc_rate *rate, u32 len, u64 ahead)
{
	/* Less than 2^32 bytes, so that no product needs more than 64 bits. */
	u64 bytes = len + min_t(u64, ahead, U32_MAX - len);
	u64 ns = READ_ONCE(rate->lone_ns) +
		 (bytes * READ_ONCE(rate->mib_ns) >> 20) +
		 (u64)(len / 16) * READ_ONCE(rate->chain_ns);

	return min(ns, WC_RATE_MOST);
}

/* The class of the greatest power of two that is not above @len. */
static unsigned int wc_soft_class(u32 len)
{
	return len < 16 ? 0 : min(ilog2(len) - 4, WC_SOFT_CLASSES - 1);
}

/* @ns for the length of class @from, as for that of class @to. */
static u32 wc_soft_scale(u32 ns, unsigned int from, unsigned int to)
{
	if (to <= from)
		return max(ns >> (from - to), 1u);
	return min_t(u64, (u64)ns << (to - from), WC_SOFT_MOST);
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
	u32 size = 16u << class, here = READ_ONCE(soft->ns[class]), next;

	if (len <= size)
		return here;
	if (class == WC_SOFT_CLASSES - 1)
		return min_t(u64, (u64)here * len >> (class + 4), WC_SOFT_MOST);
	next = READ_ONCE(soft->ns[class + 1]);
	if (next <= here)
		return here;
	return here + ((u64)(next - here) * (len - size) >> (class + 4));
}

static u32 wc_soft_seen(const struct wc_soft *soft, unsigned int class)
{
	return READ_ONCE(soft->seen[class]);
}

/* Sets a class to what another one's time says of it. */
static void wc_soft_copy(struct wc_soft *soft, unsigned int from,
			 unsigned int to)
{
	WRITE_ONCE(soft->ns[to],
		   wc_soft_scale(READ_ONCE(soft->ns[from]), from, to));
}

/* Derives the classes that were never measured from the nearest that were. */
static void wc_soft_derive(struct wc_soft *soft)
{
	int i, seen = -1;

	for (i = 0; i < WC_SOFT_CLASSES; i++) {
		if (wc_soft_seen(soft, i))
			seen = i;
		else if (seen >= 0)
			wc_soft_copy(soft, seen, i);
	}
	for (i = 0; i < WC_SOFT_CLASSES && !wc_soft_seen(soft, i); i++)
		;
	for (seen = i; i-- > 0 && seen < WC_SOFT_CLASSES;)
		wc_soft_copy(soft, seen, i);
}

/* The class whose length is nearest to @len, as a factor. */
static unsigned int wc_soft_nearest(u32 len)
{
	unsigned int class = wc_soft_class(len);

	if (class < WC_SOFT_CLASSES - 1 && len > (16u << class) / 2 * 3)
		class++;
	return class;
}

/* The class is new: the least of some measurements, for one may be of a pause. */
static void wc_soft_learn_new(struct wc_soft *soft, unsigned int class, u64 ns)
{
	u32 scaled = clamp_t(u64, ns, 1, WC_SOFT_MOST), seen;

	seen = wc_soft_seen(soft, class);
	if (seen)
		scaled = min(scaled, READ_ONCE(soft->ns[class]));
	WRITE_ONCE(soft->ns[class], scaled);
	WRITE_ONCE(soft->seen[class], ns < WC_SOFT_LONG ?
				      min_t(u32, seen + 1, WC_SOFT_SEEN) :
				      WC_SOFT_SEEN);
	wc_soft_derive(soft);
}

/**
 * wc_soft_learn() - software has done a request
 * @soft: what is known; changed
 * @len: the request's length, bytes, at least 1
 * @ns: how long that took
 */
void wc_soft_learn(struct wc_soft *soft, u32 len, u64 ns)
{
	unsigned int class = wc_soft_nearest(len);
	u32 expected = wc_soft_expect(soft, len);
	u32 old = READ_ONCE(soft->ns[class]);
	s64 off;

	ns = min(ns, WC_SOFT_MEASURED);
	if (wc_soft_seen(soft, class) < WC_SOFT_SEEN || !expected) {
		u64 length = max(len, 16u);

		wc_soft_learn_new(soft, class,
				  div64_u64(ns << (class + 4), length));
		return;
	}
	/*
	 * A pause must not count for much: while requests are offloaded because
	 * software seems slow, there are few measurements to put that right.
	 */
	off = clamp_t(s64, ns, expected / 2, 2ull * expected) - expected;
	off = div64_s64(off * old, 8ll * expected);
	WRITE_ONCE(soft->ns[class], clamp_t(s64, old + off, 1, WC_SOFT_MOST));
}

/* How often the thread has been switched out. */
static unsigned long wc_soft_switches(void)
{
	return current->nvcsw + current->nivcsw;
}

/*
 * Software begins with a request that is to be measured. Not in hard interrupts; in softirq,
 * what it looks at is the interrupted thread's, which is not switched out meanwhile.
 */
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
 * What a thread waits for a CPU says nothing of software, and all users share @soft. If it
 * was switched out, the scheduler's time counts, if that is long enough to be right, or nothing.
 *
 * Context: any but hard interrupts.
 */
void wc_soft_end(struct wc_soft *soft, u32 len,
		 const struct wc_soft_watch *watch)
{
	u64 ns = ktime_get_ns() - watch->since;

	if (watch->switches != wc_soft_switches()) {
		ns = min_t(u64, ns, current->se.sum_exec_runtime - watch->ran);
		if (ns < WC_SOFT_TICKS * (u64)TICK_NSEC)
			return;
	}
	wc_soft_learn(soft, len, ns);
}

/**
 * wc_soft_is_new() - must a length be measured before software can be judged?
 * @soft: what is known
 * @len: the length, bytes, at least 1
 *
 * A length that takes long is judged by what is known of others.
 */
bool wc_soft_is_new(const struct wc_soft *soft, u32 len)
{
	u32 expected = wc_soft_expect(soft, len);

	return !expected ||
	       (expected < WC_SOFT_LONG &&
		wc_soft_seen(soft, wc_soft_nearest(len)) < WC_SOFT_SEEN);
}
