// SPDX-License-Identifier: GPL-2.0-only
/*
 * Routes: which engine does a request, or software.
 *
 * Of the engines that do the request's mode, the one that is expected to be the first
 * to have the result; and by the CPU's account (choice.c) that engine or software. The
 * parameter "choice" takes a part of this, or all, out of the module's hands.
 *
 * If the helper has not said how fast its engines are, requests go to the first engine,
 * all that are not short.
 */
#include "path.h"

#include <linux/bottom_half.h>
#include <linux/build_bug.h>
#include <linux/local_lock.h>
#include <linux/percpu.h>

#include "compat.h"

/**
 * struct wc_accounts - the accounts of a CPU for a share
 * @lock: keeps threads of one CPU from each other under PREEMPT_RT, where BH that are off do
 *	not; elsewhere it is no instruction
 * @of: by cipher, mode, and direction (decryption: 1)
 */
struct wc_accounts {
	local_lock_t lock;
	struct wc_account of[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT][2];
};

/* alloc_percpu() refuses more. */
static_assert(sizeof(struct wc_accounts) <= PCPU_MIN_UNIT_SIZE);

/* Of each share: root's requests do not pay for what users' have cost. */
static struct wc_accounts __percpu *wc_accounts[WC_SHARES];
static struct wc_soft wc_softs[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT][2];

/* When an engine will have the result, ns; 0 if its rate is not known. */
static u64 wc_route_time(const struct wc_engine *engine,
			 const struct wc_request *rq, bool decrypt)
{
	const struct wc_rate *rate =
		&engine->rates[rq->cipher][rq->mode][decrypt];
	u64 lone_ns = READ_ONCE(rate->lone_ns), ahead, bytes;

	if (!lone_ns)
		return 0;
	/* It would wait for full frames of all CPUs, and this one's open one. */
	ahead = atomic64_read(&engine->ahead) +
		READ_ONCE(wc_queue_here(engine)->share[rq->limited].level);
	bytes = min_t(u64, ahead + rq->len, U32_MAX);
	return lone_ns + (bytes * READ_ONCE(rate->mib_ns) >> 20) +
	       (u64)(rq->len / WARPCRYPT_BLOCK_SIZE) *
	       READ_ONCE(rate->chain_ns);
}

/*
 * The engine that will have the result first, NULL if none can do it. One whose rate is not
 * known comes last. Of a single engine, the work that it has is not read: all CPUs write to
 * that.
 */
static struct wc_engine *wc_route_engine(struct wc_link *link,
					 const struct wc_request *rq,
					 bool decrypt)
{
	struct wc_engine *engine, *best = NULL;
	u64 best_time = 0, time = 0;

	wc_for_each_engine(engine, link) {
		if (!wc_engine_may_do(engine, rq))
			continue;
		if (link->engine_count > 1)
			time = wc_route_time(engine, rq, decrypt);
		if (!best || (time && (!best_time || time < best_time))) {
			best = engine;
			best_time = time;
		}
	}
	return best;
}

/* By an account of this CPU. */
static bool wc_route_auto(struct wc_request *rq, const struct wc_link *link,
			  bool decrypt, enum wc_reason *why)
{
	struct wc_soft *soft = &wc_softs[rq->cipher][rq->mode][decrypt];
	enum wc_choice choice = WC_CHOICE_MEASURE;
	struct wc_account *account;

	local_bh_disable();
	wc_local_lock_bh(&wc_accounts[rq->limited]->lock);
	account = &this_cpu_ptr(wc_accounts[rq->limited])->of[rq->cipher][rq->mode][decrypt];
	rq->soft_ns = wc_soft_expect(soft, rq->len);
	if (rq->soft_ns)
		choice = wc_account_choose(account, link->generation,
					   rq->soft_ns);
	wc_local_unlock_bh(&wc_accounts[rq->limited]->lock);
	local_bh_enable();

	*why = WC_FASTER;
	if (choice == WC_CHOICE_MEASURE)
		rq->soft = soft;
	if (choice < WC_CHOICE_TRIAL)
		return false;
	wc_count(WC_CHOICE_TRIALS, choice == WC_CHOICE_TRIAL);
	wc_count(WC_CHOICE_OFFLOADED, 1);
	rq->account = account;
	rq->implicit = true;
	return true;
}

/**
 * wc_route() - choose who does a request
 * @link: the link
 * @rq: the request: its key, cipher, mode and length are set
 * @decrypt: its direction; false if the mode has none
 * @here: software would do it in this context, before the caller goes on
 * @why: set to the reason if it is software
 *
 * When a request that an engine is to do is back, done or not, delivery calls
 * wc_route_end_all() or its owner wc_route_end(). Otherwise software does it; if
 * &wc_request.soft is set then, wc_soft_end() learns how long that took.
 *
 * Context: under RCU, any but hard interrupts. Never sleeps, never allocates.
 * Return: the engine that is to do it, or NULL.
 */
struct wc_engine *wc_route(struct wc_link *link, struct wc_request *rq,
			   bool decrypt, bool here, enum wc_reason *why)
{
	uint choice = READ_ONCE(wc_param_choice);
	const struct wc_rate *rate;
	struct wc_engine *engine;

	if (choice == WC_CHOOSE_SOFTWARE) {
		*why = WC_PARAMETER;
		return NULL;
	}
	engine = wc_route_engine(link, rq, decrypt);
	if (!engine) {
		*why = WC_UNSUPPORTED;
		return NULL;
	}
	rate = &engine->rates[rq->cipher][rq->mode][decrypt];
	rq->slow = (u64)(rq->len / WARPCRYPT_BLOCK_SIZE) *
		   READ_ONCE(rate->chain_ns) > READ_ONCE(rate->lone_ns);
	if (choice == WC_CHOOSE_AUTO && here && READ_ONCE(rate->lone_ns))
		return wc_route_auto(rq, link, decrypt, why) ? engine : NULL;
	/* Times are not compared. */
	if (rq->key && rq->len < READ_ONCE(wc_param_min_bytes)) {
		*why = WC_SMALL;
		return NULL;
	}
	wc_count(WC_CHOICE_FORCED, 1);
	return engine;
}

/* A request is back from its engine, was not taken, or is lost. May be called again. */
void wc_route_end(struct wc_request *rq)
{
	if (rq->account)
		wc_account_back(rq->account, rq->soft_ns);
	rq->account = NULL;
}

/*
 * As wc_route_end() for each request of a list, but for those that a thread waits for. An account
 * is shared by two CPUs, the submitter's and this one: so this writes it once for requests
 * of one CPU that follow each other.
 */
void wc_route_end_all(struct list_head *requests)
{
	struct wc_account *account = NULL;
	struct wc_request *rq;
	u64 soft_ns = 0;

	list_for_each_entry(rq, requests, node) {
		if (rq->ops->waits)
			continue;
		if (account && rq->account != account) {
			wc_account_back(account, soft_ns);
			soft_ns = 0;
		}
		account = rq->account;
		soft_ns += account ? rq->soft_ns : 0;
		rq->account = NULL;
	}
	if (account)
		wc_account_back(account, soft_ns);
}

int wc_route_init(void)
{
	u32 share;
	int cpu;

	for (share = 0; share < WC_SHARES; share++) {
		wc_accounts[share] = alloc_percpu(struct wc_accounts);
		if (!wc_accounts[share]) {
			wc_route_exit();
			return -ENOMEM;
		}
		for_each_possible_cpu(cpu)
			local_lock_init(&per_cpu_ptr(wc_accounts[share], cpu)->lock);
	}
	return 0;
}

void wc_route_exit(void)
{
	u32 share;

	for (share = 0; share < WC_SHARES; share++) {
		free_percpu(wc_accounts[share]);
		wc_accounts[share] = NULL;
	}
}
