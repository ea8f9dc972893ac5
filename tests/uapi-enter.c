// SPDX-License-Identifier: GPL-2.0-only
/*
 * ENTER: everything that kmod/uapi/warpcrypt.h says is refused, frames that
 * are not ours to give back, closing in the middle.
 *
 * With the known answers off an attachment is live at once, and the only
 * frames are those of the requests that this test makes.
 *
 * In a kernel, only this finds an ENTER that does what the header says is refused, or
 * that waits on after its timeout, a signal or the end of a key.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/device.h"
#include "tests/ktap.h"

static void *arena;

static bool returns(int fd, struct warpcrypt_enter *enter, int want)
{
	int ret = test_enter(fd, enter);

	if (ret != want)
		ktap_note("returned %d (%s), not %d (%s)", ret, strerror(-ret),
			  want, strerror(-want));
	return ret == want;
}

static void refused(int fd, const struct warpcrypt_enter *enter, int want, const char *what)
{
	ktap_ok(test_refused(fd, WARPCRYPT_IOC_ENTER, enter, want), "%s", what);
}

/* Gives ids back; what came of it is left in @enter. */
static int commit(int fd, struct warpcrypt_enter *enter, uint64_t first,
		  uint64_t second, unsigned int count)
{
	struct warpcrypt_commit commits[2] = {
		{ .id = first, .status = -EIO },
		{ .id = second, .status = -EIO },
	};

	memset(enter, 0, sizeof(*enter));
	enter->commit_addr = (uintptr_t)commits;
	enter->commit_count = count;
	return test_enter(fd, enter);
}

static void before_attach(void)
{
	struct warpcrypt_enter enter = { 0 };
	int fd = test_open();

	refused(fd, &enter, -ENOTCONN, "ENTER before ATTACH");
	close(fd);
}

static void bad_fields(int fd)
{
	struct warpcrypt_commit commits[WARPCRYPT_ENTER_MAX + 1] = { { 0 } };
	struct warpcrypt_frame frames[WARPCRYPT_ENTER_MAX + 1];
	const struct warpcrypt_enter good = {
		.commit_addr = (uintptr_t)commits,
		.fetch_addr = (uintptr_t)frames,
	};
	struct warpcrypt_enter enter = good;

#define REFUSED(errno_, what, member, value) do {			\
	enter = good;							\
	enter.member = value;						\
	refused(fd, &enter, -(errno_), what);				\
} while (0)

	ktap_ok(returns(fd, &enter, 0), "an empty ENTER does nothing");
	REFUSED(EINVAL, "too many commits", commit_count, WARPCRYPT_ENTER_MAX + 1);
	REFUSED(EINVAL, "the largest count of commits", commit_count, ~0u);
	REFUSED(EINVAL, "too much to fetch", fetch_max, WARPCRYPT_ENTER_MAX + 1);
	REFUSED(EOPNOTSUPP, "the lowest unknown flag", flags, 1u << 2);
	REFUSED(EOPNOTSUPP, "the highest unknown flag", flags, 1u << 31);
	REFUSED(EINVAL, "the queue after the last", queue, 1);
	REFUSED(EINVAL, "the largest queue", queue, ~0u);
	REFUSED(EINVAL, "ENTER's reserved field", reserved, 1);
#undef REFUSED
	enter = good;
	enter.commit_count = 1;
	commits[0].reserved = 1;
	refused(fd, &enter, -EINVAL, "a commit's reserved field");
	commits[0].reserved = 0;
	enter.commit_addr = 64;
	ktap_ok(returns(fd, &enter, -EFAULT), "commits at a bad address");
	enter.commit_addr = 0xffff888000000000ull;
	ktap_ok(returns(fd, &enter, -EFAULT), "commits in the kernel");
}

static void wrong_ids(int fd)
{
	struct warpcrypt_enter enter;
	struct warpcrypt_frame frame = { 0 };
	long long counted = test_counter("commit.refused");
	pid_t pid;
	int ret;

	test_log_mark();
	ret = commit(fd, &enter, 0, 0, 1);
	ktap_ok(ret == -ESTALE && enter.refused == 1 && !enter.committed,
		"a frame that no helper holds");
	ret = commit(fd, &enter, 1, ~0ull, 2);
	ktap_ok(ret == -ESTALE && enter.refused == 2, "foreign frames");
	ktap_ok(test_log_lines(), "the kernel log says so");

	pid = test_request_start();
	ret = test_fetch(fd, &frame);
	ktap_ok(!ret && frame.requests == 1 && frame.payload >= 4096 &&
		frame.index < TEST_FRAMES && !frame.reserved,
		"a request's frame is handed out");
	ret = commit(fd, &enter, frame.id ^ 1ull << 63, 0, 1);
	ktap_equal(ret, -ESTALE, "an id that is almost right");
	ret = commit(fd, &enter, frame.id, frame.id, 2);
	ktap_ok(ret == -ESTALE && enter.committed == 1 && enter.refused == 1,
		"one frame twice in one array: once");
	ktap_ok(test_request_end(pid),
		"the request of a failed frame is done in software");
	ret = commit(fd, &enter, frame.id, 0, 1);
	ktap_equal(ret, -ESTALE, "a stale frame");
	ktap_equal(test_counter("commit.refused") - counted, 6,
		   "refused commits are counted");
}

static long long now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000ll + ts.tv_nsec / 1000000;
}

static void on_alarm(int signal)
{
	(void)signal;
}

static void waiting(int fd)
{
	struct warpcrypt_frame frame;
	struct warpcrypt_enter enter = {
		.fetch_addr = (uintptr_t)&frame,
		.fetch_max = 1,
	};
	struct sigaction action = { .sa_handler = on_alarm };
	long long start;

	sigaction(SIGALRM, &action, NULL);
	/* Not however late: a wait would end in -EINTR. */
	alarm(60);
	ktap_ok(returns(fd, &enter, 0) && !enter.fetched,
		"no waiting without a timeout");
	alarm(0);
	start = now_ms();
	enter.timeout_ns = 200 * 1000 * 1000;
	ktap_ok(returns(fd, &enter, 0) && !enter.fetched &&
		now_ms() - start >= 190, "a timeout is waited for");
	enter.flags = WARPCRYPT_ENTER_SPIN;
	enter.spin_ns = 1000 * 1000;
	enter.timeout_ns = 20 * 1000 * 1000;
	ktap_ok(returns(fd, &enter, 0) && !enter.fetched,
		"spinning ends as well");
	enter.flags = 0;
	enter.spin_ns = 0;
	enter.timeout_ns = -1;
	/* Again and again: the first may come before the wait. */
	ualarm(200000, 200000);
	ktap_ok(returns(fd, &enter, -EINTR), "a signal ends waiting");
	ualarm(0, 0);
}

/* Is a key slot of the arena wiped? */
static bool is_wiped(unsigned int slot)
{
	const uint8_t *key = (uint8_t *)arena + TEST_FRAME_SIZE * TEST_FRAMES +
			     slot * sizeof(struct warpcrypt_key);
	unsigned int i;

	for (i = 0; i < sizeof(struct warpcrypt_key); i++)
		if (key[i])
			return false;
	return true;
}

/* Does ENTER wait, until a signal comes? */
static bool waits(int fd, uint32_t flags, uint32_t releases)
{
	struct warpcrypt_frame frame;
	struct warpcrypt_enter enter = {
		.fetch_addr = (uintptr_t)&frame,
		.fetch_max = 1,
		.flags = flags,
		.releases = releases,
		.timeout_ns = -1,
	};
	bool ok;

	ualarm(100000, 100000);
	ok = returns(fd, &enter, -EINTR);
	ualarm(0, 0);
	return ok;
}

/* A thread that waits for keys that lose their slots. */
struct listener {
	int fd;
	struct warpcrypt_enter enter;	/* its ENTER */
	int ret;			/* what that returned */
};

static void *listen_for_releases(void *arg)
{
	struct listener *l = arg;

	l->ret = test_enter(l->fd, &l->enter);
	return NULL;
}

/* A key loses its slot when its tfm is freed: when a request's process ends. */
static void releases(int fd)
{
	struct warpcrypt_frame frame = { 0 }, none;
	struct listener l = {
		.fd = fd,
		.enter = {
			.fetch_addr = (uintptr_t)&none,
			.fetch_max = 1,
			.flags = WARPCRYPT_ENTER_RELEASES,
			.timeout_ns = TEST_PATIENCE_NS,
		},
	};
	long long counted = test_counter("keyslots.released");
	struct warpcrypt_enter enter = { 0 };
	const struct warpcrypt_desc *desc;
	pthread_t thread;
	uint32_t before, slot;
	sigset_t alarm;
	pid_t pid;

	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	ktap_ok(returns(fd, &enter, 0), "how many keys have lost their slots");
	before = enter.releases;
	pid = test_request_start();
	ktap_ok(!test_fetch(fd, &frame), "a request");
	desc = (void *)((uint8_t *)arena + (frame.index + 1) * TEST_FRAME_SIZE -
			sizeof(*desc));
	slot = desc->key_slot;
	ktap_ok(slot < TEST_KEY_SLOTS && desc->key_generation && !is_wiped(slot),
		"its key is in a slot");
	ktap_ok(waits(fd, WARPCRYPT_ENTER_RELEASES, before),
		"ENTER waits while that is so");
	l.enter.releases = before;
	pthread_sigmask(SIG_BLOCK, &alarm, NULL);
	pthread_create(&thread, NULL, listen_for_releases, &l);
	pthread_sigmask(SIG_UNBLOCK, &alarm, NULL);
	commit(fd, &enter, frame.id, 0, 1);
	ktap_ok(test_request_end(pid), "the request ends");
	pthread_join(thread, NULL);
	ktap_ok(!l.ret && !l.enter.fetched && l.enter.releases == before + 1,
		"a thread that waits is told that the key is gone");
	ktap_ok(is_wiped(slot), "its slot is wiped");
	ktap_equal(test_counter("keyslots.released") - counted, 1,
		   "and it is counted");
	ktap_ok(waits(fd, 0, before),
		"who does not ask is not told");
	l.enter.releases = before;
	l.enter.timeout_ns = -1;
	ktap_ok(returns(fd, &l.enter, 0) && l.enter.releases == before + 1,
		"who has not heard of it does not wait");
}

/* Frames that cannot be reported have failed. */
static void bad_fetch_address(int fd)
{
	struct warpcrypt_enter enter = {
		.fetch_addr = 64,
		.fetch_max = 1,
		.timeout_ns = TEST_PATIENCE_NS,
	};
	long long before = test_counter("frames.failed");
	pid_t pid = test_request_start();

	ktap_ok(returns(fd, &enter, -EFAULT), "frames to a bad address");
	ktap_ok(test_request_end(pid), "its request is right");
	ktap_ok(test_counter("frames.failed") == before + 1, "such a frame has failed");
}

static void close_in_the_middle(void)
{
	const char *name = "alg.ecb-aes.fallback.helper_died_requests";
	long long before = test_counter(name);
	struct warpcrypt_frame frame;
	int fd = test_open_attached(arena);
	pid_t pid;

	if (!ktap_ok(fd >= 0 && test_state("live"), "attached, to close with a frame in hand"))
		return;
	pid = test_request_start();
	ktap_ok(!test_fetch(fd, &frame), "a frame is held");
	close(fd);
	ktap_ok(test_request_end(pid), "its request survives close");
	ktap_ok(test_counter(name) - before == 1, "and is counted (%lld)",
		test_counter(name) - before);
	ktap_ok(test_state("down"), "the device is down");
}

/* One of the threads that wait when the device is closed. */
struct waiter {
	pthread_t thread;
	int fd;
	int ret;
	unsigned int fetched;
};

static void *wait_in_enter(void *arg)
{
	struct waiter *waiter = arg;
	struct warpcrypt_frame frame;
	struct warpcrypt_enter enter = {
		.fetch_addr = (uintptr_t)&frame,
		.fetch_max = 1,
		.timeout_ns = 500 * 1000 * 1000,
	};

	waiter->ret = test_enter(waiter->fd, &enter);
	waiter->fetched = enter.fetched;
	return NULL;
}

/* Waits until ENTER was called @count times since there were @before calls. */
static bool were_called(long long before, long long count)
{
	unsigned int tick;

	for (tick = 0; tick < 60000; tick++) {
		if (test_counter("enter.calls") - before >= count)
			return true;
		usleep(1000);
	}
	return false;
}

static void close_while_waiting(void)
{
	int fd = test_open_attached(arena);
	struct waiter waiters[4] = { { 0 } };
	long long before = test_counter("enter.calls");
	unsigned int i;
	bool ok = true;

	if (!ktap_ok(fd >= 0 && test_state("live"), "attached, for threads to wait"))
		return;
	for (i = 0; i < 4; i++) {
		waiters[i].fd = fd;
		pthread_create(&waiters[i].thread, NULL, wait_in_enter,
			       &waiters[i]);
	}
	ktap_ok(were_called(before, 4), "four threads are in ENTER");
	close(fd);
	for (i = 0; i < 4; i++) {
		pthread_join(waiters[i].thread, NULL);
		ok = ok && !waiters[i].ret && !waiters[i].fetched;
	}
	ktap_ok(ok, "close while threads wait in ENTER: each waits to its end");
	ktap_ok(test_state("down"), "and the device is down then");
}

int main(void)
{
	int fd = test_open();

	ktap_start();
	if (fd < 0)
		return ktap_none(WARPCRYPT_DEVICE, fd);
	close(fd);
	test_set_param("kat", "0");
	test_set_param("deadline_ms", "60000");
	arena = test_arena(TEST_ARENA_LEN);
	before_attach();
	fd = test_open_attached(arena);
	if (ktap_ok(fd >= 0 && test_state("live"),
		    "live at once without known answers")) {
		bad_fields(fd);
		wrong_ids(fd);
		waiting(fd);
		releases(fd);
		bad_fetch_address(fd);
		close(fd);
		close_in_the_middle();
		close_while_waiting();
	}
	test_set_param("kat", "1");
	test_set_param("deadline_ms", "60000");
	return ktap_finish();
}
