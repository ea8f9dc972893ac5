/* SPDX-License-Identifier: GPL-2.0-only */
/* A request with data that is not looked at, which counts how it comes back. */
#ifndef WARPCRYPT_TESTS_CORE_ITEM_H
#define WARPCRYPT_TESTS_CORE_ITEM_H

#include "kmod/path.h"
#include "tests/core/model.h"

/**
 * struct item - a request
 * @rq: as links see it
 * @ops: its functions, of which a case may change some after item_init()
 * @key: its key
 * @done: how often it came back done
 * @lost: or lost
 * @started: it got room late
 * @why: why it was lost
 */
struct item {
	struct wc_request rq;
	struct wc_request_ops ops;
	struct wc_key key;
	int done;
	int lost;
	int started;
	enum wc_reason why;
};

/* In ECB mode, with a key of its own; not submitted. */
void item_init(struct item *item, u32 len);
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

#endif /* WARPCRYPT_TESTS_CORE_ITEM_H */
