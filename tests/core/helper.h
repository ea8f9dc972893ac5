/* SPDX-License-Identifier: GPL-2.0-only */
/* A helper: what it is to do, and what its tasks share. */
#ifndef WARPCRYPT_TESTS_CORE_HELPER_H
#define WARPCRYPT_TESTS_CORE_HELPER_H

#include "tests/core/model.h"
#include "kmod/uapi/warpcrypt.h"

/* --- keys that its tasks have taken from their slots, as engines keep expanded keys */

/* How many slots its arena has. */
#define HELPER_SLOTS	WARPCRYPT_KEY_SLOTS_MIN

/* A key that a task keeps. */
struct helper_kept {
	u32 generation;	/* of its slot; 0: none */
	u8 key[16];
};

/* The keys that a task keeps. */
struct helper_keys {
	u32 releases;	/* &warpcrypt_enter.releases, up to which it has wiped keys */
	int count;	/* how many it keeps */
	struct helper_kept slot[HELPER_SLOTS];	/* for each slot the key of it that it has used */
};

/* --- the helper */

/* At most. */
#define HELPER_ENGINES	4u
#define HELPER_WORKERS	(HELPER_ENGINES + 2)
#define HELPER_FRAMES	(2 * HELPER_ENGINES + 5)

struct test_helper {
	struct file file;
	struct warpcrypt_attach attach;	/* what it asked for */
	u8 *arena;	/* its memory */
	int workers;	/* how many of its tasks have not ended */
	/* Its tasks, under the sim's lock; NULL when one has ended. */
	struct sim_task *task[HELPER_WORKERS];
	bool ends;	/* they must */
	u32 held_up;	/* of its tasks, as in struct sim_task */
	bool patient;	/* its tasks wait without a timeout */
	u32 slow;	/* each call takes so many ms more, less than the deadline */
	bool endless;	/* it goes on until it is told to end */
	int calls;	/* or ENTERs that are left, of all */
	u64 earlier;	/* a frame that was committed */
	u32 errs;	/* one step in so many is an error, 0: none */
	/* The engine that does the requests' mode, and that in a calm story goes on. */
	u32 main;
	u32 sick;	/* the engine whose frames fail when the link is live; @main: none */
	u32 retiring;	/* engines that it retires or has retired, bits */
	u32 retired;	/* engines that it has retired, bits */
	/* For each frame the engine that had it, plus 1; 0: none yet. */
	u32 owner[HELPER_FRAMES];
	struct helper_keys keys[HELPER_WORKERS];	/* of each task */
};

/* Whether it is the turn of an error. */
static inline bool helper_errs_now(const struct test_helper *h)
{
	return h->errs && !sim_random(h->errs);
}

/* helper.c. Attaches, serves and leaves until the story ends. */
void helper(void *arg);

/* --- helper_frames.c: what it does with frames and their keys */

/* How many of the keys that a task keeps are in their slots no longer. */
int helper_count_stale(const struct test_helper *h, const struct helper_keys *keys);
void helper_wipe_stale(const struct test_helper *h, struct helper_keys *keys);

/*
 * Does @frames, which it got for an engine: adds what it says of them to @commits, and
 * to @held how many these are.
 */
void helper_do_frames(struct test_helper *h, struct helper_keys *keys, u32 engine,
		      struct warpcrypt_commit *commits, u32 *held,
		      const struct warpcrypt_frame *frames, u32 n);

#endif /* WARPCRYPT_TESTS_CORE_HELPER_H */
