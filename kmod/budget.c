// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a helper may cost its users before it is taken out of service.
 *
 * A helper that misses the deadline is out of service at once. One that fails
 * frames, or answers just before the deadline, costs its users time as well: up
 * to a deadline for each request. So there are two accounts, with the same limit.
 *
 * Errors are charged by the frame and paid back by the frame. A helper stays in service
 * while it fails no more than one frame in nine. If it fails all of them, it is out after 8 frames;
 * if every second, after 18; if every third, after 33. A frame of which the helper
 * could not be told, because it gave ENTER a bad address, has failed.
 *
 * Time is charged by the time: for a wait of more than half of the deadline, 16
 * units for each deadline that it took. Waits at the same time are charged once: a whole
 * machine may stop for a moment, for a migration for example. A unit is paid back when a
 * frame comes in time, but only once in each deadline: thousands of frames in time do not
 * pay for one that the helper holds back meanwhile. So a helper stays in service while its
 * users wait no more than a 16th of the time, and no wait is longer than a deadline;
 * what takes no more than half of it is not charged. (The module itself may hold a frame
 * back for 5/16: until it is old, and the watchdog looks.) If all its answers are late, it is
 * out after about four deadlines.
 */
#include "budget.h"

#include <linux/jiffies.h>
#include <linux/math.h>

/* What is charged for a frame that failed, and for a deadline's time; and the limit. */
#define WC_BUDGET_ERROR		8u
#define WC_BUDGET_TIME		16u
#define WC_BUDGET_LIMIT		64u

/* Rounded up: a tick may be a large part of a short deadline. */
static bool wc_budget_is_late(unsigned long since, unsigned long deadline)
{
	return time_after(jiffies, since + DIV_ROUND_UP(deadline, 2));
}

/**
 * wc_budget_frame_counts() - would wc_budget_frame() change anything?
 * @budget: the budget
 * @failed: without results
 *
 * Context: any. Takes no lock, so the answer may be outdated.
 */
bool wc_budget_frame_counts(const struct wc_budget *budget, bool failed)
{
	return failed || READ_ONCE(budget->errors);
}

/**
 * wc_budget_wait_counts() - might wc_budget_wait() change anything?
 * @budget: the budget
 * @since: jiffies when the wait began; it has ended now
 * @deadline: the longest that it may take, jiffies
 *
 * Context: any. Takes no lock, so the answer may be outdated.
 */
bool wc_budget_wait_counts(const struct wc_budget *budget, unsigned long since,
			   unsigned long deadline)
{
	return READ_ONCE(budget->late) || wc_budget_is_late(since, deadline);
}

/**
 * wc_budget_frame() - a frame came back
 * @budget: the budget
 * @failed: without results
 *
 * Context: any, under the link's lock.
 */
void wc_budget_frame(struct wc_budget *budget, bool failed)
{
	if (failed)
		WRITE_ONCE(budget->errors, budget->errors + WC_BUDGET_ERROR);
	else if (budget->errors)
		WRITE_ONCE(budget->errors, budget->errors - 1);
}

/**
 * wc_budget_wait() - users have waited for something that is the helper's to do
 * @budget: the budget
 * @since: jiffies when the wait began; it has ended now
 * @deadline: the longest that it may take, jiffies
 *
 * Context: any, under the link's lock.
 */
void wc_budget_wait(struct wc_budget *budget, unsigned long since,
		    unsigned long deadline)
{
	u32 units;

	if (!wc_budget_is_late(since, deadline)) {
		if (!budget->late ||
		    !time_after(jiffies, budget->refilled + deadline))
			return;
		WRITE_ONCE(budget->late, budget->late - 1);
	} else {
		/* A part of it may be charged already. */
		if (budget->late && time_before(since, budget->charged))
			since = budget->charged;
		units = (jiffies - since) * WC_BUDGET_TIME / deadline;
		if (!units)
			return;
		WRITE_ONCE(budget->late, budget->late + units);
		budget->charged = jiffies;
	}
	budget->refilled = jiffies;
}

/**
 * wc_budget_spent() - must the helper be taken out of service?
 * @budget: the budget
 * @why: set to the reason
 *
 * Context: any.
 */
bool wc_budget_spent(const struct wc_budget *budget, enum wc_reason *why)
{
	if (READ_ONCE(budget->errors) >= WC_BUDGET_LIMIT)
		*why = WC_ERRORS;
	else if (READ_ONCE(budget->late) >= WC_BUDGET_LIMIT)
		*why = WC_LATE;
	else
		return false;
	return true;
}
