// SPDX-License-Identifier: GPL-2.0-only
/*
 * One story: the module is loaded, helpers come and go, submitters submit,
 * deadlines pass, the machine sleeps and wakes, results prove wrong; then all
 * submitters have their requests back, and the module is unloaded. What
 * happens when is random. Nothing may be left.
 *
 * The rest of the module is emulated here: parameters, counters, algorithms,
 * known answers.
 */
#include "tests/core/model.h"

#include <stdarg.h>

#include "kmod/kat.h"
#include "kmod/path.h"
#include "tests/core/helper.h"

struct tally tally;
int submitters_left;
bool calm;
bool model_faithless;
bool model_retires;
bool model_sick;
u32 model_sleep;
static u64 seed_now;

void broken(const char *fmt, ...)
{
	va_list args;

	fflush(stdout);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fprintf(stderr, " (--seed=%llu)\n", seed_now);
	abort();
}

/* --- the rest of the module */

uint wc_param_min_bytes;
uint wc_param_choice;
uint wc_param_deadline_ms = 40;
uint wc_param_verify;
uint wc_param_deliver;
bool wc_param_kat;
uint wc_param_aes_priority;
uint wc_param_priority;

static struct wc_stats counters;
struct wc_stats *wc_stats = &counters;

const char *wc_reason_name(enum wc_reason reason)
{
	static const char * const names[WC_REASONS] = {
		[WC_NO_HELPER] = "no helper", [WC_HELPER_DIED] = "helper died",
		[WC_DEADLINE] = "deadline", [WC_FRAME_ERROR] = "frame error",
		[WC_MISMATCH] = "mismatch", [WC_KAT_FAILED] = "known answer",
		[WC_ERRORS] = "errors", [WC_LATE] = "late",
		[WC_RETIRED] = "retired", [WC_EXPIRED] = "expired",
	};

	return names[reason] ?: "refused";
}

/* Only for misc_register(). */
const struct attribute_group **wc_sysfs_init(void)
{
	static const struct attribute_group *none;

	return &none;
}

void wc_sysfs_exit(void)
{
}

int wc_algorithms_register(void)
{
	sim_step();
	return 0;
}

static u8 kat_key[16] = "sixteen bytes..", kat_iv[16], kat_plain[48];
static u8 kat_sealed[48];
const struct wc_kat wc_kats[] = {
	{ .cipher = WARPCRYPT_CIPHER_AES, .mode = WARPCRYPT_MODE_ECB,
	  .key_len = 16, .len = 48, .key = kat_key, .iv = kat_iv,
	  .plain = kat_plain, .sealed = kat_sealed },
	{ .cipher = WARPCRYPT_CIPHER_AES, .mode = WARPCRYPT_MODE_CTR,
	  .key_len = 16, .len = 48, .key = kat_key, .iv = kat_iv,
	  .plain = kat_plain, .sealed = kat_sealed },
};
const unsigned int wc_kat_count = ARRAY_SIZE(wc_kats);
const struct wc_kat wc_kpp_kats[1];
const unsigned int wc_kpp_kat_count;

static void kat_make(void)
{
	memset(kat_iv, 7, sizeof(kat_iv));
	memset(kat_sealed, 0, sizeof(kat_sealed));
	model_transform(kat_sealed, sizeof(kat_sealed), kat_key, kat_iv, 0);
}

/* --- the tasks */

void nap_ms(u32 ms)
{
	sim_enter();
	sim_current()->running = false;
	sim_leave();
	sim_sleep(sim_now() + ms * 1000000ll + 1);
}

bool model_ends(void)
{
	return !__atomic_load_n(&submitters_left, __ATOMIC_SEQ_CST);
}

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
	(void)arg;
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

	(void)arg;
	while (!model_ends()) {
		nap_ms(sim_random(120));
		rcu_read_lock();
		link = wc_link_live();
		generation = link ? link->generation : 0;
		rcu_read_unlock();
		if (generation)
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

	(void)arg;
	calm = sim_time_is_ours && !sim_random(3);
	wc_param_kat = sim_random(2);
	wc_param_deadline_ms = 20 + sim_random(60);
	wc_param_deliver = sim_random(WC_DELIVER_ANY + 1);
	wc_param_choice = sim_random(2) ? WC_CHOOSE_AUTO :
					  sim_random(WC_CHOOSE_GPU + 1);
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
	if (counters.events[WC_KEYSLOTS_EXHAUSTED])
		broken("key slots leak");
	if (calm && counters.events[WC_LINKS_KILLED] != tally.killed)
		broken("a faithful helper was killed");
	tally.killed = counters.events[WC_LINKS_KILLED];
	tally.taken_over = counters.events[WC_COMMIT_TAKEN_OVER];
	tally.evicted = counters.events[WC_KEYSLOTS_EVICTED];
	tally.retired = counters.events[WC_ENGINES_RETIRED];
}

void model_play(u64 seed)
{
	seed_now = seed;
	kat_make();
	sim_after_step = requests_check;
	sim_run(seed, story, NULL);
	sim_after_step = NULL;
	tally_add(orders, 1);
}

void model_play_other(u64 seed, void (*other)(void *arg), void *arg)
{
	seed_now = seed;
	kat_make();
	memset(&counters, 0, sizeof(counters));
	calm = false;
	model_retires = false;
	model_sick = false;
	wc_param_kat = false;
	wc_param_choice = WC_CHOOSE_OFFLOAD;
	wc_param_deliver = WC_DELIVER_COMMITTER;
	sim_alloc_fails = 0;
	sim_stalls = 0;
	sim_run(seed, other, arg);
}

u64 model_counter(enum wc_event event)
{
	return counters.events[event];
}

int submit_live(struct wc_request *rq, bool wait, enum wc_reason *why)
{
	struct wc_link *link;
	int err = -EAGAIN;

	rcu_read_lock();
	link = wc_link_usable(why);
	if (link)
		err = wc_submit(link, NULL, rq, wait, why);
	rcu_read_unlock();
	return err;
}
