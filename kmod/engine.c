// SPDX-License-Identifier: GPL-2.0-only
/*
 * Engines: the helper's CPUs and GPUs, each with queues of its own.
 *
 * A frame belongs to its queue, and so to an engine: only threads that serve one of
 * that engine's queues get it. An engine that fails is retired (kill.c), and the
 * link goes on with the others.
 */
#include "engine.h"

#include <linux/jiffies.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "link.h"

/**
 * wc_engine_init() - initialize an engine, but for its queues
 * @link: a new link
 * @engine: the engine, all zeroes
 * @from: what the helper has said of it, checked
 *
 * Context: any.
 */
void wc_engine_init(struct wc_link *link, struct wc_engine *engine,
		    const struct warpcrypt_engine *from)
{
	engine->link = link;
	engine->index = engine - link->engines;
	memcpy(engine->name, from->name, sizeof(engine->name));
	engine->kind = from->kind;
	engine->parallel = from->parallel;
	engine->queue_count = from->queues;
	memcpy(engine->modes, from->modes, sizeof(engine->modes));
	engine->progress = jiffies;
}

static void wc_engine_set_rate(struct wc_engine *engine,
			       const struct warpcrypt_rate *from)
{
	struct wc_rate *rate = &engine->rates[from->cipher][from->mode]
				[!!(from->flags & WARPCRYPT_RATE_DECRYPT)];
	struct wc_rate made = wc_rate_make(from->lone_ns, from->bytes_per_s,
					   from->chain_ns);

	WRITE_ONCE(rate->mib_ns, made.mib_ns);
	WRITE_ONCE(rate->chain_ns, made.chain_ns);
	WRITE_ONCE(rate->lone_ns, made.lone_ns);
}

static void wc_engine_forget_rates(struct wc_engine *engine)
{
	int cipher, mode, decrypt;

	for (cipher = 0; cipher < WARPCRYPT_CIPHER_COUNT; cipher++)
		for (mode = 0; mode < WARPCRYPT_MODE_COUNT; mode++)
			for (decrypt = 0; decrypt < 2; decrypt++)
				WRITE_ONCE(engine->rates[cipher][mode][decrypt].lone_ns,
					   0);
}

/**
 * wc_engines_set_rates() - say how fast the engines of a link are
 * @link: the link
 * @rates: checked; a rate that is not among them is unknown from now on
 * @count: number of rates
 *
 * Context: any; one caller at a time.
 */
void wc_engines_set_rates(struct wc_link *link,
			  const struct warpcrypt_rate *rates, u32 count)
{
	struct wc_engine *engine;
	u32 i;

	wc_for_each_engine(engine, link)
		wc_engine_forget_rates(engine);
	for (i = 0; i < count; i++)
		wc_engine_set_rate(&link->engines[rates[i].engine], &rates[i]);
}

/**
 * wc_engine_waited() - users have waited for something that is the helper's to do
 * @engine: the engine; the wait is charged to it if the link is live
 * @since: jiffies when the wait began; it has ended now
 *
 * Context: any, BH off; a queue's lock may be held.
 */
void wc_engine_waited(struct wc_engine *engine, unsigned long since)
{
	struct wc_link *link = engine->link;
	unsigned long deadline = wc_link_deadline(link);

	if (!wc_budget_wait_counts(&engine->budget, since, deadline))
		return;
	spin_lock(&link->lock);
	if (link->state == WC_LINK_LIVE)
		wc_budget_wait(&engine->budget, since, deadline);
	spin_unlock(&link->lock);
}

/**
 * wc_engine_came_back() - the helper has given a frame back
 * @engine: the engine; the frame is charged to it if the link is live. (A single
 *	known answer that is not right ends the link anyway.)
 * @failed: without results
 *
 * Context: any, BH off; a queue's lock may be held.
 */
void wc_engine_came_back(struct wc_engine *engine, bool failed)
{
	struct wc_link *link = engine->link;

	if (!wc_budget_frame_counts(&engine->budget, failed))
		return;
	spin_lock(&link->lock);
	if (link->state == WC_LINK_LIVE)
		wc_budget_frame(&engine->budget, failed);
	spin_unlock(&link->lock);
}

/**
 * wc_engine_spent() - has an engine used up its budget?
 * @engine: the engine
 * @why: set to the reason if the engine must be retired for it
 *
 * Context: any.
 * Return: false also if the link is not live or the engine is retired.
 */
bool wc_engine_spent(const struct wc_engine *engine, enum wc_reason *why)
{
	return READ_ONCE(engine->link->state) == WC_LINK_LIVE &&
	       !wc_engine_is_retired(engine) &&
	       wc_budget_spent(&engine->budget, why);
}
