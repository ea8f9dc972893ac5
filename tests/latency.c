// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long a user's requests take: AF_ALG, ECB, one request after the other. With
 * --processes=N, N processes do that, until SIGTERM ends them; they print nothing.
 * Otherwise the last line is "n N median US worst US".
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/option.h"
#include "tests/skcipher_socket.h"

/* What the buffers of every socket hold, bytes. */
#define SMALL	65536u

static const uint8_t key[16] = "0123456789abcdef";

/* What to do. */
struct user {
	size_t bytes;		/* of each request */
	unsigned long count;	/* how many requests; 0: any number */
	unsigned long seconds;	/* how long; 0: any time */
	unsigned long pause_us;	/* between two requests */
	bool new_keys;		/* each request has another key; @bytes is at most SMALL then */
};

static volatile sig_atomic_t over;

static void on_term(int signal)
{
	(void)signal;
	over = 1;
}

static void die(const char *what, int err)
{
	fprintf(stderr, "latency: %s: %s\n", what, strerror(-err));
	exit(1);
}

static uint64_t now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000ull + ts.tv_nsec / 1000;
}

/* AF_ALG takes the name's synchronous sibling only, since 7.2. */
static int open_tfm(const char *driver)
{
	char sync[64];
	int tfm = skcipher_bind(driver);

	if (tfm < 0) {
		snprintf(sync, sizeof(sync), "%s-sync", driver);
		tfm = skcipher_bind(sync);
	}
	if (tfm < 0)
		die(driver, tfm);
	return tfm;
}

/* A socket whose buffers hold a whole request; as root, unless that is small. */
static int open_op(int tfm, size_t bytes)
{
	int op = skcipher_accept(tfm), room = (int)bytes * 2;

	if (op < 0)
		die("accept", op);
	if (bytes <= SMALL)
		return op;
	if (setsockopt(op, SOL_SOCKET, SO_SNDBUFFORCE, &room, sizeof(room)) ||
	    setsockopt(op, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof(room)))
		die("the socket's buffers", -errno);
	return op;
}

static void change_key(int tfm, unsigned long number)
{
	uint8_t changed[sizeof(key)];
	int err;

	memcpy(changed, key, sizeof(key));
	memcpy(changed, &number, sizeof(number));
	err = skcipher_set_key(tfm, changed, sizeof(changed));
	if (err)
		die("a key", err);
}

/*
 * Becomes a user, with a socket for requests. The key is set by that user: whose it is decides
 * whose the requests are. Only root can enlarge the socket's buffers.
 */
static int open_as(uid_t uid, const char *driver, unsigned long number,
		   size_t bytes, int *tfm)
{
	int op;

	if (setegid(uid) || seteuid(uid))
		die("ids", -errno);
	*tfm = open_tfm(driver);
	change_key(*tfm, number);
	if (seteuid(0))
		die("ids", -errno);
	op = open_op(*tfm, bytes);
	if (setgid(uid) || setuid(uid))
		die("ids", -errno);
	return op;
}

/*
 * How often each time occurred. A time of 128 us and more is counted with those that have its
 * first seven bits: they differ by less than 1 in 64.
 */
#define HALF	64u
#define SHIFTS	(64u - 7u)

/* How long requests took. */
struct times {
	unsigned long n;
	uint64_t worst;	/* the longest, us */
	/* Of each time, or of some that are near each other. */
	unsigned long count[(SHIFTS + 2) * HALF];
};

static void count_time(struct times *t, uint64_t us)
{
	unsigned int shift = us < 2 * HALF ? 0 : SHIFTS - (unsigned int)__builtin_clzll(us);

	t->n++;
	t->count[shift * HALF + (us >> shift)]++;
	if (us > t->worst)
		t->worst = us;
}

/* The least time with the first seven bits of the median, us. */
static uint64_t median(const struct times *t)
{
	unsigned long before = 0;
	unsigned int i;

	for (i = 0; before + t->count[i] <= t->n / 2; i++)
		before += t->count[i];
	return i < 2 * HALF ? i : (uint64_t)(i % HALF + HALF) << (i / HALF - 1);
}

/* Does the requests; counts the time of each in @t. */
static void requests(const struct user *user, int tfm, int op, struct times *t)
{
	uint64_t end = now_us() + user->seconds * 1000000ull;
	uint8_t *data = calloc(1, user->bytes);

	if (!data)
		die("memory", -ENOMEM);
	while (!over && (!user->count || t->n < user->count) &&
	       (!user->seconds || now_us() < end)) {
		uint64_t since;
		int err;

		/* A key cannot be changed while a socket has it. */
		if (user->new_keys) {
			close(op);
			change_key(tfm, t->n);
			op = open_op(tfm, user->bytes);
		}
		since = now_us();
		err = skcipher_encrypt(op, NULL, data, data, user->bytes);
		if (err && !over)
			die("a request", err);
		count_time(t, now_us() - since);
		if (user->pause_us)
			usleep(user->pause_us);
	}
	free(data);
}

/* Children that do the same; each is a process of its own, and has a key of its own. */
static void many(const struct user *user, const char *driver, uid_t uid,
		 unsigned long processes)
{
	static struct times t;
	pid_t parent = getpid();
	unsigned long i;
	int tfm, op;

	for (i = 0; i < processes; i++) {
		if (fork())
			continue;
		op = open_as(uid, driver, i, user->bytes, &tfm);
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() == parent)
			requests(user, tfm, op, &t);
		_exit(0);
	}
	while (!over)
		pause();
	signal(SIGTERM, SIG_IGN);
	kill(0, SIGTERM);
	while (wait(NULL) > 0)
		;
}

int main(int argc, char **argv)
{
	const char *driver = option_text(argc, argv, "--driver", "ecb-aes-warpcrypt");
	unsigned long processes = option(argc, argv, "--processes", 0);
	uid_t uid = option(argc, argv, "--uid", 0);
	const struct user user = {
		.bytes = option(argc, argv, "--bytes", 4096),
		.count = option(argc, argv, "--count", 0),
		.seconds = option(argc, argv, "--seconds", 0),
		.pause_us = option(argc, argv, "--pause-ms", 0) * 1000,
		.new_keys = option(argc, argv, "--new-keys", 0),
	};
	const struct sigaction action = { .sa_handler = on_term };
	static struct times t;
	int tfm, op;

	sigaction(SIGTERM, &action, NULL);
	if (processes) {
		if (setpgid(0, 0))
			die("a process group", -errno);
		many(&user, driver, uid, processes);
		return 0;
	}
	op = open_as(uid, driver, 0, user.bytes, &tfm);
	requests(&user, tfm, op, &t);
	if (!t.n)
		return 1;
	printf("n %lu median %llu worst %llu\n", t.n, (unsigned long long)median(&t),
	       (unsigned long long)t.worst);
	return 0;
}
