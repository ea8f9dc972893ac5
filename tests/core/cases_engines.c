// SPDX-License-Identifier: GPL-2.0-only
/* Engines and links that end while others use them. */
#include "tests/core/cases.h"
#include "tests/core/desk.h"

/* --- links */

static bool accusing;

static void accuser(struct desk *d)
{
	while (accusing) {
		wc_link_kill_live(d->attach.generation, WC_MISMATCH);
		nap_ms(0);
	}
}

/* Links that are accused while they go. */
static void accused_and_gone(struct desk *d)
{
	struct desk all = { 0 };
	u32 i;

	accusing = true;
	for (i = 0; i < 3; i++) {
		desk_spawn(&all, accuser);
	}
	for (i = 0; i < 10; i++) {
		desk_open(d, 2);
		all.attach.generation = d->attach.generation;
		desk_close(d);
	}
	accusing = false;
	while (all.tasks)
		nap_ms(1);
}

/* --- engines */

static void be_retired(struct desk *d)
{
	nap_ms(sim_random(2));
	if (desk_retire(d, 1))
		broken("RETIRE fails");
}

/*
 * The second engine is retired while it has requests: they come back once, its thread
 * ends without being told otherwise, and what is meant for it goes to the first.
 */
static void retired_alone(struct desk *d)
{
	struct desk_thread threads[DESK_THREADS];
	struct item item[4];
	u32 i;

	wc_param_deadline_ms = 600000;
	desk_open_engines(d, 8);
	desk_threads_start(d, threads, 2);
	desk_spawn(d, be_retired);
	for (i = 0; i < 3; i++)
		item_submit_to(&item[i], 20000, 1);
	for (i = 0; i < 3; i++) {
		must_within(1000, item_is_back(&item[i]), "a request");
		if (item[i].lost && item[i].why != WC_RETIRED)
			broken("lost: %s", wc_reason_name(item[i].why));
	}
	must_within(1000, !threads[1].task, "the engine's thread ends");
	/* Once more is nothing. */
	desk_retire(d, 1);
	must_be("engines retired", model_counter(WC_ENGINES_RETIRED), 1, 1);
	if (!module_is_live() || !threads[0].task)
		broken("the other engine ends, too");
	if (item_submit_to(&item[3], 100, 1) != -EINPROGRESS)
		broken("the other engine gets no request");
	must_within(1000, item[3].done, "a request of the other engine");
	for (i = 0; i < 4; i++)
		must_be("came back", item[i].done + item[i].lost, 1, 1);
	desk_threads_end(threads);
	desk_close(d);
}

static void retire_first(struct desk *d)
{
	desk_retire(d, 0);
}

/* Both engines at the same time: the link ends, once. */
static void retired_both(struct desk *d)
{
	struct desk_thread threads[DESK_THREADS];
	struct item item[2];
	u32 i;

	wc_param_deadline_ms = 600000;
	desk_open_engines(d, 8);
	desk_threads_start(d, threads, 2);
	desk_spawn(d, be_retired);
	desk_spawn(d, retire_first);
	for (i = 0; i < 2; i++)
		item_submit_to(&item[i], 100, i);
	must_within(1000, !module_is_live() && !d->tasks, "the link's end");
	must_be("engines retired", model_counter(WC_ENGINES_RETIRED), 1, 1);
	must_be("links killed", model_counter(WC_LINKS_KILLED), 1, 1);
	desk_close(d);
	for (i = 0; i < 2; i++)
		must_be("came back", item[i].done + item[i].lost, 0, 1);
}

/* Frames of one engine fail: the other goes on. */
static void sick_alone(struct desk *d)
{
	struct warpcrypt_frame frame;
	struct warpcrypt_enter e = {
		.fetch_addr = (uintptr_t)&frame, .fetch_max = 1, .queue = 1,
	};
	struct desk_thread threads[DESK_THREADS];
	struct item item;
	u32 n;

	wc_param_deadline_ms = 600000;
	desk_open_engines(d, 8);
	desk_threads_start(d, threads, 1);
	for (n = 0; n < 100; n++) {
		if (item_submit_to(&item, 100, 1) != -EINPROGRESS)
			broken("request %u is refused", n);
		e.fetched = 0;
		if (!device_call(&d->file, ENTER, &e) && e.fetched)
			desk_commit(d, &frame, 1, -EIO);
		must_within(1000, item_is_back(&item), "a request");
		wc_link_forget_key(&item.key);
		if (item.done)
			break;
	}
	must_be("frames that failed before it is out", n, 8, 8);
	must_be("engines retired", model_counter(WC_ENGINES_RETIRED), 1, 1);
	must_be("links killed", model_counter(WC_LINKS_KILLED), 0, 0);
	desk_threads_end(threads);
	desk_close(d);
}

/* Of engines that are equally fast, each request goes to the one that has less to do. */
static void routed_by_work(struct desk *d)
{
	struct warpcrypt_rate rates[2] = { {
		.cipher = WARPCRYPT_CIPHER_AES, .mode = WARPCRYPT_MODE_ECB,
		.lone_ns = 1000, .bytes_per_s = 1000000000,
	} };
	struct wc_engine *engine;
	struct item item[4];
	enum wc_reason why;
	struct wc_link *link;
	u32 i;

	desk_open_engines(d, 8);
	link = wc_link_get_attached();
	rates[1] = rates[0];
	rates[1].engine = 1;
	wc_engines_set_rates(link, rates, 2);
	item_init(&item[0], FRAME_FULL);
	item[0].rq.cipher = WARPCRYPT_CIPHER_SM4;
	if (wc_route(link, &item[0].rq, false, true, &why) || why != WC_UNSUPPORTED)
		broken("an engine is to do a cipher that it does not have");
	for (i = 0; i < 4; i++) {
		item_init(&item[i], FRAME_FULL);
		engine = wc_route(link, &item[i].rq, false, true, &why);
		if (!engine)
			broken("request %u is for software", i);
		must_be("engine", engine->index, i % 2, i % 2);
		must_be("taken", wc_submit(link, engine, &item[i].rq, true, &why),
			-EINPROGRESS, -EINPROGRESS);
	}
	wc_link_put(link);
	desk_close(d);
}

/* An engine with a known rate is to do it, or software, which needs long. */
static struct wc_engine *route_auto(struct wc_link *link, struct item *item)
{
	struct wc_engine *engine;
	enum wc_reason why;

	item->rq.soft = NULL;
	engine = wc_route(link, &item->rq, false, true, &why);
	if (item->rq.soft)
		wc_soft_learn(item->rq.soft, item->rq.len, MS);
	return engine;
}

/* A user's request loses its trial again and again: software does the next. Root's has its own. */
static void user_in_debt(struct desk *d)
{
	struct warpcrypt_rate rate = {
		.cipher = WARPCRYPT_CIPHER_AES, .mode = WARPCRYPT_MODE_ECB,
		.lone_ns = 1000, .bytes_per_s = 1000000000,
	};
	struct item user, root;
	bool in_debt = false;
	struct wc_link *link;
	u32 trials = 0, i;

	wc_param_choice = WC_CHOOSE_AUTO;
	must_be("wc_route_init", wc_route_init(), 0, 0);
	desk_open(d, 8);
	link = wc_link_get_attached();
	wc_engines_set_rates(link, &rate, 1);
	item_init(&user, FRAME_FULL);
	item_init(&root, FRAME_FULL);
	user.rq.limited = true;
	for (i = 0; i < 1000 && !in_debt; i++) {
		if (route_auto(link, &user)) {
			trials++;
			nap_ms(20);
			wc_route_end(&user.rq);
		} else {
			in_debt = trials;
		}
	}
	must_be("user in debt", in_debt, true, true);
	for (i = 0; i < 4 && !root.rq.account; i++)
		route_auto(link, &root);
	if (!root.rq.account)
		broken("root pays for a user's requests");
	wc_route_end(&root.rq);
	wc_link_put(link);
	desk_close(d);
	wc_route_exit();
}

/* --- what is left of an attachment that ends */

/* The helper's file stays open, and it sees the arena. */
static void keys_are_wiped(struct desk *d)
{
	struct item item;

	desk_open(d, 4);
	item_init(&item, 100);
	memset(item.key.bytes, SECRET_BYTE, item.key.len);
	if (item_submit_made(&item) != -EINPROGRESS)
		broken("no room");
	must_be("bytes of the key", desk_secret_bytes(d), 16, 20);
	wc_link_kill_live(d->attach.generation, WC_MISMATCH);
	must_be("bytes of the key that are left", desk_secret_bytes(d), 0, 4);
	must_be("lost", item.lost, 1, 1);
	desk_close(d);
}

/* The file is closed before the attachment is live, or after. */
static void closed_at_once(struct desk *d)
{
	struct item item;

	desk_choose(d, 4, 1, 0);
	desk_attach(d);
	nap_ms(sim_random(2));
	desk_close(d);
	must_be("live", module_is_live(), 0, 0);
	if (item_submit(&item, 100) != -EAGAIN)
		broken("a request is taken");
}

const struct core_case engine_cases[] = {
	{ "the engine that has less to do gets a request", routed_by_work, 10 },
	{ "a link is accused while it goes", accused_and_gone, 200 },
	{ "what a user's requests cost is not root's debt", user_in_debt, 10 },
	{ "an engine is retired, the other goes on", retired_alone, 1000 },
	{ "both engines are retired at a time", retired_both, 400 },
	{ "an engine that fails is out, the other goes on", sick_alone, 40 },
	{ "no key is left in the arena of a link that has ended", keys_are_wiped, 10 },
	{ "an attachment that is closed at once is not live", closed_at_once, 100 },
	{ }
};
