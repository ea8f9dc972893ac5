// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcryptd as processes: the supervisor and its engine, with the CPU engine and
 * a module in shared memory. Each is stopped, killed and left without an answer;
 * what the service manager hears; who has which capabilities. And which engine
 * comes next, for each way in which one can end.
 *
 * Only this finds an engine's process that is started, stopped or blamed wrongly.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "helper/daemon/policy.h"
#include "helper/daemon/watch.h"
#include "tests/unit/daemon_hardened.h"
#include "tests/unit/daemon_run.h"
#include "tests/unit/unit.h"

static const struct wc_geometry geometry = { 64 << 10, 2, 64 };
static const char *const cpu_args[] = { "--backend=cpu", "--stop-timeout=60",
					NULL };
static uint32_t old_generation;
static pid_t old_helper;

static bool attached_anew(void)
{
	return module_test_helper() && module->generation != old_generation;
}

/* And the supervisor knows, which is what makes it patient. */
static bool live(void)
{
	return module_test_helper() && daemon_has_said("live: cpu");
}

static bool helper_is_gone(void)
{
	return kill(old_helper, 0) && errno == ESRCH;
}

/* It was left to this process. */
static bool helper_was_reaped(void)
{
	return waitpid(old_helper, NULL, WNOHANG) == old_helper;
}

static bool helper_is_stopped(void)
{
	pid_t pid = module->stopped;

	return pid && !kill(pid, 0);
}

static void stop_helper(void)
{
	module->stopped = module->helper;
	kill(module->stopped, SIGSTOP);
}

static void start_with(const char *const *args)
{
	module_reset(3);
	module_hangs = helper_is_stopped;
	daemon_start(args);
	assert_true(daemon_until(live));
	assert_true(daemon_until(daemon_serves));
	old_generation = module->generation;
	old_helper = module->helper;
	assert_int_not_equal(old_helper, daemon_pid());
}

static void start(void)
{
	start_with(cpu_args);
}

TEST(stop)
{
	start();
	assert_int_equal(daemon_stop(), 0);
	assert_false(module_is_attached());
	assert_true(helper_is_gone());
}

/* The supervisor starts another engine, and goes on itself. */
TEST(engine_killed)
{
	int i;

	start();
	for (i = 0; i < 3; i++) {
		kill(module->helper, SIGKILL);
		assert_true(daemon_until(attached_anew));
		assert_true(daemon_until(daemon_serves));
		old_generation = module->generation;
	}
	assert_true(daemon_says("trying again in"));
	assert_int_equal(daemon_stop(), 0);
}

/* The engine does not outlive its supervisor. */
TEST(supervisor_killed)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	start();
	kill(daemon_pid(), SIGKILL);
	assert_int_equal(daemon_wait(), -1);
	assert_true(daemon_until(helper_was_reaped));
	assert_false(module_is_attached());
	prctl(PR_SET_CHILD_SUBREAPER, 0);
}

/* An engine that is stopped makes no progress, as one whose GPU hangs. */
TEST(engine_hangs)
{
	start();
	stop_helper();
	assert_true(daemon_until(attached_anew));
	assert_true(daemon_until(daemon_serves));
	assert_true(daemon_says("makes no progress"));
	assert_true(helper_is_gone());
	assert_int_equal(daemon_stop(), 0);
}

/* It is killed in the end. */
TEST(stop_while_hung)
{
	static const char *const args[] = { "--backend=cpu", "--stop-timeout=1",
					    NULL };

	start_with(args);
	stop_helper();
	assert_int_equal(daemon_stop(), 0);
	assert_true(helper_is_gone());
	assert_true(daemon_says("is killed"));
}

/* The counts go on from one engine to the next. */
TEST(attachment_ends)
{
	unsigned int before = daemon_tally.done;

	start();
	module_end(-ESHUTDOWN);
	assert_true(daemon_until(attached_anew));
	assert_true(daemon_until(daemon_serves));
	/* Another process: nothing that was cached can be used again. */
	assert_int_not_equal(module->helper, old_helper);
	assert_int_equal(daemon_stop(), 0);
	assert_int_equal(daemon_stat("attaches"), 2);
	/* With two known answers. */
	assert_int_equal(daemon_stat("frames"), daemon_tally.done - before + 2);
}

/* The module is told, and what is known is not measured again. */
TEST(rates)
{
	static const char *const args[] = { "--backend=cpu", "--measure=60",
					    "--stop-timeout=60", NULL };
	unsigned int rates;

	start();
	assert_int_equal(module->rates, 0);
	assert_int_equal(daemon_stop(), 0);

	module_reset(3);
	daemon_start(args);
	assert_true(daemon_until(live));
	/* As many kinds as there was time for, of 36. */
	rates = module->rates;
	assert_in_range(rates, 1, 36);
	old_generation = module->generation;
	module->rates = 0;
	kill(module->helper, SIGKILL);
	assert_true(daemon_until(attached_anew));
	assert_int_equal(module->rates, rates);
	assert_true(daemon_says("measured: cpu"));
	assert_null(strstr(strstr(daemon_log, "measured: cpu") + 1,
			   "measured: cpu"));
	assert_int_equal(daemon_stop(), 0);
}

TEST(wrong_results)
{
	start();
	module_end(-EBADMSG);
	assert_int_equal(daemon_wait(), 3);
	assert_int_equal(module->generation, old_generation);
	assert_true(daemon_says("wrong results"));
}

static bool is_refused(void)
{
	return daemon_has_said("another helper is attached");
}

/* Attaching fails: at the start that is the end, later it is tried again. */
TEST(refused)
{
	module_reset(3);
	module->refuse = -EBUSY;
	daemon_start(cpu_args);
	assert_int_equal(daemon_wait(), 1);
	assert_true(daemon_says("another helper is attached"));

	start();
	module->refuse = -EBUSY;
	module_end(-ESHUTDOWN);
	assert_true(daemon_until(is_refused));
	module->refuse = 0;
	assert_true(daemon_until(attached_anew));
	assert_int_equal(daemon_stop(), 0);
}

TEST(capabilities)
{
	start();
	assert_int_equal(daemon_status(daemon_pid(), "CapEff:"), 0);
	assert_int_equal(daemon_status(module->helper, "CapEff:"), 0);
	assert_int_equal(daemon_status(module->helper, "CapPrm:"), 0);
	assert_int_equal(daemon_stop(), 0);
}

static void soft_limit(int which, rlim_t most)
{
	struct rlimit limit;

	assert_int_equal(getrlimit(which, &limit), 0);
	limit.rlim_cur = limit.rlim_max < most ? limit.rlim_max : most;
	assert_int_equal(setrlimit(which, &limit), 0);
}

/* Keys and plaintext of an engine: no core dump has them, no other process reads them. */
TEST(hardened)
{
	struct rlimit core, memlock;

	assert_int_equal(getrlimit(RLIMIT_CORE, &core), 0);
	assert_int_equal(getrlimit(RLIMIT_MEMLOCK, &memlock), 0);
	soft_limit(RLIMIT_CORE, RLIM_INFINITY);
	soft_limit(RLIMIT_MEMLOCK, 65536);
	assert_int_equal(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), 1);
	start();
	/* Its own process has said so, and has it from the supervisor. */
	assert_int_equal(module->dumpable, 0);
	daemon_must_be_hardened(daemon_pid());
	daemon_must_be_hardened(module->helper);
	assert_int_equal(daemon_stop(), 0);
	setrlimit(RLIMIT_CORE, &core);
	setrlimit(RLIMIT_MEMLOCK, &memlock);
}

/* --- the service manager */

static char notify_path[40];
static int notify_fd;
static unsigned int readies, watchdogs, stoppings;

static void read_notifications(void)
{
	char text[256];
	ssize_t n;

	while ((n = recv(notify_fd, text, sizeof(text) - 1, MSG_DONTWAIT)) > 0) {
		text[n] = '\0';
		readies += !strcmp(text, "READY=1");
		watchdogs += !strcmp(text, "WATCHDOG=1");
		stoppings += !strcmp(text, "STOPPING=1");
	}
}

static bool has_three_watchdogs(void)
{
	read_notifications();
	return readies && watchdogs >= 3;
}

static void start_manager(void)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };

	readies = watchdogs = stoppings = 0;
	strcpy(notify_path, "/tmp/warpcrypt-notify.XXXXXX");
	close(mkstemp(notify_path));
	unlink(notify_path);
	strcpy(at.sun_path, notify_path);
	notify_fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	assert_int_equal(bind(notify_fd, (void *)&at, sizeof(at)), 0);
	setenv("NOTIFY_SOCKET", notify_path, 1);
	setenv("WATCHDOG_USEC", "200000", 1);
}

static void stop_manager(void)
{
	unsetenv("NOTIFY_SOCKET");
	unsetenv("WATCHDOG_USEC");
	close(notify_fd);
	unlink(notify_path);
}

TEST(service_manager)
{
	start_manager();
	start();
	assert_true(daemon_until(has_three_watchdogs));
	assert_int_equal(readies, 1);
	/* Another engine: still ready, but not once more. */
	kill(module->helper, SIGKILL);
	assert_true(daemon_until(attached_anew));
	watchdogs = 0;
	assert_true(daemon_until(has_three_watchdogs));
	assert_int_equal(readies, 1);
	assert_int_equal(stoppings, 0);
	assert_int_equal(daemon_stop(), 0);
	read_notifications();
	assert_int_equal(stoppings, 1);
	stop_manager();
}

/* Without progress the service manager hears nothing, however well the supervisor is. */
TEST(watchdog_is_progress)
{
	start_manager();
	start();
	assert_true(daemon_until(has_three_watchdogs));
	/* Not with stop_helper(): the supervisor is to wait. */
	kill(module->helper, SIGSTOP);
	/* After three ticks without a step of the engine's. */
	assert_true(daemon_ticks(5));
	read_notifications();
	watchdogs = 0;
	assert_true(daemon_ticks(10));
	read_notifications();
	assert_int_equal(watchdogs, 0);
	kill(module->helper, SIGCONT);
	assert_true(daemon_until(has_three_watchdogs));
	assert_int_equal(daemon_stop(), 0);
	stop_manager();
}

/* --- what is decided, without processes */

/* Ticks of a watch of one worker, until it says something else than at first. */
static unsigned int ticks_until(struct wc_watch *w, struct wc_shared *shared,
				const struct wc_watch_limits *limits,
				enum wc_watch_result result)
{
	unsigned int n;

	for (n = 1; n < 1000; n++)
		if (wc_watch_tick(w, shared, 2, limits) == result)
			return n;
	return 0;
}

TEST(watch)
{
	const struct wc_watch_limits limits = { 7, 10, 5 };
	struct wc_shared *shared = wc_shared_map(2);
	struct wc_watch w = { 0 };
	int i;

	wc_shared_begin(shared);
	assert_int_equal(ticks_until(&w, shared, &limits, WC_WATCH_HUNG), 8);
	shared->phase = WC_PHASE_SERVING;
	shared->engine[0].state = WC_ENGINE_OPEN;
	/* More than there are: the engine may write anything. */
	shared->engine[0].workers = UINT32_MAX;
	for (i = 0; i < 100; i++) {
		wc_counts_step(&shared->counts[0]);
		wc_counts_step(&shared->counts[1]);
		assert_int_equal(wc_watch_tick(&w, shared, 2, &limits),
				 WC_WATCH_MOVES);
	}
	/* One of two is enough: no word to the service manager, then the end. */
	for (i = 1; i <= 11; i++) {
		wc_counts_step(&shared->counts[0]);
		assert_int_equal(wc_watch_tick(&w, shared, 2, &limits),
				 i <= 3 ? WC_WATCH_MOVES :
				 i <= 10 ? WC_WATCH_WAITS : WC_WATCH_HUNG);
	}
	assert_int_equal(w.hung, 1);
	/* One that is out of service is not watched. */
	shared->engine[0].state = WC_ENGINE_FAILED;
	shared->engine[5].state = WC_ENGINE_OPEN;
	shared->engine[5].workers = 1;
	for (i = 0; i < 100; i++) {
		wc_counts_step(wc_shared_counts(shared, 5, 2));
		assert_int_equal(wc_watch_tick(&w, shared, 2, &limits),
				 WC_WATCH_MOVES);
	}
	assert_int_equal(ticks_until(&w, shared, &limits, WC_WATCH_HUNG), 11);
	assert_int_equal(w.hung, 1 << 5);
	shared->phase = WC_PHASE_ENDING;
	assert_int_equal(ticks_until(&w, shared, &limits, WC_WATCH_HUNG), 6);
	wc_shared_unmap(shared, 2);
}

#define GPU0	1u
#define GPU1	2u
#define BOTH	(GPU0 | GPU1)

static int ended(struct wc_policy *p, enum wc_end end, long long live_ms,
		 uint32_t used, uint32_t blamed)
{
	const struct wc_policy_end e = { end, live_ms, used, blamed };

	return wc_policy_ended(p, &e);
}

TEST(policy_cpu)
{
	struct wc_policy p;
	int last = 0, i;

	wc_policy_init(&p, false, true, true);
	/* Never live: no use to try again. */
	assert_int_equal(ended(&p, WC_END_FAILED, -1, 0, 0),
			 WC_POLICY_GIVE_UP);
	wc_policy_init(&p, false, true, true);
	assert_int_equal(ended(&p, WC_END_AGAIN, 10, 0, 0), 100);
	assert_int_equal(ended(&p, WC_END_FAILED, -1, 0, 0), 200);
	for (i = 0; i < 20; i++)
		last = ended(&p, WC_END_KILLED, 10, 0, 0);
	assert_int_equal(last, 30000);
	assert_int_equal(ended(&p, WC_END_HUNG, 60000, 0, 0), 100);
	assert_int_equal(ended(&p, WC_END_WRONG, 60000, 0, 0),
			 WC_POLICY_GIVE_UP);
}

/* The GPUs that were asked for: never the CPUs. */
TEST(policy_cuda)
{
	struct wc_policy p;
	int i;

	wc_policy_init(&p, true, false, false);
	assert_int_equal(ended(&p, WC_END_ENGINE, -1, GPU0, GPU0),
			 WC_POLICY_GIVE_UP);
	wc_policy_init(&p, false, false, true);
	assert_int_equal(ended(&p, WC_END_ENGINE, -1, 0, 0), WC_POLICY_GIVE_UP);
	wc_policy_init(&p, true, false, true);
	for (i = 0; i < 50; i++) {
		assert_true(ended(&p, WC_END_ENGINE, -1, i % 2, i % 2) >= 100);
		assert_int_equal(p.out, 0);
		assert_false(p.no_gpus);
	}
	assert_int_equal(ended(&p, WC_END_WRONG, 5, GPU0, 0),
			 WC_POLICY_GIVE_UP);
}

/* Of two GPUs one can be without the other. */
TEST(policy_two)
{
	struct wc_policy p;

	wc_policy_init(&p, true, false, false);
	/* One hangs: the other at once. Then that one is all there is. */
	assert_int_equal(ended(&p, WC_END_HUNG, 1000, BOTH, GPU1), 0);
	assert_int_equal(p.out, GPU1);
	assert_int_equal(ended(&p, WC_END_HUNG, 1000, GPU0, GPU0), 100);
	assert_int_equal(p.out, 0);
	/* With CPUs, too: an engine that is to blame goes, until only the CPUs are left. */
	wc_policy_init(&p, true, true, false);
	assert_int_equal(ended(&p, WC_END_KILLED, 1000, BOTH, 0), 100);
	assert_int_equal(p.out, 0);
	assert_int_equal(ended(&p, WC_END_KILLED, 1000, BOTH, 0), 0);
	assert_int_equal(p.out, BOTH);
	/* Only the one that answers. */
	wc_policy_found(&p, GPU1);
	assert_int_equal(p.out, GPU0);
	wc_policy_without(&p, GPU1, 1000);
	assert_int_equal(p.out, BOTH);
	/* CUDA does not answer at all, so it is not known which GPUs there are. */
	wc_policy_init(&p, true, true, false);
	assert_int_equal(ended(&p, WC_END_HUNG, -1, 0, 0), 0);
	assert_true(p.no_gpus);
	wc_policy_found(&p, 0);
	assert_false(p.no_gpus);
}

TEST(policy_auto)
{
	struct wc_policy p;
	int last = 0, i;

	/* A GPU fails, and the CPUs go on: it is tried again for ever. */
	wc_policy_init(&p, true, true, false);
	wc_policy_without(&p, GPU0, 1000);
	assert_int_equal(p.out, GPU0);
	assert_int_equal(wc_policy_probe(&p), 1000);
	assert_int_equal(wc_policy_probe(&p), 2000);
	for (i = 0; i < 20; i++)
		last = wc_policy_probe(&p);
	assert_int_equal(last, 60000);
	/* It answers, serves for a while and its process dies: without it at once. */
	wc_policy_found(&p, GPU0);
	assert_int_equal(p.out, 0);
	assert_int_equal(ended(&p, WC_END_KILLED, 1000, GPU0, 0), 0);
	assert_int_equal(p.out, GPU0);
	assert_int_equal(wc_policy_probe(&p), 60000);
	/* It serves for long: one failure does not count, and tries are frequent. */
	wc_policy_found(&p, GPU0);
	assert_int_equal(ended(&p, WC_END_KILLED, 60000, GPU0, 0), 100);
	assert_int_equal(p.out, 0);
	assert_int_equal(ended(&p, WC_END_KILLED, 10, GPU0, 0), 0);
	assert_int_equal(p.out, GPU0);
	assert_int_equal(wc_policy_probe(&p), 1000);
	/* A hang is not tried twice. */
	wc_policy_init(&p, true, true, false);
	assert_int_equal(ended(&p, WC_END_HUNG, 100000, GPU0, 0), 0);
	assert_int_equal(p.out, GPU0);
	/* A deadline or suspend is no failure of the GPU's. */
	wc_policy_init(&p, true, true, false);
	for (i = 0; i < 9; i++)
		assert_true(ended(&p, WC_END_AGAIN, 100, GPU0, 0) >= 100);
	assert_int_equal(p.out, 0);
}

int main(void)
{
	int ret;

	daemon_setup(&geometry);
	ret = unit_run("daemon", NULL, NULL);
	daemon_clean_up();
	return ret;
}
