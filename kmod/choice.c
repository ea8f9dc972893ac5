// SPDX-License-Identifier: GPL-2.0-only
/*
 * Choice: does the device do a request, or software in the caller's context?
 *
 * A lone request is faster in software, if that takes less time than the way to the
 * device and back. A caller with many requests gets more done by the device, though
 * each takes longer there. But as long as software does all requests, each before
 * the next is submitted, a caller with a thousand looks like one with one. Only what
 * is offloaded tells them apart. So each CPU has an account, in nanoseconds, for each
 * mode and direction:
 *
 *   - Software is the measure: a request is worth the time that software takes for it.
 *   - While requests are offloaded, the account gets what those that have come back
 *     are worth, and pays the time that has passed while any was in flight, and until
 *     the caller, who may have slept, has gone on after that. So it
 *     grows if the device does more than this CPU's software would have, whatever
 *     the cause: depth, the engine's speed, copying, what other CPUs do.
 *   - While software does the requests, the account gets a part of their time.
 *   - Requests are offloaded as long as there is credit. When it is used up, they
 *     are done in software, until there is enough to try again.
 *   - What an engine has gained in the long run pays for its stalls: after a stall the
 *     credit is 0 and not negative, and offloading is tried again soon.
 *
 * So trying costs no more than that part of software's time, even if what the helper
 * says of its speed is wrong. And where the device does more, it goes on doing it.
 *
 * Nothing here sleeps or allocates, or takes a lock: the caller holds the account's, but
 * where the context says "any". The numbers are estimates, and
 * only speed depends on them.
 */
#include "choice.h"

#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/time64.h>

/* What an account gets of software's time: this part, as a shift. */
#define WC_ACCOUNT_SHARE	5
/*
 * To try takes this many times the device's time for a request; and if more than that
 * is in flight, the device may take so much longer.
 */
#define WC_ACCOUNT_TRY		2
#define WC_ACCOUNT_WAIT		4
/*
 * It takes at least this many times software's time for the request. So of requests that
 * come one at a time, less than one in a hundred takes the longer way.
 */
#define WC_ACCOUNT_RARE		4
/* Each time that this was not enough, it is twice as much, up to so many times. */
#define WC_ACCOUNT_TRIES	6
/*
 * The most credit, ns, or twice the price if that is more: the device may have a pause
 * of this length and is still used afterwards.
 */
#define WC_ACCOUNT_MOST		(8 * NSEC_PER_MSEC)
/* When offloading ends, the credit is not below minus this many times that. */
#define WC_ACCOUNT_DEBT		4
/*
 * What the device has gained in the long run, at most, ns. As long as that is more than
 * WC_ACCOUNT_LITTLE, the credit is 0 when offloading ends, and a new try does not take
 * twice as much: it was a pause.
 */
#define WC_ACCOUNT_EARNED	((s64)NSEC_PER_SEC / 4)
/* Less than this counts as nothing gained, ns. */
#define WC_ACCOUNT_LITTLE	((s64)NSEC_PER_MSEC)
#define WC_ACCOUNT_LEAST	(-(s64)NSEC_PER_SEC)
/* How long the device may have nothing to show, ns; less than the least credit. */
#define WC_ACCOUNT_PATIENCE	(NSEC_PER_SEC / 4)
/*
 * How long it may take to wake a caller when nothing is in flight any more, ns. If it
 * does not go on in this time, it has a pause.
 */
#define WC_ACCOUNT_WAKE		(NSEC_PER_SEC / 4000)
/* An account is settled at the latest after this many requests. */
#define WC_ACCOUNT_BATCH	16
/* Software is measured once in this many requests, or in this time. */
#define WC_SOFT_TURNS		32
#define WC_SOFT_INTERVAL	((u64)NSEC_PER_SEC)
/*
 * While others are offloaded, software does this many short ones and measures the last:
 * for the first, its code and tables are not in the caches.
 */
#define WC_SOFT_PROBE		4
#define WC_SOFT_SHORT		(2000 * 1000u)

/*
 * Begins again, for another link. Under the account's lock. Requests that went to
 * an earlier link may be in flight still.
 */
void wc_account_reset(struct wc_account *account, u32 link_gen)
{
	account->link_gen = link_gen;
	account->offloading = false;
	account->credit = 0;
	account->earned = 0;
	account->price = 0;
	account->dear = 0;
	account->tries = 0;
	account->lag = 0;
	account->wake = 0;
	account->own = 0;
	account->done = 0;
	account->probe = 0;
}

static void wc_account_begin(struct wc_account *account)
{
	account->offloading = true;
	account->settled = atomic64_read(&account->back);
	account->undone_seen = atomic64_read(&account->undone);
	account->alone = account->settled == account->sent;
	account->since = ktime_get_ns();
	account->count = 0;
	account->deepest = 0;
	account->gained = false;
}

/* The most credit. */
static s64 wc_account_most(const struct wc_account *account)
{
	return max_t(u64, WC_ACCOUNT_MOST, 2 * account->price);
}

/*
 * A lone request has come back after @ns. The helper measures its engines; the way
 * there, by system calls and threads that are woken, is what it takes longer.
 */
static void wc_account_note_lag(struct wc_account *account, u64 ns)
{
	s64 lag = clamp_t(s64, ns - account->expected, 0, NSEC_PER_SEC);

	/*
	 * A single request that takes this much longer was stalled. If all do, the next
	 * ones say so: this grows by more than a half each time.
	 */
	lag = min_t(s64, lag, 4 * (account->expected + account->lag));
	account->lag += (lag - account->lag) / 4;
}

/* Software's time for what is in flight, ns. */
static u64 wc_account_in_flight(const struct wc_account *account)
{
	return account->sent - atomic64_read(&account->back);
}

/* Software is to do a request, and to be measured. */
static enum wc_choice wc_account_ask(struct wc_account *account, u32 soft_ns)
{
	/* With others in flight, what comes next may be theirs: they are copied out. */
	if (!wc_account_in_flight(account))
		account->done = ktime_get_ns() + soft_ns;
	return WC_CHOICE_MEASURE;
}

/* The next request has come: since software was done, the caller did something else. */
static void wc_account_note_own(struct wc_account *account)
{
	s64 own;

	if (!account->done)
		return;
	own = max_t(s64, ktime_get_ns() - account->done, 0);
	account->done = 0;
	/* A pause is neither work nor waiting. */
	if (own <= WC_ACCOUNT_WAKE)
		account->own += (own - account->own) / 4;
}

/*
 * Nothing is in flight any more, and @ns later the caller has gone on. How much of that
 * was it waiting? Software would not have kept it waiting.
 */
static u64 wc_account_woken(struct wc_account *account, u64 ns)
{
	if (ns > WC_ACCOUNT_WAKE)
		return account->wake;
	ns -= min_t(u64, ns, account->own);
	account->wake += ((s64)ns - account->wake) / 8;
	return ns;
}

/* Until when the account pays. */
static u64 wc_account_until(struct wc_account *account, u64 now, bool idle)
{
	u64 idle_since = READ_ONCE(account->idle_since);

	/* The last may have come back after @now was read. */
	if (!idle || (s64)(now - idle_since) <= 0)
		return now;
	/* Before the last settlement, which has seen it: since then it costs nothing. */
	if ((s64)(idle_since - account->since) <= 0)
		return account->since;
	return idle_since + wc_account_woken(account, now - idle_since);
}

/* Books what has come back since the last settlement, and the time that has passed. */
static void wc_account_settle(struct wc_account *account, u64 now)
{
	/* Read first: @undone and @idle_since are written before it. */
	u64 back = atomic64_read_acquire(&account->back);
	u64 undone = atomic64_read(&account->undone);
	bool idle = back == account->sent;
	u64 until = wc_account_until(account, now, idle);
	s64 gain;

	gain = (s64)(back - account->settled) - (s64)(until - account->since) -
	       (s64)(undone - account->undone_seen);
	account->undone_seen = undone;
	account->gained |= gain > 0;
	if (idle && account->count == 1 && account->alone) {
		wc_account_note_lag(account, until - account->since);
		/* One request at a time, and it took too long: that will go on. */
		if (gain < 0)
			account->credit = min_t(s64, account->credit, -gain - 1);
	}
	account->credit = clamp_t(s64, account->credit + gain, WC_ACCOUNT_LEAST,
				  wc_account_most(account));
	account->earned = clamp_t(s64, account->earned + gain, -WC_ACCOUNT_EARNED,
				  WC_ACCOUNT_EARNED);
	account->alone = idle;
	account->settled = back;
	account->since = now;
	account->count = 0;
}

/*
 * How long the device may have nothing to show, ns: no longer than software would take
 * for what is in flight. As long as for a try; or if there is very much in flight,
 * a part of that, because to submit it takes time, too.
 */
static s64 wc_account_patience(const struct wc_account *account, u64 device_ns)
{
	u64 in_flight = wc_account_in_flight(account);
	u64 most = max_t(u64, WC_ACCOUNT_WAIT * device_ns << account->tries,
			 in_flight / 4);

	return min3(in_flight, most, (u64)WC_ACCOUNT_PATIENCE);
}

/* Is there credit? Also while what is in flight may yet come back. */
static bool wc_account_has_credit(const struct wc_account *account,
				  u64 device_ns)
{
	return account->credit + wc_account_patience(account, device_ns) >= 0;
}

/*
 * Is it time to settle? If less is in flight than software would do in the time that a
 * request takes, the device may be the slower. If nothing is, the caller may have slept.
 */
static bool wc_account_is_due(struct wc_account *account, u32 soft_ns,
			      u64 device_ns)
{
	u64 in_flight = wc_account_in_flight(account);

	account->deepest = max(account->deepest, in_flight);
	return account->count >= WC_ACCOUNT_BATCH || !in_flight ||
	       in_flight + soft_ns < device_ns ||
	       !wc_account_has_credit(account, device_ns);
}

/**
 * wc_account_is_soft() - is a request to be done in software without a closer look?
 * @account: the account
 * @soft_ns: software's time for it, known
 *
 * A short cut for wc_account_choose(), which needs not be called then.
 *
 * Context: any, under the account's lock.
 */
bool wc_account_is_soft(struct wc_account *account, u32 soft_ns)
{
	s64 credit = account->credit + (soft_ns >> WC_ACCOUNT_SHARE);

	if (account->offloading || account->done || soft_ns > account->dear ||
	    credit >= (s64)account->price || !(account->turn % WC_SOFT_TURNS))
		return false;
	account->turn++;
	account->credit = credit;
	return true;
}

/* Notes what it takes to offload a request. */
static void wc_account_set_price(struct wc_account *account, u32 soft_ns,
				 u64 device_ns)
{
	bool dear = device_ns > soft_ns;
	u64 price = max(WC_ACCOUNT_TRY * device_ns,
			WC_ACCOUNT_RARE * (u64)soft_ns);

	/* Its numbers say that it is the faster, but a try has failed: that has a price, too. */
	account->price = dear || account->tries ? price << account->tries : 0;
	account->dear = dear ? max(account->dear, soft_ns) : 0;
}

/* Software is to be measured, among requests that are offloaded. */
static enum wc_choice wc_account_probe(struct wc_account *account,
				       u32 soft_ns)
{
	return --account->probe ? WC_CHOICE_SOFT :
				   wc_account_ask(account, soft_ns);
}

/* No credit is left: requests are done in software. */
static void wc_account_give_up(struct wc_account *account, u64 device_ns)
{
	s64 patience = wc_account_patience(account, device_ns);

	account->offloading = false;
	if (account->earned > WC_ACCOUNT_LITTLE) {
		/* No stall: the callers may have changed. */
		if (!account->gained)
			account->earned /= 2;
		account->credit = 0;
		account->tries = 0;
		return;
	}
	account->earned = 0;
	/* A long pause may have had other causes. */
	account->credit = max_t(s64, account->credit,
				-max_t(s64, patience, WC_ACCOUNT_DEBT *
				       wc_account_most(account)));
	/* The device is slower than expected: the next time, wait longer for it. */
	if (account->deepest >= device_ns && account->tries < WC_ACCOUNT_TRIES)
		account->tries++;
}

static enum wc_choice wc_account_go_on(struct wc_account *account, u32 soft_ns,
				       u64 device_ns)
{
	u64 now;

	if (account->probe && soft_ns < WC_SOFT_SHORT)
		return wc_account_probe(account, soft_ns);
	if (wc_account_is_due(account, soft_ns, device_ns)) {
		now = ktime_get_ns();
		wc_account_settle(account, now);
		if (now - account->measured > WC_SOFT_INTERVAL &&
		    soft_ns < WC_SOFT_INTERVAL / 128) {
			account->measured = now;
			account->probe = soft_ns < WC_SOFT_SHORT ?
					 WC_SOFT_PROBE : 1;
			return wc_account_probe(account, soft_ns);
		}
	}
	if (wc_account_has_credit(account, device_ns))
		return device_ns <= soft_ns ? WC_CHOICE_LONE : WC_CHOICE_DEEP;
	wc_account_give_up(account, device_ns);
	wc_account_set_price(account, soft_ns, device_ns);
	return WC_CHOICE_SOFT;
}

static enum wc_choice wc_account_try(struct wc_account *account, u32 soft_ns,
				     u64 device_ns)
{
	account->credit += soft_ns >> WC_ACCOUNT_SHARE;
	wc_account_set_price(account, soft_ns, device_ns);
	if (account->credit >= (s64)account->price) {
		wc_account_begin(account);
		return account->price ? WC_CHOICE_DEEP : WC_CHOICE_LONE;
	}
	return account->turn++ % WC_SOFT_TURNS ? WC_CHOICE_SOFT :
						 wc_account_ask(account, soft_ns);
}

/**
 * wc_account_choose() - choose who does a request
 * @account: the account
 * @soft_ns: software's time for it, known
 * @device_ns: the time of the engine that would do it, by the helper's numbers
 *
 * Context: any, under the account's lock.
 */
enum wc_choice wc_account_choose(struct wc_account *account, u32 soft_ns,
				 u64 device_ns)
{
	u64 ns = device_ns + account->lag;
	enum wc_choice choice;

	wc_account_note_own(account);
	choice = account->offloading ? wc_account_go_on(account, soft_ns, ns) :
				       wc_account_try(account, soft_ns, ns);
	account->expected = device_ns;
	return choice;
}

/**
 * wc_account_sent() - a request goes to the device
 * @account: the account
 * @soft_ns: software's time for it, known
 *
 * Context: any, under the account's lock.
 */
void wc_account_sent(struct wc_account *account, u32 soft_ns)
{
	WRITE_ONCE(account->sent, account->sent + soft_ns);
	account->count++;
}

/**
 * wc_account_back() - requests that went to the device have come back
 * @account: the account
 * @soft_ns: as in wc_account_sent(), of all of them together
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
 */
void wc_account_undone(struct wc_account *account, u64 soft_ns)
{
	atomic64_add(soft_ns, &account->undone);
	wc_account_back(account, soft_ns);
}
