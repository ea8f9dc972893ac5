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
#include "tests/option.h"
#include "tests/skcipher_socket.h"
#include "tools/x25519/kpp_socket.h"

#define MOST		100000ul
#define REQUEST		4096

/**
 * struct operation - what is done again and again
 * @name: the first argument
 * @needs: it has a second argument
 * @prepare: called once, without faults; or NULL
 * @run: do it, undo it; returns 0 or a negative errno. What undoes it is done
 *	after fault_off()
 * @result: bytes of what @run wrote to result, which is the same each time
 */
struct operation {
	const char *name;
	bool needs;
	void (*prepare)(const char *arg);
	int (*run)(const char *arg);
	size_t result;
};

static int fail_nth = -1;
/* A fault was reached in the last run. */
static bool reached;
static uint8_t result[REQUEST], right[REQUEST];

static void die(const char *what)
{
	fprintf(stderr, "fault-nth: %s: %s\n", what, strerror(errno));
	exit(2);
}

static void write_nth(unsigned long n)
{
	char text[24];
	int len = snprintf(text, sizeof(text), "%lu", n);

	/* The write itself may be the n-th. */
	if (pwrite(fail_nth, text, (size_t)len, 0) != len &&
	    pwrite(fail_nth, text, (size_t)len, 0) != len)
		die("fail-nth");
}

static void fault_on(unsigned long n)
{
	reached = false;
	if (n)
		write_nth(n);
}

/* No more faults; notes whether there was one. (One that hits the read came after.) */
static void fault_off(void)
{
	char text[24] = "";
	int error = errno;

	if (pread(fail_nth, text, sizeof(text) - 1, 0) > 0)
		reached |= !strtoul(text, NULL, 10);
	write_nth(0);
	errno = error;
}

static unsigned long nth;

static void *arena;

static void prepare_attach(const char *arg)
{
	(void)arg;
	arena = test_arena(test_arena_len(TEST_FRAME_SIZE, TEST_FRAMES,
					  TEST_KEY_SLOTS));
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
	struct kpp_socket s = { -1, -1 };
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
	int fd = open(path, O_RDONLY | O_CLOEXEC), ret;

	if (fd < 0)
		die(path);
	fault_on(nth);
	ret = syscall(SYS_finit_module, fd, "", 0) ? -errno : 0;
	fault_off();
	close(fd);
	if (!ret && syscall(SYS_delete_module, "warpcrypt", O_NONBLOCK))
		die("delete_module");
	return ret;
}

static const struct operation operations[] = {
	{ "attach", false, prepare_attach, run_attach, 0 },
	{ "skcipher", true, NULL, run_skcipher, REQUEST },
	{ "kpp", true, NULL, run_kpp, KPP_BYTES },
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

/* With each @step-th fault, from @first on, until no more is reached. */
static int run_all(const struct operation *op, const char *arg,
		   unsigned long first, unsigned long step)
{
	unsigned long faults = 0, errors = 0, wrong = 0;
	int ret;

	nth = 0;
	ret = op->run(arg);
	if (ret) {
		errno = -ret;
		die("without faults");
	}
	memcpy(right, result, op->result);
	for (nth = first; nth < MOST; nth += step) {
		ret = op->run(arg);
		if (!reached)
			break;
		faults++;
		errors += !!ret;
		if (!ret && memcmp(right, result, op->result)) {
			printf("fault %lu: a wrong result\n", nth);
			wrong++;
		}
	}
	nth = 0;
	ret = op->run(arg);
	if (ret || memcmp(right, result, op->result)) {
		printf("after the faults: %s\n", ret ? strerror(-ret) :
						       "a wrong result");
		wrong++;
	}
	printf("faults=%lu errors=%lu wrong=%lu\n", faults, errors, wrong);
	return wrong || !faults || nth >= MOST;
}

int main(int argc, char **argv)
{
	const struct operation *op = find(argc > 1 ? argv[1] : NULL);
	const char *arg = argc > 2 ? argv[2] : NULL;

	if (!op || op->needs == (!arg || arg[0] == '-')) {
		fprintf(stderr, "usage: fault-nth attach | skcipher NAME | kpp NAME | load FILE [--first=N] [--step=N]\n");
		return 2;
	}
	fail_nth = open("/proc/thread-self/fail-nth", O_RDWR | O_CLOEXEC);
	if (fail_nth < 0)
		die("/proc/thread-self/fail-nth");
	if (mlockall(MCL_CURRENT | MCL_FUTURE))
		die("mlockall");
	if (op->prepare)
		op->prepare(arg);
	return run_all(op, arg, option(argc, argv, "--first", 1),
		       option(argc, argv, "--step", 1));
}
