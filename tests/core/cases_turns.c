// SPDX-License-Identifier: GPL-2.0-only
/* Whose turn it is, and how much of the frames: root's requests and users', old and young. */
#include "tests/core/cases.h"
#include "tests/core/desk.h"

#define EACH	3u

/* Full frames of root's, then of users'; -EINPROGRESS or -EBUSY. */
static void submit_both(struct item root[EACH], struct item users[EACH], int expected)
{
	u32 i;

	for (i = 0; i < 2 * EACH; i++)
		if (item_submit_for(i < EACH ? &root[i] : &users[i - EACH], FRAME_FULL,
				    i >= EACH) != expected)
			broken("request %u is not submitted as it should be", i);
}

static void serve_one(struct desk *d)
{
	struct warpcrypt_frame frame;

	desk_take(d, &frame);
	desk_commit(d, &frame, 1, 0);
}

static u32 done_of(const struct item items[EACH])
{
	return items[0].done + items[1].done + items[2].done;
}

static u32 started_of(const struct item items[EACH])
{
	return items[0].started + items[1].started + items[2].started;
}

static void must_be_even(const char *what, u32 root, u32 users)
{
	must_be(what, max(root, users) - min(root, users), 0, 1);
}

/* Each thread takes a frame of the other share next. */
static void frames_in_turns(struct desk *d)
{
	struct item root[EACH], users[EACH];
	u32 i;

	desk_open(d, 8);
	submit_both(root, users, -EINPROGRESS);
	for (i = 0; i < 2 * EACH; i++) {
		serve_one(d);
		must_be_even("frames of one that come first", done_of(root),
			     done_of(users));
	}
	desk_close(d);
}

/* So does each frame that becomes free. */
static void room_in_turns(struct desk *d)
{
	struct item first[4], root[EACH], users[EACH];
	u32 i;

	desk_open(d, 4);
	for (i = 0; i < 4; i++)
		item_submit_for(&first[i], FRAME_FULL, false);
	submit_both(root, users, -EBUSY);
	for (i = 0; i < 4; i++) {
		serve_one(d);
		must_be("given room", started_of(root) + started_of(users), i + 1, i + 1);
		must_be_even("given room first", started_of(root), started_of(users));
	}
	for (i = 0; i < 2 * EACH; i++)
		serve_one(d);
	desk_close(d);
}

/* A long request has sealed frames at once; the open one began before. */
static void older_and_open(struct desk *d)
{
	struct item first, second;

	desk_open(d, 8);
	item_submit_for(&first, 100, false);
	nap_ms(2);
	item_submit_for(&second, 2 * FRAME_FULL, false);
	serve_one(d);
	must_be("the older one", first.done, 1, 1);
	serve_one(d);
	serve_one(d);
	must_be("the younger one", second.done, 1, 1);
	desk_close(d);
}

/* So it is if it was sealed later than those. */
static void older_and_sealed(struct desk *d)
{
	struct item first, second, third;

	desk_open(d, 8);
	item_submit_for(&first, 100, false);
	nap_ms(2);
	item_submit_for(&second, 2 * FRAME_FULL, false);
	item_submit_for(&third, FRAME_FULL, false);
	serve_one(d);
	must_be("the oldest one", first.done, 1, 1);
	serve_one(d);
	serve_one(d);
	must_be("the younger one", second.done, 1, 1);
	serve_one(d);
	desk_close(d);
}

/* What users cannot have: one more request of theirs waits, and root's have the rest. */
static void half_for_root(struct desk *d)
{
	struct item users[5], root[4];
	u32 i;

	desk_open(d, 8);
	for (i = 0; i < 5; i++)
		if (item_submit_for(&users[i], FRAME_FULL, true) !=
		    (i < 4 ? -EINPROGRESS : -EBUSY))
			broken("user's request %u", i);
	for (i = 0; i < 4; i++)
		if (item_submit_for(&root[i], FRAME_FULL, false) != -EINPROGRESS)
			broken("no room for root's request %u", i);
	for (i = 0; i < 9; i++)
		serve_one(d);
	must_be("done", done_of(users) + done_of(root), 6, 6);
	desk_close(d);
}

/* XTS needs a whole block before its last bytes, in the same piece. */
static void last_pieces(struct desk *d)
{
	struct warpcrypt_frame frame;
	struct item item;
	u32 more, i;

	desk_open(d, 8);
	for (more = 1; more < 34; more++) {
		item_submit_for(&item, 2 * FRAME_FULL + more, false);
		for (i = 0; i < 3; i++) {
			if (desk_fetch(d, &frame, 1, false) != 1)
				broken("no piece %u", i);
			must_be("bytes of a piece", frame.payload, 16, FRAME_FULL);
			desk_commit(d, &frame, 1, 0);
		}
		must_be("done", item.done, 1, 1);
		wc_link_forget_key(&item.key);
	}
	desk_close(d);
}

static bool over;

/* A full frame again and again. */
static void flood(struct desk *d)
{
	struct item item;

	while (!over) {
		item_submit(&item, FRAME_FULL);
		while (!item_is_back(&item))
			nap_ms(1);
		wc_link_forget_key(&item.key);
		must_be("lost", item.lost, 0, 0);
	}
}

/* Each frame waits for three quarters of the deadline, and the engine never rests. */
static void long_queue(struct desk *d)
{
	struct warpcrypt_frame frame;
	s64 until;
	u32 i;

	over = false;
	desk_open(d, 32);
	for (i = 0; i < 15; i++) {
		desk_spawn(d, flood);
	}
	until = sim_now() + 20 * DEADLINE * MS;
	while (sim_now() < until || d->tasks) {
		over = sim_now() >= until;
		if (desk_fetch(d, &frame, 1, false) != 1) {
			nap_ms(0);
			continue;
		}
		nap_ms(2);
		desk_commit(d, &frame, 1, 0);
	}
	must_be("links killed", model_counter(WC_LINKS_KILLED), 0, 0);
	desk_close(d);
}

const struct core_case turn_cases[] = {
	{ "frames of root and of users are handed out in turns", frames_in_turns, 20 },
	{ "room is given to root and to users in turns", room_in_turns, 20 },
	{ "an open frame that is older than sealed ones", older_and_open, 20 },
	{ "a sealed frame that is older than others", older_and_sealed, 20 },
	{ "users leave half of the frames to root", half_for_root, 20 },
	{ "no piece of a long request is shorter than a block", last_pieces, 1 },
	{ "a queue that is long is no fault of the helper", long_queue, 4 },
	{ }
};
