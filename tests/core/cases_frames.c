// SPDX-License-Identifier: GPL-2.0-only
/* Which frame a request gets into, and when a frame has enough to be handed out. */
#include "tests/core/cases.h"
#include "tests/core/desk.h"

/* Whatever CPU submits, there is room as long as there is a free frame. */
static void room_elsewhere(struct desk *d)
{
	struct item item[7];
	u32 i;

	desk_open_queues(d, 6, 1 + sim_random(3), 1);
	for (i = 0; i < 6; i++)
		if (item_submit(&item[i], FRAME_FULL) != -EINPROGRESS)
			broken("no room for %u", i);
	if (item_submit(&item[6], 100) != -EBUSY)
		broken("there is room");
	desk_close(d);
	for (i = 0; i < 7; i++)
		must_be("lost", item[i].lost, 1, 1);
}

/* While the helper has a frame, no frame with less is handed out. */
static void gathers(struct desk *d)
{
	struct warpcrypt_frame frame[3];
	struct item item[5];
	u32 i;

	desk_open_queues(d, 4, 1, 1);
	item_submit(&item[0], 4096);
	item_submit(&item[1], 4096);
	if (desk_fetch(d, &frame[0], 1, false) != 1 || frame[0].requests != 2)
		broken("no frame");
	item_submit(&item[2], 4096);
	if (desk_fetch(d, &frame[1], 1, false))
		broken("a frame with less than the helper has");
	item_submit(&item[3], 4096);
	if (desk_fetch(d, &frame[1], 1, false) != 1 || frame[1].requests != 2)
		broken("no frame with as much as the helper has");
	item_submit(&item[4], 4096);
	if (desk_fetch(d, &frame[2], 1, false))
		broken("a frame with less than the helper has in two");
	desk_commit(d, frame, 2, 0);
	if (desk_fetch(d, &frame[2], 1, false) != 1)
		broken("no frame for an idle engine");
	desk_commit(d, &frame[2], 1, 0);
	desk_close(d);
	for (i = 0; i < 5; i++)
		must_be("done", item[i].done, 1, 1);
}

/* With several engines a frame beside others has 16 KiB, or a part of what they have. */
static void engines_gather(struct desk *d)
{
	struct warpcrypt_frame frame[2];
	struct item item[6];
	u32 i;

	desk_open_queues(d, 4, 1, 2);
	item_submit(&item[0], 100);
	desk_take(d, &frame[0]);
	item_submit(&item[1], 16384 - 2048);
	if (desk_fetch(d, &frame[1], 1, false))
		broken("a frame with less than 16 KiB");
	item_submit(&item[2], 2048);
	if (desk_fetch(d, &frame[1], 1, false) != 1)
		broken("no frame with 16 KiB");
	desk_commit(d, frame, 2, 0);
	item_submit(&item[3], 49152);
	desk_take(d, &frame[0]);
	item_submit(&item[4], 16384);
	if (desk_fetch(d, &frame[1], 1, false))
		broken("a frame with less than half of what the helper has");
	item_submit(&item[5], 8192);
	if (desk_fetch(d, &frame[1], 1, false) != 1)
		broken("no frame with half of what the helper has");
	desk_commit(d, frame, 2, 0);
	desk_close(d);
	for (i = 0; i < 6; i++)
		must_be("done", item[i].done, 1, 1);
}

/* Requests that take long share frames with each other, not with others. */
static void slow_apart(struct desk *d)
{
	struct warpcrypt_frame frame[3];
	struct item item[6];
	u32 i;

	desk_open_queues(d, 8, 1, 0);
	for (i = 0; i < 6; i++)
		item_submit_as(&item[i], 4096, i / 2 == 1);
	for (i = 0; i < 3; i++)
		if (desk_fetch(d, &frame[i], 1, false) != 1 ||
		    frame[i].requests != 2)
			broken("slow requests and others share a frame");
	desk_commit(d, frame, 3, 0);
	desk_close(d);
	for (i = 0; i < 6; i++)
		must_be("done", item[i].done, 1, 1);
}

/* Nor does a request wait for slow ones that the helper has. */
static void slow_does_not_gather(struct desk *d)
{
	struct warpcrypt_frame frame[2];
	struct item item[2];

	desk_open_queues(d, 4, 1, 1);
	item_submit_as(&item[0], 32768, true);
	desk_take(d, &frame[0]);
	item_submit(&item[1], 100);
	if (desk_fetch(d, &frame[1], 1, false) != 1)
		broken("a short request waits for a slow one");
	desk_commit(d, frame, 2, 0);
	desk_close(d);
	must_be("done", item[0].done + item[1].done, 2, 2);
}

/* Nor for long ones, of which many may follow each other. */
static void long_does_not_gather(struct desk *d)
{
	struct warpcrypt_frame frame[3];
	struct item item[2];

	desk_open_queues(d, 4, 1, 1);
	item_submit_for(&item[0], WARPCRYPT_FRAME_SIZE_MIN, false);
	if (desk_fetch(d, frame, 2, false) != 2)
		broken("no frames");
	item_submit(&item[1], 100);
	if (desk_fetch(d, &frame[2], 1, false) != 1)
		broken("a short request waits for long ones");
	desk_commit(d, frame, 3, 0);
	desk_close(d);
	must_be("done", item[0].done + item[1].done, 2, 2);
}

/* @size: of two requests that are delivered; @next: that of a third, less than must be beside these. */
static void delivery_of(struct desk *d, u32 parallel, u32 size, u32 next)
{
	struct warpcrypt_frame frame[2];
	struct item item[3];

	wc_param_deliver = WC_DELIVER_ANY;
	desk_open_queues(d, 4, 1, parallel);
	item_submit(&item[0], size);
	item_submit(&item[1], size);
	desk_take(d, &frame[0]);
	item_submit(&item[2], next);
	desk_commit(d, frame, 1, 0);
	if (desk_fetch(d, &frame[1], 1, false) && !item_is_back(&item[1]))
		broken("a frame with less than is being delivered");
	must_within(60000, item_is_back(&item[1]), "a request");
	wc_param_deliver = WC_DELIVER_COMMITTER;
	desk_close(d);
}

/* What is being delivered counts like what the helper has, until it is delivered. */
static void delivery_gathers(struct desk *d)
{
	delivery_of(d, 1, 8192, 100);
	delivery_of(d, 2, 100, 8192);
}

/* The frame that the sleeping thread waits for is full enough when one comes back. */
static void gathered_wakes(struct desk *d)
{
	struct warpcrypt_frame frame;
	struct desk_thread threads[DESK_THREADS];
	struct item item[3];
	u32 i;

	wc_param_deadline_ms = 600000;
	desk_open_queues(d, 8, 1 + sim_random(3), 1);
	desk_unwatch();
	for (i = 0; i < 2; i++)
		item_submit(&item[i], 8192);
	desk_take(d, &frame);
	desk_threads_start(d, threads, 1);
	item_submit(&item[2], 100);
	desk_commit(d, &frame, 1, 0);
	for (i = 0; i < 3; i++)
		must_within(60000, item_is_back(&item[i]), "a request");
	desk_threads_end(threads);
	desk_close(d);
}

/* Its room, and no lock more; its key is in use. */
static void takes_one_lock(struct desk *d)
{
	struct item item[2];
	u64 locks;

	desk_open_queues(d, 8, 1 + sim_random(4), 1);
	item_submit(&item[0], 100);
	memset(&item[1], 0, sizeof(item[1]));
	item[1].rq = item[0].rq;
	item[1].rq.len = 100;
	locks = sim_current()->locks;
	if (item_submit_made(&item[1]) != -EINPROGRESS)
		broken("no room");
	must_be("locks that a request takes", sim_current()->locks - locks, 1, 1);
	desk_close(d);
	must_be("lost", item[1].lost, 1, 1);
}

/*
 * A frame with one request comes back: the queue's lock to commit it and begin its
 * delivery, and to end that; that of the slots for its key's, and at the end of ENTER.
 */
static void comes_back_with_few_locks(struct desk *d)
{
	struct warpcrypt_frame frame;
	struct item item;
	u64 locks;

	desk_open_queues(d, 8, 1 + sim_random(4), 1);
	desk_unwatch();
	item_submit(&item, 100);
	desk_take(d, &frame);
	locks = sim_current()->locks;
	desk_commit(d, &frame, 1, 0);
	must_be("locks that it takes", sim_current()->locks - locks, 4, 4);
	must_be("done", item.done, 1, 1);
	desk_close(d);
}

/* An overdue delivery is taken over before its work begins or between steps, and is one. */
static void delivery_is_taken_over(struct desk *d)
{
	struct warpcrypt_frame frame[2];
	struct wc_queue *queue;
	struct wc_link *link;
	struct item item;
	u32 i;

	wc_param_deliver = WC_DELIVER_ANY;
	desk_open_queues(d, 4, 1, 1);
	desk_unwatch();
	link = wc_link_get_attached();
	queue = link->queues;
	/* Of two frames, and two steps. */
	item_submit_for(&item, WARPCRYPT_FRAME_SIZE_MIN, false);
	desk_commit(d, frame, desk_fetch(d, frame, 2, false), 0);
	while (!item_is_back(&item)) {
		/* Each is overdue. */
		wc_deliver_take_over(queue, -1ul);
		sim_step();
	}
	/* A work that was late has ended. */
	for (i = 0; i < link->frame_count; i++)
		cancel_work_sync(&link->frames[i].deliver);
	must_be("frames that are free", queue->free_count, 4, 4);
	must_happen_once(wc_stats->events[WC_COMMIT_TAKEN_OVER]);
	wc_link_put(link);
	wc_param_deliver = WC_DELIVER_COMMITTER;
	desk_close(d);
	must_be("done", item.done, 1, 1);
}

/* A piece of a long request fails, and the last one to come back has results: it is lost. */
static void a_piece_fails(struct desk *d)
{
	u32 last = sim_random(2);
	struct warpcrypt_frame frame[2];
	struct item item;

	desk_open_queues(d, 4, 1, 1);
	item_submit_for(&item, WARPCRYPT_FRAME_SIZE_MIN, false);
	if (desk_fetch(d, frame, 2, false) != 2)
		broken("no frames");
	desk_commit(d, &frame[!last], 1, -EIO);
	desk_commit(d, &frame[last], 1, 0);
	must_be("lost", item.lost, 1, 1);
	must_be("done", item.done, 0, 0);
	desk_close(d);
}

/* One piece of a long request has come back, with results or without, when the link ends. */
static void a_piece_is_back(struct desk *d)
{
	int status = sim_random(2) ? -EIO : 0;
	struct warpcrypt_frame frame[2];
	struct item item;

	desk_open(d, 4);
	item_submit_for(&item, WARPCRYPT_FRAME_SIZE_MIN, false);
	if (desk_fetch(d, frame, 2, false) != 2)
		broken("no frames");
	desk_commit(d, &frame[sim_random(2)], 1, status);
	desk_close(d);
	must_be("lost", item.lost, 1, 1);
	must_be("frames fetched", model_counter(WC_FRAMES_FETCHED), 2, 2);
	must_be("frames that came back", model_counter(WC_FRAMES_COMMITTED) +
		model_counter(WC_FRAMES_FAILED), 1, 1);
	must_be("frames lost", model_counter(WC_FRAMES_LOST), 1, 1);
}

static void submit_with(struct item *item, struct wc_key *key, bool holds)
{
	item_init(item, 100);
	item->rq.key = key;
	if (item_submit_made(item) != -EINPROGRESS)
		broken("no room");
	must_be("requests that hold a slot", item->rq.owns_key_ref, holds, holds);
}

/* Requests with one key that follow each other in a frame hold its slot together. */
static void share_a_hold(struct desk *d)
{
	struct warpcrypt_frame frame;
	struct item item[7], other, huge;
	enum wc_reason why;
	struct wc_link *link;
	u32 i;

	desk_open_queues(d, 4, 1, 1);
	item_init(&other, 100);
	item_init(&item[0], 100);
	submit_with(&item[1], &item[0].key, true);
	submit_with(&item[2], &item[0].key, false);
	submit_with(&item[3], &other.key, true);
	submit_with(&item[4], &item[0].key, true);
	/* A key that is set anew is in another slot. */
	wc_link_forget_key(&item[0].key);
	submit_with(&item[5], &item[0].key, true);
	must_be("slots of one key", item[5].rq.key_ref.slot != item[4].rq.key_ref.slot,
		1, 1);
	submit_with(&item[6], &item[0].key, false);
	/* Rounded up to whole blocks, this length is 0. */
	link = wc_link_get_attached();
	link->pieces_max = ~0u;
	item_init(&huge, 0xfffffff0);
	huge.rq.key = &item[0].key;
	huge.rq.splittable = true;
	if (submit_live(&huge.rq, false, &why) != -EAGAIN)
		broken("a frame takes 4 GiB");
	wc_link_put(link);
	if (desk_fetch(d, &frame, 1, false) != 1 || frame.requests != 6)
		broken("no frame");
	desk_commit(d, &frame, 1, 0);
	for (i = 1; i < 7; i++)
		must_be("done", item[i].done, 1, 1);
	wc_link_forget_key(&item[0].key);
	wc_link_forget_key(&other.key);
	desk_close(d);
}

/* Whatever the requests' length, the last payload ends before the last descriptor. */
static void nothing_overlaps(struct desk *d)
{
	u32 len = 1 + sim_random(3000), i, n = 0;
	static struct item items[1024];
	struct warpcrypt_frame frame;

	desk_open(d, 4);
	while (n < ARRAY_SIZE(items) && item_submit(&items[n], len) == -EINPROGRESS)
		n++;
	for (i = 0; i < n; i += frame.requests) {
		desk_take(d, &frame);
		must_be("bytes of a frame",
			frame.payload + frame.requests * (u32)sizeof(struct warpcrypt_desc),
			1, WARPCRYPT_FRAME_SIZE_MIN);
		desk_commit(d, &frame, 1, 0);
	}
	for (i = 0; i < ARRAY_SIZE(items) && i <= n; i++)
		wc_link_forget_key(&items[i].key);
	desk_close(d);
}

/* The older one comes last, from another engine for example; no helper fetches. */
static void oldest_counts(struct desk *d)
{
	struct item young, old;

	desk_open(d, 4);
	nap_ms(2 * DEADLINE);
	item_submit(&young, 100);
	item_init(&old, 100);
	old.rq.born = jiffies - DEADLINE * 3 / 4;
	if (item_submit_made(&old) != -EINPROGRESS)
		broken("no room");
	must_within((int)DEADLINE / 2, item_is_back(&old), "the older request");
	must_be("lost", old.lost, 1, 1);
	desk_close(d);
}

/* What helpers see of a secret. */
static void fill_secret(struct wc_request *rq, u8 *to, u32 pos, u32 len)
{
	memset(to, SECRET_BYTE, len);
}

/* It is done, or lost because no helper fetches it. */
static void secret_is_wiped(struct desk *d)
{
	struct warpcrypt_frame frame;
	bool fetches = sim_random(2);
	struct item item;

	desk_open(d, 4);
	item_init(&item, 1000);
	item.ops.fill = fill_secret;
	item.rq.secret = true;
	if (item_submit_made(&item) != -EINPROGRESS)
		broken("no room");
	must_be("bytes in the arena", desk_secret_bytes(d), 1000, 1010);
	if (fetches && desk_fetch(d, &frame, 1, false) == 1)
		desk_commit(d, &frame, 1, 0);
	must_within(4 * (int)DEADLINE, item_is_back(&item), "the request");
	must_be("done", item.done, fetches, fetches);
	must_be("bytes of it that are left", desk_secret_bytes(d), 0, 10);
	wc_link_forget_key(&item.key);
	desk_close(d);
}

/* What a queue of long frames may have at a time is more than 32 bits count. */
static void gather_beside_4_gib(struct desk *d)
{
	static struct wc_link link;
	struct wc_queue queue = { .link = &link, .engine = &link.engines[0] };
	struct wc_share *share = &queue.share[false];
	u32 i;

	link.state = WC_LINK_LIVE;
	link.engines[0].parallel = 1;
	share->level = WARPCRYPT_FRAME_SIZE_MIN;
	share->born = jiffies;
	must_be("offered beside none", wc_queue_offers(&queue, share, 0), 1, 1);
	for (i = 0; i < (1ull << 32) / WARPCRYPT_FRAME_SIZE_MAX; i++)
		share->handed += WARPCRYPT_FRAME_SIZE_MAX;
	must_be("offered beside 4 GiB", wc_queue_offers(&queue, share, 0), 0, 0);
	share->delivering = share->handed;
	share->handed = 0;
	must_be("offered while they are delivered", wc_queue_offers(&queue, share, 0), 0, 0);
}

const struct core_case frame_cases[] = {
	{ "a queue without room leaves requests to others", room_elsewhere, 40 },
	{ "requests gather while the helper has frames", gathers, 4 },
	{ "also if it computes several at a time", engines_gather, 4 },
	{ "slow requests hold up no others in a frame", slow_apart, 4 },
	{ "nor by what the helper has of them", slow_does_not_gather, 4 },
	{ "nor by long requests that it has", long_does_not_gather, 4 },
	{ "what is being delivered counts, too", delivery_gathers, 400 },
	{ "a frame that comes back wakes a thread for the next", gathered_wakes, 400 },
	{ "a request takes one lock", takes_one_lock, 40 },
	{ "a lone request comes back with few locks", comes_back_with_few_locks, 40 },
	{ "a long request is lost with any of its pieces", a_piece_fails, 40 },
	{ "a frame that has come back is not counted as lost", a_piece_is_back, 40 },
	{ "a delivery is taken over once", delivery_is_taken_over, 400 },
	{ "requests share a hold on their key's slot", share_a_hold, 40 },
	{ "payloads and descriptors do not overlap", nothing_overlaps, 40 },
	{ "a frame is as old as its oldest request", oldest_counts, 20 },
	{ "secret payloads are wiped", secret_is_wiped, 20 },
	{ "a frame gathers beside 4 GiB that are in flight", gather_beside_4_gib, 1 },
	{ }
};
