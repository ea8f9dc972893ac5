/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a case has: the module, loaded; a helper that does nothing but what the case tells
 * it; requests; and what must be so.
 */
#ifndef WARPCRYPT_TESTS_CORE_DESK_H
#define WARPCRYPT_TESTS_CORE_DESK_H

#include "kmod/path.h"
#include "tests/core/model.h"

/* --- what must be so, or the case breaks */

#define MS		1000000ll

void must_be(const char *what, u32 got, u32 least, u32 most);
/* @so must be true in one order at least of those of a case, after which the second is called. */
void must_happen_once(bool so);
void must_have_happened(void);

/* Sleeps until @condition, or breaks after @ms of simulated time. */
#define must_within(ms, condition, what) do {				\
	s64 end_ = sim_now() + (ms) * MS;				\
	while (!(condition)) {						\
		if (sim_now() > end_)					\
			broken("%s: not within %d ms", what, ms);	\
		nap_ms(1);						\
	}								\
} while (0)

/* --- the module and the helper */

/* What module_load() sets, ms. */
#define DEADLINE	40u
/* A request that fills a frame of a desk. */
#define FRAME_FULL	((u32)(WARPCRYPT_FRAME_SIZE_MIN - sizeof(struct warpcrypt_desc)))

void module_load(void);
void module_unload(void);
bool module_is_live(void);

/* A helper's file. */
struct desk {
	struct file file;
	struct warpcrypt_attach attach;	/* its arena */
	int tasks;			/* tasks that have not ended */
};

/* What it will ask for, with memory; then the attachment, which is not live yet. */
void desk_choose(struct desk *d, u32 frames, u32 queues, u32 parallel);
void desk_attach(struct desk *d);
/* Both, until it is live. */
void desk_open(struct desk *d, u32 frames);
void desk_open_queues(struct desk *d, u32 frames, u32 queues, u32 parallel);
/* Two engines that do the same, with a queue each. */
void desk_open_engines(struct desk *d, u32 frames);
/*
 * The watchdog does nothing from now on. Otherwise it would wake a thread for a frame
 * that was forgotten, once in a second at least.
 */
void desk_unwatch(void);
/* A task; it is one more in @tasks until it ends. */
void desk_spawn(struct desk *d, void (*task)(struct desk *d));
/* When all tasks have ended. */
void desk_close(struct desk *d);
long desk_retire(struct desk *d, u32 engine);
/* Fetches up to @max frames and waits for the first if @wait; their number or an error. */
long desk_fetch(struct desk *d, struct warpcrypt_frame *frames, u32 max, bool wait);
/* Fetches one, which there must be already. */
void desk_take(struct desk *d, struct warpcrypt_frame *frame);
long desk_commit(struct desk *d, const struct warpcrypt_frame *frames, u32 n, int status);
/* How many bytes of the arena are what secrets of cases are made of. */
#define SECRET_BYTE	0x5a
u32 desk_secret_bytes(const struct desk *d);

/* --- threads of the helper, which wait for frames and commit them */

#define DESK_THREADS	3u

struct desk_thread {
	struct desk *desk;	/* its attachment */
	struct sim_task *task;	/* itself, NULL when it has ended */
	bool waits;		/* it is in ENTER */
	u32 fill;		/* of ENTER */
	u32 queue;		/* of ENTER */
};

/* Its @fill and @queue are what the caller has set. */
void desk_thread_start(struct desk *d, struct desk_thread *t);
/* By a signal; it may have ended. */
void desk_thread_kill(struct desk_thread *t);

/* The first @n, for one queue after the other; they wait for frames then. */
void desk_threads_start(struct desk *d, struct desk_thread threads[DESK_THREADS], u32 n);
void desk_threads_end(struct desk_thread threads[DESK_THREADS]);

/* --- a request with data that is not looked at, which counts how it comes back */

/* A request. */
struct item {
	struct wc_request rq;	/* as links see it */
	/* Its functions, of which a case may change some after item_init(). */
	struct wc_request_ops ops;
	struct wc_key key;
	int done;		/* how often it came back done */
	int lost;		/* or lost */
	int started;		/* it got room late */
	enum wc_reason why;	/* why it was lost */
};

/* In ECB mode, with a key of its own; not submitted. */
void item_init(struct item *item, u32 len);
/* After that, and what the case has changed. */
int item_submit_made(struct item *item);
/* Both. */
int item_submit(struct item *item, u32 len);
/* Of a user who is not root, if @limited; it may be split. */
int item_submit_for(struct item *item, u32 len, bool limited);
/* One that takes as long as those of curves, if @slow. */
int item_submit_as(struct item *item, u32 len, bool slow);
/* To an engine, as if a route led there. */
int item_submit_to(struct item *item, u32 len, u32 engine);
/* To a queue of the attached link, as if this were its CPU. */
int item_submit_at(struct item *item, u32 len, u32 queue);
bool item_is_back(const struct item *item);

#endif /* WARPCRYPT_TESTS_CORE_DESK_H */
