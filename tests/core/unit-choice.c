// SPDX-License-Identifier: GPL-2.0-only
/* The choice between software and the device (kmod/choice.c), with a clock that is set. */
#include "kmod/choice.h"
#include "tests/unit/unit.h"

#define MS	1000000ull
#define SEC	1000000000ull
/* Software's time for a request, ns. */
#define SOFT	10000u
#define DEPTH	64

static u64 now;
static u32 link_gen;
static struct wc_account a;

int64_t sim_now(void)
{
	return (int64_t)now;
}

static void begin(void)
{
	memset(&a, 0, sizeof(a));
	now = SEC;
	link_gen = 1;
}

/* Is the next request for the device, by the account? If not, software does it. */
static bool next(u32 soft_ns)
{
	if (wc_account_choose(&a, link_gen, soft_ns) >= WC_CHOICE_TRIAL)
		return true;
	now += soft_ns;
	return false;
}

/* One request at a time, which the device does in @takes: how many it did. */
static u32 lone(u32 requests, u32 soft_ns, u64 takes, u64 pause)
{
	u32 done = 0;

	while (requests--) {
		if (next(soft_ns)) {
			now += takes;
			wc_account_back(&a, soft_ns);
			done++;
		}
		now += pause;
	}
	return done;
}

/*
 * A caller with DEPTH requests in flight. To submit one takes 1 us; the device has each
 * @latency later, but only one in @each ns. How many of @requests it did.
 */
static u32 deep(u32 requests, u64 latency, u64 each)
{
	u64 ready[DEPTH], last = 0;
	u32 first = 0, flying = 0, done = 0;

	while (requests--) {
		while (flying && (flying == DEPTH || ready[first] <= now)) {
			if (now < ready[first])
				now = ready[first];
			first = (first + 1) % DEPTH;
			flying--;
			wc_account_back(&a, SOFT);
		}
		if (!next(SOFT))
			continue;
		now += 1000;
		last = last + each > now + latency ? last + each : now + latency;
		ready[(first + flying++) % DEPTH] = last;
		done++;
	}
	while (flying--)
		wc_account_back(&a, SOFT);
	return done;
}

/* The first four requests are a trial, and none of the next hundred. */
TEST(lone_slower)
{
	begin();
	assert_int_equal(lone(4, SOFT, 8 * SOFT, 0), 4);
	assert_int_equal(lone(100, SOFT, 8 * SOFT, 0), 0);
	assert_in_range(lone(100000, SOFT, 8 * SOFT, 0), 1, 500);
	/* Twice as long: trials are more frequent, but still none is in the 99th percentile. */
	begin();
	assert_in_range(lone(100000, SOFT, 2 * SOFT, 0), 1, 999);
}

/* How many requests software does until the next trial. */
static u32 until_trial(void)
{
	u32 count = 0;

	while (!next(SOFT))
		count++;
	return count;
}

/* The next four requests, by a device that takes @takes for each, end the trial. */
static void trial_of_four(u64 takes)
{
	u32 i;

	for (i = 0; i < 4; i++) {
		if (i)
			assert_true(next(SOFT));
		now += takes;
		wc_account_back(&a, SOFT);
	}
}

/*
 * A trial of lone requests has four. What it has lost, and 16 times what one loses, but not
 * more than software's time, is paid back by a 128th of software's time.
 */
TEST(trials)
{
	u32 i;

	begin();
	assert_int_equal(until_trial(), 0);
	for (i = 0; i < 5; i++) {
		trial_of_four(4 * SOFT);
		assert_in_range(until_trial(), (12 + 16) * 128 - 8, (12 + 16) * 128 + 8);
	}
	trial_of_four(SOFT + SOFT / 2);
	assert_in_range(until_trial(), (2 + 8) * 128 - 4, (2 + 8) * 128 + 4);
}

/*
 * Two in flight, for a device that takes four times as long as software for each: a window
 * ends when all is back that was in flight at its first result.
 */
TEST(trials_of_many)
{
	u32 i, done = 1;

	begin();
	for (i = 0; i < 3; i++) {
		assert_int_equal(i ? until_trial() > 24 * 128 - 8 : until_trial() == 0, 1);
		assert_true(next(SOFT));
		for (done = 0; done < 9; done++) {
			now += 4 * SOFT;
			wc_account_back(&a, SOFT);
			if (!next(SOFT))
				break;
		}
		assert_int_equal(done, 7);
		wc_account_back(&a, SOFT);
	}
}

/* Software is measured once a second, by the last of four requests. */
TEST(lone_faster)
{
	u32 i, soft = 0, measured = 0;

	begin();
	for (i = 0; i < 1000000; i++) {
		enum wc_choice choice = wc_account_choose(&a, link_gen, SOFT);

		soft += choice == WC_CHOICE_SOFT;
		measured += choice == WC_CHOICE_MEASURE;
		if (choice > WC_CHOICE_MEASURE) {
			now += SOFT / 2;
			wc_account_back(&a, SOFT);
		} else {
			now += SOFT;
		}
	}
	/* In five seconds. */
	assert_in_range(measured, 4, 5);
	assert_int_equal(soft, 3 * measured);
}

/* Of what software does, one in 64 is measured. */
TEST(measures)
{
	u32 i, measured = 0;

	begin();
	lone(4, SOFT, 1000 * SOFT, 0);
	for (i = 0; i < 6400; i++)
		measured += wc_account_choose(&a, link_gen, SOFT) == WC_CHOICE_MEASURE;
	assert_in_range(measured, 99, 100);
}

/* What a caller does when all is back is no fault of the device, unless it had to be woken. */
TEST(pauses)
{
	begin();
	assert_in_range(lone(1000, 4 * SOFT, 3 * SOFT, SEC / 100), 950, 1000);
	begin();
	assert_in_range(lone(1000, 4 * SOFT, 3 * SOFT, 2 * SOFT), 1, 40);
}

/* Many in flight: each takes far longer than in software, together they take half the time. */
TEST(deep)
{
	begin();
	assert_in_range(deep(100000, 25 * SOFT, SOFT / 2), 90000, 100000);
	begin();
	assert_in_range(deep(100000, 25 * SOFT, 2 * SOFT), 1, 10000);
}

/*
 * Nothing comes back any more, and requests keep coming: after 62 ms, and what was gained before,
 * software does them. When all is back, the device gets its next trial.
 */
TEST(no_end)
{
	u32 i, sent;

	begin();
	deep(10000, 25 * SOFT, SOFT / 4);
	for (sent = 0; sent < 100000 && next(SOFT); sent++)
		now += SOFT;
	assert_in_range((u64)sent * SOFT, 62 * MS, 2 * 63 * MS + 16 * SOFT);
	for (i = 0; i < 100000; i++)
		assert_false(next(SOFT));
	wc_account_back(&a, (u64)sent * SOFT);
	assert_in_range(until_trial(), 1, 128 * 63 * MS / SOFT);
}

/* A trial that has lost more than 62 ms ends before its fourth window. */
TEST(costly_trial)
{
	begin();
	assert_int_equal(until_trial(), 0);
	now += 100 * MS;
	wc_account_back(&a, SOFT);
	assert_false(next(SOFT));
}

/* Long requests are measured, too, while they are offloaded: by one, once a second. */
TEST(long_measured)
{
	u32 i, measured = 0, soft = 0;

	begin();
	for (i = 0; i < 5000; i++) {
		enum wc_choice choice = wc_account_choose(&a, link_gen, 5 * MS);

		measured += choice == WC_CHOICE_MEASURE;
		soft += choice == WC_CHOICE_SOFT;
		if (choice > WC_CHOICE_MEASURE)
			wc_account_back(&a, 5 * MS);
		now += MS;
	}
	/* In five seconds. */
	assert_in_range(measured, 4, 5);
	assert_int_equal(soft, 0);
}

/* Requests that the device refuses, and software does then, are no gain. */
TEST(refused)
{
	u32 i, done = 0;

	begin();
	for (i = 0; i < 100000; i++) {
		if (!next(SOFT))
			continue;
		wc_account_back(&a, SOFT);
		now += SOFT + SOFT / 20;
		done++;
	}
	assert_in_range(done, 1, 10000);
}

/* Another link has other engines. What is in flight for the earlier one comes back. */
TEST(reset)
{
	begin();
	assert_true(next(SOFT));
	link_gen = 2;
	assert_int_equal(wc_account_choose(&a, link_gen, SOFT), WC_CHOICE_TRIAL);
	now += SOFT / 2;
	wc_account_back(&a, SOFT);
	wc_account_back(&a, SOFT);
	assert_in_range(lone(1000, SOFT, SOFT / 2, 0), 1000, 1000);
}

/* The longest requests, and a clock that stands. */
TEST(limits)
{
	u32 i;

	begin();
	assert_in_range(lone(1000, ~0u, ~0ull >> 8, 0), 1, 500);
	for (i = 0; i < 1000; i++)
		if (next(~0u))
			wc_account_back(&a, ~0u);
	assert_true(a.credit >= 0);
}

/* What is learnt of software, by lengths. */
TEST(soft_learns)
{
	struct wc_soft soft = { 0 };
	u32 i;

	begin();
	/* The least of four, for one was interrupted. */
	wc_soft_learn(&soft, 4096, 900000);
	for (i = 0; i < 3; i++) {
		assert_int_equal(wc_soft_expect(&soft, 4096), 0);
		wc_soft_learn(&soft, 4096, 8000);
	}
	assert_int_equal(wc_soft_expect(&soft, 4096), 8000);
	assert_int_equal(wc_soft_expect(&soft, 6144), 12000);
	assert_int_equal(wc_soft_expect(&soft, 8192), 0);
	assert_int_equal(wc_soft_expect(&soft, 4095), 0);
	/* Long ones: one is enough. */
	wc_soft_learn(&soft, 16 << 20, 20 * MS);
	assert_int_not_equal(wc_soft_expect(&soft, 16 << 20), 0);
	/* A pause does not count for much; a change does. */
	wc_soft_learn(&soft, 4096, SEC);
	assert_in_range(wc_soft_expect(&soft, 4096), 8000, 9000);
	for (i = 0; i < 100; i++)
		wc_soft_learn(&soft, 4096, 12000);
	assert_in_range(wc_soft_expect(&soft, 4096), 11500, 12500);
	/* The shortest and the longest. */
	for (i = 0; i < 10; i++) {
		wc_soft_learn(&soft, 1, 0);
		wc_soft_learn(&soft, ~0u, ~0ull);
	}
	assert_true(wc_soft_expect(&soft, 1));
	assert_true(wc_soft_expect(&soft, ~0u) > SEC);
}

/* A thread that waits for a CPU says nothing of software. */
TEST(soft_preempted)
{
	struct wc_soft_watch watch;
	struct wc_soft soft = { 0 };
	u32 i;

	begin();
	for (i = 0; i < 4; i++)
		wc_soft_learn(&soft, 4096, 8000);
	for (i = 0; i < 100; i++) {
		wc_soft_begin(&watch);
		now += SEC;
		*(i & 1 ? &sim_task.nvcsw : &sim_task.nivcsw) += 1;
		sim_task.se.sum_exec_runtime += 8000;
		wc_soft_end(&soft, 4096, &watch);
	}
	assert_int_equal(wc_soft_expect(&soft, 4096), 8000);
	/* Long requests are always switched out: what the scheduler says of them counts. */
	wc_soft_begin(&watch);
	now += 10 * SEC;
	sim_task.nivcsw++;
	sim_task.se.sum_exec_runtime += SEC / 2;
	wc_soft_end(&soft, 16 << 20, &watch);
	assert_int_equal(wc_soft_expect(&soft, 16 << 20), SEC / 2);
	/* And one that is not switched out counts as it is. */
	for (i = 0; i < 4; i++) {
		wc_soft_begin(&watch);
		now += 9000;
		wc_soft_end(&soft, 512, &watch);
	}
	assert_int_equal(wc_soft_expect(&soft, 512), 9000);
}

int main(void)
{
	return unit_run("choice", NULL, NULL);
}
