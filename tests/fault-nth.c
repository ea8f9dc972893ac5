// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes the kernel's allocations and copies fail, one after the other: does an
 * operation with the first of them failing, then with the second, until it
 * ends before the n-th is reached. Each time it must either succeed, with the
 * right result, or return an error that its caller can understand; never a
 * wrong result, a crash or a hang.
 *
 * For kernels with CONFIG_FAULT_INJECTION: /proc/thread-self/fail-nth. What may
 * fail is set in debugfs by the caller (tests/faults.sh).
 *
 * Arguments: attach | skcipher NAME | kpp NAME | load FILE. Prints how many
 * faults there were and how many of them made the operation fail; exit status
 * 1 if anything was wrong.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/device.h"
#include "tests/fail_nth.h"
#include "tests/option.h"
#include "tests/skcipher_socket.h"
#include "tools/kx/kpp_socket.h"

#define MOST		100000ul
#define REQUEST		4096

/* What is done again and again. */
struct operation {
	const char *name;	/* the first argument */
	bool needs;	/* it has a second argument */
	void (*prepare)(const char *arg);	/* called once, without faults; or NULL */
	/*
	 * Do it, undo it; returns 0 or a negative errno. What undoes it is done after fault_off().
	 */
	int (*run)(const char *arg);
	size_t result;	/* bytes of what @run wrote to result, which is the same each time */
};

/* A fault was reached in the last run. */
static bool reached;
static uint8_t result[REQUEST], right[REQUEST];

static void die(const char *what)
{
	fprintf(stderr, "fault-nth: %s: %s\n", what, strerror(errno));
	exit(2);
}

static void fault_on(unsigned long n)
{
	reached = false;
	fail_nth_on(n);
}

/* Notes whether there was one. */
static void fault_off(void)
{
	reached |= fail_nth_off();
}

static unsigned long nth;

static void *arena;

static void prepare_attach(const char *arg)
{
	(void)arg;
	arena = test_arena(TEST_ARENA_LEN);
}

static int run_attach(const char *arg)
{
	struct warpcrypt_enter enter = { .fetch_max = 0 };
	struct warpcrypt_attach attach;
	int fd, ret;

	(void)arg;
	test_attach_init(&attach, arena);
	fault_on(nth);
	fd = test_open();
	ret = fd < 0 ? fd : test_attach(fd, &attach);
	if (!ret)
		ret = test_enter(fd, &enter);
	fault_off();
	if (fd >= 0)
		close(fd);
	return ret;
}

static int run_skcipher(const char *name)
{
	/* XTS wants two keys that differ. */
	static const uint8_t key[32] = { 1 }, iv[16];
	int bound, fd = -1, ret;

	memset(result, 0, REQUEST);
	fault_on(nth);
	bound = skcipher_bind(name);
	ret = bound < 0 ? bound : skcipher_set_key(bound, key, sizeof(key));
	if (!ret) {
		fd = skcipher_accept(bound);
		ret = fd < 0 ? fd : skcipher_encrypt(fd, iv, result, result,
						     REQUEST);
	}
	fault_off();
	if (fd >= 0)
		close(fd);
	if (bound >= 0)
		close(bound);
	return ret;
}

static int run_kpp(const char *name)
{
	static const uint8_t secret[KPP_BYTES] = { 8, 1, [31] = 0x40 };
	struct kpp_socket s = { .bound = -1, .fd = -1 };
	int ret;

	fault_on(nth);
	ret = kpp_open(&s, name, secret, sizeof(secret));
	if (!ret)
		ret = kpp_public(&s, result);
	fault_off();
	if (s.fd >= 0 || s.bound >= 0)
		kpp_close(&s);
	return ret;
}

static int run_load(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), tries = 0, ret;

	if (fd < 0)
		die(path);
	fault_on(nth);
	ret = syscall(SYS_finit_module, fd, "", 0) ? -errno : 0;
	fault_off();
	close(fd);
	/* The kernel's thread that tests an algorithm holds the module a moment longer. */
	while (!ret && syscall(SYS_delete_module, "warpcrypt", O_NONBLOCK)) {
		if (errno != EAGAIN || ++tries > 10000)
			die("delete_module");
		usleep(1000);
	}
	return ret;
}

static const struct operation operations[] = {
	{ "attach", false, prepare_attach, run_attach, 0 },
	{ "skcipher", true, NULL, run_skcipher, REQUEST },
	/* The public key of the longest. */
	{ "kpp", true, NULL, run_kpp, 2 * KPP_BYTES },
	{ "load", true, NULL, run_load, 0 },
};

static const struct operation *find(const char *name)
{
	size_t i;

	for (i = 0; name && i < sizeof(operations) / sizeof(*operations); i++)
		if (!strcmp(name, operations[i].name))
			return &operations[i];
	return NULL;
}

static unsigned long faults, errors, wrong;

/* With the @nth fault; false: there are not so many. */
static bool run_one(const struct operation *op, const char *arg)
{
	int ret = op->run(arg);

	if (!reached)
		return false;
	faults++;
	errors += !!ret;
	if (!ret && memcmp(right, result, op->result)) {
		printf("fault %lu: a wrong result\n", nth);
		wrong++;
	}
	return true;
}

/* With each @step-th fault, from @first on, until no more is reached. */
static bool run_all(const struct operation *op, const char *arg,
		    unsigned long first, unsigned long step)
{
	for (nth = first; nth < MOST; nth += step)
		if (!run_one(op, arg))
			return true;
	return false;
}

/* @count times with one of the first @most faults, chosen at random. */
static void run_random(const struct operation *op, const char *arg,
		       unsigned long count, unsigned long most)
{
	for (; count; count--) {
		nth = 1 + (unsigned long)rand() % most;
		run_one(op, arg);
	}
}

static void run_without(const struct operation *op, const char *arg)
{
	int ret;

	nth = 0;
	ret = op->run(arg);
	if (ret) {
		errno = -ret;
		die("without faults");
	}
}

int main(int argc, char **argv)
{
	const struct operation *op = find(argc > 1 ? argv[1] : NULL);
	const char *arg = argc > 2 ? argv[2] : NULL;
	unsigned long count;

	if (!op || op->needs == (!arg || arg[0] == '-')) {
		fprintf(stderr, "usage: fault-nth attach | skcipher NAME | kpp NAME | load FILE [--first=N] [--step=N] [--random=COUNT]\n");
		return 2;
	}
	if (!fail_nth_open())
		die("/proc/thread-self/fail-nth");
	if (mlockall(MCL_CURRENT | MCL_FUTURE))
		die("mlockall");
	if (op->prepare)
		op->prepare(arg);
	run_without(op, arg);
	memcpy(right, result, op->result);
	count = option(argc, argv, "--random", 0);
	if (count)
		run_random(op, arg, count, 60);
	else if (!run_all(op, arg, option(argc, argv, "--first", 1),
			  option(argc, argv, "--step", 1)))
		wrong++;
	run_without(op, arg);
	if (memcmp(right, result, op->result)) {
		printf("after the faults: a wrong result\n");
		wrong++;
	}
	printf("faults=%lu errors=%lu wrong=%lu\n", faults, errors, wrong);
	return wrong || !faults;
}
