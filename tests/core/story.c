// SPDX-License-Identifier: GPL-2.0-only
/*
 * One story: the module is loaded, helpers come and go, submitters submit,
 * deadlines pass, the machine sleeps and wakes, results prove wrong; then all
 * submitters have their requests back, and the module is unloaded. What
 * happens when is random. Nothing may be left.
 */
#include "kmod/path.h"

#include "tests/core/helper.h"
#include "tests/core/request.h"
#include "tests/core/story.h"

static int others_left;

static void other_ends(void)
{
	__atomic_sub_fetch(&others_left, 1, __ATOMIC_SEQ_CST);
}

/* Nothing is offloaded while the machine sleeps, and the link does not survive it. */
static void sleep_once(void)
{
	struct wc_link *link;
	u32 generation = 0;

	sim_pm_event(PM_SUSPEND_PREPARE);
	link = wc_link_get_attached();
	if (link) {
		generation = link->generation;
		if (READ_ONCE(link->state) == WC_LINK_TESTING)
			broken("link %u is tested while the machine sleeps",
			       generation);
		wc_link_put(link);
	}
	__atomic_add_fetch(&model_sleep, 1, __ATOMIC_SEQ_CST);
	nap_ms(sim_random(5));
	__atomic_add_fetch(&model_sleep, 1, __ATOMIC_SEQ_CST);
	sim_pm_event(PM_POST_SUSPEND);
	tally_add(slept, 1);
	link = wc_link_get_attached();
	if (link && link->generation == generation &&
	    READ_ONCE(link->state) != WC_LINK_DEAD)
		broken("link %u has survived suspend", generation);
	if (link)
		wc_link_put(link);
}

static void sleeper(void *arg)
{
	while (!model_ends()) {
		nap_ms(sim_random(60));
		sleep_once();
	}
	other_ends();
}

/* As verification does it: a link that it has seen, which may be gone. */
static void accuser(void *arg)
{
	struct wc_link *link;
	u32 generation;
	bool live;

	while (!model_ends()) {
		nap_ms(sim_random(120));
		link = wc_link_get_attached();
		if (!link)
			continue;
		live = READ_ONCE(link->state) == WC_LINK_LIVE;
		generation = link->generation;
		wc_link_put(link);
		if (live)
			wc_link_kill_live(generation, WC_MISMATCH);
	}
	other_ends();
}

static void helper_task(void *arg)
{
	helper(arg);
	other_ends();
}

static void spawn_other(void (*fn)(void *arg))
{
	__atomic_add_fetch(&others_left, 1, __ATOMIC_SEQ_CST);
	sim_spawn(fn, NULL);
}

static void story(void *arg)
{
	u32 n = 1 + sim_random(4), most = sim_random(16) ? 60 : 400, i;

	calm = sim_time_is_ours && !sim_random(3);
	wc_param_kat = sim_random(2);
	wc_param_deadline_ms = 20 + sim_random(60);
	wc_param_deliver = sim_random(WC_DELIVER_ANY + 1);
	wc_param_choice = sim_random(2) ? WC_CHOOSE_AUTO :
					  sim_random(WC_CHOOSE_OFFLOAD + 1);
	model_retires = sim_random(2);
	model_sick = !sim_random(3);
	sim_alloc_fails = calm ? 0 : sim_random(2) * (2 + sim_random(20));
	sim_stalls = calm ? 0 : sim_random(2) * (64 + sim_random(2000));
	wc_redo_init();
	if (wc_link_init() || wc_route_init() || wc_pm_init() ||
	    wc_device_init())
		broken("the module does not load");
	submitters_left = (int)n;
	for (i = 0; i < n; i++)
		sim_spawn(submitter, (void *)(uintptr_t)(1 + sim_random(most)));
	spawn_other(helper_task);
	if (!calm && sim_random(2))
		spawn_other(helper_task);
	if (!calm && sim_random(2))
		spawn_other(sleeper);
	if (!calm && !sim_random(3))
		spawn_other(accuser);
	while (!model_ends() || __atomic_load_n(&others_left, __ATOMIC_SEQ_CST))
		nap_ms(1);
	wc_device_exit();
	wc_pm_exit();
	wc_route_exit();
	wc_link_exit();
	if (wc_stats->events[WC_KEYSLOTS_EXHAUSTED])
		broken("key slots leak");
	if (calm && wc_stats->events[WC_LINKS_KILLED] != tally.killed)
		broken("a faithful helper was killed");
	tally.killed = wc_stats->events[WC_LINKS_KILLED];
	tally.taken_over = wc_stats->events[WC_COMMIT_TAKEN_OVER];
	tally.evicted = wc_stats->events[WC_KEYSLOTS_EVICTED];
	tally.retired = wc_stats->events[WC_ENGINES_RETIRED];
}

void story_play(u64 seed)
{
	sim_after_step = requests_check;
	model_run(seed, story, NULL);
	sim_after_step = NULL;
	tally_add(orders, 1);
}
