// SPDX-License-Identifier: GPL-2.0-only
/* Lost requests, which software does in turn. */
#include "tests/core/cases.h"
#include "tests/core/desk.h"

#define QUEUES		4u
#define EACH		50u
/* As many works as the module has at a time here (num_online_cpus()). */
#define AT_ONCE		4u

/* A lost request. */
struct redo_item {
	struct wc_request rq;
	enum wc_redo_class class;
	u32 queue;	/* of which tfm */
};

static u32 redone[WC_REDO_CLASSES][QUEUES], redone_all, redo_late;
/* How many of users' were done when all were there; before that no turns. */
static u32 redone_before[QUEUES];
static bool redo_all_there;

/* Of two tfms that both have requests left, none is ahead. */
static void must_be_in_turn(void)
{
	u32 i, least = EACH, most = 0;

	for (i = 0; i < QUEUES; i++) {
		u32 n = redone[WC_REDO_USER][i] - redone_before[i];

		most = max(most, n);
		if (redone[WC_REDO_USER][i] < EACH)
			least = min(least, n);
	}
	if (redo_all_there && least < EACH && most > least + 1 + AT_ONCE)
		broken("a tfm has had %u, another %u", most, least);
}

static void redo_item_redo(struct wc_request *rq)
{
	struct redo_item *item = container_of(rq, struct redo_item, rq);

	if (item->class == WC_REDO_USER && redone[WC_REDO_KERNEL][0] < EACH)
		redo_late++;
	redone[item->class][item->queue]++;
	redone_all++;
	must_be_in_turn();
	nap_ms(1);
}

/* A user's flood first, then others, the kernel's last. */
static void redo_in_turn(struct desk *d)
{
	static const struct wc_request_ops ops = { .redo = redo_item_redo };
	struct redo_item *items = calloc((QUEUES + 1) * EACH, sizeof(*items));
	struct wc_redo_queue queues[QUEUES];
	u32 i, n = 0;

	memset(redone, 0, sizeof(redone));
	redone_all = 0;
	redo_late = 0;
	redo_all_there = false;
	for (i = 0; i < QUEUES; i++)
		wc_redo_queue_init(&queues[i]);
	for (i = 0; i < (QUEUES + 1) * EACH; i++) {
		items[i].rq.ops = &ops;
		items[i].class = i < QUEUES * EACH ? WC_REDO_USER :
						     WC_REDO_KERNEL;
		items[i].queue = i / EACH % QUEUES;
	}
	for (i = 0; i < (QUEUES + 1) * EACH; i++)
		wc_redo_later(&queues[items[i].queue], &items[i].rq,
			      items[i].class);
	memcpy(redone_before, redone[WC_REDO_USER], sizeof(redone_before));
	redo_all_there = true;
	for (i = 0; i < QUEUES; i++)
		n += redone_before[i];
	must_within(1000, redone_all == (QUEUES + 1) * EACH, "all of them");
	/* What was begun before the kernel's were lost came first, and one of eight after. */
	must_be("users' before the kernel's", redo_late, n + EACH / 8,
		n + AT_ONCE + EACH / 7 + 1);
	free(items);
}

const struct core_case redo_cases[] = {
	{ "lost requests: the kernel's first, users' in turn", redo_in_turn, 100 },
	{ }
};
