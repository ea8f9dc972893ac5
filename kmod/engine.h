/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Engines: the helper's CPUs and GPUs, each with queues of its own.
 */
#ifndef _WC_ENGINE_H
#define _WC_ENGINE_H

#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/cache.h>
#include <linux/types.h>

#include "budget.h"
#include "estimate.h"
#include "stats.h"
#include "uapi/warpcrypt.h"

struct wc_link;
struct wc_queue;

/**
 * struct wc_engine - an engine of a link
 * @link: the link
 * @index: its number in the link, from 0
 * @name: what the helper calls it
 * @kind: enum warpcrypt_engine_kind
 * @parallel: how many frames it computes at a time, each as fast as if it were
 *	alone; 0: it gets frames however few requests they have
 * @modes: what it does, as &warpcrypt_engine.modes
 * @queues: its queues, which follow each other
 * @queue_count: number of queues
 * @retired: it is out of service; set once, under the link's lock, read without
 * @rates: how fast it is, by cipher, mode, and direction (decryption: 1); written
 *	and read without a lock, so a reader may find a part of each of two writes
 * @waiting: a bit for each queue of the link, by its index, that is this engine's
 *	and has threads on &wc_queue.waiters; changed under the queue's lock,
 *	atomically
 * @budget: what it has cost; the link's lock protects it
 * @threads: number of threads that wait in ENTER for it
 * @progress: jiffies at its last commit with results; without a lock
 * @ahead: bytes in the frames that are sealed or that the helper has: what it does
 *	before a request that comes now
 *
 * Each request reads what comes before @waiting: it hardly ever changes while the link
 * is attached. Each frame changes what comes after it.
 */
struct wc_engine {
	struct wc_link *link;
	u32 index;
	char name[WARPCRYPT_ENGINE_NAME];
	u32 kind;
	u32 parallel;
	u16 modes[WARPCRYPT_CIPHER_COUNT];
	struct wc_queue *queues;
	u32 queue_count;
	bool retired;
	struct wc_rate rates[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT][2];

	DECLARE_BITMAP(waiting, WARPCRYPT_QUEUES_MAX) ____cacheline_aligned_in_smp;

	struct wc_budget budget ____cacheline_aligned_in_smp;
	atomic_t threads;
	unsigned long progress;
	atomic64_t ahead;
} ____cacheline_aligned_in_smp;

/* Each engine of a link. */
#define wc_for_each_engine(engine, link)				\
	for ((engine) = (link)->engines;				\
	     (engine) < (link)->engines + (link)->engine_count; (engine)++)

/**
 * wc_engine_is_retired() - is an engine out of service?
 * @engine: the engine
 *
 * Context: any. Takes no lock, so the answer may be outdated.
 */
static inline bool wc_engine_is_retired(const struct wc_engine *engine)
{
	return READ_ONCE(engine->retired);
}

/**
 * wc_engine_does() - does an engine do a mode of a cipher?
 * @engine: the engine
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode or enum warpcrypt_kpp
 *
 * Context: any.
 */
static inline bool wc_engine_does(const struct wc_engine *engine, u8 cipher,
				  u8 mode)
{
	return engine->modes[cipher] & WARPCRYPT_MODE_BIT(mode);
}

void wc_engine_init(struct wc_link *link, struct wc_engine *engine,
		    const struct warpcrypt_engine *from);
void wc_engines_set_rates(struct wc_link *link,
			  const struct warpcrypt_rate *rates, u32 count);
void wc_engine_waited(struct wc_engine *engine, unsigned long since);
void wc_engine_came_back(struct wc_engine *engine, bool failed);
bool wc_engine_spent(const struct wc_engine *engine, enum wc_reason *why);

#endif /* _WC_ENGINE_H */
