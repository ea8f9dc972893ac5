// SPDX-License-Identifier: GPL-2.0-only
/* How many errors and pauses a helper may have until it is put out of service. */
#include "tests/core/cases.h"
#include "tests/core/desk.h"

/* --- the budget by itself */

/* An engine of a live link, which has cost nothing. */
static struct wc_engine *new_engine(void)
{
	static struct wc_link link;

	memset(&link, 0, sizeof(link));
	link.state = WC_LINK_LIVE;
	link.engines[0].link = &link;
	return &link.engines[0];
}

static u32 frames_until_spent(u32 every, u32 most)
{
	struct wc_engine *engine = new_engine();
	enum wc_reason why;
	u32 n;

	for (n = 1; n <= most; n++) {
		wc_engine_came_back(engine, n % every == 0);
		if (wc_engine_spent(engine, &why)) {
			if (why != WC_ERRORS)
				broken("errors are called %d", why);
			return n;
		}
	}
	return 0;
}

/*
 * How many waits of @wait ms until the budget is spent, with @gap ms in between, in
 * which a frame in time comes each ms.
 */
static u32 waits_until_spent(u32 wait, u32 gap, u32 most)
{
	struct wc_engine *engine = new_engine();
	enum wc_reason why;
	unsigned long since;
	u32 n, i;

	for (n = 1; n <= most; n++) {
		since = jiffies;
		nap_ms(wait);
		/* Many at once are charged as one. */
		for (i = 0; i < 40; i++)
			wc_engine_waited(engine, since);
		if (wc_engine_spent(engine, &why)) {
			if (why != WC_LATE)
				broken("pauses are called %d", why);
			return n;
		}
		for (i = 0; i < gap; i++) {
			nap_ms(1);
			wc_engine_waited(engine, jiffies);
		}
	}
	return 0;
}

static void budget(struct desk *d)
{
	must_be("all frames fail", frames_until_spent(1, 1000), 8, 8);
	must_be("every second", frames_until_spent(2, 1000), 2, 20);
	must_be("every third", frames_until_spent(3, 1000), 3, 40);
	must_be("every ninth", frames_until_spent(9, 100000), 0, 0);
	must_be("one in 1000", frames_until_spent(1000, 100000), 0, 0);
	must_be("all are late", waits_until_spent(DEADLINE * 4 / 5, 0, 1000), 5, 6);
	must_be("late, and 30 in time", waits_until_spent(DEADLINE * 4 / 5, 30, 1000), 5, 7);
	must_be("a pause now and then",
		waits_until_spent(DEADLINE * 4 / 5, 17 * DEADLINE, 300), 0, 0);
	must_be("too often", waits_until_spent(DEADLINE * 4 / 5, 8 * DEADLINE, 300), 5, 20);
	must_be("two thirds of the deadline", waits_until_spent(DEADLINE * 2 / 3, 0, 1000), 6, 8);
	must_be("two fifths of the deadline", waits_until_spent(DEADLINE * 2 / 5, 0, 1000), 0, 0);
}

/* --- the budget of a helper */

/* Serves @n requests, one frame each, each of them held for @ms. */
static u32 serve(struct desk *d, u32 n, u32 ms, u32 fail_every)
{
	struct warpcrypt_frame frame;
	struct item item;
	u32 i;

	for (i = 1; i <= n; i++) {
		bool fails = fail_every && i % fail_every == 0;

		if (item_submit(&item, 100) != -EINPROGRESS) {
			if (module_is_live())
				broken("a live helper is not given a request");
			return i - 1;
		}
		if (desk_fetch(d, &frame, 1, true) != 1)
			broken("a frame was not handed out");
		nap_ms(ms);
		desk_commit(d, &frame, 1, fails ? -EIO : 0);
		if (item.done != !fails || item.lost != fails)
			broken("frame %u: done %d times, lost %d times", i,
			       item.done, item.lost);
		wc_link_forget_key(&item.key);
	}
	return n;
}

/*
 * How many frames until a helper is out. It holds one more all the time, which is
 * lost then and tells why; unless @ms, because no frame may be held so long.
 */
static void put_out(struct desk *d, u32 ms, u32 fail_every, u32 least, u32 most)
{
	struct warpcrypt_frame frame;
	struct item held = { 0 };
	u32 n;

	if (!ms)
		wc_param_deadline_ms = 600000;
	desk_open(d, 4);
	if (!ms && (item_submit(&held, 100) != -EINPROGRESS ||
		    desk_fetch(d, &frame, 1, true) != 1))
		broken("no frame");
	n = serve(d, 2000, ms, fail_every);
	must_be("frames until it is out", n, least, most);
	must_be("links killed", model_counter(WC_LINKS_KILLED), n < 2000, n < 2000);
	if (!ms && n < 2000 && (held.lost != 1 || held.why != WC_ERRORS))
		broken("lost %d times, %s", held.lost,
		       wc_reason_name(held.why));
	desk_close(d);
}

static void fails_all(struct desk *d)
{
	put_out(d, 0, 1, 8, 8);
}

static void fails_seldom(struct desk *d)
{
	put_out(d, 0, 1000, 2000, 2000);
}

static void always_late(struct desk *d)
{
	put_out(d, DEADLINE * 4 / 5, 0, 5, 7);
}

/* It does not ask for frames for long, and is quick then. */
static void fetches_late(struct desk *d)
{
	struct warpcrypt_frame frame;
	struct item item;
	u32 n = 0;

	desk_open(d, 4);
	while (module_is_live() && n++ < 100) {
		if (item_submit(&item, 100) != -EINPROGRESS)
			break;
		nap_ms(DEADLINE * 4 / 5);
		if (desk_fetch(d, &frame, 1, false) == 1)
			desk_commit(d, &frame, 1, 0);
		must_within(1, item_is_back(&item), "a request");
		wc_link_forget_key(&item.key);
	}
	must_be("frames until it is out", n, 5, 9);
	desk_close(d);
}

const struct core_case budget_cases[] = {
	{ "the budget: how many errors and pauses", budget, 1 },
	{ "a helper that fails all frames is put out of service", fails_all, 40 },
	{ "one that fails a frame in 1000 is not", fails_seldom, 1 },
	{ "one that is always late is", always_late, 40 },
	{ "one that fetches late is", fetches_late, 40 },
	{ }
};
