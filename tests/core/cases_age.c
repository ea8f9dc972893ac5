// SPDX-License-Identifier: GPL-2.0-only
/* How long a request waits, whatever the helper and other users do. */
#include "tests/core/cases.h"
#include "tests/core/desk.h"

/* The bound that uapi.rst states, and the steps of the works that keep it, ms. */
#define BOUND		(4 * (int)DEADLINE + 10)

/* Other tasks end. */
static bool over;

static void age_begin(struct desk *d, u32 frames, u32 queues, u32 parallel)
{
	over = false;
	desk_open_queues(d, frames, queues, parallel);
}

static void age_end(struct desk *d)
{
	over = true;
	desk_close(d);
}

/* Takes frames and cannot be told of them. */
static void bouncer(struct desk *d)
{
	long ret = 0;

	while (!over && ret != -ESHUTDOWN) {
		ret = desk_fetch(d, (void *)8, 1, false);
		nap_ms(sim_random(2));
	}
}

/* What it was handed is software's at once, and it is soon out of service. */
static void bounced(struct desk *d)
{
	struct item item;
	u32 n = 0;

	age_begin(d, 4, 1, 0);
	desk_spawn(d, bouncer);
	while (item_submit(&item, 100) == -EINPROGRESS) {
		must_within(4, item_is_back(&item), "a request");
		must_be("lost", item.lost, 1, 1);
		wc_link_forget_key(&item.key);
		n++;
	}
	must_be("requests until it is out", n, 8, 9);
	must_be("links killed", model_counter(WC_LINKS_KILLED), 1, 1);
	age_end(d);
}

/* A known answer that it was handed is not right. */
static void bounced_in_test(struct desk *d)
{
	over = false;
	wc_param_kat = true;
	desk_choose(d, 4, 1, 0);
	desk_attach(d);
	desk_spawn(d, bouncer);
	must_within(100, wc_link_state_name()[0] != 't', "the test");
	must_be("live", module_is_live(), 0, 0);
	age_end(d);
}

/* A long request again and again, which is done: the engine makes progress. */
static void long_flood(struct desk *d)
{
	struct item item;

	while (!over) {
		item_submit_for(&item, 3 * FRAME_FULL, true);
		while (!item_is_back(&item))
			nap_ms(1);
		wc_link_forget_key(&item.key);
	}
}

/* A thread asks for fuller frames than there can be; it gets the old one all the same. */
static void never_full_enough(struct desk *d)
{
	struct desk_thread threads[DESK_THREADS] = { 0 };
	struct item item;

	age_begin(d, 8, 1, 1);
	threads[0].fill = 0xffffffff;
	desk_thread_start(d, &threads[0]);
	desk_spawn(d, long_flood);
	nap_ms(5);
	item_submit(&item, 100);
	/* A 16th of the deadline, and until the watchdog or the next long request comes. */
	must_within((int)DEADLINE / 2, item_is_back(&item), "a request");
	must_be("done", item.done, 1, 1);
	over = true;
	while (d->tasks > 1)
		nap_ms(1);
	desk_threads_end(threads);
	age_end(d);
}

/* Serves as it is told, a frame a millisecond. */
static void server(struct desk *d)
{
	struct warpcrypt_frame frame;

	while (!over) {
		if (desk_fetch(d, &frame, 1, false) == 1) {
			nap_ms(1);
			desk_commit(d, &frame, 1, 0);
		} else {
			nap_ms(0);
		}
	}
}

#define FLOODERS	10u

/* Users' long requests are more than the helper can do; root's goes out in its turn. */
static void users_flood(struct desk *d)
{
	struct item item, small;
	u32 i;

	age_begin(d, 16, 1, 1);
	for (i = 0; i < FLOODERS; i++) {
		desk_spawn(d, long_flood);
	}
	desk_spawn(d, server);
	nap_ms(20);
	item_submit(&item, 4096);
	must_within(5, item_is_back(&item), "root's request");
	must_be("done", item.done, 1, 1);
	/* A user's waits for those of users before it, and no longer than all do. */
	item_submit_for(&small, 4096, true);
	must_within(BOUND, item_is_back(&small), "a user's request");
	age_end(d);
}

/* Keeps the first queue busy. */
static void short_flood(struct desk *d)
{
	struct item item;

	while (!over) {
		item_submit_at(&item, FRAME_FULL, 0);
		while (!item_is_back(&item))
			nap_ms(0);
		wc_link_forget_key(&item.key);
	}
}

/* The only thread serves one of two queues, which always has work. */
static void other_queue(struct desk *d)
{
	struct item item;
	u32 i;

	age_begin(d, 16, 2, 1);
	for (i = 0; i < 4; i++) {
		desk_spawn(d, short_flood);
	}
	desk_spawn(d, server);
	nap_ms(20);
	item_submit_at(&item, 100, 1);
	/* After eight frames, of a millisecond each, the thread looks there. */
	must_within((int)DEADLINE, item_is_back(&item), "a request of the other queue");
	must_be("done", item.done, 1, 1);
	age_end(d);
}

/* Its thread is preempted while it copies, until the story ends. */
static void stuck_fill(struct wc_request *rq, u8 *to, u32 pos, u32 len)
{
	while (!over)
		nap_ms(1);
}

static struct item stuck;

static void stuck_submitter(struct desk *d)
{
	item_init(&stuck, 100);
	stuck.ops.fill = stuck_fill;
	item_submit_made(&stuck);
}

/* A request does not wait for another's copy, while the link lives or when it dies. */
static void stuck_copy(struct desk *d)
{
	bool dies = sim_random(2);
	struct item item[2];
	u32 i;

	age_begin(d, 4, 1, 0);
	memset(&stuck, 0, sizeof(stuck));
	item_submit(&item[0], 100);
	desk_spawn(d, stuck_submitter);
	must_within(10, stuck.rq.frame, "room");
	item_submit(&item[1], 100);
	if (dies)
		wc_link_kill_live(d->attach.generation, WC_MISMATCH);
	for (i = 0; i < 2; i++) {
		must_within(dies ? 1 : (int)DEADLINE * 3 / 2,
			    item_is_back(&item[i]), "a request");
		must_be("lost", item[i].lost, 1, 1);
	}
	must_be("back before its copy has ended", item_is_back(&stuck), 0, 0);
	/* A helper that serves is not blamed for a submitter. */
	must_be("live", module_is_live(), !dies, !dies);
	over = true;
	must_within(10, item_is_back(&stuck), "the request that was copied");
	age_end(d);
}

/* Engines that lose it do not make it younger. */
static void too_old(struct desk *d)
{
	enum wc_reason why = WC_FULL;
	struct item item;

	age_begin(d, 4, 1, 0);
	item_init(&item, 100);
	item.rq.born = jiffies;
	nap_ms(DEADLINE + 1);
	if (submit_live(&item.rq, true, &why) != -EAGAIN || why != WC_EXPIRED)
		broken("a request of a deadline is admitted: %d", why);
	age_end(d);
}

/* So many threads that one more is refused; a submitter looks at each of them. */
static void crowded(struct desk *d)
{
	struct warpcrypt_frame frame;
	struct wc_link *link;
	struct item item;

	age_begin(d, 4, 1, 0);
	link = wc_link_get_attached();
	atomic_set(&link->engines[0].threads, WARPCRYPT_WAITERS_MAX);
	if (desk_fetch(d, &frame, 1, true) != -EBUSY)
		broken("one more thread waits");
	/* One that need not wait is none too many. */
	item_submit(&item, 100);
	if (desk_fetch(d, &frame, 1, true) != 1)
		broken("no frame");
	desk_commit(d, &frame, 1, 0);
	atomic_set(&link->engines[0].threads, 0);
	wc_link_put(link);
	age_end(d);
}

const struct core_case age_cases[] = {
	{ "a helper that cannot be told of its frames", bounced, 100 },
	{ "the same while known answers are asked", bounced_in_test, 10 },
	{ "a frame that is never full enough", never_full_enough, 100 },
	{ "root's request while users flood", users_flood, 40 },
	{ "a queue that no thread serves", other_queue, 100 },
	{ "a copy that does not end holds up no other request", stuck_copy, 200 },
	{ "a request that is too old is not admitted again", too_old, 1 },
	{ "too many threads", crowded, 10 },
	{ }
};
