// SPDX-License-Identifier: GPL-2.0-only
/*
 * Known answers: a helper must compute them right before its link goes live.
 *
 * They are ordinary requests in ordinary frames. So the whole path is tested, and
 * the helper is not told which requests these are.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "kat.h"

#include <crypto/algapi.h>
#include <linux/completion.h>
#include <linux/jiffies.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "path.h"

/**
 * struct wc_kat_run - a test of all that the helper offers of one cipher
 * @pending: requests that are not back yet, and one for wc_kat_cipher() itself
 * @back: completed when @pending is 0
 * @wrong: number of results that are wrong or missing
 * @failed: a frame has come back without results
 */
struct wc_kat_run {
	atomic_t pending;
	struct completion back;
	atomic_t wrong;
	bool failed;
};

/**
 * struct wc_kat_req - one request with a known answer
 * @rq: the request as links see it
 * @run: the test that it belongs to
 * @kat: the known answer
 * @key: the key
 * @decrypt: the direction
 * @result: the helper's answer
 */
struct wc_kat_req {
	struct wc_request rq;
	struct wc_kat_run *run;
	const struct wc_kat *kat;
	struct wc_key key;
	bool decrypt;
	u8 result[WC_KAT_MAX];
};

static struct wc_kat_req *wc_kat_req(struct wc_request *rq)
{
	return container_of(rq, struct wc_kat_req, rq);
}

/* Is the helper's result keystream? (Mode numbers of groups mean other things.) */
static bool wc_kat_is_stream(const struct wc_kat *kat)
{
	return kat->mode == WARPCRYPT_MODE_CTR && !kat->one_way;
}

static void wc_kat_describe(struct wc_request *rq, struct warpcrypt_desc *desc,
			    u32 pos, u32 len)
{
	struct wc_kat_req *kr = wc_kat_req(rq);

	if (kr->kat->iv)
		memcpy(desc->iv, kr->kat->iv, sizeof(desc->iv));
	desc->block = kr->kat->block;
	if (kr->decrypt && !wc_kat_is_stream(kr->kat))
		desc->flags = WARPCRYPT_DESC_DECRYPT;
}

static void wc_kat_fill(struct wc_request *rq, u8 __arena *to, u32 pos, u32 len)
{
	struct wc_kat_req *kr = wc_kat_req(rq);

	if (wc_kat_is_stream(kr->kat))
		wc_arena_wipe(to, len);
	else
		wc_arena_copy_in(to, (kr->decrypt ? kr->kat->sealed :
						    kr->kat->plain) + pos, len);
}

static void wc_kat_drain(struct wc_request *rq, const u8 __arena *from, u32 pos,
			 u32 len)
{
	wc_arena_copy_out(wc_kat_req(rq)->result + pos, from, len);
}

static void wc_kat_back(struct wc_kat_run *run, bool right)
{
	if (!right)
		atomic_inc(&run->wrong);
	if (atomic_dec_and_test(&run->pending))
		complete(&run->back);
}

static void wc_kat_done(struct wc_request *rq)
{
	struct wc_kat_req *kr = wc_kat_req(rq);
	const struct wc_kat *kat = kr->kat;
	const u8 *want = kr->decrypt ? kat->plain : kat->sealed;
	bool right;

	if (wc_kat_is_stream(kat))
		crypto_xor(kr->result, kr->decrypt ? kat->sealed : kat->plain,
			   kat->len);
	right = !memcmp(kr->result, want, kat->len);
	if (!right)
		pr_err("known answer (cipher %u, mode %u, %u-byte key, %s) is wrong\n",
		       kat->cipher, kat->mode, kat->key_len,
		       kr->decrypt ? "decryption" : "encryption");
	wc_kat_back(kr->run, right);
}

/* An engine that is retired, meanwhile or for a frame that failed, will do no requests of users. */
static void wc_kat_lost(struct wc_request *rq, enum wc_reason reason)
{
	struct wc_kat_run *run = wc_kat_req(rq)->run;
	bool failed = reason == WC_FRAME_ERROR;

	if (failed)
		WRITE_ONCE(run->failed, true);
	wc_kat_back(run, failed || reason == WC_RETIRED);
}

static const struct wc_request_ops wc_kat_ops = {
	.describe = wc_kat_describe,
	.fill = wc_kat_fill,
	.drain = wc_kat_drain,
	.done = wc_kat_done,
	.lost = wc_kat_lost,
};

static void wc_kat_submit(struct wc_queue *queue, struct wc_kat_run *run,
			  struct wc_kat_req *kr, const struct wc_kat *kat,
			  bool decrypt)
{
	enum wc_reason why;

	kr->rq.ops = &wc_kat_ops;
	kr->rq.key = kat->key_len ? &kr->key : NULL;
	kr->rq.cipher = kat->cipher;
	kr->rq.mode = kat->mode;
	kr->rq.len = kat->len;
	kr->rq.born = jiffies;
	kr->rq.splittable = true;
	kr->run = run;
	kr->kat = kat;
	kr->decrypt = decrypt;
	kr->key.cipher = kat->cipher;
	kr->key.mode = kat->mode;
	kr->key.len = kat->key_len;
	if (kat->key_len)
		memcpy(kr->key.bytes, kat->key, kat->key_len);

	atomic_inc(&run->pending);
	wc_count(WC_KAT_REQUESTS, 1);
	wc_count(WC_KAT_BYTES, kat->len);
	if (wc_submit_to(queue, &kr->rq, true, false, &why) == -EAGAIN)
		wc_kat_back(run, wc_engine_is_retired(queue->engine));
}

/* Known answer @i of both tables together; NULL after the last. */
static const struct wc_kat *wc_kat_get(unsigned int i)
{
	if (i < wc_kat_count)
		return &wc_kats[i];
	i -= wc_kat_count;
	return i < wc_kpp_kat_count ? &wc_kpp_kats[i] : NULL;
}

/*
 * Tests all that an engine offers of one cipher, through one queue after the other,
 * from *@queue on. Returns how many requests that took; 0: something was wrong, or
 * the link is dead. The caller tests one cipher at a time, so that the keys fit into
 * the slots of the smallest arena.
 */
static unsigned int wc_kat_cipher(struct wc_engine *engine, u8 cipher,
				  struct wc_queue **queue)
{
	struct wc_kat_run run = {
		.pending = ATOMIC_INIT(1),
		.back = COMPLETION_INITIALIZER_ONSTACK(run.back),
		.wrong = ATOMIC_INIT(0),
	};
	const struct wc_kat *kat;
	struct wc_kat_req *reqs;
	unsigned int decrypt, i, n = 0;

	/* Enough for each known answer in both directions. */
	reqs = kvcalloc(2 * (wc_kat_count + wc_kpp_kat_count), sizeof(*reqs),
			GFP_KERNEL);
	if (!reqs) {
		wc_link_kill(engine->link, WC_ERRORS);
		return 0;
	}
	for (i = 0; (kat = wc_kat_get(i)); i++) {
		if (kat->cipher != cipher ||
		    !wc_engine_does(engine, cipher, kat->mode))
			continue;
		for (decrypt = 0; decrypt < (kat->one_way ? 1 : 2); decrypt++) {
			wc_kat_submit(*queue, &run, &reqs[n++], kat, decrypt);
			*queue = wc_queue_next(*queue);
		}
	}
	wc_kat_back(&run, true);
	wait_for_completion(&run.back);

	for (i = 0; i < n; i++)
		wc_link_forget_key_in(engine->link, &reqs[i].key);
	kvfree(reqs);
	if (atomic_read(&run.wrong))
		return 0;
	if (run.failed) {
		wc_link_retire(engine, WC_ERRORS);
		/* If not, it was the last. */
		return wc_engine_is_retired(engine) ? n : 0;
	}
	return n;
}

/* Tests all that an engine offers, and again if that was not a request a queue. */
static bool wc_kat_engine(struct wc_engine *engine)
{
	struct wc_queue *queue = engine->queues;
	unsigned int sent = 0, n;
	u8 cipher;

	do {
		for (cipher = 0; cipher < WARPCRYPT_CIPHER_COUNT; cipher++) {
			if (!engine->modes[cipher])
				continue;
			n = wc_kat_cipher(engine, cipher, &queue);
			if (!n)
				return false;
			sent += n;
		}
	} while (sent < engine->queue_count);
	return true;
}

/*
 * Tests all that the helper of a testing link offers, one engine after the other. Waits for it, no
 * longer than WC_TESTING_MAX deadlines: then the link is killed. Are all results right? If
 * not, one is wrong, or the link is dead.
 */
bool wc_kat_run(struct wc_link *link)
{
	struct wc_engine *engine;
	bool passed = true;

	wc_for_each_engine(engine, link)
		passed = passed && wc_kat_engine(engine);

	if (passed)
		wc_count(WC_KAT_PASSED, 1);
	return passed;
}
