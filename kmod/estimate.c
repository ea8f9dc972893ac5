// SPDX-License-Identifier: GPL-2.0-only
/*
 * Estimates: how long would an engine take for a request, by the helper's numbers, and how
 * long software, by what was measured?
 */
#include "estimate.h"

#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/time64.h>

/* A class is known well after this many measurements, or one of this many ns. */
#define WC_SOFT_SEEN		4
#define WC_SOFT_LONG		(1000 * 1000u)

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
 * Context: any.
 * Return: ns.
 */
u64 wc_rate_expect(const struct wc_rate *rate, u32 len, u64 ahead)
{
	return READ_ONCE(rate->lone_ns) +
	       ((len + min_t(u64, ahead, U32_MAX)) * READ_ONCE(rate->mib_ns) >>
		20) + (u64)(len / 16) * READ_ONCE(rate->chain_ns);
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
	return min_t(u64, (u64)ns << (to - from), U32_MAX);
}

/**
 * wc_soft_expect() - how long software will take for a request
 * @soft: what is known
 * @len: the request's length, bytes, at least 1
 *
 * Context: any.
 * Return: ns; 0 if nothing is known.
 */
u32 wc_soft_expect(const struct wc_soft *soft, u32 len)
{
	unsigned int class = wc_soft_class(len);
	u32 size = 16u << class, here = READ_ONCE(soft->ns[class]), next;

	if (len <= size)
		return here;
	if (class == WC_SOFT_CLASSES - 1)
		return min_t(u64, (u64)here * len >> (class + 4), U32_MAX);
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
	u32 scaled = clamp_t(u64, ns, 1, U32_MAX), seen;

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
 *
 * Context: any.
 */
void wc_soft_learn(struct wc_soft *soft, u32 len, u64 ns)
{
	unsigned int class = wc_soft_nearest(len);
	u32 expected = wc_soft_expect(soft, len);
	u32 old = READ_ONCE(soft->ns[class]);
	s64 off;

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
	WRITE_ONCE(soft->ns[class], clamp_t(s64, old + off, 1, U32_MAX));
}

/**
 * wc_soft_is_new() - must a length be measured before software can be judged?
 * @soft: what is known
 * @len: the length, bytes, at least 1
 *
 * A length that takes long is judged by what is known of others.
 *
 * Context: any.
 */
bool wc_soft_is_new(const struct wc_soft *soft, u32 len)
{
	u32 expected = wc_soft_expect(soft, len);

	return !expected ||
	       (expected < WC_SOFT_LONG &&
		wc_soft_seen(soft, wc_soft_nearest(len)) < WC_SOFT_SEEN);
}
